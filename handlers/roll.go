package handlers

import (
	"bytes"
	"cmp"
	"io"
	"net/http"
	"strconv"

	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
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

	LastImport *store.RollImported `json:"lastImport"`
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
		rollKeys{l.KeyNone, l.KeyUnused, l.KeyUsed}, l.LastImport,
	}, err)
}

// listGroups lists the groups of the people on the roll.
func (s *Server) listGroups(w http.ResponseWriter, r *request) error {
	all, err := s.store.Groups(r.Context())
	view := func(g store.GroupSize) store.GroupSize { return g }
	return rest.RespondList(w, r.Request, store.List[store.GroupSize]{Items: all}, view, err)
}

// exportRoll answers with the whole roll as a table. The audit list notes it.
func (s *Server) exportRoll(w http.ResponseWriter, r *request) error {
	format, err := r.format()
	if err != nil {
		return err
	}
	all, err := s.store.ExportRoll(r.Context(), r.by())
	if err != nil {
		return err
	}
	return respondTable(w, "electoral-roll", format, registrar.RollTable(all))
}

// format reads which format of tables is asked for: CSV, or a spreadsheet.
func (r *request) format() (registrar.Format, error) {
	var faults input.Faults
	format := rest.Choice(r.Request, "format", &faults, registrar.CSV, registrar.XLSX)
	return cmp.Or(format, registrar.CSV), faults.Err()
}

// exportElectorate answers with the frozen roll of an election as CSV. Auditors can compute the
// hash in the manifest from it: the order is the same.
func (s *Server) exportElectorate(w http.ResponseWriter, r *request) error {
	electors, err := s.store.ExportElectorate(r.Context(), r.by(), r.election)
	if err != nil {
		return err
	}
	return respond(w, "electorate-"+string(r.election)+".csv", "text/csv; charset=utf-8", func(out io.Writer) error {
		return registrar.WriteElectorate(out, electors)
	})
}

// respondTable answers with a table for the client to save, in a format for spreadsheets.
func respondTable(w http.ResponseWriter, name string, format registrar.Format, rows [][]string) error {
	return respond(w, name+"."+string(format), format.MediaType(), func(out io.Writer) error {
		return format.Write(out, rows)
	})
}

// respond answers with a file for the client to save.
func respond(w http.ResponseWriter, filename, mediaType string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	fileHeader(w, filename, mediaType)
	w.Header().Set("Content-Length", strconv.Itoa(b.Len()))
	w.Write(b.Bytes()) // the client may have gone
	return nil
}

// fileHeader sets the headers of a file to save.
func fileHeader(w http.ResponseWriter, filename, mediaType string) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", `attachment; filename="`+filename+`"`)
	h.Set("Cache-Control", "no-store")
}
