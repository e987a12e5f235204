package subprocess

import "syscall"

// attributes put a child into a process group of its own, and have the kernel kill it when its
// parent dies, even one that no longer looks at its input.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
