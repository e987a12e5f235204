//go:build !linux

package command

// hugePages does nothing: there is no such advice here, or no gain by it.
func hugePages([]byte) {}
