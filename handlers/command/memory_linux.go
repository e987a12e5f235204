package command

import (
	"fmt"
	"syscall"
)

// HideMemory keeps the memory of this process from core dumps and from other processes of the same
// user, for the rest of its life: RLIMIT_CORE of setrlimit(2) and PR_SET_DUMPABLE of prctl(2). Call it
// before anything secret is read. The superuser can still read it, and so can whoever runs the
// machine. What the process starts is not hidden. On other systems than Linux it does nothing.
func HideMemory() error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return fmt.Errorf("switch off core dumps: %w", err)
	}
	if _, _, errno := syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0); errno != 0 {
		return fmt.Errorf("hide the memory from other processes: %w", errno)
	}
	return nil
}
