package handlers

import (
	"net/http"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// election is the election a route names.
func (r *request) election() (store.ElectionID, error) {
	return store.ParseID[store.ElectionID](r.params.ByName("id"))
}

// by is who asks, for the audit.
func (r *request) by() store.Actor { return store.ByUser(r.user.ID) }

// electionFields are the fields of an election that an administrator sets.
type electionFields struct {
	Title       optional[string]    `json:"title"`
	Description optional[string]    `json:"description"`
	Method      optional[string]    `json:"method"`
	Settings    electionSettings    `json:"settings"`
	OpensAt     optional[time.Time] `json:"opensAt"`
	ClosesAt    optional[time.Time] `json:"closesAt"`
}

// electionSettings are those to change: nil, for absent or null, leaves one as it is.
type electionSettings struct {
	ShuffleCandidates *bool   `json:"shuffleCandidates"`
	TieBreak          *string `json:"tieBreak"`
	Electorate        *string `json:"electorate"`
}

// change is what the fields ask for.
func (in electionFields) change() (store.ElectionChange, error) {
	var faults []refusal.Field
	c := store.ElectionChange{
		Title: in.Title.required("title", &faults), Method: in.Method.required("method", &faults),
		Description: in.Description.clearable(),
		OpensAt:     utc(in.OpensAt, "opensAt", &faults), ClosesAt: utc(in.ClosesAt, "closesAt", &faults),
		ShuffleCandidates: in.Settings.ShuffleCandidates, TieBreak: (*ballotbox.TieBreak)(in.Settings.TieBreak),
		Electorate: (*store.ElectorateKind)(in.Settings.Electorate),
	}
	return c, refusal.InvalidFields(faults)
}

// listElections lists all elections, or those of a status, newest first.
func (s *Server) listElections(w http.ResponseWriter, r *request) error {
	page, err := r.page("-createdAt", "createdAt")
	if err != nil {
		return err
	}
	var status store.Status
	if q := r.URL.Query(); q.Has("status") {
		if status, err = store.ParseStatus(q.Get("status")); err != nil {
			return err
		}
	}
	l, err := s.store.Elections(r.Context(), status, page)
	if err != nil {
		return err
	}
	return respondList(w, r, l, electionFor(r.user.Role))
}

// createElection makes an election in DRAFT.
func (s *Server) createElection(w http.ResponseWriter, r *request) error {
	var in electionFields
	if err := r.decode(w, &in); err != nil {
		return err
	}
	c, err := in.change()
	if err != nil {
		return err
	}
	e, err := s.store.CreateElection(r.Context(), r.by(), c)
	if err != nil {
		return err
	}
	return respond(w, electionFor(r.user.Role)(e))
}

// getElection reads an election in any status.
func (s *Server) getElection(w http.ResponseWriter, r *request) error {
	return s.withElection(w, r, func(id store.ElectionID) (store.Election, error) {
		return s.store.Election(r.Context(), id)
	})
}

// updateElection changes an election in DRAFT.
func (s *Server) updateElection(w http.ResponseWriter, r *request) error {
	return s.withElection(w, r, func(id store.ElectionID) (store.Election, error) {
		var in electionFields
		err := r.decodeChange(w, &in, func() (any, error) {
			e, err := s.store.Election(r.Context(), id)
			return electionFor(r.user.Role)(e), err
		})
		if err != nil {
			return store.Election{}, err
		}
		c, err := in.change()
		if err != nil {
			return store.Election{}, err
		}
		return s.store.UpdateElection(r.Context(), r.by(), id, c)
	})
}

// updateElectionStatus moves an election one step forward.
func (s *Server) updateElectionStatus(w http.ResponseWriter, r *request) error {
	return s.withElection(w, r, func(id store.ElectionID) (store.Election, error) {
		var in struct {
			Status string `json:"status"`
		}
		if err := r.decode(w, &in); err != nil {
			return store.Election{}, err
		}
		to, err := store.ParseStatus(in.Status)
		if err != nil {
			return store.Election{}, err
		}
		return s.store.SetStatus(r.Context(), r.by(), id, to)
	})
}

// withElection runs a call on the election that a route names and answers with what it returns.
func (s *Server) withElection(w http.ResponseWriter, r *request, call func(store.ElectionID) (store.Election, error)) error {
	id, err := r.election()
	if err != nil {
		return err
	}
	e, err := call(id)
	if err != nil {
		return err
	}
	return respond(w, electionFor(r.user.Role)(e))
}

// deleteElection removes an election in DRAFT.
func (s *Server) deleteElection(w http.ResponseWriter, r *request) error {
	id, err := r.election()
	if err != nil {
		return err
	}
	return respondDeleted(w, s.store.DeleteElection(r.Context(), r.by(), id))
}

// calculateResults counts a COMPLETED election, once.
func (s *Server) calculateResults(w http.ResponseWriter, r *request) error {
	id, err := r.election()
	if err != nil {
		return err
	}
	results, err := s.store.CalculateResults(r.Context(), r.by(), id)
	if err != nil {
		return err
	}
	return respond(w, viewResults(results))
}

// getResults reads the results of a COMPLETED election, for voters and administrators.
func (s *Server) getResults(w http.ResponseWriter, r *request) error {
	id, err := r.election()
	if err != nil {
		return err
	}
	results, err := s.store.Results(r.Context(), id, r.user.Role == store.RoleAdmin)
	if err != nil {
		return err
	}
	return respond(w, viewResults(results))
}
