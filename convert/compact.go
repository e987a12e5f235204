package convert

import (
	"github.com/qmuntal/gltf"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
	"ostrakon/convert/mesh"
	"ostrakon/convert/meshopt"
)

// The modes and the filter of EXT_meshopt_compression in use.
const (
	modeAttributes   = "ATTRIBUTES"
	modeTriangles    = "TRIANGLES"
	filterOctahedral = "OCTAHEDRAL"
)

// compress is the primitive of a mesh on a grid in EXT_meshopt_compression: facets ordered so that neighbours follow
// each other, vertices in the order in which facets name them, and each array as a stream of its own. It takes over m.
// One core works on the facets and another on the vertices, which wait for their order only once they are quantised.
func compress(m mesh.Mesh, grid mesh.Quantised) primitive {
	vertices := m.Vertices()
	out := primitive{facets: m.Facets()}
	var remap []uint32
	var q mesh.Quantised
	ordered := make(chan struct{})
	var beside cores.Group
	beside.Go(func() {
		var directions []byte // of the normals, four bytes each
		q, directions = narrowed(m, grid)
		<-ordered
		used := out.vertices
		q.Positions, q.Colors = moved(m.Memory, q.Positions, remap, used, 1), moved(m.Memory, q.Colors, remap, used, 1)
		q.Coords = moved(m.Memory, q.Coords, remap, used, 1)
		for _, a := range quantisedAttributes(q) {
			out.attributes = append(out.attributes, packed(m.Memory, a))
		}
		memory.Free(m.Memory, q.Positions)
		if directions != nil {
			a := byteNormals(used, stored(moved(m.Memory, directions, remap, used, 4)))
			a.filter = filterOctahedral
			out.attributes = append(out.attributes, packed(m.Memory, a))
		}
	})
	func() {
		defer close(ordered) // also if this panics, so that the other ends
		meshopt.OptimiseOrder(m.Indices, vertices, m.Memory)
		remap, out.vertices = meshopt.OptimiseFetch(m.Indices, vertices, m.Memory)
	}()
	out.indices = indices(m.Indices, out.vertices)
	out.indices.mode = modeTriangles
	out.indices.data = stored(meshopt.EncodeTriangles(nil, m.Indices))
	beside.Wait()
	return out
}

// narrowed quantises a mesh, with normals for the octahedral filter, and frees its positions and normals.
func narrowed(m mesh.Mesh, grid mesh.Quantised) (q mesh.Quantised, directions []byte) {
	plain := m
	plain.Normals = nil
	q = grid.Quantise(plain)
	memory.Free(m.Memory, m.Positions)
	if m.Normals != nil {
		directions = memory.Dirty[byte](m.Memory, 4*m.Vertices())
		meshopt.FilterOctahedral(directions, m.Normals, 8)
		memory.Free(m.Memory, m.Normals)
	}
	return q, directions
}

// packed is an accessor of vertices, compressed.
func packed(arena *memory.Arena, a accessor) accessor {
	plain := memory.Dirty[byte](arena, int(a.data.size))[:0]
	_ = a.data.each(func(p []byte) error {
		plain = append(plain, p...)
		return nil
	})
	a.mode = modeAttributes
	// About as much as the stream can take: otherwise EncodeVertices gets that, and clears it.
	room := memory.Dirty[byte](arena, len(plain)+len(plain)/8+4096)[:0]
	a.data = stored(meshopt.EncodeVertices(room, plain, a.stride))
	memory.Free(arena, plain)
	return a
}

func byteNormals(count int, data section) accessor {
	return accessor{
		semantic: gltf.NORMAL, component: gltf.ComponentByte, kind: gltf.AccessorVec3, normalised: true,
		count: count, stride: 4, data: data,
	}
}

// moved puts vertices of width values each into their new places, and frees the old ones.
func moved[T any](arena *memory.Arena, values []T, remap []uint32, used, width int) []T {
	if values == nil || remap == nil {
		return values
	}
	result := memory.Dirty[T](arena, used*width)
	meshopt.Remap(result, values, remap, width)
	memory.Free(arena, values)
	return result
}
