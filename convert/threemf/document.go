package threemf

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

const (
	maxResources = 1 << 16
	maxPlaces    = 1 << 16
	maxName      = 256 // bytes of an object's name that are kept
)

// The namespaces of the specifications.
const (
	spaceCore       = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
	spaceMaterials  = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02"
	spaceProduction = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
	spaceSlices     = "http://schemas.microsoft.com/3dmanufacturing/slice/2015/07"
	spaceBeams      = "http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02"
	spaceBooleans   = "http://schemas.3mf.io/3dmanufacturing/booleanoperations/2023/07"
	spaceSets       = "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07" // names for triangles
)

// The units of models (ST_Unit), as Model.Unit has them.
const (
	Micron     = "micron"
	Millimeter = "millimeter" // if a model names none
	Centimeter = "centimeter"
	Inch       = "inch"
	Foot       = "foot"
	Meter      = "meter"
)

// transform is 4 rows of 3: it multiplies a point as a row vector and adds the last row (core specification, 3.3).
type transform [12]float64

func identity() transform { return transform{0: 1, 4: 1, 8: 1} }

// place is an object at a place: a component of another, or an item of the build.
type place struct {
	path   string // of the model part with the object; "": the same
	object uint32
	at     transform
}

// object is a mesh or components.
type object struct {
	id         uint32
	name       string
	left       bool   // out, since it is no model
	pid, index uint32 // of the triangles' colour; pid 0: none
	vertices   []float64
	triangles  []uint32
	colours    []stl.Color // one a triangle, or one a corner if they are graded; nil if none has one
	graded     bool
	textures   []*texture2d // one a triangle, and a place for each of its corners; nil if none has one
	places     [][2]float32
	components []place
	building   bool

	paint     []uint8 // the extruder of each triangle, 0 for that of its volume; nil if none is painted
	unread    int     // triangles with a colour that is in no group
	partly    int     // triangles of which some layer is not shown
	split     int     // triangles painted for several extruders
	unpainted int     // triangles whose paint makes no sense

	beams   int  // of a lattice
	boolean bool // it is made of others, of which only the first is a component
	rough   bool // it has slices, and a mesh of low resolution
}

type document struct {
	*scanner
	unit     string
	groups   map[uint32]*group
	textures map[uint32]*texture2d
	objects  map[uint32]*object
	items    []place

	core   string   // the namespace of the root
	object *object  // that is open
	within int      // the depth of its element
	group  *group   // that was begun last
	last   struct { // that was looked up
		id   uint32
		list []property
	}
	resources, places int

	about About
	needs string // an extension that is needed, and without which there may be a mesh; "" if none
}

// parse reads a model part. The error is an *stl.Error if the file is to blame.
func parse(from io.Reader) (*document, error) {
	d := &document{
		scanner: newScanner(from), unit: Millimeter, groups: make(map[uint32]*group), group: &group{},
		textures: make(map[uint32]*texture2d), objects: make(map[uint32]*object),
	}
	for {
		starts, err := d.start()
		switch {
		case errors.Is(err, errEnd):
			d.scanner = nil
			return d, nil
		case err != nil:
			return nil, err
		case starts:
			if err := d.element(); err != nil {
				return nil, err
			}
		case d.depth() < d.within:
			d.object, d.within = nil, 0
		}
	}
}

// element takes what an element says. What other specifications add is passed over.
func (d *document) element() error {
	space := d.space(d.prefix)
	if d.depth() == 1 {
		d.core = space
		return d.model()
	}
	if space != d.core {
		return d.extension(space)
	}
	switch string(d.local) {
	case "vertex":
		return d.addVertex()
	case "triangle":
		return d.addTriangle()
	case "object":
		return d.addObject()
	case "component", "item":
		return d.addPlace(string(d.local) == "item")
	case "basematerials":
		return d.addGroup()
	case "base":
		return d.addColour("displaycolor")
	case "metadata":
		return d.addAbout()
	}
	return nil
}

// extension takes what an element of an extension says.
func (d *document) extension(space string) error {
	switch {
	case space == spaceMaterials:
		return d.material()
	case d.object == nil:
	case space == spaceBeams && string(d.local) == "beam":
		d.object.beams++
	case space == spaceBooleans && string(d.local) == "booleanshape":
		d.object.boolean = true
		return d.addPlace(false)
	}
	return nil
}

// material takes what an element of the materials extension says.
func (d *document) material() error {
	switch string(d.local) {
	case "colorgroup", "compositematerials", "multiproperties", "texture2dgroup":
		return d.addGroup()
	case "texture2d":
		return d.addTexture()
	case "tex2coord":
		return d.addCoordinates()
	case "color":
		return d.addColour("color")
	case "composite":
		return d.addComposite()
	case "multi":
		return d.addMulti()
	}
	return nil
}

