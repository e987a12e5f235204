package fault

import (
	"maps"
	"slices"
)

// Code names a fault. It is stable: clients and the OpenAPI document rely on it.
type Code string

// Faults that any field can have.
const (
	Required            Code = "required"
	Null                Code = "null"
	UnknownField        Code = "unknown_field"
	NotString           Code = "not_string"
	NotBoolean          Code = "not_boolean"
	NotObject           Code = "not_object"
	NotTime             Code = "not_time"
	NotInteger          Code = "not_integer"
	NotChoice           Code = "not_a_choice"
	NotUTF8             Code = "not_utf8"
	NotSingleLine       Code = "not_single_line"
	ControlCharacters   Code = "control_characters"
	InvisibleCharacters Code = "invisible_characters"
	TooLong             Code = "too_long"
	TooLongBytes        Code = "too_long_bytes"
	ValueTooLong        Code = "value_too_long"
	Repeated            Code = "repeated"
	OutOfRange          Code = "out_of_range"
)

// Faults of people and accounts.
const (
	NotEmail             Code = "not_email"
	PhoneCharacters      Code = "phone_characters"
	PhoneLength          Code = "phone_length"
	NotDate              Code = "not_date"
	DateOutOfRange       Code = "date_out_of_range"
	PasswordTooShort     Code = "password_too_short"
	PasswordTooLong      Code = "password_too_long"
	PasswordTooLongBytes Code = "password_too_long_bytes"
	PasswordRepeated     Code = "password_repeated"
	PasswordCommon       Code = "password_common"
	PasswordPersonal     Code = "password_personal"
	PasswordNotUTF8      Code = "password_not_utf8"
)

// Faults of a registration.
const (
	NumberRequired       Code = "number_required"
	NumberOrKeyRequired  Code = "number_or_key_required"
	OneNumberOnly        Code = "one_number_only"
	NumberMalformed      Code = "number_malformed"
	NumberCheckFailed    Code = "number_check_failed"
	BirthDiffers         Code = "birth_differs_from_number"
	MemberKeyNotTaken    Code = "member_key_not_taken"
	MemberKeyMalformed   Code = "member_key_malformed"
	VerificationRequired Code = "verification_required"
	VerificationUnknown  Code = "verification_unknown"
	VerificationExpired  Code = "verification_expired"
	CardNumberDiffers    Code = "card_number_differs"
	CardNameDiffers      Code = "card_name_differs"
	CardBirthDiffers     Code = "card_birth_differs"
	NotOnRoll            Code = "not_on_roll"
)

// Faults of an electoral roll that is imported.
const (
	RollCutOff         Code = "roll_cut_off"
	RollNotUTF8        Code = "roll_not_utf8"
	RollFileEmpty      Code = "roll_file_empty"
	RollSyntax         Code = "roll_syntax"
	RollNoNameColumn   Code = "roll_no_name_column"
	RollUnknownColumn  Code = "roll_unknown_column"
	RollRepeatedColumn Code = "roll_repeated_column"
	RollTooMany        Code = "roll_too_many"
	RollSize           Code = "roll_size"
	RollExtraCells     Code = "roll_extra_cells"
	RollSecondNumber   Code = "roll_second_number"
	RollRepeatsLine    Code = "roll_repeats_line"
	RollOtherEntry     Code = "roll_other_entry"
	RollNumberDiffers  Code = "roll_number_differs"
	RollNoNumber       Code = "roll_entry_without_number"
)

// Faults of elections, lists and searches.
const (
	YearOutOfRange    Code = "year_out_of_range"
	ClosesBeforeOpens Code = "closes_before_opens"
	OrderIncomplete   Code = "order_incomplete"
	NotCursor         Code = "not_cursor"
	QueryInvalid      Code = "query_invalid"
	TooManyWords      Code = "too_many_words"
)

// Faults of the options of a conversion.
const (
	FormQueryDiffer    Code = "form_query_differ"
	OptionUnknown      Code = "option_unknown"
	OptionNeedsMethod  Code = "option_needs_method"
	OptionNeedsShading Code = "option_needs_shading"
	OptionFixed        Code = "option_fixed"
)

