package worker

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Where a filter finds what it judges (seccomp(2), struct seccomp_data), for a processor whose low word comes first.
const (
	offsetOfCall         = 0
	offsetOfArchitecture = 4
	offsetOfFirst        = 16 // argument
	offsetOfSecond       = 24
)

// foreignCalls is where the calls of x32 begin, another way to call on amd64.
const foreignCalls = 0x4000_0000

// architecture is the processor as a filter sees it, 0 if calls are not filtered for it, and its calls
// to fork that others do not have.
func architecture() (id uint32, forks []uint32) {
	switch runtime.GOARCH {
	case "amd64":
		return unix.AUDIT_ARCH_X86_64, []uint32{57, 58} // fork and vfork
	case "arm64":
		return unix.AUDIT_ARCH_AARCH64, nil
	}
	return 0, nil
}

// canFilter reports whether system calls can be filtered.
func canFilter() bool {
	id, _ := architecture()
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	return id != 0 && errno == 0
}

// denied are the calls that a child does not need unless it starts programs: to start processes; to
// look into others, to signal them, and to change their limits, priority, processors and memory; to
// share memory, or have some that outlives it; to reach the network; to enter name spaces; to shorten
// files by name. A ring of io_uring(7) would do some of that unseen.
func denied() []uint32 {
	return []uint32{
		unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
		unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_SEND_SIGNAL,
		unix.SYS_PRLIMIT64, unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_SCHED_SETAFFINITY,
		unix.SYS_SCHED_SETSCHEDULER,
		unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
		unix.SYS_PERF_EVENT_OPEN,
		unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_MSGGET, unix.SYS_SEMGET,
		unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_TRUNCATE, unix.SYS_IO_URING_SETUP,
	}
}

// callFilter is a program that judges each call of a process: what it denies fails with EPERM.
func callFilter(process int) []unix.SockFilter {
	const (
		load = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		is   = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		from = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		has  = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		end  = unix.BPF_RET | unix.BPF_K
		deny = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	)
	id, forks := architecture()
	f := []unix.SockFilter{
		{Code: load, K: offsetOfArchitecture},
		{Code: is, K: id, Jt: 1},
		{Code: end, K: deny},
		{Code: load, K: offsetOfCall},
		{Code: from, K: foreignCalls, Jf: 1},
		{Code: end, K: deny},
	}
	for _, call := range append(denied(), forks...) {
		f = append(f, unix.SockFilter{Code: is, K: call, Jf: 1}, unix.SockFilter{Code: end, K: deny})
	}
	return append(f,
		// its arguments cannot be seen; on ENOSYS, programs call clone instead
		unix.SockFilter{Code: is, K: unix.SYS_CLONE3, Jf: 1},
		unix.SockFilter{Code: end, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		unix.SockFilter{Code: is, K: unix.SYS_FCNTL, Jf: 6},
		unix.SockFilter{Code: load, K: offsetOfSecond},
		unix.SockFilter{Code: is, K: unix.F_SETOWN, Jt: 2}, // whom a pipe signals when it can be read
		unix.SockFilter{Code: is, K: unix.F_SETOWN_EX, Jt: 1},
		unix.SockFilter{Code: is, K: unix.F_SETSIG, Jf: 1}, // by which signal
		unix.SockFilter{Code: end, K: deny},
		unix.SockFilter{Code: end, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: is, K: unix.SYS_CLONE, Jf: 3},
		unix.SockFilter{Code: load, K: offsetOfFirst},
		unix.SockFilter{Code: has, K: unix.CLONE_THREAD, Jt: 6}, // a thread is no process
		unix.SockFilter{Code: end, K: deny},
		unix.SockFilter{Code: is, K: unix.SYS_KILL, Jt: 1},
		unix.SockFilter{Code: is, K: unix.SYS_TGKILL, Jf: 3},
		unix.SockFilter{Code: load, K: offsetOfFirst},
		unix.SockFilter{Code: is, K: uint32(process), Jt: 1},
		unix.SockFilter{Code: end, K: deny},
		unix.SockFilter{Code: end, K: unix.SECCOMP_RET_ALLOW},
	)
}

// filterCalls has the kernel judge the calls of all threads from now on.
func filterCalls() error {
	filter := callFilter(os.Getpid())
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	differs, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return os.NewSyscallError("seccomp", errno)
	}
	if differs != 0 {
		return fmt.Errorf("seccomp: thread %d has another filter", differs)
	}
	return nil
}
