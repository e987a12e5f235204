package card

import (
	"math"
	"slices"
	"time"

	"ostrakon/ocr"
)

type dated struct {
	ocr.PrintedDate
	confidence float64
	spot       spot
	meaning    meaning // of the label that it belongs to, or unclaimed, or contested
}

// What a date means that belongs to no label, or to labels that contradict each other.
const (
	unclaimed meaning = -1
	contested meaning = -2
)

// findDates finds the dates of a page and their labels. A date between two labels is neither's.
func (p *page) findDates() {
	for i, s := range p.segments {
		for _, d := range ocr.FindDates(s.text(0, len(s.words))) {
			at := s.wordsAt(d.Start, d.End)
			at.line = i
			confidence := max(s.part(at.from, at.to).confidence()-0.1*float64(d.Substitutions), 0)
			p.dates = append(p.dates, dated{PrintedDate: d, confidence: confidence, spot: at})
		}
	}
	for i, d := range p.dates {
		p.dates[i].meaning = p.owner(d.spot)
	}
}

// wordsAt is the words of a segment that hold a part of its text, in bytes.
func (s segment) wordsAt(start, end int) spot {
	at, offset := spot{to: len(s.words)}, 0
	for i, w := range s.words {
		if offset <= start {
			at.from = i
		}
		if offset >= end {
			at.to = i
			break
		}
		offset += len(w.Text) + 1
	}
	at.box = s.part(at.from, at.to).box
	return at
}

// claim returns what the captions beside a date call it: birth, expiry or issue if they agree, other if no caption is
// about dates.
func claim(all []caption) meaning {
	says := unclaimed
	for _, c := range all {
		for _, m := range c.meanings {
			switch {
			case m != birth && m != expiry && m != issue:
				if says == unclaimed {
					says = other
				}
			case says == unclaimed || says == other:
				says = m
			case says != m:
				return contested
			}
		}
	}
	return says
}

// owner finds the label of a date at a spot: before it on its line, else in its row or column if these agree.
func (p page) owner(at spot) meaning {
	if before := p.run(at.line, at.from); len(before) > 0 {
		return claim(before)
	}
	row, column := p.row(at), p.column(at)
	switch {
	case row == column || column == unclaimed:
		return row
	case row == unclaimed || row == other && column != contested:
		return column
	case column == other && row != contested:
		return row
	}
	return contested
}

// run lists the labels of a line that come before a word, behind the last date before it.
func (p page) run(line, before int) (out []caption) {
	from := 0
	for _, d := range p.dates {
		if d.spot.line == line && d.spot.to <= before {
			from = max(from, d.spot.to)
		}
	}
	for _, c := range p.captions[line] {
		if c.from >= from && c.to <= before {
			out = append(out, c)
		}
	}
	return out
}

// row says what the label means that ends left of a spot, with nothing between them.
func (p page) row(at spot) meaning {
	left := -1
	for i, s := range p.segments {
		if i != at.line && inRow(s.box, at.box, at.box.Dy()) && (left < 0 || s.box.Max.X > p.segments[left].box.Max.X) {
			left = i
		}
	}
	if left < 0 {
		return unclaimed
	}
	return claim(p.run(left, len(p.segments[left].words)))
}

// column says what the label above a spot means, or below it if p.up; contested if another date's label is nearer.
func (p page) column(at spot) meaning {
	own, distance := p.stacked(at, !p.up)
	across, nearer := p.stacked(at, p.up)
	if (across == birth || across == expiry || across == issue) && across != own && nearer < distance && own != unclaimed {
		return contested
	}
	return own
}

// stacked says what the labels mean that are nearest above a spot, or below it, and how far they are.
func (p page) stacked(at spot, above bool) (says meaning, nearest int) {
	var all []caption
	nearest = math.MaxInt
	distance := func(c caption) int { return apart(at.box, c.box, above) }
	for _, c := range slices.Concat(p.captions...) {
		h := max(p.segments[c.line].height(), 1)
		d := distance(c)
		if c.line != at.line && d > -h/2 && d < 3*h && aligned(c.box, at.box, h) && !p.between(c, at, above) {
			all = append(all, c)
			nearest = min(nearest, d)
		}
	}
	row := at.box.Dy() / 2
	return claim(slices.DeleteFunc(all, func(c caption) bool { return distance(c) > nearest+row })), nearest
}

// between reports whether another date is between a label and a spot of its column.
func (p page) between(c caption, at spot, above bool) bool {
	return slices.ContainsFunc(p.dates, func(d dated) bool {
		h := at.box.Dy()
		return d.spot != at && aligned(c.box, d.spot.box, h) &&
			apart(d.spot.box, c.box, above) > -h/2 && apart(at.box, d.spot.box, above) > -h/2
	})
}

const (
	oldest   = 120 // years since a birth
	youngest = 5   // years since a birth: nobody votes as young, and many cards were issued since
	lasting  = 15  // years that a card is valid, at most
	longAgo  = 20  // years since a date that is a birth and no issue
	farthest = 60  // years from today to an expiry, or back
)

