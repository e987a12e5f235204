//go:build !race

package jobs

// raceMemory is what the race detector takes beside the memory of a child, in bytes.
const raceMemory = 0
