package refusal

import (
	"errors"
	"maps"
	"slices"
)

// Facts are what a sentence mentions, by name. Values are numbers, strings or lists of strings.
type Facts map[string]any

// code is what all cases of a refusal have in common.
type code struct {
	name       string
	status     int      // of HTTP; 0 for what is wrong with a field
	title      string   // sums up a problem, the same in every case
	facts      []string // the names of all facts that any case may have
	operations []string // of the API that answer a problem of their own accord
	ofField    bool     // a problem that can be about one field
}

// reason is one case of a code: its sentence, and the facts that are always the same.
type reason struct {
	code  *code
	text  string // facts stand in braces by their names
	facts Facts
}

// Code is stable: programs go by it.
func (r reason) Code() string { return r.code.name }

// Text is the sentence with the names of its facts in braces.
func (r reason) Text() string { return r.text }

// FactNames are the names of the facts that may come with the code.
func (r reason) FactNames() []string { return slices.Clone(r.code.facts) }

// mentions adds names of facts to the code.
func (r reason) mentions(names ...string) {
	for _, name := range names {
		if !slices.Contains(r.code.facts, name) {
			r.code.facts = append(r.code.facts, name)
		}
	}
}

// of makes another case of the code, with facts that are its own.
func (r reason) of(facts Facts, text string) reason {
	r.mentions(append(placeholders(text), slices.Sorted(maps.Keys(facts))...)...)
	return reason{r.code, text, facts}
}

// Fault is what can be wrong with one field of a request.
type Fault struct {
	reason
}

// Of says that a field has the fault.
func (f *Fault) Of(field string, facts Facts) Field {
	return Field{Name: field, Fault: f, Facts: facts}
}

// Field is a field of a request that has a fault.
type Field struct {
	Name  string
	Fault *Fault
	Facts Facts // beside those that the fault always has
	Line  int   // of the table that the field is in; 0 if it is in none
}

// AllFacts are the facts of the field and of its fault.
func (f Field) AllFacts() Facts { return join(f.Fault.facts, f.Facts) }

// Message is a sentence for the person who filled in the field.
func (f Field) Message() string { return write(f.Fault.text, f.AllFacts()) }

// Problem is why a request is refused as a whole. It is an error; compare with errors.Is, which goes by the code. The
// values of this package are never changed: With and its like make copies.
type Problem struct {
	reason
	field  string  // the one that the problem itself is about, if it is about one
	fields []Field // those that have faults of their own
}

// kind makes sure that no problem lacks a status: a Problem that this package did not make is an Internal one.
func (p *Problem) kind() reason {
	if p.code == nil {
		return Internal.reason
	}
	return p.reason
}

func (p *Problem) Error() string {
	text := p.Code() + ": " + p.Detail()
	for _, f := range p.fields {
		text += " " + f.Name + ": " + f.Message()
	}
	return text
}

// Is reports whether target is a Problem of the same code.
func (p *Problem) Is(target error) bool {
	t, ok := target.(*Problem)
	return ok && t.Code() == p.Code()
}

// Code is stable: programs go by it.
func (p *Problem) Code() string { return p.kind().code.name }

// Status is the status of HTTP that the problem is answered with.
func (p *Problem) Status() int { return p.kind().code.status }

// Title sums up the problem, the same in every case.
func (p *Problem) Title() string { return p.kind().code.title }

// Operations are those of the API that the catalogue says answer this problem.
func (p *Problem) Operations() []string { return slices.Clone(p.kind().code.operations) }

// Detail is a sentence for the person who asked.
func (p *Problem) Detail() string { return write(p.kind().text, p.Facts()) }

// Facts are the facts of this case; nil if there are none.
func (p *Problem) Facts() Facts { return p.kind().facts }

// OfField reports whether the problem can be about one field.
func (p *Problem) OfField() bool { return p.kind().code.ofField }

// Fields are the fields at fault. A problem about one field is itself that field's fault.
func (p *Problem) Fields() []Field {
	if p.field == "" {
		return p.fields
	}
	own := Fault{p.kind()}
	return append([]Field{own.Of(p.field, nil)}, p.fields...)
}

// With adds facts.
func (p *Problem) With(facts Facts) *Problem {
	c := *p
	c.facts = join(p.facts, facts)
	return &c
}

// At names the field that the problem itself is about.
func (p *Problem) At(field string) *Problem {
	c := *p
	c.field = field
	return &c
}

// In names fields that have faults of their own.
func (p *Problem) In(fields ...Field) *Problem {
	c := *p
	c.fields = fields
	return &c
}

// Invalid refuses a request for the fault of one field.
func Invalid(field string, fault *Fault, facts Facts) error {
	return ValidationFailed.In(fault.Of(field, facts))
}

// FieldsOf are the fields that an error refuses a request for.
func FieldsOf(err error) []Field {
	var p *Problem
	if errors.As(err, &p) {
		return p.Fields()
	}
	return nil
}

// join is the facts of both, and nil where there are none.
func join(a, b Facts) Facts {
	if len(a)+len(b) == 0 {
		return nil
	}
	all := make(Facts, len(a)+len(b))
	maps.Copy(all, a)
	maps.Copy(all, b)
	return all
}
