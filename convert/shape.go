package convert

import (
	"github.com/qmuntal/gltf"

	"ostrakon/convert/mesh"
	"ostrakon/convert/stl"
)

// part is what becomes one node with one mesh.
type part struct {
	name        string
	primitives  []primitive
	mesh        mesh.Mesh // of USDZ, whose only primitive has no data
	scale       float64   // of quantised positions; 0: they are what they say
	translation [3]float64
}

// primitive is a run of facets drawn together.
type primitive struct {
	facets     int
	vertices   int
	attributes []accessor // POSITION first
	indices    *accessor  // nil: vertices are the corners in order
	texture    uint16     // one more than its number; 0: none
}

// accessor is an array of the output: how it is to be understood, and its bytes.
type accessor struct {
	semantic   string // POSITION, NORMAL, COLOR_0 or TEXCOORD_0; empty for indices
	component  gltf.ComponentType
	kind       gltf.AccessorType
	normalised bool
	count      int
	stride     int // bytes an element
	least      []float64
	greatest   []float64
	data       section
	mode       string // of EXT_meshopt_compression; empty: data is not compressed
	filter     string // of EXT_meshopt_compression
}

func positions(values []float32, b stl.Bounds) accessor {
	return accessor{
		semantic: gltf.POSITION, component: gltf.ComponentFloat, kind: gltf.AccessorVec3,
		count: len(values) / 3, stride: 12, least: wide(b.Min), greatest: wide(b.Max), data: stored(values),
	}
}

func boundsOf(values []float32) stl.Bounds {
	least, greatest := mesh.Bounds(values)
	return stl.Bounds{Min: least, Max: greatest}
}

func normals(count int, data section) accessor {
	return accessor{
		semantic: gltf.NORMAL, component: gltf.ComponentFloat, kind: gltf.AccessorVec3, count: count, stride: 12, data: data,
	}
}

func colours(count int, data section) accessor {
	return accessor{
		semantic: gltf.COLOR_0, component: gltf.ComponentUshort, kind: gltf.AccessorVec4, normalised: true,
		count: count, stride: 8, data: data,
	}
}

// indices is the accessor of vertex numbers, 16 bits each where that holds them.
func indices(values []uint32, vertices int) *accessor {
	a := &accessor{component: gltf.ComponentUint, kind: gltf.AccessorScalar, count: len(values), stride: 4,
		data: stored(values)}
	if vertices <= mesh.MaxShort {
		a.component, a.stride = gltf.ComponentUshort, 2
		a.data = computed(len(values), 1, func(dst []uint16, first int) {
			for i, v := range values[first : first+len(dst)] {
				dst[i] = uint16(v)
			}
		})
	}
	return a
}

func textureCoords(count int, data section) accessor {
	return accessor{
		semantic: gltf.TEXCOORD_0, component: gltf.ComponentFloat, kind: gltf.AccessorVec2, count: count, stride: 8,
		data: data,
	}
}

// corners is the primitive of facets as in the file: normals and colours are made while they are written. srgb has a
// colour for each facet, or one for each corner, or is nil.
func corners(values []float32, b stl.Bounds, srgb []stl.Color) primitive {
	facets := len(values) / 9
	p := primitive{facets: facets, vertices: 3 * facets}
	p.attributes = []accessor{
		positions(values, b),
		normals(p.vertices, computed(facets, 9, func(dst []float32, first int) {
			mesh.FlatNormals(dst, values[9*first:9*first+len(dst)])
		})),
	}
	switch len(srgb) {
	case 0:
	case p.vertices:
		p.attributes = append(p.attributes, vertexColours(srgb))
	default:
		p.attributes = append(p.attributes, colours(p.vertices, computed(facets, 3, func(dst [][4]uint16, first int) {
			for i, c := range mesh.LinearColors(srgb[first : first+len(dst)/3]) {
				dst[3*i], dst[3*i+1], dst[3*i+2] = c, c, c
			}
		})))
	}
	return p
}

// indexed is the primitive of a mesh in 32-bit floats.
func indexed(m mesh.Mesh) primitive {
	p := primitive{facets: m.Facets(), vertices: m.Vertices()}
	p.attributes = []accessor{positions(m.Positions, boundsOf(m.Positions))}
	if m.Normals != nil {
		p.attributes = append(p.attributes, normals(p.vertices, stored(m.Normals)))
	}
	if m.Colors != nil {
		p.attributes = append(p.attributes, vertexColours(m.Colors))
	}
	if m.Coords != nil {
		p.attributes = append(p.attributes, textureCoords(p.vertices, stored(m.Coords)))
	}
	p.indices = indices(m.Indices, p.vertices)
	return p
}

func vertexColours(srgb [][4]uint8) accessor {
	return colours(len(srgb), computed(len(srgb), 1, func(dst [][4]uint16, first int) {
		copy(dst, mesh.LinearColors(srgb[first:first+len(dst)]))
	}))
}

// quantised is the primitive of a mesh in 16-bit positions and 8-bit normals.
func quantised(q mesh.Quantised) primitive {
	p := primitive{facets: len(q.Indices) / 3, vertices: len(q.Positions)}
	p.attributes = quantisedAttributes(q)
	p.indices = indices(q.Indices, p.vertices)
	return p
}

func quantisedAttributes(q mesh.Quantised) []accessor {
	list := []accessor{{
		semantic: gltf.POSITION, component: gltf.ComponentUshort, kind: gltf.AccessorVec3,
		count: len(q.Positions), stride: 8, least: wide(q.Min), greatest: wide(q.Max), data: stored(q.Positions),
	}}
	if q.Normals != nil {
		list = append(list, byteNormals(len(q.Normals), stored(q.Normals)))
	}
	if q.Colors != nil {
		list = append(list, vertexColours(q.Colors))
	}
	if q.Coords != nil {
		list = append(list, textureCoords(len(q.Coords), stored(q.Coords)))
	}
	return list
}

// wide is a corner of a box as JSON writes it. Every float32 is a float64.
func wide[T float32 | uint16](v [3]T) []float64 {
	return []float64{float64(v[0]), float64(v[1]), float64(v[2])}
}
