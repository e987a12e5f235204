package password

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// aside is the niceness of a computation that leaves the cores to what is more urgent.
const aside = 15

// stepBack does work in a thread of its own, which is nicer than all others and, if there are two cores, stays off the
// first: whoever else wakes up finds a core at once. What is not allowed stays as it is.
func stepBack(work func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: the thread ends with the goroutine, as it cannot become less nice
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, aside)
		var cores unix.CPUSet
		if err := unix.SchedGetaffinity(0, &cores); err == nil && cores.Count() > 1 {
			first := 0
			for !cores.IsSet(first) {
				first++
			}
			cores.Clear(first)
			_ = unix.SchedSetaffinity(0, &cores)
		}
		work()
	}()
	<-done
}
