package remark

import "slices"

// Kinds of warnings. A file has at most one of each.
var (
	Truncated = Kind{"truncated",
		"The file ends inside a facet: of the {announced} that its header announces, {n} could be read."}
	TruncatedText = Kind{"truncated_text",
		"The file ends inside a facet that begins on line {line}; the {n} {n:facet|facets} before it {n:was|were} read."}
	NoEnd         = Kind{"missing_endsolid", "The file ends without endsolid; it may have been cut off."}
	MissingFacets = Kind{"missing_facets",
		"The header announces {announced} facets, but the file holds {n}: either the count is wrong or the file was cut off."}
	WrongCount = Kind{"wrong_count",
		"The header announces {announced} {announced:facet|facets}, but the file holds {n}; all were read."}
	TrailingBytes = Kind{"trailing_bytes",
		"{n} {n:byte|bytes} after the last of {facets} {facets:facet|facets} {n:was|were} ignored."}
	TrailingText = Kind{"trailing_text",
		"{n} {n:word|words} after endsolid {n:was|were} ignored; the first is on line {line}."}
	JoinedFiles = Kind{"joined_files",
		"{bytes} bytes after the last of {facets} {facets:facet|facets} were ignored: " +
			"{n} more binary STL {n:file|files}, of {more} {more:facet|facets} in all."}
	NonFinite = Kind{"non_finite_dropped",
		"{n} {n:facet|facets} {n:was|were} left out because a coordinate is not a finite number; the first is facet {facet}."}
	NonFiniteText = Kind{"non_finite_text",
		"{n} {n:facet|facets} {n:was|were} left out because a coordinate is not a finite number; the first is on " +
			"line {line}."}
	Degenerate = Kind{"degenerate", "{n} {n:facet has|facets have} no area (two equal corners, or all three on a line)."}
	Polygons   = Kind{"polygons",
		"{n} {n:loop|loops} of more than three vertices {n:was|were} cut into triangles; the first is on line {line}."}
	ExtraVertices = Kind{"extra_vertices",
		"{n} {n:loop has|loops have} vertices outside the plane of the first three, which were ignored; the first is on " +
			"line {line}."}
	BrokenFacets = Kind{"broken_facets",
		"{n} {n:facet|facets} without three readable vertices {n:was|were} left out; the first is on line {line}."}
	SkippedText = Kind{"skipped_text",
		"{n} {n:word|words} unknown to STL {n:was|were} skipped; the first is on line {line}."}
	UnreadText = Kind{"unread_text",
		"{n} {n:byte|bytes} that made no sense {n:was|were} skipped, up to the next facet; the first is on line {line}."}
	DecimalCommas = Kind{"decimal_commas",
		"The numbers have decimal commas, the first on line {line}; they were read as decimal points."}
	Transcoded  = Kind{"transcoded", "The file is UTF-16 text, which few programs read as STL; it was decoded."}
	EmptySolids = Kind{"empty_solids",
		"{n} {n:solid|solids} without facets {n:was|were} left out; the first is on line {line}."}
	ManySolids = Kind{"many_solids",
		"The file has {n} solids; those after the first {limit} were joined to the last of these."}
	PartlyColoured = Kind{"partly_coloured",
		"{n} {n:facet has|facets have} no colour, while {coloured} {coloured:has|have} one; {n:it was|they were} made " +
			"light grey."}
	PackedOthers = Kind{"packed_others",
		"Of the models in the ZIP file, only {name} was converted; {n} {n:other was|others were} left out."}
	ObjectsLeftOut = Kind{"objects_left_out",
		"{n} {n:object|objects} of a type other than model, such as support, {n:was|were} left out."}
	ModifiersLeftOut = Kind{"modifiers_left_out",
		"{n} {n:volume that changes|volumes that change} settings of the slicer (modifiers) {n:was|were} left out: " +
			"{n:it is|they are} not printed."}
	BlockersLeftOut = Kind{"blockers_left_out",
		"{n} {n:volume that keeps|volumes that keep} support away (support blockers) {n:was|were} left out: " +
			"{n:it is|they are} not printed."}
	EnforcersLeftOut = Kind{"enforcers_left_out",
		"{n} {n:volume that asks|volumes that ask} for support (support enforcers) {n:was|were} left out: " +
			"{n:it is|they are} not printed."}
	NegativeNotCut = Kind{"negative_not_cut",
		"{n} negative {n:volume was|volumes were} not cut out of the model, which has more material than the print; the " +
			"first is named “{name}”."}
	SettingsUnread = Kind{"settings_unread",
		"What the slicer wrote in {part} could not be read to its end: parts that are not printed may be in the model, " +
			"and colours may be missing."}
	PaintSplit = Kind{"paint_split",
		"{n} {n:facet is|facets are} painted in several colours, and got the one that covers most."}
	PaintUnread = Kind{"paint_unread",
		"{n} {n:facet is|facets are} painted with a filament whose colour the file does not say."}
	BeamsLeftOut = Kind{"beams_left_out",
		"{n} {n:beam|beams} of a lattice {n:was|were} left out: the model and its report are without {n:it|them}."}
	BooleansLeftOut = Kind{"booleans_left_out",
		"{n} {n:object is|objects are} made by joining, cutting or intersecting others, and only the first of these was " +
			"taken."}
	RoughMesh = Kind{"rough_mesh",
		"{n} {n:object has|objects have} slices for a printer and only a rough mesh beside them: the model and its report, " +
			"with its volume and weight, are those of the rough mesh."}
	PlateTaken = Kind{"plate_taken",
		"The file has {n} plates, and each is a print of its own: this is plate {plate}. The option plate chooses another."}
	OffPlates = Kind{"off_plates",
		"{n} {n:object lies|objects lie} on none of the plates, and {n:was|were} left out."}
	LayerColours = Kind{"layer_colours",
		"The slicer changes the colour at {n} {n:height|heights}; the model does not show that."}
	MaterialsUnread = Kind{"materials_unread",
		"{n} {n:facet has|facets have} a material or a texture that is not in the file, and {n:is|are} shown without."}
	MaterialsPartly = Kind{"materials_partly",
		"{n} {n:facet has|facets have} layers of textures and colours that glTF cannot show together: the one that covers " +
			"most is shown."}
	TexturesLeftOut = Kind{"textures_left_out",
		"{n} {n:texture was|textures were} left out: {n:its picture is|their pictures are} missing or damaged, neither PNG " +
			"nor JPEG, or too large (8,000 pixels a side, 32 megapixels in all, 256 textures)."}
	TexturesAveraged = Kind{"textures_averaged",
		"{n} {n:texture became its mean colour|textures became their mean colours}: there are no textures in USDZ files " +
			"and models of fewer facets."}
	FacesLeftOut = Kind{"faces_left_out",
		"{n} {n:face|faces} of fewer than three corners {n:was|were} left out."}
	CurvesLeftOut = Kind{"curves_left_out",
		"{n} {n:line, point or free-form surface was|lines, points or free-form surfaces were} left out: only faces are " +
			"converted."}
	MaterialsMissing = Kind{"materials_missing",
		"Colours may be missing: the file of materials “{name}” could not be read. Send it and the model in one ZIP file."}
	TextureLeftOut = Kind{"texture_left_out",
		"A texture was left out: of OBJ and PLY files, only the colours of vertices, faces and materials are read."}
	ColoursBlended = Kind{"colours_blended",
		"{n} {n:facet has|facets have} different colours at the corners, and got their mean: a USDZ file has one colour " +
			"for each facet."}
	ColoursMerged = Kind{"colours_merged",
		"The model has {n} colours, and a USDZ file has at most {most}: those that are nearly equal became one."}
	OwnReader = Kind{"own_reader",
		"Ostrakon's own reader read this file, and not the library hschendel/stl, which takes only binary files of exactly " +
			"the announced length."}
	OwnReaderColours = Kind{"own_reader_colours",
		"Ostrakon's own reader read this file, and not the library hschendel/stl, which does not keep colours."}
	OwnReaderNonFinite = Kind{"own_reader_non_finite",
		"Ostrakon's own reader read this file, and not the library hschendel/stl, which takes over coordinates that are " +
			"not finite numbers."}
)

