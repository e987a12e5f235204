package convert

import (
	"ostrakon/convert/mesh"
	"ostrakon/convert/stl"
)

// quantisedBits is the precision of positions: half a step is below 1/131,000 of the longest edge of the bounds.
const quantisedBits = 16

// The bytes that the writer stores for a vertex, by which mesh.Split decides.
const (
	positionBytes          = 12
	normalBytes            = 12
	colourBytes            = 8
	textureBytes           = 8
	quantisedPositionBytes = 8
	quantisedNormalBytes   = 4
)

// unindexed reports whether the corners are written as they are in the file, three vertices a facet.
func (o Options) unindexed() bool {
	return o.Facets == 0 && o.Shading == Flat && o.Level != Quantized && o.Level != Compact && o.As != USDZ
}

// parts makes what level and shading ask for of every solid. meshes are nil for corners that stay as they are.
func (r *run) parts(m *stl.Model, meshes []mesh.Mesh) ([]part, error) {
	list := make([]part, len(m.Solids))
	for i, s := range m.Solids {
		list[i].name = s.Name
	}
	if len(list) == 1 && list[0].name == "" {
		list[0].name = r.opts.Name
	}
	if meshes == nil {
		for i, s := range m.Solids {
			bounds := m.Bounds // which the reader found
			if len(list) > 1 {
				bounds = boundsOf(cornersOf(m, s))
			}
			if m.Skin != nil {
				list[i].primitives = texturedCorners(m, s)
				continue
			}
			list[i].primitives = []primitive{corners(cornersOf(m, s), bounds, m.ColorsOf(s))}
		}
		if err := r.drawThumbnail(m, nil); err != nil {
			return nil, err
		}
		return list, r.ctx.Err()
	}
	if r.opts.As == USDZ {
		flatten(m)
	}
	if err := r.checkUSDZ(meshes); err != nil {
		return nil, err
	}
	if err := r.stage(StageNormals, len(list), func(i int) {
		if meshes[i] = r.shade(meshes[i], m.ColorsOf(m.Solids[i])); m.Skin != nil {
			_, coords := m.Skin.Of(m.Solids[i])
			meshes[i] = mesh.Wrap(meshes[i], coords)
		}
	}); err != nil {
		return nil, err
	}
	if err := r.drawThumbnail(m, meshes); err != nil {
		return nil, err
	}
	if r.opts.Level == Compact && meshes[0].Memory == nil { // the encoders hold as much as the stages before
		collect(m)
	}
	return list, r.stage(StageEncoding, len(list), func(i int) {
		if r.opts.As == USDZ {
			list[i].keep(meshes[i])
		} else {
			r.encode(&list[i], layersOf(meshes[i], m, i))
		}
		meshes[i] = mesh.Mesh{} // encoded meshes hold what they need
	})
}

func cornersOf(m *stl.Model, s stl.Solid) []float32 {
	return m.Corners[9*s.First : 9*(s.First+s.Facets) : 9*(s.First+s.Facets)]
}

func (r *run) shade(m mesh.Mesh, colours []stl.Color) mesh.Mesh {
	switch r.opts.Shading {
	case Smooth:
		m = mesh.Smooth(m)
	case Crease:
		m = mesh.Crease(m, r.opts.Angle)
	case Flat:
		// Facets in one plane share their vertices still.
		m = mesh.Crease(m, 0)
	}
	if colours != nil {
		m = mesh.Paint(m, colours)
	}
	return m
}

// encode makes the primitives of a part as the level stores them.
func (r *run) encode(p *part, layers []mesh.Layer) {
	var grid mesh.Quantised
	if r.opts.Level == Quantized || r.opts.Level == Compact {
		whole := make([]mesh.Mesh, len(layers))
		for i, l := range layers {
			whole[i] = l.Mesh
		}
		grid = mesh.NewGrid(whole, quantisedBits)
		p.scale, p.translation = grid.Scale, grid.Translation
	}
	add := func(q primitive, texture uint16) {
		q.texture = texture
		p.primitives = append(p.primitives, q)
	}
	for i, l := range layers {
		layers[i] = mesh.Layer{} // encoded meshes hold what they need
		if r.opts.Level == Compact {
			add(compress(l.Mesh, grid), l.Texture)
			continue
		}
		for _, piece := range r.split(l.Mesh) {
			if r.opts.Level == Quantized {
				add(quantised(grid.Quantise(piece)), l.Texture)
			} else {
				add(indexed(piece), l.Texture)
			}
		}
	}
}

// split cuts a mesh into primitives for 16-bit indices, where that is smaller.
func (r *run) split(m mesh.Mesh) []mesh.Mesh {
	vertex, normal := positionBytes, normalBytes
	if r.opts.Level == Quantized {
		vertex, normal = quantisedPositionBytes, quantisedNormalBytes
	}
	if m.Normals != nil {
		vertex += normal
	}
	if m.Colors != nil {
		vertex += colourBytes
	}
	if m.Coords != nil {
		vertex += textureBytes
	}
	return mesh.Split(m, mesh.MaxShort, vertex)
}
