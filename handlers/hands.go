package handlers

import (
	"net/http"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// handsFields are what tellers counted in a show of hands.
type handsFields struct {
	Day       string           `json:"day"`
	Title     string           `json:"title"`
	Text      string           `json:"text"`
	For       int              `json:"for"`
	Against   int              `json:"against"`
	Abstain   int              `json:"abstain"`
	Present   int              `json:"present"`
	Tellers   []string         `json:"tellers"`
	Threshold *tally.Threshold `json:"threshold"`
	Casting   string           `json:"casting"`
}

func (in handsFields) hands() (store.Hands, error) {
	h := store.Hands{
		Day: in.Day, Title: in.Title, Text: in.Text, For: in.For, Against: in.Against, Abstain: in.Abstain,
		Present: in.Present, Tellers: in.Tellers, Casting: store.CastingVote(in.Casting),
	}
	if in.Threshold == nil {
		return h, nil
	}
	if h.Threshold = *in.Threshold; h.Threshold.Of == "" {
		return h, refusal.Invalid("of", refusal.Required, nil)
	}
	return h, nil
}

// countedView has the motion of a show of hands, the numbers that its tellers counted, and the outcome.
type countedView struct {
	Day       string          `json:"day"`
	Title     string          `json:"title"`
	Text      string          `json:"text,omitempty"`
	For       int             `json:"for"`
	Against   int             `json:"against"`
	Abstain   int             `json:"abstain"`
	Present   int             `json:"present,omitempty"`
	Tellers   []string        `json:"tellers"`
	Threshold tally.Threshold `json:"threshold"`
	Casting   string          `json:"casting,omitempty"`
	Ending    tally.Ending    `json:"ending"`
	Base      int             `json:"base"`
	Needed    int             `json:"needed"`
}

func viewCounted(h store.Hands) (countedView, error) {
	o, err := h.Outcome()
	return countedView{
		h.Day, h.Title, h.Text, h.For, h.Against, h.Abstain, h.Present, h.Tellers, h.Threshold, string(h.Casting),
		o.Ending, o.Base, o.Needed,
	}, err
}

// handsView is a show of hands with all that it said before.
type handsView struct {
	ID      store.HandsID `json:"id"`
	Version string        `json:"etag"`
	countedView
	RecordedAt  time.Time            `json:"recordedAt"`
	Corrections []handsCorrection    `json:"corrections"`
	Withdrawn   *handsWithdrawalView `json:"withdrawn,omitempty"`
}

type handsCorrection struct {
	Was    countedView `json:"was"`
	Reason string      `json:"reason"`
	At     time.Time   `json:"at"`
}

type handsWithdrawalView struct {
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

func viewHands(h store.ShowOfHands) (v handsView, err error) {
	v = handsView{ID: h.ID, Version: h.Version(), RecordedAt: h.RecordedAt, Corrections: []handsCorrection{},
		Withdrawn: (*handsWithdrawalView)(h.Withdrawn)}
	if v.countedView, err = viewCounted(h.Hands); err != nil {
		return v, err
	}
	for _, c := range h.Corrections {
		was, err := viewCounted(c.Was)
		if err != nil {
			return v, err
		}
		v.Corrections = append(v.Corrections, handsCorrection{was, c.Reason, c.At})
	}
	return v, nil
}

// respondHands answers with a show of hands.
func respondHands(w http.ResponseWriter, h store.ShowOfHands, err error) error {
	if err != nil {
		return err
	}
	v, err := viewHands(h)
	return respondVersion(w, v, v.Version, err)
}

// listHands lists the shows of hands, those of the last day first.
func (s *Server) listHands(w http.ResponseWriter, r *request) error {
	page, err := r.Page()
	if err != nil {
		return err
	}
	l, err := s.store.ShowsOfHands(r.Context(), r.URL.Query().Get("day"), page)
	views := store.List[handsView]{Next: l.Next, Total: l.Total}
	for _, h := range l.Items {
		v, err := viewHands(h)
		if err != nil {
			return err
		}
		views.Items = append(views.Items, v)
	}
	return rest.RespondList(w, r.Request, views, func(v handsView) handsView { return v }, err)
}

// recordHands records a show of hands.
func (s *Server) recordHands(w http.ResponseWriter, r *request) error {
	var in handsFields
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	h, err := in.hands()
	if err != nil {
		return err
	}
	made, err := s.store.RecordHands(r.Context(), r.by(), h)
	return respondHands(w, made, err)
}

// getHands reads a show of hands.
func (s *Server) getHands(w http.ResponseWriter, r *request) error {
	h, err := s.store.ShowOfHands(r.Context(), r.hands)
	return respondHands(w, h, err)
}

// correctHands changes what a show of hands says, for a reason.
func (s *Server) correctHands(w http.ResponseWriter, r *request) error {
	var in struct {
		handsFields
		Reason string `json:"reason"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	h, err := in.hands()
	if err != nil {
		return err
	}
	corrected, err := s.store.CorrectHands(r.Context(), r.by(), r.hands, h, in.Reason)
	return respondHands(w, corrected, err)
}

// withdrawHands says that a show of hands does not count.
func (s *Server) withdrawHands(w http.ResponseWriter, r *request) error {
	var in struct {
		Reason string `json:"reason"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	withdrawn, err := s.store.WithdrawHands(r.Context(), r.by(), r.hands, in.Reason)
	return respondHands(w, withdrawn, err)
}
