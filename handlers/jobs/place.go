package jobs

import (
	"errors"
	"sync"
	"time"
)

// ErrBusy means that as much is being received and converted as is allowed at once.
var ErrBusy = errors.New("too many conversions are under way")

// An upload that is slower than slowRate, in bytes a second, or takes longer than longTime for what was
// announced, gives its place to another when no place is free. Its rate is judged after slowTime.
const (
	slowRate = 64 << 10
	slowTime = 10 * time.Second
	longTime = 10 * time.Minute
)

// What an upload counts for, in bytes: a whole place, or its own size and what the server keeps beside it, if that is
// less. So a class behind one address sends its small files at once.
const (
	wholePlace = 4 << 20
	besideFile = 64 << 10
)

// places counts what is admitted.
type places struct {
	most int64 // bytes
	now  func() time.Time

	mu       sync.Mutex
	admitted int
	taken    int64 // bytes
	byClient map[string]int64
	arriving map[*Place]bool // uploads that are still being received
}

// Place is the right to receive and convert one upload. It is for one goroutine at a time.
type Place struct {
	of        *places
	client    string
	interrupt func()
	announced int64 // bytes, or -1
	counts    int64 // bytes
	since     time.Time
	arrived   int64
	left      bool
}

// Admit takes a place for an upload of a client, or the part of one that a small upload needs. It does not wait: if
// there is none, and no slow upload to take one from, it returns ErrBusy. Give the place back with Leave. announced is
// how many bytes the upload is said to have, or -1. interrupt is called if the place is given to another while the
// upload arrives; it should end the reading of the body.
func (c *Converter) Admit(client string, announced int64, interrupt func()) (*Place, error) {
	all := &c.places
	all.mu.Lock()
	defer all.mu.Unlock()
	now := all.now()
	counts := int64(wholePlace)
	if announced >= 0 {
		counts = min(announced+besideFile, wholePlace)
	}
	if mine := all.byClient[client]; mine > 0 && mine+counts > all.most/2 {
		return nil, ErrBusy
	}
	for all.taken+counts > all.most {
		slow := all.slowest(now)
		if slow == nil {
			return nil, ErrBusy
		}
		slow.leave()
		slow.interrupt()
	}
	p := &Place{of: all, client: client, interrupt: interrupt, announced: announced, counts: counts, since: now}
	all.admitted++
	all.taken += counts
	all.byClient[client] += counts
	all.arriving[p] = true
	return p, nil
}

// slowest is the slowest of the slow uploads, by the rate that each should have; nil if there is none.
func (all *places) slowest(now time.Time) (slowest *Place) {
	least := 1.0
	for p := range all.arriving {
		took := now.Sub(p.since)
		wanted := max(slowRate, float64(p.announced)/longTime.Seconds())
		if part := float64(p.arrived) / took.Seconds() / wanted; took >= slowTime && part < least {
			slowest, least = p, part
		}
	}
	return slowest
}

// Arrived notes that so many more bytes of the upload have arrived. It returns ErrBusy if the place
// was given to another.
func (p *Place) Arrived(bytes int) error {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	if p.left {
		return ErrBusy
	}
	p.arrived += int64(bytes)
	return nil
}

// Received notes that the upload is complete: nobody can take its place any more. It returns ErrBusy if somebody has.
func (p *Place) Received() error {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	if p.left {
		return ErrBusy
	}
	delete(p.of.arriving, p)
	return nil
}

// Leave gives the place back. Calling it again does nothing.
func (p *Place) Leave() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	if !p.left {
		p.leave()
	}
}

func (p *Place) leave() {
	all := p.of
	p.left = true
	delete(all.arriving, p)
	all.admitted--
	all.taken -= p.counts
	if all.byClient[p.client] -= p.counts; all.byClient[p.client] == 0 {
		delete(all.byClient, p.client)
	}
}
