package convert

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"ostrakon/convert/remark"
)

// Method is one of the ways to convert.
type Method string

// The methods, by the values that requests name them with.
const (
	MeshLib   Method = "meshlib"    // hschendel/stl and qmuntal/gltf, to .gltf and .bin
	Custom    Method = "custom"     // this project's reader and writer, to .gltf and .bin
	CustomGLB Method = "custom-glb" // the same, to one .glb
)

// Unit is the length that one unit of the file means. STL itself does not say.
type Unit string

// The units.
const (
	Millimetre Unit = "mm"
	Centimetre Unit = "cm"
	Metre      Unit = "m"
	Inch       Unit = "in"
	Foot       Unit = "ft"
	Micrometre Unit = "um"
)

// Metres returns the length of the unit in metres.
func (u Unit) Metres() float64 {
	return cmp.Or(map[Unit]float64{
		Millimetre: 0.001, Centimetre: 0.01, Inch: 0.0254, Micrometre: 1e-6, Foot: 0.3048,
	}[u], 1)
}

// Up is the axis of the STL file that points up. glTF's is always Y.
type Up string

// The axes.
const (
	UpZ Up = "z"
	UpY Up = "y"
)

// Shading says which normals the vertices get.
type Shading string

// The shadings.
const (
	Flat   Shading = "flat"   // each facet its own
	Smooth Shading = "smooth" // one for all facets at a vertex
	Crease Shading = "crease" // smooth, except over edges sharper than the angle
	None   Shading = "none"   // no normals: level positions, and compact without normals
)

// Normals says whether level compact keeps the normals that the shading makes.
type Normals string

// The choices.
const (
	Shaded    Normals = "shaded"
	NoNormals Normals = "none"
)

// Level says how custom-glb stores the geometry.
type Level string

// The levels.
const (
	Standard  Level = "standard"  // 32-bit floats, no extension
	Positions Level = "positions" // 32-bit floats without normals, no extension
	Quantized Level = "quantized" // 16-bit integers by KHR_mesh_quantization
	Compact   Level = "compact"   // the same compressed by EXT_meshopt_compression
)

const (
	// DefaultAngle is the crease angle, in degrees, of requests that give none.
	DefaultAngle = 30
	// MaxNameBytes is the longest name of a model, in bytes of UTF-8.
	MaxNameBytes = 200
)

// Options are the choices of one conversion. ParseOptions gives complete ones.
type Options struct {
	Method  Method
	As      Kind
	Unit    Unit // empty: that of the file, or millimetres if it says none
	Up      Up
	Shading Shading
	Angle   float64 // degrees between two facets over which their edge stays sharp; only with Crease
	Level   Level   // empty unless Method is CustomGLB and As is GLTF
	Name    string  // of the model, for its root node and asset.extras; may be empty

	Plate     int // of a slicer's 3MF file, from 1; 0: the first that is not empty
	Thumbnail int // the side of a picture to make, in pixels; 0: none
	Facets    int // the most facets of the output; 0: those of the file

	NoReport bool // leave out Result.Report
	Inspect  bool // make the report, and no files
	Edges    bool // the report has the places of open edges; only with Inspect

	STLOnly bool  // refuse all but STL
	Largest int64 // bytes of what is inside a gzip, ZIP or 3MF file; 0 means 512 MiB
}

// Normals says whether a file of level compact has normals; it is empty for other levels.
func (o Options) Normals() Normals {
	switch {
	case o.Level != Compact:
		return ""
	case o.Shading == None:
		return NoNormals
	}
	return Shaded
}

// OptionError says what is wrong with an option.
type OptionError struct {
	remark.Remark
	Option string // as the request named it
	Value  string // as the request gave it; "" if no value of the option would do
}

// Error returns the option, its value and what is wrong with it.
func (e *OptionError) Error() string {
	if e.Value == "" {
		return fmt.Sprintf("option %s: %s", quoted(e.Option), e.Remark)
	}
	return fmt.Sprintf("option %s is %s: %s", quoted(e.Option), quoted(e.Value), e.Remark)
}

// quoted shortens a part of a request so that it can be shown.
func quoted(s string) string {
	const most = 40
	if len(s) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "…"
	}
	return strconv.Quote(s)
}

// ParseOptions reads the options of a conversion by their names, which are those of the table. An option that is absent
// or empty gets its default, which may depend on method and level, and for the unit on the file; the method of a
// request that names only a level, or USDZ, is custom-glb. An unknown name, a value that is not allowed, and an option
// that the method or level does not use give an *OptionError.
func ParseOptions(values map[string]string) (Options, error) {
	single := values[optionLevel] != "" || values[optionNormals] != "" || values[optionAs] == string(USDZ)
	if values[optionMethod] == "" && single {
		values = maps.Clone(values)
		values[optionMethod] = string(CustomGLB)
	}
	return parse(values, Options{})
}

// ParseInspection reads the options of a request for a report alone, as ParseOptions does.
func ParseInspection(values map[string]string) (Options, error) { return parse(values, inspection()) }

// inspection returns the options that all reports alone have: those of the way of reading that holds the least memory.
func inspection() Options {
	return Options{Method: CustomGLB, Up: UpZ, Level: Positions, Shading: None, Inspect: true}
}

// parse completes options by the values of a request.
func parse(values map[string]string, o Options) (Options, error) {
	rows := optionsOf(o.Inspect)
	var names []string
	for _, row := range rows {
		names = append(names, row.name)
	}
	for name := range values {
		if !slices.Contains(names, name) {
			return Options{}, &OptionError{Option: name, Remark: remark.OptionUnknown.With(remark.Params{"choices": names})}
		}
	}
	for _, decides := range []bool{true, false} {
		for _, row := range rows {
			if row.decides != decides {
				continue
			}
			if err := row.parse(&o, values[row.name]); err != nil {
				return Options{}, err
			}
		}
	}
	return o, nil
}

// check refuses options that ParseOptions and ParseInspection would not have given.
func (o Options) check() error {
	allowed := Options{}
	if o.Inspect {
		allowed = inspection()
	}
	allowed.STLOnly, allowed.Largest = o.STLOnly, o.Largest
	for _, row := range optionsOf(o.Inspect) {
		if row.applies(o) != nil {
			continue
		}
		if fault := row.fault(o); fault != nil {
			return &OptionError{Option: row.name, Remark: *fault}
		}
		row.copy(&allowed, o)
	}
	if allowed != o {
		return fmt.Errorf("convert: incomplete options %+v", o)
	}
	return nil
}
