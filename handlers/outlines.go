package handlers

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
)

// outlineView is an election without questions, candidates and texts. Phones that wait in a hall ask for the list every
// few seconds, so nothing is in it that changes when other people come or vote.
type outlineView struct {
	ID                store.ElectionID  `json:"id"`
	Title             string            `json:"title"`
	Status            store.Status      `json:"status"`
	TimeZone          string            `json:"timeZone"`
	OpensAt           time.Time         `json:"opensAt,omitzero"`
	ClosesAt          time.Time         `json:"closesAt,omitzero"`
	CompletedAt       time.Time         `json:"completedAt,omitzero"`
	Questions         int               `json:"questionCount"`
	Candidates        int               `json:"candidateCount,omitempty"`
	Turnout           *turnoutView      `json:"turnout,omitempty"` // of a closed one, which stays as it is
	ResultsCalculated bool              `json:"resultsCalculated"`
	Notices           []noticeView      `json:"notices,omitempty"`
	Stopped           *store.Stop       `json:"stopped,omitempty"`
	Cancelled         *cancellationView `json:"cancelled,omitempty"`

	Translations []ballotbox.Translation `json:"translations,omitempty"` // of the title

	ownView
}

func viewOutline(e store.Election) outlineView {
	v := outlineView{
		ID: e.ID, Title: e.Title, Status: e.Status, TimeZone: e.TimeZone, OpensAt: e.OpensAt, ClosesAt: e.ClosesAt,
		CompletedAt: e.CompletedAt, Questions: len(e.Questions), ResultsCalculated: e.ResultsCalculated,
		Notices: viewNotices(e), Stopped: e.Stopped, Cancelled: viewCancellation(e), ownView: viewOwn(e),
	}
	if q := e.Questions[0]; len(e.Questions) == 1 && !q.Method.Traits().Answers {
		for _, c := range q.Candidates {
			if q.Lists == nil || c.List != "" {
				v.Candidates++
			}
		}
	}
	if e.Status == store.Completed {
		v.Turnout = new(viewTurnout(e.Turnout))
	}
	for _, t := range e.Translations {
		if t.Title != "" {
			v.Translations = append(v.Translations, ballotbox.Translation{Language: t.Language, Title: t.Title})
		}
	}
	return v
}

// listOutlines lists elections that are ACTIVE or COMPLETED, newest first, without what they ask.
func (s *Server) listOutlines(w http.ResponseWriter, r *request) error {
	page, err := r.Page()
	if err != nil {
		return err
	}
	earlier, err := r.earlier()
	if err != nil {
		return err
	}
	var faults input.Faults
	status := store.Active
	if r.URL.Query().Has("status") {
		status = rest.Choice(r.Request, "status", &faults, store.Active, store.Completed)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	l, err := s.store.OutlinesFor(r.Context(), r.user.ID, status, earlier, page)
	return respondWatched(w, r, rest.ViewList(r.Request, l, viewOutline), err)
}

// respondWatched answers with JSON that pages ask for every few seconds, or passes on the error of making it. They keep
// the answer themselves: no cache shall have it.
func respondWatched(w http.ResponseWriter, r *request, body any, err error) error {
	if err != nil {
		return err
	}
	raw, err := json.Marshal(body)
	if err == nil {
		rest.RespondKept(w, r.Request, "application/json", "no-store", fmt.Sprintf("%x", sha256.Sum256(raw)), raw)
	}
	return err
}

// turnoutOf is the turnout of one election in a list.
type turnoutOf struct {
	ID      store.ElectionID `json:"id"`
	Turnout turnoutView      `json:"turnout"`
}

// listTurnouts lists the turnouts of the newest elections that are ACTIVE.
func (s *Server) listTurnouts(w http.ResponseWriter, r *request) error {
	l, err := s.store.OutlinesFor(r.Context(), r.user.ID, store.Active, nil, store.Page{Limit: store.MaxPage})
	l.Next, l.Total = "", nil // nobody needs more
	view := func(e store.Election) turnoutOf { return turnoutOf{e.ID, viewTurnout(e.Turnout)} }
	return rest.RespondList(w, r.Request, l, view, err)
}

// getTurnout answers with the turnout of an election, for a page that follows it.
func (s *Server) getTurnout(w http.ResponseWriter, r *request) error {
	e, err := s.store.Election(r.Context(), r.election)
	return rest.Respond(w, struct {
		Status  store.Status   `json:"status"`
		Turnout turnoutView    `json:"turnout"`
		Weighed *store.Weighed `json:"weighed,omitempty"`
	}{e.Status, viewTurnout(e.Turnout), e.Weighed}, err)
}
