package mesh

const (
	unpainted = ^uint32(0)
	// No usual mesh has a vertex of more values than this.
	longChain = 16
)

// painter gives vertices values of one kind, and knows the copies of each vertex. The first ones form a chain, which
// next links. Once that is long, the others are in a map, so that the time for a vertex of very many values does not
// grow with their square.
type painter[T comparable] struct {
	Mesh
	values []T      // of each vertex
	next   []uint32 // copy of a vertex or of a copy; 0 at the end of the chain
	more   map[painted[T]]uint32
}

type painted[T comparable] struct {
	vertex uint32
	value  T
}

func newPainter[T comparable](m Mesh) painter[T] {
	p := painter[T]{Mesh: m, values: make([]T, m.Vertices()), next: make([]uint32, m.Vertices())}
	for v := range p.next {
		p.next[v] = unpainted
	}
	return p
}

func (p *painter[T]) copyOf(v uint32, value T) uint32 {
	if p.next[v] == unpainted {
		p.next[v] = 0
		p.values[v] = value
	}
	last := v
	for range longChain {
		if p.values[last] == value {
			return last
		}
		if p.next[last] == 0 {
			p.next[last] = p.duplicate(v, value)
		}
		last = p.next[last]
	}
	if p.values[last] == value {
		return last
	}
	key := painted[T]{v, value}
	twin, ok := p.more[key]
	if !ok {
		if p.more == nil {
			p.more = map[painted[T]]uint32{}
		}
		twin = p.duplicate(v, value)
		p.more[key] = twin
	}
	return twin
}

func (p *painter[T]) duplicate(v uint32, value T) uint32 {
	twin := uint32(p.Vertices())
	p.Positions = append(p.Positions, p.Positions[3*v:3*v+3]...)
	if p.Normals != nil {
		p.Normals = append(p.Normals, p.Normals[3*v:3*v+3]...)
	}
	if p.Colors != nil {
		p.Colors = append(p.Colors, p.Colors[v])
	}
	p.values = append(p.values, value)
	p.next = append(p.next, 0)
	return twin
}
