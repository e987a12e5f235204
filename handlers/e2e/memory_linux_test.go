package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	commands "ostrakon/handlers/command"
	"ostrakon/handlers/e2e/servertest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// The test starts itself as other programs, by this variable.
const (
	asVariable = "OSTRAKON_E2E_AS"
	asOpen     = "open" // the server without HideMemory
	asPeek     = "peek" // reads the memory of the process of an id
)

// other runs what the variable names, and ends the process. Without the variable it returns.
func other() {
	err := errors.New("this is nothing to be")
	if len(os.Args) == 2 && os.Args[1] == "count-worker" { // started by asOpen, without an environment
		os.Exit(countOpenly())
	}
	switch os.Getenv(asVariable) {
	case "":
		return
	case asOpen:
		askToBeRead()
		err = commands.Serve(context.Background(),
			&commands.App{Env: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}, os.Args[1:])
	case asPeek:
		err = peek(os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// askToBeRead lets every process of the same user read this one where Yama keeps them apart (prctl(2),
// PR_SET_PTRACER). It fails where there is no Yama.
func askToBeRead() { syscall.Syscall(syscall.SYS_PRCTL, 0x59616d61, ^uintptr(0), 0) }

// peek prints the first bytes of the program of a process, from its memory.
func peek(pid string) error {
	maps, err := os.Open(filepath.Join("/proc", pid, "maps"))
	if err != nil {
		return err
	}
	defer maps.Close()
	line, err := bufio.NewReader(maps).ReadString('\n')
	if err != nil {
		return err
	}
	from, err := strconv.ParseInt(line[:strings.Index(line, "-")], 16, 64)
	if err != nil {
		return err
	}
	mem, err := os.Open(filepath.Join("/proc", pid, "mem"))
	if err != nil {
		return err
	}
	defer mem.Close()
	found := make([]byte, 4)
	if _, err := mem.ReadAt(found, from); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	fmt.Printf("%q", found)
	return nil
}

// nobody is a user without rights. A test that runs as the superuser, who may read everything, hands
// its processes over.
const nobody = 65534

// asNobody makes a process that runs as nobody, in a directory of theirs, if the test is the
// superuser.
func asNobody(cmd *exec.Cmd) {
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
}

// programs copies the program and this test to a directory that nobody may enter too.
func programs(t *testing.T) (real, test string) {
	t.Helper()
	dir := must(os.MkdirTemp("", "ostrakon-memory"))(t) // directories of the test are its own
	t.Cleanup(func() { os.RemoveAll(dir) })
	self := must(os.Executable())(t)
	copied := func(name, from string) string {
		to := filepath.Join(dir, name)
		raw, err := os.ReadFile(from)
		noError(t, errors.Join(err, os.WriteFile(to, raw, 0o755), os.Chmod(to, 0o755)))
		return to
	}
	real, test = copied("ostrakon", program), copied("test", self)
	noError(t, os.Chmod(dir, 0o755))
	return real, test
}

// checkReadable checks whether another process of the same user, which is the test, can read the
// memory of a process. One that cannot be read must have no core dumps either.
func checkReadable(t *testing.T, test string, pid int, readable bool) {
	t.Helper()
	reader := exec.CommandContext(t.Context(), test, strconv.Itoa(pid))
	reader.Env = append(os.Environ(), asVariable+"="+asPeek)
	asNobody(reader)
	out, err := reader.CombinedOutput()
	if read := err == nil && string(out) == `"\x7fELF"`; read != readable {
		t.Errorf("another process reads %s, %v", out, err)
	}
	if !readable && !strings.Contains(string(out), fs.ErrPermission.Error()) {
		t.Errorf("the other process is refused with %s, %v", out, err)
	}
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
	if off := strings.Contains(string(limits), "Max core file size        0                    0 "); err != nil ||
		!readable && !off {
		t.Errorf("core dumps are limited to %s: %v", limits, err)
	}
}

// TestTheServerCannotBeReadByOtherProcesses has a process of the same user read the memory of the
// program, and of the same server without HideMemory, which shows that this is what keeps it out.
func TestTheServerCannotBeReadByOtherProcesses(t *testing.T) {
	real, test := programs(t)
	for name, c := range map[string]struct {
		program, as string
		readable    bool
	}{
		"the program":               {real, "", false},
		"a server without the hide": {test, asOpen, true},
	} {
		t.Run(name, func(t *testing.T) {
			data := c.program + "-data"
			noError(t, os.Mkdir(data, 0o700))
			if os.Geteuid() == 0 {
				noError(t, os.Chown(data, nobody, nobody))
			}
			args := []string{"-data", data}
			if c.as == "" {
				args = append([]string{"serve"}, args...)
			}
			cmd := exec.CommandContext(t.Context(), c.program, args...)
			cmd.Env, cmd.WaitDelay = []string{asVariable + "=" + c.as}, time.Minute
			asNobody(cmd)
			server := must(servertest.Start(cmd, data))(t)
			t.Cleanup(server.Kill)
			checkReadable(t, test, server.Process.Pid, c.readable)
		})
	}
}

// TestTheCountingProcessCannotBeReadByOtherProcesses has a process of the same user read the process
// that counts, while it has the sheet of a holder, and the same process without HideMemory.
func TestTheCountingProcessCannotBeReadByOtherProcesses(t *testing.T) {
	real, test := programs(t)
	st := storetest.New(t, store.Options{})
	id := storetest.Election(t, st, "Board", "Ada", "Grace").ID
	secrets := storetest.Hold(t, st, id, 2, 3)
	storetest.Advance(t, st, id, store.Active)
	storetest.CastSealed(t, st, storetest.Voter(t, st, 0).ID, id, 1, 0)
	storetest.Advance(t, st, id, store.Completed)
	for name, c := range map[string]struct {
		program  string
		readable bool
	}{
		"the program":                {real, false},
		"a process without the hide": {test, true},
	} {
		t.Run(name, func(t *testing.T) {
			box := must(st.BallotBox(t.Context(), id))(t)
			child := &countingChild{program: c.program, ended: make(chan struct{})}
			count := must(counter.Start(t.Context(), child.start, box, time.Now))(t)
			m := must(ballotbox.ParseManifest(box.Manifest))(t)
			cast := must(m.OpenCheckpoint(box.Checkpoint))(t)
			give := func(number int) {
				t.Helper()
				opener := must(must(m.SealingBox())(t).ShareOpener(number, secrets[number]))(t)
				var shares []byte
				for b := range box.Ballots {
					shares = append(shares, opener.Open(sealing.PartOf(b.Sealed, number))...)
				}
				sealed := must(counter.SealShares(count.Key(), string(id), cast, number, secrets[number], shares))(t)
				must(count.Give(t.Context(), sealed))(t)
			}
			give(2)
			checkReadable(t, test, child.cmd.Process.Pid, c.readable)
			give(3)
			if counted, err := count.Wait(t.Context()); err != nil || len(counted.Codes) != 1 {
				t.Errorf("%v, %v", counted, err)
			}
			<-child.ended // by itself, or because its count has come
		})
	}
}

// countingChild is a process that counts, and runs as nobody if the test is the superuser.
type countingChild struct {
	program string
	cmd     *exec.Cmd
	io.Reader
	io.WriteCloser
	ended chan struct{} // closed when it is gone
}

func (c *countingChild) start(ctx context.Context) (io.ReadWriteCloser, error) {
	in, childIn := io.Pipe()
	childOut, out := io.Pipe()
	c.cmd = exec.CommandContext(ctx, c.program, "count-worker")
	c.cmd.Env, c.cmd.Dir = []string{}, filepath.Dir(c.program)
	c.cmd.Stdin, c.cmd.Stdout = in, out
	c.Reader, c.WriteCloser = childOut, childIn
	asNobody(c.cmd)
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = c.cmd.Wait() // it may have been killed
		out.Close()
		close(c.ended)
	}()
	return c, nil
}
