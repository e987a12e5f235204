package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attempt is something that an isolated child cannot do, and how that fails.
type attempt struct {
	name string
	do   func(target) error
	want error
}

// target is what the child of a test tries to reach.
type target struct {
	Dir  string // with the file "kept"
	Addr string // of a listener
}

// errWorked is the answer of a child to an attempt that did not fail as it should.
var errWorked = errors.New("it worked")

func attempts() []attempt {
	dial := func(network string) func(target) error {
		return func(t target) error {
			c, err := net.Dial(network, t.Addr)
			if err == nil {
				c.Close()
			}
			return err
		}
	}
	return []attempt{
		{"open a file", func(t target) error { return read(t.Dir + "/kept") }, syscall.EACCES},
		{"open the program", func(target) error { return read(os.Args[0]) }, syscall.EACCES},
		{"list the root", func(target) error { _, err := os.ReadDir("/"); return err }, syscall.EACCES},
		{"list its directory", func(target) error { _, err := os.ReadDir("."); return err }, syscall.EACCES},
		{"write a file", func(t target) error { return os.WriteFile(t.Dir+"/kept", nil, 0) }, syscall.EACCES},
		{"shorten a file", func(t target) error { return os.Truncate(t.Dir+"/kept", 1) }, syscall.EPERM},
		{"make a file", func(t target) error { return os.WriteFile(t.Dir+"/made", nil, 0o600) }, syscall.EACCES},
		{"make a directory", func(t target) error { return os.Mkdir(t.Dir+"/dir", 0o700) }, syscall.EACCES},
		{"rename a file", func(t target) error { return os.Rename(t.Dir+"/kept", t.Dir+"/lost") }, syscall.EACCES},
		{"remove a file", func(t target) error { return os.Remove(t.Dir + "/kept") }, syscall.EACCES},
		{"connect by TCP", dial("tcp"), syscall.EPERM},
		{"send by UDP", dial("udp"), syscall.EPERM},
		{"listen", func(target) error { _, err := net.Listen("tcp", "127.0.0.1:0"); return err }, syscall.EPERM},
		{"start a program", func(target) error { _, err := syscall.ForkExec("/bin/true", []string{"true"}, nil); return err },
			syscall.EPERM},
		{"become a program", func(target) error { return syscall.Exec("/nothing", []string{"nothing"}, nil) }, syscall.EPERM},
		{"signal its parent", func(target) error { return syscall.Kill(os.Getppid(), 0) }, syscall.EPERM},
		{"have its parent signalled", func(target) error { return own(unix.F_SETOWN, uintptr(os.Getppid())) }, syscall.EPERM},
		{"have a thread of it signalled", func(target) error {
			thread := struct{ kind, id int32 }{0, int32(os.Getppid())}
			return own(unix.F_SETOWN_EX, uintptr(unsafe.Pointer(&thread)))
		}, syscall.EPERM},
		{"choose the signal", func(target) error { return own(unix.F_SETSIG, uintptr(unix.SIGIO)) }, syscall.EPERM},
		{"limit its parent", func(target) error { return limitAgain(os.Getppid()) }, syscall.EPERM},
		{"slow its parent", func(target) error { return prioritiseAgain(os.Getppid()) }, syscall.EPERM},
		{"move its parent", func(target) error { return placeAgain(os.Getppid()) }, syscall.EPERM},
		{"leave memory behind", func(target) error { return sharedMemory() }, syscall.EPERM},
		{"gain a priority", func(target) error { return syscall.Setpriority(syscall.PRIO_PROCESS, 0, -1) }, syscall.EPERM},
		{"enter a name space", func(target) error { return unix.Unshare(unix.CLONE_NEWNET) }, syscall.EPERM},
		{"open many descriptors", func(target) error { return manyPipes(2 * maxFiles) }, syscall.EMFILE},
		{"raise its limit", func(target) error {
			return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 2 * maxFiles, Max: 2 * maxFiles})
		}, syscall.EPERM},
	}
}

func read(path string) error {
	_, err := os.ReadFile(path)
	return err
}

// own says who is signalled for standard input, which is a pipe, or how.
func own(command, value uintptr) error {
	if _, _, errno := unix.Syscall(unix.SYS_FCNTL, 0, command, value); errno != 0 {
		return errno
	}
	return nil
}

