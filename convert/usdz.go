package convert

import (
	"io"

	"ostrakon/convert/mesh"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
	"ostrakon/convert/usdz"
)

// Kind is the kind of files that a conversion writes.
type Kind string

// The kinds.
const (
	GLTF Kind = "gltf" // of the method
	USDZ Kind = "usdz" // one .usdz, for iPhones and iPads
)

// checkUSDZ refuses meshes of more facets than a USDZ file shall have.
func (r *run) checkUSDZ(meshes []mesh.Mesh) error {
	facets := 0
	for _, m := range meshes {
		facets += m.Facets()
	}
	if r.opts.As != USDZ || facets <= usdz.MaxFacets {
		return nil
	}
	return &OptionError{Option: optionAs, Value: string(USDZ),
		Remark: remark.USDZTooLarge.With(remark.Params{"facets": facets, "most": usdz.MaxFacets})}
}

// keep keeps a mesh for USDZ, which has it as it is.
func (p *part) keep(m mesh.Mesh) {
	p.mesh = m
	p.primitives = []primitive{{facets: m.Facets(), vertices: m.Vertices()}}
}

// writeUSDZ writes base.usdz.
func (r *run) writeUSDZ(out *output, parts []part, m *stl.Model, base string) error {
	scene := usdz.Scene{
		Name: r.opts.Name, Metres: r.opts.Unit.Metres(), ZUp: r.opts.Up == UpZ,
		Colour: [4]uint8{231, 231, 231, 255}, // grey in sRGB
	}
	if m.Color != nil {
		scene.Colour = *m.Color
	}
	for _, c := range credits(r.about) {
		scene.Credits = append(scene.Credits, usdz.Credit{Key: c.name, Text: c.text})
	}
	for _, p := range parts {
		scene.Parts = append(scene.Parts, usdz.Part{Name: p.name, Mesh: p.mesh})
	}
	packed := usdz.Pack(scene)
	if n := packed.Blended(); n > 0 {
		r.warnings = append(r.warnings, remark.ColoursBlended.With(remark.Params{"n": n}))
	}
	if n := packed.Merged(); n > 0 {
		r.warnings = append(r.warnings, remark.ColoursMerged.With(remark.Params{"n": n, "most": usdz.MaxColours}))
	}
	out.expected = packed.Size()
	return out.file(base+".usdz", MediaTypeUSDZ, packed.Size(), func(w io.Writer) error { return packed.Write(w) })
}
