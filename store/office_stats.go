package store

import (
	"context"
	"os"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Stats counts what a store did since it was opened and what it holds now. It shows no single vote.
type Stats struct {
	Votes   uint64   `json:"votes"`   // that were put into a box
	Commits uint64   `json:"commits"` // transactions of votes, each of one or more
	Seconds float64  `json:"seconds"` // that all of them took, with the sync of the disk
	Within  []uint64 `json:"within"`  // commits that took at most each of CommitBounds
	Waiting int      `json:"waiting"` // votes that wait for the next commit

	FileBytes int64 `json:"fileBytes"` // of the database
	FreeBytes int64 `json:"freeBytes"` // of its pages that are not used
	DiskFree  int64 `json:"diskFree"`  // bytes on its disk
	DiskTotal int64 `json:"diskTotal"`

	MailWaiting int `json:"mailWaiting"`
	MailFailed  int `json:"mailFailed"`
}

// CommitBounds are the times by which commits of votes are told apart.
func CommitBounds() []time.Duration {
	const ms = time.Millisecond
	return []time.Duration{ms, 2 * ms, 5 * ms, 10 * ms, 20 * ms, 50 * ms, 100 * ms, 200 * ms, 500 * ms, time.Second}
}

// tempo counts the commits of votes.
type tempo struct {
	mu    sync.Mutex
	stats Stats
}

// note counts a commit of some votes.
func (t *tempo) note(votes int, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	bounds := CommitBounds()
	if t.stats.Within == nil {
		t.stats.Within = make([]uint64, len(bounds))
	}
	t.stats.Votes += uint64(votes)
	t.stats.Commits++
	t.stats.Seconds += took.Seconds()
	for i, bound := range bounds {
		if took <= bound {
			t.stats.Within[i]++
		}
	}
}

// Stats reads the counts.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	s.tempo.mu.Lock()
	stats := s.tempo.stats
	stats.Within = make([]uint64, len(CommitBounds()))
	copy(stats.Within, s.tempo.stats.Within)
	s.tempo.mu.Unlock()
	stats.Waiting = len(s.votes.waiting)
	err := s.view(ctx, func(tx *bolt.Tx) error {
		db := tx.DB()
		free := db.Stats()
		stats.FreeBytes = int64(free.FreePageN+free.PendingPageN) * int64(db.Info().PageSize)
		stats.MailWaiting, stats.MailFailed = number(tx, MailWaiting.total()), number(tx, MailFailed.total())
		info, err := os.Stat(db.Path())
		if err == nil {
			stats.FileBytes = info.Size()
		}
		return err
	})
	if s.space != nil {
		stats.DiskFree, stats.DiskTotal, _ = s.space(s.dir) // an unknown size is 0
	}
	return stats, err
}
