package leaktest

import (
	"bytes"
	"cmp"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// voter and candidate are ids: 26 characters of base32.
type (
	voter     string
	candidate string
)

// raw is the 16 bytes of an id.
func (c candidate) raw() []byte { return decoded(string(c)) }

// decoded is the bytes of a base32 text.
func decoded(text string) []byte {
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(text))
	if err != nil {
		panic(err)
	}
	return raw
}

// loot is all that the thief has.
type loot struct {
	marks, ballots string // the buckets of voters' marks and of ballots
	isBallot       func(key, value []byte) bool

	images     []image  // the database file and the backups
	before     image    // the file as it was before anyone voted
	files      []stolen // other files
	arrival    []voter
	choices    []candidate         // what one can vote for
	rawChoices [][]byte            // their ids as 16 bytes
	traces     map[voter]trace     // from receipts
	told       map[voter]candidate // what half of the voters told
}

// stolen is a file beside the database.
type stolen struct {
	name    string
	at      time.Time
	content []byte
}

// trace is what a receipt tells of a ballot.
type trace struct {
	leaf []byte // 32 bytes
	code []byte // 10 bytes
}

// finding is what one way of attack says about voters' choices.
type finding struct {
	way     string
	certain bool // it says so for sure; else it is the best guess
	claims  map[voter]candidate
}

// attack tries every way.
func (l *loot) attack() []finding {
	pictures := l.pictures()
	all := []finding{l.oneRecord(), l.closeBy()}
	all = append(all, l.snapshots(pictures)...)
	all = append(all, l.pageOrder(pictures))
	all = append(all, l.orders()...)
	return append(all, l.likeness(pictures)...)
}

// choiceIn is the one candidate whose id is in some bytes, as text or raw; "" if there is none or
// are several.
func (l *loot) choiceIn(raw []byte) candidate {
	var found candidate
	for i, c := range l.choices {
		if bytes.Contains(raw, []byte(c)) || bytes.Contains(raw, l.rawChoices[i]) {
			if found != "" {
				return ""
			}
			found = c
		}
	}
	return found
}

// names are all byte strings that stand for a voter.
func (l *loot) names() map[string]voter {
	names := make(map[string]voter)
	for _, v := range l.arrival {
		names[string(v)] = v
		names[string(decoded(string(v)))] = v
		if t, ok := l.traces[v]; ok {
			text := base32.StdEncoding.EncodeToString(t.code)
			for _, name := range []string{string(t.leaf), hex.EncodeToString(t.leaf), string(t.code), text,
				strings.ToLower(text)} {
				names[name] = v
			}
		}
	}
	return names
}

func (l *loot) oneRecord() finding {
	f := finding{way: "one record", certain: true, claims: make(map[voter]candidate)}
	who := l.names()
	names := newFinder(slices.Collect(maps.Keys(who)))
	look := func(record []byte) {
		choice := l.choiceIn(record)
		if choice == "" {
			return
		}
		for _, h := range names.find(record) {
			f.claims[who[h.what]] = choice
		}
	}
	for _, im := range l.images {
		im.leaves(func(_ uint64, elements []element) {
			for _, e := range elements {
				if !e.isBucket {
					look(slices.Concat(e.key, e.value))
				}
			}
		})
	}
	for _, s := range l.files {
		look(slices.Concat([]byte(s.name), s.content))
	}
	return f
}

// closeBy goes by the raw bytes, whatever page or record they belong to.
func (l *loot) closeBy() finding {
	const window = 64
	f := finding{way: "close by", claims: make(map[voter]candidate)}
	who := l.names()
	names := newFinder(slices.Collect(maps.Keys(who)))
	for _, im := range l.images {
		for _, h := range names.find(im) {
			around := im[max(0, h.at-window):min(len(im), h.at+len(h.what)+window)]
			if choice := l.choiceIn(around); choice != "" {
				f.claims[who[h.what]] = choice
			}
		}
	}
	return f
}

// picture is the box as it was once: who was marked, and the ballots.
type picture struct {
	marks   map[voter]bool
	ballots map[string][]byte
}

