package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ostrakon/handlers/e2e/servertest"
	"ostrakon/store/ballotbox"
)

// traced starts the server of a test with strace, which gets some arguments. With -D the process is the server, and
// strace its grandchild.
func (k *killed) traced(t *testing.T, args ...string) *servertest.Server {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed: what a disk does was left out")
	}
	args = append(append([]string{"-D", "-f"}, args...), program, "serve", "-data", k.data())
	return must(servertest.Start(exec.CommandContext(t.Context(), strace, args...), k.dir))(t)
}

// failing starts the server of a test with faults of its disk.
func (k *killed) failing(t *testing.T, faults string) *servertest.Server {
	t.Helper()
	return k.traced(t, "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", "inject="+faults)
}

// cast casts the vote of a voter in an election, and returns the status and the body of the answer.
func (k *killed) cast(t *testing.T, s *servertest.Server, voter, round int) (status int, body string) {
	t.Helper()
	u, e := k.voters[voter], k.elections[round]
	choice := e.Questions[0].Candidates[voter%len(e.Questions[0].Candidates)].ID
	k.note(k.attempted, u.ID, e.ID, choice)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/user/elections/"+string(e.ID)+"/vote",
		strings.NewReader(`{"candidateId":"`+string(choice)+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+k.tokens[voter])
	req.Header.Set("Content-Type", "application/json")
	res := must(http.DefaultClient.Do(req))(t)
	defer res.Body.Close()
	raw := must(io.ReadAll(res.Body))(t)
	if res.StatusCode == http.StatusOK {
		r := ballotbox.NamedReceipt{Name: u.FullName}
		noError(t, json.Unmarshal(raw, &r.Receipt))
		k.note(k.acknowledged, u.ID, e.ID, choice)
		k.keep(r)
	}
	return res.StatusCode, string(raw)
}

// A disk whose syncs fail again and again loses no vote and no receipt: strace counts them for each thread,
// so that two may fail in a row, and who hears then that the vote was not saved casts it again. One whose syncs all
// fail lets nobody believe that a vote was saved; what it said before stands.
func TestSyncsThatFail(t *testing.T) {
	t.Parallel()
	k := newKilled(t, 2)
	s := k.failing(t, "fdatasync:error=EIO:when=4+4")
	for _, u := range k.voters[:16] { // as many as show it: a password takes long to check
		k.tokens = append(k.tokens, logIn(t, s.URL, u.Email, killPassword))
	}
	for i := range k.tokens {
		status, body := k.cast(t, s, i, 0)
		for again := 0; strings.Contains(body, `"what":"not_saved"`) && again < 5; again++ {
			status, body = k.cast(t, s, i, 0)
		}
		if status != http.StatusOK {
			t.Errorf("voter %d: %d %s", i, status, body)
		}
	}
	if !strings.Contains(s.Output.String(), "a commit failed") {
		t.Error("no commit failed: the test shows nothing")
	}
	s.Kill()
	k.check(t)

	s = k.failing(t, "fsync,fdatasync:error=EIO:when=5+")
	refused := 0
	for i := range k.tokens {
		switch status, body := k.cast(t, s, i, 1); {
		case status == http.StatusOK:
		case status == http.StatusServiceUnavailable && strings.Contains(body, `"code":"storage_failed"`):
			refused++
		default:
			t.Errorf("voter %d: %d %s", i, status, body)
		}
	}
	err := call(http.DefaultClient, http.MethodGet, s.URL+"/readyz", "", "", nil)
	if refused == 0 || err == nil || !strings.Contains(err.Error(), "storage_failed") {
		t.Errorf("%d votes were refused; ready: %v", refused, err)
	}
	s.Kill()
	k.check(t)
	k.count(t)
}

// A disk that hangs keeps nobody waiting without an answer, and the vote that waits for it counts when
// it comes back.
func TestASyncThatHangs(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed: a disk that hangs was left out")
	}
	k := newKilled(t, 1)
	s := must(servertest.Start(exec.CommandContext(t.Context(), program, "serve", "-data", k.data()), k.dir))(t)
	for _, u := range k.voters[:2] {
		k.tokens = append(k.tokens, logIn(t, s.URL, u.Email, killPassword))
	}
	pid := strconv.Itoa(s.Process.Pid)
	hang := exec.CommandContext(t.Context(), strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync", "-e",
		"inject=fdatasync:delay_enter=600s", "-p", pid)
	noError(t, hang.Start())
	waitUntil(t, func() bool { // each thread is traced
		threads, err := filepath.Glob("/proc/" + pid + "/task/*/status")
		return err == nil && !slices.ContainsFunc(threads, func(path string) bool {
			status, err := os.ReadFile(path)
			return err == nil && strings.Contains(string(status), "TracerPid:\t0\n")
		})
	})
	if status, body := k.cast(t, s, 0, 0); status != http.StatusServiceUnavailable ||
		!strings.Contains(body, `"what":"vote"`) {
		t.Errorf("while the disk hangs: %d %s", status, body)
	}
	ready := func() error { return call(http.DefaultClient, http.MethodGet, s.URL+"/readyz", "", "", nil) }
	if err := ready(); err == nil || !strings.Contains(err.Error(), "storage_failed") {
		t.Errorf("ready while the disk hangs: %v", err)
	}
	if err := hang.Process.Signal(os.Interrupt); err != nil { // it lets go of the server
		t.Fatal(err)
	}
	hang.Wait()
	waitUntil(t, func() bool { return ready() == nil })
	if status, body := k.cast(t, s, 0, 0); status != http.StatusBadRequest || !strings.Contains(body, "already_voted") {
		t.Errorf("cast again: %d %s", status, body)
	}
	if status, body := k.cast(t, s, 1, 0); status != http.StatusOK {
		t.Errorf("another vote: %d %s", status, body)
	}
	s.Kill()
	k.check(t)
	k.count(t)
}

// waitUntil waits for something, two minutes at most.
func waitUntil(t *testing.T, reached func() bool) {
	t.Helper()
	for range 1200 {
		if reached() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("two minutes are over")
}
