package ballotbox

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"ostrakon/store/tally"
)

// EvidenceKind says what is published of the papers of a question.
type EvidenceKind string

// What is published: as much as a recount needs, or only the stages of a count that has stages.
const (
	EvidencePapers EvidenceKind = "papers"
	EvidenceStages EvidenceKind = "stages"
)

// Evidences returns what a question with a method may publish.
func Evidences(m tally.Method) []EvidenceKind {
	if m.Traits().By == tally.ByTransfers {
		return []EvidenceKind{EvidencePapers, EvidenceStages}
	}
	return []EvidenceKind{EvidencePapers}
}

// Limits of a paper.
const (
	MaxQuestions       = 40
	MaxQuestionOptions = 100 // of a question
	MaxOptions         = 400 // of the whole paper
	MaxKind            = 100 // characters of the name of a kind
)

// Option is a candidate, or an answer to a motion, frozen when the election opened.
type Option struct {
	ID          string `json:"id"`
	Name        string `json:"name"` // of a motion as in MotionOptions
	Affiliation string `json:"affiliation"`
	Description string `json:"description"`
	PhotoSHA256 string `json:"photoSha256"`    // "" without a photo
	SolidSHA256 string `json:"solidSha256"`    // of the GLB whose still picture is the photo; "" without one
	Kind        string `json:"kind,omitempty"` // such as a gender or a region, of which a quota may be

	Translations []Translation `json:"translations,omitempty"`
}

// QuestionRules are the rules of a question but for its options, groups and lists. The question of a draft, the
// manifest and the results have the same ones.
type QuestionRules struct {
	Method    tally.Method     `json:"method"`
	Seats     int              `json:"seats"`
	Min       int              `json:"min"`
	Max       int              `json:"max"`            // in DRAFT, 0 means all options, or as many as there are ranks
	Each      int              `json:"each,omitempty"` // marks that one option may have; in DRAFT, 0 means Max
	Draw      bool             `json:"draw"`           // equal votes are decided by a draw; else the result states them
	Last      bool             `json:"last,omitempty"` // the last option is no candidate, and stands last on every ballot
	Threshold *tally.Threshold `json:"threshold,omitempty"`
	// what a motion needs beside its threshold: a part of the people, each of whom has one vote here
	PeopleThreshold *tally.Threshold `json:"peopleThreshold,omitempty"`

	Quotas []tally.KindQuota `json:"quotas,omitempty"` // of kinds of candidates
	// whether a vote again among those who are left or tied needs the threshold too; otherwise the most votes win it
	KeepThreshold bool         `json:"keepThreshold,omitempty"`
	Evidence      EvidenceKind `json:"evidence"` // what is published of the ballots
}

// Question is one question of the paper with its rules (see tally.Rules), frozen when the election opened.
type Question struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
	QuestionRules
	Lists   *tally.Lists `json:"lists,omitempty"`  // their names are those of the first options
	Options []Option     `json:"options"`          // in the order of entry
	Groups  []int        `json:"groups,omitempty"` // numbers of the groups that answer it, rising; none: everybody

	Translations []Translation `json:"translations,omitempty"`
}

// Rules are the rules by which the question is counted.
func (q *Question) Rules() tally.Rules {
	kinds := make([]string, len(q.Options))
	for i, o := range q.Options {
		kinds[i] = o.Kind
	}
	return tally.Rules{
		Method: q.Method, Options: len(q.Options), Seats: q.Seats, Min: q.Min, Max: q.Max, Each: q.Each,
		Draw: q.Draw, Last: q.Last, Threshold: q.Threshold, Lists: q.Lists,
		Quotas: tally.QuotasOf(q.Quotas, kinds), PeopleThreshold: q.PeopleThreshold,
	}
}

// MotionOptions are the names of a motion's options, in the order of the count.
func MotionOptions() []string { return []string{"yes", "no", "abstain"} }

