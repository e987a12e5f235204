package handlers

import (
	"cmp"
	"net/http"
	"slices"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// candidateFields are the fields of a candidate that an administrator sets.
type candidateFields struct {
	Name        rest.Optional[string] `json:"name"`
	Affiliation rest.Optional[string] `json:"affiliation"`
	Description rest.Optional[string] `json:"description"`
	Kind        rest.Optional[string] `json:"kind"`
	List        rest.Optional[string] `json:"list"`
	Minority    rest.Optional[bool]   `json:"minority"`
	Since       rest.Optional[string] `json:"since"`

	Translations translations `json:"translations"`
}

// change returns the change that the fields ask for.
func (in candidateFields) change() (store.CandidateChange, error) {
	var faults input.Faults
	return store.CandidateChange{
		Name: in.Name.Required("name", &faults), Affiliation: in.Affiliation.Clearable(),
		Description: in.Description.Clearable(), Kind: in.Kind.Clearable(), Translations: in.Translations.Clearable(),
		List:     listNamed(in.List, &faults),
		Minority: in.Minority.Required("minority", &faults), Since: in.Since.Clearable(),
	}, faults.Err()
}

// listNamed is the list that a field names; null names none.
func listNamed(list rest.Optional[string], faults *input.Faults) *store.CandidateID {
	if list.Set && !list.Null && list.Value == "" {
		faults.Add("list", refusal.NotAList, nil)
	}
	return (*store.CandidateID)(list.Clearable())
}

// listCandidates lists the candidates of an election in any status.
func (s *Server) listCandidates(w http.ResponseWriter, r *request) error {
	e, err := s.store.Election(r.Context(), r.election)
	if err != nil {
		return err
	}
	return r.respondCandidates(w, e)
}

// respondCandidates answers with the candidates of an election, or with those of the question that the query names.
func (r *request) respondCandidates(w http.ResponseWriter, e store.Election) error {
	if asked := r.URL.Query(); asked.Has("question") {
		at := slices.IndexFunc(e.Questions, func(q store.Question) bool { return string(q.ID) == asked.Get("question") })
		if at < 0 {
			return refusal.Missing("question")
		}
		e.Questions = e.Questions[at : at+1]
	}
	var all store.List[store.Candidate]
	for _, q := range e.Questions {
		all.Items = append(all.Items, q.Candidates...)
	}
	return rest.RespondList(w, r.Request, all, candidateFor(r.user.Role), nil)
}

// orderCandidates puts the candidates of a question of an election in DRAFT in another order.
func (s *Server) orderCandidates(w http.ResponseWriter, r *request) error {
	var in struct {
		Question rest.Optional[string] `json:"question"`
		Order    []store.CandidateID   `json:"order"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	question, err := questionNamed(in.Question)
	if err != nil {
		return err
	}
	e, err := s.store.OrderCandidates(r.Context(), r.by(), r.election, question, in.Order)
	var standing store.List[store.Candidate]
	for _, q := range e.Questions {
		if question == "" || q.ID == question {
			standing.Items = q.Candidates
		}
	}
	tagVersion(w, e.Version(), err)
	return rest.RespondList(w, r.Request, standing, candidateFor(r.user.Role), err)
}

// questionNamed is the question that a body names, "" if it names none.
func questionNamed(id rest.Optional[string]) (store.QuestionID, error) {
	switch {
	case !id.Set:
		return "", nil
	case id.Null:
		return "", refusal.Invalid("question", refusal.Null, nil)
	}
	return store.ParseID[store.QuestionID](id.Value)
}

// addCandidate adds a candidate to a question of an election in DRAFT.
func (s *Server) addCandidate(w http.ResponseWriter, r *request) error {
	var in struct {
		candidateFields
		Question rest.Optional[string] `json:"question"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	question, err := questionNamed(in.Question)
	if err != nil {
		return err
	}
	c, err := in.change()
	if err != nil {
		return err
	}
	added, err := s.store.AddCandidate(r.Context(), r.by(), r.election, question, c)
	return rest.Respond(w, candidateFor(r.user.Role)(added), err)
}

// addCandidates adds candidates to a question of an election in DRAFT by their names, all or none.
func (s *Server) addCandidates(w http.ResponseWriter, r *request) error {
	var in struct {
		Names []string              `json:"names"`
		List  rest.Optional[string] `json:"list"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	var faults input.Faults
	list := cmp.Or(listNamed(in.List, &faults), new(store.CandidateID))
	if err := faults.Err(); err != nil {
		return err
	}
	added, err := s.store.AddCandidates(r.Context(), r.by(), r.election, r.question, *list, in.Names)
	return rest.RespondList(w, r.Request, store.List[store.Candidate]{Items: added}, candidateFor(r.user.Role), err)
}

// updateCandidate changes a candidate of an election in DRAFT.
func (s *Server) updateCandidate(w http.ResponseWriter, r *request) error {
	var in candidateFields
	err := r.DecodeChange(w, rest.MaxJSON, &in, func() (any, error) {
		e, err := s.store.Election(r.Context(), r.election)
		if err != nil {
			return nil, err
		}
		for _, q := range e.Questions {
			if at := slices.IndexFunc(q.Candidates, func(c store.Candidate) bool { return c.ID == r.candidate }); at >= 0 {
				return candidateFor(r.user.Role)(q.Candidates[at]), nil
			}
		}
		return nil, refusal.Missing("candidate")
	})
	if err != nil {
		return err
	}
	c, err := in.change()
	if err != nil {
		return err
	}
	changed, err := s.store.UpdateCandidate(r.Context(), r.by(), r.election, r.candidate, c)
	return rest.Respond(w, candidateFor(r.user.Role)(changed), err)
}

// removeCandidate removes a candidate from an election in DRAFT.
func (s *Server) removeCandidate(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.RemoveCandidate(r.Context(), r.by(), r.election, r.candidate))
}

// removeCandidatePhoto removes the photo of a candidate of an election in DRAFT.
func (s *Server) removeCandidatePhoto(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.RemoveCandidatePhoto(r.Context(), r.by(), r.election, r.candidate))
}

// uploadCandidatePhoto gives a candidate of an election in DRAFT a photo.
func (s *Server) uploadCandidatePhoto(w http.ResponseWriter, r *request) error {
	image, err := s.readPhoto(w, r)
	if err != nil {
		return err
	}
	c, err := s.store.SetCandidatePhoto(r.Context(), r.by(), r.election, r.candidate, image)
	return rest.Respond(w, candidateFor(r.user.Role)(c), err)
}

// getCandidatePhoto serves a candidate's photo. While the election is in DRAFT, only administrators get it.
func (s *Server) getCandidatePhoto(w http.ResponseWriter, r *request) error {
	p, data, err := s.store.CandidatePhoto(r.Context(), r.candidate, r.user.Role == store.RoleAdmin)
	return respondPhoto(w, r, p, data, "private, no-cache", err)
}
