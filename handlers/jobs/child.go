package jobs

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"time"

	"golang.org/x/sync/semaphore"

	"ostrakon/convert"
	"ostrakon/convert/remark"
	"ostrakon/convert/spool"
	"ostrakon/convert/stl"
	"ostrakon/convert/unpack"
	"ostrakon/handlers/worker"
)

// The conversation about one upload, in frames. Where a frame has a content, it is JSON, but for the
// bytes of the file, a path, and progress, which comes often.
//
//	parent                              child
//	task, and data of a small file  ->
//	                                <-  progress, where somebody follows it
//	                                <-  create: a file of a name and size
//	path where it is, or full       ->  writes it
//	                                <-  result or failure
const (
	kindTask     = 't'
	kindData     = 'd'
	kindProgress = 'p'
	kindCreate   = 'c'
	kindPath     = 'o'
	kindFull     = 'x'
	kindResult   = 'r'
	kindFailure  = 'f'
)

// maxFrame bounds a frame, in bytes. The largest is a result with the places of 10,000 open edges.
const maxFrame = 2 << 20

// SmallUpload is the size, in bytes, up to which an upload stays in memory and goes to the child
// through the pipe. A larger one is a file that the child reads.
const SmallUpload = 256 << 10

// What a child may take, in bytes. The noisiest scans take five times the file.
const (
	SmallMemory   = 256 << 20 // where the uploads are small
	largeMemory   = 128 << 20 // else, and
	memoryPerByte = 6         // for each byte of the file, unpacked:
	packedRatio   = 10        // times what is packed, as text and XML are, and
	sharedRatio   = 4         // times OBJ and PLY, whose facets share their corners
)

// task asks a child for a conversion.
type task struct {
	Base     string
	Upload   string // path of the file; "": its bytes follow
	Options  convert.Options
	Progress bool // is wanted
}

// appendStage appends the frame of a stage: its fraction as a float64, the most significant byte first, then its name.
func appendStage(to []byte, name string, fraction float64) []byte {
	return append(binary.BigEndian.AppendUint64(to, math.Float64bits(fraction)), name...)
}

// readStage reads what appendStage appends.
func readStage(raw []byte) (name string, fraction float64, err error) {
	if len(raw) < 8 {
		return "", 0, errors.New("a stage of less than 8 bytes")
	}
	if fraction = math.Float64frombits(binary.BigEndian.Uint64(raw)); !(fraction >= 0 && fraction <= 1) {
		return "", 0, fmt.Errorf("a stage that is done by %v", fraction)
	}
	return string(raw[8:]), fraction, nil
}

// file is one that a child wants to write.
type file struct {
	Name string
	Size int64
}

// failure is an error of package convert, in parts.
type failure struct {
	Option  string             `json:",omitempty"` // that is wrong, as Remark says
	Remark  *remark.Remark     `json:",omitempty"` // what is wrong with it, or else with the file:
	Offset  int64              `json:",omitempty"`
	Line    int                `json:",omitempty"`
	TooBig  *convert.SizeError `json:",omitempty"` // what it becomes
	Full    bool               `json:",omitempty"` // the disk
	Trouble string             `json:",omitempty"` // anything else
}

// err is the error that was taken apart.
func (f *failure) err() error {
	switch {
	case f.Remark != nil && f.Option != "":
		return &convert.OptionError{Option: f.Option, Remark: *f.Remark}
	case f.Remark != nil:
		return &stl.Error{Remark: *f.Remark, Offset: f.Offset, Line: f.Line}
	case f.TooBig != nil:
		return f.TooBig
	}
	return errors.New(f.Trouble)
}

// MemoryError reports that a conversion ran out of memory.
type MemoryError struct {
	Limit int64 // bytes that it had
}

// Error names the limit.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("the conversion needs more than %d bytes of memory", e.Limit)
}

// children are the processes that convert.
type children struct {
	pool  *worker.Pool
	most  int64               // bytes of memory that large uploads may take together
	large *semaphore.Weighted // of these
}

// newChildren divides memory among children: a small part for each but one, and the rest for large uploads.
func newChildren(o Options) children {
	most := max(o.Memory-int64(o.Workers-1)*SmallMemory, SmallMemory)
	return children{
		pool: worker.New(worker.Options{
			Command: o.Command, Workers: o.Workers, Budget: conversionBudget, Recycle: conversionsOfChild, Listen: true,
			Yield: o.Yield, Turns: o.Turns,
		}),
		most: most, large: semaphore.NewWeighted(most),
	}
}

