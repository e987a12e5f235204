package handlers

import (
	"net/http"

	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
)

// voterView is somebody who may vote in an election, and whether they have; never when or for what.
type voterView struct {
	EntryID    store.RollID    `json:"entryId,omitempty"`
	UserID     store.UserID    `json:"userId,omitempty"`
	FullName   string          `json:"fullName"`
	Member     string          `json:"member,omitempty"`
	Email      string          `json:"email,omitempty"`
	Registered bool            `json:"registered"`
	Present    bool            `json:"present"`
	HasVoted   bool            `json:"hasVoted"`
	OnPaper    bool            `json:"onPaper"`
	Proxy      *store.HeldVote `json:"proxy,omitempty"`
}

// voterFilter reads which voters of an election a request is about.
func (r *request) voterFilter() (f store.VoterFilter, err error) {
	var faults input.Faults
	if state := rest.Choice(r.Request, "state", &faults, "voted", "waiting"); state != "" {
		f.Voted = new(state == "voted")
	}
	return f, faults.Err()
}

// listVoters lists by name who may vote in an election: all, or those who have voted or have not.
func (s *Server) listVoters(w http.ResponseWriter, r *request) error {
	page, query, err := r.Search()
	if err != nil {
		return err
	}
	f, err := r.voterFilter()
	if err != nil {
		return err
	}
	f.Query = query
	l, err := s.store.Voters(r.Context(), r.election, f, page)
	return rest.RespondList(w, r.Request, l, func(v store.Voter) voterView {
		return voterView{v.Entry, v.User, v.FullName, v.Member, v.Email, v.Registered, v.Present, v.HasVoted,
			v.OnPaper, v.Proxy}
	}, err)
}

// exportVoters answers with that list as a table. The audit list notes it.
func (s *Server) exportVoters(w http.ResponseWriter, r *request) error {
	f, err := r.voterFilter()
	if err != nil {
		return err
	}
	format, err := r.format()
	if err != nil {
		return err
	}
	all, err := s.store.ExportVoters(r.Context(), r.by(), r.election, f)
	if err != nil {
		return err
	}
	return respondTable(w, "voters-"+string(r.election), format, registrar.VoterTable(all))
}
