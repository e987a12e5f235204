//go:build !linux

package e2e

// other is there for the test of memory on Linux.
func other() {}
