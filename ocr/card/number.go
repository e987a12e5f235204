package card

import (
	"image"
	"slices"
	"strings"

	"ostrakon/ocr"
)

// candidate is a number of a scheme that was read somewhere on the card.
type candidate struct {
	scheme        int // index of the caller's
	number        string
	substitutions int
	labelled      bool // beside a label of the scheme
	foreign       bool // beside a label of something else
	confidence    float64
	box           image.Rectangle
}

const (
	maxRunWords   = 6   // words that one number is printed in: 4 groups, and two splits by mistake
	maxCandidates = 200 // of a page; a page full of digits is not a card
)

// findNumbers lists the numbers of the schemes on a page, one for each place and scheme. Of the
// scheme that accepts anything print shows none: nothing tells a misread one.
func (p page) findNumbers(schemes []ocr.Scheme) []candidate {
	var out []candidate
	for i, s := range schemes {
		if s.Name == anyName {
			continue
		}
		for _, v := range p.valuesOf(number + meaning(i)) {
			for _, c := range numbersIn(v, i, s, true) {
				if !slices.ContainsFunc(out, func(o candidate) bool { return o.scheme == i && o.number == c.number && o.box == c.box }) {
					out = append(out, c)
				}
			}
		}
		for _, v := range p.segments {
			for _, c := range numbersIn(v, i, s, false) {
				if telling(s, c.number) && !slices.ContainsFunc(out, func(o candidate) bool { return o.scheme == i && o.box.Overlaps(c.box) }) {
					c.foreign = slices.ContainsFunc(p.valuesOf(other), func(v segment) bool { return c.box.In(v.box) })
					out = append(out, c)
				}
			}
		}
		if len(out) > maxCandidates {
			return nil
		}
	}
	return out
}

// anyName is the scheme that accepts whatever may be a number.
const anyName = "any"

// telling reports whether a number of a scheme is known for one without a label: its check digits or
// the places of its letters are unlikely in any other text.
func telling(s ocr.Scheme, compact string) bool {
	if s.Checksum != "" {
		return true
	}
	if !strings.ContainsAny(compact, "0123456789") || strings.Trim(compact, "0123456789") == "" {
		return false
	}
	for i, c := range compact {
		swapped := "A"
		if c >= 'A' {
			swapped = "0"
		}
		if s.Validate(compact[:i]+swapped+compact[i+1:]) == "" {
			return false
		}
	}
	return true
}

// numbersIn lists the numbers that runs of a segment's words may be, those with fewest
// substitutions where runs overlap, the longer if in doubt.
func numbersIn(v segment, scheme int, s ocr.Scheme, labelled bool) []candidate {
	var out []candidate
	for from := range v.words {
		if labelled && from > 1 {
			break // grain may come before the value, nothing else
		}
		for to := from + 1; to <= min(len(v.words), from+maxRunWords); to++ {
			run := v.part(from, to)
			text := strings.TrimLeft(run.text(0, to-from), " :.#")
			if isDate(text) {
				continue
			}
			repaired := s.Repair(text)
			for _, r := range repaired {
				if r.Substitutions > repaired[0].Substitutions {
					break
				}
				out = append(out, candidate{scheme: scheme, number: r.Number, substitutions: r.Substitutions,
					labelled: labelled, confidence: run.confidence(), box: run.box})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int {
		if a.substitutions != b.substitutions {
			return a.substitutions - b.substitutions
		}
		return len(b.number) - len(a.number)
	})
	var kept []candidate
	for _, c := range out {
		if !slices.ContainsFunc(kept, func(k candidate) bool { return k.box.Overlaps(c.box) && k.box != c.box }) {
			kept = append(kept, c)
		}
	}
	return kept
}

// isDate reports whether a text is a date and nothing else: eight digits between dots are not
// number.
func isDate(text string) bool {
	if !strings.ContainsAny(text, "./- ") {
		return false
	}
	for _, d := range ocr.FindDates(text) {
		if d.Substitutions == 0 && strings.Trim(text[:d.Start]+text[d.End:], " .,:") == "" {
			return true
		}
	}
	return false
}

// tally counts the votes of independent readings for numbers.
type tally struct {
	weights map[ballot]float64
	order   []ballot // as first read
}

// ballot is what is voted for.
type ballot struct {
	scheme int
	number string
}

// Weights of a vote. A number that satisfies check digits is misread in one case of ten, or of a
// hundred, where others are in all.
const (
	plainVote      = 1.0
	checkedVote    = 2.0
	unlabelledPart = 0.5  // of a vote for a number without a label
	foreignPart    = 0.25 // of one beside another label
	perRepair      = 0.25 // taken off for each character that was repaired
	perWrongBirth  = 0.25 // what is left if the date of birth in it is not the printed one
	agreeingBirth  = 0.5  // added if it is
	doubt          = 1.0  // the votes that a number has against it before anything is read
	clearShare     = 0.7  // share of the votes at which no more are asked for
	decided        = 0.6  // least share of the votes for a number that is answered
)

// vote adds a reading.
func (t *tally) vote(c candidate, s ocr.Scheme) {
	weight := plainVote
	if s.Checksum != "" {
		weight = checkedVote
	}
	switch {
	case c.labelled:
	case c.foreign:
		weight *= foreignPart
	default:
		weight *= unlabelledPart
	}
	weight -= perRepair * float64(c.substitutions)
	weight *= 0.5 + 0.5*c.confidence
	if weight <= 0 {
		return
	}
	b := ballot{c.scheme, c.number}
	if t.weights == nil {
		t.weights = map[ballot]float64{}
	}
	if _, ok := t.weights[b]; !ok {
		t.order = append(t.order, b)
	}
	t.weights[b] += weight
}

// has reports whether anything was read as a number.
func (t *tally) has(number string) bool {
	return slices.ContainsFunc(t.order, func(b ballot) bool { return b.number == number })
}

// winner is the number with most votes and its share of all, a prior doubt included; judge changes
// weights by what else is known.
func (t *tally) winner(judge func(ballot, float64) float64) (best ballot, share float64) {
	total, most := doubt, 0.0
	for _, b := range t.order {
		w := judge(b, t.weights[b])
		total += w
		if w > most {
			best, most = b, w
		}
	}
	return best, most / total
}
