package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/convert/stl"
	"ostrakon/handlers/worker"
)

// ErrFailed means that a conversion failed, and the upload is not to blame.
var ErrFailed = errors.New("the conversion failed")

// Options of a Converter. All but Command have a default.
type Options struct {
	// Program and arguments of a child, which calls Serve. What follows is -memory with a number of
	// bytes, and -files with the spool's directory.
	Command []string
	Workers int              // conversions at a time; 0 means one a core. There are fewer where memory is small.
	Queue   int              // uploads that are received or wait beside those; 0 means 32
	Memory  int64            // bytes that all children may take; 0 means MachineMemory
	Now     func() time.Time // the clock; nil means time.Now
	Done    func(Outcome)    // is told of every conversion that ended; may be nil
	Yield   func() bool      // whether conversions shall leave the cores to the server, see worker.Options
	Turns   *worker.Turns    // see worker.Options
}

const (
	// conversionBudget is the CPU time that a child has for one upload; it may last worker.Patience times as long.
	conversionBudget = 5 * time.Minute
	// conversionsOfChild is how many small uploads a child converts.
	conversionsOfChild = 10_000
)

// Input is an upload to be converted.
type Input struct {
	Files    *spool.Output // where the outputs go
	Upload   *spool.Upload // the file; nil: it is in memory
	Data     []byte        // then, at most SmallUpload
	FileName string        // as the uploader called it
	Options  convert.Options
}

// size is the size of the file in bytes.
func (in *Input) size() int64 {
	if in.Upload != nil {
		return in.Upload.Size()
	}
	return int64(len(in.Data))
}

// Conversion holds the result of an upload.
type Conversion struct {
	*convert.Result
	Duration time.Duration // from the worker's start until the files are durable
	Expires  time.Time     // until when the files are kept
}

// Outcome is how a conversion ended.
type Outcome struct {
	Job        string // id of the job in the background; "" if the client waited
	Options    convert.Options
	InputSize  int64
	Conversion *Conversion // nil after an error
	Err        error
}

// Converter converts uploads into the files of a spool. Its methods are safe for concurrent use.
type Converter struct {
	spool *spool.Spool     // set by New, and safe for concurrent use
	now   func() time.Time // set by New, and called by any goroutine
	done  func(Outcome)    // set by New; the goroutine of a conversion calls it, once, when that has ended

	workers  chan struct{} // holds one value for each conversion at work; work sends and receives it
	running  atomic.Int64  // the conversions at work: work changes it, and any goroutine reads it
	children children      // set by New; has locks of its own, and Close ends it
	places   places        // guarded by places.mu
	jobs     jobList       // guarded by jobs.mu

	ctx  context.Context    // set by New: each job in the background derives its own from it
	stop context.CancelFunc // set by New; only Close calls it
	wg   sync.WaitGroup     // counts the goroutines of jobs in the background: Start adds, and Close waits
}

// New makes a Converter. Close it before the spool.
func New(sp *spool.Spool, opts Options) *Converter {
	if opts.Workers == 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.Queue == 0 {
		opts.Queue = 32
	}
	if opts.Memory == 0 {
		opts.Memory = MachineMemory()
	}
	opts.Workers = int(min(int64(opts.Workers), max(1, opts.Memory/SmallMemory)))
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Done == nil {
		opts.Done = func(Outcome) {}
	}
	c := &Converter{
		spool: sp, now: opts.Now, done: opts.Done,
		workers:  make(chan struct{}, opts.Workers),
		children: newChildren(opts),
		places: places{most: int64(opts.Workers+opts.Queue) * wholePlace, now: opts.Now, byClient: make(map[string]int64),
			arriving: make(map[*Place]bool)},
		jobs: jobList{byID: make(map[string]*Job)},
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// Running counts the conversions at work.
func (c *Converter) Running() int { return int(c.running.Load()) }

// Admitted counts the uploads that arrive, wait or are at work.
func (c *Converter) Admitted() int {
	c.places.mu.Lock()
	defer c.places.mu.Unlock()
	return c.places.admitted
}

// Close ends the jobs in the background and the children, and waits until they have ended.
func (c *Converter) Close() error {
	c.stop()
	err := c.children.pool.Close()
	c.wg.Wait()
	return err
}

// Begin begins the files of a conversion. Whoever does not convert them discards them.
func (c *Converter) Begin() *spool.Output { return c.spool.Begin() }

// Convert converts an upload and waits for it; p is left, and in.Files kept or discarded, when it returns. Errors:
// *stl.Error, *convert.OptionError, *convert.SizeError, *spool.SizeError and *MemoryError, which the uploader can
// correct; ErrBusy, if the place was given to another; spool.ErrFull; the error of ctx; anything else is an ErrFailed.
func (c *Converter) Convert(ctx context.Context, p *Place, in Input) (*Conversion, error) {
	defer p.Leave()
	return c.convert(ctx, "", &in, nil)
}

func (c *Converter) convert(ctx context.Context, job string, in *Input, progress convert.Progress) (conv *Conversion,
	err error) {
	out := Outcome{Job: job, Options: in.Options, InputSize: in.size()}
	defer func() {
		out.Conversion, out.Err = conv, err
		c.done(out)
	}()
	files := in.Files
	defer files.Discard()
	result, started, err := c.work(ctx, in, progress)
	if err != nil {
		return nil, classify(err)
	}
	// Waiting for the disk needs no core, so the worker is free meanwhile.
	expires, err := files.Keep(spool.Title(in.FileName))
	if err != nil {
		return nil, classify(err)
	}
	return &Conversion{Result: result, Duration: c.now().Sub(started), Expires: expires}, nil
}

// work waits for a worker and has a child convert.
func (c *Converter) work(ctx context.Context, in *Input, progress convert.Progress) (result *convert.Result,
	started time.Time, err error) {
	done, err := c.children.admit(ctx, in)
	if err != nil {
		return nil, started, err
	}
	defer done()
	select {
	case c.workers <- struct{}{}:
	case <-ctx.Done():
		return nil, started, ctx.Err()
	}
	c.running.Add(1)
	defer func() {
		c.running.Add(-1)
		<-c.workers
	}()
	started = c.now()
	result, err = c.children.convert(ctx, in, progress)
	return result, started, cmp.Or(ctx.Err(), err)
}

// classify marks an error as a failure, unless the uploader can correct it or it is expected.
func classify(err error) error {
	var unreadable *stl.Error
	var option *convert.OptionError
	var output *convert.SizeError
	var stored *spool.SizeError
	var memory *MemoryError
	switch {
	case errors.As(err, &unreadable), errors.As(err, &option), errors.As(err, &output), errors.As(err, &stored),
		errors.As(err, &memory),
		errors.Is(err, spool.ErrFull), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return fmt.Errorf("%w: %w", ErrFailed, err)
}
