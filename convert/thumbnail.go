package convert

import (
	"bytes"
	"errors"

	"ostrakon/convert/mesh"
	"ostrakon/convert/picture"
	"ostrakon/convert/stl"
	"ostrakon/convert/texture"
)

// drawThumbnail draws the solids, if a picture was asked for. meshes are nil for corners written as they are.
func (r *run) drawThumbnail(m *stl.Model, meshes []mesh.Mesh) error {
	if r.opts.Thumbnail == 0 {
		return nil
	}
	solids := make([]picture.Solid, len(m.Solids))
	for i, s := range m.Solids {
		if meshes == nil {
			solids[i] = picture.Solid{Mesh: mesh.Mesh{Positions: cornersOf(m, s)}, Facets: m.ColorsOf(s)}
		} else {
			solids[i] = picture.Solid{Mesh: meshes[i]}
		}
		if m.Skin != nil {
			textures, coords := m.Skin.Of(s)
			if solids[i].Textures = textures; meshes == nil {
				solids[i].Coords = coords
			}
		}
	}
	// A grey with some blue in it, dark enough for a white page and light enough for a black one.
	view := picture.View{Side: r.opts.Thumbnail, UpY: r.opts.Up == UpY, Colour: [4]float32{0.42, 0.5, 0.58, 1}}
	if m.Color != nil {
		view.Colour = mesh.LinearColor(*m.Color)
	}
	if m.Skin != nil {
		view.Textures = drawnTextures(m.Skin)
	}
	var out bytes.Buffer
	err := picture.Write(&out, solids, view)
	if errors.Is(err, picture.ErrNothing) {
		return nil // a solid that is only a line from there has no picture
	}
	r.picture = out.Bytes()
	return err
}

func drawnTextures(s *stl.Skin) []picture.Texture {
	pixels := make([]*texture.Pixels, len(s.Images))
	for i, image := range s.Images {
		pixels[i] = image.Pixels()
	}
	list := make([]picture.Texture, len(s.Textures))
	for i, t := range s.Textures {
		list[i] = picture.Texture{Texture: t, Pixels: pixels[t.Image]}
	}
	return list
}