// pictures gathers the box from every page that can be taken for a root, smallest first.
func (l *loot) pictures() []picture {
	var all []picture
	seen := make(map[string]bool)
	for _, im := range l.images {
		for id := range uint64(len(im) / pageSize) {
			p, ok := l.picture(im, id)
			if !ok {
				continue
			}
			if name := fmt.Sprint(slices.Sorted(maps.Keys(p.marks)), slices.Sorted(maps.Keys(p.ballots))); !seen[name] {
				seen[name] = true
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b picture) int { return cmp.Compare(len(a.marks), len(b.marks)) })
	return all
}

func (l *loot) picture(im image, root uint64) (picture, bool) {
	p := picture{make(map[voter]bool), make(map[string][]byte)}
	marks, ok1 := im.lookup(root, l.marks)
	ballots, ok2 := im.lookup(root, l.ballots)
	ok := ok1 && ok2 &&
		im.walk("", marks, func(_ string, e element) { p.marks[voter(e.key)] = true }) &&
		im.walk("", ballots, func(_ string, e element) { p.ballots[string(e.key)] = e.value })
	// A page that was written over since belongs to another moment, or another bucket.
	for k, value := range p.ballots {
		ok = ok && l.isBallot([]byte(k), value)
	}
	return p, ok && len(p.marks) == len(p.ballots) && l.areVoters(p.marks)
}

func (l *loot) areVoters(marks map[voter]bool) bool {
	n := 0
	for _, v := range l.arrival {
		if marks[v] {
			n++
		}
	}
	return n == len(marks)
}

// link is a group of voters and the ballots that they cast among them.
type link struct {
	voters  []voter
	ballots [][]byte
}

// links compares each picture with the largest earlier one that it contains.
func links(pictures []picture) []link {
	var all []link
	for i, p := range pictures {
		earlier := picture{}
		for j := i - 1; j >= 0; j-- {
			if len(pictures[j].marks) < len(p.marks) && contains(p, pictures[j]) {
				earlier = pictures[j]
				break
			}
		}
		var next link
		for v := range p.marks {
			if !earlier.marks[v] {
				next.voters = append(next.voters, v)
			}
		}
		for k, b := range p.ballots {
			if _, old := earlier.ballots[k]; !old {
				next.ballots = append(next.ballots, b)
			}
		}
		all = append(all, next)
	}
	return all
}

func contains(p, earlier picture) bool {
	for v := range earlier.marks {
		if !p.marks[v] {
			return false
		}
	}
	for k := range earlier.ballots {
		if _, ok := p.ballots[k]; !ok {
			return false
		}
	}
	return true
}

// snapshots goes from links to choices, where the ballots show any.
func (l *loot) snapshots(pictures []picture) []finding {
	sure := finding{way: "snapshots", certain: true, claims: make(map[voter]candidate)}
	guess := finding{way: "snapshots, the likeliest", claims: make(map[voter]candidate)}
	for _, group := range links(pictures) {
		votes := make(map[candidate]int)
		for _, b := range group.ballots {
			if c := l.choiceIn(b); c != "" {
				votes[c]++
			}
		}
		best := mostVotes(votes)
		for _, v := range group.voters {
			switch {
			case best == "":
			case votes[best] == len(group.ballots):
				sure.claims[v] = best
			case sure.claims[v] == "":
				guess.claims[v] = best
			}
		}
	}
	return []finding{sure, guess}
}

func mostVotes(votes map[candidate]int) candidate {
	var best candidate
	for _, c := range slices.Sorted(maps.Keys(votes)) {
		if best == "" || votes[c] > votes[best] {
			best = c
		}
	}
	return best
}

// pageOrder pairs the page where a mark appears first with the nearest page where a ballot does.
func (l *loot) pageOrder(pictures []picture) finding {
	const reach = 12 // pages that one vote writes
	f := finding{way: "page order", certain: true, claims: make(map[voter]candidate)}
	ballots := make(map[string][]byte)
	for _, p := range pictures {
		maps.Copy(ballots, p.ballots)
	}
	isVoter := make(map[voter]bool)
	for _, v := range l.arrival {
		isVoter[v] = true
	}
	old := make(map[string]bool)
	l.before.leaves(func(_ uint64, elements []element) { old[keysOf(elements)] = true })
	for _, im := range l.images {
		seen := make(map[string]bool)
		var fresh voter
		var since uint64
		im.leaves(func(page uint64, elements []element) {
			if old[keysOf(elements)] {
				return
			}
			var marks []voter
			var choices []candidate
			for _, e := range elements {
				isBallot := ballots[string(e.key)] != nil && bytes.Equal(ballots[string(e.key)], e.value)
				if !isBallot && (!isVoter[voter(e.key)] || len(e.value) > 1) || seen[string(e.key)] {
					continue
				}
				seen[string(e.key)] = true
				if isBallot {
					choices = append(choices, l.choiceIn(e.value))
				} else {
					marks = append(marks, voter(e.key))
				}
			}
			if len(marks) == 1 {
				fresh, since = marks[0], page
			}
			if len(choices) == 1 && choices[0] != "" && fresh != "" && page-since <= reach {
				f.claims[fresh], fresh = choices[0], ""
			}
		})
	}
	return f
}

// keysOf tells pages apart.
func keysOf(elements []element) string {
	var keys []byte
	for _, e := range elements {
		keys = append(append(keys, e.key...), 0)
	}
	return string(keys)
}
