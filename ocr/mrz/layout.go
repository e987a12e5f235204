package mrz

import "strings"

// Format names a layout.
type Format string

// The layouts of 9303, and the one that France used until 2021.
const (
	TD1      Format = "TD1"   // cards, 3 lines of 30 (9303-5)
	TD2      Format = "TD2"   // larger cards, 2 lines of 36 (9303-6)
	TD3      Format = "TD3"   // passports, 2 lines of 44 (9303-4)
	MRVA     Format = "MRV-A" // visas, 2 lines of 44 (9303-7)
	MRVB     Format = "MRV-B" // visas, 2 lines of 36 (9303-7)
	FrenchID Format = "FR-ID" // French identity card of 1988 to 2021, 2 lines of 36
)

// span is a run of cells of one line, to exclusive, both from zero.
type span struct{ line, from, to int }

func (s span) of(lines []string) string { return lines[s.line][s.from:s.to] }

func (s span) present() bool { return s.to > s.from }

// content says which texts a field may hold.
type content int

const (
	free    content = iota // letters, digits, fillers
	code                   // document code: a letter of the layout's kinds, then a letter or filler
	state                  // a code of states.go
	names                  // letters and fillers, in the grammar of names
	letters                // letters and fillers, without that grammar
	date                   // YYMMDD, parts of which may be unknown
	sex                    // M, F, X or filler
)

// field is a piece of a layout.
type field struct {
	name    string
	at      span
	content content
	check   span // its own check digit, if present
	idle    bool // an empty field may have a filler for check digit
}

// The names of fields in layouts.
const (
	fieldCode        = "document code"
	fieldIssuer      = "issuing state"
	fieldNumber      = "document number"
	fieldNationality = "nationality"
	fieldBirth       = "date of birth"
	fieldSex         = "sex"
	fieldExpiry      = "date of expiry"
	fieldNames       = "names"
	fieldSurname     = "surname"
	fieldGiven       = "given names"
	fieldOptional    = "optional data"
	fieldOptional2   = "optional data 2"
	fieldPersonal    = "personal number"
)

// layout is the plan of a zone.
type layout struct {
	format       Format
	lines, width int
	kinds        string // first letters of the document code
	prefix       string // what the first line must begin with, if anything
	fields       []field
	composite    span   // the composite check digit, if present
	covers       []span // what it covers, in order
}

// layouts lists the plans, those with a prefix before those of the same size without.
func layouts() []layout {
	return []layout{td1(), oldFrench(), twoLines(MRVB, 36), twoLines(MRVA, 44), twoLines(TD2, 36), twoLines(TD3, 44)}
}

func td1() layout {
	return layout{
		format: TD1, lines: 3, width: 30, kinds: "IAC",
		fields: []field{
			{name: fieldCode, at: span{0, 0, 2}, content: code},
			{name: fieldIssuer, at: span{0, 2, 5}, content: state},
			{name: fieldNumber, at: span{0, 5, 14}, check: span{0, 14, 15}},
			{name: fieldOptional, at: span{0, 15, 30}},
			{name: fieldBirth, at: span{1, 0, 6}, content: date, check: span{1, 6, 7}},
			{name: fieldSex, at: span{1, 7, 8}, content: sex},
			{name: fieldExpiry, at: span{1, 8, 14}, content: date, check: span{1, 14, 15}, idle: true},
			{name: fieldNationality, at: span{1, 15, 18}, content: state},
			{name: fieldOptional2, at: span{1, 18, 29}},
			{name: fieldNames, at: span{2, 0, 30}, content: names},
		},
		composite: span{1, 29, 30},
		covers:    []span{{0, 5, 30}, {1, 0, 7}, {1, 8, 15}, {1, 18, 29}},
	}
}

// twoLines is the plan that TD2, TD3 and the visas share; they differ in what follows the expiry.
func twoLines(format Format, width int) layout {
	l := layout{
		format: format, lines: 2, width: width, kinds: "IAC",
		fields: []field{
			{name: fieldCode, at: span{0, 0, 2}, content: code},
			{name: fieldIssuer, at: span{0, 2, 5}, content: state},
			{name: fieldNames, at: span{0, 5, width}, content: names},
			{name: fieldNumber, at: span{1, 0, 9}, check: span{1, 9, 10}},
			{name: fieldNationality, at: span{1, 10, 13}, content: state},
			{name: fieldBirth, at: span{1, 13, 19}, content: date, check: span{1, 19, 20}},
			{name: fieldSex, at: span{1, 20, 21}, content: sex},
			{name: fieldExpiry, at: span{1, 21, 27}, content: date, check: span{1, 27, 28}, idle: true},
		},
	}
	switch format {
	case TD2:
		l.fields = append(l.fields, field{name: fieldOptional, at: span{1, 28, 35}})
		l.composite = span{1, 35, 36}
		l.covers = []span{{1, 0, 10}, {1, 13, 20}, {1, 21, 35}}
	case TD3:
		l.kinds = "P"
		l.fields = append(l.fields, field{name: fieldPersonal, at: span{1, 28, 42}, check: span{1, 42, 43}, idle: true})
		l.composite = span{1, 43, 44}
		l.covers = []span{{1, 0, 10}, {1, 13, 20}, {1, 21, 43}}
	case MRVA, MRVB:
		l.kinds, l.prefix = "V", "V"
		l.fields = append(l.fields, field{name: fieldOptional, at: span{1, 28, width}})
	}
	return l
}

// oldFrench is the plan of the French card made from 1988 to 2021. The number's first four digits are the year and
// month of issue; there is not a date of expiry. Source: decree 55-1397 of 22 October 1955 as in force in 2020, and
// fr.wikipedia.org/wiki/Carte_nationale_d'identité_en_France.
func oldFrench() layout {
	return layout{
		format: FrenchID, lines: 2, width: 36, kinds: "I", prefix: "IDFRA",
		fields: []field{
			{name: fieldCode, at: span{0, 0, 2}, content: code},
			{name: fieldIssuer, at: span{0, 2, 5}, content: state},
			{name: fieldSurname, at: span{0, 5, 30}, content: letters},
			{name: fieldOptional, at: span{0, 30, 36}},
			{name: fieldNumber, at: span{1, 0, 12}, check: span{1, 12, 13}},
			{name: fieldGiven, at: span{1, 13, 27}, content: letters},
			{name: fieldBirth, at: span{1, 27, 33}, content: date, check: span{1, 33, 34}},
			{name: fieldSex, at: span{1, 34, 35}, content: sex},
		},
		composite: span{1, 35, 36},
		covers:    []span{{0, 0, 36}, {1, 0, 35}},
	}
}

// layoutOf finds the plan that lines of one width follow.
func layoutOf(lines []string) (layout, bool) {
	for _, l := range layouts() {
		if len(lines) == l.lines && len(lines[0]) == l.width && strings.HasPrefix(lines[0], l.prefix) {
			return l, true
		}
	}
	return layout{}, false
}

// compositeText is what the composite digit covers.
func (l layout) compositeText(lines []string) string {
	var b strings.Builder
	for _, s := range l.covers {
		b.WriteString(s.of(lines))
	}
	return b.String()
}
