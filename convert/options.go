package convert

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Method is one of the ways to convert.
type Method string

// The methods, by the values that requests name them with.
const (
	MeshLib   Method = "meshlib"    // the libraries hschendel/stl and qmuntal/gltf, to .gltf and .bin
	Custom    Method = "custom"     // this project's reader and writer, to .gltf and .bin
	CustomGLB Method = "custom-glb" // the same, to one .glb
)

// Unit is the length that one unit of the STL file stands for. STL itself
// does not tell.
type Unit string

// The units.
const (
	Millimetre Unit = "mm"
	Centimetre Unit = "cm"
	Metre      Unit = "m"
	Inch       Unit = "in"
)

// Metres returns the length of the unit in metres.
func (u Unit) Metres() float64 {
	switch u {
	case Millimetre:
		return 0.001
	case Centimetre:
		return 0.01
	case Inch:
		return 0.0254
	default:
		return 1
	}
}

// Up is the axis of the STL file that points up. glTF's is always Y.
type Up string

// The axes.
const (
	UpZ Up = "z"
	UpY Up = "y"
)

// Shading tells which normals the vertices get.
type Shading string

// The shadings.
const (
	Flat   Shading = "flat"   // each facet its own
	Smooth Shading = "smooth" // one for all facets at a vertex
	Crease Shading = "crease" // smooth, except over edges sharper than the angle
	None   Shading = "none"   // no normals: level positions
)

// Level tells how custom-glb stores the geometry.
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

// Options are the choices of one conversion. ParseOptions and Defaults give
// complete ones.
type Options struct {
	Method  Method
	Unit    Unit
	Up      Up
	Shading Shading
	Angle   float64 // degrees between the normals of two facets over which an edge stays sharp; 0 unless Shading is Crease
	Level   Level   // empty unless Method is CustomGLB
	Name    string  // of the model, for its root node and asset.extras; may be empty
}

// OptionError tells that an option is not known, or has a value it cannot have.
type OptionError struct {
	Option string // as the request named it
	Value  string // "" if no value of the option would do
	Reason string // goes on from the option's name, and names the choices or limits

	Code   string         // what is wrong, for programs: "not_a_choice" and others
	Params map[string]any // the facts of Reason by name, for who words it anew
}

// Error returns the option, the value and what it could be.
func (e *OptionError) Error() string { return "option " + quoted(e.Option) + " " + e.Message() }

// Message is what is wrong, to be read after the option's name.
func (e *OptionError) Message() string {
	if e.Value == "" {
		return e.Reason
	}
	return e.Reason + ", not " + quoted(e.Value)
}

// quoted shortens what a request said to something that can be shown.
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
	optionMethod  = "method"
	optionUnit    = "unit"
	optionUp      = "up"
	optionShading = "shading"
	optionAngle   = "angle"
	optionLevel   = "level"
	optionName    = "name"
)

func optionNames() []string {
	return []string{optionMethod, optionUnit, optionUp, optionShading, optionAngle, optionLevel, optionName}
}

func methods() []Method { return []Method{MeshLib, Custom, CustomGLB} }
func levels() []Level   { return []Level{Standard, Positions, Quantized, Compact} }
func units() []Unit     { return []Unit{Millimetre, Centimetre, Metre, Inch} }
func ups() []Up         { return []Up{UpZ, UpY} }

// shadings are the ones a method and level can make, the default first.
func shadings(m Method, l Level) []Shading {
	switch {
	case m == MeshLib:
		return []Shading{Flat}
	case m == Custom:
		return []Shading{Flat, Smooth, Crease}
	case l == Positions:
		return []Shading{None}
	default:
		return []Shading{Crease, Flat, Smooth}
	}
}

