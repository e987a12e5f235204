package remark

// Kinds of refusals of a file that is something else than STL.
var (
	Archive = Kind{"archive",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like a {format} archive; unpack it and send the model inside."}
	EmptyArchive = Kind{"empty_archive",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like an empty {format} archive."}
	OtherModel = Kind{"other_model",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like a model in the format {format}; export it as STL first."}
	OLEDocument = Kind{"ole_document",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like an OLE document, perhaps of a CAD program; export it as " +
			"STL first."}
	AlreadyGLTF = Kind{"already_gltf",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like a glTF model already, which needs no conversion."}
	OtherFile = Kind{"other_file",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like a file in the format {format}."}
	WebPage = Kind{"web_page",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like a web page (HTML), perhaps the page around a download link."}
	WebShortcut = Kind{"web_shortcut",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like a shortcut to a web page, not the file it leads to."}
	GitLFSPointer = Kind{"git_lfs_pointer",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like a Git LFS pointer, not the model itself; fetch the file " +
			"with git lfs pull."}
	AppleDouble = Kind{"apple_double",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like a file that macOS keeps beside another (AppleDouble; its " +
			"name begins with ._)."}
	UTF32Text = Kind{"utf32_text",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like UTF-32 text; save it as UTF-8."}
	Program = Kind{"program", "This is not an STL, 3MF, OBJ or PLY file: it looks like a program."}
	GCode   = Kind{"g_code",
		"This is not an STL, 3MF, OBJ or PLY file: it looks like G-code, the instructions for a printer."}
	OtherText = Kind{"other_text",
		"This is not an STL, 3MF, OBJ or PLY file: it is text without the words of one (solid, facet, vertex)."}
	OtherBytes = Kind{"other_bytes",
		"This is not an STL, 3MF, OBJ or PLY file: it is not text, and its bytes are not facets."}
	TakenForText = Kind{"taken_for_text",
		"This is not an STL file any more: something on its way took it for text and changed its bytes. Send it as binary."}
)

// Kinds of refusals of a file that may be STL, but holds no model.
var (
	Empty         = Kind{"empty", "The file is empty."}
	HeaderOnly    = Kind{"header_only", "The file has no facets: it is only a header."}
	NoneAnnounced = Kind{"none_announced", "The header announces no facets, and none follow it."}
	NoFacets      = Kind{"no_facets", "The file has no facets, only the words that go around them."}
	AllNonFinite  = Kind{"all_non_finite",
		"No facet is usable: {n} of {n} {n:has|have} a coordinate that is not a finite number."}
	AllDegenerate = Kind{"all_degenerate",
		"No facet has an area: {n} of {n} {n:is|are} degenerate, with two equal corners or all three on a line."}
	TooShort = Kind{"too_short",
		"The file is too short: it has {n} {n:byte|bytes}, and the header of a binary STL file alone has {header}."}
	CutBeforeFacets = Kind{"cut_before_facets",
		"The file ends before its first facet does; its header announces {announced}."}
	CutInFirstFacet = Kind{"cut_in_first_facet", "The file ends inside its first facet."}
	NotCoordinate   = Kind{"not_a_coordinate", "No facet could be read: “{text}” is not a coordinate."}
	TooFewVertices  = Kind{"too_few_vertices",
		"No facet could be read: this one, like those after it, has fewer than three vertices."}
	AmbiguousCommas = Kind{"ambiguous_commas",
		"“{grouped}” has a comma between thousands, while in “{comma}” it may be one or a decimal comma. " +
			"Write the numbers without separators of thousands."}
)

// Kinds of refusals of a gzip or ZIP file with a model in it.
var (
	PackedDamaged  = Kind{"packed_damaged", "The {format} file is damaged, or was cut off on its way."}
	PackedTooLarge = Kind{"packed_too_large",
		"The file inside the {format} file is larger than {megabytes} MiB, the most that is unpacked."}
	PackedTooDense = Kind{"packed_too_dense",
		"The {format} file would unpack to more than {ratio} times its size, as no model does. Unpack it, and send the " +
			"model inside."}
	PackedTooMany = Kind{"packed_too_many",
		"The ZIP file holds more than {limit} files. Unpack it, and send the model alone."}
	PackedEncrypted = Kind{"packed_encrypted",
		"The file inside the ZIP file is encrypted. Unpack it with its password, and send the model inside."}
	PackedMethod = Kind{"packed_method",
		"The ZIP file is compressed by method {method}; only 0 (stored) and 8 (deflate) can be read. Unpack it, and send " +
			"the model inside."}
	PackedNested = Kind{"packed_nested",
		"There is another archive inside ({format}). Unpack it, and send the model inside."}
	PackedNoModel = Kind{"packed_no_model",
		"The ZIP file holds no model: none of its {n} {n:file|files} is named .stl, .stlb, .stla, .obj or .ply."}
)

// Kinds of refusals of a 3MF file. Those that name a part are about a line of it.
var (
	NotSTL3MF = Kind{"not_stl_3mf",
		"This is a 3MF file, and not STL: send it to POST /api/convert, which takes both."}
	PackageNoModel = Kind{"package_no_model",
		"The 3MF file names no 3D model in its relationships (_rels/.rels), or it is a package of another kind."}
	PackageMissingPart = Kind{"package_missing_part", "The part {part} is missing from the 3MF file."}
	XMLMalformed       = Kind{"xml_malformed", "The XML of {part} in the 3MF file is not well-formed."}
	XMLDocumentType    = Kind{"xml_document_type",
		"{part} in the 3MF file declares a document type (DTD), which 3MF does not allow."}
	XMLEncoding    = Kind{"xml_encoding", "{part} in the 3MF file is {encoding}; only UTF-8 can be read."}
	XMLTagTooLong  = Kind{"xml_tag_too_long", "{part} in the 3MF file has a tag of more than {limit} bytes."}
	XMLTooDeep     = Kind{"xml_too_deep", "The elements of {part} in the 3MF file lie more than {limit} deep."}
	ModelNoRoot    = Kind{"model_no_root", "{part} in the 3MF file is no 3MF model: its first element is not “model”."}
	ModelExtension = Kind{"model_extension",
		"The 3MF file needs the extension {extension}, which cannot be read. Save it without, or as STL."}
	ModelInvalid   = Kind{"model_invalid", "In {part}, the {attribute} of “{element}” cannot be “{text}”."}
	ModelMisplaced = Kind{"model_misplaced", "In {part}, “{element}” is outside of an object."}
	ModelTwice     = Kind{"model_object_twice", "{part} in the 3MF file has two objects with the id {object}."}
	ModelNoObject  = Kind{"model_no_object", "The 3MF file places the object {object}, which it does not have."}
	ModelCycle     = Kind{"model_cycle", "The object {object} of the 3MF file contains itself."}
	ModelNested    = Kind{"model_nested",
		"The components of the 3MF file lie more than {limit} deep in each other."}
	ModelTooManyParts     = Kind{"model_too_many_parts", "The 3MF file has more than {limit} model parts."}
	ModelTooManyResources = Kind{"model_too_many_resources",
		"The 3MF file has more than {limit} objects and groups of colours."}
	ModelTooManyPlaces = Kind{"model_too_many_places", "The 3MF file has more than {limit} build items and components."}
	ModelTooManyFacets = Kind{"model_too_many_facets", "The components of the 3MF file make more than {limit} facets."}
	ModelNoPlate       = Kind{"model_no_plate", "The file has {n} {n:plate|plates}, and no plate {plate}."}
	ModelSliced        = Kind{"model_sliced",
		"This 3MF file was sliced: it holds the instructions for a printer, and no model. Send the project that was sliced " +
			"(.3mf), or the model as STL."}
	ModelBuildsNothing = Kind{"model_builds_nothing",
		"The 3MF file builds no facets: it has {n} build {n:item|items}, none of an object of the type model that has any."}
)

// Kinds of refusals of an OBJ or PLY file.
var (
	NotSTL = Kind{"not_stl",
		"This is a file in the format {format}, and not STL: send it to POST /api/convert, which takes it."}
	MeshNoHeaderEnd = Kind{"mesh_no_header_end", "The header of the PLY file has no end: end_header is missing."}
	MeshHeader      = Kind{"mesh_header", "The header of the PLY file cannot be read: “{text}” makes no sense there."}
	MeshNoProperty  = Kind{"mesh_no_property", "The PLY file has no vertices with the property “{property}”."}
	MeshCutOff      = Kind{"mesh_cut_off",
		"The file ends before the last of {announced} elements of the kind “{element}”, which its header announces."}
	MeshNotNumber   = Kind{"mesh_not_number", "“{text}” is not a number."}
	MeshNotVertex   = Kind{"mesh_not_vertex", "“{text}” is not the number of a vertex."}
	MeshShortVertex = Kind{"mesh_short_vertex", "A vertex has only {n} {n:number|numbers}, and needs three."}
	MeshIndex       = Kind{"mesh_index",
		"Face {face} names the vertex {index}, and the file has {n} {n:vertex|vertices}."}
	MeshNoFaces = Kind{"mesh_no_faces",
		"The file has {n} {n:vertex|vertices} and no faces: a cloud of points has no surface. Make a mesh of it first."}
	MeshTooManyFacets = Kind{"mesh_too_many_facets", "The faces of the file make more than {limit} facets."}
)

// Refusals lists the kinds of refusals of a file.
func Refusals() []Kind {
	return []Kind{
		Archive, EmptyArchive, OtherModel, OLEDocument, AlreadyGLTF, OtherFile, WebPage, WebShortcut, GitLFSPointer,
		AppleDouble, UTF32Text, Program, GCode, OtherText, OtherBytes, TakenForText,
		Empty, HeaderOnly, NoneAnnounced, NoFacets, AllNonFinite, AllDegenerate, TooShort, CutBeforeFacets, CutInFirstFacet,
		NotCoordinate, TooFewVertices, AmbiguousCommas,
		PackedDamaged, PackedTooLarge, PackedTooDense, PackedTooMany, PackedEncrypted, PackedMethod, PackedNested,
		PackedNoModel,
		NotSTL3MF, PackageNoModel, PackageMissingPart, XMLMalformed, XMLDocumentType, XMLEncoding, XMLTagTooLong, XMLTooDeep,
		ModelNoRoot, ModelExtension, ModelInvalid, ModelMisplaced, ModelTwice, ModelNoObject, ModelCycle, ModelNested,
		ModelTooManyParts, ModelTooManyResources, ModelTooManyPlaces, ModelTooManyFacets, ModelNoPlate, ModelSliced,
		ModelBuildsNothing,
		NotSTL, MeshNoHeaderEnd, MeshHeader, MeshNoProperty, MeshCutOff, MeshNotNumber, MeshNotVertex, MeshShortVertex,
		MeshIndex, MeshNoFaces, MeshTooManyFacets,
	}
}
