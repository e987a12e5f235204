package store

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/words"
)

// A field of the roll is a line of RollEntry, of RollLine and of rollFields, by which import, export and forms go.

// RollEntry is a person who may vote. Identity is nil without a number; Second is a number of the other kind.
type RollEntry struct {
	ID          RollID    `json:"id"`
	FullName    string    `json:"fullName"`
	LastName    string    `json:"lastName,omitempty"`    // the part of the name by which lists go; see sortName
	DateOfBirth string    `json:"dateOfBirth,omitempty"` // YYYY-MM-DD
	Member      string    `json:"member,omitempty"`      // the organisation's own reference, such as a membership number
	Identity    *Identity `json:"identity,omitempty"`
	Second      *Identity `json:"secondIdentity,omitempty"`
	Email       string    `json:"email,omitempty"`    // where invitations go; several people may share one
	Language    string    `json:"language,omitempty"` // the code of the language of letters and messages to them
	Address     string    `json:"address,omitempty"`  // where letters go, in lines
	Groups      []string  `json:"groups,omitempty"`
	ProxyFor    []string  `json:"proxyFor,omitempty"` // who gave them their vote: member references, names or ids
	HasKey      bool      `json:"hasKey"`             // a member key was issued
	KeyUsed     bool      `json:"keyUsed"`            // since then, a key has signed the person in
	Present     bool      `json:"present"`            // they are at the meeting
	User        UserID    `json:"user,omitempty"`     // who registered on this entry
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedAt   time.Time `json:"updatedAt"` // using a key or being present leaves it
	// WrongAnswers is how many wrong second facts were given with the person's slip or link since a right one.
	WrongAnswers int `json:"wrongAnswers,omitempty"`

	Weight ballotbox.Weight `json:"weight"` // how many votes their ballot counts for

	Proxies []RollPerson   `json:"proxies,omitempty"` // the people of ProxyFor
	Holder  *RollPerson    `json:"holder,omitempty"`  // who holds their vote
	KeptBy  []KeptElection `json:"keptBy,omitempty"`  // of a change: open elections that keep what was before
	Blocked bool           `json:"blocked,omitempty"` // not stored: only the reserve slip still signs them in
	Version string         `json:"etag,omitempty"`    // not stored; see rollRecord.version
}

// RollLine is a change of one person of the roll: a line of a table, or a form. Nil leaves a field as it is, and a
// pointer to "" empties it. For a new person nil is empty, and the weight 1.
type RollLine struct {
	Line   int        // its number in the table
	ID     RollID     // the entry that it is about; "" finds it by number or member reference
	Total  bool       // it looks like the total of a table, so it asks
	Answer RollAnswer // to what it asks
	// LeavesFaults leaves the date of birth, e-mail address, language and address as they are where the line's is wrong.
	LeavesFaults bool
	Leaves       bool // the person of ID leaves the roll; nothing else is said about them

	FullName    *string
	LastName    *string
	DateOfBirth *string // YYYY-MM-DD
	Member      *string
	NationalID  *string // compact form
	VoterID     *string // compact form
	Weight      *ballotbox.Weight
	Groups      []string
	ProxyFor    []string // who gave the person their vote: member references, ids, or names that one person has
	Email       *string
	Language    *string
	Address     *string
	Present     *bool

	NewKey   bool         // issue a member key
	Problems input.Faults // what the caller found wrong already

	alone bool // a form, so nothing but ID says which entry it is about
}

// Limits of an entry of the roll, in characters.
const (
	maxMember  = 60
	maxAddress = 300
)

// MaxProxies is the most people who can give one person their vote.
const MaxProxies = 1000

// RollField is a field of the roll or a column of its tables.
type RollField struct {
	Name     string // its name in the API; "" for a column that only an export has
	Column   string // the head of its column
	Required bool   // it cannot be empty
	Empties  bool   // an empty cell empties it; otherwise it leaves it as it is
	NoForm   bool   // forms and the API for one person do not have it

	// At returns where a line has the field: **string, **ballotbox.Weight, **bool or *[]string; nil for a column without
	// its own.
	At func(*RollLine) any

	of    func(*RollEntry) any                 // what an export writes: a pointer to a value; nil for nothing
	parse func(cell string) string             // the value of a text that a cell holds; nil for the cell itself
	check func(*input.Faults, string, *string) // normalises a text and notes its faults
	list  func(*input.Faults, *[]string)       // the same for a list
}

