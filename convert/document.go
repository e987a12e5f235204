package convert

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"

	"ostrakon/convert/mesh"
	"ostrakon/convert/stl"
	"ostrakon/convert/threemf"
)

// The glTF extensions that levels use.
const (
	extensionQuantization = "KHR_mesh_quantization"
	extensionMeshopt      = "EXT_meshopt_compression"
)

// generator is what asset.generator says.
const generator = "Ostrakon"

// zUp turns the Z axis of the file into glTF's Y: a quarter turn about X. A rotation is a unit quaternion x y z w.
func zUp() [4]float64 { return [4]float64{-0.70710678, 0, 0, 0.70710678} }

// grey is the base colour of files without colours, linear.
func grey() [4]float64 { return [4]float64{0.8, 0.8, 0.8, 1} }

type document struct {
	gltf     *gltf.Document
	sections []section
	size     int64 // of the buffer: all sections
	unpacked int64 // of what the compressed views decode to
}

// newDocument lays out a document of parts. uri names the file of the buffer; it is empty for the same file.
func newDocument(parts []part, m *stl.Model, o Options, uri string) *document {
	d := &document{gltf: &gltf.Document{
		Asset: gltf.Asset{Version: "2.0", Generator: generator, Extras: assetExtras(parts, m, o)},
		Scene: gltf.Index(0),
	}}
	d.gltf.Materials = []*gltf.Material{material(m)}
	for _, p := range parts {
		d.addPart(p)
	}
	if m.Skin != nil {
		d.addSkin(m.Skin)
	}
	d.addScene(o)
	d.gltf.Buffers = []*gltf.Buffer{{ByteLength: int(d.size), URI: uri}}
	if d.unpacked > 0 {
		d.gltf.Buffers = append(d.gltf.Buffers, &gltf.Buffer{
			ByteLength: int(d.unpacked),
			Extensions: gltf.Extensions{extensionMeshopt: map[string]any{"fallback": true}},
		})
	}
	switch o.Level {
	case Quantized:
		d.gltf.ExtensionsUsed = []string{extensionQuantization}
	case Compact:
		d.gltf.ExtensionsUsed = []string{extensionQuantization, extensionMeshopt}
	}
	d.gltf.ExtensionsRequired = d.gltf.ExtensionsUsed
	return d
}

func assetExtras(parts []part, m *stl.Model, o Options) map[string]any {
	facets := 0
	for _, p := range parts {
		for _, q := range p.primitives {
			facets += q.facets
		}
	}
	extras := map[string]any{"format": m.Format.String(), "method": o.Method, "facets": facets}
	if o.Name != "" {
		extras["source"] = o.Name
	}
	if o.Level != "" {
		extras["level"] = o.Level
	}
	return extras
}

// credit is one thing that a file says about whose work the model is.
type credit struct{ name, text string }

// credits lists what a file says.
func credits(about threemf.About) []credit {
	return slices.DeleteFunc([]credit{
		{"title", about.Title}, {"copyright", about.Copyright}, {"designer", about.Designer}, {"license", about.License},
	}, func(c credit) bool { return c.text == "" })
}

// credit says whose work the model is, as far as its file does.
func (d *document) credit(about threemf.About) {
	var rights []string
	for _, c := range credits(about) {
		d.gltf.Asset.Extras.(map[string]any)[c.name] = c.text
		if c.name != "title" && !slices.Contains(rights, c.text) {
			rights = append(rights, c.text)
		}
	}
	d.gltf.Asset.Copyright = strings.Join(rights, "; ")
}

// material is the only material: the colour of all facets, or white under the colours of the vertices, or grey.
func material(m *stl.Model) *gltf.Material {
	base, seeThrough := grey(), false
	switch {
	case m.Color != nil:
		for i, v := range mesh.LinearColor(*m.Color) {
			base[i] = float64(v)
		}
		seeThrough = m.Color[3] != 255
	case m.Colors != nil:
		base = [4]float64{1, 1, 1, 1}
		seeThrough = slices.ContainsFunc(m.Colors, func(c stl.Color) bool { return c[3] != 255 })
	}
	result := &gltf.Material{
		DoubleSided: true,
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorFactor: &base, MetallicFactor: gltf.Float(0), RoughnessFactor: gltf.Float(0.6),
		},
	}
	if seeThrough {
		result.AlphaMode = gltf.AlphaBlend
	}
	return result
}

