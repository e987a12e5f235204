package handlers

import (
	"time"

	"ostrakon/convert"
	"ostrakon/handlers/rest"
	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
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
	return &photoView{filename, url, p.MediaType, p.Width, p.Height, p.SHA256}
}

// photoSuffix is the end of every profile photo's file name: they are all JPEG.
const photoSuffix = ".jpg"

type checkView struct {
	Name    string `json:"name"`
	Outcome string `json:"outcome"`
}

// checkedView is an admission or an application: the policy and its checks.
type checkedView struct {
	Policy string      `json:"policy"`
	Checks []checkView `json:"checks"`
	At     time.Time   `json:"at"`
}

func viewChecked(a *store.Admission) *checkedView {
	if a == nil {
		return nil
	}
	v := &checkedView{Policy: a.Policy, Checks: []checkView{}, At: a.At}
	for _, c := range a.Checks {
		outcome := "failed"
		if c.Passed {
			outcome = "passed"
		}
		v.Checks = append(v.Checks, checkView{c.Name, outcome})
	}
	return v
}

// decisionView does not name the administrator who decided, because the person may see it, too. The audit log does.
type decisionView struct {
	Admitted bool      `json:"admitted"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

type userView struct {
	ID          store.UserID     `json:"id"`
	Email       string           `json:"email,omitempty"`
	FullName    string           `json:"fullName"`
	DateOfBirth string           `json:"dateOfBirth,omitempty"`
	Phone       string           `json:"phone,omitempty"`
	Role        store.Role       `json:"role"`
	Status      store.UserStatus `json:"status"`
	Identity    *store.Identity  `json:"identity,omitempty"`
	Admission   *checkedView     `json:"admission,omitempty"`
	Application *checkedView     `json:"application,omitempty"`
	Decision    *decisionView    `json:"decision,omitempty"`
	OnRoll      bool             `json:"onRoll"`
	HasPassword bool             `json:"hasPassword"`
	Photo       *photoView       `json:"photo,omitempty"`
	CreatedAt   time.Time        `json:"createdAt"`
	UpdatedAt   time.Time        `json:"updatedAt"`
}

func viewUser(u store.User) userView {
	v := userView{
		ID: u.ID, Email: u.Email, FullName: u.FullName, DateOfBirth: u.DateOfBirth, Phone: u.Phone,
		Role: u.Role, Status: u.Status, Identity: u.Identity, Admission: viewChecked(u.Admission),
		Application: viewChecked((*store.Admission)(u.Application)),
		OnRoll:      u.RollEntry != "", HasPassword: u.HasPassword, CreatedAt: u.CreatedAt, UpdatedAt: u.UpdatedAt,
	}
	if d := u.Decision; d != nil {
		v.Decision = &decisionView{d.Admitted, d.Reason, d.At}
	}
	if u.Photo != nil {
		filename := string(u.Photo.ID) + photoSuffix
		v.Photo = viewPhoto(u.Photo, filename, "/api/user/profile/photo/"+filename)
	}
	return v
}

type candidateView struct {
	ID          store.CandidateID `json:"id"`
	Version     string            `json:"etag,omitempty"`
	ElectionID  store.ElectionID  `json:"electionId"`
	QuestionID  store.QuestionID  `json:"questionId"`
	Name        string            `json:"name"`
	Affiliation string            `json:"affiliation,omitempty"`
	Kind        string            `json:"kind,omitempty"`
	Description string            `json:"description,omitempty"`
	List        store.CandidateID `json:"list,omitempty"`
	Minority    bool              `json:"minority,omitempty"`
	Since       string            `json:"since,omitempty"`
	Photo       *photoView        `json:"photo,omitempty"`
	Solid       *solidView        `json:"solid,omitempty"`
	CreatedAt   time.Time         `json:"createdAt"`

	Translations []ballotbox.Translation `json:"translations,omitempty"`
}

type solidView struct {
	URL       string `json:"url"`
	MediaType string `json:"mediaType"`
	Size      int    `json:"size"`
	SHA256    string `json:"sha256"`
}

func viewSolid(s *store.Solid, url string) *solidView {
	if s == nil {
		return nil
	}
	return &solidView{URL: url, MediaType: convert.MediaTypeGLB, Size: s.Size, SHA256: s.SHA256}
}

// candidateFor shows a candidate to a role. Each role has its own paths for the photo and the solid.
func candidateFor(role store.Role) func(store.Candidate) candidateView {
	base := "/api/user/elections/candidates/"
	if role == store.RoleAdmin {
		base = "/api/admin/candidates/"
	}
	return func(c store.Candidate) candidateView {
		v := candidateView{
			ID: c.ID, ElectionID: c.ElectionID, QuestionID: c.QuestionID, Name: c.Name, Affiliation: c.Affiliation, Kind: c.Kind,
			Translations: c.Translations, Description: c.Description, List: c.List, Minority: c.Minority,
			Photo: viewPhoto(c.Photo, "", base+string(c.ID)+"/photo"),
			Solid: viewSolid(c.Solid, base+string(c.ID)+"/solid"), CreatedAt: c.CreatedAt,
		}
		if role == store.RoleAdmin {
			v.Version, v.Since = c.Version(), c.Since
		}
		return v
	}
}

type turnoutView struct {
	store.Turnout
	Share float64 `json:"share"`
}

func viewTurnout(t store.Turnout) turnoutView { return turnoutView{t, t.Share()} }

type settingsView struct {
	store.ElectionSettings
	Quorum     *store.Quorum `json:"quorum,omitempty"`
	MaxProxies int           `json:"maxProxies"`

	KeepBoxDays   int `json:"keepBoxDays"`
	PrintedPapers int `json:"printedPapers"`
}

type noticeView struct {
	ClosesAt time.Time `json:"closesAt,omitzero"`
	BackupAt time.Time `json:"backupAt,omitzero"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

type cancellationView struct {
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// viewSettings shows the settings: before the opening whether somebody has chosen a proof, then whether there is one.
func viewSettings(e store.Election) settingsView {
	if e.Status != store.Draft {
		e.Settings.Proof = &e.Proved
	}
	return settingsView{e.Settings, e.Quorum, e.MaxProxies, e.KeepBoxDays, e.Printed}
}

func viewNotices(e store.Election) []noticeView {
	views := []noticeView{}
	for _, n := range e.Notices {
		views = append(views, noticeView{n.ClosesAt, n.BackupAt, n.Reason, n.At})
	}
	return views
}

// viewCancellation is nil unless the election was cancelled.
func viewCancellation(e store.Election) *cancellationView {
	if e.Cancelled == nil {
		return nil
	}
	return &cancellationView{e.Cancelled.Reason, e.Cancelled.At}
}

// roundsView says which elections an election is a later round of, and its own next rounds.
type roundsView struct {
	Round    *roundView        `json:"round,omitempty"`
	Previous *store.RoundLink  `json:"previousRound,omitempty"`
	Next     []store.RoundLink `json:"nextRounds,omitempty"`
}

type roundView struct {
	Number int    `json:"number"`
	Title  string `json:"title"`
}

// viewRounds leaves out next rounds in DRAFT, unless an administrator asks.
func viewRounds(e store.Election, drafts bool) roundsView {
	v := roundsView{Previous: e.Previous}
	if e.Round != nil {
		v.Round = &roundView{e.Round.Number, e.Round.Title}
	}
	for _, next := range e.Next {
		if drafts || next.Status != store.Draft {
			v.Next = append(v.Next, next)
		}
	}
	return v
}

type openingWarningView struct {
	Code     store.WarningCode `json:"code"`
	Question store.QuestionID  `json:"question,omitempty"`
	Params   refusal.Facts     `json:"params,omitempty"`
}

// openingRefusalView is why an election would not open now, as the problem that the opening would be refused with.
type openingRefusalView struct {
	Code    string        `json:"code"`
	Message string        `json:"message"`
	Params  refusal.Facts `json:"params,omitempty"`
	Errors  []rest.Field  `json:"errors,omitempty"`
}

type paperView struct {
	ID       store.RollID     `json:"id"` // "" for the caller's own
	Owner    string           `json:"owner"`
	Name     string           `json:"name"`
	Weight   ballotbox.Weight `json:"weight"`
	Class    int              `json:"class"` // of the manifest
	HasVoted bool             `json:"hasVoted"`
}

type electionView struct {
	ID                store.ElectionID  `json:"id"`
	Version           string            `json:"etag,omitempty"`
	Title             string            `json:"title"`
	Description       string            `json:"description,omitempty"`
	Status            store.Status      `json:"status"`
	Settings          settingsView      `json:"settings"`
	TimeZone          string            `json:"timeZone"`
	OpensAt           time.Time         `json:"opensAt,omitzero"`
	ClosesAt          time.Time         `json:"closesAt,omitzero"`
	CreatedAt         time.Time         `json:"createdAt"`
	UpdatedAt         time.Time         `json:"updatedAt"`
	ActivatedAt       time.Time         `json:"activatedAt,omitzero"`
	CompletedAt       time.Time         `json:"completedAt,omitzero"`
	Questions         []questionView    `json:"questions"`
	Turnout           turnoutView       `json:"turnout"`
	Attendance        *store.Attendance `json:"attendance,omitempty"`
	ResultsCalculated bool              `json:"resultsCalculated"`
	Notices           []noticeView      `json:"notices"`
	Stopped           *store.Stop       `json:"stopped,omitempty"`
	KeyMissing        bool              `json:"keyMissing,omitempty"` // of administrators
	Cancelled         *cancellationView `json:"cancelled,omitempty"`
	BoxUntil          time.Time         `json:"boxUntil,omitzero"`
	Custody           ballotbox.Custody `json:"custody"`
	Threshold         int               `json:"threshold,omitempty"`
	Holders           []holderView      `json:"holders,omitempty"`
	roundsView
	Weighed    *store.Weighed       `json:"weighed,omitempty"`
	RollGoneAt time.Time            `json:"rollGoneAt,omitzero"`
	Exports    *int                 `json:"exports,omitempty"`
	Tried      *bool                `json:"tried,omitempty"`
	Untried    []string             `json:"untried,omitempty"`
	Witnesses  *witnessesView       `json:"witnesses,omitempty"`
	Warnings   []openingWarningView `json:"warnings,omitempty"`
	Refusals   []openingRefusalView `json:"refusals,omitempty"`

	Translations []ballotbox.Translation `json:"translations,omitempty"`

	// Of voters alone, those of ownView come last: see packedBefore.
	HasVoted    *bool              `json:"hasVoted,omitempty"`
	Eligibility *store.Eligibility `json:"eligibility,omitempty"`
	Papers      []paperView        `json:"papers,omitzero"`
	Proxy       *store.HeldVote    `json:"proxy,omitempty"`
}

// ownView has the members of a voter's election that concern the signed-in voter alone.
type ownView struct {
	HasVoted    bool              `json:"hasVoted"`
	Eligibility store.Eligibility `json:"eligibility"`
	Papers      []paperView       `json:"papers"`
	Proxy       *store.HeldVote   `json:"proxy,omitempty"`
}

func viewOwn(e store.Election) ownView {
	v := ownView{HasVoted: e.HasVoted, Eligibility: e.Eligibility, Proxy: e.Proxy, Papers: []paperView{}}
	for _, p := range e.Papers {
		v.Papers = append(v.Papers, paperView{p.ID, p.Owner, p.Name, p.Weight, p.Class, p.HasVoted})
	}
	return v
}

// electionFor shows an election to a role. Only voters see whether they have voted, and whether
// they may. Only administrators see how often data was exported.
func electionFor(role store.Role) func(store.Election) electionView {
	question := questionFor(role)
	return func(e store.Election) electionView {
		v := electionView{
			ID: e.ID, Title: e.Title, Description: e.Description, Translations: e.Translations, Status: e.Status,
			Settings: viewSettings(e), TimeZone: e.TimeZone,
			OpensAt: e.OpensAt, ClosesAt: e.ClosesAt, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
			ActivatedAt: e.ActivatedAt, CompletedAt: e.CompletedAt,
			Turnout: viewTurnout(e.Turnout), Attendance: e.Attendance, ResultsCalculated: e.ResultsCalculated,
			Notices: viewNotices(e), Stopped: e.Stopped, Cancelled: viewCancellation(e), BoxUntil: e.BoxUntil,
			Custody: e.Custody, Threshold: e.Threshold, Holders: viewHolders(e),
			roundsView: viewRounds(e, role == store.RoleAdmin),
		}
		for _, q := range e.Questions {
			v.Questions = append(v.Questions, question(q))
		}
		if role == store.RoleAdmin {
			v.Version, v.Exports, v.Tried, v.Untried = e.Version(), &e.Exports, &e.Tried, e.Untried
			v.Weighed, v.RollGoneAt, v.KeyMissing = e.Weighed, e.RollGoneAt, e.KeyMissing
			v.Witnesses = viewWitnesses(e.Witnesses)
		}
		if role == store.RoleUser {
			own := viewOwn(e)
			v.HasVoted, v.Eligibility, v.Papers, v.Proxy = &own.HasVoted, &own.Eligibility, own.Papers, own.Proxy
		}
		return v
	}
}

type sealView struct {
	Algorithm string `json:"algorithm"`
	Hash      string `json:"hash"`
	Note      string `json:"note"`
}

type resultOptionView struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Affiliation string `json:"affiliation,omitempty"`
	Kind        string `json:"kind,omitempty"`

	Translations []ballotbox.Translation `json:"translations,omitempty"`
}

type questionResultView struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
	ballotbox.QuestionRules
	Lists   *tally.Lists       `json:"lists,omitempty"`
	Options []resultOptionView `json:"options"`

	Translations []ballotbox.Translation `json:"translations,omitempty"`
	turnoutOfPart
	Quorum  *ballotbox.QuorumResult `json:"quorum,omitempty"`
	Paper   *ballotbox.PaperColumn  `json:"paper,omitempty"`
	Outcome tally.Outcome           `json:"outcome"`
}

