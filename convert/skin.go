package convert

import (
	"slices"

	"github.com/qmuntal/gltf"

	"ostrakon/convert/mesh"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
	"ostrakon/convert/texture"
)

// layersOf are the facets of a solid by their textures.
func layersOf(whole mesh.Mesh, m *stl.Model, solid int) []mesh.Layer {
	if m.Skin == nil {
		return []mesh.Layer{{Mesh: whole}}
	}
	textures, _ := m.Skin.Of(m.Solids[solid])
	return mesh.Layers(whole, textures)
}

// texturedCorners are the primitives of a solid whose corners are written as they are, one for each texture.
func texturedCorners(m *stl.Model, s stl.Solid) (list []primitive) {
	textures, coords := m.Skin.Of(s)
	values, colours := cornersOf(m, s), m.ColorsOf(s)
	each := len(colours) / s.Facets
	type run struct {
		corners []float32
		coords  [][2]float32
		colours []stl.Color
	}
	runs, order := make(map[uint16]*run), []uint16(nil)
	for f, t := range textures {
		r := runs[t]
		if r == nil {
			r = &run{}
			runs[t], order = r, append(order, t)
		}
		r.corners = append(r.corners, values[9*f:9*f+9]...)
		r.colours = append(r.colours, colours[each*f:each*f+each]...)
		if t > 0 {
			r.coords = append(r.coords, coords[3*f:3*f+3]...)
		}
	}
	for _, t := range order {
		r := runs[t]
		p := corners(r.corners, boundsOf(r.corners), r.colours)
		if p.texture = t; t > 0 {
			p.attributes = append(p.attributes, textureCoords(p.vertices, stored(r.coords)))
		}
		list = append(list, p)
	}
	return list
}

func samplerOf(t texture.Texture) *gltf.Sampler {
	wrap := map[texture.Wrap]gltf.WrappingMode{
		texture.Repeat: gltf.WrapRepeat, texture.Mirror: gltf.WrapMirroredRepeat, texture.Clamp: gltf.WrapClampToEdge,
	}
	s := &gltf.Sampler{
		MagFilter: gltf.MagLinear, MinFilter: gltf.MinLinearMipMapLinear, WrapS: wrap[t.U], WrapT: wrap[t.V],
	}
	if t.Nearest {
		s.MagFilter = gltf.MagNearest
	}
	return s
}

// addSkin adds the images of the textures, and a material for each texture: the first material, through which it shows.
func (d *document) addSkin(s *stl.Skin) {
	for _, image := range s.Images {
		view := &gltf.BufferView{ByteLength: len(image.Data), ByteOffset: int(d.addSection(stored(image.Data)))}
		d.gltf.Images = append(d.gltf.Images,
			&gltf.Image{MimeType: image.MediaType, BufferView: gltf.Index(len(d.gltf.BufferViews))})
		d.gltf.BufferViews = append(d.gltf.BufferViews, view)
	}
	for i, t := range s.Textures {
		d.gltf.Samplers = append(d.gltf.Samplers, samplerOf(t))
		d.gltf.Textures = append(d.gltf.Textures, &gltf.Texture{Sampler: gltf.Index(i), Source: gltf.Index(t.Image)})
		shown := *d.gltf.Materials[0]
		paint := *shown.PBRMetallicRoughness
		paint.BaseColorTexture = &gltf.TextureInfo{Index: i}
		shown.PBRMetallicRoughness = &paint
		d.gltf.Materials = append(d.gltf.Materials, &shown)
	}
}

// flatten gives facets the mean colours of their textures, since coordinates do not outlive a change of facets.
func flatten(m *stl.Model) {
	if m.Skin == nil {
		return
	}
	if m.Color != nil {
		m.Colors, m.Color = slices.Repeat([]stl.Color{*m.Color}, m.Facets()), nil
	}
	means := make([]stl.Color, len(m.Skin.Images))
	for i, image := range m.Skin.Images {
		means[i] = image.Pixels().Mean()
	}
	each := len(m.Colors) / m.Facets()
	for i := range m.Colors {
		if t := m.Skin.Facets[i/each]; t > 0 {
			m.Colors[i] = through(m.Colors[i], means[m.Skin.Textures[t-1].Image])
		}
	}
	m.Warnings = append(m.Warnings, remark.TexturesAveraged.With(remark.Params{"n": len(m.Skin.Textures)}))
	m.Skin = nil
}

// through is a colour that lets another through, in linear light.
func through(c, by stl.Color) stl.Color {
	a, b := mesh.LinearColor(c), mesh.LinearColor(by)
	for k := range 3 {
		c[k] = mesh.Level(float64(a[k]) * float64(b[k]))
	}
	return c
}
