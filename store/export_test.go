package store

import (
	"fmt"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// Dump is the whole file: path of bucket and key to value, and the sequence of each bucket.
func Dump(tb testing.TB, s *Store) map[string]string {
	tb.Helper()
	all := make(map[string]string)
	var walk func(path string, b *bolt.Bucket) error
	walk = func(path string, b *bolt.Bucket) error {
		all[path] = fmt.Sprint("sequence ", b.Sequence())
		return b.ForEach(func(k, v []byte) error {
			p := fmt.Sprintf("%s/%q", path, k)
			if v == nil {
				return walk(p, b.Bucket(k))
			}
			all[p] = string(v)
			return nil
		})
	}
	err := s.db.View(func(tx *bolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error { return walk(string(name), b) })
	})
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// WriteTransactions is how many write transactions the file has seen.
func WriteTransactions(tb testing.TB, s *Store) int {
	tb.Helper()
	n := 0
	if err := s.db.View(func(tx *bolt.Tx) error { n = tx.ID(); return nil }); err != nil {
		tb.Fatal(err)
	}
	return n
}

// NoSync lets a test that makes many records do without the disk.
func NoSync(s *Store) { s.db.NoSync = true }

// HoldVotes lets votes queue up without being committed until release is called.
func HoldVotes(s *Store) (release func()) {
	s.votes.stop()
	q := &voteQueue{store: s, waiting: make(chan *castRequest, maxBatch), done: make(chan struct{})}
	s.votes = q
	return func() { go q.run() }
}

// QueuedVotes is how many votes wait for the committer.
func QueuedVotes(s *Store) int { return len(s.votes.waiting) }

// VoteBeforeQueue tells whether a vote waits to get into a full queue.
func VoteBeforeQueue(s *Store) bool {
	if s.votes.mu.TryLock() {
		s.votes.mu.Unlock()
		return false
	}
	return true
}

// FillUsers writes users as Register would, a thousand to a transaction.
func FillUsers(tb testing.TB, s *Store, users []User) []UserID {
	tb.Helper()
	var ids []UserID
	for chunk := range slices.Chunk(users, 1000) {
		err := s.db.Update(func(tx *bolt.Tx) error {
			for _, u := range chunk {
				u.ID, u.CreatedAt, u.UpdatedAt = newID[UserID](), s.clock(), s.clock()
				u.Identity = &Identity{Kind: NationalID, LastFour: "0000"}
				rec := userRecord{User: u, PasswordHash: "x", IdentityMAC: s.identityMAC(NationalID, string(u.ID))}
				if err := putUser(tx, nil, rec); err != nil {
					return err
				}
				ids = append(ids, u.ID)
			}
			return nil
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	return ids
}

// CopyFile is the copy that is made before a migration.
func CopyFile(s *Store, path string) (string, error) { return s.copyFile(path) }

// Fold is how text is compared in searches.
func Fold(text string) string { return fold(text) }

// Words are the folded words of a text.
func Words(text string) []string { return words(text) }
