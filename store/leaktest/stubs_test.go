package leaktest

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// Where there is a poll book, the thief looks for whose a line is, and which ballot its stub is of. Registrar and
// server each know one half; the file must not have both.

// bookThief has the file with its deleted pages, backups, the audit list and the poll book, and knows all people and
// all leaves.
type bookThief struct {
	images []image
	book   []ballotbox.Credential
	stubs  []ballotbox.Stub
	people []string         // ids of entries and of accounts, in the order in which they voted
	leaves []ballotbox.Hash // in the order of the people
	truth  map[string]int   // the line of each person, and of each leaf
}

// pollDay is an election with a poll book in which everybody has voted, one after the other.
func pollDay(t *testing.T, votes int) *bookThief {
	t.Helper()
	dir := t.TempDir()
	st := storetest.NewIn(t, dir, store.Options{})
	var lines []store.RollLine
	for n := range votes {
		lines = append(lines, store.RollLine{Line: n, FullName: new(storetest.Registration(n).FullName)})
	}
	nobody := func(string, string) bool { return false }
	report := must(st.ImportRoll(t.Context(), storetest.Admin, lines, nobody, store.ImportRules{}))(t)
	e := storetest.Election(t, st, "Board", "Ada", "Grace")
	must(st.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	storetest.Hold(t, st, e.ID, 1, 1)
	registrar := storetest.IssueSlips(t, st, e.ID)
	storetest.Advance(t, st, e.ID, store.Active)
	m := must(ballotbox.ParseManifest(must(st.Manifest(t.Context(), e.ID))(t)))(t)
	th := &bookThief{truth: make(map[string]int)}
	backups := &theft{st: st}
	for n, l := range report.Lines {
		voter := registrar.SignIn(t, st, l.Entry)
		key := registrar.Codes[l.Entry].Printed.Key(registrar.Assembly).Vote(1, string(l.Entry))
		b := must(storetest.SignFor(m, key, 1, byte(n%2), byte(1-n%2)))(t)
		r := must(st.CastSealed(t.Context(), voter, e.ID, b.On("")))(t)
		th.learn(t, string(l.Entry), string(voter), r)
		if n%20 == 19 {
			noError(t, st.ExtendLogs(t.Context()))
		}
		if n%(votes/3) == 0 {
			th.images = append(th.images, backups.backUp(t))
		}
	}
	th.images = append(th.images, read(t, filepath.Join(dir, store.FileName)))
	storetest.Advance(t, st, e.ID, store.Completed)
	th.images = append(th.images, read(t, filepath.Join(dir, store.FileName)), auditOf(t, st))
	var err error
	th.book, th.stubs, err = st.PollBook(t.Context(), e.ID)
	noError(t, err)
	return th
}

// learn notes what the thief is to find out: who has which line.
func (th *bookThief) learn(t *testing.T, entry, account string, r ballotbox.Receipt) {
	t.Helper()
	leaf := must(ballotbox.ParseHash(r.Leaf))(t)
	th.people, th.leaves = append(th.people, entry), append(th.leaves, leaf)
	th.truth[entry], th.truth[account], th.truth[string(leaf[:])] = r.Line, r.Line, r.Line
}

// auditOf is the audit list as text.
func auditOf(t *testing.T, st *store.Store) image {
	t.Helper()
	var all []byte
	noError(t, st.ExportAudit(t.Context(), storetest.Admin, audit.Filter{}, func(lines []store.NamedAudit) error {
		raw, err := json.Marshal(lines)
		all = append(all, raw...)
		return err
	}))
	return all
}

// namesOfLines are all byte strings that stand for a line: its keys and, if it was signed, its stub.
func (th *bookThief) namesOfLines() map[string]int {
	names := make(map[string]int)
	name := func(raw []byte, line int) {
		names[string(raw)], names[base64.StdEncoding.EncodeToString(raw)] = line, line
	}
	for i, c := range th.book {
		for _, k := range c.Keys {
			name(k[:], i+1)
		}
	}
	for _, s := range th.stubs {
		name(s.Bound[:], s.Line)
		name(s.Signature[:], s.Line)
	}
	return names
}

// namesOfVoters are all byte strings that stand for a person or a leaf.
func (th *bookThief) namesOfVoters() map[string]string {
	names := make(map[string]string)
	for who := range th.truth {
		names[who] = who
		if len(who) == len(ballotbox.Hash{}) {
			names[hex.EncodeToString([]byte(who))], names[base64.StdEncoding.EncodeToString([]byte(who))] = who, who
		} else {
			names[string(decoded(who))] = who
		}
	}
	return names
}

// joined counts the voters and leaves whose line the thief says, rightly, by each way of attack.
func (th *bookThief) joined() map[string]int {
	found := make(map[string]int)
	for way, claims := range map[string]map[string]int{
		"one record": th.oneRecord(), "a hash of the leaf": th.hashOfLeaf(), "order": th.order(),
	} {
		for who, line := range claims {
			if th.truth[who] == line {
				found[way]++
			}
		}
	}
	return found
}

// oneRecord looks for records, also deleted ones, that name a line, by its keys, its stub or its number, and a voter.
func (th *bookThief) oneRecord() map[string]int {
	claims := make(map[string]int)
	lines, voters := th.namesOfLines(), th.namesOfVoters()
	lineFinder := newFinder(slices.Collect(maps.Keys(lines)))
	voterFinder := newFinder(slices.Collect(maps.Keys(voters)))
	look := func(record []byte) {
		of := make(map[int]bool)
		for _, h := range lineFinder.find(record) {
			of[lines[h.what]] = true
		}
		if len(of) != 1 {
			return // none, or a list of all
		}
		for line := range of {
			for _, h := range voterFinder.find(record) {
				claims[voters[h.what]] = line
			}
		}
	}
	for _, im := range th.images {
		im.leaves(func(_ uint64, elements []element) {
			for _, e := range elements {
				if !e.isBucket {
					look(slices.Concat(e.key, e.value))
				}
			}
		})
	}
	for record := range bytes.SplitSeq(th.images[len(th.images)-1], []byte("},{")) {
		look(record)
	}
	return claims
}

// hashOfLeaf tries the hashes that somebody could make of a leaf alone.
func (th *bookThief) hashOfLeaf() map[string]int {
	claims := make(map[string]int)
	of := make(map[ballotbox.Hash]int)
	for _, s := range th.stubs {
		of[s.Bound] = s.Line
	}
	for _, leaf := range th.leaves {
		for _, bound := range []ballotbox.Hash{leaf, sha256.Sum256(leaf[:]), plainBound(leaf),
			ballotbox.Bound(sealing.Pad{}, leaf)} {
			if line, ok := of[bound]; ok {
				claims[string(leaf[:])] = line
			}
		}
	}
	return claims
}

// plainBound hashes a leaf without a pad, as a broken build would. Whoever knows the leaf finds its stub.
func plainBound(leaf ballotbox.Hash) ballotbox.Hash {
	return sha256.Sum256(append([]byte("ostrakon/bound/4\x00"), leaf[:]...))
}

// order lays the signed lines, as they rise, along every order of voters and of leaves, forwards and backwards, and
// takes the one that is right most often.
func (th *bookThief) order() map[string]int {
	var lines []int
	for _, s := range th.stubs {
		lines = append(lines, s.Line)
	}
	slices.Sort(lines)
	var leaves []string
	for _, leaf := range th.leaves {
		leaves = append(leaves, string(leaf[:]))
	}
	best, most := map[string]int{}, 0
	for _, voters := range [][]string{th.people, leaves, slices.Sorted(slices.Values(th.people)),
		slices.Sorted(slices.Values(leaves))} {
		for _, backwards := range []bool{false, true} {
			claims, right := make(map[string]int), 0
			for i, who := range voters {
				if backwards {
					i = len(lines) - 1 - i
				}
				if claims[who] = lines[i]; th.truth[who] == lines[i] {
					right++
				}
			}
			if right > most {
				best, most = claims, right
			}
		}
	}
	return best
}

// byChance is how many of the eight orders' guesses may be right: one in each on average.
const byChance = 8

func TestTheThiefJoinsNoLineWithAPersonOrABallot(t *testing.T) {
	votes := 150
	if os.Getenv("OSTRAKON_LONG") != "" {
		votes = 10_000
	}
	th := pollDay(t, votes)
	if len(th.stubs) != votes {
		t.Fatalf("%d stubs of %d votes", len(th.stubs), votes)
	}
	for way, n := range th.joined() {
		if way != "order" || n > byChance {
			t.Errorf("%s: %d lines are joined with a person or a ballot", way, n)
		}
	}
}

// The attacks work: each of these builds gives all lines away.
func TestTheThiefJoinsTheLinesOfBrokenBuilds(t *testing.T) {
	const votes = 30
	th := pollDay(t, votes)
	for _, c := range []struct {
		name, way string
		spoil     func(t *testing.T, th *bookThief)
	}{
		{"a bound hash of the leaf alone", "a hash of the leaf", func(_ *testing.T, th *bookThief) {
			for i, s := range th.stubs {
				th.stubs[i].Bound = plainBound(th.leafOf(s.Line))
			}
		}},
		{"lines in the order of the roll", "order", func(_ *testing.T, th *bookThief) {
			for i, who := range slices.Sorted(slices.Values(th.people)) {
				th.truth[who] = th.stubs[i].Line
			}
		}},
		{"a stub with the leaf in a record", "one record", func(t *testing.T, th *bookThief) {
			path := filepath.Join(t.TempDir(), "plain.db")
			db := must(bolt.Open(path, 0o600, &bolt.Options{NoSync: true, PageSize: pageSize}))(t)
			noError(t, db.Update(func(tx *bolt.Tx) error {
				b := must(tx.CreateBucket([]byte("stubs")))(t)
				for _, s := range th.stubs {
					leaf := th.leafOf(s.Line)
					noError(t, b.Put(leaf[:], s.Signature[:]))
				}
				return nil
			}))
			noError(t, db.Close())
			th.images = append([]image{read(t, path)}, th.images...)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			spoilt := *th
			spoilt.stubs, spoilt.truth = slices.Clone(th.stubs), maps.Clone(th.truth)
			c.spoil(t, &spoilt)
			if n := spoilt.joined()[c.way]; n != votes {
				t.Errorf("%d of %d lines are joined", n, votes)
			}
		})
	}
}

// leafOf is the ballot of a line, which the thief does not know.
func (th *bookThief) leafOf(line int) ballotbox.Hash {
	for _, leaf := range th.leaves {
		if th.truth[string(leaf[:])] == line {
			return leaf
		}
	}
	return ballotbox.Hash{}
}
