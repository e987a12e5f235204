// Package memory makes and fills the large slices of a conversion. Filling memory that
// the system has just given takes a page fault for each 4 KiB, which costs more
// than what most stages compute: a megabyte of indices is 256 of them. Where
// the system has huge pages, large slices ask for those.
package memory
