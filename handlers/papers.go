package handlers

import (
	"net/http"
	"strconv"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// papersView shows the state of the printed papers of an election.
type papersView struct {
	Printed    int         `json:"printed"`
	HandedOut  int         `json:"handedOut"`
	NeedsLot   bool        `json:"needsLot"`
	Lot        *int        `json:"lot,omitempty"`
	Entries    []entryView `json:"entries"`
	OneAccount bool        `json:"oneAccount"`
	FinishedAt time.Time   `json:"finishedAt,omitzero"`
}

// entryView shows an entry of the printed papers: who types it, and how many papers it has.
type entryView struct {
	Clerk  string `json:"clerk"`
	Papers int    `json:"papers"`
}

func viewPapers(p store.PaperState) papersView {
	v := papersView{Printed: p.Printed, HandedOut: p.HandedOut, NeedsLot: p.NeedsLot, Lot: p.Lot,
		OneAccount: p.Users[0] != "" && p.Users[0] == p.Users[1], FinishedAt: p.Finished}
	for i, clerk := range p.Clerks {
		v.Entries = append(v.Entries, entryView{clerk, p.Entered[i]})
	}
	return v
}

// getPapers answers with the state of the printed papers of an election.
func (s *Server) getPapers(w http.ResponseWriter, r *request) error {
	p, err := s.store.PaperState(r.Context(), r.election)
	return rest.Respond(w, viewPapers(p), err)
}

// papersAfter answers with that state after a change.
func (s *Server) papersAfter(w http.ResponseWriter, r *request, err error) error {
	if err != nil {
		return err
	}
	return s.getPapers(w, r)
}

// handOutPaper notes that a printed paper is handed out for a person of the frozen roll.
func (s *Server) handOutPaper(w http.ResponseWriter, r *request) error {
	var in struct {
		Entry rest.Optional[string] `json:"entryId"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	var faults input.Faults
	entry := in.Entry.Required("entryId", &faults)
	if entry == nil {
		faults.Add("entryId", refusal.Required, nil)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	id, err := store.ParseID[store.RollID](*entry)
	if err != nil {
		return refusal.Invalid("entryId", refusal.RollUnknownID, nil)
	}
	return s.papersAfter(w, r, s.store.HandOutPaper(r.Context(), r.by(), r.election, id))
}

// throwLot keeps the number that was thrown in public for the draw.
func (s *Server) throwLot(w http.ResponseWriter, r *request) error {
	var in struct {
		Number int `json:"number"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	return s.papersAfter(w, r, s.store.ThrowLot(r.Context(), r.by(), r.election, in.Number))
}

// pathNumber reads a number in the path; 0 for anything else, which is of nothing.
func (r *request) pathNumber(name string) int {
	n, err := strconv.Atoi(r.Params.ByName(name))
	if err != nil || strconv.Itoa(n) != r.Params.ByName(name) {
		return 0
	}
	return n
}

// beginPapers names who types an entry of the printed papers.
func (s *Server) beginPapers(w http.ResponseWriter, r *request) error {
	var in struct {
		Clerk string `json:"clerk"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	return s.papersAfter(w, r, s.store.BeginPapers(r.Context(), r.by(), r.election, r.pathNumber("number"), in.Clerk))
}

// listPapers answers with the papers of an entry.
func (s *Server) listPapers(w http.ResponseWriter, r *request) error {
	all, err := s.store.EnteredPapers(r.Context(), r.election, r.pathNumber("number"))
	return rest.Respond(w, obj{"items": all}, err)
}

// enterPaper writes a printed paper into an entry.
func (s *Server) enterPaper(w http.ResponseWriter, r *request) error {
	var in struct {
		Marks   []int `json:"marks"`
		Invalid bool  `json:"invalid"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if in.Invalid == (in.Marks != nil) {
		return refusal.Invalid("marks", refusal.Required, nil)
	}
	p := store.PaperMade{Reference: r.pathNumber("reference"), Marks: in.Marks}
	err := s.store.EnterPaper(r.Context(), r.by(), r.election, r.pathNumber("number"), p)
	return rest.Respond(w, p, err)
}

// dropPaper takes a printed paper out of an entry.
func (s *Server) dropPaper(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.DropPaper(r.Context(), r.by(), r.election, r.pathNumber("number"),
		r.pathNumber("reference")))
}

// comparePapers answers with the papers whose two entries differ.
func (s *Server) comparePapers(w http.ResponseWriter, r *request) error {
	all, err := s.store.ComparePapers(r.Context(), r.election)
	return rest.Respond(w, obj{"items": all}, err)
}

// finishPapers ends the entry of the printed papers.
func (s *Server) finishPapers(w http.ResponseWriter, r *request) error {
	return s.papersAfter(w, r, s.store.FinishPapers(r.Context(), r.by(), r.election))
}
