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
	quality  float64
}

// printed is what the visual zone says, from all readings of it.
type printed struct {
	kind     datum
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
	s.take(s.page)
	if err := s.readAgain(s.page); err != nil {
		return err
	}
	if err := s.readNamesAgain(); err != nil {
		return err
	}
	if s.sure() || !s.affordsPage() {
		return nil
	}
	flat, err := s.readPage(raster.Flatten(s.page.img))
	if err != nil {
		return err
	}
	s.take(flat)
	if err := s.readNamesAgain(); err != nil {
		return err
	}
	return s.readAgain(flat)
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
	p.quality = quality(p.segments)
	return p, nil
}

// takeParts counts surname and given names of a page. If one label is missing, places tell, unless there is "name".
func (s *session) takeParts(p page) {
	family, hasFamily := p.findName(surname)
	given, hasGiven := p.findName(givenNames)
	_, hasName := p.findName(fullName)
	switch births := p.births(s.reader.today); {
	case hasName:
	case hasFamily && !hasGiven:
		given, hasGiven = otherPart(p, family, births, false)
	case hasGiven && !hasFamily:
		family, hasFamily = otherPart(p, given, births, true)
	}
	if hasFamily && family.confidence > s.print.surname.confidence {
		s.print.surname = family
	}
	if hasGiven && given.confidence > s.print.given.confidence {
		s.print.given = given
	}
}

func (s *session) take(p page) {
	for _, line := range p.segments {
		s.words = append(s.words, strings.Fields(ocr.Fold(line.text(0, len(line.words))))...)
	}
	for _, c := range p.findNumbers(s.schemes) {
		s.numbers.add(c, s.schemes[c.scheme])
	}
	if d, ok := p.findName(fullName); ok && d.confidence > s.print.fullName.confidence {
		s.print.fullName = d
	} else if d, ok := nameAboveBirth(p); ok && s.print.fullName.confidence == 0 {
		s.print.fullName = d
	}
	s.takeParts(p)
	if kind, confidence := printedKind(p.segments); confidence > s.print.kind.confidence {
		s.print.kind = datum{value: kind, confidence: confidence}
	}
	if family, given, ok := licenceNames(p, s.reader.today); ok && s.print.kind.value == drivingLicence &&
		s.print.surname.value == "" && s.print.given.value == "" {
		s.print.surname, s.print.given = family, given
	}
	s.print.orders.see(p)
	s.print.births = append(s.print.births, p.births(s.reader.today)...)
	s.print.expiries = append(s.print.expiries, p.expiries(s.reader.today)...)
}
