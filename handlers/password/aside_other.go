//go:build !linux

package password

// stepBack does work: threads have no priority of their own here that Go could set.
func stepBack(work func()) { work() }
