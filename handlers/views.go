package handlers

import (
	"time"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/tally"
)

// The shapes of the API's answers; openapi.yaml describes them field by field.

type photoView struct {
	Filename  string `json:"filename,omitempty"`
	URL       string `json:"url"`
	MediaType string `json:"mediaType"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	SHA256    string `json:"sha256"`
}

func viewPhoto(p *store.Photo, filename, url string) *photoView {
	if p == nil {
		return nil
	}
	return &photoView{Filename: filename, URL: url, MediaType: p.MediaType, Width: p.Width, Height: p.Height, SHA256: p.SHA256}
}

// photoSuffix is the end of every profile photo's file name: they are all JPEG.
const photoSuffix = ".jpg"

type checkView struct {
	Name    string `json:"name"`
	Outcome string `json:"outcome"`
}

type admissionView struct {
	Policy string      `json:"policy"`
	Checks []checkView `json:"checks"`
	At     time.Time   `json:"at"`
}

func viewAdmission(a *store.Admission) *admissionView {
	if a == nil {
		return nil
	}
	return &admissionView{Policy: a.Policy, Checks: viewChecks(a.Checks), At: a.At}
}

func viewChecks(checks []store.AdmissionCheck) []checkView {
	views := make([]checkView, 0, len(checks))
	for _, c := range checks {
		outcome := "failed"
		if c.Passed {
			outcome = "passed"
		}
		views = append(views, checkView{c.Name, outcome})
	}
	return views
}

type applicationView struct {
	Policy string      `json:"policy"`
	Checks []checkView `json:"checks"`
	At     time.Time   `json:"at"`
}

func viewApplication(a *store.Application) *applicationView {
	if a == nil {
		return nil
	}
	return &applicationView{Policy: a.Policy, Checks: viewChecks(a.Checks), At: a.At}
}

// decisionView is what the person may see too. So it does not say who decided; the audit log does.
type decisionView struct {
	Admitted bool      `json:"admitted"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

func viewDecision(d *store.Decision) *decisionView {
	if d == nil {
		return nil
	}
	return &decisionView{d.Admitted, d.Reason, d.At}
}

type userView struct {
	ID          store.UserID     `json:"id"`
	Email       string           `json:"email"`
	FullName    string           `json:"fullName"`
	DateOfBirth string           `json:"dateOfBirth,omitempty"`
	Phone       string           `json:"phone,omitempty"`
	Role        store.Role       `json:"role"`
	Status      store.UserStatus `json:"status"`
	Identity    *store.Identity  `json:"identity,omitempty"`
	Admission   *admissionView   `json:"admission,omitempty"`
	Application *applicationView `json:"application,omitempty"`
	Decision    *decisionView    `json:"decision,omitempty"`
	OnRoll      bool             `json:"onRoll"`
	Photo       *photoView       `json:"photo,omitempty"`
	CreatedAt   time.Time        `json:"createdAt"`
	UpdatedAt   time.Time        `json:"updatedAt"`
}

func viewUser(u store.User) userView {
	v := userView{
		ID: u.ID, Email: u.Email, FullName: u.FullName, DateOfBirth: u.DateOfBirth, Phone: u.Phone,
		Role: u.Role, Status: u.Status, Identity: u.Identity, Admission: viewAdmission(u.Admission),
		Application: viewApplication(u.Application), Decision: viewDecision(u.Decision), OnRoll: u.RollEntry != "",
		CreatedAt: u.CreatedAt, UpdatedAt: u.UpdatedAt,
	}
	if u.Photo != nil {
		filename := string(u.Photo.ID) + photoSuffix
		v.Photo = viewPhoto(u.Photo, filename, "/api/user/profile/photo/"+filename)
	}
	return v
}

type candidateView struct {
	ID          store.CandidateID `json:"id"`
	ElectionID  store.ElectionID  `json:"electionId"`
	Name        string            `json:"name"`
	Affiliation string            `json:"affiliation,omitempty"`
	Description string            `json:"description,omitempty"`
	Photo       *photoView        `json:"photo,omitempty"`
	CreatedAt   time.Time         `json:"createdAt"`
}

// candidateFor shows a candidate to a role. Each role has its own path for the photo.
func candidateFor(role store.Role) func(store.Candidate) candidateView {
	base := "/api/user/elections/candidates/"
	if role == store.RoleAdmin {
		base = "/api/admin/candidates/"
	}
	return func(c store.Candidate) candidateView {
		return candidateView{
			ID: c.ID, ElectionID: c.ElectionID, Name: c.Name, Affiliation: c.Affiliation, Description: c.Description,
			Photo: viewPhoto(c.Photo, "", base+string(c.ID)+"/photo"), CreatedAt: c.CreatedAt,
		}
	}
}

type turnoutView struct {
	store.Turnout
	Share float64 `json:"share"`
}

func viewTurnout(t store.Turnout) turnoutView { return turnoutView{t, t.Share()} }

type electionView struct {
	ID                store.ElectionID       `json:"id"`
	Title             string                 `json:"title"`
	Description       string                 `json:"description,omitempty"`
	Status            store.Status           `json:"status"`
	Method            string                 `json:"method"`
	Settings          store.ElectionSettings `json:"settings"`
	OpensAt           time.Time              `json:"opensAt,omitzero"`
	ClosesAt          time.Time              `json:"closesAt,omitzero"`
	CreatedAt         time.Time              `json:"createdAt"`
	UpdatedAt         time.Time              `json:"updatedAt"`
	ActivatedAt       time.Time              `json:"activatedAt,omitzero"`
	CompletedAt       time.Time              `json:"completedAt,omitzero"`
	Candidates        []candidateView        `json:"candidates"`
	Turnout           turnoutView            `json:"turnout"`
	ResultsCalculated bool                   `json:"resultsCalculated"`
	HasVoted          *bool                  `json:"hasVoted,omitempty"`
	Eligibility       *store.Eligibility     `json:"eligibility,omitempty"`
}

// electionFor shows an election to a role. Only voters see whether they have voted, and whether
// they may.
func electionFor(role store.Role) func(store.Election) electionView {
	candidate := candidateFor(role)
	return func(e store.Election) electionView {
		v := electionView{
			ID: e.ID, Title: e.Title, Description: e.Description, Status: e.Status, Method: e.Method, Settings: e.Settings,
			OpensAt: e.OpensAt, ClosesAt: e.ClosesAt, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
			ActivatedAt: e.ActivatedAt, CompletedAt: e.CompletedAt, Candidates: []candidateView{},
			Turnout: viewTurnout(e.Turnout), ResultsCalculated: e.ResultsCalculated,
		}
		for _, c := range e.Candidates {
			v.Candidates = append(v.Candidates, candidate(c))
		}
		if role == store.RoleUser {
			v.HasVoted, v.Eligibility = &e.HasVoted, &e.Eligibility
		}
		return v
	}
}

type sealView struct {
	Algorithm string `json:"algorithm"`
	Hash      string `json:"hash"`
	Note      string `json:"note"`
}

type resultsView struct {
	ElectionID   store.ElectionID        `json:"electionId"`
	Title        string                  `json:"title"`
	Method       string                  `json:"method"`
	Candidates   []store.CandidateResult `json:"candidates"`
	Turnout      turnoutView             `json:"turnout"`
	Outcome      tally.Ended             `json:"outcome"`
	Winners      []store.CandidateID     `json:"winners"`
	CalculatedAt time.Time               `json:"calculatedAt"`
	Seal         sealView                `json:"seal"`
}

func viewResults(r store.Results) resultsView {
	return resultsView{
		ElectionID: r.ElectionID, Title: r.Title, Method: r.Method, Candidates: r.Candidates, Turnout: viewTurnout(r.Turnout),
		Outcome: r.Outcome, Winners: r.Winners, CalculatedAt: r.CalculatedAt, Seal: sealView{"SHA-256", r.ResultHash, r.Seal},
	}
}

type sessionView struct {
	Token     string    `json:"token"`
	TokenType string    `json:"tokenType"`
	ExpiresAt time.Time `json:"expiresAt"`
	User      userView  `json:"user"`
}

type schemeView struct {
	Scheme      string `json:"scheme"`
	Description string `json:"description"`
}

func viewScheme(s ocr.Scheme) schemeView { return schemeView{s.Name, s.Description} }
