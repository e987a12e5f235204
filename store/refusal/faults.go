package refusal

import "slices"

// faults are all faults, one of each code, in the order of the catalogue.
var faults []*Fault

// Faults lists the fault of every code.
func Faults() []*Fault { return slices.Clone(faults) }

// fault adds a code to the catalogue.
func fault(name, text string) *Fault {
	f := &Fault{reason{code: &code{name: name}, text: text}}
	f.mentions(placeholders(text)...)
	faults = append(faults, f)
	return f
}

// when makes a case of a fault with a sentence and facts of its own.
func (f *Fault) when(facts Facts, text string) *Fault { return &Fault{f.of(facts, text)} }

// naming adds facts that the sentence does not mention.
func (f *Fault) naming(facts ...string) *Fault {
	f.mentions(facts...)
	return f
}

// Faults that any field can have.
var (
	Required     = fault("required", "This is required.")
	Null         = fault("null", "This must not be empty.")
	UnknownField = fault("unknown_field", "There is no field of this name.")
	ReadOnly     = fault("read_only",
		"This cannot be changed here. If you left it as it was, it has changed since you read it.")
	NotString           = fault("not_string", "This must be text.")
	NotBoolean          = fault("not_boolean", "This must be true or false.")
	NotObject           = fault("not_object", "This must be a JSON object.")
	NotList             = fault("not_list", "This must be a list.")
	NotTime             = fault("not_time", "Enter a time such as 2026-05-01T18:00:00Z.")
	NotNumber           = fault("not_number", "This must be a whole number.")
	NotInteger          = fault("not_integer", "Enter a whole number from {min} to {max}.")
	NotChoice           = fault("not_a_choice", "This must be {choices}.")
	NotUTF8             = fault("not_utf8", "This must be valid UTF-8.")
	NotSingleLine       = fault("not_single_line", "This must be a single line.")
	ControlCharacters   = fault("control_characters", "This must not contain control characters.")
	InvisibleCharacters = fault("invisible_characters",
		"This must not contain invisible characters, or ones that reverse the writing direction.")
	MixedScripts = fault("mixed_scripts",
		"A word here mixes letters of scripts that look alike, such as Latin and Cyrillic. Type it in one of them.")
	TooLong      = fault("too_long", "Enter at most {max} characters.")
	TooLongBytes = fault("too_long_bytes", "Enter at most {max} characters, fewer if they have accents.")
	ValueTooLong = fault("value_too_long", "Enter at most {max} characters, fewer if they have accents.")
	Repeated     = fault("repeated", "This is given more than once.")
	OutOfRange   = fault("out_of_range", "Enter a number from {min} to {max}.")
	NotBase64    = fault("not_base64", "This must be base64 of the right length, with its padding.")
	ListTooLong  = fault("list_too_long", "Give at most {max} of these.")
	SameClerk    = fault("same_clerk", "Someone else makes the second entry.")

	NamesRepeated = fault("names_repeated", "Each candidate can stand once. Given twice, or there already: {names}.")
)

// Faults of people and accounts.
var (
	NotEmail         = fault("not_email", "Enter an e-mail address such as ada@example.org.")
	PhoneCharacters  = fault("phone_characters", "Enter a phone number with only digits, spaces, +, (, ) and -.")
	PhoneLength      = fault("phone_length", "Enter a phone number of {min} to {max} characters.")
	NotDate          = fault("not_date", "Enter a date such as 1990-04-25.")
	DateOutOfRange   = fault("date_out_of_range", "Enter a date between {min} and today.")
	PasswordTooShort = fault("password_too_short", "A password needs at least {min} characters; this one has {length}.")
	PasswordTooLong  = fault("password_too_long",
		"A password may have at most {max} characters; this one has {length}.")
	PasswordTooLongBytes = fault("password_too_long_bytes",
		"A password may have at most {max} bytes; this one has {length}.")
	PasswordRepeated = fault("password_repeated", "This is one character over and over. Choose another password.")
	PasswordCommon   = fault("password_common", "This is one of the most common passwords. Choose another.")
	PasswordName     = fault("password_name",
		"Others would guess this first: it is a name, your own or that of the organisation. Choose another password.")
	PasswordNotUTF8 = fault("password_not_utf8", "A password must be valid UTF-8.")
)

