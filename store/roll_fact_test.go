package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// asking opens an installation whose slips ask for a fact.
func asking(tb testing.TB, dir string, fact store.SecondFact) *store.Store {
	tb.Helper()
	s := storetest.NewIn(tb, dir, store.Options{})
	must(s.ChangeSettings(tb.Context(), storetest.Admin, store.SettingsChange{SecondFact: &fact}))(tb)
	return s
}

// saying signs in with a key as it is printed, and with a second fact.
func saying(tb testing.TB, s *store.Store, printed string, said store.SaidFacts) error {
	key, _ := store.ParseMemberKey(printed)
	return errOf(s.SignInByKey(tb.Context(), key, said))
}

func born(date string) store.SaidFacts { return store.SaidFacts{DateOfBirth: date} }

var noor = store.RollLine{Line: 1, FullName: new("Noor Haddad"), DateOfBirth: new("1950-02-03"), Member: new("Å-17")}

func TestASlipAsksForASecondFact(t *testing.T) {
	for fact, try := range map[store.SecondFact]struct{ right, wrong, none store.SaidFacts }{
		store.FactBirth: {born(" 1950-02-03 "), born("1950-02-04"), store.SaidFacts{Member: "Å-17"}},
		store.FactMember: {store.SaidFacts{Member: "a-17"}, store.SaidFacts{Member: "A-18"},
			store.SaidFacts{DateOfBirth: "1950-02-03", Member: " "}},
	} {
		t.Run(string(fact), func(t *testing.T) {
			s := asking(t, t.TempDir(), fact)
			id, key := handSlip(t, s, noor)
			refused(t, s, refusal.ValidationFailed, func() error { return saying(t, s, key, try.none) })
			for range 2 {
				if err := saying(t, s, key, try.wrong); !errors.Is(err, refusal.SecondFactWrong) {
					t.Errorf("a wrong fact: %v", err)
				}
			}
			if e := entryOf(t, s, id); e.WrongAnswers != 2 || e.User != "" || e.KeyUsed {
				t.Errorf("after two wrong facts: %+v", e)
			}
			for _, each := range []string{key, must(s.NewLinkKey(t.Context(), id))(t),
				must(s.NewAskedLinkKey(t.Context(), id))(t)} {
				if err := saying(t, s, each, try.wrong); !errors.Is(err, refusal.SecondFactWrong) {
					t.Errorf("a wrong fact with another key: %v", err)
				}
				if err := saying(t, s, each, try.right); err != nil {
					t.Errorf("the right fact: %v", err)
				}
			}
			if e := entryOf(t, s, id); e.WrongAnswers != 0 {
				t.Errorf("after a right fact: %+v", e)
			}
		})
	}
}

func TestAFactThatTheRollLacksSendsToTheSecretary(t *testing.T) {
	s := asking(t, t.TempDir(), store.FactBirth)
	_, key := handSlip(t, s, store.RollLine{Line: 1, FullName: new("Bo Berg"), Member: new("M-1")})
	enrol(t, s, noor, store.RollLine{Line: 2, FullName: new("Dora Brandt")})
	parsed, _ := store.ParseMemberKey(key)
	refused(t, s, refusal.SecondFactMissing, func() error { return saying(t, s, key, born("1950-02-03")) })
	refused(t, s, refusal.SecondFactMissing, func() error {
		_, _, err := s.PersonOfKey(t.Context(), parsed)
		return err
	})
	if lacking := must(s.FactsLacking(t.Context()))(t); lacking != (store.FactsLacking{DateOfBirth: 2, Member: 1}) {
		t.Errorf("lacking: %+v", lacking)
	}
}

