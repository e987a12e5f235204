// Package servertest starts the ostrakon program for tests, as a process of its own.
package servertest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Server is a running program.
type Server struct {
	URL     string // where it answers
	Setup   string // the token that makes the first administrator; empty if there is one already
	Process *os.Process
	Output  *Transcript
	Ended   chan struct{} // closed when the process has ended
	End     error         // how the process ended; read it after Ended is closed
}

// Start starts a program in a directory, on a free port and without its reader of cards unless a flag asks for it.
// It waits until the program is ready, however long that takes: a busy machine is no fault of the program.
func Start(cmd *exec.Cmd, dir string) (*Server, error) {
	cmd.Args = append(cmd.Args, "-addr", "127.0.0.1:0")
	s := &Server{Output: &Transcript{ready: make(chan struct{})}, Ended: make(chan struct{})}
	cmd.Dir = dir
	own := slices.DeleteFunc(os.Environ(), func(line string) bool { return strings.HasPrefix(line, "OSTRAKON_") })
	cmd.Env = append(append(own, cmd.Env...), "OSTRAKON_OCR=off") // those of tests would be told as misspelt
	cmd.Stdout, cmd.Stderr = s.Output, s.Output
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s.Process = cmd.Process
	go func() {
		s.End = cmd.Wait()
		close(s.Ended)
	}()
	select {
	case <-s.Output.ready:
	case <-s.Ended:
		return nil, fmt.Errorf("%w\n%s", s.End, s.Output)
	}
	text := s.Output.String()
	s.URL = readyLine.FindStringSubmatch(text)[1]
	if m := setupLink.FindStringSubmatch(text); m != nil {
		s.Setup = m[1]
	}
	return s, nil
}

// Stop ends the server as an administrator would, and waits.
func (s *Server) Stop() error {
	if err := s.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	<-s.Ended
	if s.End != nil {
		return fmt.Errorf("%w\n%s", s.End, s.Output)
	}
	return nil
}

// Kill ends the server with SIGKILL, and waits.
func (s *Server) Kill() {
	s.Process.Kill() // fails if it has ended
	<-s.Ended
}

var (
	readyLine = regexp.MustCompile(`(?m)^  (?:Ostrakon|The demo) is at (\S+) .*\n`) // the last line of the banner
	setupLink = regexp.MustCompile(`#setup=(\S+)`)
)

// Transcript gathers what a process writes while a test reads it.
type Transcript struct {
	mu    sync.Mutex
	text  bytes.Buffer
	ready chan struct{} // closed when the process prints that it is ready
}

// Write adds to the transcript.
func (o *Transcript) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	was := readyLine.Match(o.text.Bytes())
	o.text.Write(p)
	if !was && readyLine.Match(o.text.Bytes()) {
		close(o.ready)
	}
	return len(p), nil
}

// String returns all that the process has written.
func (o *Transcript) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
