package handlers

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
)

// ownDataView shows a person the records that the server keeps about them.
type ownDataView struct {
	At           time.Time            `json:"at"`
	Organisation string               `json:"organisation,omitempty"`
	Account      userView             `json:"account"`
	Photo        []byte               `json:"photo,omitempty"` // in base64
	Entry        *store.RollEntry     `json:"entry,omitempty"`
	Elections    []ownElectionView    `json:"elections"`
	Nominations  []keptNominationView `json:"nominations"`
	Proposals    []store.OwnProposal  `json:"proposals"`
	Messages     []ownMessageView     `json:"messages"`
	Audit        []ownAuditView       `json:"audit"`
	More         bool                 `json:"more"`
}

type ownElectionView struct {
	ID          store.ElectionID `json:"id"`
	Title       string           `json:"title"`
	Status      store.Status     `json:"status"`
	ActivatedAt time.Time        `json:"activatedAt"`
	HasVoted    bool             `json:"hasVoted"`
	OnPaper     bool             `json:"onPaper"`
	OnRoll      *ownElectorView  `json:"onRoll,omitempty"`
	Proxy       *store.HeldVote  `json:"proxy,omitempty"`
}

// ownElectorView shows a person their line on the frozen roll of an election.
type ownElectorView struct {
	FullName    string           `json:"fullName"`
	DateOfBirth string           `json:"dateOfBirth,omitempty"`
	Member      string           `json:"member,omitempty"`
	Weight      ballotbox.Weight `json:"weight"`
	Groups      []string         `json:"groups"`
	Proxies     int              `json:"proxies"` // how many people have given them their vote
}

// keptNominationView is a nomination as the person sees it, and for what it is.
type keptNominationView struct {
	ElectionID store.ElectionID `json:"electionId"`
	QuestionID store.QuestionID `json:"questionId"`
	CreatedAt  time.Time        `json:"createdAt"`

	Nomination *ownNominationView `json:"nomination"`
}

type ownMessageView struct {
	Kind     store.MailKind   `json:"kind"`
	State    store.MailState  `json:"state"`
	Election store.ElectionID `json:"electionId,omitempty"`
}

// ownAuditView is a line of the audit log that concerns a person. It does not name others.
type ownAuditView struct {
	At      time.Time         `json:"at"`
	By      string            `json:"by"`
	Action  string            `json:"action"`
	Subject audit.Subject     `json:"subject"`
	Detail  map[string]string `json:"detail,omitempty"`
}

// getOwnData answers with all that is kept of the person who asks, as a file to save.
func (s *Server) getOwnData(w http.ResponseWriter, r *request) error {
	d, err := s.store.OwnData(r.Context(), r.user.ID)
	if err != nil {
		return err
	}
	raw, err := json.MarshalIndent(viewOwnData(d, s.now()), "", "  ")
	if err != nil {
		return err
	}
	fileHeader(w, "my-data.json", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(raw)))
	w.Write(raw) // the client may have gone
	return nil
}

func viewOwnData(d store.OwnData, now time.Time) ownDataView {
	v := ownDataView{
		At: now.UTC().Truncate(time.Second), Organisation: d.Organisation,
		Account: viewUser(d.User), Photo: d.Photo, Entry: d.Entry, Elections: []ownElectionView{},
		Nominations: []keptNominationView{}, Proposals: append([]store.OwnProposal{}, d.Proposed...),
		Messages: []ownMessageView{}, Audit: []ownAuditView{}, More: d.More,
	}
	for _, e := range d.Elections {
		shown := ownElectionView{e.ID, e.Title, e.Status, e.ActivatedAt, e.HasVoted, e.OnPaper, nil, e.Proxy}
		if p := e.OnRoll; p != nil {
			shown.OnRoll = &ownElectorView{p.FullName, p.DateOfBirth, p.Member, p.Weight, p.Groups, len(p.ProxyFor)}
		}
		v.Elections = append(v.Elections, shown)
	}
	for _, n := range d.Nominations {
		v.Nominations = append(v.Nominations,
			keptNominationView{n.ElectionID, n.QuestionID, n.CreatedAt, viewOwnNomination(n)})
	}
	for _, m := range d.Messages {
		v.Messages = append(v.Messages, ownMessageView{m.Kind, m.State, m.Election})
	}
	for _, line := range d.Audit {
		by := string(line.Actor.Kind)
		switch {
		case line.Actor == audit.ByUser(d.User.ID):
			by = "self"
		case line.Actor.Kind == audit.User:
			by = "other"
		}
		v.Audit = append(v.Audit, ownAuditView{line.At, by, line.Action, line.Subject, line.Detail})
	}
	return v
}
