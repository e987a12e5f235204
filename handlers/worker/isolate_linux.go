package worker

import (
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// maxFiles is how many descriptors an isolated child may have: pipes, a file and what it becomes, and
// those of the runtime.
const maxFiles = 32

// isolate does its steps in the order that each leaves possible.
func isolate(n Needs) error {
	if err := os.Chdir("/"); err != nil {
		return err
	}
	if err := closeInherited(); err != nil {
		return err
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: maxFiles, Max: maxFiles}); err != nil {
		return err
	}
	if n.Files == "" {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{}); err != nil {
			return err
		}
	}
	runtime.LockOSThread() // a thread without new privileges may filter its calls, and those of the others
	defer runtime.UnlockOSThread()
	if err := dropPrivileges(); err != nil {
		return err
	}
	if canFilter() {
		if err := filterCalls(); err != nil {
			return err
		}
	}
	if landlockVersion() > 0 && reachesAllThreads() {
		return restrictFiles(n)
	}
	return nil
}

// closeInherited closes what the parent's starter left open: everything that Go opens is closed by
// execve(2), so it is the descriptors without that mark.
func closeInherited() error {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	for _, f := range open {
		fd, err := strconv.Atoi(f.Name())
		if err != nil || fd <= 2 {
			continue
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
			unix.Close(fd)
		}
	}
	return nil
}

// reachesAllThreads reports whether a call can be made in every thread. In a program that is linked
// with C it cannot: C starts threads that Go does not know.
func reachesAllThreads() bool {
	_, _, errno := syscall.AllThreadsSyscall(unix.SYS_PRCTL, unix.PR_GET_NO_NEW_PRIVS, 0, 0)
	return errno == 0
}

// dropPrivileges sees to it that the process has no capabilities, and that no program which it starts
// has more rights than it. In a program that is linked with C only this thread is meant, and the
// filter of calls brings the latter to the others.
func dropPrivileges() error {
	if !reachesAllThreads() {
		return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	}
	if _, _, errno := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); errno != 0 {
		return os.NewSyscallError("prctl", errno)
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	_, _, errno := syscall.AllThreadsSyscall(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)),
		uintptr(unsafe.Pointer(&none)), 0)
	if errno != 0 {
		return os.NewSyscallError("capset", errno)
	}
	return nil
}

// Landlock's rights (landlock(7)), by the version that brought them.
const (
	rightsOfFirst   = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1
	rightToTruncate = unix.LANDLOCK_ACCESS_FS_TRUNCATE
	rightsToNetwork = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	rightsToFiles   = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | rightToTruncate
)

// landlockVersion is the version of Landlock that the kernel has; 0: none, or it is switched off.
func landlockVersion() int {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// handled are the rights that a version of Landlock can take away.
func handled(version int) (files, network uint64) {
	files = rightsOfFirst
	if version >= 2 {
		files |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		files |= rightToTruncate
	}
	if version >= 4 {
		network = rightsToNetwork
	}
	if version >= 5 {
		files |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return files, network
}

// restrictFiles leaves the process the files of n, and no TCP.
func restrictFiles(n Needs) error {
	files, network := handled(landlockVersion())
	attr := unix.LandlockRulesetAttr{Handled_access_fs: files, Handled_access_net: network}
	size := unsafe.Offsetof(attr.Scoped) // what later versions added is not used, and earlier ones refuse it
	ruleset, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return os.NewSyscallError("landlock_create_ruleset", errno)
	}
	defer unix.Close(int(ruleset))
	if n.Files != "" {
		if err := allow(int(ruleset), n.Files, files&rightsToFiles); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	if _, _, errno := syscall.AllThreadsSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, ruleset, 0, 0); errno != 0 {
		return os.NewSyscallError("landlock_restrict_self", errno)
	}
	return nil
}

// allow adds rights to what is at and beneath a path. A file has no rights of directories.
func allow(ruleset int, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return &os.PathError{Op: "open", Path: path, Err: err}
	}
	defer unix.Close(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return os.NewSyscallError("fstat", err)
	}
	switch stat.Mode & unix.S_IFMT {
	case unix.S_IFCHR: // /dev/null, which is written to
		rights = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	case unix.S_IFREG:
		rights &^= unix.LANDLOCK_ACCESS_FS_READ_DIR
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return os.NewSyscallError("landlock_add_rule", errno)
	}
	return nil
}

// Missing tells the operator what [Isolate] cannot do on this machine; "" means nothing.
func Missing() string {
	var missing []string
	switch version := landlockVersion(); {
	case version == 0:
		missing = append(missing, "the kernel has no Landlock, or it is switched off: they can open files (Linux 5.13 and "+
			"later have it)")
	case !reachesAllThreads():
		missing = append(missing, "the program was built with C: they can open files (build it with CGO_ENABLED=0)")
	}
	if !canFilter() {
		missing = append(missing, "the kernel does not filter system calls, or not for this processor: they can start "+
			"processes and use the network")
	}
	return strings.Join(missing, "; ")
}
