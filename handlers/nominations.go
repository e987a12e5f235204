package handlers

import (
	"net/http"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// nominationView is a nomination as administrators see it.
type nominationView struct {
	ID          store.NominationID    `json:"id"`
	Version     string                `json:"etag"`
	QuestionID  store.QuestionID      `json:"questionId"`
	Entry       store.RollID          `json:"entryId,omitempty"`
	Name        string                `json:"name"`
	Affiliation string                `json:"affiliation,omitempty"`
	Statement   string                `json:"statement,omitempty"`
	Photo       *photoView            `json:"photo,omitempty"`
	State       store.NominationState `json:"state"`
	Reason      string                `json:"reason,omitempty"` // of the decision
	Candidate   store.CandidateID     `json:"candidateId,omitempty"`
	Proposals   []proposalView        `json:"proposals"`
}

// proposalView is who proposes a person, and how they wrote the name.
type proposalView struct {
	Name  string `json:"name"`
	Wrote string `json:"wrote"`
}

func viewNomination(n store.Nomination) nominationView {
	v := nominationView{
		ID: n.ID, Version: n.Version(), QuestionID: n.QuestionID, Entry: n.Person, Name: n.Name,
		Affiliation: n.Affiliation, Statement: n.Statement, State: n.State(), Candidate: n.Candidate,
		Photo: viewPhoto(n.Photo, "",
			"/api/admin/elections/"+string(n.ElectionID)+"/nominations/"+string(n.ID)+"/photo"),
		Proposals: []proposalView{},
	}
	if n.Decision != nil {
		v.Reason = n.Decision.Reason
	}
	for _, p := range n.Proposals {
		v.Proposals = append(v.Proposals, proposalView{p.Name, p.Wrote})
	}
	return v
}

// nominationsView is the nominations for an election. Without an end, they were never open.
type nominationsView struct {
	Open      bool               `json:"open"`
	Until     time.Time          `json:"until,omitzero"`
	Questions []store.QuestionID `json:"questions"` // that take nominations
	Items     []nominationView   `json:"items"`
}

func viewNominations(found store.Nominations) nominationsView {
	v := nominationsView{Open: found.Open, Questions: []store.QuestionID{}, Items: []nominationView{}}
	if found.Call != nil {
		v.Until, v.Questions = found.Call.Until, found.Call.Questions
	}
	for _, n := range found.All {
		v.Items = append(v.Items, viewNomination(n))
	}
	return v
}

// listNominations lists the nominations for an election in any status.
func (s *Server) listNominations(w http.ResponseWriter, r *request) error {
	found, err := s.store.Nominations(r.Context(), r.election)
	return rest.Respond(w, viewNominations(found), err)
}

// openNominations opens nominations for questions of an election in DRAFT, or moves their end.
func (s *Server) openNominations(w http.ResponseWriter, r *request) error {
	var in struct {
		Questions []store.QuestionID       `json:"questions"`
		Until     rest.Optional[time.Time] `json:"until"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	var faults input.Faults
	until := rest.UTC(in.Until, "until", &faults)
	if len(faults) == 0 && (until == nil || until.IsZero()) {
		faults.Add("until", refusal.Required, nil)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	found, err := s.store.CallNominations(r.Context(), r.by(), r.election, in.Questions, *until)
	return rest.Respond(w, viewNominations(found), err)
}

// closeNominations ends nominations for an election in DRAFT.
func (s *Server) closeNominations(w http.ResponseWriter, r *request) error {
	found, err := s.store.CloseNominations(r.Context(), r.by(), r.election)
	return rest.Respond(w, viewNominations(found), err)
}

// decideNomination admits a nomination, or refuses it with a reason.
func (s *Server) decideNomination(w http.ResponseWriter, r *request) error {
	admit, reason, err := r.decision(w)
	if err != nil {
		return err
	}
	n, err := s.store.DecideNomination(r.Context(), r.by(), r.election, r.nomination, admit, reason)
	return respondVersion(w, viewNomination(n), n.Version(), err)
}

// findNominee says which person of the roll a proposal means.
func (s *Server) findNominee(w http.ResponseWriter, r *request) error {
	var in struct {
		Entry string `json:"entry"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	person, err := store.ParseID[store.RollID](in.Entry)
	if err != nil {
		return err
	}
	n, err := s.store.FindNominee(r.Context(), r.by(), r.election, r.nomination, person)
	return respondVersion(w, viewNomination(n), n.Version(), err)
}

// makeCandidates makes candidates of the nominations that were admitted, and lists the new ones.
func (s *Server) makeCandidates(w http.ResponseWriter, r *request) error {
	added, err := s.store.MakeCandidates(r.Context(), r.by(), r.election)
	return rest.RespondList(w, r.Request, store.List[store.Candidate]{Items: added}, candidateFor(r.user.Role), err)
}

// getNominationPhoto serves the photo of a nomination to administrators.
func (s *Server) getNominationPhoto(w http.ResponseWriter, r *request) error {
	p, data, err := s.store.NominationPhoto(r.Context(), r.election, r.nomination)
	return respondPhoto(w, r, p, data, "private, no-cache", err)
}

// callView is an election with nominations, as a member sees it.
type callView struct {
	Election  store.ElectionID   `json:"electionId"`
	Title     string             `json:"title"`
	TimeZone  string             `json:"timeZone"`
	Open      bool               `json:"open"`
	Until     time.Time          `json:"until"`
	Questions []callQuestionView `json:"questions"`

	Translations []ballotbox.Translation `json:"translations,omitempty"`
}

type callQuestionView struct {
	ID       store.QuestionID   `json:"id"`
	Title    string             `json:"title,omitempty"`
	Text     string             `json:"text,omitempty"`
	Seats    int                `json:"seats"`
	Own      *ownNominationView `json:"own,omitempty"`
	Proposed []string           `json:"proposed"` // by the member

	Translations []ballotbox.Translation `json:"translations,omitempty"`
}

// ownNominationView is a nomination as the person sees it.
type ownNominationView struct {
	Affiliation string                `json:"affiliation,omitempty"`
	Statement   string                `json:"statement,omitempty"`
	Photo       *photoView            `json:"photo,omitempty"`
	State       store.NominationState `json:"state"`
	Reason      string                `json:"reason,omitempty"`
	Listed      bool                  `json:"listed"` // it has become a candidate
	ProposedBy  []string              `json:"proposedBy"`
}

func viewOwnNomination(n store.Nomination) *ownNominationView {
	v := &ownNominationView{
		Affiliation: n.Affiliation, Statement: n.Statement, State: n.State(), Listed: n.Candidate != "",
		Photo: viewPhoto(n.Photo, "",
			"/api/user/nominations/"+string(n.ElectionID)+"/questions/"+string(n.QuestionID)+"/photo"),
		ProposedBy: []string{},
	}
	if n.Decision != nil {
		v.Reason = n.Decision.Reason
	}
	for _, p := range n.Proposals {
		v.ProposedBy = append(v.ProposedBy, p.Name)
	}
	return v
}

// listCalls lists the elections with nominations for the member who asks.
func (s *Server) listCalls(w http.ResponseWriter, r *request) error {
	name, calls, err := s.store.MemberCalls(r.Context(), r.user.ID)
	if err != nil {
		return err
	}
	v := struct {
		Name  string     `json:"name"` // of the member, as on the roll
		Items []callView `json:"items"`
	}{name, []callView{}}
	for _, c := range calls {
		shown := callView{c.Election, c.Title, c.TimeZone, c.Open, c.Until, []callQuestionView{}, c.Translations}
		for _, q := range c.Questions {
			asked := callQuestionView{ID: q.ID, Title: q.Title, Text: q.Text, Seats: q.Seats, Translations: q.Translations,
				Proposed: append([]string{}, q.Proposed...)}
			if q.Own != nil {
				asked.Own = viewOwnNomination(*q.Own)
			}
			shown.Questions = append(shown.Questions, asked)
		}
		v.Items = append(v.Items, shown)
	}
	return rest.Respond(w, v, nil)
}

// nominate answers with what a change makes of the nomination of the member who asks. It bounds how often a member
// makes changes: each has a line in the audit list.
func (s *Server) nominate(w http.ResponseWriter, r *request, change func() (store.Nomination, error)) error {
	account := string(r.user.ID)
	if retry, ok := s.limits.nominations.Allow(account); !ok {
		return rest.RateLimited(retry)
	}
	n, err := change()
	if err != nil {
		s.limits.nominations.GiveBack(account)
	}
	return rest.Respond(w, viewOwnNomination(n), err)
}

// stand nominates the member who asks, accepts a proposal, or changes what the member says.
func (s *Server) stand(w http.ResponseWriter, r *request) error {
	var in struct {
		Affiliation rest.Optional[string] `json:"affiliation"`
		Statement   rest.Optional[string] `json:"statement"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	ch := store.NominationChange{Affiliation: in.Affiliation.Clearable(), Statement: in.Statement.Clearable()}
	return s.nominate(w, r, func() (store.Nomination, error) {
		return s.store.Stand(r.Context(), r.user.ID, r.election, r.question, ch)
	})
}

// standDown withdraws the nomination of the member who asks, or declines it.
func (s *Server) standDown(w http.ResponseWriter, r *request) error {
	return s.nominate(w, r, func() (store.Nomination, error) {
		return s.store.StandDown(r.Context(), r.user.ID, r.election, r.question)
	})
}

// propose proposes somebody, and answers with all whom the member has proposed for the question.
func (s *Server) propose(w http.ResponseWriter, r *request) error {
	var in struct {
		Name string `json:"name"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	proposed, err := s.store.Propose(r.Context(), r.user.ID, r.election, r.question, in.Name)
	return rest.Respond(w, obj{"proposed": proposed}, err)
}

// getOwnNominationPhoto serves the photo of the member's own nomination.
func (s *Server) getOwnNominationPhoto(w http.ResponseWriter, r *request) error {
	p, data, err := s.store.OwnNominationPhoto(r.Context(), r.user.ID, r.election, r.question)
	return respondPhoto(w, r, p, data, "private, no-cache", err)
}

// uploadNominationPhoto gives the member who asks a photo on their nomination.
func (s *Server) uploadNominationPhoto(w http.ResponseWriter, r *request) error {
	image, err := s.readPhoto(w, r)
	if err != nil {
		return err
	}
	return s.nominate(w, r, func() (store.Nomination, error) {
		return s.store.SetNominationPhoto(r.Context(), r.user.ID, r.election, r.question, image)
	})
}

// removeNominationPhoto removes the photo from the member's own nomination.
func (s *Server) removeNominationPhoto(w http.ResponseWriter, r *request) error {
	return s.nominate(w, r, func() (store.Nomination, error) {
		return s.store.RemoveNominationPhoto(r.Context(), r.user.ID, r.election, r.question)
	})
}
