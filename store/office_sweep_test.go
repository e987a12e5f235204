package store_test

import (
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/storetest"
)

// sweeping is a store with a clock whose days a test counts.
type sweeping struct {
	*testing.T
	began time.Time
	clock *storetest.Clock
	store *store.Store
}

func newSweeping(t *testing.T, keep store.SettingsChange) sweeping {
	t.Helper()
	w := sweeping{T: t, clock: storetest.NewClock()}
	w.began = w.clock.Now()
	w.store = storetest.New(t, store.Options{Now: w.clock.Now})
	must(w.store.ChangeSettings(t.Context(), storetest.Admin, keep))(t)
	return w
}

// on sets the clock to a day, a minute after the time of the beginning.
func (w sweeping) on(day int) { w.clock.Set(w.began.AddDate(0, 0, day).Add(time.Minute)) }

// sweeps asserts what a sweep deletes on a day, and that a second one deletes nothing.
func (w sweeping) sweeps(day int, want store.Swept) {
	w.Helper()
	w.on(day)
	if due := must(w.store.AnythingDue(w.Context()))(w); due != (want != store.Swept{}) {
		w.Errorf("day %d: anything is due: %v", day, due)
	}
	if got := must(w.store.Sweep(w.Context()))(w); got != want {
		w.Errorf("day %d: %+v, want %+v", day, got, want)
	}
	unchanged(w.T, w.store, func() { must(w.store.Sweep(w.Context()))(w) })
}

// counted closes and counts an election.
func (w sweeping) counted(e store.Election) {
	w.Helper()
	storetest.Advance(w, w.store, e.ID, store.Completed)
	must(w.store.CalculateResults(w.Context(), storetest.Admin, e.ID))(w)
}

func TestNothingGoesUnlessTheSettingsSaySo(t *testing.T) {
	w := newSweeping(t, store.SettingsChange{})
	storetest.Voter(t, w.store, 1)
	must(w.store.Register(t.Context(), applicant(2)))(t)
	enrol(t, w.store, rollLine(3))
	w.counted(rollElection(t, w.store))
	w.sweeps(36_600, store.Swept{})
}

func TestApplicationsGoAfterTheirTime(t *testing.T) {
	w := newSweeping(t, store.SettingsChange{KeepApplications: new(30)})
	must(w.store.Register(t.Context(), applicant(1)))(t)
	refused := must(w.store.Register(t.Context(), applicant(2)))(t)
	admitted := must(w.store.Register(t.Context(), applicant(3)))(t)
	storetest.Voter(t, w.store, 4)
	must(w.store.DecideAdmission(t.Context(), storetest.Admin, admitted.ID, true, "Known to the board"))(t)
	w.on(10)
	must(w.store.DecideAdmission(t.Context(), storetest.Admin, refused.ID, false, "Nobody knows them"))(t)
	w.sweeps(29, store.Swept{})
	e := running(t, w.store, "Ada", "Grace")
	w.sweeps(31, store.Swept{}) // somebody may still decide while the election is open
	storetest.Advance(t, w.store, e.ID, store.Completed)
	w.sweeps(32, store.Swept{Applications: 1})
	w.sweeps(41, store.Swept{Applications: 1})
	w.sweeps(4000, store.Swept{})
}

func TestAccountsGoAfterTheLastElectionThatNeedsThem(t *testing.T) {
	w := newSweeping(t, store.SettingsChange{KeepAccounts: new(100)})
	must(w.store.SetUp(t.Context(), store.NewAdmin{Email: "olu@example.org", PasswordHash: "x", FullName: "Olu Office",
		Settings: store.SettingsChange{Organisation: new("Reed Bed Society")}}))(t)
	voter := storetest.Voter(t, w.store, 1)
	w.on(50)
	e := running(t, w.store, "Ada", "Grace")
	vote(t, w.store, voter.ID, e.Questions[0].Candidates[0])
	w.sweeps(400, store.Swept{}) // it is open
	storetest.Advance(t, w.store, e.ID, store.Completed)
	w.sweeps(600, store.Swept{}) // it is not counted
	must(w.store.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	storetest.Voter(t, w.store, 2)
	w.sweeps(601, store.Swept{Accounts: 1})
	planned := storetest.Election(t, w.store, "Planned", "Ada", "Grace")
	must(w.store.UpdateElection(t.Context(), storetest.Admin, planned.ID, store.ElectionChange{
		OpensAt: new(w.began.AddDate(0, 0, 750))}))(t)
	w.sweeps(749, store.Swept{}) // its opening is set
	w.sweeps(751, store.Swept{Accounts: 1})
	if lines := must(w.store.AuditList(t.Context(), audit.Filter{}, store.Page{Limit: 1}))(t).Items; len(lines) != 1 ||
		lines[0].Action != "installation.people_deleted" || lines[0].Detail["accounts"] != "1" {
		t.Errorf("the audit list says %+v", lines)
	}
	w.sweeps(4000, store.Swept{})
}

func TestAnAccountStaysWhileItsPersonIsOnARecentFrozenRoll(t *testing.T) {
	w := newSweeping(t, store.SettingsChange{KeepAccounts: new(100), KeepRolls: new(300)})
	enrol(t, w.store, rollLine(1), rollLine(2))
	for n := range 2 {
		must(w.store.Register(t.Context(), onRoll(n+1)))(t)
	}
	storetest.Voter(t, w.store, 3) // on no roll
	w.on(60)
	w.counted(rollElection(t, w.store))
	w.sweeps(101, store.Swept{Accounts: 1})
	w.sweeps(159, store.Swept{})
	w.sweeps(161, store.Swept{Accounts: 2})
	w.sweeps(361, store.Swept{Rolls: 1})
	if n := len(rollEntries(t, w.store, "")); n != 2 {
		t.Errorf("%d people are on the roll, which is the organisation's", n)
	}
}
