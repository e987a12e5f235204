package store_test

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// machine does the same things to a store and to a model of it.
type machine struct {
	tb    *testing.T
	dir   string
	clock *storetest.Clock
	s     *store.Store
	m     model
}

func TestStoreDoesWhatItsModelDoes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := &machine{tb: t, dir: t.TempDir(), clock: storetest.NewClock()}
		m.open(rt)
		defer func() { m.s.Close() }()
		rt.Repeat(rapid.StateMachineActions(m))
		if err := m.s.Check(t.Context()); err != nil {
			rt.Fatalf("verify: %v", err)
		}
	})
}

func (m *machine) open(t *rapid.T) {
	s, err := store.Open(t.Context(), m.dir, store.Options{Now: m.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	store.NoSync(s)
	m.s = s
}

// agree asserts that the store refuses what the model refuses, with the whole file as it was, and
// nothing else.
func (m *machine) agree(t *rapid.T, want error, call func() error) {
	var before map[string]string
	if want != nil {
		before = store.Dump(m.tb, m.s)
	}
	err := call()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
	if want != nil && !maps.Equal(before, store.Dump(m.tb, m.s)) {
		t.Fatalf("refused with %v, but the file has changed", err)
	}
}

// Everything is drawn from small sets, so that it meets.
func draw[T any](t *rapid.T, what string, from ...T) T { return rapid.SampledFrom(from).Draw(t, what) }

// maybe is one of the values, or nil.
func maybe[T any](t *rapid.T, what string, from ...T) *T {
	if rapid.Bool().Draw(t, what+"?") {
		return nil
	}
	return new(draw(t, what, from...))
}

func drawEmail(t *rapid.T) string {
	return draw(t, "email", "ann@example.org", "ANN@example.org", "bob@example.org", "bob@Example.com", "cy@x.example",
		"di@x.example", "ed@x.example")
}

func drawName(t *rapid.T) string {
	return draw(t, "name", "Ann Smith", "Anna Smith", "Bob Jones", "Bob Bobson", "Cy Annis", "Di O'Dea", "")
}

func drawPhone(t *rapid.T) string { return draw(t, "phone", "", "+44 20 7946 0018", "(555) 0018-44") }

func drawImage(t *rapid.T) store.Image { return draw(t, "image", jpeg, second) }

func (m *machine) drawUser(t *rapid.T) store.UserID {
	ids := []store.UserID{someone}
	for _, u := range m.m.users {
		ids = append(ids, u.ID, u.ID)
	}
	return draw(t, "user", ids...)
}

// drawElection is an election, most often one of the status where the action may succeed.
func (m *machine) drawElection(t *rapid.T, prefer store.Status) store.ElectionID {
	ids := []store.ElectionID{someone}
	for _, e := range m.m.elections {
		ids = append(ids, e.ID)
		if e.Status == prefer {
			ids = append(ids, e.ID, e.ID, e.ID, e.ID)
		}
	}
	return draw(t, "election", ids...)
}

// drawCandidate is a candidate of the election twice as often as any other.
func (m *machine) drawCandidate(t *rapid.T, of store.ElectionID) store.CandidateID {
	ids := []store.CandidateID{someone}
	for _, e := range m.m.elections {
		for _, c := range e.Questions[0].Candidates {
			ids = append(ids, c.ID)
			if e.ID == of {
				ids = append(ids, c.ID, c.ID)
			}
		}
	}
	return draw(t, "candidate", ids...)
}

func (m *machine) Register(t *rapid.T) {
	r := store.Registration{
		Email: drawEmail(t), FullName: drawName(t), Phone: drawPhone(t), PasswordHash: "x", Policy: "number",
		Kind: store.NationalID, Number: draw(t, "number", "ID1", "ID2", "ID3", "ID4", "ID5", "ID6"),
	}
	want := m.m.register(r)
	m.agree(t, want, func() error {
		u, err := m.s.Register(t.Context(), r)
		if err == nil {
			m.m.users = append(m.m.users, &modelUser{Account: store.Account{User: u, PasswordHash: "x"}, number: r.Number})
		}
		return err
	})
}

func (m *machine) CreateAdmin(t *rapid.T) {
	a := store.NewAdmin{Email: drawEmail(t), FullName: "Root", PasswordHash: "x"}
	create, setUp, want := m.s.CreateAdmin, rapid.Bool().Draw(t, "by set-up"), error(nil)
	if setUp {
		create = m.s.SetUp
	}
	switch {
	case setUp && m.m.count(store.RoleAdmin) > 0:
		want = refusal.SetupClosed
	case m.m.emailTaken(a.Email, ""):
		want = refusal.EmailTaken
	}
	m.agree(t, want, func() error {
		u, err := create(t.Context(), a)
		if err == nil {
			m.m.users = append(m.m.users, &modelUser{Account: u, number: string(u.ID)})
		}
		return err
	})
}

func (m *machine) UpdateUser(t *rapid.T) {
	id := m.drawUser(t)
	c := store.UserChange{
		Role:         maybe(t, "role", store.RoleUser, store.RoleAdmin),
		Status:       maybe(t, "status", store.UserActive, store.UserSuspended),
		PasswordHash: maybe(t, "hash", "x", "y"),
	}
	if rapid.Bool().Draw(t, "texts") {
		c.Email, c.FullName, c.Phone = new(drawEmail(t)), new(drawName(t)), new(drawPhone(t))
	}
	changed, want := m.m.updateUser(id, c)
	m.agree(t, want, func() error {
		a, err := m.s.UpdateUser(t.Context(), storetest.Admin, id, c)
		if changed {
			m.m.user(id).UpdatedAt = a.UpdatedAt
		}
		return err
	})
}

func (m *machine) SetUserPhoto(t *rapid.T) {
	id, image := m.drawUser(t), drawImage(t)
	u, want := m.m.user(id), error(nil)
	if u == nil {
		want = refusal.NotFound
	}
	m.agree(t, want, func() error {
		got, err := m.s.SetUserPhoto(t.Context(), id, image)
		if err == nil {
			u.Photo, u.UpdatedAt, u.image = got.Photo, got.UpdatedAt, image
		}
		return err
	})
}

func (m *machine) drawElectionChange(t *rapid.T) (store.ElectionChange, error) {
	now := m.clock.Now()
	c := store.ElectionChange{
		Title:   maybe(t, "title", "Board", "Council", "Council", ""),
		OpensAt: maybe(t, "opens", time.Time{}, now.Add(30*time.Minute)),
	}
	if rapid.Bool().Draw(t, "closes") {
		c.ClosesAt = new(now.Add(time.Duration(rapid.IntRange(31, 120).Draw(t, "minutes")) * time.Minute))
	}
	if c.Title != nil && *c.Title == "" {
		return c, refusal.ValidationFailed
	}
	return c, nil
}

func (m *machine) CreateElection(t *rapid.T) {
	c, want := m.drawElectionChange(t)
	if c.Title == nil {
		want = refusal.ValidationFailed
	}
	m.agree(t, want, func() error {
		e, err := m.s.CreateElection(t.Context(), storetest.Admin, c)
		if err == nil {
			m.m.elections = append(m.m.elections, &modelElection{
				Election: e, images: make(map[store.CandidateID]store.Image), votes: make(map[store.UserID]store.CandidateID),
			})
		}
		return err
	})
}

func (m *machine) UpdateElection(t *rapid.T) {
	id := m.drawElection(t, store.Draft)
	c, invalid := m.drawElectionChange(t)
	e, want := m.m.draft(id)
	if want == nil {
		opens, closes := e.OpensAt, e.ClosesAt
		set(&opens, c.OpensAt)
		set(&closes, c.ClosesAt)
		if want = invalid; !closes.IsZero() && !closes.After(opens) {
			want = refusal.ValidationFailed
		}
	}
	m.agree(t, want, func() error {
		got, err := m.s.UpdateElection(t.Context(), storetest.Admin, id, c)
		if err == nil {
			set(&e.Title, c.Title)
			set(&e.OpensAt, c.OpensAt)
			set(&e.ClosesAt, c.ClosesAt)
			e.UpdatedAt = got.UpdatedAt
		}
		return err
	})
}

// UpdateQuestion changes what a tie leads to.
func (m *machine) UpdateQuestion(t *rapid.T) {
	id, drawn := m.drawElection(t, store.Draft), rapid.Bool().Draw(t, "draw ties")
	e, want := m.m.draft(id)
	m.agree(t, want, func() error {
		_, err := m.s.UpdateQuestion(t.Context(), storetest.Admin, id, "", store.QuestionChange{Draw: &drawn})
		if err == nil {
			e.Questions[0].Draw, e.UpdatedAt = drawn, must(m.s.Election(t.Context(), id))(m.tb).UpdatedAt
		}
		return err
	})
}

func (m *machine) DeleteElection(t *rapid.T) {
	id := m.drawElection(t, store.Draft)
	e, want := m.m.draft(id)
	m.agree(t, want, func() error { return m.s.DeleteElection(t.Context(), storetest.Admin, id) })
	if want == nil {
		m.m.elections = slices.DeleteFunc(m.m.elections, func(other *modelElection) bool { return other == e })
	}
}

func (m *machine) AddCandidate(t *rapid.T) {
	id, name := m.drawElection(t, store.Draft), drawName(t)
	e, want := m.m.draft(id)
	if want == nil && name == "" {
		want = refusal.ValidationFailed
	}
	m.agree(t, want, func() error {
		c, err := m.s.AddCandidate(t.Context(), storetest.Admin, id, "", store.CandidateChange{Name: &name})
		if err == nil {
			e.Questions[0].Candidates = append(e.Questions[0].Candidates, c)
		}
		return err
	})
}

func (m *machine) UpdateCandidate(t *rapid.T) {
	election := m.drawElection(t, store.Draft)
	id, name, affiliation := m.drawCandidate(t, election), drawName(t), draw(t, "affiliation", "", "Greens")
	_, c, want := m.m.draftCandidate(election, id)
	if want == nil && name == "" {
		want = refusal.ValidationFailed
	}
	m.agree(t, want, func() error {
		change := store.CandidateChange{Name: &name, Affiliation: &affiliation}
		return errOf(m.s.UpdateCandidate(t.Context(), storetest.Admin, election, id, change))
	})
	if want == nil {
		c.Name, c.Affiliation = name, affiliation
	}
}

func (m *machine) RemoveCandidate(t *rapid.T) {
	election := m.drawElection(t, store.Draft)
	id := m.drawCandidate(t, election)
	e, _, want := m.m.draftCandidate(election, id)
	m.agree(t, want, func() error { return m.s.RemoveCandidate(t.Context(), storetest.Admin, election, id) })
	if want == nil {
		q := &e.Questions[0]
		q.Candidates = slices.DeleteFunc(q.Candidates, func(c store.Candidate) bool { return c.ID == id })
	}
}

func (m *machine) SetCandidatePhoto(t *rapid.T) {
	election, image := m.drawElection(t, store.Draft), drawImage(t)
	id := m.drawCandidate(t, election)
	e, c, want := m.m.draftCandidate(election, id)
	m.agree(t, want, func() error {
		got, err := m.s.SetCandidatePhoto(t.Context(), storetest.Admin, election, id, image)
		if err == nil {
			c.Photo, e.images[id] = got.Photo, image
		}
		return err
	})
}

func (m *machine) Activate(t *rapid.T) { m.setStatus(t, store.Draft, store.Active) }

func (m *machine) Complete(t *rapid.T) { m.setStatus(t, store.Active, store.Completed) }

func (m *machine) GoBack(t *rapid.T) { m.setStatus(t, store.Active, store.Draft) }

func (m *machine) setStatus(t *rapid.T, from, to store.Status) {
	id := m.drawElection(t, from)
	want := m.m.advance(id, to, m.clock.Now())
	m.agree(t, want, func() error {
		got, err := m.s.SetStatus(t.Context(), storetest.Admin, id, to)
		if err == nil {
			e := m.m.election(id)
			e.UpdatedAt, e.ActivatedAt, e.CompletedAt = got.UpdatedAt, got.ActivatedAt, got.CompletedAt
		}
		return err
	})
}

func (m *machine) WaitAndCloseDue(t *rapid.T) {
	m.clock.Set(m.clock.Now().Add(time.Duration(rapid.IntRange(1, 60).Draw(t, "minutes")) * time.Minute))
	closed, err := m.s.CloseDue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var due []string
	for _, e := range m.m.elections {
		if e.Status == store.Active && !e.ClosesAt.IsZero() && !m.clock.Now().Before(e.ClosesAt) {
			due = append(due, string(e.ID))
			e.Status, e.electorate, e.logged = store.Completed, m.m.electorate(e), len(e.receipts)
		}
	}
	for _, got := range closed {
		due = slices.DeleteFunc(due, func(id string) bool { return id == string(got.ID) })
		e := m.m.election(got.ID)
		e.UpdatedAt, e.CompletedAt = got.UpdatedAt, got.CompletedAt
	}
	if len(due) > 0 {
		t.Fatalf("%q are due and not closed", due)
	}
}

func (m *machine) Search(t *rapid.T) {
	query := draw(t, "query", "", "ann", "SMITH ann", "bob b", "example org", "44", "+44 20", "o'dea", "ann@example.org",
		"zed", "x root")
	limit := rapid.IntRange(1, 3).Draw(t, "limit")
	var found []string
	for _, u := range pages(m.tb, limit, func(p store.Page) (store.List[store.User], error) {
		l, err := m.s.SearchUsers(t.Context(), store.UserFilter{Query: query}, p)
		return l.List, err
	}) {
		found = append(found, string(u.ID))
	}
	if want := m.m.search(query); !slices.Equal(sorted(found), want) {
		t.Fatalf("%q finds %q, want %q", query, found, want)
	}
}

func (m *machine) List(t *rapid.T) {
	status := draw(t, "status", "", store.Draft, store.Active, store.Completed)
	var want []store.Election
	for _, e := range slices.Backward(m.m.elections) {
		if status == "" || e.Status == status {
			want = append(want, m.m.fullElection(e))
		}
	}
	limit := rapid.IntRange(1, 3).Draw(t, "limit")
	got := pages(m.tb, limit, func(p store.Page) (store.List[store.Election], error) {
		return m.s.Elections(t.Context(), status, p)
	})
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%q elections by %d: %+v, want %+v", status, limit, got, want)
	}
}

func (m *machine) Reopen(t *rapid.T) {
	if err := m.s.Close(); err != nil {
		t.Fatal(err)
	}
	m.open(t)
}

// Check compares all that can be read of single records.
func (m *machine) Check(t *rapid.T) {
	for _, u := range m.m.users {
		got, err := m.s.Account(t.Context(), u.ID)
		if err != nil || !reflect.DeepEqual(got, u.Account) {
			t.Fatalf("user %+v, %v, want %+v", got, err, u.Account)
		}
		if u.Photo != nil {
			p, data, err := m.s.UserPhoto(t.Context(), u.Photo.ID)
			if err != nil || !describes(p, u.image) || string(data) != string(u.image.Data) {
				t.Fatalf("photo %+v, %q, %v, want %+v", p, data, err, u.image)
			}
		}
	}
	for _, e := range m.m.elections {
		got, err := m.s.Election(t.Context(), e.ID)
		if want := m.m.fullElection(e); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("election %+v, %v, want %+v", got, err, want)
		}
		m.checkVotes(t, e)
		for _, c := range e.Questions[0].Candidates {
			if c.Photo != nil {
				p, data, err := m.s.CandidatePhoto(t.Context(), c.ID, true)
				if image := e.images[c.ID]; err != nil || !describes(p, image) || string(data) != string(image.Data) {
					t.Fatalf("photo %+v, %q, %v, want %+v", p, data, err, image)
				}
			}
		}
	}
}

// checkVotes compares who has voted, and the results where there are any.
func (m *machine) checkVotes(t *rapid.T, e *modelElection) {
	for _, u := range m.m.users {
		voted, err := m.s.HasVoted(t.Context(), u.ID, e.ID)
		if e.Status == store.Draft && !errors.Is(err, refusal.NotFound) || e.Status != store.Draft && err != nil ||
			voted != (e.votes[u.ID] != "") {
			t.Fatalf("%s has voted in %s: %v, %v, want %q", u.ID, e.ID, voted, err, e.votes[u.ID])
		}
	}
	var want error
	switch {
	case e.Status != store.Completed:
		want = refusal.ResultsRestricted
	case e.results == nil:
		want = refusal.ResultsNotCalculated
	}
	r, err := m.s.Results(t.Context(), e.ID, true)
	if !errors.Is(err, want) || err == nil && !reflect.DeepEqual(r, *e.results) {
		t.Fatalf("results %+v, %v, want %+v, %v", r, err, e.results, want)
	}
}