// Faults of the settings.
var (
	NotAddress = fault("not_address", "Enter the address of a server (https or http), without a path.")
	NotSite    = fault("not_site",
		"Enter https:// and the name of a site, without a path. “{site}” is something else.")
	AddressLocal = fault("address_local",
		"Links in e-mails begin with the address of this server, and {address} leads every reader to their own computer. "+
			"In the settings, enter an address at which others reach this server.")
	UnknownKind   = fault("unknown_kind", "This server knows no such kind of number.")
	CardNeedsKind = fault("card_needs_kind", "To read cards, choose which kind of number the cards have.")
	KindUnread    = fault("kind_unread",
		"No photo of a card gives a number of this kind. Choose another kind, or another way to admit voters.")
	KindsOverlap = fault("kinds_overlap",
		"A number could be of both kinds. Choose another kind for one of them, or no voter ID number.")
	CardsNotRead = fault("cards_not_read", "This server does not read cards, so nobody could register.")
	SetAtStart   = fault("set_at_start",
		"This was set when the server was started ({flag}), and can be changed only there.")
)

// Faults of a registration.
var (
	NumberRequired      = fault("number_required", "Enter an identity number.")
	NumberOrKeyRequired = fault("number_or_key_required", "Enter an identity number or a member key.")
	OneNumberOnly       = fault("one_number_only", "Give only one number or key.")
	NumberMalformed     = fault("number_malformed",
		"This is not a valid number. Expected: {description}.").naming("scheme")
	NumberCheckFailed = fault("number_check_failed",
		"This is not a valid number. Expected: {description}. Check for a typing error.").naming("scheme")
	NumberChecksumWrong = NumberCheckFailed.when(Facts{"rule": "checksum"},
		"This is not a valid number. Expected: {description}. Its check digits do not match: check for a typing error.")
	NumberDateWrong = NumberCheckFailed.when(Facts{"rule": "date"},
		"This is not a valid number. Expected: {description}. The date of birth in it is impossible: check for a "+
			"typing error.")
	BirthDiffers  = fault("birth_differs_from_number", "This is not the date of birth in the identity number.")
	BirthRequired = fault("birth_required",
		"Enter your date of birth: only people of at least {age} years can register here.")
	TooYoung          = fault("too_young", "You must be at least {age} years old to register here.")
	MemberKeyNotTaken = fault("member_key_not_taken",
		"Member keys are not accepted here. Register with an identity number.")
	NumberNotTaken    = fault("number_not_taken", "No number of this kind is accepted here. Use the national ID number.")
	MemberKeyMistyped = fault("member_key_mistyped",
		"One of the 16 letters and digits is wrong. Compare each with your slip.")
	MemberKeyMalformed = fault("member_key_malformed",
		"This is not a member key. A key has 16 letters and digits, as on the slip.")
	VerificationRequired = fault("verification_required", "Add a photo of your identity card.")
	VerificationUnknown  = fault("verification_unknown",
		"This reading of a card was not made by this server. Photograph the card again.")
	VerificationExpired = fault("verification_expired", "The reading of your card has expired. Photograph the card again.")
	CardNumberDiffers   = fault("card_number_differs", "This is not the number that was read from the card.")
	CardNameDiffers     = fault("card_name_differs", "This is not the name that was read from the card.")
	CardBirthDiffers    = fault("card_birth_differs", "This is not the date that was read from the card.")
	CardExpired         = fault("card_expired", "This card has expired. Photograph one that is still valid.")
	NotOnRoll           = fault("not_on_roll",
		"This is not on the electoral roll with this name and date of birth, or someone has registered with it. If that "+
			"was you, sign in.")
)

