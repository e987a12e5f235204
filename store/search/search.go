package search

import (
	"bytes"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

const (
	nameWidth = 32 // bytes of a folded name in its index
	wordWidth = 24 // bytes of a folded word in its index

	// maxTerms is the most words in a query: each needs a look at the index.
	maxTerms = 8

	// rangeProbe is how many lines of the index are read at most to find the rarest word of a query.
	rangeProbe = 2000
)

// People names the three indexes by which records of people are listed and found.
type People struct {
	ByName []byte // folded name (32) id
	ByWord []byte // folded word (24) id -> hint of all words
	Words  []byte // id -> folded words, by spaces
}

// Person is the part of a record by which the record is found.
type Person struct {
	ID, Name string
	Words    []string // as SortedWords returns them
}

// Indexes returns the three indexes for records of a type.
func Indexes[T any](people People, of func(T) Person) []kv.Index[T] {
	return []kv.Index[T]{
		{Bucket: people.ByName, Lines: func(r T) []kv.Line {
			p := of(r)
			return []kv.Line{NameLine(p.Name, p.ID)}
		}},
		{Bucket: people.ByWord, Lines: func(r T) []kv.Line {
			var lines []kv.Line
			p := of(r)
			hint := hintOf(p.Words)
			for _, w := range p.Words {
				lines = append(lines, kv.Line{Key: kv.Key(kv.Fixed(w, wordWidth), []byte(p.ID)), Value: hint[:]})
			}
			return lines
		}},
		// All words are in one line, so that a query of several words need not decode every record that has one of them.
		{Bucket: people.Words, Lines: func(r T) []kv.Line {
			p := of(r)
			return []kv.Line{{Key: []byte(p.ID), Value: joined(p.Words)}}
		}},
	}
}

// NameKeyLen is the length of the keys of an index by name.
const NameKeyLen = nameWidth + kv.IDLen

// NameLine makes the line of a person in an index by name.
func NameLine(name, id string) kv.Line {
	return kv.Line{Key: kv.Key(kv.Fixed(Fold(name), nameWidth), []byte(id))}
}

// wordHint is a Bloom filter of the first one to four bytes of words. Each index line hints at all words of its record,
// so a query of several words skips most others unread: 0.3 ms instead of 31 ms at worst among 100,000 people. Check
// compares index lines byte for byte, so a change takes a migration.
type wordHint [16]byte

func hintOf(all []string) wordHint {
	var h wordHint
	for _, w := range all {
		sum := uint32(2166136261) // FNV-1a
		for i := range min(len(w), 4) {
			sum = (sum ^ uint32(w[i])) * 16777619
			bit := (sum >> 7) % (8 * uint32(len(h)))
			h[bit/8] |= 1 << (bit % 8)
		}
	}
	return h
}

// within reports whether the words of hint h may be among those of a line's hint.
func (h wordHint) within(line []byte) bool {
	for i, b := range h {
		if i >= len(line) || line[i]&b != b {
			return false
		}
	}
	return true
}

// Find lists records by name. A query selects the records that have, for each word of the query, a word that begins
// with it, whatever the case and accents. Find calls visit with each id in turn, which reports whether it took the
// record, and returns the cursor of the next page. Errors: refusal.ValidationFailed.
func (people People) Find(tx *bolt.Tx, query string, p kv.Page, visit func(id []byte) (bool, error)) (string, error) {
	terms, none, err := searchTerms(query)
	if err != nil || none {
		return "", err
	}
	sc, match, err := people.scan(tx, terms, p)
	if err != nil {
		return "", err
	}
	return sc.Run(tx, func(k, hint []byte) (bool, error) {
		if !match(k, hint) {
			return false, nil
		}
		return visit(idOf(k))
	})
}

// FindAmong is Find among the records below a prefix of another index by name: few, since it reads them all.
func (people People) FindAmong(tx *bolt.Tx, byName, prefix []byte, query string, p kv.Page,
	visit func(id []byte) (bool, error)) (string, error) {
	terms, none, err := searchTerms(query)
	if err != nil || none {
		return "", err
	}
	sc, err := p.Scan(byName, prefix, len(prefix)+nameWidth+kv.IDLen)
	if err != nil {
		return "", err
	}
	all, beginnings := tx.Bucket(people.Words), beginningsOf(terms)
	return sc.Run(tx, func(k, _ []byte) (bool, error) {
		if !hasAll(all.Get(idOf(k)), beginnings) {
			return false, nil
		}
		return visit(idOf(k))
	})
}

// idOf returns the id at the end of a key.
func idOf(k []byte) []byte { return k[len(k)-kv.IDLen:] }

// scan chooses the index lines to walk for the terms, and the test for each line.
func (people People) scan(tx *bolt.Tx, terms []string, p kv.Page) (kv.Scan, func(k, hint []byte) bool, error) {
	if len(terms) == 0 {
		sc, err := p.Scan(people.ByName, nil, nameWidth+kv.IDLen)
		return sc, func(_, _ []byte) bool { return true }, err
	}
	walked := people.walkedTerm(tx, terms, p.AfterKey())
	sc, err := p.Scan(people.ByWord, []byte(walked), wordWidth+kv.IDLen)
	all := tx.Bucket(people.Words)
	wanted, beginnings := hintOf(terms), beginningsOf(terms)
	return sc, func(k, hint []byte) bool {
		if !wanted.within(hint) {
			return false
		}
		has := all.Get(idOf(k))
		// A record with two words of this beginning has two lines here; only the first counts.
		return bytes.Equal(k[:wordWidth], kv.Fixed(firstWith(has, walked), wordWidth)) && hasAll(has, beginnings)
	}, err
}

// searchTerms returns the words of a query, without words that are the beginning of another. none means that the query
// is not empty but has no word, so that nobody matches it. Errors: refusal.ValidationFailed.
func searchTerms(query string) (terms []string, none bool, err error) {
	all := SortedWords(query)
	terms = slices.DeleteFunc(slices.Clone(all), func(t string) bool {
		return slices.ContainsFunc(all, func(other string) bool { return other != t && strings.HasPrefix(other, t) })
	})
	if len(terms) > maxTerms {
		return nil, false, refusal.Invalid("query", refusal.TooManyWords, refusal.Facts{"max": maxTerms})
	}
	return terms, len(terms) == 0 && strings.TrimSpace(query) != "", nil
}

// Finder returns a query's test of the words of texts, by their beginnings as in Find. Errors:
// refusal.ValidationFailed.
func Finder(query string) (func(words []byte) bool, error) {
	terms, none, err := searchTerms(query)
	beginnings := beginningsOf(terms)
	return func(words []byte) bool { return !none && hasAll(words, beginnings) }, err
}

// WordsOf returns the words of texts as an index keeps them.
func WordsOf(texts ...string) []byte { return joined(SortedWords(texts...)) }

func joined(words []string) []byte { return []byte(" " + strings.Join(words, " ")) }

// beginningsOf returns terms as they stand in joined words that begin with them.
func beginningsOf(terms []string) [][]byte {
	all := make([][]byte, 0, len(terms))
	for _, t := range terms {
		all = append(all, []byte(" "+t))
	}
	return all
}

// hasAll reports whether joined words have a word with each beginning.
func hasAll(words []byte, beginnings [][]byte) bool {
	for _, b := range beginnings {
		if !bytes.Contains(words, b) {
			return false
		}
	}
	return true
}

// walkedTerm chooses the term to walk, cut to the index's width: that of the page before, else the rarest.
func (people People) walkedTerm(tx *bolt.Tx, terms []string, after []byte) string {
	best, fewest := "", rangeProbe+1
	for _, t := range terms {
		t = t[:min(len(t), wordWidth)]
		if len(after) > 0 && bytes.HasPrefix(after, []byte(t)) {
			return t
		}
		n, c := 0, tx.Bucket(people.ByWord).Cursor()
		for k, _ := c.Seek([]byte(t)); k != nil && bytes.HasPrefix(k, []byte(t)) && n < fewest; k, _ = c.Next() {
			n++
		}
		if n < fewest || best == "" {
			best, fewest = t, n
		}
	}
	return best
}

// firstWith finds the first word that begins with prefix, or "". The words are sorted, each after a space.
func firstWith(sorted []byte, prefix string) string {
	at := bytes.Index(sorted, []byte(" "+prefix))
	if at < 0 {
		return ""
	}
	word, _, _ := bytes.Cut(sorted[at+1:], []byte(" "))
	return string(word)
}
