//go:build !linux

package memory

// hugePages does nothing: other systems choose the size of pages by themselves.
func hugePages([]byte) {}
