package store_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// hall is a roll of people of whom some are ticked as present, and an election for those.
type hall struct {
	*testing.T
	s       *store.Store
	entries []store.RollID // by the numbers of their lines, from 1
	users   []store.UserID
}

// newHall enrols n people, each with an account.
func newHall(t *testing.T, n int) *hall {
	t.Helper()
	h := &hall{T: t, s: storetest.New(t, store.Options{}), entries: []store.RollID{""}, users: []store.UserID{""}}
	store.NoSync(h.s)
	for i := 1; i <= n; i++ {
		h.entries = append(h.entries, enrol(t, h.s, rollLine(i)).Lines[0].Entry)
		h.users = append(h.users, must(h.s.Register(t.Context(), onRoll(i)))(t).ID)
	}
	return h
}

func (h *hall) tick(people ...int) {
	h.Helper()
	must(h.s.ClearPresent(h.Context(), storetest.Admin))(h)
	for _, n := range people {
		must(h.s.SetPresent(h.Context(), storetest.Admin, h.entries[n], true))(h)
	}
}

// give gives the vote of a person to another, 0 for nobody.
func (h *hall) give(giver, holder int) store.RollEntry {
	h.Helper()
	return must(h.s.SetHolder(h.Context(), storetest.Admin, h.entries[giver], h.entries[holder]))(h)
}

// draft makes an election with this electorate and limit of proxies.
func (h *hall) draft(kind store.ElectorateKind, limit int) store.Election {
	h.Helper()
	e := storetest.Election(h, h.s, "In the hall", "Ada", "Grace")
	return must(h.s.UpdateElection(h.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: &kind, MaxProxies: &limit}))(h)
}

// sees is the election as a person sees it.
func (h *hall) sees(n int, e store.Election) store.Election {
	h.Helper()
	return must(h.s.ElectionFor(h.Context(), h.users[n], e.ID))(h)
}

