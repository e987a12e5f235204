package e2e

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"sync"
)

// server is a running program.
type server struct {
	url, setup string // where it is, and the token that makes the first administrator
	process    *os.Process
	output     *transcript
	ended      chan struct{} // closed when the process has ended
	end        error         // how it ended, after that
}

// start starts the program and waits until it says that it is ready, however long that takes: a
// busy machine is no fault of the program.
func start(ctx context.Context, dir string, args ...string) (*server, error) {
	return launch(exec.CommandContext(ctx, program, args...), dir)
}

// launch is start with another program, whose environment may have more than that of the test.
func launch(cmd *exec.Cmd, dir string) (*server, error) {
	cmd.Args = append(cmd.Args, "-addr", "127.0.0.1:0")
	s := &server{output: &transcript{ready: make(chan struct{})}, ended: make(chan struct{})}
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), cmd.Env...), "OSTRAKON_OCR=off") // unless a flag says otherwise
	cmd.Stdout, cmd.Stderr = s.output, s.output
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s.process = cmd.Process
	go func() {
		s.end = cmd.Wait()
		close(s.ended)
	}()
	select {
	case <-s.output.ready:
	case <-s.ended:
		return nil, fmt.Errorf("%w\n%s", s.end, s.output)
	}
	text := s.output.String()
	s.url = readyLine.FindStringSubmatch(text)[1]
	if m := setupLink.FindStringSubmatch(text); m != nil {
		s.setup = m[1]
	}
	return s, nil
}

// stop ends the server as an administrator would, and waits.
func (s *server) stop() error {
	if err := s.process.Signal(os.Interrupt); err != nil {
		return err
	}
	<-s.ended
	if s.end != nil {
		return fmt.Errorf("%w\n%s", s.end, s.output)
	}
	return nil
}

// kill ends the server with SIGKILL, and waits.
func (s *server) kill() {
	s.process.Kill() // fails if it has ended
	<-s.ended
}

var (
	readyLine = regexp.MustCompile(`(?m)^  (?:Ostrakon|The demo) is at (\S+) .*\n`) // the last of the banner
	setupLink = regexp.MustCompile(`#setup=(\S+)`)
)

// transcript gathers what a process writes while a test reads it.
type transcript struct {
	mu    sync.Mutex
	text  bytes.Buffer
	ready chan struct{} // closed when the process says that it is ready
}

func (o *transcript) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	was := readyLine.Match(o.text.Bytes())
	o.text.Write(p)
	if !was && readyLine.Match(o.text.Bytes()) {
		close(o.ready)
	}
	return len(p), nil
}

func (o *transcript) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
