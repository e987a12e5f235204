//go:build !linux

package worker

import (
	"errors"
	"runtime"
	"time"
)

// isolate does nothing.
func isolate(Needs) error { return nil }

// Missing says, for whoever runs the server, what [Isolate] cannot do on this machine; "" is nothing.
func Missing() string { return "Ostrakon can do it on Linux alone, and this is " + runtime.GOOS }

// cpuTime is not told here, whoever asks.
func cpuTime(int) (time.Duration, error) { return 0, errors.ErrUnsupported }
