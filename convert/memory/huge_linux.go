package memory

import "syscall"

// hugePages asks the system to back what lies in whole huge pages of a buffer with such.
func hugePages(buffer []byte) {
	const adviseHugePage = 14                   // MADV_HUGEPAGE
	_ = syscall.Madvise(buffer, adviseHugePage) // a system that does not backs it all the same
}
