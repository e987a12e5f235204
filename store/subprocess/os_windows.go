package subprocess

import "syscall"

// Flags of CreateProcess that package syscall does not name.
const (
	belowNormalPriority = 0x00004000
	noWindow            = 0x08000000
)

// attributes start a child at a lowered priority, without a window, and where Ctrl-C does not reach it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | belowNormalPriority | noWindow}
}

// killGroup does nothing: Windows has no groups.
func killGroup(int) {}

// Stop does nothing: Windows stops no process.
func (p *Process) Stop() {}

// Resume does nothing: see Stop.
func (p *Process) Resume() {}