// turnoutOfPart shows how many of some people voted, and the weight of their ballots.
type turnoutOfPart struct {
	Turnout turnoutView `json:"turnout"`
	Cast    int         `json:"cast"` // weight
}

// groupResultView shows the turnout of a group.
type groupResultView struct {
	Name string `json:"name"`
	turnoutOfPart
}

func viewQuestionResult(r store.QuestionResult) questionResultView {
	q := r.Question
	v := questionResultView{
		ID: q.ID, Title: q.Title, Text: q.Text, Translations: q.Translations, QuestionRules: q.QuestionRules,
		Lists:         q.Lists,
		turnoutOfPart: turnoutOfPart{viewTurnout(r.Turnout), r.Cast}, Quorum: r.Quorum, Paper: r.Paper,
		Outcome: r.Outcome,
	}
	for _, o := range q.Options {
		v.Options = append(v.Options, resultOptionView{o.ID, o.Name, o.Affiliation, o.Kind, o.Translations})
	}
	return v
}

// resultsView is a counted election.
type resultsView struct {
	ElectionID store.ElectionID `json:"electionId"`
	Title      string           `json:"title"`
	turnoutOfPart
	Invalid      int                  `json:"invalid"`
	Decimals     int                  `json:"weightDecimals,omitempty"`
	Paper        *store.PaperResult   `json:"paper,omitempty"`
	Groups       []groupResultView    `json:"groups,omitempty"`
	Questions    []questionResultView `json:"questions"`
	CalculatedAt time.Time            `json:"calculatedAt"`
	Seal         sealView             `json:"seal"`
}

