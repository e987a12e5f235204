package worker

import (
	"fmt"
	"runtime/debug"
)

// MemoryLimit bounds the data of a child, in bytes. Reading takes 250 MB; the
// photograph that decodes at the greatest cost, 12 million pixels of
// progressive JPEG, twice that.
const MemoryLimit = 768 << 20

// Confine lowers what the process may do, for the rest of its life: its
// priority, its memory, no core dump, in which a photograph would be. A child
// calls it before it reads anything.
//
// On Linux the memory is bounded by the kernel, and an allocation beyond it
// ends the process; elsewhere only the garbage collector is told.
func Confine() error {
	debug.SetMemoryLimit(MemoryLimit / 2) // from here on the collector works harder
	if err := confine(); err != nil {
		return fmt.Errorf("confine the reader of photographs: %w", err)
	}
	return nil
}
