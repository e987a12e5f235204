package counter

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/frame"
	"ostrakon/store/sealing"
)

// Counting waits in a child until as many holders as the threshold have given their shares, or the server its sheet,
// and counts. It is safe for concurrent use.
type Counting struct {
	box      *ballotbox.Box
	manifest *ballotbox.Manifest
	kind     byte // of the frames that it waits for
	size     int  // of their payload
	now      func() time.Time
	conn     io.ReadWriter
	hangUp   func() // closes conn, which ends the child
	cancel   context.CancelCauseFunc
	frames   chan message // from the child; closed when there will be no more
	gifts    chan gift
	ready    chan struct{} // closed when key is known
	done     chan struct{} // closed when count and err are known

	key   []byte
	count *ballotbox.Count
	err   error

	mu     sync.Mutex
	given  []int
	opened int
}

// message is a frame that came from the child.
type message struct {
	kind    byte
	payload []byte
}

// gift is a sealed sheet or sealed shares. The answer is the number of the holder, 0 if it is wrong, or tooLate.
type gift struct {
	sealed []byte
	answer chan<- int
}

const tooLate = -1

// Start starts a child and waits until holders can give something. The ballots of the box are read when enough have;
// now tells the time of the count. The end of ctx ends the child.
// Errors: ErrBox for a manifest or a checkpoint that cannot be read, ErrDied, ctx.Err(), those of start.
func Start(ctx context.Context, start StartFunc, box *ballotbox.Box, now func() time.Time) (*Counting, error) {
	m, cast, err := readHead(box)
	if err != nil {
		return nil, err
	}
	kind, size := giftOf(m, sizeOf(box, cast))
	ctx, cancel := context.WithCancelCause(ctx)
	conn, err := start(ctx)
	if err != nil {
		cancel(err)
		return nil, fmt.Errorf("start the counting process: %w", err)
	}
	c := &Counting{
		box: box, manifest: m, kind: kind, size: size, now: now, conn: conn,
		hangUp: sync.OnceFunc(func() { conn.Close() }), cancel: cancel,
		frames: make(chan message), gifts: make(chan gift), ready: make(chan struct{}), done: make(chan struct{}),
	}
	context.AfterFunc(ctx, c.hangUp) // then nothing waits for the child any more
	go c.receive(ctx)
	go func() {
		defer close(c.done)
		c.count, c.err = c.run()
		if cause := context.Cause(ctx); c.err != nil && cause != nil {
			c.err = cause
		}
		cancel(nil)
		c.hangUp()
	}()
	select {
	case <-c.ready:
		return c, nil
	case <-c.done:
		return nil, c.err
	}
}

// Key is the public key that SealShares and SealSheet seal to.
func (c *Counting) Key() []byte { return c.key }

// SealSheet seals the bytes of the server's secret to the key.
func (c *Counting) SealSheet(secret []byte) ([]byte, error) {
	return sealing.SealTo(c.key, infoOf(c.manifest.ElectionID), secret)
}

// Give hands a holder's sealed shares to the child, or the server's sealed sheet, and returns the number of the holder.
// The same twice is no error. Errors: ErrWrong, ErrEnough, ctx.Err(), those of Wait.
func (c *Counting) Give(ctx context.Context, sealed []byte) (number int, err error) {
	if len(sealed) != c.size {
		return 0, ErrWrong
	}
	answer := make(chan int, 1)
	select {
	case c.gifts <- gift{sealed, answer}:
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-c.done:
		return 0, c.ended()
	}
	select {
	case number = <-answer:
	case <-c.done:
		select {
		case number = <-answer: // a small box may be counted before this goroutine runs again
		default:
			return 0, c.ended()
		}
	}
	switch number {
	case tooLate:
		return 0, ErrEnough
	case 0:
		return 0, ErrWrong
	}
	return number, nil
}

// ended is the answer to what is given after the end.
func (c *Counting) ended() error { return cmp.Or(c.err, ErrEnough) }

// Progress is the numbers of the holders who have given theirs, rising, and how many ballots were opened.
func (c *Counting) Progress() (given []int, opened int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]int{}, c.given...), c.opened
}

