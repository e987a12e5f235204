package e2e

import (
	"bytes"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// lockedBuffer gathers what a process writes while a test reads it.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// serverTable finds the server that a script started.
type serverTable struct {
	mu  sync.Mutex
	all map[*testscript.TestScript]*server
}

var servers = serverTable{all: make(map[*testscript.TestScript]*server)}

func (t *serverTable) put(ts *testscript.TestScript, s *server) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all[ts] = s
}

func (t *serverTable) get(ts *testscript.TestScript) *server {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[ts]
}
