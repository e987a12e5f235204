package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/boltfile"
	"ostrakon/store/kv"
	"ostrakon/store/sealing"
)

// Dump is the whole file: path of bucket and key to value, and the sequence of each bucket but the one that counts the
// commits.
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
	err := s.view(tb.Context(), func(tx *bolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error { return walk(string(name), b) })
	})
	if err != nil {
		tb.Fatal(err)
	}
	delete(all, string(boltfile.Commits))
	return all
}

// WriteTransactions is how many write transactions the file has seen.
func WriteTransactions(tb testing.TB, s *Store) int {
	tb.Helper()
	n := 0
	if err := s.view(tb.Context(), func(tx *bolt.Tx) error { n = tx.ID(); return nil }); err != nil {
		tb.Fatal(err)
	}
	return n
}

// NoSync lets a test that makes many records do without the disk, until the file is compacted.
func NoSync(s *Store) {
	must(0, s.view(context.Background(), func(tx *bolt.Tx) error { tx.DB().NoSync = true; return nil }))
}

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
		err := s.update(tb.Context(), func(tx *bolt.Tx) error {
			for _, u := range chunk {
				u.ID, u.CreatedAt, u.UpdatedAt = kv.NewID[UserID](), s.clock(), s.clock()
				u.Identity = &Identity{Kind: NationalID, LastFour: "0000"}
				rec := userRecord{User: u, PasswordHash: "x", IdentityMAC: s.identityMAC(string(u.ID))}
				if err := userTable.Put(tx, nil, rec); err != nil {
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

// FillVoters makes the account of each person on the roll as SignInByKey would, twenty thousand to a
// transaction, in the order of the roll.
func FillVoters(tb testing.TB, s *Store) []UserID {
	tb.Helper()
	var entries []RollID
	err := s.view(tb.Context(), func(tx *bolt.Tx) error {
		return tx.Bucket(bucketRoll).ForEach(func(k, _ []byte) error { entries = append(entries, RollID(k)); return nil })
	})
	if err != nil {
		tb.Fatal(err)
	}
	users := make([]UserID, 0, len(entries))
	for chunk := range slices.Chunk(entries, 20_000) {
		Change(tb, s, func(tx *bolt.Tx) error {
			for _, id := range chunk {
				entry, err := rollTable.Get(tx, id)
				if err != nil {
					return err
				}
				rec, next := s.voterOnRoll(entry), entry
				next.KeyUsed, next.User = true, rec.ID
				if err := errors.Join(userTable.Put(tx, nil, rec), rollTable.Put(tx, &entry, next)); err != nil {
					return err
				}
				users = append(users, rec.ID)
			}
			return nil
		})
	}
	return users
}

// Schema is the schema of this version.
func Schema() byte { return byte(firstSchema + len(migrations())) }

// Migrate brings the file to the schema after the last of the steps.
func Migrate(s *Store, steps ...func(*bolt.Tx) error) error {
	return s.migrate(context.Background(), append(migrations(), steps...))
}

// CopyFile is the copy that is made before a migration.
func CopyFile(s *Store, path string) error { return s.copyFile(context.Background(), path) }

// Overtaken tries to move an election forward by itself that is due no more when its turn comes, and
// reports whether that was refused.
func Overtaken(tb testing.TB, s *Store, id ElectionID, to Status, due func(Election) bool) bool {
	tb.Helper()
	_, err := s.advance(tb.Context(), id, to, due)
	return errors.Is(err, errNotDue)
}

// Sealed are the sealed ballots of an election, in the order of their hashes.
func Sealed(tb testing.TB, s *Store, id ElectionID) [][]byte {
	tb.Helper()
	var all [][]byte
	err := s.view(tb.Context(), func(tx *bolt.Tx) error {
		return tx.Bucket(bucketSealed).Bucket([]byte(id)).ForEach(func(_, v []byte) error {
			b, _ := ballotbox.ParseBallot(v)
			all = append(all, bytes.Clone(b.Sealed))
			return nil
		})
	})
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// countSteps are the steps of a count, in order: as CalculateResults takes them, with the points
// between at which a power cut could end it.
func countSteps(ctx context.Context, s *Store, by audit.Actor, id ElectionID) []countStep {
	var c *counting
	path := filepath.Join(s.dir, FileName)
	return []countStep{
		{"closed", func() error { return nil }},
		{"read", func() (err error) { c, err = s.readCount(ctx, id); return err }},
		{"opened", func() (err error) { c.count, err = s.countHere(ctx, id, c.box); return err }},
		{"accepted", func() (err error) { c.sealed, err = c.box.Accept(c.count, c.log, s.signer); return err }},
		{"sealed", func() error { _, err := s.sealCount(ctx, by, c); return err }},
		{"key overwritten", func() error {
			return os.WriteFile(filepath.Join(s.dir, "keys", string(id)+".key"), make([]byte, sealing.SecretSize), 0o600)
		}},
		{"key destroyed", func() error { return s.keys.Destroy(string(id)) }},
		{"copying", func() error { return os.WriteFile(path+compactSuffix, []byte("half a file"), 0o600) }},
		{"copied", func() error { return s.file.CopyTo(ctx, path+compactSuffix) }},
		{"copy marked", func() error { return boltfile.Change(path+compactSuffix, clearCompact) }},
		{"renamed", func() error { return errors.Join(s.Close(), os.Rename(path+compactSuffix, path)) }},
	}
}

type countStep struct {
	name string
	do   func() error
}

// CountSteps names the steps of a count, in order.
func CountSteps() []string {
	var names []string
	for _, step := range countSteps(context.Background(), &Store{}, audit.Actor{}, "") {
		names = append(names, step.name)
	}
	return names
}

// StopCount counts an election up to and with a step, and closes the store as a crash there would
// leave it.
func StopCount(tb testing.TB, s *Store, by audit.Actor, id ElectionID, last string) {
	tb.Helper()
	for _, step := range countSteps(tb.Context(), s, by, id) {
		if err := step.do(); err != nil {
			tb.Fatalf("%s: %v", step.name, err)
		}
		if step.name == last {
			break
		}
	}
	if err := s.Close(); err != nil {
		tb.Fatal(err)
	}
}

// KillDrop deletes the sealed ballots of an election as DropDue does, and closes the store as a crash before the file
// is compacted would leave it.
func KillDrop(tb testing.TB, s *Store, id ElectionID) {
	tb.Helper()
	Change(tb, s, func(tx *bolt.Tx) error { return deleteBox(tx, id) })
	if err := s.Close(); err != nil {
		tb.Fatal(err)
	}
}

// Logged are the leaves in the cast log of an election, in order.
func Logged(tb testing.TB, s *Store, id ElectionID) []ballotbox.Hash {
	tb.Helper()
	var leaves []ballotbox.Hash
	err := s.view(tb.Context(), func(tx *bolt.Tx) error {
		size, err := logSize(tx, id)
		if err == nil {
			leaves, err = loggedLeaves(tx, id, 0, size)
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return leaves
}

// Change changes the file of an open store behind its back.
func Change(tb testing.TB, s *Store, change func(*bolt.Tx) error) {
	tb.Helper()
	if err := s.update(tb.Context(), change); err != nil {
		tb.Fatal(err)
	}
}

// sharing is how many ballots of FillBox share an encapsulation: fewer than do under load.
const sharing = 10

// FillBox casts a ballot for each voter as CastVote would, sealing on all cores and writing a
// thousand to a transaction, and enters them into the cast log a thousand at a time. choice is whom
// the n-th voter votes for.
func FillBox(tb testing.TB, s *Store, id ElectionID, voters []UserID,
	choice func(n int) CandidateID) []ballotbox.Receipt {
	tb.Helper()
	open, err := s.loadActive(tb.Context(), id)
	if err != nil {
		tb.Fatal(err)
	}
	batch, receipts := make([]ballot, len(voters)), make([]ballotbox.Receipt, len(voters))
	err = s.view(tb.Context(), func(tx *bolt.Tx) (err error) {
		for n, v := range voters {
			batch[n] = ballot{voter: v, election: id}
			if batch[n].paper, err = paperOf(tx, id, v, ""); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	var casting sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		casting.Go(func() {
			seal := open.box.Seal // what people open is sealed one by one
			for n := w; n < len(voters); n += workers {
				if open.Custody == ballotbox.CustodyServer && n/workers%sharing == 0 {
					seal = must(open.box.Batch()).Seal
				}
				var random [32]byte
				rand.Read(random[:])
				pad, seed := sealing.Device(random)
				b := &batch[n]
				b.tag = sealing.TagOf(pad, b.paper.owner())
				b.setSealed(must(seal(seed, must(open.form.marks(Answers{Candidate: choice(n)}, 1)), b.tag)))
				receipts[n] = s.signer.Receipt(string(id), b.leaf)
			}
		})
	}
	casting.Wait()
	for chunk := range slices.Chunk(batch, 1000) {
		Change(tb, s, func(tx *bolt.Tx) error {
			var leaves []ballotbox.Hash
			for _, b := range chunk {
				if err := errors.Join(b.put(tx)); err != nil {
					return err
				}
				leaves = append(leaves, b.leaf)
			}
			return s.appendEpoch(tx, id, leaves)
		})
	}
	return receipts
}

// FillPending casts ballots, all in one transaction, that are short and that nobody could open.
func FillPending(tb testing.TB, s *Store, id ElectionID, voters []UserID) {
	tb.Helper()
	var leaves []ballotbox.Hash
	Change(tb, s, func(tx *bolt.Tx) error {
		for _, v := range voters {
			b := ballot{voter: v, election: id, paper: castable{mark: []byte(v), class: 1}}
			b.setSealed([]byte(rand.Text()))
			if err := errors.Join(b.put(tx)); err != nil {
				return err
			}
			leaves = append(leaves, b.leaf)
		}
		return nil
	})
	s.pending.add(id, leaves)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// compactSuffix is the ending of the name of a compacted copy.
const compactSuffix = ".compact"

// due says that a file is to be compacted.
func due(*bolt.Tx) (bool, error) { return true, nil }

// Compact puts a compacted copy in the place of the file.
func Compact(tb testing.TB, s *Store) {
	tb.Helper()
	if err := s.file.Compact(due, clearCompact); err != nil {
		tb.Fatal(err)
	}
}

// Forgotten runs calls whose commits stand although whoever made them was told that nobody knows: what
// is kept in memory stays as it was.
func Forgotten(s *Store, calls func()) {
	pending, active := maps.Clone(s.pending.of), maps.Clone(s.active)
	calls()
	s.pending.of, s.active = pending, active
}

// Unsettle leaves the file as a compaction does whose copy is gone when it should get its name.
func Unsettle(s *Store) {
	err := s.file.Compact(due, func(*bolt.Tx) error { return os.Remove(filepath.Join(s.dir, FileName+compactSuffix)) })
	if err == nil {
		panic("the file is settled")
	}
}

// HoldSync is a commit whose sync is not over before release is called.
func HoldSync(s *Store) (release func()) {
	held, released, ended := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		_ = s.update(context.Background(), func(*bolt.Tx) error {
			close(held)
			<-released
			return errors.New("nothing is written")
		})
	}()
	<-held
	return func() { close(released); <-ended }
}

// Running tells whether some goroutine waits in both functions.
func Running(outer, inner string) bool {
	stacks := make([]byte, 1<<20)
	for stack := range bytes.SplitSeq(stacks[:runtime.Stack(stacks, true)], []byte("\n\n")) {
		if bytes.Contains(stack, []byte(outer+"(")) && bytes.Contains(stack, []byte(inner+"(")) {
			return true
		}
	}
	return false
}
