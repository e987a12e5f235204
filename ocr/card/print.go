package card

import (
	"image"
	"time"

	"ostrakon/ocr/lines"
	"ostrakon/ocr/raster"
)

// page is the photograph, upright and level, with what was read on it.
type page struct {
	img      *image.Gray
	segments []segment
	found    []labelled
	dates    dateMap
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

// readPrint reads the visual zone.
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
	flat, err := s.readPage(raster.Flatten(s.page.img), head{})
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

// readPage reads a whole page, but for the head that was read already.
func (s *session) readPage(img *image.Gray, top head) (page, error) {
	rest := raster.Crop(img, image.Rect(0, top.rows, img.Rect.Dx(), img.Rect.Dy()))
	began := s.took()
	words, err := s.reader.engine.Page(s.ctx, rest)
	whole := (s.took() - began) * time.Duration(img.Rect.Dy()) / time.Duration(rest.Rect.Dy())
	s.slowest = max(s.slowest, whole)
	if err != nil {
		return page{}, err
	}
	p := page{img: img, segments: segments(append(top.words, top.below(words)...))}
	up := labelledBelow(p.segments, s.labels)
	p.found, p.dates = findLabelled(p.segments, s.labels, up), findDates(p.segments, s.labels, up)
	p.quality = quality(p.segments)
	return p, nil
}

// below numbers and places words that were read below the head as the page has them.
func (h head) below(words []lines.Word) []lines.Word {
	above := 0
	for _, w := range h.words {
		above = max(above, w.Line+1)
	}
	for i := range words {
		words[i].Box = words[i].Box.Add(image.Pt(0, h.rows))
		words[i].Line += above
	}
	return words
}

// takeParts counts what a page says of surname and given names. If the label of one of them could not
// be read, its place tells, unless a label says "name": see complete.
func (s *session) takeParts(p page) {
	family, hasFamily := findName(p.found, surname)
	given, hasGiven := findName(p.found, givenNames)
	_, hasName := findName(p.found, fullName)
	switch births := p.dates.births(s.reader.today); {
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

// take counts what a page says.
func (s *session) take(p page) {
	for _, c := range findNumbers(p.segments, p.found, s.schemes) {
		s.votes.vote(c, s.schemes[c.scheme])
	}
	if d, ok := findName(p.found, fullName); ok && d.confidence > s.print.fullName.confidence {
		s.print.fullName = d
	} else if d, ok := nameAboveBirth(p); ok && s.print.fullName.confidence == 0 {
		s.print.fullName = d
	}
	s.takeParts(p)
	if kind, confidence := printedKind(p.segments); confidence > s.print.kind.confidence {
		s.print.kind = datum{value: kind, confidence: confidence}
	}
	if family, given, ok := licenceNames(p, s.reader.today); ok && s.print.kind.value == drivingLicence && s.print.surname.value == "" && s.print.given.value == "" {
		s.print.surname, s.print.given = family, given
	}
	s.print.orders.see(p.dates)
	s.print.births = append(s.print.births, p.dates.births(s.reader.today)...)
	s.print.expiries = append(s.print.expiries, p.dates.expiries(s.reader.today)...)
}