// dateShare is the least share of the confidence of all readings for a date: two of three are not enough.
const dateShare = 0.7

// births lists the dates of birth of a page. A date may be one if its label says so: before it on its
// line, where it is no older than a card. Or it is the only one of a page without a label that is too
// long ago to be the issue of a card that the other dates are of.
func (p page) births(today time.Time) (out []dated) {
	var unlabelled []dated
	labelled := false
	for _, d := range p.dates {
		labelled = labelled || d.meaning == birth
		d.Dates = possible(d.Dates, birthOn(today))
		switch {
		case len(d.Dates) == 0:
		case d.meaning == birth && p.first(d) &&
			(d.Dates[0].Year < today.Year()-lasting || len(p.run(d.spot.line, d.spot.from)) > 0):
			out = append(out, d)
		case d.meaning == unclaimed && p.alone(d, today):
			unlabelled = append(unlabelled, d)
		}
	}
	if !labelled && len(unlabelled) == 1 {
		return unlabelled
	}
	return out
}

// first reports whether no other date of a page is before one, as none is before a birth.
func (p page) first(d dated) bool {
	return !slices.ContainsFunc(p.dates, func(o dated) bool {
		return o.confidence >= leastDate && !o.spot.box.Overlaps(d.spot.box) && o.Dates[0].Year < d.Dates[0].Year
	})
}

// alone reports whether a date alone is too long ago for the issue of a card, and another is later than a card lasts.
func (p page) alone(d dated, today time.Time) bool {
	later := false
	for _, o := range p.dates {
		switch {
		case o.confidence < leastDate || o.spot == d.spot:
		case o.Dates[0].Year <= today.Year()-longAgo:
			return false
		case o.Dates[0].Year > d.Dates[0].Year+lasting:
			later = true
		}
	}
	return later && d.Dates[0].Year <= today.Year()-longAgo
}

func (p page) expiries(today time.Time) (out []dated) {
	for _, d := range p.dates {
		d.Dates = possible(d.Dates, near(today, farthest))
		if d.meaning == expiry && len(d.Dates) > 0 {
			out = append(out, d)
		}
	}
	return out
}

// possible keeps the dates that a judge finds possible.
func possible(dates []ocr.Date, judge func(ocr.Date) bool) []ocr.Date {
	return slices.DeleteFunc(slices.Clone(dates), func(d ocr.Date) bool { return !judge(d) })
}

// birthOn judges whether somebody who has a card today may be born on a date.
func birthOn(today time.Time) func(ocr.Date) bool {
	return func(d ocr.Date) bool {
		return day(d).Before(today.AddDate(-youngest, 0, 0)) && d.Year >= today.Year()-oldest
	}
}

// near judges whether a date lies within years of today.
func near(today time.Time, years int) func(ocr.Date) bool {
	return func(d ocr.Date) bool {
		return d.Year >= today.Year()-years && d.Year <= today.Year()+years
	}
}

func day(d ocr.Date) time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// agreed holds the date on which several readings agree, or two dates if nothing tells day from month.
type agreed struct {
	dates      []ocr.Date
	confidence float64
}

// orders counts the dates of a card that show which of day and month it writes first.
type orders struct{ day, month int }

func (o *orders) see(p page) {
	for _, d := range p.dates {
		if d.confidence < leastDate || d.Substitutions > 0 {
			continue
		}
		switch d.Order {
		case ocr.DayFirst:
			o.day++
		case ocr.MonthFirst:
			o.month++
		}
	}
}

// decide takes the one of two dates that the order of the others says.
func (o orders) decide(d dated) []ocr.Date {
	if d.Order != ocr.EitherFirst || len(d.Dates) != 2 || (o.day > 0) == (o.month > 0) {
		return d.Dates
	}
	if o.day > 0 {
		return d.Dates[:1]
	}
	return d.Dates[1:]
}

// learn adds what is known of a date that could be read either way.
func (o *orders) learn(readings []dated, known ocr.Date) {
	for _, r := range readings {
		if r.Order == ocr.EitherFirst && len(r.Dates) == 2 {
			switch known {
			case r.Dates[0]:
				o.day++
			case r.Dates[1]:
				o.month++
			}
		}
	}
}

// agree brings together the readings of a date: those of most confidence, if they have enough of it.
func (o orders) agree(readings []dated) (best agreed) {
	weights, total, most := map[ocr.Date]float64{}, 0.0, 0.0
	for _, r := range readings {
		total += r.confidence
		for _, d := range o.decide(r) {
			weights[d] += r.confidence
			most = max(most, weights[d])
		}
	}
	if most == 0 || most < dateShare*total {
		return agreed{}
	}
	for _, r := range readings {
		for _, d := range o.decide(r) {
			if weights[d] == most {
				best.confidence = max(best.confidence, r.confidence)
				if !slices.Contains(best.dates, d) {
					best.dates = append(best.dates, d)
				}
			}
		}
	}
	return best
}
