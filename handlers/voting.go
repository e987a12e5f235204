package handlers

import (
	"net/http"

	"ostrakon/store"
	"ostrakon/store/refusal"
)

// listActiveElections lists the elections that are ACTIVE, newest first.
func (s *Server) listActiveElections(w http.ResponseWriter, r *request) error {
	return s.listAsVoter(w, r, store.Active)
}

// listCompletedElections lists the elections that are COMPLETED, newest first.
func (s *Server) listCompletedElections(w http.ResponseWriter, r *request) error {
	return s.listAsVoter(w, r, store.Completed)
}

func (s *Server) listAsVoter(w http.ResponseWriter, r *request, status store.Status) error {
	page, err := r.page()
	if err != nil {
		return err
	}
	l, err := s.store.ElectionsFor(r.Context(), r.user.ID, status, page)
	if err != nil {
		return err
	}
	return respondList(w, r, l, electionFor(r.user.Role))
}

// getElectionAsVoter reads an election that is not a DRAFT.
func (s *Server) getElectionAsVoter(w http.ResponseWriter, r *request) error {
	return s.withElection(w, r, func(id store.ElectionID) (store.Election, error) {
		return s.store.ElectionFor(r.Context(), r.user.ID, id)
	})
}

// listCandidatesAsVoter lists the candidates of an election that is not a DRAFT, in the voter's
// order.
func (s *Server) listCandidatesAsVoter(w http.ResponseWriter, r *request) error {
	id, err := r.election()
	if err != nil {
		return err
	}
	e, err := s.store.ElectionFor(r.Context(), r.user.ID, id)
	if err != nil {
		return err
	}
	return respondList(w, r, store.List[store.Candidate]{Items: e.Candidates}, candidateFor(r.user.Role))
}

// castVote casts the voter's ballot and answers with the receipt once it is on disk. The answer has
// the same size for every choice.
func (s *Server) castVote(w http.ResponseWriter, r *request) error {
	id, err := r.election()
	if err != nil {
		return err
	}
	var in struct {
		CandidateID string `json:"candidateId"`
		ClientNonce string `json:"clientNonce"`
	}
	if err := r.decode(w, &in); err != nil {
		return err
	}
	if in.CandidateID == "" {
		return refusal.Invalid("candidateId", refusal.Required, nil)
	}
	candidate, err := store.ParseID[store.CandidateID](in.CandidateID)
	if err != nil {
		return refusal.CandidateElsewhere
	}
	receipt, err := s.store.CastVote(r.Context(), r.user.ID, id, candidate, in.ClientNonce)
	if err != nil {
		return err
	}
	return respond(w, receipt)
}

// hasVoted answers whether the voter has voted in an election.
func (s *Server) hasVoted(w http.ResponseWriter, r *request) error {
	id, err := r.election()
	if err != nil {
		return err
	}
	voted, err := s.store.HasVoted(r.Context(), r.user.ID, id)
	if err != nil {
		return err
	}
	return respond(w, struct {
		HasVoted bool `json:"hasVoted"`
	}{voted})
}
