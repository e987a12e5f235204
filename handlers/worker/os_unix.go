//go:build unix

package worker

import (
	"syscall"
	"time"
)

// niceness of a child, of 0 (as the server) to 19.
const niceness = 10

func confine(memory int64) error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return err
	}
	// By group: for Linux a priority is a thread's, and there are several by now.
	if err := syscall.Setpriority(syscall.PRIO_PGRP, 0, niceness); err != nil {
		return err
	}
	return confineMemory(memory)
}

// Spent is the CPU time of this process so far, and of those that it started and waited for.
func Spent() time.Duration {
	var spent int64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil { // it fails for no other reason than another who
			spent += usage.Utime.Nano() + usage.Stime.Nano()
		}
	}
	return time.Duration(spent)
}

// killGroup kills what a child that has just ended left behind in its group,
// the native engine. A group that is empty does not exist any more.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}
