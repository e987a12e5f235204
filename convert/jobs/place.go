package jobs

import (
	"errors"
	"sync"
)

// ErrBusy means that as much is being received and converted as is allowed at once.
var ErrBusy = errors.New("too many conversions are under way")

// places counts what is admitted.
type places struct {
	count int
	bytes int64

	mu       sync.Mutex
	taken    load
	byClient map[string]load
}

// load is what is taken of the places and bytes.
type load struct {
	count int
	bytes int64
}

// Place is the right to receive and convert one upload. It is for one goroutine at a time.
type Place struct {
	of     *places
	client string
	bytes  int64
	left   bool
}

// Admit takes a place for an upload of a client, of at most so many bytes. It does not wait: if
// there is no place, it returns ErrBusy. Give the place back with Leave.
func (c *Converter) Admit(client string, bytes int64) (*Place, error) {
	p := &Place{of: &c.places, client: client}
	if err := p.take(1, bytes); err != nil {
		return nil, err
	}
	return p, nil
}

// Grow raises the bytes that the upload may have. It returns ErrBusy, and
// changes nothing, if there is no room for them.
func (p *Place) Grow(bytes int64) error {
	if bytes <= p.bytes {
		return nil
	}
	return p.take(0, bytes-p.bytes)
}

func (p *Place) take(count int, bytes int64) error {
	all := p.of
	all.mu.Lock()
	defer all.mu.Unlock()
	mine := all.byClient[p.client]
	after := load{mine.count + count, mine.bytes + bytes}
	alone := mine.count+count == 1 // its only upload
	switch {
	case all.taken.count+count > all.count, all.taken.bytes+bytes > all.bytes,
		!alone && (after.count > all.count/2 || after.bytes > all.bytes/2):
		return ErrBusy
	}
	all.byClient[p.client] = after
	all.taken.count += count
	all.taken.bytes += bytes
	p.bytes += bytes
	return nil
}

// Leave gives the place back. Calling it again does nothing.
func (p *Place) Leave() {
	if p.left {
		return
	}
	p.left = true
	all := p.of
	all.mu.Lock()
	defer all.mu.Unlock()
	all.taken.count--
	all.taken.bytes -= p.bytes
	mine := all.byClient[p.client]
	mine.count--
	mine.bytes -= p.bytes
	all.byClient[p.client] = mine
	if mine.count == 0 {
		delete(all.byClient, p.client)
	}
}