// Heads lists how people head the column, in all languages, folded.
func (f RollField) Heads() []string {
	return append(words.InTables(f.Name), strings.ReplaceAll(f.Column, "_", " "))
}

// RollFields lists the fields of the roll, in the order of an exported table.
func RollFields() []RollField { return rollFields(time.Time{}) }

// rollFields lists the fields of the roll. now is the latest date of birth.
func rollFields(now time.Time) []RollField {
	line := func(least, most int) func(*input.Faults, string, *string) {
		return func(faults *input.Faults, name string, value *string) { faults.Line(name, value, least, most) }
	}
	called := func(least int) func(*input.Faults, string, *string) {
		return func(faults *input.Faults, name string, value *string) { faults.Name(name, value, least, maxName) }
	}
	return []RollField{
		{Name: "id", Column: "id", of: func(e *RollEntry) any {
			return new(string(e.ID))
		}},
		{
			Name: "fullName", Column: "full_name", Required: true,
			At: func(l *RollLine) any { return &l.FullName }, of: func(e *RollEntry) any { return &e.FullName },
			check: called(1),
		},
		{Name: "firstName", Column: "first_name"},
		{
			Name: "lastName", Column: "last_name",
			At: func(l *RollLine) any { return &l.LastName }, of: func(e *RollEntry) any { return &e.LastName },
			check: called(0),
		},
		{
			Name: "dateOfBirth", Column: "date_of_birth",
			At: func(l *RollLine) any { return &l.DateOfBirth }, of: func(e *RollEntry) any { return &e.DateOfBirth },
			check: func(faults *input.Faults, name string, value *string) { faults.DateOfBirth(name, *value, now) },
		},
		{
			Name: "member", Column: "member",
			At: func(l *RollLine) any { return &l.Member }, of: func(e *RollEntry) any { return &e.Member },
			check: line(0, maxMember),
		},
		{
			Name: numberField(NationalID), Column: "national_id",
			At: func(l *RollLine) any { return &l.NationalID },
		},
		{
			Name: numberField(VoterID), Column: "voter_id",
			At: func(l *RollLine) any { return &l.VoterID },
		},
		{Column: "number_ends", of: func(e *RollEntry) any {
			if e.Identity == nil {
				return new("")
			}
			return &e.Identity.LastFour
		}},
		{Column: "has_key", of: func(e *RollEntry) any { return &e.HasKey }},
		{Column: "registered", of: func(e *RollEntry) any {
			return new(e.User != "")
		}},
		{
			Name: "weight", Column: "weight", Empties: true,
			At: func(l *RollLine) any { return &l.Weight }, of: func(e *RollEntry) any { return &e.Weight },
		},
		{
			Name: fieldProxyFor, Column: "proxy_for", Empties: true,
			At: func(l *RollLine) any { return &l.ProxyFor }, of: func(e *RollEntry) any { return &e.ProxyFor },
			list: checkGivers,
		},
		{
			Name: fieldGroups, Column: "groups", Empties: true,
			At: func(l *RollLine) any { return &l.Groups }, of: func(e *RollEntry) any { return &e.Groups },
			list: checkGroups,
		},
		{
			Name: "email", Column: "email", Empties: true,
			At: func(l *RollLine) any { return &l.Email }, of: func(e *RollEntry) any { return &e.Email },
			check: checkOptional((*input.Faults).Email),
		},
		{
			Name: "language", Column: "language", Empties: true,
			At: func(l *RollLine) any { return &l.Language }, of: func(e *RollEntry) any { return &e.Language },
			parse: readLanguage,
			check: checkOptional(func(faults *input.Faults, name string, value *string) {
				input.OneOf(faults, name, *value, words.Codes()...)
			}),
		},
		{
			Name: "address", Column: "address", Empties: true,
			At: func(l *RollLine) any { return &l.Address }, of: func(e *RollEntry) any { return &e.Address },
			check: func(faults *input.Faults, name string, value *string) {
				*value = addressLines(*value)
				faults.Text(name, value, 0, maxAddress)
			},
		},
		{Name: "street", Column: "street"},
		{Name: "postcode", Column: "postcode"},
		{Name: "city", Column: "city"},
		{
			Name: "present", Column: "present", Empties: true, NoForm: true,
			At: func(l *RollLine) any { return &l.Present }, of: func(e *RollEntry) any { return &e.Present },
		},
		{Column: "key_used", of: func(e *RollEntry) any { return &e.KeyUsed }},
	}
}

