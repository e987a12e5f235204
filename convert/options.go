package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ostrakon/convert/picture"
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
	// maxAngle is the largest crease angle, in degrees.
	maxAngle = 180
	// MaxNameBytes is the longest name of a model, in bytes of UTF-8.
	MaxNameBytes = 200
	// maxPlate is the largest number of a plate. BambuStudio has at most 36.
	maxPlate = 1000
)

// Options are the choices of one conversion. ParseOptions gives complete ones.
type Options struct {
	Method  Method
	Unit    Unit // empty: that of the file, or millimetres if it says none
	Up      Up
	Shading Shading
	Angle   float64 // degrees between two facets over which their edge stays sharp; only with Crease
	Level   Level   // empty unless Method is CustomGLB
	Name    string  // of the model, for its root node and asset.extras; may be empty

	Plate     int // of a slicer's 3MF file, from 1; 0: the first that is not empty
	Thumbnail int // the side of a picture to make, in pixels; 0: none

	NoReport bool // leave out Result.Report
	Inspect  bool // make the report, and no files
	Edges    bool // the report has the places of open edges; only with Inspect

	STLOnly bool  // refuse a 3MF file
	Largest int64 // bytes of what is inside a gzip, ZIP or 3MF file; 0 means 512 MiB
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

// The names of the options, in the order in which listings show them.
const (
	optionMethod    = "method"
	optionUnit      = "unit"
	optionUp        = "up"
	optionShading   = "shading"
	optionAngle     = "angle"
	optionLevel     = "level"
	optionNormals   = "normals"
	optionName      = "name"
	optionReport    = "report"
	optionThumbnail = "thumbnail"
	optionPlate     = "plate"
	optionEdges     = "edges"
)

func optionNames() []string {
	return []string{optionMethod, optionUnit, optionUp, optionShading, optionAngle, optionLevel, optionNormals, optionName,
		optionReport, optionThumbnail, optionPlate}
}

func methods() []Method   { return []Method{MeshLib, Custom, CustomGLB} }
func levels() []Level     { return []Level{Standard, Positions, Quantized, Compact} }
func keepings() []Normals { return []Normals{Shaded, NoNormals} }
func units() []Unit       { return []Unit{Millimetre, Centimetre, Metre, Inch, Foot, Micrometre} }
func ups() []Up           { return []Up{UpZ, UpY} }

// shadings are the ones a method and level can make, the default first.
func shadings(m Method, l Level, n Normals) []Shading {
	switch {
	case m == MeshLib:
		return []Shading{Flat}
	case m == Custom:
		return []Shading{Flat, Smooth, Crease}
	case l == Positions, n == NoNormals:
		return []Shading{None}
	default:
		return []Shading{Crease, Flat, Smooth}
	}
}

// ParseOptions reads the options of a request by their names: method, unit, up, shading, angle, level, normals, name,
// report, thumbnail and plate. An option that is absent or empty gets its default, which may depend on method and
// level, and for the unit on the file; the method of a request that names only a level is custom-glb. An unknown name,
// a value that is not allowed, and an option that the method or level does not use give an *OptionError.
func ParseOptions(values map[string]string) (Options, error) {
	for name := range values {
		if !slices.Contains(optionNames(), name) {
			return Options{}, &OptionError{Option: name,
				Remark: remark.OptionUnknown.With(remark.Params{"choices": optionNames()})}
		}
	}
	choices := methods()
	if values[optionLevel] != "" || values[optionNormals] != "" {
		choices = []Method{CustomGLB, MeshLib, Custom}
	}
	method, err := choose(values, optionMethod, choices)
	if err != nil {
		return Options{}, err
	}
	o := Options{Method: method}
	if o.Unit, err = chooseUnit(values); err != nil {
		return Options{}, err
	}
	if o.Up, err = choose(values, optionUp, ups()); err != nil {
		return Options{}, err
	}
	if o.Method == CustomGLB {
		if o.Level, err = choose(values, optionLevel, levels()); err != nil {
			return Options{}, err
		}
	} else if v := values[optionLevel]; v != "" {
		needs := remark.OptionNeedsMethod.With(remark.Params{"method": string(CustomGLB)})
		return Options{}, &OptionError{Option: optionLevel, Remark: needs}
	}
	kept := Shaded
	if o.Level == Compact {
		if kept, err = choose(values, optionNormals, keepings()); err != nil {
			return Options{}, err
		}
	} else if v := values[optionNormals]; v != "" {
		needs := remark.OptionNeedsLevel.With(remark.Params{"level": string(Compact)})
		return Options{}, &OptionError{Option: optionNormals, Remark: needs}
	}
	if o.Shading, err = choose(values, optionShading, shadings(o.Method, o.Level, kept)); err != nil {
		return Options{}, err
	}
	if o.Angle, err = parseAngle(values[optionAngle], o.Shading); err != nil {
		return Options{}, err
	}
	report, err := parseSwitch(values, optionReport, true)
	if err != nil {
		return Options{}, err
	}
	o.NoReport = !report
	if o.Thumbnail, err = parseNumber(values, optionThumbnail, 0, picture.MaxSide); err != nil {
		return Options{}, err
	}
	if o.Plate, err = parseNumber(values, optionPlate, 1, maxPlate); err != nil {
		return Options{}, err
	}
	o.Name = values[optionName]
	return o, checkName(o.Name)
}

// ParseInspection reads the options of a request for a report alone, as ParseOptions does: unit, edges and plate.
func ParseInspection(values map[string]string) (Options, error) {
	names := []string{optionUnit, optionEdges, optionPlate}
	for name := range values {
		if !slices.Contains(names, name) {
			return Options{}, &OptionError{Option: name, Remark: remark.OptionUnknown.With(remark.Params{"choices": names})}
		}
	}
	// The way of reading that holds the least.
	o := Options{Method: CustomGLB, Up: UpZ, Level: Positions, Shading: None, Inspect: true}
	var err error
	if o.Unit, err = chooseUnit(values); err != nil {
		return Options{}, err
	}
	if o.Edges, err = parseSwitch(values, optionEdges, false); err != nil {
		return Options{}, err
	}
	o.Plate, err = parseNumber(values, optionPlate, 1, maxPlate)
	return o, err
}

// parseNumber reads a whole number, which is 0 if absent.
func parseNumber(values map[string]string, option string, least, most int) (int, error) {
	v := values[option]
	if v == "" {
		return 0, nil
	}
	number, err := strconv.Atoi(v)
	if err != nil || number < least || number > most {
		limits := remark.OutOfRange.With(remark.Params{"min": least, "max": most})
		return 0, &OptionError{Option: option, Value: v, Remark: limits}
	}
	return number, nil
}

func parseSwitch(values map[string]string, option string, absent bool) (bool, error) {
	switch v := values[option]; v {
	case "":
		return absent, nil
	case "1", "true":
		return true, nil
	case "0", "false":
		return false, nil
	default:
		return false, &OptionError{Option: option, Value: v,
			Remark: remark.NotChoice.With(remark.Params{"choices": []string{"1", "0"}})}
	}
}

// choose finds the value of an option among its choices, the default first.
func choose[T ~string](values map[string]string, option string, choices []T) (T, error) {
	v := values[option]
	if v == "" {
		return choices[0], nil
	}
	if slices.Contains(choices, T(v)) {
		return T(v), nil
	}
	refused := remark.NotChoice.With(remark.Params{"choices": texts(choices)})
	if option == optionShading && len(choices) == 1 {
		refused = remark.OptionFixed.With(remark.Params{"only": string(choices[0])})
	}
	return "", &OptionError{Option: option, Value: v, Remark: refused}
}

func chooseUnit(values map[string]string) (Unit, error) {
	if values[optionUnit] == "" {
		return "", nil
	}
	return choose(values, optionUnit, units())
}

func parseAngle(v string, s Shading) (float64, error) {
	if v == "" {
		if s == Crease {
			return DefaultAngle, nil
		}
		return 0, nil
	}
	if s != Crease {
		needs := remark.OptionNeedsShading.With(remark.Params{"shading": string(Crease)})
		return 0, &OptionError{Option: optionAngle, Remark: needs}
	}
	angle, err := strconv.ParseFloat(v, 64)
	if err != nil || !(angle >= 0 && angle <= maxAngle) {
		limits := remark.OutOfRange.With(remark.Params{"min": 0, "max": maxAngle})
		return 0, &OptionError{Option: optionAngle, Value: v, Remark: limits}
	}
	return angle, nil
}

func checkName(name string) error {
	fault := &OptionError{Option: optionName, Value: name}
	switch {
	case len(name) > MaxNameBytes:
		fault.Remark = remark.TooLongBytes.With(remark.Params{"max": MaxNameBytes})
	case !utf8.ValidString(name):
		fault.Remark = remark.NotUTF8.With(nil)
	case strings.ContainsFunc(name, unicode.IsControl):
		fault.Remark = remark.ControlCharacters.With(nil)
	default:
		return nil
	}
	return fault
}

// check refuses options that ParseOptions would not have given.
func (o Options) check() error {
	values := map[string]string{
		optionMethod: string(o.Method), optionUnit: string(o.Unit), optionUp: string(o.Up),
		optionShading: string(o.Shading), optionLevel: string(o.Level), optionName: o.Name,
	}
	if o.Shading == Crease {
		values[optionAngle] = strconv.FormatFloat(o.Angle, 'g', -1, 64)
	}
	if o.NoReport {
		values[optionReport] = "0"
	}
	if o.Level == Compact && o.Shading == None {
		values[optionNormals] = string(NoNormals)
	}
	if o.Thumbnail != 0 {
		values[optionThumbnail] = strconv.Itoa(o.Thumbnail)
	}
	if o.Plate != 0 {
		values[optionPlate] = strconv.Itoa(o.Plate)
	}
	parsed, err := ParseOptions(values)
	if o.Inspect {
		parsed, err = ParseInspection(map[string]string{optionUnit: string(o.Unit), optionPlate: values[optionPlate]})
		parsed.Edges = o.Edges
	}
	parsed.STLOnly, parsed.Largest = o.STLOnly, o.Largest
	if err == nil && parsed != o {
		return fmt.Errorf("convert: incomplete options %+v", o)
	}
	return err
}
