package subprocess

import "syscall"

// attributes put a child into its own process group and have the kernel kill it when its parent dies.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
