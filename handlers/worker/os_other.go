//go:build unix && !linux

package worker

// confineMemory does nothing: no limit there counts what Go allocates.
func confineMemory(int64) error { return nil }

// stepBack does nothing: a process is as nice as it made itself.
func stepBack(int) {}
