package memory

import "syscall"

// hugePages asks the system to back a buffer with huge pages where it covers them.
func hugePages(buffer []byte) {
	const adviseHugePage = 14                   // MADV_HUGEPAGE
	_ = syscall.Madvise(buffer, adviseHugePage) // a system that refuses gives usual pages
}
