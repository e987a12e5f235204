package stl

import "ostrakon/convert/texture"

// Skin is what textures show on the facets of a Model.
type Skin struct {
	Images   []texture.Image
	Textures []texture.Texture
	Facets   []uint16     // one more than the number of each facet's texture; 0: it has none
	Coords   [][2]float32 // u and v of each corner, from the upper left, finite
}

// Of returns what the skin shows on a solid: the textures of its facets and the coordinates of its corners.
func (s *Skin) Of(solid Solid) (facets []uint16, coords [][2]float32) {
	first, end := solid.First, solid.First+solid.Facets
	return s.Facets[first:end:end], s.Coords[3*first : 3*end : 3*end]
}
