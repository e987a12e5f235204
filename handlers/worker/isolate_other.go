//go:build !linux

package worker

import (
	"errors"
	"runtime"
	"time"
)

// isolate does nothing.
func isolate(Needs) error { return nil }

// Missing tells the operator what [Isolate] cannot do on this machine; "" means nothing.
func Missing() string { return "Ostrakon can do it on Linux alone, and this is " + runtime.GOOS }

// cpuTime fails: it is known on Linux alone.
func cpuTime(int) (time.Duration, error) { return 0, errors.ErrUnsupported }

// Spent is the time that passed, since some moment: here the server measures that, too.
func Spent() time.Duration { return time.Duration(time.Now().UnixNano()) }