// Faults of an electoral roll that is imported.
var (
	RollCutOff   = fault("roll_cut_off", "The file did not arrive whole. Try again.")
	RollNotTable = fault("roll_not_table", "This file is not a table. Save it as CSV or as XLSX.")
	RollOldSheet = fault("roll_old_sheet",
		"This is an old .xls spreadsheet, or it is locked with a password. Save it as XLSX or CSV, without a password.")
	RollDamaged = fault("roll_damaged",
		"The spreadsheet cannot be read: it is damaged or too large. Save it again as XLSX, or as CSV.")
	RollTooWide   = fault("roll_too_wide", "The table has more than {max} columns.")
	RollFileEmpty = fault("roll_file_empty",
		"The file is empty. Its first line must name the columns, such as full_name,date_of_birth,national_id,member.")
	RollSyntax = fault("roll_syntax",
		"Line {line} is not valid CSV: a quotation mark is on its own or not closed.")
	RollNoNameColumn   = fault("roll_no_name_column", "There is no column full_name, nor last_name.")
	RollUnknownColumns = fault("roll_unknown_columns",
		"There are columns that are not known: {columns}. Choose to skip them, or give them other heads.").naming("option")
	RollRepeatedColumn = fault("roll_repeated_column", "There are two columns for {column}.")
	RollNoField        = fault("roll_no_field", "The electoral roll has no field “{field}”.")
	RollTooMany        = fault("roll_too_many", "The file has more than {max} people. Import it in parts.")
	RollSize           = fault("roll_size", "The file must have 1 to {max} people.")
	RollDateUnclear    = fault("roll_date_unclear",
		"This date can be read in more than one way. Choose the order of day, month and year.").naming("option")
	RollWeightUnclear = fault("roll_weight_unclear", "{text} can mean {whole} or {decimal}. Enter one of these two.")
	NotWeight         = fault("not_weight", "Enter a number from 0.0001 to 1,000,000 with at most four decimals.")

	RollExtraCells  = fault("roll_extra_cells", "This line has more cells than there are columns.")
	RollTaken       = fault("roll_taken", "{name} on the electoral roll has this already.")
	RollRepeatsLine = fault("roll_repeats_line", "This is also in line {line}.")
	RollOtherEntry  = fault("roll_other_entry",
		"This and the number belong to two different people on the electoral roll.")
	RollNotMissing = fault("roll_not_missing",
		"Someone who is to be removed is in the file, or is not on the electoral roll any more.")
	RollUnknownID = fault("roll_unknown_id",
		"Nobody on the electoral roll has this id. If the table comes from another server, skip this column; your own "+
			"references go into the column member.")
	RollNumberDiffers = fault("roll_number_differs", "This person has registered with another number.")
	RollManyProxies   = fault("roll_many_proxies", "A person can hold the votes of at most {max} people.")
	RollNoGiver       = fault("roll_no_giver",
		"Nobody on the electoral roll or in this file has the member reference or the name “{member}”.")
	RollNameShared = fault("roll_name_shared",
		"Several people on the electoral roll are called “{member}”. Give the member reference instead.")
	RollOwnProxy   = fault("roll_own_proxy", "Member “{member}” is this person, who votes for themselves anyway.")
	RollProxyTaken = fault("roll_proxy_taken",
		"Member “{member}” gave their vote to {holder}. Only one person can have it.")
	RollGiverHolds = fault("roll_giver_holds_proxies",
		"Member “{member}” holds the votes of others, so they cannot give away their own.")
	RollHolderGave = fault("roll_holder_gave_proxy",
		"This person gave their own vote to {holder}, so they cannot hold the votes of others.")
)

// Faults of e-mail.
var (
	NotHost     = fault("not_host", "Enter the name of a server such as smtp.example.org, without a port.")
	LinkMissing = fault("link_missing",
		"The text has no place for the link. Put the word link in braces where it goes.")
	UnknownPlaceholder = fault("unknown_placeholder",
		"Nothing can be filled in for “{word}” in braces. It can be {choices}.")
	NameOfRoll = fault("name_of_roll",
		"Your name is the one on the electoral roll. An administrator can correct it there.")
	NameDiffers = fault("name_differs", "Enter the name exactly as it is on the account.")
)