// limitAgain gives a process a limit that it has.
func limitAgain(process int) error {
	var limit unix.Rlimit
	if err := unix.Prlimit(process, unix.RLIMIT_CORE, nil, &limit); err != nil {
		return err
	}
	return unix.Prlimit(process, unix.RLIMIT_CORE, &limit, nil)
}

// prioritiseAgain gives a process the priority that it has.
func prioritiseAgain(process int) error {
	got, err := unix.Getpriority(unix.PRIO_PROCESS, process)
	if err != nil {
		return err
	}
	return unix.Setpriority(unix.PRIO_PROCESS, process, 20-got) // as the kernel answers it
}

// placeAgain gives a process the processors that it has.
func placeAgain(process int) error {
	var processors unix.CPUSet
	if err := unix.SchedGetaffinity(process, &processors); err != nil {
		return err
	}
	return unix.SchedSetaffinity(process, &processors)
}

// sharedMemory makes memory that lasts until somebody removes it, and removes it.
func sharedMemory() error {
	id, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o600)
	if err == nil {
		_, err = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
	}
	return err
}

// manyPipes opens pipes with so many ends, and closes them.
func manyPipes(ends int) error {
	for opened := 0; opened < ends; opened += 2 {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		defer r.Close()
		defer w.Close()
	}
	return nil
}

// try makes an attempt in several threads at once: each has restrictions of its own. The answer is
// errWorked unless all fail as they should.
func try(a attempt, at target) error {
	const threads = 8
	answers := make(chan error)
	all := make(chan struct{})
	for range threads {
		go func() {
			runtime.LockOSThread() // and the thread ends with it
			<-all
			answers <- a.do(at)
		}()
	}
	close(all)
	var worst error
	for range threads {
		if err := <-answers; err == nil {
			worst = errWorked
		} else if !errors.Is(err, a.want) {
			worst = fmt.Errorf("it failed otherwise: %w", err)
		}
	}
	return worst
}

// tryAll is what an isolated child answers: the attempts that did not fail as they should.
func tryAll(order string) (any, error) {
	var at target
	if err := json.Unmarshal([]byte(order), &at); err != nil {
		return nil, err
	}
	wrong := make(map[string]string)
	for _, a := range attempts() {
		if err := try(a, at); err != nil {
			wrong[a.name] = err.Error()
		}
	}
	return wrong, nil
}

// obeyHere does what orders say that are for Linux alone.
func obeyHere(order string) (answer any, known bool, err error) {
	if how, to, ok := strings.Cut(order, ":"); ok {
		switch how {
		case "try":
			answer, err = tryAll(to)
			return answer, true, err
		case "read", "write", "make", "list":
			return nil, true, reach(how, to)
		}
	}
	return nil, false, nil
}

// withoutC reports whether the test program is linked without C, as the product is. Otherwise, as with
// the race detector, it has go test run the test without.
func withoutC(t *testing.T) bool {
	t.Helper()
	if reachesAllThreads() {
		return true
	}
	cmd := exec.Command("go", "test", "-count=1", "-run", "^"+t.Name()+"$", ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("ok")) ||
		bytes.Contains(out, []byte("no tests to run")) {
		t.Errorf("without C: %v\n%s", err, out)
	}
	return false
}

// An isolated child cannot do any of what it does not need, in any of its threads. What fails here
// for want of a kernel that can do it, serve says.
func TestIsolatedChildCannotLeave(t *testing.T) {
	if !withoutC(t) {
		return
	}
	if missing := Missing(); missing != "" {
		t.Fatalf("this machine isolates nothing: %s", missing)
	}
	at := target{Dir: t.TempDir()}
	noError(t, os.WriteFile(filepath.Join(at.Dir, "kept"), []byte("kept"), 0o600))
	listener := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer listener.Close()
	at.Addr = listener.Addr().String()
	order := must(json.Marshal(at))(t)
	ask := func(kind string) map[string]string {
		p, _ := testPool(t, kind, 1)
		raw := must(p.Read(t.Context(), photograph("try:"+string(order))))(t)
		wrong := make(map[string]string)
		noError(t, json.Unmarshal(raw, &wrong))
		return wrong
	}
	for name, how := range ask("isolated") {
		t.Errorf("%s: %s", name, how)
	}
	// The attempts are real ones: a child that is not isolated succeeds, but for what only root may.
	if kept, err := os.ReadFile(filepath.Join(at.Dir, "kept")); err != nil || string(kept) != "kept" {
		t.Errorf("the file is %q, %v", kept, err)
	}
	free := ask("confined")
	for _, a := range attempts() {
		if how := free[a.name]; how == "" && os.Getuid() == 0 {
			t.Errorf("%s: fails without isolation too", a.name)
		}
	}
}

