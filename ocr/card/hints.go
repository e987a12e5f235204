package card

import "ostrakon/ocr/raster"

// Limits of raster.Quality beyond which a hint is given.
const (
	closeEnough = 1000  // pixels of the card's long side
	muchGlare   = 0.005 // of the picture
	sharpEnough = 60    // variance of the Laplacian
)

func (s *session) hints() []Hint {
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

// cardsDiffer reports whether two labels of a birth have different dates and, beside a zone, two numbers differ, too.
func (s *session) cardsDiffer() bool {
	births, numbers := map[string]bool{}, map[string]bool{}
	for _, d := range s.page.dates {
		if born := possible(d.Dates, birthOn(s.reader.today)); d.meaning == birth && d.confidence > leastDate &&
			len(born) > 0 {
			births[born[0].String()] = true
		}
	}
	for i, scheme := range s.schemes {
		for _, v := range s.page.valuesOf(number + meaning(i)) {
			for _, c := range numbersIn(v, i, scheme, true) {
				numbers[c.number] = true
			}
		}
	}
	return len(births) > 1 && (len(numbers) > 1 || s.zone == nil)
}
