package convert

import (
	"strconv"

	"ostrakon/convert/picture"
)

// MethodInfo describes a method to someone who chooses one.
type MethodInfo struct {
	Method      Method
	Output      string   // what is written, in words
	Files       []string // extensions of the files, the one to open first
	Description string
	Purpose     string   // what it is good for
	Extensions  []string // glTF extensions that some level needs
	Options     []OptionInfo
	Levels      []LevelInfo // of custom-glb
}

// OptionInfo describes an option of a method.
type OptionInfo struct {
	Name        string
	Description string
	Choices     []string // nil if the value is a number or text
	Default     string
	Limits      string // of numbers and text, and where the option applies
}

// LevelInfo describes a level of custom-glb.
type LevelInfo struct {
	Level       Level
	Description string
	Extensions  []string // glTF extensions that a viewer needs
}

// Methods describes every method, for GET /api/conversion-methods.
func Methods() []MethodInfo {
	return []MethodInfo{
		{
			Method: MeshLib, Output: "glTF with a separate .bin file", Files: []string{".gltf", ".bin"},
			Description: "The libraries hschendel/stl and qmuntal/gltf: flat facets under normals of their own. " +
				"hschendel/stl reads plain binary files; this service's own reader reads text, colours and inexact lengths, and " +
				"a note says so.",
			Purpose: "Standard binary STL files, for programs that want the geometry beside the description.",
			Options: optionInfos(MeshLib),
		},
		{
			Method: Custom, Output: "glTF with a separate .bin file", Files: []string{".gltf", ".bin"},
			Description: "This service's reader and writer: every kind of STL file, solids and colours kept, 32-bit floats " +
				"bit for bit as in the file.",
			Purpose: "STL files of any origin, also damaged ones, where exact coordinates count.",
			Options: optionInfos(Custom),
		},
		{
			Method: CustomGLB, Output: "one glTF binary file", Files: []string{".glb"},
			Description: "The same reader and writer to a single file, in one of four levels from plain to compressed.",
			Purpose:     "The web and mobile devices: one file to load, and small at level compact.",
			Extensions:  []string{extensionQuantization, extensionMeshopt},
			Options:     optionInfos(CustomGLB), Levels: levelInfos(),
		},
	}
}

func levelInfos() []LevelInfo {
	quantisation := []string{extensionQuantization}
	return []LevelInfo{
		{Standard, "Welded vertices with smooth normals up to the crease angle, 32-bit floats. Opens in every viewer.", nil},
		{Positions, "Welded vertices without normals, 32-bit floats. glTF has viewers show such facets flat; some do not " +
			"comply and show them black. The choice for measuring, printing and further processing.", nil},
		{Quantized, "Positions of 16 bits and normals of 8 bits: off by at most half of 1/65535 of the longest side of " +
			"a solid.", quantisation},
		{Compact, "The same precision, reordered and compressed. The smallest, for viewers with a meshopt decoder: " +
			"three.js, Babylon.js, model-viewer.", append(quantisation, extensionMeshopt)},
	}
}

func optionInfos(m Method) []OptionInfo {
	infos := []OptionInfo{
		{Name: optionUnit, Description: "the length that one unit of the file stands for; if absent, what a 3MF file " +
			"says, and " + string(units()[0]) + " of others", Choices: texts(units())},
		{Name: optionUp, Description: "the axis of the file that points up", Choices: texts(ups()),
			Default: string(ups()[0])},
		shadingInfo(m),
	}
	if m != MeshLib {
		infos = append(infos, OptionInfo{
			Name: optionAngle, Description: "degrees between two facets over which their edge stays sharp",
			Default: strconv.Itoa(DefaultAngle),
			Limits:  "a number from 0 to " + strconv.Itoa(maxAngle) + "; with shading crease only",
		})
	}
	if m == CustomGLB {
		infos = append(infos, OptionInfo{
			Name: optionLevel, Description: "how the geometry is stored", Choices: texts(levels()), Default: string(levels()[0]),
		}, OptionInfo{
			Name: optionNormals, Description: "whether the file keeps the normals; without them it is smaller, and viewers " +
				"show flat facets",
			Choices: texts(keepings()), Default: string(keepings()[0]), Limits: "with level compact only",
		})
	}
	return append(infos, OptionInfo{
		Name: optionName, Description: "the name of the model in the output",
		Limits: "at most " + strconv.Itoa(MaxNameBytes) + " bytes of UTF-8 without control characters",
	}, OptionInfo{
		Name: optionThumbnail, Description: "the side of a picture of the solid, in pixels", Default: "0",
		Limits: "from 0, for none, to " + strconv.Itoa(picture.MaxSide),
	}, OptionInfo{
		Name: optionPlate, Description: "the plate of a 3MF file, where a slicer put things on several; if absent, the " +
			"first that is not empty",
		Limits: "from 1 to " + strconv.Itoa(maxPlate),
	}, OptionInfo{
		Name: optionReport, Description: "whether the answer has a report of the solid", Default: "1", Limits: "1 or 0",
	})
}

func shadingInfo(m Method) OptionInfo {
	o := OptionInfo{Name: optionShading, Description: "which normals the vertices get",
		Choices: texts(shadings(m, Standard, Shaded))}
	o.Default = o.Choices[0]
	if m == CustomGLB {
		o.Limits = "none, and nothing else, where there are no normals: level positions, and normals none"
	}
	return o
}

func texts[T ~string](values []T) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return list
}