// Each thread of an isolated child shows that it is one, and the child keeps nothing open that its
// parent's starter had.
func TestIsolatedChildKeepsNothing(t *testing.T) {
	if !withoutC(t) {
		return
	}
	left := must(os.Open(t.TempDir()))(t)
	defer left.Close()
	if _, err := unix.FcntlInt(left.Fd(), unix.F_SETFD, 0); err != nil { // a starter passed it on
		t.Fatal(err)
	}
	p, _ := testPool(t, "isolated", 1)
	proc := fmt.Sprintf("/proc/%d/", mustRead(t, p, "hello").Process)
	open := must(os.ReadDir(proc + "fd"))(t)
	for _, f := range open {
		if to, err := os.Readlink(proc + "fd/" + f.Name()); err != nil || to == left.Name() {
			t.Errorf("file %s is %s, %v", f.Name(), to, err)
		}
	}
	if dir, err := os.Readlink(proc + "cwd"); err != nil || dir != "/" {
		t.Errorf("it works in %s, %v", dir, err)
	}
	for file, want := range map[string][]string{
		"oom_score_adj": {"1000"},
		"limits": {fmt.Sprintf("Max open files %d %d files", maxFiles, maxFiles), "Max file size 0 0 bytes",
			"Max core file size 0 0 bytes"},
	} {
		said := words(t, proc+file)
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("%s: no %q in %q", file, w, said)
			}
		}
	}
	threads, err := os.ReadDir(proc + "task")
	if err != nil || len(threads) < 2 {
		t.Fatalf("threads %v, %v", threads, err)
	}
	for _, thread := range threads {
		said := words(t, proc+"task/"+thread.Name()+"/status")
		for _, w := range []string{"NoNewPrivs: 1", "Seccomp: 2", "CapPrm: 0000000000000000", "CapEff: 0000000000000000"} {
			if !strings.Contains(said, w) {
				t.Errorf("thread %s: no %q", thread.Name(), w)
			}
		}
	}
}

// words is a file with single blanks.
func words(t *testing.T, path string) string {
	t.Helper()
	text := must(os.ReadFile(path))(t)
	return strings.Join(strings.Fields(string(text)), " ")
}

// A child that needs a directory has its files, and nothing beside them.
func TestIsolatedChildHasItsFiles(t *testing.T) {
	if !withoutC(t) {
		return
	}
	dir := t.TempDir()
	for _, name := range []string{"inside/file", "beside"} {
		noError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		noError(t, os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600))
	}
	t.Chdir(filepath.Join(dir, "inside"))
	p, _ := testPool(t, "files:"+filepath.Join(dir, "inside"), 1)
	for order, works := range map[string]bool{
		"read:" + dir + "/inside/file":  true,
		"write:" + dir + "/inside/file": true,
		"make:" + dir + "/inside/new":   false,
		"list:" + dir + "/inside":       false,
		"read:" + dir + "/beside":       false,
		"write:" + dir + "/beside":      false,
	} {
		if _, err := p.Read(t.Context(), photograph(order)); (err == nil) != works {
			t.Errorf("%s: %v", order, err)
		}
	}
	if written, err := os.ReadFile(filepath.Join(dir, "inside", "file")); err != nil || string(written) != "written" {
		t.Errorf("the file has %q, %v", written, err)
	}
}

// reach does what an order of TestIsolatedChildHasItsFiles says.
func reach(how, path string) error {
	switch how {
	case "read":
		return read(path)
	case "list":
		_, err := os.ReadDir(path)
		return err
	case "make":
		return os.WriteFile(path, nil, 0o600)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString("written")
	return errors.Join(err, f.Close())
}
