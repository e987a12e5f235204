//go:build !linux

package jobs

// machineMemory is a guess: this system is not asked.
func machineMemory() int64 { return least() }
