package counter

import "syscall"

// noWindow is CREATE_NO_WINDOW of CreateProcess, which package syscall does not name.
const noWindow = 0x08000000

// attributes start a child without a window, and where Ctrl-C does not reach it. It ends with its
// parent when it next uses a pipe.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | noWindow}
}