// Defaults returns the options of a request that names nothing but the method.
func Defaults(m Method) Options {
	o := Options{Method: m, Unit: Millimetre, Up: UpZ}
	if m == CustomGLB {
		o.Level = Standard
	}
	o.Shading = shadings(m, o.Level)[0]
	if o.Shading == Crease {
		o.Angle = DefaultAngle
	}
	return o
}

// ParseOptions reads the options of a request by their names: method, unit,
// up, shading, angle, level and name. One that is absent or empty takes its
// default, which may depend on method and level. A name that is not known, a
// value that is not allowed, and an option that the method or level has no use
// for give an *OptionError.
func ParseOptions(values map[string]string) (Options, error) {
	for name := range values {
		if !slices.Contains(optionNames(), name) {
			return Options{}, &OptionError{
				Option: name, Reason: "is not known: the options are " + list(optionNames()),
				Code: "option_unknown", Params: map[string]any{"choices": optionNames()},
			}
		}
	}
	method, err := choose(values, optionMethod, methods())
	if err != nil {
		return Options{}, err
	}
	o := Options{Method: method}
	if o.Unit, err = choose(values, optionUnit, units()); err != nil {
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
		return Options{}, &OptionError{
			Option: optionLevel, Reason: "goes with method custom-glb only",
			Code: "option_needs_method", Params: map[string]any{"method": CustomGLB},
		}
	}
	if o.Shading, err = choose(values, optionShading, shadings(o.Method, o.Level)); err != nil {
		return Options{}, err
	}
	if o.Angle, err = parseAngle(values[optionAngle], o.Shading); err != nil {
		return Options{}, err
	}
	o.Name = values[optionName]
	return o, checkName(o.Name)
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
	if option == optionShading && len(choices) == 1 {
		return "", &OptionError{
			Option: option, Value: v, Reason: "can only be " + string(choices[0]) + " with this method and level",
			Code: "option_fixed", Params: map[string]any{"only": choices[0]},
		}
	}
	return "", &OptionError{
		Option: option, Value: v, Reason: "must be " + list(choices), Code: "not_a_choice", Params: map[string]any{"choices": choices},
	}
}

func parseAngle(v string, s Shading) (float64, error) {
	if v == "" {
		if s == Crease {
			return DefaultAngle, nil
		}
		return 0, nil
	}
	if s != Crease {
		return 0, &OptionError{
			Option: optionAngle, Reason: "goes with shading crease only", Code: "option_needs_shading", Params: map[string]any{"shading": Crease},
		}
	}
	angle, err := strconv.ParseFloat(v, 64)
	if err != nil || !validAngle(angle) {
		return 0, &OptionError{
			Option: optionAngle, Value: v, Reason: "must be a number of degrees from 0 to 180",
			Code: "out_of_range", Params: map[string]any{"min": 0, "max": 180},
		}
	}
	return angle, nil
}

func validAngle(a float64) bool { return a >= 0 && a <= 180 && !math.IsNaN(a) }

func checkName(name string) error {
	switch {
	case len(name) > MaxNameBytes:
		return &OptionError{
			Option: optionName, Value: name, Reason: fmt.Sprintf("must have at most %d bytes", MaxNameBytes),
			Code: "too_long_bytes", Params: map[string]any{"max": MaxNameBytes},
		}
	case !utf8.ValidString(name):
		return &OptionError{Option: optionName, Value: name, Reason: "must be valid UTF-8", Code: "not_utf8"}
	case strings.ContainsFunc(name, unicode.IsControl):
		return &OptionError{Option: optionName, Value: name, Reason: "must have no control characters", Code: "control_characters"}
	}
	return nil
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
	parsed, err := ParseOptions(values)
	if err == nil && parsed != o {
		return fmt.Errorf("convert: incomplete options %+v", o)
	}
	return err
}

// list joins choices for a sentence: a, b or c.
func list[T ~string](choices []T) string {
	var b strings.Builder
	for i, c := range choices {
		switch {
		case i == 0:
		case i == len(choices)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(c))
	}
	return b.String()
}
