package ocr

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	maxNameBytes = 256 // a longer name agrees with nothing
	maxNameWords = 12
	maxJoined    = 4 // words that may be written as one
)

// SameName reports whether two names, one as typed and one as read from a card or found on the
// roll, are one person's as far as names tell. It forgives
//
//   - the order of the words, and what is between them: AnnaMaria is Anna-Maria and Anna Maria,
//     O'Brien is OBRIEN and O BRIEN, De la Cruz is DELACRUZ;
//   - case and accents, and letters that stand in for others: ß, ø, ł, đ, þ, ı, …;
//   - transliteration, by the tables of transliterate.go: Müller is MUELLER and MULLER, Đoković
//     is DJOKOVIC, Юлия is Yulia and IULIIA, Zelensky is ZELENSKYI, Μπ is B;
//   - titles, but for one that tells a son from his father: jun. is not sen.;
//   - one slip of the keyboard in one word of the name: a letter too many, too few or wrong, or two
//     exchanged. It is never at the first or the last letter, where it makes another name: Anna and
//     Hanna, Nicola and Nicolas, Mario and Maria. Nor is it in a word of three letters, or a wrong
//     letter in one of four: Li and Lu, Juan and Joan.
//
// And nothing more. A missing or additional name is a different person, the second given name as well: who is enrolled
// as Anna Maria Schmidt types it. Initials, short forms (Bob) and other spellings (Mohamed, Muhammad) do not agree.
//
// Some names that a slip makes alike are two people's all the same (Marta and Maria): it is for
// numbers to tell them apart. SameName is symmetric.
func SameName(a, b string) bool {
	one, other := nameWords(a), nameWords(b)
	if len(one) == 0 || len(other) == 0 {
		return false
	}
	p := pairing{pairs: make([][]pair, len(one)), all: 1<<len(other) - 1, seen: make([]bool, len(one)<<(len(other)+1))}
	for j, w := range other {
		if w.title != noTitle {
			p.titles |= 1 << j
		}
	}
	for i := range one {
		p.pairs[i] = pairsOf(one[i:], other)
	}
	son, father := generationOf(one), generationOf(other)
	return (son == father || son == noTitle || father == noTitle) && p.complete(0, 0, false)
}

type nameWord struct {
	spellings []string // in capitals A–Z, if its script is one of those that we transliterate
	keys      []string // words that share one are the same
	title     title
}

// nameWords cuts a name at everything that is not a letter. None for a name that is empty or too long.
func nameWords(name string) []nameWord {
	if len(name) > maxNameBytes {
		return nil
	}
	upper := strings.ToUpper(norm.NFKC.String(strings.Map(func(r rune) rune {
		if strings.ContainsRune(apostrophes, r) {
			return '\''
		}
		return r
	}, name)))
	rest := solidTitles.Replace(upper)
	inWord := func(r rune) bool { return unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit) }
	var words []nameWord
	for {
		rest = strings.TrimLeftFunc(rest, func(r rune) bool { return !inWord(r) })
		if rest == "" || len(words) > maxNameWords {
			break
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return !inWord(r) })
		if end < 0 {
			end = len(rest)
		}
		w := nameWord{spellings: spellings(rest[:end]), title: titleOf(rest[:end], strings.HasPrefix(rest[end:], "."))}
		for _, s := range w.spellings {
			w.keys = append(w.keys, nameKeys(s)...)
		}
		words, rest = append(words, w), rest[end:]
	}
	if len(words) > maxNameWords {
		return nil
	}
	return words
}

// apostrophes includes the letters that transliterations of Arabic and Hebrew use as one.
const apostrophes = "'`´’‘ʼʻʹʾʿ′＇"

// pair is words of one name that stand for words of the other.
type pair struct {
	words  int    // of the first name, from some word on
	others uint32 // of the second name, a bit each
	slip   bool   // alike but for a slip
}

// pairsOf lists what the first word of a name, or the first few, may be in another. A title may be nothing.
func pairsOf(words, others []nameWord) []pair {
	var pairs []pair
	for j, o := range others {
		switch {
		case slices.ContainsFunc(words[0].keys, func(key string) bool { return slices.Contains(o.keys, key) }):
			pairs = append(pairs, pair{words: 1, others: 1 << j})
		case slippedWord(words[0], o):
			pairs = append(pairs, pair{words: 1, others: 1 << j, slip: true})
		}
		for n := 2; n <= maxJoined; n++ {
			if n <= len(words) && joined(words[:n], o) {
				pairs = append(pairs, pair{words: n, others: 1 << j})
			}
			if j+n <= len(others) && joined(others[j:j+n], words[0]) {
				pairs = append(pairs, pair{words: 1, others: (1<<n - 1) << j})
			}
		}
	}
	if words[0].title != noTitle {
		pairs = append(pairs, pair{words: 1})
	}
	return pairs
}

