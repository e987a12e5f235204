package card

import (
	"image"
	"strings"

	"ostrakon/ocr"
	"ostrakon/ocr/raster"
)

// page is the photograph, upright and level, with what was read on it.
type page struct {
	img      *image.Gray
	segments []segment
	captions [][]caption // of each segment
	up       bool        // labels are below their values
	found    []labelled
	dates    []dated
	numbers  []candidate
	quality  float64
}

// printed is what the visual zone says, from all readings of it.
type printed struct {
	fullName datum
	surname  datum
	given    datum
	births   []dated
	expiries []dated
	orders   orders
}

func (s *session) readPrint() error {
	if err := s.findUpright(); err != nil || s.mirrored {
		return err
	}
	if err := s.takeAll(s.page); err != nil || s.sure() || !s.affordsPage() {
		return err
	}
	flat, err := s.readPage(raster.Flatten(s.page.img))
	if err != nil {
		return err
	}
	return s.takeAll(flat)
}

// takeAll takes what a page says, and reads again what is in doubt.
func (s *session) takeAll(p page) error {
	s.take(p)
	if err := s.readAgain(p); err != nil {
		return err
	}
	return s.readNamesAgain()
}

// affordsPage reports whether another page as slow as the slowest so far fits into the budget.
func (s *session) affordsPage() bool {
	return s.ctx.Err() == nil && s.took()+s.slowest <= s.reader.budget
}

func (s *session) readPage(img *image.Gray) (page, error) {
	began := s.took()
	words, err := s.reader.engine.Page(s.ctx, img)
	s.slowest = max(s.slowest, s.took()-began)
	if err != nil {
		return page{}, err
	}
	p := page{img: img, segments: segments(words)}
	for i, line := range p.segments {
		p.captions = append(p.captions, captionsOf(line, i, s.labels))
	}
	p.up = p.labelledBelow()
	p.found = p.findLabelled()
	p.findDates()
	p.numbers = p.findNumbers(s.schemes)
	p.quality = quality(p.segments)
	return p, nil
}

func (s *session) take(p page) {
	for _, line := range p.segments {
		s.words = append(s.words, strings.Fields(ocr.Fold(line.text(0, len(line.words))))...)
	}
	for _, c := range p.numbers {
		s.numbers.add(c, s.schemes[c.scheme])
	}
	for m, best := range map[meaning]*datum{
		fullName: &s.print.fullName, surname: &s.print.surname, givenNames: &s.print.given} {
		if d, ok := p.findName(m); ok && d.confidence > best.confidence {
			*best = d
		}
	}
	if d, ok := nameAboveBirth(p); ok && s.print.fullName.confidence == 0 {
		s.print.fullName = d
	}
	s.print.orders.see(p)
	s.print.births = append(s.print.births, p.births(s.reader.today)...)
	s.print.expiries = append(s.print.expiries, p.expiries(s.reader.today)...)
}
