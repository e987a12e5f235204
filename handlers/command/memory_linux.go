package command

import "syscall"

// hugePages asks the system to back a large buffer that is about to be filled
// with huge pages: filling it then takes a page fault for each 2 MiB and not for
// each 4 KiB, which is most of the time of reading a file that is in the page cache.
func hugePages(buffer []byte) {
	const adviseHugePage = 14 // MADV_HUGEPAGE
	// A system that does not will fill it all the same.
	_ = syscall.Madvise(buffer, adviseHugePage)
}
