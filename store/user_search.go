package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/text/unicode/norm"
)

const (
	nameWidth = 32 // bytes of a folded full name in its index
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

// userWords are the words a user is found by: of the name, the e-mail address
// and the phone number, each once, sorted. The number counts as one word too, however it is grouped.
func userWords(u User) []string {
	found := slices.Concat(words(u.FullName), words(u.Email), words(u.Phone))
	if digits := strings.Join(words(u.Phone), ""); digits != "" {
		found = append(found, digits)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func userNameEntries(u userRecord) []entry { return []entry{{nameKey(u.User), nil}} }

func nameKey(u User) []byte { return key(fixed(fold(u.FullName), nameWidth), []byte(u.ID)) }

func userWordEntries(u userRecord) []entry {
	var entries []entry
	all := userWords(u.User)
	hint := hintOf(all)
	for _, w := range all {
		entries = append(entries, entry{key(fixed(w, wordWidth), []byte(u.ID)), hint[:]})
	}
	return entries
}

// wordHint is a Bloom filter of the beginnings, of one to four bytes, of
// words. The hint of a user's words stands in each of their index lines: a
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

// userWordsEntries keeps all words of a user in one line, so that a query of
// several words does not decode a record for each user that matches one of them.
func userWordsEntries(u userRecord) []entry {
	return []entry{{[]byte(u.ID), []byte(" " + strings.Join(userWords(u.User), " "))}}
}

// SearchUsers lists users. Without a query: all, by name. With one: those who
// have, for each word of it, a word of name, e-mail address or phone number
// that begins so, whatever the case and accents. Errors: *ValidationError.
func (s *Store) SearchUsers(ctx context.Context, query string, p Page) (List[User], error) {
	terms := searchTerms(query)
	if len(terms) > maxTerms {
		return List[User]{}, &ValidationError{[]FieldError{{"query", fmt.Sprintf("must have at most %d words", maxTerms)}}}
	}
	if len(terms) == 0 && strings.TrimSpace(query) != "" {
		return List[User]{}, nil
	}
	var out List[User]
	err := s.view(ctx, func(tx *bolt.Tx) error {
		sc, match, err := userScan(tx, terms, p)
		if err != nil {
			return err
		}
		next, err := sc.run(tx, func(k, hint []byte) (bool, error) {
			id := k[len(k)-idLen:]
			if !match(k, hint) {
				return false, nil
			}
			rec, err := getUser(tx, UserID(id))
			out.Items = append(out.Items, rec.User)
			return true, err
		})
		out.Next = cursorOf(next)
		return err
	})
	return out, err
}

// userScan chooses the index lines to walk for the terms and the test that a
// line must pass.
func userScan(tx *bolt.Tx, terms []string, p Page) (scan, func(k, hint []byte) bool, error) {
	if len(terms) == 0 {
		sc, err := p.scan(bucketUsersByName, nil, nameWidth+idLen)
		return sc, func(_, _ []byte) bool { return true }, err
	}
	walked := walkedTerm(tx, terms, p.cursor())
	sc, err := p.scan(bucketUsersByWord, []byte(walked), wordWidth+idLen)
	all := tx.Bucket(bucketUserWords)
	wanted := hintOf(terms)
	return sc, func(k, hint []byte) bool {
		if !wanted.within(hint) {
			return false
		}
		has := all.Get(k[len(k)-idLen:])
		// A user with two words of this beginning stands here twice; only the first line counts.
		return bytes.Equal(k[:wordWidth], fixed(firstWith(has, walked), wordWidth)) &&
			!slices.ContainsFunc(terms, func(t string) bool { return firstWith(has, t) == "" })
	}, err
}

// searchTerms are the words of a query that say something: one that another begins with is left out.
func searchTerms(query string) []string {
	terms := words(query)
	slices.Sort(terms)
	terms = slices.Compact(terms)
	return slices.DeleteFunc(slices.Clone(terms), func(t string) bool {
		return slices.ContainsFunc(terms, func(other string) bool { return other != t && strings.HasPrefix(other, t) })
	})
}

// walkedTerm is the term whose index lines are walked, cut to the index's
// width: the one that the page before walked, else the one with the fewest lines.
func walkedTerm(tx *bolt.Tx, terms []string, after []byte) string {
	best, fewest := "", rangeProbe+1
	for _, t := range terms {
		t = t[:min(len(t), wordWidth)]
		if len(after) > 0 && bytes.HasPrefix(after, []byte(t)) {
			return t
		}
		n, c := 0, tx.Bucket(bucketUsersByWord).Cursor()
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
