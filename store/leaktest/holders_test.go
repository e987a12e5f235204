package leaktest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// spy copies the data directory after every vote, all its keys included.
type spy struct {
	*theft
	box  *sealing.Box
	seen picture           // the box as it was last
	cast map[voter][]byte  // what each voter cast: the difference of two copies
	keys map[string][]byte // the files of the keys directory, by their contents
}

// look takes a copy and compares it with the one before.
func (s *spy) look(t *testing.T) {
	t.Helper()
	im := read(t, filepath.Join(s.dir, store.FileName))
	l := s.loot("voted", "sealed", s.isBallot)
	now, ok := l.picture(im, im.live())
	if !ok {
		t.Fatal("the box of the copy cannot be read")
	}
	for v := range now.marks {
		for key, ballot := range now.ballots {
			if _, old := s.seen.ballots[key]; !old && !s.seen.marks[v] {
				s.cast[v] = bytes.Clone(ballot) // not the whole copy with it
			}
		}
	}
	s.seen = now
	files := must(filepath.Glob(filepath.Join(s.dir, "keys", "*")))(t)
	for _, path := range files {
		key := read(t, path)
		s.keys[string(key)] = key
	}
}

// opened is how many voters' choices the spy learns with the sheets of some holders: every key in the
// directory is tried in the place of every other holder's.
func (s *spy) opened(holders int, sheets ...int) int {
	given := make(map[int][]*sealing.Secret) // for each holder's number
	for n := 1; n <= max(holders, 1); n++ {
		for _, key := range s.keys {
			if secret, err := sealing.ParseSecret(key); err == nil {
				given[n] = append(given[n], secret)
			}
		}
	}
	for _, n := range sheets {
		given[n] = append(given[n], s.secrets[n])
	}
	best := 0
	for one, some := range given {
		for other, more := range given {
			for _, a := range some {
				for _, b := range more {
					if opener, err := s.box.Opener(map[int]*sealing.Secret{one: a, other: b}, false); err == nil {
						best = max(best, s.told(opener))
					}
				}
			}
		}
	}
	return best
}

// told is how many choices an opener tells.
func (s *spy) told(opener *sealing.Opener) int {
	n := 0
	for v, ballot := range s.cast {
		_, marks, err := opener.Open(ballot[ballotbox.BallotHead:], sealing.Tag(ballot[2:]))
		if at := bytes.IndexByte(marks, 1); err == nil && at >= 0 && s.candidates[at] == s.choice[v] {
			n++
		}
	}
	return n
}

// Where the server holds the key, its directory tells everything; where people do, it tells who cast
// which sealed ballot, and no more than a threshold of sheets opens them.
func TestCopiesOfTheDirectoryOpenNothingWithoutTheSheets(t *testing.T) {
	for _, c := range []struct {
		holders      int
		nothing, all [][]int // what these sheets tell
	}{
		{3, [][]int{{}, {1}, {2}, {3}}, [][]int{{1, 2}, {1, 3}, {2, 3}}},
		{0, nil, [][]int{{}}},
	} {
		t.Run(fmt.Sprintf("%d holders", c.holders), func(t *testing.T) {
			t.Parallel()
			th := newOffice(t, c.holders).open(t)
			raw := must(th.st.Manifest(t.Context(), th.election.ID))(t)
			m := must(ballotbox.ParseManifest(raw))(t)
			box := must(m.SealingBox())(t)
			s := &spy{theft: th, box: box, cast: make(map[voter][]byte), keys: make(map[string][]byte)}
			before := read(t, filepath.Join(s.dir, store.FileName))
			s.look(t)
			s.vote(t, func(int) { s.look(t) })
			if len(s.cast) != electors() {
				t.Fatalf("%d voters are linked to their sealed ballots, want all", len(s.cast))
			}
			for want, all := range map[int][][]int{0: c.nothing, electors(): c.all} {
				for _, sheets := range all {
					if n := s.opened(c.holders, sheets...); n != want {
						t.Errorf("with the sheets %v the choices of %d voters are learnt, want %d", sheets, n, want)
					}
				}
			}
			if c.holders == 0 {
				return
			}
			l := s.steal(t, before)
			s.nothingInPlain(t, l)
			s.nothingLearnt(t, "before the close", l.attack())
			storetest.Advance(t, s.st, s.election.ID, store.Completed)
			s.nothingLearnt(t, "before the count", s.steal(t, before, l.images...).attack())
			if keys, err := os.ReadDir(filepath.Join(s.dir, "keys")); err != nil || len(keys) != 3 {
				t.Errorf("the keys directory holds %d files, %v", len(keys), err)
			}
		})
	}
}