// memoryFor returns how many bytes of memory the child of an upload may take.
func (c *children) memoryFor(in *Input) int64 {
	if in.Upload == nil {
		return SmallMemory
	}
	size := in.Upload.Size()
	size = max(size, min(growth(in.Upload)*size, in.Options.Largest))
	return min(largeMemory+memoryPerByte*size, c.most)
}

// growth is how many times its size an upload counts. One that cannot be read counts as packed.
func growth(u *spool.Upload) int64 {
	f, err := os.Open(u.Path())
	if err != nil {
		return packedRatio
	}
	defer f.Close()
	kind, err := unpack.Sniff(f, u.Size())
	if kind != unpack.Plain || err != nil {
		return packedRatio
	}
	if shared, err := convert.HasPolygons(f, u.Size()); shared || err != nil {
		return sharedRatio
	}
	return 1
}

// admit waits until a large upload may take its memory. Call done when it no longer does.
func (c *children) admit(ctx context.Context, in *Input) (done func(), err error) {
	if in.Upload == nil {
		return func() {}, nil
	}
	memory := c.memoryFor(in)
	return func() { c.large.Release(memory) }, c.large.Acquire(ctx, memory)
}

// moment is how long the conversion of a small upload may go on when nobody waits for it any more.
const moment = time.Second

// convert has an upload converted into files. What is small has a moment to end by itself when ctx
// does: to start another child would take longer.
func (c *children) convert(ctx context.Context, in *Input, progress convert.Progress) (result *convert.Result,
	err error) {
	t := task{Base: in.Files.Base(), Options: in.Options, Progress: progress != nil}
	memory := c.memoryFor(in)
	if in.Upload == nil {
		late, cancel := context.WithCancel(context.WithoutCancel(ctx))
		defer cancel()
		defer context.AfterFunc(ctx, func() { time.AfterFunc(moment, cancel) })()
		ctx = late
	} else {
		t.Upload = in.Upload.Path()
	}
	err = c.pool.Do(ctx, []string{"-memory", strconv.FormatInt(memory, 10), "-files", in.Files.Dir(),
		"-opened", strconv.Itoa(in.Files.Opened())}, // a child cannot leave the directory that it began with
		func(child *worker.Child) error {
			if in.Upload != nil {
				child.Retire()
			}
			result, err = converse(child, &t, in, progress)
			return err
		})
	if errors.Is(err, worker.ErrMemory) {
		return nil, &MemoryError{memory}
	}
	return result, err
}

// converse is the parent's side of a conversation.
func converse(child *worker.Child, t *task, in *Input, progress convert.Progress) (*convert.Result, error) {
	if err := send(child.Conn, kindTask, t); err != nil {
		return nil, err
	}
	if in.Upload == nil {
		if err := child.Send(kindData, in.Data); err != nil {
			return nil, err
		}
	}
	var refused error // by the spool
	for {
		kind, raw, err := child.Receive(maxFrame)
		if err != nil {
			return nil, err
		}
		switch kind {
		case kindProgress:
			name, fraction, err := readStage(raw)
			if err != nil || progress == nil {
				return nil, garbled(kind, err)
			}
			progress(name, fraction)
		case kindCreate:
			f, err := parse[file](raw)
			if err != nil {
				return nil, garbled(kind, err)
			}
			answer, path := byte(kindPath), []byte(in.Files.Path(f.Name))
			if refused = in.Files.Create(f.Name, f.Size); refused != nil {
				answer, path = kindFull, nil
			}
			if err := child.Send(answer, path); err != nil {
				return nil, err
			}
		case kindResult:
			result, err := parse[convert.Result](raw)
			if err != nil {
				return nil, garbled(kind, err)
			}
			return result, nil
		case kindFailure:
			f, err := parse[failure](raw)
			switch {
			case err != nil:
				return nil, garbled(kind, err)
			case refused != nil:
				return nil, refused
			case f.Full:
				return nil, in.Files.Full(errors.New(f.Trouble))
			}
			return nil, f.err()
		default:
			return nil, garbled(kind, nil)
		}
	}
}

func send(c worker.Conn, kind byte, content any) error {
	raw, err := json.Marshal(content)
	if err != nil {
		return err
	}
	return c.Send(kind, raw)
}

func parse[T any](raw []byte) (*T, error) {
	into := new(T)
	return into, json.Unmarshal(raw, into)
}

// garbled is the error of a frame that makes no sense: the child is ended.
func garbled(kind byte, err error) error {
	return fmt.Errorf("%w: a frame %q: %v", worker.ErrCrashed, kind, err)
}
