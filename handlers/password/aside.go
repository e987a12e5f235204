package password

import (
	"encoding/json"
	"fmt"
	"io"

	"golang.org/x/crypto/argon2"

	"ostrakon/handlers/worker"
)

// The conversation with a child, in frames: a task as JSON, and its tag.
const (
	kindTask = 't'
	kindTag  = 'g'
	maxFrame = 64 << 10 // bytes, of which a password takes a few thousand
)

// ChildMemory limits the memory of a hash-worker, in bytes: the most that the parameters of a stored hash may ask for,
// and room for the program itself.
const ChildMemory = maxMemoryKiB<<10 + 256<<20

// task is one computation.
type task struct {
	Password, Salt []byte
	Params         Params
	TagLen         int
}

func (t *task) compute() []byte {
	p := t.Params
	return argon2.IDKey(t.Password, t.Salt, p.Passes, p.MemoryKiB, p.Lanes, uint32(t.TagLen))
}

// askFor has a child compute a tag.
func (t *task) askFor(child *worker.Child) (tag []byte, err error) {
	raw, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	if err := child.Send(kindTask, raw); err != nil {
		return nil, err
	}
	kind, tag, err := child.Receive(maxFrame)
	if err == nil && (kind != kindTag || len(tag) != t.TagLen) {
		err = fmt.Errorf("%w: its tag is none", worker.ErrCrashed)
	}
	return tag, err
}

// Serve is the child's side: it computes one tag after the other until in ends. Errors: those of in and out.
func Serve(in io.Reader, out io.Writer) error {
	return worker.ServeEach(in, out, serveOne)
}

func serveOne(conn worker.Conn) error {
	kind, raw, err := conn.Receive(maxFrame)
	if err != nil {
		return err
	}
	var t task
	if err := json.Unmarshal(raw, &t); err != nil || kind != kindTask {
		return fmt.Errorf("%w: a frame %q: %v", worker.ErrCrashed, kind, err)
	}
	return conn.Send(kindTag, t.compute())
}
