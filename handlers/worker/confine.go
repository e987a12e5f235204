package worker

import (
	"fmt"
	"runtime/debug"
)

// Confine lowers what the process may do, for the rest of its life: its priority, how many more bytes
// of memory it takes, no core dump, in which what it was given would be. Of all processes, the
// kernel ends it first when the machine runs out of memory. A child calls it before it reads
// anything.
//
// On Linux the memory is bounded by the kernel, and an allocation beyond it ends the process;
// elsewhere only the garbage collector is told.
func Confine(memory int64) error {
	debug.SetMemoryLimit(memory / 2) // from here on the collector works harder
	if err := confine(memory); err != nil {
		return fmt.Errorf("confine the child: %w", err)
	}
	return nil
}
