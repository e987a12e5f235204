package solid

// ways is the number of edges in a row. A vertex of a closed surface is the lesser end of three on average.
const ways = 4

// row has the edges whose lesser vertex is the row's. A free place has other 0.
type row struct {
	other [ways]uint32 // one more than the greater vertex, and what is known of the edge
	facet [ways]uint32 // the first facet at it
}

// What other says of an edge beside its vertex.
const (
	downward = 1 << 29 // the first facet goes from the greater vertex to the lesser
	paired   = 1 << 30 // a second facet has come
	flipped  = 1 << 31 // the second facet goes the same way
	vertex   = downward - 1
)

// side is one facet's side of an edge that finds its row full, or two facets at the edge already.
type side struct {
	low, high uint32
	way       uint32 // 0 or downward
	facet     uint32
}

func (s side) edge() uint64 { return uint64(s.low)<<32 | uint64(s.high) }

// table finds the edges of a run of vertices.
type table struct {
	from  uint32 // the first vertex of the run
	rows  []row
	rest  []side
	edges int // in rows
	pairs int // edges in rows with two facets or more
	twins int // flipped edges in rows
}

// find is what the rows know of an edge, 0 if nothing, and the first facet at it.
func (t *table) find(low, high uint32) (known, facet uint32) {
	r := &t.rows[low-t.from]
	for i, other := range &r.other {
		if other&vertex == high+1 {
			return other, r.facet[i]
		}
	}
	return 0, 0
}
