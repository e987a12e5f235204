package card

import (
	"slices"
	"strings"

	"ostrakon/ocr/raster"
)

// Limits of raster.Quality beyond which a hint is given.
const (
	closeEnough = 1000  // pixels of the card's long side
	muchGlare   = 0.005 // of the picture
	sharpEnough = 60    // variance of the Laplacian
)

func (s *session) hints() []Hint {
	if s.several {
		return []Hint{TwoCards}
	}
	var out []Hint
	if s.cardsDiffer() {
		out = append(out, TwoCards)
	}
	if s.sure() {
		return out
	}
	nothing := s.zone == nil && len(s.page.found) == 0 && len(s.numbers.order) == 0
	if s.mirrored {
		return append(out, Mirrored)
	}
	if nothing && s.page.quality < goodText {
		out = append(out, NothingFound)
	}
	q := raster.Measure(s.photo)
	if q.CardSide < closeEnough {
		out = append(out, TooSmall)
	}
	if q.Glare > muchGlare {
		out = append(out, Glare)
	}
	if q.Sharpness < sharpEnough {
		out = append(out, Blurred)
	}
	return out
}

// cardsDiffer reports whether two labels of a birth have different dates, without a zone, or two sure numbers differ.
func (s *session) cardsDiffer() bool {
	births := map[string]bool{}
	for _, d := range s.page.dates {
		if born := possible(d.Dates, birthOn(s.reader.today)); d.meaning == birth && d.confidence > leastDate &&
			len(born) > 0 {
			births[born[0].String()] = true
		}
	}
	return len(births) > 1 && s.zone == nil || s.numbersDiffer()
}

// numbersDiffer reports whether two numbers of a kind are read in two places without a repair. Without a label, a
// number counts that holds a birth or a letter: of nine digits one in eleven has the check of a kind that it is not.
func (s *session) numbersDiffer() bool {
	for i, scheme := range s.schemes {
		if scheme.Name == anyName {
			continue
		}
		var sure []candidate
		for _, c := range s.page.numbers {
			_, born := scheme.Birth(c.number)
			if c.scheme == i && !c.labelled && !c.foreign && (c.grouped || born || strings.Trim(c.number, "0123456789") != "") {
				sure = append(sure, c)
			}
		}
		for _, l := range s.page.found {
			for _, v := range l.values {
				if found := numbersIn(v, i, scheme, true); l.is(number+meaning(i)) && len(found) > 0 {
					sure = append(sure, found[0])
					break
				}
			}
		}
		sure = slices.DeleteFunc(sure, func(c candidate) bool { return c.substitutions > 0 })
		for _, c := range sure {
			if c.number != sure[0].number && !c.box.Overlaps(sure[0].box) {
				return true
			}
		}
	}
	return false
}