func (h *hall) cast(n int, paper store.RollID, e store.Election) error {
	return errOf(h.s.CastVote(h.Context(), h.users[n], e.ID, paper,
		store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
}

func TestThosePresentVoteForThoseTheyRepresent(t *testing.T) {
	h := newHall(t, 7)
	empty := h.draft(store.ElectoratePresent, 2)
	refused(t, h.s, refusal.NobodyPresent,
		func() error { return errOf(h.s.SetStatus(t.Context(), storetest.Admin, empty.ID, store.Active)) })
	h.tick(1, 3, 5)
	h.give(2, 1) // absent, to a person present
	h.give(3, 1) // present, to a person present
	h.give(5, 4) // present, to an absent person
	h.give(6, 4) // absent, to an absent person
	e := h.draft(store.ElectoratePresent, 2)
	want := store.Attendance{Present: 2, PresentVotes: 2 * ballotbox.Vote, Represented: 2,
		RepresentedVotes: 2 * ballotbox.Vote}
	before := must(h.s.Election(t.Context(), e.ID))(t)
	if before.Turnout.Electorate != 4 || *before.Attendance != want {
		t.Errorf("the draft has %+v of %+v", before.Turnout, before.Attendance)
	}
	names := []string{"Voter Number1", "Voter Number2", "Voter Number3", "Voter Number5"}
	if got, _ := votersOf(t, h.s, e.ID, store.VoterFilter{}); !slices.Equal(got, names) {
		t.Errorf("the draft is for %v", got)
	}
	e = storetest.Advance(t, h.s, e.ID, store.Active)
	h.tick()
	h.give(2, 0) // too late
	late := enrol(t, h.s, rollLine(8))
	h.entries, h.users = append(h.entries, late.Lines[0].Entry),
		append(h.users, must(h.s.Register(t.Context(), onRoll(8)))(t).ID)
	if e.Turnout.Electorate != 4 || *e.Attendance != want {
		t.Errorf("open, it has %+v of %+v", e.Turnout, e.Attendance)
	}
	for n, want := range map[int]store.Eligibility{
		1: {May: true}, 2: {Reason: store.ProxyGiven}, 3: {Reason: store.ProxyGiven}, 4: {Reason: store.NotPresent},
		5: {May: true}, 6: {Reason: store.NotPresent}, 7: {Reason: store.NotPresent}, 8: {Reason: store.NotInElectorate},
	} {
		if got := h.sees(n, e).Eligibility; got != want {
			t.Errorf("person %d: %+v, want %+v", n, got, want)
		}
		fault := map[store.Ineligibility]error{store.ProxyGiven: refusal.ProxyGiven, store.NotPresent: refusal.NotPresent,
			store.NotInElectorate: refusal.NotInElectorate}[want.Reason]
		if fault != nil {
			refused(t, h.s, fault, func() error { return h.cast(n, "", e) })
		}
	}
	if got := h.sees(2, e); len(got.Papers) > 0 || *got.Proxy != (store.HeldVote{Name: "Voter Number1"}) {
		t.Errorf("the giver sees %+v, %+v", got.Papers, got.Proxy)
	}
	if got := must(h.s.Invitable(t.Context(), e.ID))(t); got.Reminders+got.WithoutAddress != 2 {
		t.Errorf("those who are asked to vote: %+v", got)
	}
	noError(t, h.cast(1, h.entries[2], e))
	noError(t, h.cast(5, "", e))
	if got := h.sees(2, e); !got.HasVoted || got.Eligibility.Reason != store.HasVoted || !got.Proxy.HasVoted {
		t.Errorf("once the holder has voted, the giver sees %v, %+v", got.HasVoted, got.Proxy)
	}
	if got := h.sees(5, e).Proxy; got != nil {
		t.Errorf("a giver who votes sees %+v", got)
	}
	_, voters := votersOf(t, h.s, e.ID, store.VoterFilter{})
	var list []string
	for _, v := range voters {
		proxy := store.HeldVote{}
		if v.Proxy != nil {
			proxy = *v.Proxy
		}
		list = append(list, fmt.Sprintf("%s %v %+v", v.Member, v.HasVoted, proxy))
	}
	if want := []string{"M-1 false {Name: HasVoted:false}", "M-2 true {Name:Voter Number1 HasVoted:true}",
		"M-3 false {Name:Voter Number1 HasVoted:false}", "M-5 true {Name: HasVoted:false}"}; !slices.Equal(list, want) {
		t.Errorf("the list has %q, want %q", list, want)
	}
}

// Where everyone on the roll votes, a giver can still be first, and learns who was.
func TestAGiverReadsWhoVotedForThem(t *testing.T) {
	h := newHall(t, 3)
	h.give(2, 1)
	h.give(3, 1)
	e := storetest.Advance(t, h.s, h.draft(store.ElectorateRoll, 2).ID, store.Active)
	if got := h.sees(2, e); !got.Eligibility.May || len(got.Papers) != 1 ||
		*got.Proxy != (store.HeldVote{Name: "Voter Number1"}) {
		t.Errorf("a giver sees %+v", got)
	}
	want := store.Attendance{Represented: 2, RepresentedVotes: 2 * ballotbox.Vote}
	if *e.Attendance != want || e.Turnout.Electorate != 3 {
		t.Errorf("%+v, %+v", e.Attendance, e.Turnout)
	}
	noError(t, h.cast(1, h.entries[2], e))
	noError(t, h.cast(3, "", e))
	if two, three := h.sees(2, e).Proxy, h.sees(3, e).Proxy; !two.HasVoted || three.HasVoted {
		t.Errorf("by the proxy: %+v; by themselves: %+v", two, three)
	}
}

func TestAnOpeningNamesAllWhoHoldTooMany(t *testing.T) {
	h := newHall(t, 8)
	for giver, holder := range map[int]int{3: 1, 4: 1, 5: 2, 6: 2, 7: 2} {
		h.give(giver, holder)
	}
	h.tick(1, 2)
	e := h.draft(store.ElectoratePresent, 1)
	try := func() error { return errOf(h.s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active)) }
	refused(t, h.s, refusal.TooManyProxies, try)
	all := must(h.s.OpeningRefusals(t.Context(), e.ID))(t)
	holders := strings.Split(fmt.Sprint(all[0].Facts()["holders"]), ", ")
	slices.Sort(holders)
	if want := []string{"Voter Number1 (2)", "Voter Number2 (3)"}; len(all) != 1 || !slices.Equal(holders, want) {
		t.Errorf("the draft names %q", holders)
	}
	h.tick(8) // absent holders hold nothing here
	noError(t, try())
	none := h.draft(store.ElectorateRoll, 0)
	w := must(h.s.OpeningWarnings(t.Context(), none.ID))(t)
	if w[0].Code != store.WarnUnused || w[0].Facts["proxies"] != 5 {
		t.Errorf("without proxies: %+v", w)
	}
}

// What an open election does not follow is named with the change.
func TestOpenElectionsKeepEarlierWeightsAndProxies(t *testing.T) {
	h := newHall(t, 4)
	h.give(2, 1)
	e := storetest.Advance(t, h.s, h.draft(store.ElectorateRoll, 1).ID, store.Active)
	storetest.Advance(t, h.s, h.draft(store.ElectorateRoll, 0).ID, store.Active) // has weights, but no proxies
	kept := []store.KeptElection{{ID: e.ID, Title: e.Title}}
	change := func(l store.RollLine) store.RollEntry {
		return must(h.s.ChangeRollEntry(t.Context(), storetest.Admin, h.entries[1], l, sameText))(t)
	}
	for name, tc := range map[string]struct {
		got  store.RollEntry
		want int
	}{
		"taken back":           {h.give(2, 0), 1},
		"taken back again":     {h.give(2, 0), 0},
		"given to another":     {h.give(2, 3), 1},
		"given as it was":      {h.give(2, 1), 0},
		"another weight":       {change(store.RollLine{Weight: new(3 * ballotbox.Vote)}), 2},
		"another name":         {change(store.RollLine{FullName: new("Ada Okafor")}), 0},
		"a weight as it was":   {change(store.RollLine{Weight: new(ballotbox.Vote)}), 0},
		"by the holder's form": {change(store.RollLine{ProxyFor: []string{"M-2", "M-4"}}), 1},
	} {
		if got := tc.got.KeptBy; len(got) != tc.want || tc.want == 1 && !reflect.DeepEqual(got, kept) {
			t.Errorf("%s: %+v, want %d", name, got, tc.want)
		}
	}
}

// Somebody whom an open election does not have, since they were in none of its groups, is not in it by a new group.
func TestOpenElectionsKeepEarlierGroups(t *testing.T) {
	s := storetest.New(t, store.Options{})
	report := enrol(t, s, grouped(1, 1, "North", "Choir"), grouped(2, 1, "South"), grouped(3, 1, "Choir"))
	all := storetest.Advance(t, s, ofGroups(t, s, store.ElectionChange{}).ID, store.Active)
	some := ofGroups(t, s, store.ElectionChange{})
	groups := []string{"North", "South"}
	must(s.UpdateQuestion(t.Context(), storetest.Admin, some.ID, some.Questions[0].ID,
		store.QuestionChange{Groups: &groups}))(t)
	some = storetest.Advance(t, s, some.ID, store.Active)
	change := func(line int, groups ...string) (titles []store.ElectionID) {
		l := store.RollLine{Groups: append([]string{}, groups...)}
		e := must(s.ChangeRollEntry(t.Context(), storetest.Admin, report.Lines[line].Entry, l, sameText))(t)
		for _, kept := range e.KeptBy {
			titles = append(titles, kept.ID)
		}
		slices.Sort(titles)
		return titles
	}
	both := []store.ElectionID{all.ID, some.ID}
	slices.Sort(both)
	for _, c := range []struct {
		line   int
		groups []string
		want   []store.ElectionID
	}{
		{0, []string{"South", "Choir"}, both}, {0, []string{"Choir", "North"}, nil}, {0, []string{"North"}, nil},
		{1, nil, both}, {2, []string{"Choir", "Youth"}, nil}, {2, []string{"South"}, both},
	} {
		if got := change(c.line, c.groups...); !slices.Equal(got, c.want) {
			t.Errorf("%d into %q: kept by %v, want %v", c.line, c.groups, got, c.want)
		}
	}
}

// An import is undone while an election is open: it is said where the roll then differs from the election's.
func TestAnUndoneImportNamesOpenElectionsWithOtherWeights(t *testing.T) {
	h := newHall(t, 4)
	e := storetest.Advance(t, h.s, h.draft(store.ElectorateRoll, 0).ID, store.Active)
	weigh := func(weight ballotbox.Weight) store.RollReport {
		return enrol(t, h.s, store.RollLine{Line: 1, ID: h.entries[1], FullName: new("Ada Okafor"), Weight: new(weight)})
	}
	undo := func(r store.RollReport) []store.KeptElection {
		return must(h.s.UndoImport(t.Context(), storetest.Admin, r.ID))(t).KeptBy
	}
	if got := undo(weigh(3)); got != nil {
		t.Errorf("the weight is as it was at the opening: %+v", got)
	}
	weigh(3)
	if got, want := undo(weigh(1)), []store.KeptElection{{ID: e.ID, Title: e.Title}}; !reflect.DeepEqual(got, want) {
		t.Errorf("the weight is not that of the opening: %+v, want %+v", got, want)
	}
}

func TestAVoteIsGivenByNameOrID(t *testing.T) {
	s := storetest.New(t, store.Options{})
	person := func(line int, name string) store.RollLine { return store.RollLine{Line: line, FullName: &name} }
	holder := person(1, "Anna Müller")
	holder.ProxyFor = []string{"dörte gößmann", "Noor Haddad"}
	other := person(5, "Bo Berg")
	other.Answer.Choice = store.RollAnother
	report := enrol(t, s, holder, person(2, "Dörte Gößmann"), person(3, "Noor Haddad"), person(4, "Bo Berg"), other)
	id := func(line int) store.RollID { return report.Lines[line-1].Entry }
	change := func(givers ...string) (store.RollEntry, error) {
		return s.ChangeRollEntry(t.Context(), storetest.Admin, id(1), store.RollLine{ProxyFor: givers}, sameText)
	}
	e := must(s.RollEntry(t.Context(), id(1)))(t)
	if want := []store.RollPerson{{ID: id(2), FullName: "Dörte Gößmann"}, {ID: id(3), FullName: "Noor Haddad"}}; !reflect.
		DeepEqual(e.Proxies, want) || !slices.Equal(e.ProxyFor, []string{"Dörte Gößmann", "Noor Haddad"}) {
		t.Errorf("%+v", e)
	}
	got := must(s.RollEntry(t.Context(), id(2)))(t).Holder
	if *got != (store.RollPerson{ID: id(1), FullName: "Anna Müller"}) {
		t.Errorf("held by %+v", got)
	}
	invalid(t, s, "proxyFor", func() error { return errOf(change("Bo Berg")) })
	if _, err := change("Bo Berg"); refusal.FieldsOf(err)[0].Fault != refusal.RollNameShared {
		t.Errorf("a shared name: %v", err)
	}
	e = must(change(string(id(4)), "Noor Haddad"))(t)
	if want := []string{string(id(4)), "Noor Haddad"}; !slices.Equal(e.ProxyFor, want) {
		t.Errorf("%q, want %q", e.ProxyFor, want)
	}
	if again := must(change(e.ProxyFor...))(t); !slices.Equal(again.ProxyFor, e.ProxyFor) {
		t.Errorf("what was read comes back as %q", again.ProxyFor)
	}
	for name, call := range map[string]func() error{
		"to oneself":  func() error { return errOf(s.SetHolder(t.Context(), storetest.Admin, id(5), id(5))) },
		"to nobody":   func() error { return errOf(s.SetHolder(t.Context(), storetest.Admin, id(5), someone)) },
		"to a giver":  func() error { return errOf(s.SetHolder(t.Context(), storetest.Admin, id(5), id(3))) },
		"of a holder": func() error { return errOf(s.SetHolder(t.Context(), storetest.Admin, id(1), id(5))) },
	} {
		t.Log(name)
		invalid(t, s, "holder", call)
	}
	refused(t, s, refusal.NotFound,
		func() error { return errOf(s.SetHolder(t.Context(), storetest.Admin, someone, id(1))) })
}

// modelPerson is a person of a random assembly.
type modelPerson struct {
	present bool
	weight  ballotbox.Weight
	holder  int // 0: nobody
}

// modelAssembly is a random assembly, people by number from 1, and the rules in their simplest form.
type modelAssembly struct {
	people []modelPerson
	kind   store.ElectorateKind
	limit  int
}

// heldBy is who casts the vote of a person too; 0 for nobody.
func (m *modelAssembly) heldBy(n int) int {
	holder := m.people[n].holder
	if m.limit == 0 || m.kind == store.ElectoratePresent && !m.people[holder].present {
		return 0
	}
	return holder
}

// voters are the people who have a paper.
func (m *modelAssembly) voters() (all []int) {
	for n := 1; n < len(m.people); n++ {
		if m.kind == store.ElectorateRoll || m.people[n].present || m.heldBy(n) > 0 {
			all = append(all, n)
		}
	}
	return all
}

// papers are the people whose papers a person may cast.
func (m *modelAssembly) papers(n int) (all []int) {
	voters := m.voters()
	for _, owner := range voters {
		own := owner == n && (m.kind == store.ElectorateRoll || m.heldBy(n) == 0)
		if own || slices.Contains(voters, n) && m.heldBy(owner) == n {
			all = append(all, owner)
		}
	}
	return all
}

// overLimit reports whether a person who may vote holds too many votes.
func (m *modelAssembly) overLimit() bool {
	for _, n := range m.voters() {
		held := 0
		for giver := 1; giver < len(m.people); giver++ {
			if m.heldBy(giver) == n {
				held++
			}
		}
		if m.limit > 0 && held > m.limit {
			return true
		}
	}
	return false
}

// assembly is what minutes print.
func (m *modelAssembly) assembly() *store.Attendance {
	var a store.Attendance
	for _, n := range m.voters() {
		switch p := m.people[n]; {
		case m.heldBy(n) > 0:
			a.Represented, a.RepresentedVotes = a.Represented+1, a.RepresentedVotes+p.weight
		case m.kind == store.ElectoratePresent:
			a.Present, a.PresentVotes = a.Present+1, a.PresentVotes+p.weight
		}
	}
	if a == (store.Attendance{}) {
		return nil
	}
	return &a
}

// randomise puts a random assembly on the roll, and answers its model.
func (h *hall) randomise(r *rand.Rand) *modelAssembly {
	h.Helper()
	m := &modelAssembly{people: make([]modelPerson, len(h.entries)), limit: r.IntN(4), kind: store.ElectoratePresent}
	if r.IntN(4) == 0 {
		m.kind = store.ElectorateRoll
	}
	holders := 1 + r.IntN(3) // the people 1 to holders hold the votes of the others
	lines := []store.RollLine{}
	var takenBack []int
	for n := 1; n < len(h.entries); n++ {
		p := modelPerson{present: r.IntN(2) == 0, weight: ballotbox.Weight(1 + r.IntN(3)*5000)}
		l := rollLine(n)
		l.Weight, l.Present, l.ProxyFor = &p.weight, &p.present, []string{}
		lines = append(lines, l)
		if n > holders && r.IntN(2) == 0 {
			p.holder = 1 + r.IntN(holders)
			lines[p.holder-1].ProxyFor = append(lines[p.holder-1].ProxyFor, member(n))
			if r.IntN(5) == 0 { // in time
				takenBack, p.holder = append(takenBack, n), 0
			}
		}
		m.people[n] = p
	}
	enrol(h, h.s, lines...)
	for _, n := range takenBack {
		h.give(n, 0)
	}
	return m
}

// 120 assemblies, and 1,000 where OSTRAKON_LONG is set. Of many small stores each is faster than one that grows.
func TestRandomAssembliesFollowTheirModel(t *testing.T) {
	stores, each := 3, 40
	if os.Getenv("OSTRAKON_LONG") != "" {
		stores = 25
	}
	for n := range stores {
		h := newHall(t, 7)
		for seed := n * each; seed < (n+1)*each; seed++ {
			h.follow(rand.New(rand.NewPCG(uint64(seed), 29)), seed)
		}
	}
}

// follow holds a random assembly, and compares it with its model.
func (h *hall) follow(r *rand.Rand, seed int) {
	h.Helper()
	m := h.randomise(r)
	e := h.draft(m.kind, m.limit)
	e = must(h.s.UpdateElection(h.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Quorum: &store.Quorum{Least: [2]int{1, 1 + r.IntN(3)}}}))(h)
	before := must(h.s.Election(h.Context(), e.ID))(h)
	voters, want := m.voters(), m.assembly()
	if before.Turnout.Electorate != len(voters) || !reflect.DeepEqual(before.Attendance, want) {
		h.Fatalf("%d %+v: the draft has %+v, %+v", seed, m, before.Turnout, before.Attendance)
	}
	opened, err := h.s.SetStatus(h.Context(), storetest.Admin, e.ID, store.Active)
	if refused := len(voters) == 0 || m.overLimit(); refused != (err != nil) {
		h.Fatalf("%d %+v: it should be refused: %v; it is: %v", seed, m, refused, err)
	}
	if err != nil {
		return
	}
	if !reflect.DeepEqual(opened.Attendance, want) || opened.Turnout.Electorate != len(voters) {
		h.Fatalf("%d %+v: open, it has %+v, %+v", seed, m, opened.Turnout, opened.Attendance)
	}
	for range r.IntN(3) { // too late
		h.give(1+r.IntN(len(h.entries)-1), 0)
	}
	h.vote(r, seed, m, opened)
}

