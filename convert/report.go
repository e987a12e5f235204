package convert

import (
	"ostrakon/convert/mesh"
	"ostrakon/convert/solid"
	"ostrakon/convert/stl"
)

// maxEdges is how many open edges a report has with Options.Edges: about half a megabyte of JSON.
const maxEdges = 10_000

// report reports on the welded solids, welding them if need be. It comes before stages that take meshes over.
func (r *run) report(m *stl.Model, meshes []mesh.Mesh) *solid.Report {
	if r.opts.NoReport || r.ctx.Err() != nil {
		return nil
	}
	if meshes == nil {
		for _, s := range m.Solids {
			meshes = append(meshes, mesh.Weld(cornersOf(m, s)))
		}
	}
	edges := 0
	if r.opts.Edges {
		edges = maxEdges
	}
	return solid.Of(meshes, solid.Box(m.Bounds), string(r.opts.Unit), 1000*r.opts.Unit.Metres(), edges)
}