// Faults of elections, lists and searches.
var (
	YearOutOfRange    = fault("year_out_of_range", "Enter a year between {min} and {max}.")
	ClosesBeforeOpens = fault("closes_before_opens", "The end must be later than the beginning.")
	EndPassed         = fault("end_passed", "This time has passed. Set a later end.")
	OrderIncomplete   = fault("order_incomplete",
		"The order must name each candidate of the election once. Load the candidates again.")
	NotMark             = fault("not_mark", "Give each mark as two digits, such as “01”.")
	OneAnswerOnly       = fault("one_answer_only", "Give either a candidate or answers.")
	QuestionsIncomplete = fault("questions_order_incomplete",
		"The order must name each question of the election once. Load the questions again.")
	// NoCastingVote is of a show of hands.
	NoCastingVote = fault("no_casting_vote", "The chair has a casting vote only where as many vote for as against.")
	NotTimeZone   = fault("not_time_zone", "Enter a time zone such as Europe/Zurich.")
	NotPart       = fault("not_a_part", "Enter a part such as 1/4, with numbers from 1 to {max}.")
	RollNeeded    = fault("electorate_required",
		"This is a part of the electoral roll. Let only the people on the roll vote, or choose another rule.")
	ManyGroups     = fault("too_many_groups", "At most {max} groups are possible.")
	GroupDivided   = fault("group_divided", "The name of a group has no semicolon.")
	DrawNeeded     = fault("draw_needed", "This method always breaks ties by a draw.").naming("method")
	DrawImpossible = fault("draw_impossible", "In this method there is nothing to draw.").naming("method")
	// QuotasImpossible, QuotasUnfit and QuotaOfNobody are of quotas of kinds of candidates.
	QuotasImpossible = fault("quotas_impossible", "There are quotas only where the first of an order are elected.")
	QuotasUnfit      = fault("quotas_unfit", "These quotas cannot all hold for the number of seats, {seats}.")
	QuotaOfNobody    = fault("quota_of_nobody", "No candidate is of the kind “{kind}”.")
	// LastImpossible: the options of a motion are given.
	LastImpossible = fault("last_impossible", "A motion has no last option of its own.")
	ThresholdUnfit = fault("threshold_unfit",
		"A motion, or yes or no to each candidate, needs a threshold such as more than 1/2. Otherwise only seats "+
			"filled by most votes can have one.").naming("method")
	// PeopleUnfit and PeopleNeedRoll are of a majority of the people beside one of the weights.
	PeopleUnfit = fault("people_unfit",
		"Only a motion can need a majority of the people as well, such as more than 1/2 of those who say yes or no.")
	PeopleNeedRoll = fault("people_need_roll",
		"Only people on the electoral roll have weights. Let only them vote, or let the motion count votes alone.")
	ListsImpossible   = fault("lists_impossible", "Only a question that is counted by lists has this.").naming("method")
	ListsOutOfRange   = fault("lists_out_of_range", "There must be {min} to {max} lists.")
	NotAList          = fault("not_a_list", "This is not a list of the question.")
	ListHasCandidates = fault("list_has_candidates", "This list has candidates, so it cannot be on another list.")
	NotOfAList        = fault("not_of_a_list", "This is said of a candidate, and this is a list.")
	NothingToKeep     = fault("nothing_to_keep",
		"Only a question with candidates and a threshold can keep it in the next round.")
	EndNotLater = fault("end_not_later", "The new end must be later than the present end, and still to come.")
	NotByItself = fault("not_by_itself",
		"Where people hold the keys, an election does not open and is not counted automatically.")
	KeyImproper = fault("key_improper", "This is not a proper public key.")
	KeyTaken    = fault("key_taken", "Someone else has this key. Each holder makes their own.")
	WitnessName = fault("witness_name",
		"Enter the name in the witness's key: up to {max} letters, digits and signs, without spaces and +.")
	NotWitnessKey = fault("not_witness_key",
		"Enter the verifier key of a witness as its operator publishes it: name, hash and key with + between them.")
	NotCursor    = fault("not_cursor", "This place in the list is not valid. Load the list again from the start.")
	QueryInvalid = fault("query_invalid", "Enter a search of at most {max} characters.")
	TooManyWords = fault("too_many_words", "Enter a search of at most {max} words.")
)

// Faults of the options of a conversion.
var (
	FormQueryDiffer = fault("form_query_differ", "This is “{form}” in the form and “{query}” in the query.")
)
