package handlers

import (
	"context"
	"errors"
	"net/http"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// maxPaper bounds a JSON body with the record of an election or a question, in bytes. A whole paper has
// a million characters, which clients write in up to six bytes each.
const maxPaper = 8 << 20

// by returns the person who asks, for the audit.
func (r *request) by() audit.Actor { return audit.ByUser(r.user.ID) }

// electionFields are the fields of an election that an administrator sets.
type electionFields struct {
	Title       rest.Optional[string]    `json:"title"`
	Description rest.Optional[string]    `json:"description"`
	TimeZone    rest.Optional[string]    `json:"timeZone"`
	Settings    electionSettings         `json:"settings"`
	OpensAt     rest.Optional[time.Time] `json:"opensAt"`
	ClosesAt    rest.Optional[time.Time] `json:"closesAt"`

	Translations translations `json:"translations"`
}

// electionSettings holds the settings to change: nil, for absent or null, leaves a setting as it is.
type electionSettings struct {
	ShuffleCandidates *bool   `json:"shuffleCandidates"`
	Electorate        *string `json:"electorate"`
	MaxProxies        *int    `json:"maxProxies"`
	KeepBoxDays       *int    `json:"keepBoxDays"`
	PrintedPapers     *int    `json:"printedPapers"`
	AutoOpen          *bool   `json:"autoOpen"`
	AutoCount         *bool   `json:"autoCount"`

	Quorum rest.Optional[quorumFields] `json:"quorum"` // null for none
	Proof  rest.Optional[*bool]        `json:"proof"`  // null to decide at the opening
}

type quorumFields struct {
	Least []int                             `json:"least"`
	Of    rest.Optional[ballotbox.QuorumOf] `json:"of"`
}

// change returns the change that the fields ask for.
func (in electionFields) change() (store.ElectionChange, error) {
	var faults input.Faults
	c := store.ElectionChange{
		Title: in.Title.Required("title", &faults), Description: in.Description.Clearable(),
		TimeZone: in.TimeZone.Required("timeZone", &faults),
		OpensAt:  rest.UTC(in.OpensAt, "opensAt", &faults), ClosesAt: rest.UTC(in.ClosesAt, "closesAt", &faults),
		ShuffleCandidates: in.Settings.ShuffleCandidates,
		Electorate:        (*store.ElectorateKind)(in.Settings.Electorate), Quorum: in.Settings.quorum(&faults),
		MaxProxies: in.Settings.MaxProxies, KeepBoxDays: in.Settings.KeepBoxDays, Printed: in.Settings.PrintedPapers,
		AutoOpen: in.Settings.AutoOpen, AutoCount: in.Settings.AutoCount, Proof: in.Settings.Proof.Clearable(),
		Translations: in.Translations.Clearable(),
	}
	return c, faults.Err()
}

// quorum is the change of the quorum: nil for none, zero to clear it.
func (in electionSettings) quorum(faults *input.Faults) *store.Quorum {
	fields := in.Quorum.Clearable()
	switch {
	case fields == nil:
		return nil
	case in.Quorum.Null:
		return &store.Quorum{}
	case len(fields.Least) != 2:
		faults.Add("quorum", refusal.NotPart, refusal.Facts{"max": 100})
		return nil
	}
	if of := fields.Of; of.Required("of", faults) != nil && !of.Null {
		input.OneOf(faults, "of", of.Value, ballotbox.QuorumOfWeights, ballotbox.QuorumOfBoth)
	}
	return &store.Quorum{Least: [2]int(fields.Least), Of: fields.Of.Value}
}

// listElections lists elections, newest first: of any status or one, and the earlier ones, all others or both.
func (s *Server) listElections(w http.ResponseWriter, r *request) error {
	page, err := r.Page("-createdAt", "createdAt")
	if err != nil {
		return err
	}
	var status store.Status
	if q := r.URL.Query(); q.Has("status") {
		if status, err = store.ParseStatus(q.Get("status")); err != nil {
			return err
		}
	}
	earlier, err := r.earlier()
	if err != nil {
		return err
	}
	var l store.List[store.Election]
	if earlier != nil {
		l, err = s.store.ElectionsByAge(r.Context(), status, *earlier, page)
	} else {
		l, err = s.store.Elections(r.Context(), status, page)
	}
	return rest.RespondList(w, r.Request, l, electionFor(r.user.Role), err)
}

// earlier reads whether a list shall have the earlier elections or all others; nil for both.
func (r *request) earlier() (*bool, error) {
	var faults input.Faults
	if asked := rest.Choice(r.Request, "earlier", &faults, "true", "false"); asked != "" {
		return new(asked == "true"), nil
	}
	return nil, faults.Err()
}

// createElection makes an election in DRAFT with its question.
func (s *Server) createElection(w http.ResponseWriter, r *request) error {
	var in struct {
		electionFields
		Question rest.Optional[questionFields] `json:"question"`
		Held     bool                          `json:"held"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	c, err := in.change()
	if err != nil {
		return err
	}
	c.Held = in.Held
	var faults input.Faults
	if asked := in.Question.Required("question", &faults); asked != nil {
		first, err := asked.change()
		if err != nil {
			return err
		}
		c.First = &first
	}
	if err := faults.Err(); err != nil {
		return err
	}
	e, err := s.store.CreateElection(r.Context(), r.by(), c)
	return respondElection(w, r, e, err)
}

// getElection reads an election in any status.
func (s *Server) getElection(w http.ResponseWriter, r *request) error {
	v, err := s.electionAsAdmin(r)
	return respondVersion(w, v, v.Version, err)
}

// electionAsAdmin is an election in any status, with what an administrator should know before it opens.
func (s *Server) electionAsAdmin(r *request) (electionView, error) {
	e, err := s.store.Election(r.Context(), r.election)
	if err != nil {
		return electionView{}, err
	}
	v := electionFor(r.user.Role)(e)
	warnings, err := s.store.OpeningWarnings(r.Context(), r.election)
	if errors.Is(err, refusal.NotDraft) {
		return v, nil
	}
	for _, warning := range warnings {
		v.Warnings = append(v.Warnings, openingWarningView{warning.Code, warning.Question, warning.Facts})
	}
	if err != nil {
		return v, err
	}
	refusals, err := s.store.OpeningRefusals(r.Context(), r.election)
	for _, p := range refusals {
		v.Refusals = append(v.Refusals, openingRefusalView{p.Code(), p.Detail(), p.Facts(), rest.ViewFields(p.Fields())})
	}
	return v, err
}

// moveElectionEnd moves the end of an ACTIVE election to a later time, for a reason that is published.
func (s *Server) moveElectionEnd(w http.ResponseWriter, r *request) error {
	var in struct {
		ClosesAt rest.Optional[time.Time] `json:"closesAt"`
		Reason   string                   `json:"reason"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	var faults input.Faults
	to := rest.UTC(in.ClosesAt, "closesAt", &faults)
	if to == nil || to.IsZero() {
		faults.Add("closesAt", refusal.Required, nil)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	e, err := s.store.MoveEnd(r.Context(), r.by(), r.election, *to, in.Reason)
	return respondElection(w, r, e, err)
}

// resumeElection lets voting go on after a backup was restored, for a reason that is published.
func (s *Server) resumeElection(w http.ResponseWriter, r *request) error {
	return withReason(w, r, s.store.ResumeElection)
}

// cancelElection ends an ACTIVE election without a count, for a reason that is published.
func (s *Server) cancelElection(w http.ResponseWriter, r *request) error {
	return withReason(w, r, s.store.CancelElection)
}

// withReason changes an election for a reason that is published.
func withReason(w http.ResponseWriter, r *request,
	do func(context.Context, audit.Actor, store.ElectionID, string) (store.Election, error)) error {
	var in struct {
		Reason string `json:"reason"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	e, err := do(r.Context(), r.by(), r.election, in.Reason)
	return respondElection(w, r, e, err)
}

// duplicateElection makes a draft like an election of any status, with all questions or those that the body names.
func (s *Server) duplicateElection(w http.ResponseWriter, r *request) error {
	var in struct {
		Questions []store.QuestionID `json:"questions"`
	}
	if err := r.DecodeOptional(w, &in); err != nil {
		return err
	}
	e, err := s.store.DuplicateElection(r.Context(), r.by(), r.election, in.Questions...)
	return respondElection(w, r, e, err)
}

// notePreview notes that the ballot of an election in DRAFT was found right.
func (s *Server) notePreview(w http.ResponseWriter, r *request) error {
	if err := s.store.NoteTrial(r.Context(), r.by(), r.election, store.Previewed); err != nil {
		return err
	}
	e, err := s.store.Election(r.Context(), r.election)
	return respondElection(w, r, e, err)
}

// updateElection changes an election in DRAFT.
func (s *Server) updateElection(w http.ResponseWriter, r *request) error {
	var in electionFields
	if err := r.DecodeChange(w, maxPaper, &in, func() (any, error) { return s.electionAsAdmin(r) }); err != nil {
		return err
	}
	c, err := in.change()
	if err != nil {
		return err
	}
	e, err := s.store.UpdateElection(r.Context(), r.by(), r.election, c)
	return respondElection(w, r, e, err)
}

// updateElectionStatus moves an election one step forward.
func (s *Server) updateElectionStatus(w http.ResponseWriter, r *request) error {
	var in struct {
		Status string `json:"status"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	to, err := store.ParseStatus(in.Status)
	if err != nil {
		return err
	}
	e, err := s.store.SetStatus(r.Context(), r.by(), r.election, to)
	return respondElection(w, r, e, err)
}

// respondElection answers with an election, or passes on the error of a call that returned both.
func respondElection(w http.ResponseWriter, r *request, e store.Election, err error) error {
	return rest.Respond(w, electionFor(r.user.Role)(e), err)
}

// deleteElection removes an election in DRAFT.
func (s *Server) deleteElection(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.DeleteElection(r.Context(), r.by(), r.election))
}

// calculateResults counts a COMPLETED election, once.
func (s *Server) calculateResults(w http.ResponseWriter, r *request) error {
	results, err := s.store.CalculateResults(r.Context(), r.by(), r.election)
	return rest.Respond(w, viewResults(results), err)
}

// getResults reads the results of a COMPLETED election, for voters and administrators.
func (s *Server) getResults(w http.ResponseWriter, r *request) error {
	results, err := s.store.Results(r.Context(), r.election, r.user.Role == store.RoleAdmin)
	return rest.Respond(w, viewResults(results), err)
}
