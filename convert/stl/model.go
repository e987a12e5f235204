package stl

import "ostrakon/convert/remark"

// Format is the form of a file.
type Format int

const (
	// Binary is the form of 80 bytes of header, a count and 50 bytes a facet.
	Binary Format = iota
	// ASCII is the form of words: solid, facet, vertex.
	ASCII
	// ThreeMF and those after it are no STL: see Assemble.
	ThreeMF
	OBJ
	PLY
)

// String returns "binary", "ascii", "3mf", "obj" or "ply".
func (f Format) String() string { return [...]string{"binary", "ascii", "3mf", "obj", "ply"}[f] }

// Color is red, green, blue and alpha in sRGB, 8 bits each.
type Color = [4]uint8

// Solid is a run of facets under one name: valid UTF-8 of at most 256 bytes without controls, or empty.
type Solid struct {
	Name   string
	First  int // index of its first facet
	Facets int // at least one
}

// Bounds is the smallest box, parallel to the axes, that holds every corner. It is exact.
type Bounds struct {
	Min, Max [3]float32
}

// MaxSolids is the number of solids that are kept apart. Each becomes a node of the scene, and viewers stall on more.
const MaxSolids = 4096

// Model is what a file holds.
type Model struct {
	Format     Format
	Header     string    // of binary files: valid UTF-8 with blanks for controls, and none at its end
	Corners    []float32 // 9 a facet: x y z of its three corners, in file order, finite; nil from Records
	Colors     []Color   // one a facet, or one a corner; nil if the file gives no colours or one for all
	Color      *Color    // the colour of all facets, if they have the same one
	Skin       *Skin     // nil if no facet has a texture
	Solids     []Solid   // at least one; consecutive; together they cover all facets
	Bounds     Bounds
	Dropped    int             // facets left out because a coordinate was not finite
	Degenerate int             // facets without area: (b-a) x (c-a) is zero in float64
	Warnings   []remark.Remark // what was odd; at most one of each kind
}

// Facets returns the number of facets, which is at least one.
func (m *Model) Facets() int {
	last := m.Solids[len(m.Solids)-1]
	return last.First + last.Facets
}

// ColorsOf returns the colours of a solid: one a facet, or one a corner; nil if the model has none.
func (m *Model) ColorsOf(s Solid) []Color {
	each := len(m.Colors) / m.Facets()
	return m.Colors[each*s.First : each*(s.First+s.Facets)]
}

func (m *Model) warn(kind remark.Kind, params remark.Params) {
	m.Warnings = append(m.Warnings, kind.With(params))
}
