package picture

import "ostrakon/convert/mesh"

// surface holds what the colours of samples of a facet come from.
type surface struct {
	*drawing
	corner  [3]uint32
	normal  vector        // of all places, where corners have none
	colours [3][4]float32 // at the corners, in linear light
	even    bool          // there is one colour
	texture *Texture      // nil: none
	all     uint32        // the colour of all samples, if it is the same; 0: it is not
}

func (d *drawing) surface(facet int, corner [3]uint32) *surface {
	s := &surface{drawing: d, corner: corner, even: true}
	s.paint(facet)
	if d.Coords != nil && d.Textures[facet] > 0 {
		s.texture, s.even = &d.textures[d.Textures[facet]-1], false
	}
	if d.Normals != nil {
		return s
	}
	point := func(k int) vector {
		p := d.Positions[3*corner[k] : 3*corner[k]+3]
		return vector{float64(p[0]), float64(p[1]), float64(p[2])}
	}
	s.normal = point(1).minus(point(0)).cross(point(2).minus(point(0))).unit()
	if s.even {
		s.all = s.at([3]float64{})
	}
	return s
}

// paint finds the colours at the corners.
func (s *surface) paint(facet int) {
	var srgb [3][4]uint8
	switch {
	case s.Colors != nil:
		srgb = [3][4]uint8{s.Colors[s.corner[0]], s.Colors[s.corner[1]], s.Colors[s.corner[2]]}
	case s.Facets == nil:
		s.colours = [3][4]float32{s.base, s.base, s.base}
		return
	case 3*len(s.Facets) == len(s.Positions): // one a corner, and each corner is a vertex
		srgb = [3][4]uint8(s.Facets[3*facet:])
	default:
		srgb = [3][4]uint8{s.Facets[facet], s.Facets[facet], s.Facets[facet]}
	}
	s.colours[0] = mesh.LinearColor(srgb[0])
	if s.even = srgb[0] == srgb[1] && srgb[0] == srgb[2]; !s.even {
		s.colours[1], s.colours[2] = mesh.LinearColor(srgb[1]), mesh.LinearColor(srgb[2])
		return
	}
	s.colours[1], s.colours[2] = s.colours[0], s.colours[0]
}

// shown returns the colour of the texture, in linear light, where each corner counts a part.
func (s *surface) shown(part [3]float64) [4]float32 {
	var u, v float64
	for k, corner := range s.corner {
		u += part[k] * float64(s.Coords[corner][0])
		v += part[k] * float64(s.Coords[corner][1])
	}
	return mesh.LinearColor(s.texture.At(s.texture.U.Place(u), s.texture.V.Place(v)))
}

// at is the colour of a sample where each corner counts a part.
func (s *surface) at(part [3]float64) uint32 {
	if s.all != 0 {
		return s.all
	}
	normal, colour := s.normal, [3]float32(s.colours[0][:3])
	if s.Normals != nil {
		normal = vector{}
		for k, v := range s.corner {
			for axis := range 3 {
				normal[axis] += part[k] * float64(s.Normals[3*int(v)+axis])
			}
		}
		normal = normal.unit()
	}
	if !s.even {
		for axis := range colour {
			colour[axis] = 0
			for k := range 3 {
				colour[axis] += float32(part[k] * float64(s.colours[k][axis]))
			}
		}
	}
	if s.texture != nil {
		shown := s.shown(part)
		for axis := range colour {
			colour[axis] *= shown[axis]
		}
	}
	rgb := s.light.lit(colour, s.light.on(normal, s.camera.toward))
	return uint32(rgb[0]) | uint32(rgb[1])<<8 | uint32(rgb[2])<<16 | covered
}
