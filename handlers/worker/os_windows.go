package worker

import (
	"syscall"
	"time"
)

// Flags of CreateProcess that package syscall does not name.
const (
	belowNormalPriority = 0x00004000
	noWindow            = 0x08000000
)

// attributes start a child at a lowered priority, without a window, and where
// Ctrl-C does not reach it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | belowNormalPriority | noWindow}
}

// confine does nothing: the priority was set at the start, and a process
// cannot bound its own memory.
func confine(int64) error { return nil }

// Spent is the CPU time of this process so far.
func Spent() time.Duration {
	self, err := syscall.GetCurrentProcess()
	var created, ended, kernel, user syscall.Filetime
	if err == nil {
		err = syscall.GetProcessTimes(self, &created, &ended, &kernel, &user)
	}
	if err != nil {
		return 0
	}
	span := func(t syscall.Filetime) int64 { return (int64(t.HighDateTime)<<32 + int64(t.LowDateTime)) * 100 }
	return time.Duration(span(kernel) + span(user))
}

// killGroup does nothing: the native engine ends with the pipe it writes to.
func killGroup(int) {}
