package handlers

import (
	"cmp"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// maxPlan bounds the plan of an import, in bytes: some 90 for each of store.MaxRollLines.
const maxPlan = 1 << 20

// RollLine holds the outcome of one line of an import, or of its dry run.
type RollLine struct {
	Line       int                `json:"line"`
	FullName   string             `json:"fullName"`
	Member     string             `json:"member,omitempty"`
	Outcome    store.RollOutcome  `json:"outcome"`
	EntryID    store.RollID       `json:"entryId,omitempty"`
	MemberKey  string             `json:"memberKey,omitempty"`
	Registered bool               `json:"registered"`
	OtherName  bool               `json:"otherName"`
	Question   store.RollQuestion `json:"question,omitempty"`
	Candidates []rollCandidate    `json:"candidates,omitempty"`
	Values     map[string]string  `json:"values,omitempty"`
	Changes    []rollChange       `json:"changes,omitempty"`
	Errors     []rest.Field       `json:"errors,omitempty"`
}

// rollCandidate is a person whom a line may be about.
type rollCandidate struct {
	EntryID     store.RollID `json:"entryId,omitempty"`
	Line        int          `json:"line,omitempty"`
	FullName    string       `json:"fullName"`
	DateOfBirth string       `json:"dateOfBirth,omitempty"`
	Member      string       `json:"member,omitempty"`
	Email       string       `json:"email,omitempty"`
	Address     string       `json:"address,omitempty"`
	Shares      []string     `json:"shares"`
}

// rollChange is a field that a line changes.
type rollChange struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// rollMissing is a person of the roll who is not in the table.
type rollMissing struct {
	EntryID  store.RollID `json:"entryId"`
	FullName string       `json:"fullName"`
	Member   string       `json:"member,omitempty"`
	Email    string       `json:"email,omitempty"`
}

// RollColumn is a column of an imported table: its head, its field, which is null where it is skipped, and first cells.
type RollColumn struct {
	Head   string   `json:"head"`
	Field  *string  `json:"field"`
	Sample []string `json:"sample"`
}

// RollReport holds the outcome of an import, or of its dry run.
type RollReport struct {
	DryRun    bool          `json:"dryRun"`
	Imported  bool          `json:"imported"`
	ImportID  string        `json:"importId,omitempty"`
	Added     int           `json:"added"`
	Updated   int           `json:"updated"`
	Unchanged int           `json:"unchanged"`
	Refused   int           `json:"refused"`
	Asked     int           `json:"asked"`
	LeftOut   int           `json:"leftOut"`
	Removed   int           `json:"removed"`
	Lines     []RollLine    `json:"lines"`
	Missing   []rollMissing `json:"missing"` // people of the roll who are not in the table
	// the groups that nobody was in before
	NewGroups []store.GroupSize `json:"newGroups,omitempty"`
	// the people who are in none, or in several, of the groups of which the plan allows each person one
	Misplaced *store.Misplaced `json:"misplaced,omitempty"`
	// the ACTIVE elections that keep earlier weights, groups or proxies
	KeptBy []store.KeptElection `json:"keptBy,omitempty"`

	HeadRow  int          `json:"headRow"`
	Columns  []RollColumn `json:"columns"`
	Skipped  []string     `json:"skipped"`  // the heads of columns that are not known
	Repaired int          `json:"repaired"` // cells whose letters a spreadsheet had damaged
}

func viewRollReport(r registrar.Report) RollReport {
	v := RollReport{
		DryRun: r.DryRun, Imported: r.ID != "", ImportID: r.ID,
		Added: r.Added, Updated: r.Updated, Unchanged: r.Unchanged, Refused: r.Refused, Asked: r.Asked,
		LeftOut: r.LeftOut, Removed: r.Removed, HeadRow: r.HeadRow, Repaired: r.Repaired,
		Lines: make([]RollLine, 0, len(r.Lines)), Missing: []rollMissing{}, Columns: []RollColumn{},
		Skipped: append([]string{}, r.Skipped...), KeptBy: r.KeptBy, NewGroups: r.NewGroups, Misplaced: r.Misplaced,
	}
	for _, c := range r.Columns {
		column := RollColumn{Head: c.Head, Sample: c.Sample}
		if c.Field != "" {
			column.Field = &c.Field
		}
		v.Columns = append(v.Columns, column)
	}
	for _, l := range r.Lines {
		v.Lines = append(v.Lines, viewRollLine(l, r.Values[l.Line]))
	}
	for _, e := range r.Missing {
		v.Missing = append(v.Missing, rollMissing{e.ID, e.FullName, e.Member, e.Email})
	}
	return v
}

func viewRollLine(l store.RollLineReport, values map[string]string) RollLine {
	v := RollLine{
		Line: l.Line, FullName: l.FullName, Member: l.Member, Outcome: l.Outcome, EntryID: l.Entry, MemberKey: l.Key,
		Registered: l.Registered, OtherName: l.OtherName, Question: l.Question, Values: values,
		Errors: rest.ViewFields(l.Problems),
	}
	for _, c := range l.Candidates {
		p := c.Person
		v.Candidates = append(v.Candidates, rollCandidate{c.Entry, c.Line, p.FullName, p.DateOfBirth, p.Member, p.Email,
			p.Address, c.Shares})
	}
	for _, c := range l.Changes {
		v.Changes = append(v.Changes, rollChange(c))
	}
	return v
}

// rollRefused is why an import took nothing: every fault with its line, the lines that wait for an answer, or people
// who are not in exactly one of some groups.
func rollRefused(report registrar.Report) error {
	var wrong []refusal.Field
	var waiting []string
	for _, l := range report.Lines {
		for _, f := range l.Problems {
			f.Line = l.Line
			wrong = append(wrong, f)
		}
		if l.Outcome == store.RollAsked {
			waiting = append(waiting, strconv.Itoa(l.Line))
		}
	}
	if report.Refused > 0 {
		return refusal.RollRefused.With(refusal.Facts{"refused": report.Refused}).In(wrong...)
	}
	if report.Asked > 0 {
		return refusal.RollUndecided.With(refusal.Facts{"asked": report.Asked, "lines": waiting})
	}
	return refusal.RollMisplaced.With(refusal.Facts{"none": report.Misplaced.None, "several": report.Misplaced.Several})
}

// importRoll imports the people of a table into the roll: all of them or, if a line has a problem or
// waits for an answer, none. With dryRun it imports nobody, and answers with what would come of every line.
func (s *Server) importRoll(w http.ResponseWriter, r *request) error {
	var faults input.Faults
	how := registrar.Import{
		MemberKeys: r.Flag("memberKeys", &faults), DryRun: r.Flag("dryRun", &faults),
		SkipUnknown: r.Flag("skipUnknown", &faults),
		Dates:       rest.Choice(r.Request, "dates", &faults, registrar.DateOrders()...),
	}
	if err := faults.Err(); err != nil {
		return err
	}
	raw, err := r.table(w, &how)
	if err != nil {
		return err
	}
	report, err := s.registrar.ImportRoll(r.Context(), r.by(), raw, how)
	if err != nil {
		return err
	}
	if report.ID == "" && !how.DryRun {
		return rollRefused(report)
	}
	return rest.Respond(w, viewRollReport(report), nil)
}

// table reads the table of an import, and the plan beside it where the body is a form.
func (r *request) table(w http.ResponseWriter, how *registrar.Import) ([]byte, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && kind == "multipart/form-data" {
		return r.plannedTable(w, how)
	}
	raw, err := r.ReadBody(w, registrar.MaxRollBytes)
	if errors.Is(err, refusal.MalformedJSON) {
		return nil, refusal.Invalid("roll", refusal.RollCutOff, nil)
	}
	return raw, err
}

// plannedTable reads a form of a table and its plan.
func (r *request) plannedTable(w http.ResponseWriter, how *registrar.Import) ([]byte, error) {
	r.Body = http.MaxBytesReader(w, r.Body, registrar.MaxRollBytes+maxPlan+rest.MaxForm)
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, refusal.FormNotMultipart
	}
	limits := map[string]int64{"file": registrar.MaxRollBytes, "plan": maxPlan}
	found := make(map[string][]byte)
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, multipartProblem(err, registrar.MaxRollBytes)
		}
		name := part.FormName()
		most, known := limits[name]
		if _, twice := found[name]; twice || !known {
			return nil, refusal.FormTooManyParts
		}
		if found[name], err = io.ReadAll(http.MaxBytesReader(w, part, most)); err != nil {
			return nil, multipartProblem(err, most)
		}
	}
	how.Plan = new(registrar.Plan)
	if len(found["plan"]) > 0 {
		how.Plan, err = readPlan(found["plan"])
	}
	return found["file"], err
}

