//go:build unix && !linux

package subprocess

import "syscall"

// attributes put a child into a process group of its own. It ends with its parent when it next uses a pipe.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
