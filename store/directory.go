package store

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/text/unicode/norm"

	"ostrakon/store/refusal"
)

const (
	nameWidth = 32 // bytes of a folded name in its index
	wordWidth = 24 // bytes of a folded word in its index

	// maxTerms bounds the words of a query: each costs a look at the index.
	maxTerms = 8

	// rangeProbe bounds how many lines of the index are looked at to choose the rarest word of a query.
	rangeProbe = 2000
)

// fold makes text comparable across case, accents and width: NFKD, marks
// dropped, lower case, and the letters that do not decompose spelt out.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, foldLetters(norm.NFKD.String(text)))
}

func foldLetters(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return text
	}
	return strings.NewReplacer(
		"ß", "ss", "ẞ", "ss", "ø", "o", "Ø", "o", "ł", "l", "Ł", "l", "đ", "d", "Đ", "d",
		"æ", "ae", "Æ", "ae", "œ", "oe", "Œ", "oe", "ı", "i", "þ", "th", "Þ", "th", "ς", "σ",
	).Replace(text)
}

// words splits text into folded runs of letters, with the vowel signs that
// Indic scripts write beside them, and digits.
func words(text string) []string {
	return strings.FieldsFunc(fold(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
}

// directory is three indexes by which records of people are listed and searched.
type directory struct {
	byName []byte // folded name (32) id
	byWord []byte // folded word (24) id -> hint of all words
	words  []byte // id -> folded words, by spaces
}

// person is what a directory holds of a record.
type person struct {
	id, name string
	words    []string // sorted, each once
}

// directoryIndexes are the indexes of a directory over records of a type.
func directoryIndexes[T any](d directory, of func(T) person) []index[T] {
	return []index[T]{
		{d.byName, nil, func(r T) []entry {
			p := of(r)
			return []entry{{key(fixed(fold(p.name), nameWidth), []byte(p.id)), nil}}
		}},
		{d.byWord, nil, func(r T) []entry {
			var entries []entry
			p := of(r)
			hint := hintOf(p.words)
			for _, w := range p.words {
				entries = append(entries, entry{key(fixed(w, wordWidth), []byte(p.id)), hint[:]})
			}
			return entries
		}},
		// All words in one line: a query of several words then does not decode a record for each that matches one of them.
		{d.words, nil, func(r T) []entry {
			p := of(r)
			return []entry{{[]byte(p.id), []byte(" " + strings.Join(p.words, " "))}}
		}},
	}
}

// sortedWords are the words of several texts, each once, sorted.
func sortedWords(texts ...string) []string {
	var found []string
	for _, t := range texts {
		found = append(found, words(t)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// wordHint is a Bloom filter of the beginnings, of one to four bytes, of
// words. The hint of a record's words stands in each of their index lines: a
// query of several words passes over nearly all who lack one of them without looking further.
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

// within reports whether words of hint h may be among those of a line's hint.
func (h wordHint) within(line []byte) bool {
	for i, b := range h {
		if i >= len(line) || line[i]&b != b {
			return false
		}
	}
	return true
}

// search lists the records of a directory. Without a query: all, by name. With
// one: those that have, for each word of it, a word that begins so, whatever
// the case and accents. take is called with the id of each in turn. It returns
// the cursor of the next page. Errors: refusal.ValidationFailed.
func (d directory) search(tx *bolt.Tx, query string, p Page, take func(id []byte) error) (string, error) {
	terms, none, err := searchTerms(query)
	if err != nil || none {
		return "", err
	}
	sc, match, err := d.scan(tx, terms, p)
	if err != nil {
		return "", err
	}
	next, err := sc.run(tx, func(k, hint []byte) (bool, error) {
		if !match(k, hint) {
			return false, nil
		}
		return true, take(k[len(k)-idLen:])
	})
	return cursorOf(next), err
}

// searchAmong is search among the records that another index by name holds. It
// looks at each of them, so it is for an index of few.
func (d directory) searchAmong(tx *bolt.Tx, byName []byte, query string, p Page, take func(id []byte) error) (string, error) {
	terms, none, err := searchTerms(query)
	if err != nil || none {
		return "", err
	}
	sc, err := p.scan(byName, nil, nameWidth+idLen)
	if err != nil {
		return "", err
	}
	all := tx.Bucket(d.words)
	next, err := sc.run(tx, func(k, _ []byte) (bool, error) {
		id := k[len(k)-idLen:]
		if !hasAll(all.Get(id), terms) {
			return false, nil
		}
		return true, take(id)
	})
	return cursorOf(next), err
}

// scan chooses the index lines to walk for the terms and the test that a line must pass.
func (d directory) scan(tx *bolt.Tx, terms []string, p Page) (scan, func(k, hint []byte) bool, error) {
	if len(terms) == 0 {
		sc, err := p.scan(d.byName, nil, nameWidth+idLen)
		return sc, func(_, _ []byte) bool { return true }, err
	}
	walked := d.walkedTerm(tx, terms, p.cursor())
	sc, err := p.scan(d.byWord, []byte(walked), wordWidth+idLen)
	all := tx.Bucket(d.words)
	wanted := hintOf(terms)
	return sc, func(k, hint []byte) bool {
		if !wanted.within(hint) {
			return false
		}
		has := all.Get(k[len(k)-idLen:])
		// A record with two words of this beginning stands here twice; only the first line counts.
		return bytes.Equal(k[:wordWidth], fixed(firstWith(has, walked), wordWidth)) && hasAll(has, terms)
	}, err
}

// searchTerms are the words of a query that say something: one that another
// begins with is left out. none tells that a query has no word, so that nobody
// matches it. Errors: refusal.ValidationFailed.
func searchTerms(query string) (terms []string, none bool, err error) {
	all := sortedWords(query)
	terms = slices.DeleteFunc(slices.Clone(all), func(t string) bool {
		return slices.ContainsFunc(all, func(other string) bool { return other != t && strings.HasPrefix(other, t) })
	})
	if len(terms) > maxTerms {
		return nil, false, refusal.Invalid("query", refusal.TooManyWords, refusal.Facts{"max": maxTerms})
	}
	return terms, len(terms) == 0 && strings.TrimSpace(query) != "", nil
}

// hasAll reports whether among sorted words there is, for each term, one that begins so.
func hasAll(sorted []byte, terms []string) bool {
	return !slices.ContainsFunc(terms, func(t string) bool { return firstWith(sorted, t) == "" })
}

// walkedTerm is the term whose index lines are walked, cut to the index's
// width: the one that the page before walked, else the one with the fewest lines.
func (d directory) walkedTerm(tx *bolt.Tx, terms []string, after []byte) string {
	best, fewest := "", rangeProbe+1
	for _, t := range terms {
		t = t[:min(len(t), wordWidth)]
		if len(after) > 0 && bytes.HasPrefix(after, []byte(t)) {
			return t
		}
		n, c := 0, tx.Bucket(d.byWord).Cursor()
		for k, _ := c.Seek([]byte(t)); k != nil && bytes.HasPrefix(k, []byte(t)) && n < fewest; k, _ = c.Next() {
			n++
		}
		if n < fewest || best == "" {
			best, fewest = t, n
		}
	}
	return best
}

// firstWith is the first word that begins with prefix, or "". The words are
// sorted, each with a space before it.
func firstWith(sorted []byte, prefix string) string {
	at := bytes.Index(sorted, []byte(" "+prefix))
	if at < 0 {
		return ""
	}
	word, _, _ := bytes.Cut(sorted[at+1:], []byte(" "))
	return string(word)
}
