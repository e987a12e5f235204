package mesh

import "math"

// Paint gives each vertex the colour of its corners, and splits vertices whose corners differ: copies
// come after all other vertices. colors has one for each facet, or one for each corner. Call it after Smooth or
// Crease, so that the border between two colours is not an edge. It takes over m.
func Paint(m Mesh, colors [][4]uint8) Mesh {
	each := len(m.Indices) / len(colors) // corners
	p := newPainter[[4]uint8](m)
	for i, v := range m.Indices {
		p.Indices[i] = p.copyOf(v, colors[i/each])
	}
	p.Colors = p.values
	return p.Mesh
}

// LinearColors are colours as COLOR_0 wants them: RGBA in linear light as normalised unsigned 16-bit integers. 8 bits
// would merge the darkest 20 of 256 levels into 3; in 16 bits all stay apart.
func LinearColors(srgb [][4]uint8) [][4]uint16 {
	out := make([][4]uint16, len(srgb))
	for i, c := range srgb {
		out[i] = [4]uint16{linearLevels[c[0]], linearLevels[c[1]], linearLevels[c[2]], uint16(c[3]) * 0x101}
	}
	return out
}

// linearLevels are the 256 levels of sRGB in linear light. It is never written to.
var linearLevels = func() (levels [256]uint16) {
	for i := range levels {
		levels[i] = uint16(math.Round(linear(uint8(i)) * math.MaxUint16))
	}
	return levels
}()

// LinearColor is a colour in linear light, from 0 to 1, as a material's baseColorFactor wants it.
func LinearColor(srgb [4]uint8) [4]float32 {
	return [4]float32{float32(linear(srgb[0])), float32(linear(srgb[1])), float32(linear(srgb[2])), float32(srgb[3]) / 255}
}

// Level is an amount of light as one of the 256 levels of sRGB, the inverse of which is in LinearColor.
func Level(light float64) uint8 {
	switch {
	case !(light > 0):
		return 0
	case light >= 1:
		return 255
	case light <= 0.0031308:
		return uint8(12.92*light*255 + 0.5)
	}
	return uint8((1.055*math.Pow(light, 1/2.4)-0.055)*255 + 0.5)
}

// linear is the transfer function of sRGB, IEC 61966-2-1.
func linear(level uint8) float64 {
	c := float64(level) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}