// texts is the sentence of every code. Facts stand in braces by their names.
var texts = map[Code]string{
	Required:            "is required",
	Null:                "must not be null",
	UnknownField:        "is not a field of this request",
	NotString:           "must be a string",
	NotBoolean:          "must be true or false",
	NotObject:           "must be an object",
	NotTime:             "must be a time such as 2026-05-01T18:00:00Z",
	NotInteger:          "must be a whole number from {min} to {max}",
	NotChoice:           "must be {choices}",
	NotUTF8:             "must be valid UTF-8",
	NotSingleLine:       "must be a single line",
	ControlCharacters:   "must not contain control characters",
	InvisibleCharacters: "must not contain invisible characters or such as turn the direction of writing",
	TooLong:             "must have at most {max} characters",
	TooLongBytes:        "must have at most {max} bytes",
	ValueTooLong:        "is too long: at most {max} bytes",
	Repeated:            "is given more than once",
	OutOfRange:          "must be a number from {min} to {max}",

	NotEmail:             "must be an e-mail address such as ada@example.org",
	PhoneCharacters:      "may contain digits, spaces, +, (, ) and - only",
	PhoneLength:          "must have {min} to {max} characters",
	NotDate:              "must be a date such as 1990-04-25",
	DateOutOfRange:       "must lie between {min} and today",
	PasswordTooShort:     "has {length} characters; it needs at least {min}",
	PasswordTooLong:      "has {length} characters; at most {max} are allowed",
	PasswordTooLongBytes: "has {length} bytes; at most {max} are allowed",
	PasswordRepeated:     "is one character over and over",
	PasswordCommon:       "is one of the most common ones",
	PasswordPersonal:     "is your own name or address",
	PasswordNotUTF8:      "is not valid UTF-8",

	NumberRequired:       "this or voterId is required",
	NumberOrKeyRequired:  "this, voterId or memberKey is required",
	OneNumberOnly:        "stands beside another: give one number or key",
	NumberMalformed:      "must be {description}",
	NumberCheckFailed:    "must be {description}; {detail}",
	BirthDiffers:         "is not the one that the identity number tells",
	MemberKeyNotTaken:    "is not taken here: register with an identity number",
	MemberKeyMalformed:   "is not a member key: 16 letters and digits, as on the slip",
	VerificationRequired: "is required: photograph the card with verify-id first",
	VerificationUnknown:  "is not one that this server issued",
	VerificationExpired:  "has expired: photograph the card again",
	CardNumberDiffers:    "is not the number that was read from a card",
	CardNameDiffers:      "is not the name that was read from the card, or none could be read",
	CardBirthDiffers:     "is not the date that was read from the card",
	NotOnRoll:            "is not on the electoral roll together with this name and date of birth, or was used already",

	RollCutOff:         "was cut off on its way",
	RollNotUTF8:        "must be UTF-8: save the table as \"CSV UTF-8\"",
	RollFileEmpty:      "is empty: the first line names the columns, such as full_name,date_of_birth,national_id,member",
	RollSyntax:         "is no CSV at line {line}: a quotation mark stands alone or is not closed",
	RollNoNameColumn:   "has no column full_name",
	RollUnknownColumn:  "has a column \"{column}\": columns are full_name, date_of_birth, national_id, voter_id and member",
	RollRepeatedColumn: "has two columns for {column}",
	RollTooMany:        "has more than {max} people: import it in parts",
	RollSize:           "must have 1 to {max} people",
	RollExtraCells:     "has more cells than there are columns",
	RollSecondNumber:   "stands beside another identity number: a person has one on the roll",
	RollRepeatsLine:    "is that of line {line} too",
	RollOtherEntry:     "is that of another entry than the number is",
	RollNumberDiffers:  "differs from the one that this person has registered with",
	RollNoNumber:       "a number, or the wish for a member key, is required: nobody could register on this entry",

	YearOutOfRange:    "must lie between the years {min} and {max}",
	ClosesBeforeOpens: "must be later than opensAt",
	OrderIncomplete:   "must name each candidate of the election once",
	NotCursor:         "is not a cursor of this list: use the value of next",
	QueryInvalid:      "must be valid UTF-8 of at most {max} characters",
	TooManyWords:      "must have at most {max} words",

	FormQueryDiffer:    "is \"{form}\" in the form and \"{query}\" in the query",
	OptionUnknown:      "is not known: the options are {choices}",
	OptionNeedsMethod:  "goes with method {method} only",
	OptionNeedsShading: "goes with shading {shading} only",
	OptionFixed:        "can only be {only} with this method and level",
}

// Codes is every code, in alphabetical order.
func Codes() []Code { return slices.Sorted(maps.Keys(texts)) }

// Text is the sentence of a code, with the names of its facts in braces.
func (c Code) Text() string { return texts[c] }
