package card

import (
	"image"
	"slices"

	"ostrakon/ocr/raster"
)

const (
	pageSide   = 1200 // long side of a page, in pixels: 1400 reads no better and takes a fifth longer
	goodText   = 60   // quality of a page that was read the right way up; upside down it is below 40, in a mirror below 55
	goodLabels = 2    // labels of one
)

// findUpright reads the page in turns, the likeliest first, until one reads well. A mirrored card only gets its hint.
func (s *session) findUpright() error {
	if s.zone != nil {
		_, err := s.tryTurn(withoutZone(level(raster.Turn(s.img, s.turn)), len(s.zone.Lines)), s.turn)
		return err
	}
	lines := 0
	if !raster.Horizontal(s.img) {
		lines = 1
	}
	var img *image.Gray
	for i, turn := range []int{lines, lines + 2, lines + 1, lines + 3} {
		if i == 2 {
			if err := s.tryMirror(lines); err != nil || s.mirrored {
				return err
			}
		}
		if i > 0 && !s.affordsPage() {
			break
		}
		if i%2 == 1 {
			img = raster.Turn(img, 2)
		} else {
			img = level(raster.Turn(s.img, turn))
		}
		if good, err := s.tryTurn(img, turn%4); err != nil || good {
			return err
		}
	}
	return nil
}

// tryTurn reads a page, keeps it if it is the best so far, and reports whether it reads well.
func (s *session) tryTurn(img *image.Gray, turn int) (good bool, err error) {
	p, err := s.readPage(img)
	if err != nil {
		return false, err
	}
	if s.page.img == nil || p.worth() > s.page.worth() {
		s.page, s.turn = p, turn
	}
	return p.good(), nil
}

// tryMirror finds out whether the photograph reads in a mirror.
func (s *session) tryMirror(turn int) error {
	flipped := raster.Mirror(s.img)
	if _, err := s.reader.zones.Read(flipped, s.reader.today); err == nil {
		s.mirrored = true
		return nil
	}
	if !s.affordsPage() {
		return nil
	}
	p, err := s.readPage(level(raster.Turn(flipped, -turn)))
	s.mirrored = err == nil && p.good()
	return err
}

// good reports whether a page was read the right way up.
func (p page) good() bool { return len(p.found) >= goodLabels || p.quality >= goodText || p.numbered() }

// level brings a card's lines to the horizontal, without what lies around the card, at the size that reads best.
func level(img *image.Gray) *image.Gray {
	img = raster.Fit(raster.Crop(img, inked(raster.Fit(img, inkSide), img.Rect)), pageSide)
	if skew := raster.Skew(img); skew != 0 {
		img = raster.Rotate(img, -skew)
	}
	return img
}

// inkSide is the long side, in pixels, at which ink is looked for.
const inkSide = 700

// inked is the part of a picture, given small, that holds its print, with a margin; without any it is the whole.
func inked(small *image.Gray, whole image.Rectangle) image.Rectangle {
	x0, x1 := raster.Extent(raster.Columns(small), 0.005)
	y0, y1 := raster.Extent(raster.Rows(small), 0.005)
	scale := float64(whole.Dx()) / float64(max(small.Rect.Dx(), 1))
	box := image.Rect(int(float64(x0)*scale), int(float64(y0)*scale), int(float64(x1+1)*scale), int(float64(y1+1)*scale))
	if box.Empty() {
		return whole
	}
	return box.Inset(-max(box.Dx(), box.Dy()) / 16).Intersect(whole)
}

// withoutZone cuts off the lines of the zone, the last rows inked from edge to edge: they were read already.
func withoutZone(img *image.Gray, lines int) *image.Gray {
	profile := raster.Rows(img)
	most := slices.Max(profile)
	y := len(profile) - 1
	for ; lines > 0 && y > 0; lines-- {
		for y > 0 && profile[y] < most/2 {
			y--
		}
		for y > 0 && profile[y] >= most/5 {
			y--
		}
	}
	if y < len(profile)/4 {
		return img
	}
	return raster.Crop(img, image.Rect(0, 0, img.Rect.Dx(), y))
}

// worth reports which of two turns reads better: labels say more than letters.
func (p page) worth() float64 {
	labels := len(p.found)
	if p.numbered() {
		labels++
	}
	return p.quality + 30*float64(labels)
}

// numbered reports whether a page has a number as its cards print it.
func (p page) numbered() bool {
	return slices.ContainsFunc(p.numbers, func(c candidate) bool { return c.labelled || c.grouped })
}
