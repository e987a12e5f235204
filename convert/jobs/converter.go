package jobs

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/convert/stl"
)

// ErrFailed means that a conversion failed, and the upload is not to blame.
var ErrFailed = errors.New("the conversion failed")

// Options of a Converter. The zero value is ready to use.
type Options struct {
	Workers int              // conversions at a time; 0 means one a core
	Queue   int              // uploads that are received or wait beside those; 0 means 32
	Bytes   int64            // of uploads held at a time; 0 means 1 GiB
	Now     func() time.Time // the clock; nil means time.Now
	Done    func(Outcome)    // is told of every conversion that ended; may be nil
}

// Input is an upload to be converted.
type Input struct {
	Data     []byte // the STL file; the conversion uses its memory
	FileName string // as the uploader called it
	Options  convert.Options
}

// Conversion is what an upload became.
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
	spool   *spool.Spool
	now     func() time.Time
	done    func(Outcome)
	workers chan struct{}
	running atomic.Int64
	places  places
	jobs    jobList

	ctx  context.Context // of the jobs in the background
	stop context.CancelFunc
	wg   sync.WaitGroup
}

// New makes a Converter. Close it before the spool.
func New(sp *spool.Spool, opts Options) *Converter {
	if opts.Workers == 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.Queue == 0 {
		opts.Queue = 32
	}
	if opts.Bytes == 0 {
		opts.Bytes = 1 << 30
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Done == nil {
		opts.Done = func(Outcome) {}
	}
	c := &Converter{
		spool: sp, now: opts.Now, done: opts.Done,
		workers: make(chan struct{}, opts.Workers),
		places:  places{count: opts.Workers + opts.Queue, bytes: opts.Bytes, byClient: make(map[string]load)},
		jobs:    jobList{byID: make(map[string]*Job)},
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// Running is how many conversions are at work.
func (c *Converter) Running() int { return int(c.running.Load()) }

// Admitted is how many uploads are being received, wait or are at work.
func (c *Converter) Admitted() int {
	c.places.mu.Lock()
	defer c.places.mu.Unlock()
	return c.places.taken.count
}

// Close ends the jobs in the background and waits until they have.
func (c *Converter) Close() {
	c.stop()
	c.wg.Wait()
}

// Convert converts an upload and waits for it; p is left when it returns. Errors: *stl.Error,
// *convert.OptionError and *convert.SizeError, which the uploader can correct; spool.ErrFull; the
// error of ctx; anything else is an ErrFailed.
func (c *Converter) Convert(ctx context.Context, p *Place, in Input) (*Conversion, error) {
	defer p.Leave()
	return c.convert(ctx, "", &in, nil)
}

func (c *Converter) convert(ctx context.Context, job string, in *Input, progress convert.Progress) (conv *Conversion, err error) {
	out := Outcome{Job: job, Options: in.Options, InputSize: int64(len(in.Data))}
	defer func() {
		out.Conversion, out.Err = conv, err
		c.done(out)
	}()
	files := c.spool.Begin()
	defer files.Discard()
	result, started, err := c.work(ctx, in, files, progress)
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

// work waits for a worker and converts. A panic becomes an error: one odd file must not end the
// conversions of others.
func (c *Converter) work(ctx context.Context, in *Input, files *spool.Output, progress convert.Progress) (result *convert.Result, started time.Time, err error) {
	select {
	case c.workers <- struct{}{}:
	case <-ctx.Done():
		return nil, started, ctx.Err()
	}
	c.running.Add(1)
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
		c.running.Add(-1)
		<-c.workers
	}()
	started = c.now()
	data := in.Data
	in.Data = nil // only the conversion holds the file, so it can let go of it on the way
	result, err = convert.Convert(ctx, data, in.Options, files.Base(), files.Create, progress)
	return result, started, err
}

// classify marks an error as a failure, unless the uploader can correct it or it is expected.
func classify(err error) error {
	var unreadable *stl.Error
	var option *convert.OptionError
	var size *convert.SizeError
	switch {
	case errors.As(err, &unreadable), errors.As(err, &option), errors.As(err, &size),
		errors.Is(err, spool.ErrFull), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return fmt.Errorf("%w: %w", ErrFailed, err)
}
