package leaktest

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// finder finds many short byte strings in one pass; by their first two bytes.
type finder struct {
	starts [1 << 16]bool // whether any begins so
	by     [1 << 16][]string
}

type hit struct {
	what string
	at   int
}

// newFinder makes the finder of strings of at least two bytes and at most a page, none of them all
// zeros.
func newFinder(what []string) *finder {
	f := &finder{}
	for _, w := range what {
		first := uint16(w[0])<<8 | uint16(w[1])
		f.starts[first] = true
		f.by[first] = append(f.by[first], w)
	}
	return f
}

func (f *finder) find(in []byte) []hit {
	var all []hit
	zeros := make([]byte, 2*pageSize)
	for page := 0; page < len(in); page += pageSize {
		// Much of a database file is pages never written. Before another such page, or the end,
		// nothing can begin in one.
		if near := in[page:min(page+2*pageSize, len(in))]; bytes.Equal(near, zeros[:len(near)]) {
			continue
		}
		first := uint16(in[page])
		for at := page; at < min(page+pageSize, len(in)-1); at++ {
			first = first<<8 | uint16(in[at+1])
			if !f.starts[first] {
				continue
			}
			for _, w := range f.by[first] {
				if bytes.HasPrefix(in[at:], []byte(w)) {
					all = append(all, hit{w, at})
				}
			}
		}
	}
	return all
}

// orders lays every list of choices along every order of voters.
func (l *loot) orders() []finding {
	var all []finding
	voters := l.voterOrders()
	for list, choices := range l.choiceLists() {
		for order, in := range voters {
			forth := finding{way: "order of " + order + " along " + list, claims: make(map[voter]candidate)}
			back := finding{way: forth.way + ", backwards", claims: make(map[voter]candidate)}
			for i, v := range in {
				forth.claims[v], back.claims[v] = choices[i], choices[len(choices)-1-i]
			}
			all = append(all, forth, back)
		}
	}
	return all
}

// choiceLists are the lists of one choice a voter: of a bucket's records, in a long value, of files
// by time.
func (l *loot) choiceLists() map[string][]candidate {
	lists := make(map[string][]candidate)
	of := make(map[string]candidate)
	for _, c := range l.choices {
		of[string(c)], of[string(c.raw())] = c, c
	}
	find := newFinder(slices.Collect(maps.Keys(of)))
	for n, im := range l.images {
		im.everything(func(path string, e element) {
			found := find.find(e.value)
			if len(found) == 1 {
				name := fmt.Sprint("bucket", path, " of image ", n)
				lists[name] = append(lists[name], of[found[0].what])
			}
			for _, h := range found {
				name := fmt.Sprintf("value %s/%q of image %d", path, e.key, n)
				lists[name] = append(lists[name], of[h.what])
			}
		})
	}
	byTime := slices.SortedFunc(slices.Values(l.files), func(a, b stolen) int { return a.at.Compare(b.at) })
	for _, s := range byTime {
		if c := l.choiceIn(s.content); c != "" {
			lists["files by time"] = append(lists["files by time"], c)
		}
	}
	for name, list := range lists {
		if len(list) != len(l.arrival) {
			delete(lists, name)
		}
	}
	return lists
}

// everything visits all that is not deleted.
func (im image) everything(visit func(path string, e element)) {
	im.walkPage("", im.live(), 16, visit)
}

// voterOrders are the orders in which voters, or what their receipts name, stand anywhere.
func (l *loot) voterOrders() map[string][]voter {
	orders := map[string][]voter{"arrival": l.arrival, "ids": slices.Sorted(slices.Values(l.arrival))}
	if len(l.traces) == 0 {
		return orders
	}
	by := func(part func(trace) []byte) []voter {
		return slices.SortedFunc(slices.Values(l.arrival),
			func(a, b voter) int { return bytes.Compare(part(l.traces[a]), part(l.traces[b])) })
	}
	orders["leaves"] = by(func(t trace) []byte { return t.leaf })
	orders["codes"] = by(func(t trace) []byte { return t.code })
	for n, im := range l.images {
		values := make(map[string]map[string][]byte) // by bucket and leaf
		im.everything(func(path string, e element) {
			if len(e.key) == 32 {
				if values[path] == nil {
					values[path] = make(map[string][]byte)
				}
				values[path][string(e.key)] = e.value
			}
		})
		for path, value := range values {
			if len(value) == len(l.arrival) {
				orders[fmt.Sprint("values of leaves in ", path, " of image ", n)] = by(
					func(t trace) []byte { return value[string(t.leaf)] })
			}
		}
	}
	return orders
}

// likeness learns from the ballots of those who told their choice.
func (l *loot) likeness(pictures []picture) []finding {
	ballotOf := make(map[voter][]byte)
	for _, group := range links(pictures) {
		if len(group.voters) == 1 && len(group.ballots) == 1 {
			ballotOf[group.voters[0]] = group.ballots[0]
		}
	}
	var all []finding
	for name, feature := range map[string]func([]byte) string{
		"size":      func(b []byte) string { return fmt.Sprint(len(b)) },
		"beginning": func(b []byte) string { return string(b[:1]) },
		"end":       func(b []byte) string { return string(b[len(b)-1:]) },
		"all of it": func(b []byte) string { return string(b) },
	} {
		learnt := make(map[string]map[candidate]int)
		for v, choice := range l.told {
			if b := ballotOf[v]; b != nil {
				if learnt[feature(b)] == nil {
					learnt[feature(b)] = make(map[candidate]int)
				}
				learnt[feature(b)][choice]++
			}
		}
		f := finding{way: "likeness by " + name, claims: make(map[voter]candidate)}
		for v, b := range ballotOf {
			if guess := mostVotes(learnt[feature(b)]); l.told[v] == "" && guess != "" {
				f.claims[v] = guess
			}
		}
		all = append(all, f)
	}
	return all
}