// check checks a question but for its ids.
func (q *Question) check() error {
	named := func(o Option, name string) bool { return o.Name == name }
	if q.Method.Traits().Answers && !slices.EqualFunc(q.Options, MotionOptions(), named) {
		return errors.New("the options of a motion are yes, no and abstain")
	}
	if err := q.Rules().Check(); err != nil {
		return err
	}
	if q.KeepThreshold && (q.Threshold == nil || q.Method.Traits().Answers) {
		return errors.New("keepThreshold without a threshold for candidates")
	}
	if q.Lists != nil && slices.Max(q.Lists.Sizes) == 0 {
		return errors.New("lists without candidates")
	}
	if !slices.Contains(Evidences(q.Method), q.Evidence) {
		return fmt.Errorf("evidence %q of the method %s", q.Evidence, q.Method)
	}
	if slices.ContainsFunc(q.Quotas, func(quota tally.KindQuota) bool { return quota.Kind == "" }) {
		return errors.New("a quota without a kind")
	}
	for _, o := range q.Options {
		if utf8.RuneCountInString(o.Kind) > MaxKind {
			return errors.New("a kind has a long name")
		}
		if _, err := ParseHash(o.PhotoSHA256); err != nil && o.PhotoSHA256 != "" {
			return fmt.Errorf("photoSha256: %w", err)
		}
		if _, err := ParseHash(o.SolidSHA256); err != nil && o.SolidSHA256 != "" {
			return fmt.Errorf("solidSha256: %w", err)
		}
		if err := checkTranslations(o.Translations); err != nil {
			return err
		}
	}
	return checkTranslations(q.Translations)
}

func (m *Manifest) checkQuestions() error {
	if n := len(m.Questions); n < 1 || n > MaxQuestions {
		return fmt.Errorf("%d questions, want 1 to %d", n, MaxQuestions)
	}
	if n := m.OptionCount(); n > MaxOptions {
		return fmt.Errorf("%d options on the paper, at most %d fit", n, MaxOptions)
	}
	seen := make(map[string]bool)
	once := func(id string) error {
		if seen[id] {
			return fmt.Errorf("the id %q is there twice", id)
		}
		seen[id] = true
		return ParseID(id)
	}
	for i := range m.Questions {
		q := &m.Questions[i]
		err := once(q.ID)
		for _, o := range q.Options {
			if err == nil {
				err = once(o.ID)
			}
		}
		if err == nil {
			err = q.check()
		}
		if err == nil && q.Threshold != nil && q.Threshold.Of == tally.OfElectorate && m.Electorate == nil {
			err = fmt.Errorf("a threshold of the electorate without an electorate")
		}
		if err == nil && q.PeopleThreshold != nil && m.Electorate == nil {
			err = fmt.Errorf("a threshold of people without an electorate")
		}
		if err != nil {
			return fmt.Errorf("question %d: %w", i+1, err)
		}
	}
	return nil
}

// OptionCount is the number of options on the paper, and so of the marks on a ballot.
func (m *Manifest) OptionCount() int {
	n := 0
	for i := range m.Questions {
		n += len(m.Questions[i].Options)
	}
	return n
}

// Split divides the marks of a paper, which must be OptionCount, into those of each question.
func (m *Manifest) Split(marks []byte) [][]byte {
	parts := make([][]byte, len(m.Questions))
	for i := range m.Questions {
		n := len(m.Questions[i].Options)
		parts[i], marks = marks[:n:n], marks[n:]
	}
	return parts
}

// MarksFault says what is wrong with the marks of a paper.
type MarksFault struct {
	Question int // its place on the paper, from 0
	Fault    tally.Fault
}

func (f *MarksFault) Error() string { return fmt.Sprintf("question %d: %s", f.Question+1, f.Fault) }

// CheckMarks checks the marks of a paper of a class by the rules of each question. Errors: *MarksFault, for the first
// question with a fault; where there is not one mark for each option, tally.BadMark of the first.
func (m *Manifest) CheckMarks(marks []byte, class int) error {
	if len(marks) != m.OptionCount() {
		return &MarksFault{0, tally.BadMark}
	}
	people, _ := m.Class(class)
	for i, part := range m.Split(marks) {
		if !m.Questions[i].IsFor(people) {
			if bytes.ContainsFunc(part, func(mark rune) bool { return mark != 0 }) {
				return &MarksFault{i, NotAsked}
			}
			continue
		}
		if fault := m.Questions[i].Rules().Valid(part); fault != tally.NoFault {
			return &MarksFault{i, fault}
		}
	}
	return nil
}
