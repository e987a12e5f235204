package threemf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Limits of what is read.
const (
	maxDepth     = 16
	maxVertices  = 1 << 26
	maxTriangles = 1 << 26
	maxObjects   = 1 << 16
)

// ErrDamaged means that a model is not 3MF by its specification. What it wraps says why.
var ErrDamaged = errors.New("damaged 3MF")

// transform is 4 rows of 3, as the attribute has them: a row vector times it, and the last row added.
type transform [12]float64

// component is an object at a place.
type component struct {
	object string
	at     transform
}

// object is a mesh or components.
type object struct {
	name       string
	vertices   []float32
	triangles  []uint32
	colours    [][4]uint8 // one a triangle; nil if it has none
	components []component
}

// document is a model as it is in the file.
type document struct {
	unit    string
	colours map[string][][4]uint8 // of a group, by its id
	objects map[string]*object
	items   []component

	open  *object
	pid   string // of the object
	index int    // of the object's colour in its group
	group string
	total struct{ vertices, triangles int }
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// parse reads 3D/3dmodel.model.
func parse(data []byte) (*document, error) {
	d := &document{unit: "millimeter", colours: make(map[string][][4]uint8), objects: make(map[string]*object)}
	decoder := xml.NewDecoder(bytes.NewReader(data))
	depth := 0
	for {
		token, err := decoder.Token()
		if token == nil {
			if depth == 0 && decoder.InputOffset() >= int64(len(data)) && len(d.items) > 0 {
				return d, nil
			}
			return nil, damaged("the model ends early, or builds nothing: %v", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return nil, damaged("elements lie more than %d deep", maxDepth)
			}
			if err := d.start(t); err != nil {
				return nil, err
			}
		case xml.EndElement:
			if depth--; t.Name.Local == "object" {
				d.open = nil
			}
		case xml.Directive:
			return nil, damaged("a document type")
		}
	}
}

// attributes are those of an element without a namespace.
func attributes(e xml.StartElement) map[string]string {
	values := make(map[string]string, len(e.Attr))
	for _, a := range e.Attr {
		if a.Name.Space == "" {
			values[a.Name.Local] = a.Value
		}
	}
	return values
}

func (d *document) start(e xml.StartElement) error {
	a := attributes(e)
	switch e.Name.Local {
	case "model":
		if u := a["unit"]; u != "" {
			d.unit = u
		}
	case "basematerials", "colorgroup":
		d.group = a["id"]
	case "base":
		return d.addColour(a["displaycolor"])
	case "color":
		return d.addColour(a["color"])
	case "object":
		if len(d.objects) == maxObjects || d.objects[a["id"]] != nil {
			return damaged("object %q comes twice, or is one too many", a["id"])
		}
		d.open = &object{name: a["name"]}
		d.objects[a["id"]], d.pid = d.open, a["pid"]
		d.index, _ = strconv.Atoi(a["pindex"])
	case "vertex":
		return d.addVertex(a)
	case "triangle":
		return d.addTriangle(a)
	case "component", "item":
		return d.place(e.Name.Local, a)
	}
	return nil
}

// addColour reads #RRGGBB or #RRGGBBAA.
func (d *document) addColour(text string) error {
	hex := strings.TrimPrefix(text, "#")
	if len(hex) == 6 {
		hex += "ff"
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 8 {
		return damaged("%q is no colour", text)
	}
	d.colours[d.group] = append(d.colours[d.group], [4]uint8{uint8(v >> 24), uint8(v >> 16), uint8(v >> 8), uint8(v)})
	return nil
}

func (d *document) addVertex(a map[string]string) error {
	if d.total.vertices++; d.open == nil || d.total.vertices > maxVertices {
		return damaged("a vertex outside of an object, or too many")
	}
	for _, axis := range []string{"x", "y", "z"} {
		v, err := strconv.ParseFloat(a[axis], 32)
		if err != nil || v != v {
			return damaged("%q is not a coordinate", a[axis])
		}
		d.open.vertices = append(d.open.vertices, float32(v))
	}
	return nil
}

func (d *document) addTriangle(a map[string]string) error {
	if d.total.triangles++; d.open == nil || d.total.triangles > maxTriangles {
		return damaged("a triangle outside of an object, or too many")
	}
	for _, corner := range []string{"v1", "v2", "v3"} {
		v, err := strconv.ParseUint(a[corner], 10, 32)
		if err != nil || v >= uint64(len(d.open.vertices)/3) {
			return damaged("%q is not the number of a vertex", a[corner])
		}
		d.open.triangles = append(d.open.triangles, uint32(v))
	}
	group, index := d.pid, d.index
	if a["pid"] != "" {
		group = a["pid"]
	}
	if a["p1"] != "" {
		index, _ = strconv.Atoi(a["p1"])
	}
	colour, given := [4]uint8{204, 204, 204, 255}, false
	if list := d.colours[group]; index >= 0 && index < len(list) {
		colour, given = list[index], true
	}
	o := d.open
	if given && o.colours == nil { // those before had none
		for range len(o.triangles)/3 - 1 {
			o.colours = append(o.colours, [4]uint8{204, 204, 204, 255})
		}
	}
	if given || o.colours != nil {
		o.colours = append(o.colours, colour)
	}
	return nil
}

// place reads a component of the open object, or an item of the build.
func (d *document) place(kind string, a map[string]string) error {
	c := component{object: a["objectid"], at: transform{1, 0, 0, 0, 1, 0, 0, 0, 1}}
	if text := a["transform"]; text != "" {
		fields := strings.Fields(text)
		if len(fields) != len(c.at) {
			return damaged("%q is not a transform", text)
		}
		for i, f := range fields {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil || v-v != 0 {
				return damaged("%q is not a transform", text)
			}
			c.at[i] = v
		}
	}
	switch {
	case kind == "item":
		d.items = append(d.items, c)
	case d.open == nil:
		return damaged("a component outside of an object")
	default:
		d.open.components = append(d.open.components, c)
	}
	return nil
}
