//go:build unix && !linux

package worker

import "syscall"

// attributes put a child into a process group of its own. It ends with its
// parent when it next looks at its input.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

// confineMemory does nothing: no limit there counts what Go allocates.
func confineMemory(int64) error { return nil }

// stepBack does nothing: a process is as nice as it made itself.
func stepBack(int) {}