// vote lets everybody look at an election, some cast the papers that the model gives them, and closes it.
func (h *hall) vote(r *rand.Rand, seed int, m *modelAssembly, e store.Election) {
	h.Helper()
	cast := map[int]bool{}
	for n := 1; n < len(h.entries); n++ {
		papers := m.papers(n)
		var got []int
		for _, p := range h.sees(n, e).Papers {
			got = append(got, slices.Index(h.entries, store.RollID(p.Owner)))
		}
		slices.Sort(got)
		if !slices.Equal(got, papers) {
			h.Fatalf("%d %+v: person %d has the papers of %v, want %v", seed, m, n, got, papers)
		}
		for _, owner := range papers {
			if r.IntN(2) == 0 || cast[owner] {
				continue
			}
			paper := h.entries[owner]
			if owner == n {
				paper = ""
			}
			if err := h.cast(n, paper, e); err != nil {
				h.Fatalf("%d %+v: person %d casts the paper of %d: %v", seed, m, n, owner, err)
			}
			cast[owner] = true
		}
	}
	if seed%20 > 0 {
		storetest.Advance(h, h.s, e.ID, store.Completed)
		return
	}
	got := count(h.T, h.s, e.ID)
	d := e.Quorum.Least[1]
	needed := (len(m.voters()) + d - 1) / d
	quorum := got.Questions[0].Quorum
	if got.Turnout != (store.Turnout{Ballots: len(cast), Electorate: len(m.voters())}) || quorum.Needed != needed ||
		quorum.Met != (len(cast) >= needed) {
		h.Fatalf("%d %+v: counted %+v, quorum %+v", seed, m, got.Turnout, quorum)
	}
}