func (d *document) addPart(p part) {
	m := &gltf.Mesh{Name: p.name}
	for _, q := range p.primitives {
		out := &gltf.Primitive{
			Attributes: make(gltf.PrimitiveAttributes, len(q.attributes)), Material: gltf.Index(int(q.texture)),
		}
		for _, a := range q.attributes {
			out.Attributes[a.semantic] = d.addAccessor(a)
		}
		if q.indices != nil {
			out.Indices = gltf.Index(d.addAccessor(*q.indices))
		}
		m.Primitives = append(m.Primitives, out)
	}
	node := &gltf.Node{Name: p.name, Mesh: gltf.Index(len(d.gltf.Meshes))}
	if p.scale != 0 {
		node.Scale = [3]float64{p.scale, p.scale, p.scale}
		node.Translation = p.translation
	}
	d.gltf.Meshes = append(d.gltf.Meshes, m)
	d.gltf.Nodes = append(d.gltf.Nodes, node)
}

// addScene puts the nodes under one that turns the unit and axes of the file into metres and Y up, where they differ.
func (d *document) addScene(o Options) {
	top := make([]int, len(d.gltf.Nodes))
	for i := range top {
		top[i] = i
	}
	root := &gltf.Node{Name: o.Name, Children: top}
	if o.Up == UpZ {
		root.Rotation = zUp()
	}
	if m := o.Unit.Metres(); m != 1 {
		root.Scale = [3]float64{m, m, m}
	}
	if root.Rotation != [4]float64{} || root.Scale != [3]float64{} {
		top = []int{len(d.gltf.Nodes)}
		d.gltf.Nodes = append(d.gltf.Nodes, root)
	}
	d.gltf.Scenes = []*gltf.Scene{{Name: o.Name, Nodes: top}}
}

// addAccessor adds an accessor with a view of its own and returns its number.
func (d *document) addAccessor(a accessor) int {
	view := &gltf.BufferView{ByteLength: a.count * a.stride, Target: gltf.TargetArrayBuffer, ByteStride: a.stride}
	if a.semantic == "" {
		view.Target, view.ByteStride = gltf.TargetElementArrayBuffer, 0
	}
	offset := d.addSection(a.data)
	if a.mode == "" {
		view.ByteOffset = int(offset)
	} else {
		packed := map[string]any{
			"buffer": 0, "byteLength": a.data.size, "byteStride": a.stride, "count": a.count, "mode": a.mode,
		}
		if offset > 0 {
			packed["byteOffset"] = offset
		}
		if a.filter != "" {
			packed["filter"] = a.filter
		}
		view.Buffer, view.ByteOffset = 1, int(d.unpacked)
		view.Extensions = gltf.Extensions{extensionMeshopt: packed}
		d.unpacked += aligned(int64(view.ByteLength))
	}
	d.gltf.Accessors = append(d.gltf.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(len(d.gltf.BufferViews)), ComponentType: a.component, Normalized: a.normalised,
		Count: a.count, Type: a.kind, Min: a.least, Max: a.greatest,
	})
	d.gltf.BufferViews = append(d.gltf.BufferViews, view)
	return len(d.gltf.Accessors) - 1
}

// addSection appends a section, filled up to a multiple of four bytes, and returns its offset.
func (d *document) addSection(s section) int64 {
	offset := d.size
	d.sections = append(d.sections, s)
	d.size += s.size
	if gap := aligned(d.size) - d.size; gap > 0 {
		d.sections = append(d.sections, stored(make([]byte, gap)))
		d.size += gap
	}
	return offset
}

// aligned rounds up to the multiple of four that glTF wants offsets to be.
func aligned(n int64) int64 { return (n + 3) &^ 3 }

func (d *document) json() ([]byte, error) {
	var text bytes.Buffer
	encoder := gltf.NewEncoder(&text)
	// As text: the buffer holds no Data, so the encoder writes none. writeGLB and writePair write the slices.
	encoder.AsBinary = false
	if err := encoder.Encode(d.gltf); err != nil {
		return nil, fmt.Errorf("convert: encode glTF: %w", err)
	}
	return text.Bytes(), nil
}

// escapeURI writes a file name as a relative URI reference: it percent-encodes all but unreserved characters.
func escapeURI(name string) string {
	const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	var b strings.Builder
	for i := range len(name) {
		if strings.IndexByte(unreserved, name[i]) >= 0 {
			b.WriteByte(name[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", name[i])
		}
	}
	return b.String()
}
