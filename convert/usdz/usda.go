package usdz

import (
	"io"
	"strconv"

	"ostrakon/convert/mesh"
)

const (
	flushBytes = 64 << 10 // of text that is gathered before it is written
	perLine    = 16       // elements of an array
	root       = "Model"  // the prim with all others in it
	materials  = "/" + root + "/Materials/"
	bound      = `prepend apiSchemas = ["MaterialBindingAPI"]` // of what has a material
)

// text gathers and writes USDA. An error ends it.
type text struct {
	w       io.Writer
	buffer  []byte
	written int64
	err     error
}

// writeText writes the scene and returns the number of bytes. Errors: those of w.
func (p *Package) writeText(w io.Writer) (int64, error) {
	t := &text{w: w, buffer: make([]byte, 0, flushBytes+flushBytes/8)}
	t.stage(p.scene)
	used := names{"Materials": 1}
	frame := frameOf(p.scene)
	for _, part := range p.scene.Parts {
		t.mesh(part, &frame, used.of(part.Name, "part"), p)
	}
	t.lines("def Scope \"Materials\"", "{")
	for _, c := range p.palette.colours {
		t.material(c)
	}
	t.lines("}", "}")
	t.flush()
	return t.written, t.err
}

// stage writes what is true of the whole file, and begins the root.
func (t *text) stage(s Scene) {
	t.lines("#usda 1.0", "(", "customLayerData = {", `string creator = "Ostrakon"`)
	for _, c := range s.Credits {
		t.lines("string " + c.Key + " = " + quoted(c.Text))
	}
	t.lines("}", `defaultPrim = "`+root+`"`, "metersPerUnit = "+strconv.FormatFloat(s.Metres, 'g', -1, 64),
		`upAxis = "Y"`, ")", "")
	t.define("Xform", root, s.Name, `kind = "component"`)
}

// define begins a prim, with what else is to be said about it.
func (t *text) define(kind, name, display, about string) {
	t.lines("def " + kind + ` "` + name + `" (`)
	if display != "" {
		t.lines("displayName = " + quoted(display))
	}
	t.lines(about, ")", "{")
}

// mesh writes a part.
func (t *text) mesh(part Part, f *frame, name string, p *Package) {
	numbers := p.palette.facets(part, p.scene.Colour)
	t.define("Mesh", name, part.Name, bound)
	t.lines(`uniform token subdivisionScheme = "none"`, "uniform bool doubleSided = 1")
	t.extent(part.Mesh, f)
	t.array("int[] faceVertexCounts", part.Facets(), func(b []byte, _ int) []byte { return append(b, '3') })
	t.array("int[] faceVertexIndices", len(part.Indices), func(b []byte, i int) []byte {
		return strconv.AppendUint(b, uint64(part.Indices[i]), 10)
	})
	t.array("point3f[] points", part.Vertices(), func(b []byte, i int) []byte {
		x, y, z := f.place(part.Positions[3*i : 3*i+3])
		return appendTuple(b, x, y, z, f.decimals)
	})
	if part.Normals != nil {
		t.array("normal3f[] normals", part.Vertices(), func(b []byte, i int) []byte {
			n := part.Normals[3*i : 3*i+3]
			x, y, z := f.turn(float64(n[0]), float64(n[1]), float64(n[2]))
			return appendTuple(b, x, y, z, normalDecimals)
		}, `interpolation = "vertex"`)
	}
	if len(numbers) == 1 {
		t.bind(p.palette.colours[numbers[0]])
	} else {
		t.subsets(numbers, p.palette.colours)
	}
	t.lines("}")
}

// extent writes the box around a part.
func (t *text) extent(m mesh.Mesh, f *frame) {
	least, greatest := mesh.Bounds(m.Positions)
	x0, y0, z0 := f.place(least[:])
	x1, y1, z1 := f.place(greatest[:])
	t.array("float3[] extent", 2, func(b []byte, i int) []byte {
		if i == 0 {
			return appendTuple(b, min(x0, x1), min(y0, y1), min(z0, z1), f.decimals)
		}
		return appendTuple(b, max(x0, x1), max(y0, y1), max(z0, z1), f.decimals)
	})
}

// subsets writes which facets of a part have which material.
func (t *text) subsets(numbers []uint8, colours []colour) {
	t.lines(`uniform token subsetFamily:materialBind:familyType = "partition"`)
	var lists [MaxColours][]int
	for f, n := range numbers {
		lists[n] = append(lists[n], f)
	}
	for n, facets := range lists {
		if facets == nil {
			continue
		}
		t.define("GeomSubset", colours[n].name, "", bound)
		t.lines(`uniform token elementType = "face"`, `uniform token familyName = "materialBind"`)
		t.array("int[] indices", len(facets), func(b []byte, i int) []byte {
			return strconv.AppendInt(b, int64(facets[i]), 10)
		})
		t.bind(colours[n])
		t.lines("}")
	}
}

func (t *text) bind(c colour) { t.lines("rel material:binding = <" + materials + c.name + ">") }

// material writes the material of a colour: as rough as that of a glTF file, and no metal.
func (t *text) material(c colour) {
	linear := mesh.LinearColor(c.srgb)
	rgb := appendTuple(nil, float64(linear[0]), float64(linear[1]), float64(linear[2]), digits)
	t.lines(`def Material "`+c.name+`"`, "{",
		"token outputs:surface.connect = <"+materials+c.name+"/Surface.outputs:surface>",
		`def Shader "Surface"`, "{", `uniform token info:id = "UsdPreviewSurface"`,
		"color3f inputs:diffuseColor = "+string(rgb),
		"float inputs:opacity = "+string(appendNumber(nil, float64(linear[3]), digits)),
		"float inputs:metallic = 0", "float inputs:roughness = 0.6", "token outputs:surface", "}", "}")
}

// array writes an attribute of n elements, and what else is to be said about it.
func (t *text) array(name string, n int, element func(b []byte, i int) []byte, about ...string) {
	t.buffer = append(append(t.buffer, name...), " = ["...)
	for i := range n {
		if i > 0 {
			t.buffer = append(t.buffer, ',')
		}
		if i%perLine == 0 {
			t.buffer = append(t.buffer, '\n')
			t.flushFull()
		}
		t.buffer = element(t.buffer, i)
	}
	t.buffer = append(t.buffer, ']')
	if about != nil {
		t.lines(" (")
		t.lines(about...)
		t.buffer = append(t.buffer, ')')
	}
	t.lines("")
}

func appendTuple(b []byte, x, y, z float64, decimals int) []byte {
	b = append(appendNumber(append(b, '('), x, decimals), ',')
	b = append(appendNumber(b, y, decimals), ',')
	return append(appendNumber(b, z, decimals), ')')
}

// lines writes lines. The first may be the rest of one.
func (t *text) lines(lines ...string) {
	for _, line := range lines {
		t.buffer = append(append(t.buffer, line...), '\n')
	}
	t.flushFull()
}

func (t *text) flushFull() {
	if len(t.buffer) >= flushBytes {
		t.flush()
	}
}

func (t *text) flush() {
	t.written += int64(len(t.buffer))
	if t.err == nil {
		_, t.err = t.w.Write(t.buffer)
	}
	t.buffer = t.buffer[:0]
}
