package worker

import (
	"os"
	"syscall"
)

// attributes put a child into a process group of its own, and have the kernel
// kill it when its parent dies, even one that no longer looks at its input.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// confineMemory bounds private writable memory. The address space as a whole cannot be bounded: Go
// reserves more of it than it uses.
func confineMemory(memory int64) error {
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) // where there is none, the kernel chooses by size
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: uint64(memory), Max: uint64(memory)})
}