// checkOptional makes the check of a text that may be empty.
func checkOptional(check func(*input.Faults, string, *string)) func(*input.Faults, string, *string) {
	return func(faults *input.Faults, name string, value *string) {
		if *value = strings.TrimSpace(*value); *value != "" {
			check(faults, name, value)
		}
	}
}

// addressLines removes empty lines from an address, and the space around the others.
func addressLines(address string) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(address, "\r", "\n")) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// Exported reports whether an exported table has the column.
func (f RollField) Exported() bool { return f.of != nil }

// Cell returns the cell of an entry in an exported table.
func (f RollField) Cell(e RollEntry) string {
	switch v := f.of(&e).(type) {
	case *string:
		return *v
	case *[]string:
		return strings.Join(*v, "; ")
	case *ballotbox.Weight:
		return weightCell(*v)
	default:
		return fmt.Sprint(reflect.ValueOf(v).Elem())
	}
}

// Clear empties the field in a line.
func (f RollField) Clear(l *RollLine) {
	switch at := f.At(l).(type) {
	case **string:
		*at = new("")
	case **ballotbox.Weight:
		*at = new(ballotbox.Vote)
	case **bool:
		*at = new(false)
	case *[]string:
		*at = []string{}
	}
}

// Read reads a cell that is not empty into a line, and notes what is wrong with it.
func (f RollField) Read(l *RollLine, cell string, faults *input.Faults) {
	switch at := f.At(l).(type) {
	case **string:
		if f.parse != nil {
			cell = f.parse(cell)
		}
		*at = &cell
	case **ballotbox.Weight:
		*at = readWeight(f.Name, cell, faults)
	case **bool:
		yes, ok := readYesNo(cell)
		if !ok {
			faults.Add(f.Name, refusal.NotChoice, refusal.Facts{"choices": []string{"yes", "no"}})
		}
		*at = &yes
	case *[]string:
		*at = []string{}
		divides := func(r rune) bool { return strings.ContainsRune(";\r\n", r) } // a part may have spaces in it
		for part := range strings.FieldsFuncSeq(cell, divides) {
			if part = strings.TrimSpace(part); part != "" {
				*at = append(*at, part)
			}
		}
	}
}

// inLine reports whether a line has something to say about the field.
func (f RollField) inLine(l *RollLine) bool {
	return f.At != nil && !reflect.ValueOf(f.At(l)).Elem().IsNil()
}

// checkLine normalises the field of a line and notes its faults.
func (f RollField) checkLine(l *RollLine, faults *input.Faults) {
	if !f.inLine(l) {
		return
	}
	switch at := f.At(l).(type) {
	case **string:
		if f.check != nil {
			f.check(faults, f.Name, *at)
		}
	case **ballotbox.Weight:
		if **at < 1 || **at > ballotbox.MaxWeight {
			faults.Add(f.Name, refusal.NotWeight, nil)
		}
	case *[]string:
		f.list(faults, at)
	}
}

// keep puts the field of a line into an entry. Identity numbers and proxies are kept elsewhere.
func (f RollField) keep(l *RollLine, e *RollEntry) {
	if f.of == nil || !f.inLine(l) || f.Name == fieldProxyFor {
		return
	}
	switch at := f.At(l).(type) {
	case **string:
		*f.of(e).(*string) = **at
	case **ballotbox.Weight:
		*f.of(e).(*ballotbox.Weight) = **at
	case **bool:
		*f.of(e).(*bool) = **at
	case *[]string:
		*f.of(e).(*[]string) = append([]string(nil), *at...)
	}
}