// joined reports whether a word is some others without the spaces between them.
func joined(words []nameWord, whole nameWord) bool {
	return slices.ContainsFunc(whole.spellings, func(s string) bool { return spells(words, s) })
}

// spells reports whether words, one after the other, spell a text.
func spells(words []nameWord, text string) bool {
	if len(words) == 0 {
		return text == ""
	}
	return slices.ContainsFunc(words[0].spellings, func(s string) bool {
		rest, ok := strings.CutPrefix(text, s)
		return ok && spells(words[1:], rest)
	})
}

// pairing looks for a way to pair all words of two names.
type pairing struct {
	pairs  [][]pair // by the first word that they take
	all    uint32   // the words of the second name
	titles uint32   // those that may be left over
	seen   []bool   // where there is no way on
}

// complete reports whether words of the first name pair with unused ones of the second, with one slip at most.
func (p *pairing) complete(from int, used uint32, slipped bool) bool {
	if from == len(p.pairs) {
		return used != 0 && used|p.titles == p.all
	}
	state := from*int(p.all+1)*2 + int(used)*2
	if slipped {
		state++
	}
	if p.seen[state] {
		return false
	}
	p.seen[state] = true
	return slices.ContainsFunc(p.pairs[from], func(next pair) bool {
		return used&next.others == 0 && !(slipped && next.slip) &&
			p.complete(from+next.words, used|next.others, slipped || next.slip)
	})
}

// slippedWord reports whether one slip makes a spelling of one word of one of another's.
func slippedWord(a, b nameWord) bool {
	return slices.ContainsFunc(a.spellings, func(one string) bool {
		return slices.ContainsFunc(b.spellings, func(other string) bool { return oneSlip(one, other) })
	})
}

// oneSlip reports whether one slip inside a word of A–Z makes another of it.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 4 || len(b) > len(a)+1 || strings.Trim(a+b, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return false
	}
	head, tail := 0, 0 // letters in common
	for head < len(a) && a[head] == b[head] {
		head++
	}
	for tail < len(a) && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	switch {
	case head == 0 || tail == 0 || head == len(a) || tail == len(a): // at an end, or doubling what is there
		return false
	case len(b) > len(a):
		return head+tail >= len(a)
	case head+tail == len(a)-1:
		return len(a) >= 5
	}
	return head+tail == len(a)-2 && a[head] == b[head+1] && a[head+1] == b[head]
}

// title is what a word says of a person that is no name.
type title int

const (
	noTitle title = iota
	anyTitle
	younger
	elder
)

// solidTitles writes titles of several parts as one word.
var solidTitles = strings.NewReplacer("PH.D", "PHD", "PH. D", "PHD", "M.SC.", "MSC", "B.SC.", "BSC",
	"DIPL.-ING", "DIPLING", "DIPL-ING", "DIPLING", "DR.-ING", "DR", "DR. H.C.", "DR", "DR. H. C.", "DR", "DR.H.C.", "DR")

// titleOf says whether a word may be a title. Some are only with a full stop: Jun is a name, and so are Ing and Sen.
func titleOf(word string, stop bool) title {
	switch word {
	case "DR", "DRA", "DRS", "PROF", "PROFESSOR", "DIPL", "DIPLING", "MAGISTER", "MGR", "MUDR", "JUDR", "PHDR", "RNDR",
		"PHD", "MSC", "BSC", "MBA",
		"MR", "MRS", "MS", "MISS", "MME", "MLLE":
		return anyTitle
	case "JR":
		return younger
	case "SR":
		return elder
	}
	if stop {
		switch word {
		case "ING", "KFM", "MAG", "IR", "DOC", "UNIV", "BC", "HAB", "MED", "PHIL", "JUR", "RER", "NAT":
			return anyTitle
		case "JUN":
			return younger
		case "SEN":
			return elder
		}
	}
	return noTitle
}

// generationOf says whether titles make a person the younger or the elder; not if they do both.
func generationOf(name []nameWord) title {
	has := func(wanted title) bool {
		return slices.ContainsFunc(name, func(w nameWord) bool { return w.title == wanted })
	}
	switch young, old := has(younger), has(elder); {
	case young == old:
		return noTitle
	case young:
		return younger
	}
	return elder
}