// model reads the unit, and the extensions without which nothing is right (core specification, section 3.4).
func (d *document) model() error {
	if string(d.local) != "model" {
		return d.refuse(remark.ModelNoRoot, nil)
	}
	if unit := d.value("unit"); unit != nil {
		switch d.unit = string(unit); d.unit {
		case Micron, Millimeter, Centimeter, Inch, Foot, Meter:
		default:
			return d.invalid("unit", unit)
		}
	}
	for prefix := range strings.FieldsSeq(string(d.value("requiredextensions"))) {
		switch space := d.space([]byte(prefix)); space {
		case spaceCore, spaceMaterials, spaceProduction, spaceSets:
		case spaceSlices, spaceBeams, spaceBooleans:
			d.needs = space
		default:
			if space == "" {
				space = prefix
			}
			return d.refuse(remark.ModelExtension, remark.Params{"extension": clip(space)})
		}
	}
	return nil
}

// addObject begins an object (core specification, section 4).
func (d *document) addObject() error {
	id, err := d.number("id", d.value("id"))
	if err != nil {
		return err
	}
	if d.resources++; d.resources > maxResources {
		return d.tooMany(remark.ModelTooManyResources, maxResources)
	}
	if d.objects[id] != nil {
		return d.refuse(remark.ModelTwice, remark.Params{"object": int(id)})
	}
	name := d.value("name")
	o := &object{id: id, name: string(name[:min(len(name), maxName)])}
	switch kind := d.value("type"); string(kind) {
	case "", "model":
	default:
		o.left = true
	}
	o.rough = string(d.valueIn(spaceSlices, "meshresolution")) == "lowres"
	if pid := d.value("pid"); pid != nil {
		if o.pid, err = d.number("pid", pid); err != nil {
			return err
		}
	}
	if index := d.value("pindex"); index != nil {
		if o.index, err = d.number("pindex", index); err != nil {
			return err
		}
	}
	d.objects[id], d.object, d.within = o, o, d.depth()
	return nil
}

func (d *document) addVertex() error {
	if d.object == nil {
		return d.misplaced()
	}
	for _, axis := range [3]string{"x", "y", "z"} {
		text := bytes.TrimSpace(d.value(axis))
		v, err := decimal(text)
		if err != nil {
			return d.invalid(axis, text)
		}
		d.object.vertices = append(d.object.vertices, v)
	}
	return nil
}

func (d *document) addTriangle() error {
	o := d.object
	if o == nil {
		return d.misplaced()
	}
	for _, corner := range [3]string{"v1", "v2", "v3"} {
		text := d.value(corner)
		v, err := d.number(corner, text)
		if err != nil {
			return err
		}
		if int64(v) >= int64(len(o.vertices)/3) {
			return d.invalid(corner, text)
		}
		o.triangles = append(o.triangles, v)
	}
	properties, err := d.propertiesOf()
	if err != nil {
		return err
	}
	o.addColours(properties)
	o.addTextured(properties)
	if len(d.attributes) > 3 || o.paint != nil {
		d.addPaint()
	}
	return nil
}

// addPlace adds a component to the open object, or an item to the build.
func (d *document) addPlace(item bool) error {
	id, err := d.number("objectid", d.value("objectid"))
	if err != nil {
		return err
	}
	if d.places++; d.places > maxPlaces {
		return d.tooMany(remark.ModelTooManyPlaces, maxPlaces)
	}
	p := place{object: id, at: identity()}
	if text := d.value("transform"); text != nil {
		if p.at, err = d.transform(text); err != nil {
			return err
		}
	}
	p.path = string(d.valueIn(spaceProduction, "path"))
	switch {
	case item:
		d.items = append(d.items, p)
	case d.object == nil:
		return d.misplaced()
	default:
		d.object.components = append(d.object.components, p)
	}
	return nil
}

func (d *document) transform(text []byte) (t transform, err error) {
	fields := bytes.Fields(text)
	if len(fields) != len(t) {
		return t, d.invalid("transform", text)
	}
	for i, f := range fields {
		if t[i], err = decimal(f); err != nil {
			return t, d.invalid("transform", text)
		}
	}
	return t, nil
}

// decimal reads a number (ST_Number). ParseFloat takes more than that.
func decimal(text []byte) (float64, error) {
	for _, c := range text {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c|0x20 != 'e' {
			return 0, strconv.ErrSyntax
		}
	}
	return strconv.ParseFloat(string(text), 64)
}

// number reads a whole number below 2^31.
func (d *document) number(name string, text []byte) (uint32, error) {
	digits := bytes.TrimSpace(text)
	var v uint32
	for _, c := range digits {
		if c < '0' || c > '9' || len(digits) > 10 || v > (1<<31-10)/10 {
			return 0, d.invalid(name, text)
		}
		v = 10*v + uint32(c-'0')
	}
	if len(digits) == 0 {
		return 0, d.invalid(name, text)
	}
	return v, nil
}

func (d *document) invalid(name string, value []byte) error {
	return d.refuse(remark.ModelInvalid,
		remark.Params{"element": clip(string(d.local)), "attribute": name, "text": clip(string(value))})
}

func (d *document) misplaced() error {
	return d.refuse(remark.ModelMisplaced, remark.Params{"element": string(d.local)})
}

func (d *document) tooMany(kind remark.Kind, limit int) error {
	return d.refuse(kind, remark.Params{"limit": limit})
}

// clip shortens a part of the file so that it can be shown.
func clip(s string) string {
	const most = 100
	if s = plain(s); len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// plain is valid UTF-8 with blanks for controls.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}
