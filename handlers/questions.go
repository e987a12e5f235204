package handlers

import (
	"net/http"
	"slices"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// questionFields are the fields of a question that an administrator sets.
type questionFields struct {
	Title           rest.Optional[string]            `json:"title"`
	Text            rest.Optional[string]            `json:"text"`
	Method          rest.Optional[string]            `json:"method"`
	Seats           rest.Optional[int]               `json:"seats"`
	Min             rest.Optional[int]               `json:"min"`
	Max             rest.Optional[int]               `json:"max"`
	Each            rest.Optional[int]               `json:"each"`
	Draw            rest.Optional[bool]              `json:"draw"`
	Last            rest.Optional[bool]              `json:"last"`
	Threshold       rest.Optional[tally.Threshold]   `json:"threshold"`
	PeopleThreshold rest.Optional[tally.Threshold]   `json:"peopleThreshold"`
	KeepThreshold   rest.Optional[bool]              `json:"keepThreshold"`
	Lists           rest.Optional[store.ListRules]   `json:"lists"`
	Quotas          rest.Optional[[]tally.KindQuota] `json:"quotas"`
	Groups          rest.Optional[[]string]          `json:"groups"`
	Evidence        rest.Optional[string]            `json:"evidence"`
	Translations    translations                     `json:"translations"`
}

// translations are texts in other languages; null for none.
type translations = rest.Optional[[]ballotbox.Translation]

// change returns the change that the fields ask for. null for max, each and thresholds means none.
func (in questionFields) change() (store.QuestionChange, error) {
	var faults input.Faults
	// The store takes these for null.
	if in.Max.Set && !in.Max.Null && in.Max.Value == 0 {
		faults.Add("max", refusal.NotInteger, refusal.Facts{"min": 1, "max": store.MaxCandidates})
	}
	if in.Each.Set && !in.Each.Null && in.Each.Value == 0 {
		faults.Add("each", refusal.NotInteger, refusal.Facts{"min": 1, "max": store.MaxMarks})
	}
	for _, t := range []rest.Optional[tally.Threshold]{in.Threshold, in.PeopleThreshold} {
		if t.Set && !t.Null && t.Value.Of == "" {
			faults.Add("of", refusal.Required, nil)
		}
	}
	return store.QuestionChange{
		Title: in.Title.Required("title", &faults), Text: in.Text.Clearable(),
		Method: (*tally.Method)(in.Method.Required("method", &faults)),
		Seats:  in.Seats.Required("seats", &faults), Min: in.Min.Required("min", &faults), Max: in.Max.Clearable(),
		Each: in.Each.Clearable(), Draw: in.Draw.Required("draw", &faults), Last: in.Last.Required("last", &faults),
		Threshold: in.Threshold.Clearable(), PeopleThreshold: in.PeopleThreshold.Clearable(),
		KeepThreshold: in.KeepThreshold.Required("keepThreshold", &faults), Groups: in.Groups.Clearable(),
		Lists: in.Lists.Clearable(), Quotas: in.Quotas.Clearable(),
		Evidence:     (*ballotbox.EvidenceKind)(in.Evidence.Required("evidence", &faults)),
		Translations: in.Translations.Clearable(),
	}, faults.Err()
}

// listQuestions lists the questions of an election in any status.
func (s *Server) listQuestions(w http.ResponseWriter, r *request) error {
	e, err := s.store.Election(r.Context(), r.election)
	return rest.RespondList(w, r.Request, store.List[store.Question]{Items: e.Questions}, questionFor(r.user.Role), err)
}

// addQuestion adds a question to an election in DRAFT.
func (s *Server) addQuestion(w http.ResponseWriter, r *request) error {
	var in questionFields
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	c, err := in.change()
	if err != nil {
		return err
	}
	q, err := s.store.AddQuestion(r.Context(), r.by(), r.election, c)
	return rest.Respond(w, questionFor(r.user.Role)(q), err)
}

// orderQuestions puts the questions of an election in DRAFT in another order.
func (s *Server) orderQuestions(w http.ResponseWriter, r *request) error {
	var in struct {
		Order []store.QuestionID `json:"order"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	e, err := s.store.OrderQuestions(r.Context(), r.by(), r.election, in.Order)
	tagVersion(w, e.Version(), err)
	return rest.RespondList(w, r.Request, store.List[store.Question]{Items: e.Questions}, questionFor(r.user.Role), err)
}

// updateQuestion changes a question of an election in DRAFT.
func (s *Server) updateQuestion(w http.ResponseWriter, r *request) error {
	var in questionFields
	err := r.DecodeChange(w, maxPaper, &in, func() (any, error) {
		e, err := s.store.Election(r.Context(), r.election)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(e.Questions, func(q store.Question) bool { return q.ID == r.question })
		if at < 0 {
			return nil, refusal.Missing("question")
		}
		return questionFor(r.user.Role)(e.Questions[at]), nil
	})
	if err != nil {
		return err
	}
	c, err := in.change()
	if err != nil {
		return err
	}
	q, err := s.store.UpdateQuestion(r.Context(), r.by(), r.election, r.question, c)
	return rest.Respond(w, questionFor(r.user.Role)(q), err)
}

// removeQuestion removes a question of an election in DRAFT with its candidates.
func (s *Server) removeQuestion(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.RemoveQuestion(r.Context(), r.by(), r.election, r.question))
}

// makeSecondRound makes an election between those whom a question has left.
func (s *Server) makeSecondRound(w http.ResponseWriter, r *request) error {
	var in struct {
		Title string `json:"title"`
	}
	if err := r.DecodeOptional(w, &in); err != nil {
		return err
	}
	e, err := s.store.SecondRound(r.Context(), r.by(), r.election, r.question, in.Title)
	return respondElection(w, r, e, err)
}

type questionView struct {
	ID      store.QuestionID `json:"id"`
	Version string           `json:"etag,omitempty"`
	Title   string           `json:"title"`
	Text    string           `json:"text,omitempty"`
	ballotbox.QuestionRules
	Max        int              `json:"max,omitempty"` // absent: as many as there are candidates
	Lists      *store.ListRules `json:"lists,omitempty"`
	Groups     []string         `json:"groups,omitempty"`
	Candidates []candidateView  `json:"candidates"`

	Translations []ballotbox.Translation `json:"translations,omitempty"`
}

// questionFor shows a question to a role.
func questionFor(role store.Role) func(store.Question) questionView {
	candidate := candidateFor(role)
	return func(q store.Question) questionView {
		v := questionView{
			ID: q.ID, Title: q.Title, Text: q.Text, QuestionRules: q.QuestionRules, Max: q.Max, Lists: q.Lists,
			Groups: q.Groups, Translations: q.Translations, Candidates: []candidateView{},
		}
		for _, c := range q.Candidates {
			v.Candidates = append(v.Candidates, candidate(c))
		}
		if role == store.RoleAdmin {
			v.Version = q.Version()
		}
		return v
	}
}
