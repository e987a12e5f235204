package remark

// Kinds of faults of an option.
var (
	OptionUnknown      = Kind{"option_unknown", "There is no option of this name. The options are {choices}."}
	OptionNeedsMethod  = Kind{"option_needs_method", "This goes only with the method {method}."}
	OptionNeedsLevel   = Kind{"option_needs_level", "This goes only with the level {level}."}
	OptionNeedsShading = Kind{"option_needs_shading", "This goes only with the shading {shading}."}
	OptionNeedsKind    = Kind{"option_needs_kind", "This goes only with as={as}."}
	OptionFixed        = Kind{"option_fixed", "With this method and level, this can only be {only}."}
	USDZTooLarge       = Kind{"usdz_too_large",
		"The model has {facets} facets. A USDZ file has at most {most}, so that phones can show it."}
	NotChoice         = Kind{"not_a_choice", "This must be {choices}."}
	OutOfRange        = Kind{"out_of_range", "Enter a number from {min} to {max}."}
	TooLongBytes      = Kind{"too_long_bytes", "Enter at most {max} characters, fewer if they have accents."}
	NotUTF8           = Kind{"not_utf8", "This must be valid UTF-8."}
	ControlCharacters = Kind{"control_characters", "This must not contain control characters."}
)

// OptionFaults lists the kinds of faults of an option.
func OptionFaults() []Kind {
	return []Kind{
		OptionUnknown, OptionNeedsMethod, OptionNeedsLevel, OptionNeedsShading, OptionNeedsKind, OptionFixed,
		USDZTooLarge, NotChoice, OutOfRange, TooLongBytes, NotUTF8, ControlCharacters,
	}
}