// Wait waits for the count.
// Errors: ErrBox, ErrFailed, ErrDied, one of the ballots of the box, ctx.Err() or that of the context of Start.
func (c *Counting) Wait(ctx context.Context) (*ballotbox.Count, error) {
	select {
	case <-c.done:
		return c.count, c.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Kill ends the child and waits until it is gone.
func (c *Counting) Kill() {
	c.cancel(nil)
	<-c.done
}

// receive takes frames from the child until it ends or talks nonsense.
func (c *Counting) receive(ctx context.Context) {
	defer close(c.frames)
	in := bufio.NewReader(c.conn)
	for {
		kind, payload, err := frame.Read(in, maxCount)
		if err != nil {
			return
		}
		select {
		case c.frames <- message{kind, payload}:
		case <-ctx.Done():
			return
		}
	}
}

// run leads the conversation with the child.
func (c *Counting) run() (*ballotbox.Count, error) {
	h := head{Manifest: c.box.Manifest, Checkpoint: c.box.Checkpoint, Notices: c.box.Notices, Exports: c.box.Exports,
		PollBook: c.box.PollBook, Seal: c.box.Seal, Handed: c.box.Handed, Papers: c.box.Papers}
	for _, code := range c.box.Codes {
		h.Codes = append(h.Codes, code[:]...)
	}
	raw, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if err := frame.Write(c.conn, kindHead, raw); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDied, err)
	}
	if c.key, err = c.expect(kindKey, sealing.PublicKeySize); err != nil {
		return nil, err
	}
	close(c.ready)
	if err := c.gather(); err != nil {
		return nil, err
	}
	var sending sync.WaitGroup
	sending.Go(c.send)
	count, err := c.result()
	c.hangUp()
	sending.Wait()
	return count, err
}

// expect takes a frame of a kind and a size.
func (c *Counting) expect(kind byte, size int) ([]byte, error) {
	f, ok := <-c.frames
	if !ok || f.kind != kind || len(f.payload) != size {
		return nil, f.failure()
	}
	return f.payload, nil
}

// failure is the error that a frame stands for which was not expected.
func (f message) failure() error {
	known := failures()
	if f.kind == kindFailed && len(f.payload) == 1 && int(f.payload[0]) < len(known) {
		return known[f.payload[0]]
	}
	return ErrDied
}

// gather hands what holders give to the child until it is enough.
func (c *Counting) gather() error {
	for len(c.given) < c.manifest.Threshold { // written by this goroutine alone
		select {
		case g := <-c.gifts:
			if err := frame.Write(c.conn, c.kind, g.sealed); err != nil {
				return fmt.Errorf("%w: %w", ErrDied, err)
			}
			answer, err := c.expect(kindAnswer, 1)
			if err != nil {
				return err
			}
			number := int(answer[0])
			if number > 0 {
				c.note(number)
			}
			g.answer <- number
		case f := <-c.frames: // unasked, or the end
			return f.failure()
		}
	}
	return nil
}

// note notes that a holder has given theirs.
func (c *Counting) note(number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, twice := slices.BinarySearch(c.given, number); !twice {
		c.given = slices.Insert(c.given, at, number)
	}
}

// send sends the ballots. An error of the box ends the child; that the child is gone is seen by receive.
func (c *Counting) send() {
	out := bufio.NewWriterSize(c.conn, readAhead)
	if frame.Write(out, kindBegin, binary.BigEndian.AppendUint64(nil, uint64(c.now().UnixMilli()))) != nil {
		return
	}
	var raw []byte
	for b, err := range c.box.Ballots {
		if err != nil {
			c.cancel(err)
			return
		}
		if raw = b.Append(raw[:0]); frame.Write(out, kindBallot, raw) != nil {
			return
		}
	}
	if frame.Write(out, kindBallot, nil) == nil {
		_ = out.Flush() // as above
	}
}

// result waits for the count.
func (c *Counting) result() (*ballotbox.Count, error) {
	var proof []byte
	for {
		select {
		case g := <-c.gifts:
			g.answer <- tooLate
		case f := <-c.frames:
			switch {
			case f.kind == kindProgress && len(f.payload) == numberLen:
				c.mu.Lock()
				c.opened = int(binary.BigEndian.Uint64(f.payload))
				c.mu.Unlock()
			case f.kind == kindProof:
				proof = f.payload
			case f.kind == kindCount:
				count, err := ballotbox.ReadCount(bytes.NewReader(f.payload), int64(len(f.payload)))
				if err != nil {
					return nil, fmt.Errorf("%w: %w", ErrDied, err)
				}
				count.Proof = proof
				return count, nil
			default:
				return nil, f.failure()
			}
		}
	}
}
