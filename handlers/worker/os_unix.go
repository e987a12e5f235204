//go:build unix

package worker

import "syscall"

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
