// Package memory makes and fills the large slices of a conversion. The first write to memory that the system has just
// given takes a page fault for each 4 KiB, which costs more than what most stages compute: a megabyte of indices takes
// 256 of them. Where the system has huge pages, large slices ask for those.
//
//	make.go   Make: a large slice, on huge pages (huge_linux.go, huge_other.go)
//	arena.go  Arena: slices that are made from the memory of earlier ones
//	fill.go   Fill: a slice from a part of a file
package memory
