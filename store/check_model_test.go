package store_test

import (
	"slices"
	"strings"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// model is what a store should hold, in plain maps and slices, and the rules said once more as
// briefly as they can be.
type model struct {
	users     []*modelUser
	elections []*modelElection
}

type modelUser struct {
	store.Account
	number string
	image  store.Image
}

type modelElection struct {
	store.Election // Turnout and ResultsCalculated are derived, see whole
	images         map[store.CandidateID]store.Image
	votes          map[store.UserID]store.CandidateID
	electorate     int
	receipts       []ballotbox.Receipt
	logged         int      // how many of them are in the cast log
	asked          []func() // asks again for the receipt of a ballot that came sealed
	seen           []ballotbox.NamedCheckpoint
	results        *store.Results
}

func (m *model) user(id store.UserID) *modelUser {
	i := slices.IndexFunc(m.users, func(u *modelUser) bool { return u.ID == id })
	if i < 0 {
		return nil
	}
	return m.users[i]
}

func (m *model) election(id store.ElectionID) *modelElection {
	i := slices.IndexFunc(m.elections, func(e *modelElection) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return m.elections[i]
}

// count counts the active users of a role.
func (m *model) count(role store.Role) int {
	n := 0
	for _, u := range m.users {
		if u.Role == role && u.Status == store.UserActive {
			n++
		}
	}
	return n
}

// mayVote tells whether a user is an active voter.
func mayVote(u *modelUser) bool {
	return u.Role == store.RoleUser && u.Status == store.UserActive && u.Admission != nil
}

// electorate is the number of active voters, and of those who have voted if they are more.
func (m *model) electorate(e *modelElection) int {
	n := 0
	for _, u := range m.users {
		if mayVote(u) {
			n++
		}
	}
	return max(n, len(e.votes))
}

func (m *model) emailTaken(email string, by store.UserID) bool {
	return slices.ContainsFunc(m.users, func(u *modelUser) bool { return u.ID != by && strings.EqualFold(u.Email, email) })
}

func (m *model) register(r store.Registration) error {
	switch {
	case r.FullName == "":
		return refusal.ValidationFailed
	case m.emailTaken(r.Email, ""):
		return refusal.EmailTaken
	case slices.ContainsFunc(m.users, func(u *modelUser) bool { return u.number == r.Number }):
		return refusal.IdentityTaken
	}
	return nil
}

// updateUser changes the model where the rules allow it.
func (m *model) updateUser(id store.UserID, c store.UserChange) (changed bool, err error) {
	u := m.user(id)
	if u == nil {
		return false, refusal.NotFound
	}
	next := u.Account
	set(&next.FullName, c.FullName)
	set(&next.Email, c.Email)
	set(&next.Phone, c.Phone)
	set(&next.Role, c.Role)
	set(&next.Status, c.Status)
	set(&next.PasswordHash, c.PasswordHash)
	admin := func(a store.Account) bool { return a.Role == store.RoleAdmin && a.Status == store.UserActive }
	switch {
	case next.FullName == "":
		return false, refusal.ValidationFailed
	case next == u.Account:
		return false, nil
	case admin(u.Account) && !admin(next) && m.count(store.RoleAdmin) == 1:
		return false, refusal.LastAdmin
	case m.emailTaken(next.Email, id):
		return false, refusal.EmailTaken
	}
	if next.Role != u.Role || next.Status != u.Status || next.PasswordHash != u.PasswordHash {
		next.Epoch++
	}
	u.Account = next
	return true, nil
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}

// draft is an election that may be changed.
func (m *model) draft(id store.ElectionID) (*modelElection, error) {
	e := m.election(id)
	switch {
	case e == nil:
		return nil, refusal.NotFound
	case e.Status != store.Draft:
		return nil, refusal.NotDraft
	}
	return e, nil
}

// draftCandidate is a candidate that may be changed.
func (m *model) draftCandidate(election store.ElectionID, id store.CandidateID) (*modelElection, *store.Candidate,
	error) {
	e := m.election(election)
	i := -1
	if e != nil {
		i = slices.IndexFunc(e.Questions[0].Candidates, func(c store.Candidate) bool { return c.ID == id })
	}
	switch {
	case i < 0:
		return nil, nil, refusal.NotFound
	case e.Status != store.Draft:
		return nil, nil, refusal.NotDraft
	}
	return e, &e.Questions[0].Candidates[i], nil
}

func (m *model) advance(id store.ElectionID, to store.Status, now time.Time) error {
	e := m.election(id)
	switch {
	case e == nil:
		return refusal.NotFound
	case e.Status == store.Draft && to == store.Active:
		if len(e.Questions[0].Candidates) < 2 {
			return refusal.TooFewCandidates
		}
		if !e.ClosesAt.IsZero() && !now.Before(e.ClosesAt) {
			return refusal.VotingClosed
		}
	case e.Status == store.Active && to == store.Completed:
		e.electorate, e.logged = m.electorate(e), len(e.receipts)
	default:
		return refusal.IllegalTransition
	}
	e.Status = to
	return nil
}

// takesVotes says why nobody can vote in an ACTIVE election at a time.
func (e *modelElection) takesVotes(now time.Time) error {
	switch {
	case now.Before(e.OpensAt):
		return refusal.VotingNotOpen
	case !e.ClosesAt.IsZero() && !now.Before(e.ClosesAt):
		return refusal.VotingClosed
	}
	return nil
}

func (m *model) vote(voter store.UserID, election store.ElectionID, candidate store.CandidateID, now time.Time) error {
	u, e := m.user(voter), m.election(election)
	switch {
	case e == nil, e.Status == store.Draft:
		return refusal.NotFound
	case e.Status != store.Active:
		return refusal.NotActive
	case e.takesVotes(now) != nil:
		return e.takesVotes(now)
	case u == nil:
		return refusal.NotFound
	case !mayVote(u):
		return refusal.NotVoter
	case !slices.ContainsFunc(e.Questions[0].Candidates, func(c store.Candidate) bool { return c.ID == candidate }):
		return refusal.CandidateElsewhere
	case e.votes[voter] != "":
		return refusal.AlreadyVoted
	}
	e.votes[voter] = candidate
	return nil
}

// whole is an election as the store should show it.
func (m *model) fullElection(e *modelElection) store.Election {
	w := e.Election
	q := e.Questions[0]
	q.Candidates = append([]store.Candidate{}, q.Candidates...)
	if e.Status != store.Draft {
		q.Title = e.Title
	}
	w.Questions = []store.Question{q}
	w.Turnout = store.Turnout{Ballots: len(e.votes), Electorate: e.electorate}
	if e.Status != store.Completed {
		w.Turnout.Electorate = m.electorate(e)
	}
	w.ResultsCalculated = e.results != nil
	return w
}

// outcome counts an election by comparing every candidate with every other.
func (m *model) outcome(e *modelElection) store.Results {
	o := tally.Outcome{
		Ending: tally.NoVotes, Papers: len(e.votes), Votes: []int{}, Against: []int{}, Fives: []int{}, Elected: []int{},
		Tied: []int{}, Finalists: []int{},
		Stages: []tally.Stage{}, Prefers: [][]int{}, Paths: [][]int{}, Draws: []tally.Draw{}, Decided: tally.DrawNo,
	}
	votes := make(map[store.CandidateID]int)
	for _, c := range e.votes {
		votes[c]++
	}
	var first []int
	for i, c := range e.Questions[0].Candidates {
		o.Votes = append(o.Votes, votes[c.ID])
		if !slices.ContainsFunc(e.Questions[0].Candidates,
			func(other store.Candidate) bool { return votes[other.ID] > votes[c.ID] }) {
			first = append(first, i+1)
		}
	}
	switch {
	case len(e.votes) == 0:
	case len(first) == 1:
		o.Ending, o.Elected = tally.Elected, first
	default:
		o.Ending, o.Tied = tally.Tied, first
	}
	turnout, cast := m.fullElection(e).Turnout, len(e.votes)
	return store.Results{
		ElectionID: e.ID, Title: e.Title, Turnout: turnout, Cast: cast,
		Questions: []store.QuestionResult{{Turnout: turnout, Cast: cast, Outcome: o}},
	}
}

// search is the ids of the users who should be found, sorted. Text of the model is ASCII.
func (m *model) search(query string) []string {
	split := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text),
			func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", r) })
	}
	var found []string
	for _, u := range m.users {
		has := split(u.FullName + " " + u.Email + " " + u.Phone + " " + strings.Join(split(u.Phone), ""))
		all := true
		for _, term := range split(query) {
			all = all && slices.ContainsFunc(has, func(w string) bool { return strings.HasPrefix(w, term) })
		}
		if all {
			found = append(found, string(u.ID))
		}
	}
	slices.Sort(found)
	return found
}
