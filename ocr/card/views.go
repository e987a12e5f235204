package card

import (
	"image"
	"math"

	"ostrakon/ocr/raster"
)

const (
	// longer side, in pixels, above which a photograph is shrunk to be read whole: enough for a card that fills half of it
	photoSide = 2400
	viewSide  = 1400 // of a card that is cut out of it
	smallSide = 1000 // below which a photograph is enlarged to look for a zone again
)

// askew is the turn of a card, in degrees, from which it is cut out first: level does as much.
const askew = 10

// held is the share of the photograph from which a zone would have been found in it.
const held = 0.3

// leastZone is the confidence of the zone's reader below which a zone, or the names in it, are not relied on.
const leastZone = 0.5

// findViews finds the zone, and what is to be read: the photograph, and the cards in it, straightened. The clearest
// comes first if it lies turned. Once the budget is spent, only the photograph is left.
func (s *session) findViews() {
	s.views = []*image.Gray{s.photo}
	if max(s.photo.Rect.Dx(), s.photo.Rect.Dy()) > photoSide {
		s.views[0] = raster.Fit(s.photo, photoSide)
	}
	whole := s.views[0]
	zoned := s.findZone(whole)
	if s.ctx.Err() != nil {
		return
	}
	outlines := raster.Outlines(s.photo)
	s.several = raster.Apart(outlines)
	s.did("outline")
	if zoned || s.several {
		return
	}
	for i, o := range outlines {
		if s.ctx.Err() != nil {
			return
		}
		straight := raster.Straighten(s.photo, o, viewSide)
		if (o.Share < held || math.Abs(o.Turn) >= askew) && s.findZone(straight) {
			s.views = []*image.Gray{straight}
			return
		}
		s.views = append(s.views, straight)
		if i == 0 && math.Abs(o.Turn) >= askew {
			s.views = []*image.Gray{straight, whole}
		}
	}
	if side := max(whole.Rect.Dx(), whole.Rect.Dy()); side < smallSide && s.ctx.Err() == nil &&
		s.findZone(raster.Fit(whole, 2*side)) {
		s.views = []*image.Gray{whole}
	}
}

// findZone looks for a machine-readable zone and reports whether there is one to rely on.
func (s *session) findZone(img *image.Gray) bool {
	found, err := s.reader.zones.Read(img, s.reader.today)
	s.did("zone")
	if err == nil && found.Confidence > s.details.Sure {
		s.details.Zone, s.details.Sure = found.Lines, rounded(found.Confidence)
	}
	if err != nil || found.Confidence < leastZone {
		return false
	}
	s.zone, s.zoneSure, s.zoneNames = &found.Document, found.Confidence, found.NameConfidence
	s.turn = (4 - found.Turn/90) % 4
	return true
}

// readViews reads the print of one view after the other until it is sure.
func (s *session) readViews() error {
	for i, v := range s.views {
		if i > 0 && (s.sure() || s.mirrored || !s.affordsPage()) {
			break
		}
		before := s.page
		s.img, s.page = v, page{}
		if err := s.readPrint(); err != nil {
			return err
		}
		s.did("print")
		if before.worth() > s.page.worth() {
			s.page = before
		}
	}
	return nil
}
