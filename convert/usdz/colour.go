package usdz

import (
	"encoding/hex"
	"slices"
)

// MaxColours is the largest number of materials: each is drawn by itself, and has a number of one byte. A scene with
// more colours has those that are nearly equal merged.
const MaxColours = 256

// palette is the materials of a scene.
type palette struct {
	colours []colour
	number  map[[4]uint8]int // of the material of a colour, as shifted
	shift   int              // low bits of each channel that do not tell colours apart
	merged  int              // colours before they were merged; 0 if all are there
	blended int              // facets whose corners differ
}

type colour struct {
	name string // of the material
	srgb [4]uint8
}

// paletteOf finds the colours of a scene. It leaves out low bits of the channels until MaxColours are left, as 4 levels
// in each of 4 channels always are. Merged colours become their mean, weighted by facets.
func paletteOf(s Scene) palette {
	facets, result := make(map[[4]uint8]int), palette{}
	for _, p := range s.Parts {
		if p.Colors == nil {
			facets[s.Colour]++
			continue
		}
		for f := range p.Facets() {
			c, mean := colourOf(p, f)
			facets[c]++
			if mean {
				result.blended++
			}
		}
	}
	all := make([][4]uint8, 0, len(facets))
	for c := range facets {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b [4]uint8) int { return slices.Compare(a[:], b[:]) })
	for result.number = number(all, 0); len(result.number) > MaxColours; result.number = number(all, result.shift) {
		result.shift++
		result.merged = len(all)
	}
	sums, weights := make([][4]int, len(result.number)), make([]int, len(result.number))
	for _, c := range all {
		i := result.of(c)
		for k, level := range c {
			sums[i][k] += int(level) * facets[c]
		}
		weights[i] += facets[c]
	}
	for i, sum := range sums {
		var c [4]uint8
		for k := range c {
			c[k] = uint8(sum[k] / weights[i])
		}
		result.colours = append(result.colours, colour{"colour_" + hex.EncodeToString(c[:]), c})
	}
	return result
}

// number numbers colours in order, those as one that differ only in low bits.
func number(all [][4]uint8, shift int) map[[4]uint8]int {
	numbers := make(map[[4]uint8]int)
	for _, c := range all {
		key := shifted(c, shift)
		if _, ok := numbers[key]; !ok {
			numbers[key] = len(numbers)
		}
	}
	return numbers
}

// of is the number of the material of a colour.
func (p *palette) of(c [4]uint8) int { return p.number[shifted(c, p.shift)] }

// facets is the numbers of the materials of the facets of a part, or one number if all have the same.
func (p *palette) facets(part Part, all [4]uint8) []uint8 {
	if part.Colors == nil {
		return []uint8{uint8(p.of(all))}
	}
	list := make([]uint8, part.Facets())
	for f := range list {
		c, _ := colourOf(part, f)
		list[f] = uint8(p.of(c))
	}
	if len(slices.Compact(slices.Clone(list))) == 1 {
		return list[:1]
	}
	return list
}

// colourOf is the colour of a facet, or the mean of those at its corners.
func colourOf(p Part, facet int) (colour [4]uint8, mean bool) {
	a, b, c := p.Colors[p.Indices[3*facet]], p.Colors[p.Indices[3*facet+1]], p.Colors[p.Indices[3*facet+2]]
	for k := range a {
		colour[k] = uint8((int(a[k]) + int(b[k]) + int(c[k]) + 1) / 3)
	}
	return colour, a != b || b != c
}

func shifted(c [4]uint8, shift int) [4]uint8 {
	for k := range c {
		c[k] >>= shift
	}
	return c
}
