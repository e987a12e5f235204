package convert

import "slices"

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
	Min         *float64
	Max         *float64
	MaxBytes    int // of text
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
			Description: "This service's readers and writer: every kind of file, solids and colours kept, 32-bit floats bit " +
				"for bit as in the file.",
			Purpose: "Files of any origin, also damaged ones, where exact coordinates count.",
			Options: optionInfos(Custom),
		},
		{
			Method: CustomGLB, Output: "one glTF binary file", Files: []string{".glb"},
			Description: "The same readers and writer to a single file, in one of four levels from plain to compressed.",
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

// optionInfos are the options of a method from the table, but for the method itself.
func optionInfos(m Method) (infos []OptionInfo) {
	o := Options{Method: m}
	if m == CustomGLB {
		o.Level = Standard
	}
	for _, row := range optionsOf(false)[1:] {
		if row.methods != nil && !slices.Contains(row.methods, m) {
			continue
		}
		info := OptionInfo{
			Name: row.name, Description: row.description, Default: row.absent(o), Limits: row.limits,
			Min: row.min, Max: row.max, MaxBytes: row.maxBytes,
		}
		if row.choices != nil {
			info.Choices = row.choices(o)
		}
		if len(info.Choices) > 0 && o.Level == "" {
			info.Limits = "" // those of choices are about levels
		}
		infos = append(infos, info)
	}
	return infos
}
