package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrNotFound means that there is no such job, or no longer.
var ErrNotFound = errors.New("no such conversion")

// maxRemembered bounds the jobs that have ended and can still be asked for.
const maxRemembered = 1000

// Status is how far a job is.
type Status string

// The statuses. A job ends Done or Failed.
const (
	Waiting    Status = "waiting"
	Converting Status = "converting"
	Done       Status = "done"
	Failed     Status = "failed"
)

// State is a job at one moment.
type State struct {
	Status     Status
	Stage      string      // while Converting, as convert.Progress names it
	Fraction   float64     // of the stage, 0 to 1
	Conversion *Conversion // when Done
	Err        error       // when Failed
}

// Job is a conversion in the background.
type Job struct {
	ID string // 26 characters of base32: without it nobody can find the job

	ended  chan struct{} // closed after the last change of the state
	cancel context.CancelFunc

	mu    sync.Mutex
	state State // guarded by mu

	expires time.Time // guarded by the mutex of the list; set when the job has ended
}

// Start converts an upload in the background. The place is left when the conversion has ended.
func (c *Converter) Start(p *Place, in Input) *Job {
	ctx, cancel := context.WithCancel(c.ctx)
	j := &Job{ID: strings.ToLower(rand.Text())[:26], ended: make(chan struct{}), cancel: cancel,
		state: State{Status: Waiting}}
	c.jobs.add(j, c.now())
	c.wg.Go(func() {
		defer close(j.ended)
		defer cancel()
		conv, err := c.convert(ctx, j.ID, &in, j.progress)
		p.Leave()
		wanted := c.jobs.ended(j, c.now().Add(c.spool.TTL()))
		switch {
		case !wanted && err == nil: // it was done before it noticed
			c.spool.Remove(conv.Files[0].Name)
			fallthrough
		case !wanted:
			j.set(State{Status: Failed, Err: ErrNotFound})
		case err != nil:
			j.set(State{Status: Failed, Err: err})
		default:
			j.set(State{Status: Done, Conversion: conv})
		}
	})
	return j
}

// Remove ends a job that waits or is at work, or removes the files of one that is done. The job is
// not found any more. When it returns nil, the place is left and no file can be opened. Errors:
// ErrNotFound; the error of ctx, if that ends before a conversion at work has noticed.
func (c *Converter) Remove(ctx context.Context, id string) error {
	j, err := c.jobs.remove(id, c.now())
	if err != nil {
		return err
	}
	j.cancel()
	select {
	case <-j.ended:
	case <-ctx.Done():
		return ctx.Err()
	}
	if state := j.State(); state.Status == Done {
		c.spool.Remove(state.Conversion.Files[0].Name)
	}
	return nil
}

// Job finds a job by its id, or returns ErrNotFound: also where its files had to make room for others.
func (c *Converter) Job(id string) (*Job, error) {
	j, err := c.jobs.find(id, c.now())
	if err != nil {
		return nil, err
	}
	if s := j.State(); s.Status == Done && !c.spool.Has(s.Conversion.Files[0].Name) {
		return nil, ErrNotFound
	}
	return j, nil
}

// State is the job's state now.
func (j *Job) State() State {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.state
}

// step is the smallest change of a fraction that is published.
const step = 0.01

func (j *Job) progress(stage string, fraction float64) {
	if now := j.State(); now.Stage != stage || fraction >= now.Fraction+step {
		j.set(State{Status: Converting, Stage: stage, Fraction: fraction})
	}
}

func (j *Job) set(s State) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.state = s
}

// jobList is the jobs that can be asked for.
type jobList struct {
	mu    sync.Mutex
	byID  map[string]*Job
	order []*Job // that have ended, the earliest first
}

func (l *jobList) add(j *Job, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	l.byID[j.ID] = j
}

// ended notes that a job has ended, and reports whether it had not been removed before.
func (l *jobList) ended(j *Job, expires time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byID[j.ID] == nil {
		return false
	}
	j.expires = expires
	l.order = append(l.order, j)
	return true
}

// remove makes a job unknown.
func (l *jobList) remove(id string, now time.Time) (*Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	j, ok := l.byID[id]
	if !ok {
		return nil, ErrNotFound
	}
	delete(l.byID, id)
	l.order = slices.DeleteFunc(l.order, func(other *Job) bool { return other == j })
	return j, nil
}

func (l *jobList) find(id string, now time.Time) (*Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	if j, ok := l.byID[id]; ok {
		return j, nil
	}
	return nil, ErrNotFound
}

// forget drops the jobs that have expired, and the earliest beyond maxRemembered.
func (l *jobList) forget(now time.Time) {
	for len(l.order) > 0 && (len(l.order) > maxRemembered || !now.Before(l.order[0].expires)) {
		delete(l.byID, l.order[0].ID)
		l.order = l.order[1:]
	}
}
