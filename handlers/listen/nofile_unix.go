//go:build unix

package listen

import "golang.org/x/sys/unix"

// kept is how many files a server needs beside its connections.
const kept = 256

// spareFiles is how many connections a process may have open beside its files. Go has raised the soft
// limit to the hard one.
func spareFiles() int {
	var files unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &files) != nil {
		return MostConnections
	}
	return int(min(max(uint64(files.Cur), 2*kept)-kept, MostConnections))
}
