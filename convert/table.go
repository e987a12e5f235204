package convert

import (
	"cmp"
	"slices"
	"strconv"

	"ostrakon/convert/picture"
	"ostrakon/convert/remark"
	"ostrakon/convert/usdz"
)

// option is a row of the table of options.
type option struct {
	name        string
	description string   // and limits are for the listing
	limits      string   // in words: other values than the choices, and where the option applies
	goes        use      // with which requests
	decides     bool     // about the choices of others, and so is read before them
	methods     []Method // that have the option; nil: all
	level       Level    // the only one that has it; "": all
	shading     Shading  // the same
	as          Kind     // the same
	value
}

// use says which requests have an option.
type use int

// The requests.
const (
	conversions use = iota
	inspections     // those for a report alone
	everywhere
)

// The names of options that the code asks for.
const (
	optionMethod  = "method"
	optionAs      = "as"
	optionShading = "shading"
	optionAngle   = "angle"
	optionLevel   = "level"
	optionNormals = "normals"
)

// options is the table of all options, in the order in which listings show them. ParseOptions, ParseInspection, the
// check of Convert, GET /api/conversion-methods, the flags of the command and the fields of the page come from it.
//
// To add an option, add a field to Options and a row here: facets is a whole number that is 0 if absent, and as is a
// choice, the default first. The page shows a field for it with the texts convert.NAME, convert.NAME.hint, and
// convert.NAME.CHOICE or, of a number, convert.NAME.wrong. openapi.yaml describes it for programs.
func options() []option {
	return []option{
		{
			name: optionMethod, description: "how to convert", decides: true,
			value: choice(func(o *Options) *Method { return &o.Method }, methods()...),
		}, {
			name: optionAs, decides: true, description: "the kind of files: gltf, as the method writes, or usdz, for iPhones " +
				"and iPads, of at most " + strconv.Itoa(usdz.MaxFacets) + " facets",
			value: choice(func(o *Options) *Kind { return &o.As }, GLTF, USDZ),
		}, {
			name: "unit", goes: everywhere, description: "the length that one unit of the file stands for; if absent, " +
				"what a 3MF file says, and mm of others",
			value: choice(func(o *Options) *Unit { return &o.Unit },
				"", Millimetre, Centimetre, Metre, Inch, Foot, Micrometre),
		}, {
			name: "up", description: "the axis of the file that points up",
			value: choice(func(o *Options) *Up { return &o.Up }, UpZ, UpY),
		}, {
			name: optionShading, description: "which normals the vertices get",
			limits: "none, and nothing else, where there are no normals: level positions, and normals none",
			value: chosen(func(o *Options, s Shading) { o.Shading = s }, func(o Options) Shading { return o.Shading },
				func(o Options) []Shading { return shadings(o.Method, o.Level, o.Normals()) }),
		}, {
			name: optionAngle, description: "degrees between two facets over which their edge stays sharp",
			limits:  "a number from 0 to 180; with shading crease only",
			methods: []Method{Custom, CustomGLB}, shading: Crease,
			value: number(func(o *Options) *float64 { return &o.Angle }, parseFloat, 0, 180, strconv.Itoa(DefaultAngle)),
		}, {
			name: optionLevel, description: "how the geometry is stored", decides: true, methods: []Method{CustomGLB},
			as:    GLTF,
			value: choice(func(o *Options) *Level { return &o.Level }, levels()...),
		}, {
			name: optionNormals, decides: true, methods: []Method{CustomGLB}, level: Compact,
			description: "whether the file keeps the normals; without them it is smaller, and viewers show flat facets",
			limits:      "with level compact only",
			value: chosen(func(o *Options, n Normals) {
				if n == NoNormals {
					o.Shading = None
				}
			}, Options.Normals, func(Options) []Normals { return []Normals{Shaded, NoNormals} }),
		}, {
			name: "name", description: "the name of the model in the output",
			limits: "at most " + strconv.Itoa(MaxNameBytes) + " bytes of UTF-8 without control characters",
			value:  text(func(o *Options) *string { return &o.Name }, MaxNameBytes),
		}, {
			name: "report", description: "whether the answer has a report of the solid", limits: "1 or 0",
			value: toggle(func(o *Options) *bool { return &o.NoReport }, "1"),
		}, {
			name: "thumbnail", description: "the side of a picture of the solid, in pixels",
			limits: "from 0, for none, to " + strconv.Itoa(picture.MaxSide),
			value:  number(func(o *Options) *int { return &o.Thumbnail }, strconv.Atoi, 0, picture.MaxSide, "0"),
		}, {
			name: "plate", goes: everywhere, limits: "from 1 to 1000", // BambuStudio has at most 36
			description: "the plate of a 3MF file, where a slicer put things on several; if absent, the first that is not empty",
			value:       number(func(o *Options) *int { return &o.Plate }, strconv.Atoi, 1, 1000, ""),
		}, {
			name: "facets", description: "the most facets of the output; if absent, those of the file",
			limits: "from 4 to 10000000",
			value:  number(func(o *Options) *int { return &o.Facets }, strconv.Atoi, 4, 10_000_000, ""),
		}, {
			name: "edges", description: "whether the report has the places of open edges", goes: inspections,
			value: toggle(func(o *Options) *bool { return &o.Edges }, "0"),
		},
	}
}

// optionsOf are the rows for conversions, or for reports alone.
func optionsOf(inspect bool) []option {
	goes := conversions
	if inspect {
		goes = inspections
	}
	return slices.DeleteFunc(options(), func(row option) bool { return row.goes != goes && row.goes != everywhere })
}

// applies says what else options must have for this one, or nil.
func (row option) applies(o Options) *remark.Remark {
	switch {
	case row.shading != "" && row.shading != o.Shading:
		return new(remark.OptionNeedsShading.With(remark.Params{"shading": string(row.shading)}))
	case row.level != "" && row.level != o.Level:
		return new(remark.OptionNeedsLevel.With(remark.Params{"level": string(row.level)}))
	case row.as != "" && row.as != o.As:
		return new(remark.OptionNeedsKind.With(remark.Params{"as": string(row.as)}))
	case row.methods != nil && !slices.Contains(row.methods, o.Method):
		return new(remark.OptionNeedsMethod.With(remark.Params{"method": string(row.methods[0])}))
	}
	return nil
}

// parse sets the option by the text of a request, or to its default.
func (row option) parse(o *Options, text string) error {
	if needs := row.applies(*o); needs != nil {
		if text == "" {
			return nil
		}
		return &OptionError{Option: row.name, Remark: *needs}
	}
	if text = cmp.Or(text, row.absent(*o)); text == "" {
		return nil
	}
	if fault := row.read(o, text); fault != nil {
		return &OptionError{Option: row.name, Value: text, Remark: *fault}
	}
	return nil
}

func methods() []Method { return []Method{MeshLib, Custom, CustomGLB} }
func levels() []Level   { return []Level{Standard, Positions, Quantized, Compact} }

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

func parseFloat(text string) (float64, error) { return strconv.ParseFloat(text, 64) }
