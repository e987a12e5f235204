package ballotfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ostrakon/store/tally"
)

// A BLT file is, in this order (Hill, Wichmann and Woodall, Algorithm 123, The Computer Journal 30
// (1987), 277, with the additions of OpenSTV and OpaVote):
//
//	4 2              candidates and seats
//	-2               who has withdrawn, if anybody
//	3 1 4=3 0        three papers: 1 first, 4 and 3 equal, then the end of the ranking
//	(A7) 1 - 3 0     a paper with an identifier that leaves the first rank out
//	0                the end of the papers
//	"Ada" "Bo" …     the names, then the title; two more texts may follow
//
// Line breaks are spaces up to the names, and # begins a comment.
type blt struct {
	rest string
	line int
	last token
}

type token struct {
	kind byte // 'n' a number, 'w' a word, '(' an identifier, '=' and '-' themselves, 0 the end
	text string
	n    int
}

func (b *blt) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", b.line, fmt.Errorf(format, args...))
}

// next reads a token into last.
func (b *blt) next() error {
	b.skip()
	b.last = token{}
	if b.rest == "" {
		return nil
	}
	switch first := b.rest[0]; {
	case first == '(':
		text, rest, found := strings.Cut(b.rest[1:], ")")
		if !found || strings.Contains(text, "\n") {
			return b.errorf("a text has no end")
		}
		b.last, b.rest = token{kind: first, text: text}, rest
	case first == '=' || first == '-' && (len(b.rest) == 1 || b.rest[1] < '0' || b.rest[1] > '9'):
		b.last, b.rest = token{kind: first, text: b.rest[:1]}, b.rest[1:]
	default:
		end := strings.IndexFunc(b.rest, ends)
		if end == 0 {
			return b.errorf("%q belongs to nothing", b.rest[:1])
		}
		if end < 0 {
			end = len(b.rest)
		}
		b.last, b.rest = token{kind: 'w', text: b.rest[:end]}, b.rest[end:]
		if n, err := strconv.Atoi(b.last.text); err == nil {
			b.last.kind, b.last.n = 'n', n
		}
	}
	return nil
}

// ends reports whether a character cannot be in a word.
func ends(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`="#()`, r) }

// skip passes over spaces and comments, and counts lines.
func (b *blt) skip() {
	for b.rest != "" {
		space := len(b.rest) - len(strings.TrimLeftFunc(b.rest, unicode.IsSpace))
		b.line += strings.Count(b.rest[:space], "\n")
		b.rest = b.rest[space:]
		if !strings.HasPrefix(b.rest, "#") {
			return
		}
		end := strings.IndexByte(b.rest, '\n')
		if end < 0 {
			end = len(b.rest)
		}
		b.rest = b.rest[end:]
	}
}

// number reads a number from least to most.
func (b *blt) number(what string, least, most int) (int, error) {
	if err := b.next(); err != nil {
		return 0, err
	}
	if b.last.kind != 'n' || b.last.n < least || b.last.n > most {
		return 0, b.errorf("%s must be a number from %d to %d, not %.40q", what, least, most, b.last.text)
	}
	return b.last.n, nil
}

func readBLT(text string) (Contest, error) {
	b, c := &blt{rest: text, line: 1}, Contest{Method: tally.DefaultBLT, Kind: tally.Ranks}
	count, err := b.number("how many candidates there are", 2, tally.MaxOptions)
	if err != nil {
		return c, err
	}
	if c.Seats, err = b.number("how many seats there are", 1, count); err != nil {
		return c, err
	}
	if err := b.next(); err != nil {
		return c, err
	}
	withdrawn := make([]bool, count)
	for ; b.last.kind == 'n' && b.last.n < 0; err = b.next() {
		if err != nil {
			return c, err
		}
		if b.last.n < -count {
			return c, b.errorf("candidate %d withdrew, but there are %d", -b.last.n, count)
		}
		withdrawn[-b.last.n-1] = true
	}
	if err != nil {
		return c, err
	}
	if err := b.papers(&c, withdrawn); err != nil {
		return c, err
	}
	return c, b.names(&c, withdrawn)
}

