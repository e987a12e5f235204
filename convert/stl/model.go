package stl

// Format tells in which of its two forms an STL file was written.
type Format int

const (
	// Binary is the form of 80 bytes of header, a count and 50 bytes a facet.
	Binary Format = iota
	// ASCII is the form of words: solid, facet, vertex.
	ASCII
)

// String returns "binary" or "ascii".
func (f Format) String() string {
	if f == ASCII {
		return "ascii"
	}
	return "binary"
}

// Color is red, green, blue and alpha in sRGB, 8 bits each.
type Color = [4]uint8

// Solid is a run of consecutive facets under one name. Name is valid UTF-8 of at most 256 bytes without control characters, and empty
// where the file gives none.
type Solid struct {
	Name   string
	First  int // index of its first facet
	Facets int // at least one
}

// Bounds is the smallest box, parallel to the axes, that holds every corner. It is exact.
type Bounds struct {
	Min, Max [3]float32
}

// Warning tells the uploader what was odd about a file that was read all the same. There is at most one of each Code for a file.
type Warning struct {
	Code string // stable, snake_case, one of the Warn constants
	Text string // a sentence or two for a person, with the count and the first place where that helps
}

// The codes of the warnings that Read gives.
const (
	WarnTruncated     = "truncated"          // the file ends inside a facet; those before it were kept
	WarnNoEnd         = "missing_endsolid"   // an ASCII file ends after a facet but without endsolid
	WarnWrongCount    = "wrong_count"        // a binary file's count is not the number of facets in it
	WarnTrailingBytes = "trailing_bytes"     // bytes or text after the end were ignored
	WarnNonFinite     = "non_finite_dropped" // facets with NaN, infinite or overflowing coordinates were dropped
	WarnDegenerate    = "degenerate"         // facets without area were kept
	WarnPolygons      = "polygons"           // loops of more than three vertices were cut into triangles
	WarnExtraVertices = "extra_vertices"     // vertices of a loop outside the plane of its first three were ignored
	WarnBrokenFacets  = "broken_facets"      // facets that lack vertices or have unreadable ones were dropped
	WarnSkippedText   = "skipped_text"       // words that ASCII STL does not know were skipped
	WarnUnreadText    = "unread_text"        // a long stretch of text that is no STL was passed over
	WarnDecimalCommas = "decimal_commas"     // 1,5 was read as 1.5
	WarnTranscoded    = "transcoded"         // UTF-16 was decoded
	WarnEmptySolids   = "empty_solids"       // solids without facets were left out
	WarnManySolids    = "many_solids"        // solids beyond MaxSolids were joined to the last one kept
	WarnPartlyColored = "partly_coloured"    // facets without a colour among coloured ones got a light grey
)

// MaxSolids is the number of solids kept apart; each becomes a node of the scene, and viewers stall on more.
const MaxSolids = 4096

// Model is what an STL file holds.
type Model struct {
	Format     Format
	Header     string    // binary files only: the 80 bytes as valid UTF-8, controls as blanks, trailing blanks cut
	Corners    []float32 // 9 a facet: x y z of its three corners, in file order; all finite; nil from Records
	Colors     []Color   // one a facet, or nil if the file gives no colours or one for all
	Color      *Color    // the colour of all facets, if they have the same one
	Solids     []Solid   // at least one; consecutive; together they cover all facets
	Bounds     Bounds
	Dropped    int // facets left out because a coordinate was not finite
	Degenerate int // facets kept that have no area: (b-a) x (c-a) is zero when computed in float64
	Warnings   []Warning
}

// Facets returns the number of facets, which is at least one.
func (m *Model) Facets() int {
	last := m.Solids[len(m.Solids)-1]
	return last.First + last.Facets
}

func (m *Model) warn(code, text string) {
	m.Warnings = append(m.Warnings, Warning{Code: code, Text: text})
}
