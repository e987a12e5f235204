package refusal

// The operations that keep a photo, take any image, convert a model with options, or take any model.
var (
	photoUploads = []string{"uploadCandidatePhoto", "replaceCandidateImage", "uploadProfilePhoto", "uploadLogo",
		"uploadNominationPhoto"}
	imageUploads = append([]string{"verifyId"}, photoUploads...)
	modelUploads = []string{"convert", "convertStl", "inspect"}
	solidUploads = append([]string{"uploadCandidateSolid"}, modelUploads...)
)

// Problems of images.
var (
	ImageMissing = problem("image_missing", 400, "The form has no image part, or the image is empty.",
		"There is no image in this upload. Choose a photo.").from(imageUploads...)
	ImageUnsupported = problem("image_unsupported", 400, "The file is not of a kind of image that is accepted.",
		"This kind of image is not accepted. Choose a {formats} file.").
		naming("reason", "scans", "maxScans").from(imageUploads...)
	ImageUnsupportedFor = ImageUnsupported.when(nil, "{detail}")
	ImageTooLarge       = problem("image_too_large", 400, "The image has too many pixels, or too many a side.",
		"The image has too many pixels: at most {maxPixels}, and {maxSide} a side, are accepted.").
		naming("maxBytes", "maxPixels", "reason", "bytes", "width", "height", "pixels").from(imageUploads...)
	ImageTooLargeFor = ImageTooLarge.when(nil, "{detail}")
	ImageDamaged     = problem("image_damaged", 400, "The image cannot be decoded.",
		"The image cannot be read: the file is damaged or incomplete.").from(imageUploads...)
	ImageUnreadable = problem("image_unreadable", 400,
		"The reader of cards gave up on this image or took too long; another photo may work.",
		"The photo could not be read in time. Take another, closer and in even light.").from("verifyId")
	CardsUnavailable = problem("ocr_unavailable", 503, "This server does not read cards, or cannot at the moment.",
		"This server does not read identity cards. Enter what is printed on yours.").from("verifyId")
	CardsOff     = CardsUnavailable.when(Facts{"reason": "off", "retryAfter": 3600}, CardsUnavailable.text)
	CardsFailing = CardsUnavailable.when(Facts{"reason": "failed", "retryAfter": 60},
		"This server cannot read identity cards at the moment. Enter what is printed on yours.")
)

// Problems of conversions and converted files.
var (
	FileMissing = problem("file_missing", 400, "The form has no part “file”.",
		"The form has no part “file”.").about("file").from(solidUploads...)
	FileRepeated = problem("file_repeated", 400, "The form has more than one part “file”.",
		"The form has more than one part “file”. Convert one file at a time.").about("file").from(solidUploads...)
	FileEmpty = problem("file_empty", 400, "The file has no bytes.",
		"The file is empty.").about("file").from(solidUploads...)
	FileUnsupported = problem("file_type_unsupported", 400,
		"The name of the file does not end in .stl or another extension that the server knows.",
		"The name of the file must end in one of these: {extension}.").naming("fileName").about("file").from(solidUploads...)
	FileUnreadable = problem("file_unreadable", 400,
		"The file is not a model that can be read, has no facets, or is damaged beyond recovery; reason is a stable code, "+
			"and line or byte is the place.", "{detail}").naming("reason", "line", "byte").about("file").from(solidUploads...)
	OutputTooLarge = problem("output_too_large", 400, "What the file becomes does not fit into one glTF file.",
		"The converted file would be {size}; a glTF file can be at most {limit}.").naming("file").from("convert",
		"convertStl")
	ConversionFailed = problem("conversion_failed", 500,
		"The conversion failed through no fault of the file; the cause is in the log of the server.",
		"The conversion failed, through no fault of your file. The log of the server says more.").from(solidUploads...)
	StorageFull = problem("storage_full", 503,
		"The disk of the server is full, or what converted files may take of it; nothing was saved. What is there of these "+
			"expires, so try again later.",
		"There is no room for converted files at the moment. Older ones are removed as they expire: try again in "+
			"{retryAfter}.").from(solidUploads...)
	DiskFull = StorageFull.when(Facts{"what": "data", "retryAfter": 30},
		"The disk of the server is full, so nothing was saved. Tell the people who run it, and try again in {retryAfter}.")
	NoRoomForBackup = StorageFull.when(Facts{"what": "backup", "retryAfter": 30},
		"A backup takes {size} of the server's disk for a while, and there is not enough room for it. Free some space, and "+
			"try again.")
	NoRoomForModel = StorageFull.when(Facts{"what": "model", "retryAfter": 30},
		"This model takes {size} of the server's disk, and there is not enough room for it. Free some space, and try again.")
	ModelsFull = problem("models_full", 400, "This server keeps as many models as it may, or as many bytes of them.",
		"This server keeps at most {max} models. Remove one first.").naming("size", "limit").from("keepModel")
	ModelsTooLarge = ModelsFull.when(Facts{"reason": "bytes"},
		"With this model, those that are kept take {size}, and {limit} is the most. Remove one first, or convert this one "+
			"at the level compact.")
	StorageTooSmall = problem("storage_too_small", 400,
		"The file, or what it becomes, takes more than this server keeps of converted files, however long one waits.",
		"This file takes {size}, and this server keeps at most {limit} of uploads and converted files. Choose a level that "+
			"stores less, or convert with the program on your own computer.").from(modelUploads...)
	MemoryTooSmall = problem("memory_too_small", 400, "The conversion needs more memory than this server has for one.",
		"This solid needs more memory than the {limit} that this server has for it. Choose the level positions, which "+
			"takes the least, or convert with the program on your own computer.").from(modelUploads...)
	SolidTooLarge = problem("solid_too_large", 400,
		"The solid has too many facets for a candidate; size is what it becomes, and a simpler one takes less.",
		"This solid is too detailed for a ballot: it becomes {size}, and voters load {limit} at most. Simplify it to fewer "+
			"facets in the program that made it, and add it again.").about("file").from("uploadCandidateSolid")
	SolidTooComplex = SolidTooLarge.when(Facts{"reason": "complex"},
		"This solid is too detailed for this server. Simplify it to fewer facets in the program that made it, and add "+
			"it again.")
	SolidUnseen = SolidTooLarge.when(Facts{"reason": "unseen"},
		"No picture of this solid can be drawn, because too many of its facets lie over each other. Repair it in the "+
			"program that made it, and add it again.")
	SolidsTooLarge = problem("solids_too_large", 400,
		"The solids of all candidates of the election together are too large.",
		"With this solid, those of the election have {size} together, and {limit} is the most. Simplify it or one of the "+
			"others to fewer facets, or show a photo instead.").about("file").from("uploadCandidateSolid")
	FileGone = NotFound.when(Facts{"what": "file"},
		"This file is no longer there: converted files are removed after a while. Convert again.")
	ConversionGone = NotFound.when(Facts{"what": "conversion"},
		"This conversion is no longer there: it ended long ago or was cancelled.")
	ModelGone          = NotFound.when(Facts{"what": "model"}, "This model is no longer kept.")
	PreconditionFailed = problem("precondition_failed", 412, "The file is not the one that If-Match names.",
		"The file has changed: it now has {size} and the ETag {etag}.").from("getConvertedFile", "getBundle")
	RangeNotSatisfiable = problem("range_not_satisfiable", 416,
		"The file has none of the bytes that were asked for; Content-Range has its size.",
		"The file has only {size}.").naming("etag").from("getConvertedFile", "getBundle")
)