// papers reads papers up to the 0 that ends them.
func (b *blt) papers(c *Contest, withdrawn []bool) error {
	total := 0
	for {
		if b.last.kind == '(' {
			if err := b.next(); err != nil {
				return err
			}
		} else if b.last.kind == 'n' && b.last.n == 0 {
			return nil
		}
		if b.last.kind != 'n' {
			return b.errorf("a line of papers begins with how often it counts, not with %.40q; the last line is 0", b.last.text)
		}
		times := b.last.n
		marks, err := b.ranking(withdrawn)
		if err != nil {
			return err
		}
		if err := c.add(&total, tally.Paper{Marks: marks, Weight: times}); err != nil {
			return b.errorf("%w", err)
		}
		if err := b.next(); err != nil {
			return err
		}
	}
}

// ranking reads a ranking up to the 0 that ends it, and leaves out who has withdrawn.
func (b *blt) ranking(withdrawn []bool) ([]byte, error) {
	ranks := make([]int, len(withdrawn))
	equal, named := false, false // "=" stands before this token, a candidate before it
	for place := 0; ; {
		if err := b.next(); err != nil {
			return nil, err
		}
		switch t := b.last; {
		case t.kind == '=' && named && !equal:
			equal = true
		case t.kind == '-' && !equal:
			named = false
		case t.kind == 'n' && t.n == 0 && !equal:
			return closeRanks(ranks, withdrawn), nil
		case t.kind == 'n' && t.n > 0 && t.n <= len(ranks) && ranks[t.n-1] == 0:
			if !equal {
				place++
			}
			ranks[t.n-1], equal, named = place, false, true
		case t.kind == 'n' && t.n > 0 && t.n <= len(ranks):
			return nil, b.errorf("candidate %d is ranked twice", t.n)
		default:
			return nil, b.errorf("%.40q is not one of the %d candidates, and each ranking ends with 0", t.text, len(ranks))
		}
	}
}

// closeRanks are the ranks of those who stand, closed up.
func closeRanks(ranks []int, withdrawn []bool) []byte {
	var standing []int
	for i, rank := range ranks {
		if !withdrawn[i] {
			standing = append(standing, rank)
		}
	}
	used := slices.Compact(slices.Sorted(slices.Values(append([]int{0}, standing...))))
	marks := make([]byte, len(standing))
	for i, rank := range standing {
		marks[i] = byte(slices.Index(used, rank))
	}
	return marks
}

// names reads the names of all candidates, and the title: what follows the papers. Each line has one word, or texts in
// quotes with spaces between them; only one text where names have lines of their own. Whatever else stands there is
// refused, for a name in two parts would give its second part to the next candidate.
func (b *blt) names(c *Contest, withdrawn []bool) error {
	var texts []string
	lines, most := 0, 0 // lines with texts, and the most texts of a line
	for line := range strings.Lines(b.rest) {
		found, err := b.texts(line)
		if err != nil {
			return err
		}
		if texts = append(texts, found...); len(found) > 0 {
			lines, most = lines+1, max(most, len(found))
		}
		b.line += strings.Count(line, "\n")
	}
	switch extra := len(texts) - len(withdrawn); { // the title, a source and a comment
	case extra < 0:
		return b.errorf("the name of candidate %d is missing", len(texts)+1)
	case extra > 3:
		return b.errorf("%.40q belongs to nothing", texts[len(withdrawn)+3])
	case lines > len(withdrawn) && most > 1:
		return b.errorf("some names have lines of their own, and other lines have several texts")
	case extra > 0:
		c.Title = texts[len(withdrawn)]
	}
	for i, name := range texts[:len(withdrawn)] {
		if !withdrawn[i] {
			c.Candidates = append(c.Candidates, Candidate{Number: i + 1, Name: name})
		}
	}
	return nil
}

// texts are those of a line after the papers.
func (b *blt) texts(line string) (found []string, err error) {
	for rest := strings.TrimSpace(line); rest != "" && rest[0] != '#'; rest = strings.TrimLeftFunc(rest, unicode.IsSpace) {
		var text string
		if rest[0] == '"' {
			closed := false
			if text, rest, closed = strings.Cut(rest[1:], `"`); !closed {
				return nil, b.errorf("a text has no end")
			}
			if rest != "" && len(strings.TrimLeftFunc(rest, unicode.IsSpace)) == len(rest) {
				return nil, b.errorf("a quotation mark stands inside the name that begins with %.40q", text)
			}
		} else {
			text, rest = rest, ""
			if len(found) > 0 || strings.ContainsFunc(text, ends) {
				return nil, b.errorf("%.40q must stand in quotation marks, or be one word alone on its line", text)
			}
		}
		if err := checkText(text); err != nil {
			return nil, b.errorf("%w", err)
		}
		found = append(found, text)
	}
	return found, nil
}
