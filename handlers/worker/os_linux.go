package worker

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// threadStack is the size in bytes of the stack that the C library maps for each thread, most of which stays untouched.
// There are as many threads as may run at once, and moreThreads of the runtime and of system calls that block.
const (
	threadStack = 8 << 20
	moreThreads = 8
)

// confineMemory bounds the private writable memory that is mapped from now on. The address space as
// a whole cannot be bounded: Go reserves more of it than it uses. What is mapped by now is left
// out, because a program that has done nothing yet maps over a hundred megabytes, and touches few.
func confineMemory(memory int64) error {
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) // where there is none, the kernel chooses by size
	mapped, err := mappedData()
	if err != nil {
		return err
	}
	bound := uint64(mapped + memory + int64(runtime.GOMAXPROCS(0)+moreThreads)*threadStack)
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: bound, Max: bound})
}

// stepBack has the threads of a process, and those that they start, run where nothing else wants the
// core, and never on the first core if there are two. Whoever else is woken gets a core at once: from
// a thread that is only nicer it often waits for the end of a time slice, 4 ms and more, and now and
// then from one that yields, too. What is not allowed stays as it is.
func stepBack(process int) {
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", process))
	if err != nil {
		return // it has ended
	}
	cores := otherCores()
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = unix.SchedSetAttr(id, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE, Nice: niceness}, 0)
			_ = unix.SchedSetaffinity(id, &cores)
		}
	}
}

// otherCores are the cores of this process but the first, or all if there is but one.
func otherCores() unix.CPUSet {
	var cores unix.CPUSet
	if err := unix.SchedGetaffinity(0, &cores); err != nil || cores.Count() < 2 {
		return cores // without any, nothing is set
	}
	first := 0
	for !cores.IsSet(first) {
		first++
	}
	cores.Clear(first)
	return cores
}

// ticks is how many units of the times in /proc are a second (proc(5), sysconf(_SC_CLK_TCK)): for
// programs it is the same on all machines.
const ticks = 100

// cpuTime is the CPU time of all threads of a process, and of the processes that it started and waited for.
func cpuTime(process int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	if err != nil {
		return 0, err
	}
	_, fields, _ := strings.Cut(string(stat), ") ") // behind the name
	var skipped string
	var user, system, ofUser, ofSystem int64
	_, err = fmt.Sscan(fields, &skipped, &skipped, &skipped, &skipped, &skipped, &skipped, &skipped, &skipped, &skipped,
		&skipped, &skipped,
		&user, &system, &ofUser, &ofSystem)
	return time.Duration(user+system+ofUser+ofSystem) * time.Second / ticks, err
}

// Spent is the CPU time of this process so far, and of those that it started and waited for.
func Spent() time.Duration {
	var spent int64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil { // it fails for no other reason than another who
			spent += usage.Utime.Nano() + usage.Stime.Nano()
		}
	}
	return time.Duration(spent)
}

// mappedData is the private writable memory that this process has mapped, in bytes (proc(5), statm).
func mappedData() (int64, error) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var pages int64
	_, err = fmt.Sscanf(string(statm), "%d %d %d %d %d %d", new(int64), new(int64), new(int64), new(int64), new(int64),
		&pages)
	return pages * int64(os.Getpagesize()), err
}
