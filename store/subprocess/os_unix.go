//go:build unix

package subprocess

import "syscall"

// killGroup kills what an ended child left in its group, if anything.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}

// Stop stops the process until Resume is called. It does nothing if it has ended.
func (p *Process) Stop() { _ = p.cmd.Process.Signal(syscall.SIGSTOP) }

// Resume lets the process go on.
func (p *Process) Resume() { _ = p.cmd.Process.Signal(syscall.SIGCONT) }
