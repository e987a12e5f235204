//go:build unix

package subprocess

import "syscall"

// killGroup kills what a child that has just ended may have left behind in its group.
// A group that is empty does not exist any more.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}