// Warnings lists the kinds of warnings.
func Warnings() []Kind {
	return []Kind{
		Truncated, TruncatedText, NoEnd, MissingFacets, WrongCount, TrailingBytes, TrailingText, JoinedFiles, NonFinite,
		NonFiniteText, Degenerate, Polygons, ExtraVertices, BrokenFacets, SkippedText, UnreadText, DecimalCommas, Transcoded,
		EmptySolids, ManySolids, PartlyColoured, PackedOthers, ObjectsLeftOut, ModifiersLeftOut,
		BlockersLeftOut, EnforcersLeftOut, NegativeNotCut, SettingsUnread, PaintSplit, PaintUnread, BeamsLeftOut,
		BooleansLeftOut, RoughMesh, PlateTaken, OffPlates, LayerColours, MaterialsUnread, MaterialsPartly,
		TexturesLeftOut, TexturesAveraged,
		FacesLeftOut, CurvesLeftOut, MaterialsMissing, TextureLeftOut,
		ColoursBlended, ColoursMerged,
		OwnReader, OwnReaderColours, OwnReaderNonFinite,
	}
}

// Info reports whether a warning only says how a file was read: nothing is wrong with the file, and nothing is lost.
func (k Kind) Info() bool {
	return slices.Contains([]Kind{OwnReader, OwnReaderColours, OwnReaderNonFinite}, k)
}
