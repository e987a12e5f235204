package worker

import (
	"fmt"
	"runtime/debug"
)

// Confine lowers what the process may do, for the rest of its life: its priority, how many more bytes of memory it
// takes, no core dump, in which what it was given would be. Of all processes, the kernel ends it first when the machine
// runs out of memory. A child calls it before it reads anything.
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

// Needs lists what a child needs of the machine beside its pipes.
type Needs struct {
	Files string // absolute path of a directory whose files it reads and overwrites; "": none, and it writes no file
}

// Isolate takes from the process what it does not need, for the rest of its life. A child calls it
// before it reads what a stranger sent, and after it has opened all that it opens itself.
//
// On Linux it can open no other file than those of n, nor list a directory or make a file; it can
// start no process, signal none and reach no network; it gains no privileges and has no capabilities.
// It has few descriptors, and none of its parent's but the first three; it works in the directory /.
// Whatever of this the machine cannot do, as [Missing] says, is left out. Elsewhere Isolate does nothing.
func Isolate(n Needs) error {
	if err := isolate(n); err != nil {
		return fmt.Errorf("isolate the child: %w", err)
	}
	return nil
}
