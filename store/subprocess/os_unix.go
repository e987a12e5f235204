//go:build unix

package subprocess

import "syscall"

// killGroup kills what an ended child left in its group, if anything.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}
