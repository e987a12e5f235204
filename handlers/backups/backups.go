package backups

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/durable"
)

const (
	// afterStart is how long a server runs before its first backup, so that a start is not slowed down
	// and what was just restored can be looked at first.
	afterStart = 10 * time.Minute
	// afterFailure is when a backup that failed is tried again, if the next is not due earlier.
	afterFailure = 10 * time.Minute
	// lookEvery is how often the schedule looks at the clock, which somebody may set meanwhile.
	lookEvery = time.Minute
)

// The name of a backup says when it was made, in UTC, so that names sort by age.
const (
	prefix, suffix = "ostrakon-", ".zip"
	form           = "20060102T150405Z"

	unfinished = "unfinished.part" // one that a crash ended; the next one takes its place
)

// Options configure the schedule of backups.
type Options struct {
	Dir   string        // directory for them
	Make  bool          // whether Dir is made if it is not there; else it may be on a disk that is missing
	Every time.Duration // from one backup to the next
	Keep  int           // how many stay; older ones are removed when a new one is good

	Now    func() time.Time // the clock
	Logger *slog.Logger
}

// Schedule makes the backups of a store. Its methods are safe for concurrent use.
type Schedule struct {
	store *store.Store
	Options
	started time.Time

	mu    sync.Mutex
	state State
}

// State holds when the last backup succeeded or failed.
type State struct {
	Good   time.Time // when the newest good backup was made; zero without one
	Failed time.Time // when a backup failed last; zero once one is good
}

// New makes the schedule of a store. It finds the backups that an earlier process left. A directory that
// is missing keeps no server from starting: people may be about to vote.
func New(st *store.Store, o Options) *Schedule {
	s := &Schedule{store: st, Options: o, started: o.Now()}
	for _, at := range s.made() {
		if !at.After(s.started) {
			s.state.Good = at
		}
	}
	if _, err := os.Stat(o.Dir); err != nil && !o.Make {
		s.state.Failed = s.started
		o.Logger.Warn("there is no directory for backups: connect the disk that it is on, or make it", "directory", o.Dir)
	}
	return s
}

// State returns when the last backup succeeded or failed.
func (s *Schedule) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// Old reports whether the newest good backup is older than it should be: two of the times from one
// to the next, counted from the start if there is none.
func (s *Schedule) Old() bool {
	now, since := s.Now(), s.started.Add(-s.Every) // a machine that was off for long has its time
	if good := s.State().Good; good.After(since) && !good.After(now) {
		since = good
	}
	return now.Sub(since) > 2*s.Every
}

// Run makes backups when they are due, until ctx ends.
func (s *Schedule) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(min(lookEvery, s.Every)):
		}
		at := s.Now()
		if !s.due(at) {
			continue
		}
		path, err := s.backUp(ctx, at)
		if ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		if err == nil {
			s.state = State{Good: at}
		} else {
			s.state.Failed = at
		}
		s.mu.Unlock()
		if err != nil {
			s.Logger.Error("no backup could be made; it is tried again", "directory", s.Dir, "error", err)
			continue
		}
		s.Logger.Info("made a backup", "file", path)
		if err := s.removeOld(at); err != nil {
			s.Logger.Warn("an old backup could not be removed", "error", err)
		}
	}
}

// due reports whether a backup is due. One of a later time than now is of a clock that was wrong, and does not count.
func (s *Schedule) due(now time.Time) bool {
	state := s.State()
	lately := func(at time.Time, within time.Duration) bool {
		passed := now.Sub(at)
		return passed >= 0 && passed < within
	}
	return !lately(state.Good, s.Every) && !lately(s.started, min(afterStart, s.Every)) &&
		!lately(state.Failed, min(afterFailure, s.Every))
}

// backUp makes a backup without keys and reads it back. The file gets its name only if it is good.
func (s *Schedule) backUp(ctx context.Context, at time.Time) (path string, err error) {
	if s.Make {
		if err := durable.MakeDir(s.Dir); err != nil {
			return "", err
		}
	}
	dir, err := os.OpenRoot(s.Dir)
	if err != nil {
		return "", err
	}
	defer dir.Close()
	if err := s.store.RoomFor(ctx, s.Dir, 2); err != nil { // the file, and the copy that it is made of
		return "", err
	}
	name := prefix + at.UTC().Format(form) + suffix
	return filepath.Join(s.Dir, name), durable.WriteVia(dir, unfinished, name, func(f *os.File) error {
		if err := s.store.Backup(ctx, audit.BySystem(), f, false); err != nil {
			return err
		}
		return store.ReadBack(f)
	})
}

// removeOld removes all backups but the one of a time, which was just made, and the newest others.
func (s *Schedule) removeOld(fresh time.Time) error {
	fresh = fresh.UTC().Truncate(time.Second)
	others := slices.DeleteFunc(s.made(), fresh.Equal)
	for _, at := range others[:max(0, len(others)-s.Keep+1)] {
		if err := os.Remove(filepath.Join(s.Dir, prefix+at.Format(form)+suffix)); err != nil {
			return fmt.Errorf("remove a backup: %w", err)
		}
	}
	return nil
}

// made is when the backups in the directory were made, oldest first. Files of other names do not count, and stay.
func (s *Schedule) made() []time.Time {
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return nil // it is not there yet, or the next backup says what is wrong with it
	}
	var made []time.Time
	for _, e := range entries {
		name, isZip := strings.CutSuffix(e.Name(), suffix)
		name, isOurs := strings.CutPrefix(name, prefix)
		if at, err := time.Parse(form, name); isZip && isOurs && err == nil {
			made = append(made, at)
		}
	}
	slices.SortFunc(made, time.Time.Compare)
	return made
}