// readPlan reads the plan of an import.
func readPlan(raw []byte) (*registrar.Plan, error) {
	var in struct {
		HeadRow rest.Optional[int] `json:"headRow"`
		Columns []*string          `json:"columns"`
		Answers []struct {
			Line    int              `json:"line"`
			Choice  store.RollChoice `json:"choice"`
			EntryID store.RollID     `json:"entryId"`
			OfLine  int              `json:"ofLine"`
		} `json:"answers"`
		AllSame     bool           `json:"allSame"`
		LeaveFaults bool           `json:"leaveFaults"`
		Remove      []store.RollID `json:"remove"`
		OneOf       []string       `json:"oneOf"`
	}
	if err := rest.Unmarshal(raw, &in); err != nil {
		return nil, err
	}
	plan := &registrar.Plan{HeadRow: in.HeadRow.Clearable(), Columns: in.Columns, AllSame: in.AllSame,
		LeaveFaults: in.LeaveFaults, Remove: in.Remove, OneOf: in.OneOf, Answers: make(map[int]store.RollAnswer)}
	if in.HeadRow.Null {
		plan.HeadRow = nil
	}
	var faults input.Faults
	for _, a := range in.Answers {
		input.OneOf(&faults, "choice", a.Choice, store.RollSame, store.RollAnother, store.RollSkip, store.RollNoTotal)
		plan.Answers[a.Line] = store.RollAnswer{Choice: a.Choice, Entry: a.EntryID, OfLine: a.OfLine}
	}
	return plan, faults[:min(len(faults), 1)].Err()
}

// undoImport takes the last import of the roll back.
func (s *Server) undoImport(w http.ResponseWriter, r *request) error {
	var in struct {
		ID string `json:"id"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	done, err := s.store.UndoImport(r.Context(), r.by(), cmp.Or(in.ID, "-"))
	out := obj{"removed": done.Removed, "restored": done.Restored, "kept": done.Kept}
	if len(done.KeptBy) > 0 {
		out["keptBy"] = done.KeptBy
	}
	return rest.Respond(w, out, err)
}