func viewResults(r store.Results) resultsView {
	v := resultsView{
		ElectionID: r.ElectionID, Title: r.Title, turnoutOfPart: turnoutOfPart{viewTurnout(r.Turnout), r.Cast},
		Invalid: r.Invalid, Decimals: r.Decimals, Paper: r.Paper, CalculatedAt: r.CalculatedAt,
		Seal: sealView{"SHA-256", r.ResultHash, r.Seal},
	}
	for _, g := range r.Groups {
		v.Groups = append(v.Groups, groupResultView{g.Name, turnoutOfPart{viewTurnout(g.Turnout), g.Cast}})
	}
	for _, q := range r.Questions {
		v.Questions = append(v.Questions, viewQuestionResult(q))
	}
	return v
}

type sessionView struct {
	Token     string    `json:"token"`
	TokenType string    `json:"tokenType"`
	ExpiresAt time.Time `json:"expiresAt"`
	User      userView  `json:"user"`
}

type keyPersonView struct {
	FullName string           `json:"fullName"`
	Asks     store.SecondFact `json:"asks"`
}

type schemeView struct {
	Scheme      string `json:"scheme"`
	Description string `json:"description"`
}

func viewScheme(s ocr.Scheme) schemeView { return schemeView{s.Name, s.Description} }
