package handlers

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"

	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// rollView is a page of the roll, with how many people are on it, how many of them have registered,
// have a weight other than 1 or are present, and how far they have come with their keys.
type rollView struct {
	rest.ListView[store.RollEntry]
	Entries    int      `json:"entries"`
	Registered int      `json:"registered"`
	Weighted   int      `json:"weighted"`
	Present    int      `json:"present"`
	Keys       rollKeys `json:"keys"`
}

// rollKeys is how many people have no member key, one that has not signed anybody in, or one that has.
type rollKeys struct {
	None   int `json:"none"`
	Unused int `json:"unused"`
	Used   int `json:"used"`
}

// listRoll lists the electoral roll by name: all entries, or those that match the query, whose
// people have registered or have not, are present or not, or have come so far with their keys.
func (s *Server) listRoll(w http.ResponseWriter, r *request) error {
	page, query, err := r.Search()
	if err != nil {
		return err
	}
	var faults input.Faults
	filter := store.RollFilter{
		Query: query, Registered: r.Either("registered", &faults), Present: r.Either("present", &faults),
		Key: rest.Choice(r.Request, "key", &faults, store.KeyNone, store.KeyUnused, store.KeyUsed),
	}
	if err := faults.Err(); err != nil {
		return err
	}
	l, err := s.store.Roll(r.Context(), filter, page)
	return rest.Respond(w, rollView{
		rest.ViewList(r.Request, l.List, func(e store.RollEntry) store.RollEntry { return e }),
		l.Entries, l.Registered, l.Weighted, l.Present,
		rollKeys{l.KeyNone, l.KeyUnused, l.KeyUsed},
	}, err)
}

// RollLine holds the outcome of one line of an import, or of its dry run.
type RollLine struct {
	Line       int               `json:"line"`
	FullName   string            `json:"fullName"`
	Member     string            `json:"member,omitempty"`
	Outcome    store.RollOutcome `json:"outcome"`
	EntryID    store.RollID      `json:"entryId,omitempty"`
	MemberKey  string            `json:"memberKey,omitempty"`
	Registered bool              `json:"registered"`
	OtherName  bool              `json:"otherName"`
	Errors     []rest.Field      `json:"errors,omitempty"`
}

// RollColumn is a column of an imported table: its head and its field; null where it is skipped.
type RollColumn struct {
	Head  string  `json:"head"`
	Field *string `json:"field"`
}

// RollReport holds the outcome of an import, or of its dry run.
type RollReport struct {
	DryRun    bool       `json:"dryRun"`
	Imported  bool       `json:"imported"`
	Added     int        `json:"added"`
	Updated   int        `json:"updated"`
	Unchanged int        `json:"unchanged"`
	Refused   int        `json:"refused"`
	Lines     []RollLine `json:"lines"`

	Columns []RollColumn `json:"columns"`
	Skipped []string     `json:"skipped"` // the heads of columns that are not known
}

func viewRollReport(r registrar.Report) RollReport {
	v := RollReport{
		DryRun: r.DryRun, Imported: !r.DryRun && r.Refused == 0,
		Added: r.Added, Updated: r.Updated, Unchanged: r.Unchanged, Refused: r.Refused,
		Lines: make([]RollLine, 0, len(r.Lines)), Columns: []RollColumn{}, Skipped: append([]string{}, r.Skipped...),
	}
	for _, c := range r.Columns {
		column := RollColumn{Head: c.Head}
		if c.Field != "" {
			column.Field = &c.Field
		}
		v.Columns = append(v.Columns, column)
	}
	for _, l := range r.Lines {
		v.Lines = append(v.Lines, RollLine{
			Line: l.Line, FullName: l.FullName, Member: l.Member, Outcome: l.Outcome, EntryID: l.Entry, MemberKey: l.Key,
			Registered: l.Registered, OtherName: l.OtherName, Errors: rest.ViewFields(l.Problems),
		})
	}
	return v
}

// rollRefused is why an import took nothing: every fault, with its line.
func rollRefused(report registrar.Report) error {
	var wrong []refusal.Field
	for _, l := range report.Lines {
		for _, f := range l.Problems {
			f.Line = l.Line
			wrong = append(wrong, f)
		}
	}
	return refusal.RollRefused.With(refusal.Facts{"refused": report.Refused}).In(wrong...)
}

// importRoll imports the people of a table into the roll: all of them or, if a line has a problem,
// none. With dryRun it imports nobody, and answers with what would come of every line.
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
	raw, err := r.ReadBody(w, registrar.MaxRollBytes)
	if errors.Is(err, refusal.MalformedJSON) {
		return refusal.Invalid("roll", refusal.RollCutOff, nil)
	}
	if err != nil {
		return err
	}
	report, err := s.registrar.ImportRoll(r.Context(), r.by(), raw, how)
	if err != nil {
		return err
	}
	if report.Refused > 0 && !how.DryRun {
		return rollRefused(report)
	}
	return rest.Respond(w, viewRollReport(report), nil)
}

// exportRoll answers with the whole roll as CSV. The audit list notes it.
func (s *Server) exportRoll(w http.ResponseWriter, r *request) error {
	all, err := s.store.ExportRoll(r.Context(), r.by())
	if err != nil {
		return err
	}
	return respondTable(w, "electoral-roll.csv", func(out io.Writer) error { return registrar.WriteRoll(out, all) })
}

// exportElectorate answers with the frozen roll of an election as CSV. Auditors can compute the
// hash in the manifest from it: the order is the same.
func (s *Server) exportElectorate(w http.ResponseWriter, r *request) error {
	electors, err := s.store.ExportElectorate(r.Context(), r.by(), r.election)
	if err != nil {
		return err
	}
	return respondTable(w, "electorate-"+string(r.election)+".csv", func(out io.Writer) error {
		return registrar.WriteElectorate(out, electors)
	})
}

// respondTable answers with a table for the client to save.
func respondTable(w http.ResponseWriter, filename string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	tableHeader(w, filename)
	w.Header().Set("Content-Length", strconv.Itoa(b.Len()))
	w.Write(b.Bytes()) // the client may have gone
	return nil
}

// tableHeader sets the headers of a table.
func tableHeader(w http.ResponseWriter, filename string) {
	h := w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+filename+`"`)
	h.Set("Cache-Control", "no-store")
}
