package e2e

import (
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ostrakon/handlers/e2e/servertest"
)

// recorded are the system calls that change files or names, and those that bring them to the disk.
var recorded = []string{"openat", "write", "writev", "pwrite64", "pwritev", "pwritev2", "truncate", "ftruncate",
	"copy_file_range", "sendfile", "splice", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat",
	"unlink", "unlinkat", "rmdir", "mkdir", "mkdirat", "fsync", "fdatasync", "sync_file_range", "msync"}

// tape records the system calls by which a server changed the files of its data directory and sent its answers.
type tape struct {
	before string // a copy of the data directory before the first call
	path   string // that of the data directory
	calls  []*sysCall
}

// sysCall is a system call of a trace.
type sysCall struct {
	name         string
	text         string // its arguments, until they are parsed
	args         []string
	result       int
	began, ended int // lines of the trace
}

// record starts the server of a test and traces it. The function that it returns kills the server and reads the trace.
func (k *killed) record(t *testing.T) (*servertest.Server, func() *tape) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	r := &tape{before: filepath.Join(t.TempDir(), "data"), path: k.data()}
	noError(t, os.CopyFS(r.before, os.DirFS(k.data())))
	s := k.traced(t, "-q", "-o", log, "--seccomp-bpf", "-y", "-xx", "-s", strconv.Itoa(1<<20), "-e",
		"trace=?"+strings.Join(recorded, ",?"))
	return s, func() *tape {
		s.Kill()
		end := regexp.MustCompile(fmt.Sprintf(`(?m)^%d +\+\+\+ killed by SIGKILL`, s.Process.Pid))
		trace := ""
		waitUntil(t, func() bool {
			trace = string(must(os.ReadFile(log))(t))
			return end.MatchString(trace)
		})
		r.parse(t, trace)
		return r
	}
}

// parse reads the calls of a trace that have succeeded, or that the end has interrupted.
func (r *tape) parse(t *testing.T, trace string) {
	t.Helper()
	lines := strings.Split(trace, "\n")
	var calls []*sysCall
	unfinished := make(map[string]*sysCall) // by thread
	for n, line := range lines {
		thread, said, _ := strings.Cut(line, " ")
		said, result, ended := cutResult(strings.TrimLeft(said, " "))
		c := unfinished[thread]
		if _, more, ok := strings.Cut(said, " resumed>"); ok && c != nil {
			c.text += more
			delete(unfinished, thread)
		} else if name, args, ok := strings.Cut(said, "("); ok {
			c = &sysCall{name: name, text: args, began: n}
			calls = append(calls, c)
		} else {
			continue // a signal, or the end of a thread
		}
		c.ended, c.result = n, result
		if !ended {
			c.ended = len(lines)
			unfinished[thread] = c
		}
	}
	for _, c := range calls {
		if c.result < 0 {
			continue
		}
		for arg := range strings.SplitSeq(c.text, ", ") {
			c.args = append(c.args, plain(t, arg))
		}
		c.text = ""
		r.calls = append(r.calls, c)
	}
}

// cutResult cuts the result off a line about a call, if the call is over.
func cutResult(line string) (rest string, result int, ended bool) {
	rest, _, open := strings.Cut(line, " <unfinished ...>")
	if at := strings.LastIndex(line, " = "); at >= 0 && !open {
		rest = strings.TrimSuffix(strings.TrimRight(line[:at], " "), ")")
		n, err := fmt.Sscan(line[at+3:], &result)
		ended = n == 1 && err == nil
	}
	return rest, result, ended
}

// plain decodes an argument of a call. A descriptor becomes the path of its file.
func plain(t *testing.T, arg string) string {
	t.Helper()
	if _, path, ok := strings.Cut(arg, "<"); ok {
		arg, _, _ = strings.Cut(path, ">")
	} else if quoted, ok := strings.CutPrefix(arg, `"`); ok {
		if arg, ok = strings.CutSuffix(quoted, `"`); !ok {
			t.Fatalf("the trace has a part of what was written: %.200s", quoted)
		}
	}
	if !strings.HasPrefix(arg, `\x`) {
		return arg
	}
	return string(must(hex.DecodeString(strings.ReplaceAll(arg, `\x`, "")))(t))
}

// answered returns when the server began to send an answer that has some text.
func (r *tape) answered(t *testing.T, text string) int {
	t.Helper()
	for _, c := range r.calls {
		if c.name == "write" && strings.HasPrefix(c.args[0], "socket:") && strings.Contains(c.args[1], text) {
			return c.began
		}
	}
	t.Fatalf("the server has not answered %q", text)
	return 0
}

// read returns the disk before the first call.
func (r *tape) read(t *testing.T) *disk {
	t.Helper()
	d := &disk{root: newNode(), path: r.path, next: make(map[string]int64)}
	noError(t, fs.WalkDir(os.DirFS(r.before), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		n := newNode()
		if !e.IsDir() {
			n = &node{content: must(os.ReadFile(filepath.Join(r.before, path)))(t)}
		}
		dir := d.find(filepath.Join(r.path, filepath.Dir(path)))
		dir.names[filepath.Base(path)], dir.saved[filepath.Base(path)] = n, n
		return nil
	}))
	return d
}