// All of five hundred guesses at once, one of which is right, are compared one after the other.
func TestGuessesAtOnceGetNoMoreTries(t *testing.T) {
	s := asking(t, t.TempDir(), store.FactMember)
	id, key := handSlip(t, s, noor)
	for range store.MaxWrongAnswers - 1 {
		if err := saying(t, s, key, store.SaidFacts{Member: "0"}); !errors.Is(err, refusal.SecondFactWrong) {
			t.Fatal(err)
		}
	}
	var group sync.WaitGroup
	for range 500 {
		group.Go(func() {
			if err := saying(t, s, key, store.SaidFacts{Member: "1"}); !errors.Is(err, refusal.SecondFactLocked) {
				t.Errorf("a guess after four: %v", err)
			}
		})
	}
	group.Wait()
	refused(t, s, refusal.SecondFactLocked, func() error { return saying(t, s, key, store.SaidFacts{Member: "Å-17"}) })
	if e := entryOf(t, s, id); e.WrongAnswers != store.MaxWrongAnswers {
		t.Errorf("counted %d", e.WrongAnswers)
	}
	if err := s.AllowAnswers(t.Context(), storetest.Admin, id); err != nil {
		t.Fatal(err)
	}
	if err := saying(t, s, key, store.SaidFacts{Member: "Å-17"}); err != nil {
		t.Errorf("after more answers were allowed: %v", err)
	}
	unchanged(t, s, func() {
		if err := s.AllowAnswers(t.Context(), storetest.Admin, id); err != nil {
			t.Error(err)
		}
	})
}

// A copy of the file while the server runs is what kill -9 leaves: an answer that was given is counted in it.
func TestACrashGivesNoMoreTries(t *testing.T) {
	dir := t.TempDir()
	s := asking(t, dir, store.FactBirth)
	id, key := handSlip(t, s, noor)
	for n := 1; n <= store.MaxWrongAnswers; n++ {
		if err := saying(t, s, key, born("1990-01-01")); err == nil {
			t.Fatal("a wrong date signs in")
		}
		left := t.TempDir()
		if err := os.CopyFS(filepath.Join(left, "data"), os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		after := storetest.NewIn(t, filepath.Join(left, "data"), store.Options{})
		if e := entryOf(t, after, id); e.WrongAnswers != n {
			t.Errorf("after %d wrong answers and a crash, %d are counted", n, e.WrongAnswers)
		}
	}
}

// Neither an import nor taking it back gives more tries, and registering with the key is no way around them.
func TestNothingElseGivesMoreTries(t *testing.T) {
	s := asking(t, t.TempDir(), store.FactMember)
	id, key := handSlip(t, s, noor)
	for range store.MaxWrongAnswers - 1 {
		if err := saying(t, s, key, store.SaidFacts{Member: "1"}); !errors.Is(err, refusal.SecondFactWrong) {
			t.Fatal(err)
		}
	}
	again := noor
	again.DateOfBirth = new("1950-02-04")
	report := enrol(t, s, again)
	if err := saying(t, s, key, store.SaidFacts{Member: "1"}); !errors.Is(err, refusal.SecondFactLocked) {
		t.Fatal(err)
	}
	must(s.UndoImport(t.Context(), storetest.Admin, report.ID))(t)
	if e := entryOf(t, s, id); e.WrongAnswers != store.MaxWrongAnswers || e.DateOfBirth != "1950-02-03" {
		t.Errorf("after an import was taken back: %+v", e)
	}
	parsed, _ := store.ParseMemberKey(key)
	refused(t, s, refusal.ValidationFailed, func() error {
		return errOf(s.Register(t.Context(), store.Registration{
			Email: "noor@example.org", PasswordHash: "x", FullName: "Noor Haddad", MemberKey: parsed, Policy: "roll",
			Agrees: func(store.RollEntry) bool { return true },
		}))
	})
}

func TestTheSecondFactStaysWhileAnElectionIsOpen(t *testing.T) {
	s := asking(t, t.TempDir(), store.FactBirth)
	handSlip(t, s, noor)
	rollElection(t, s)
	refused(t, s, refusal.ElectionOpen, func() error {
		return errOf(s.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{SecondFact: new(store.FactNone)}))
	})
}
