package leaktest

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// plain is an office that keeps votes as many do: a mark for each voter, and apart from it a
// ballot.
type plain struct {
	ballot func(n int, v voter, c candidate) (key, value []byte)
	reader bool // a read transaction is open all the while
	backup bool // the file is copied every 50 votes, and after each of the last 20
	files  bool // ballots are files
}

func randomKey() []byte {
	raw := make([]byte, 16)
	rand.Read(raw)
	return raw
}

func underRandomKey(_ int, _ voter, c candidate) (key, value []byte) { return randomKey(), c.raw() }

// steal votes in a plain office and returns what its thief has.
func (p plain) steal(t *testing.T, e electorate) *loot {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plain.db")
	// it must not grow under the reader
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoSync: true, PageSize: pageSize, InitialMmapSize: 1 << 28})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p.update(t, db, func(tx *bolt.Tx) error {
		for _, name := range []string{"marks", "ballots"} {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	})
	l := e.loot("marks", "ballots", func(_, _ []byte) bool { return true })
	l.before = read(t, path)
	if p.reader {
		tx := must(db.Begin(false))(t)
		defer tx.Rollback()
	}
	for n, v := range e.arrival {
		k, value := p.ballot(n, v, e.choice[v])
		p.update(t, db, func(tx *bolt.Tx) error {
			if err := tx.Bucket([]byte("marks")).Put([]byte(v), []byte{1}); err != nil || p.files {
				return err
			}
			return tx.Bucket([]byte("ballots")).Put(k, value)
		})
		if p.files {
			l.files = append(l.files, file(t, filepath.Join(filepath.Dir(path), fmt.Sprintf("%x.vote", k)), value, n))
		}
		if p.backup && dueBackup(n) {
			l.images = append(l.images, read(t, path))
		}
	}
	l.images = append(l.images, read(t, path))
	return l
}

func (p plain) update(t *testing.T, db *bolt.DB, fn func(*bolt.Tx) error) {
	t.Helper()
	noError(t, db.Update(fn))
}

// file writes a vote as a file and finds it again with the time that the file system keeps.
func file(t *testing.T, path string, content []byte, n int) stolen {
	t.Helper()
	at := time.Date(2031, time.May, 1, 12, 0, n, 0, time.UTC)
	noError(t, os.WriteFile(path, content, 0o600))
	noError(t, os.Chtimes(path, at, at))
	info := must(os.Stat(path))(t)
	return stolen{filepath.Base(path), info.ModTime(), content}
}

// badLayout is a layout that a way of attack must get choices out of, and of how many voters at
// least.
type badLayout struct {
	name  string
	plain plain
	way   string
	least int
}

func TestTheThiefSucceedsOnPlainLayouts(t *testing.T) {
	var voters []voter
	for range electors() {
		voters = append(voters, voter(id()))
	}
	e := newElectorate(voters, []candidate{candidate(id()), candidate(id()), candidate(id()), candidate(id())})
	all := electors()
	for _, c := range []badLayout{
		{"the last voter from deleted pages", plain{ballot: underRandomKey}, "snapshots", 1},
		{"a read transaction is open", plain{ballot: underRandomKey, reader: true}, "snapshots", all * 8 / 10},
		{"a read transaction is open, by page order", plain{ballot: underRandomKey, reader: true}, "page order",
			all * 6 / 10},
		{"backups of quiet hours", plain{ballot: underRandomKey, backup: true}, "snapshots", 20},
		{"ballots numbered", plain{ballot: func(n int, _ voter, c candidate) ([]byte, []byte) {
			return binary.BigEndian.AppendUint64(nil, uint64(n)), []byte(c)
		}}, "order of arrival along bucket/ballots of image 0", all},
		{"ballots in files", plain{files: true, ballot: underRandomKey}, "order of arrival along files by time", all},
		{"the voter's id in the ballot", plain{ballot: func(_ int, v voter, c candidate) ([]byte, []byte) {
			value, _ := json.Marshal(map[string]string{"voter": string(v), "candidate": string(c)})
			return randomKey(), value
		}}, "one record", all},
		{"a long record, by its raw bytes", plain{ballot: func(_ int, v voter, c candidate) ([]byte, []byte) {
			value, _ := json.Marshal(map[string]string{"a": strings.Repeat(".", 100), "candidate": string(c), "voter": string(v),
				"z": strings.Repeat(".", 100)})
			return randomKey(), value
		}}, "close by", all},
		{"the voter's id for a key", plain{ballot: func(_ int, v voter, c candidate) ([]byte, []byte) {
			return []byte(v),
				c.raw()
		}}, "order of ids along bucket/ballots of image 0", all},
		{"encrypted, to sizes that differ", plain{reader: true, ballot: func(_ int, _ voter, c candidate) ([]byte, []byte) {
			sealed := make([]byte, 40+e.number(c))
			rand.Read(sealed)
			return randomKey(), sealed
		}}, "likeness by size", all * 12 / 25},
		{"encrypted, the same each time", plain{reader: true, ballot: func(_ int, _ voter, c candidate) ([]byte, []byte) {
			sealed := append([]byte("sealed"), byte(e.number(c)))
			return randomKey(), sealed
		}}, "likeness by all of it", all * 12 / 25},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := c.plain.steal(t, e)
			for _, f := range l.attack() {
				right := e.right(f)
				if right > 0 {
					t.Logf("%s: %d of %d right", f.way, right, len(f.claims))
				}
				if f.way != c.way {
					continue
				}
				if right < c.least {
					t.Errorf("%s: only %d choices recovered, want %d", f.way, right, c.least)
				}
				if last := e.arrival[electors()-1]; c.least == 1 && f.claims[last] != e.choice[last] {
					t.Error("the last voter's choice is not recovered")
				}
			}
		})
	}
}
