//go:build !linux

package worker

import "runtime"

// isolate does nothing.
func isolate(Needs) error { return nil }

// Missing says, for whoever runs the server, what [Isolate] cannot do on this machine; "" is nothing.
func Missing() string { return "Ostrakon can do it on Linux alone, and this is " + runtime.GOOS }
