package handlers

import (
	"net/http"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// motionFields are a motion from the floor.
type motionFields struct {
	Title           string           `json:"title"`
	Text            string           `json:"text"`
	Threshold       *tally.Threshold `json:"threshold"`
	PeopleThreshold *tally.Threshold `json:"peopleThreshold"`
	Electorate      string           `json:"electorate"`
	MaxProxies      int              `json:"maxProxies"`
	Minutes         int              `json:"minutes"`
	Held            bool             `json:"held"`
}

// openMotion makes an election of one motion and opens it.
func (s *Server) openMotion(w http.ResponseWriter, r *request) error {
	var in motionFields
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	for _, t := range []*tally.Threshold{in.Threshold, in.PeopleThreshold} {
		if t != nil && t.Of == "" {
			return refusal.Invalid("of", refusal.Required, nil)
		}
	}
	e, err := s.store.OpenMotion(r.Context(), r.by(), store.Motion{
		Title: in.Title, Text: in.Text, Threshold: in.Threshold, Electorate: store.ElectorateKind(in.Electorate),
		MaxProxies: in.MaxProxies, Minutes: in.Minutes, Held: in.Held, PeopleThreshold: in.PeopleThreshold,
	})
	return respondElection(w, r, e, err)
}
