// Package storetest opens temporary stores for tests and fills them.
package storetest

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/sealing"
)

// Admin is an actor for tests in which it does not matter who acts.
var Admin = audit.ByCommand()

// New opens a store in a temporary directory. At the end of the test it checks and closes it and its pages.
func New(tb testing.TB, opts store.Options) *store.Store {
	tb.Helper()
	return NewIn(tb, tb.TempDir(), opts)
}

// NewIn is New in a given directory.
func NewIn(tb testing.TB, dir string, opts store.Options) *store.Store {
	tb.Helper()
	s, err := store.Open(tb.Context(), dir, opts)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		// tb.Context has ended by now.
		if err := s.Check(context.Background()); err != nil {
			tb.Errorf("check: %v", err)
		}
		if err := s.Close(); err != nil {
			tb.Errorf("close: %v", err)
		}
		CheckFile(tb, dir)
	})
	return s
}

// CheckFile runs bbolt's own check over the file of a closed store.
func CheckFile(tb testing.TB, dir string) {
	tb.Helper()
	db, err := bolt.Open(filepath.Join(dir, store.FileName), 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		tb.Error(err)
		return
	}
	defer db.Close()
	if err := db.View(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			tb.Errorf("bbolt check: %v", err)
		}
		return nil
	}); err != nil {
		tb.Error(err)
	}
}

// Voter registers the voter number n.
func Voter(tb testing.TB, s *store.Store, n int) store.User {
	tb.Helper()
	u, err := s.Register(tb.Context(), Registration(n))
	if err != nil {
		tb.Fatal(err)
	}
	return u
}

// Registration is a valid registration, different for each n.
func Registration(n int) store.Registration {
	return store.Registration{
		Email: fmt.Sprintf("voter%d@example.org", n), PasswordHash: "x", FullName: fmt.Sprintf("Voter Number%d", n),
		Kind: store.NationalID, Number: fmt.Sprintf("ID%08d", n), Policy: "number",
		Checks: []store.AdmissionCheck{{Name: "identity_number", Passed: true}},
	}
}

// Election makes an election in DRAFT with candidates of the given names, whose count will not be proved.
func Election(tb testing.TB, s *store.Store, title string, names ...string) store.Election {
	tb.Helper()
	e, err := s.CreateElection(tb.Context(), Admin, store.ElectionChange{Title: &title, Proof: new(new(false))})
	if err != nil {
		tb.Fatal(err)
	}
	for _, name := range names {
		if _, err := s.AddCandidate(tb.Context(), Admin, e.ID, "", store.CandidateChange{Name: &name}); err != nil {
			tb.Fatal(err)
		}
	}
	if e, err = s.Election(tb.Context(), e.ID); err != nil {
		tb.Fatal(err)
	}
	return e
}

// Hold has holders make their sheets for the assembly of a DRAFT, threshold of whom are needed. It returns their
// secrets of the next election that opens, by the numbers of the holders.
func Hold(tb testing.TB, s *store.Store, id store.ElectionID, threshold, holders int) map[int]*sealing.Secret {
	tb.Helper()
	secrets := make(map[int]*sealing.Secret)
	for n, sheet := range Sheets(tb, s, id, threshold, holders) {
		secrets[n] = sheet.Derive(1)
	}
	return secrets
}

// Sheets has holders make their sheets for a new assembly of a DRAFT, and returns them by the numbers of the holders.
func Sheets(tb testing.TB, s *store.Store, id store.ElectionID, threshold, holders int) map[int]*sealing.Secret {
	tb.Helper()
	plan := store.HolderPlan{Threshold: threshold, Anew: true}
	for n := range holders {
		plan.Holders = append(plan.Holders, fmt.Sprint("Holder ", n+1))
	}
	if _, err := s.SetHolders(tb.Context(), Admin, id, plan); err != nil {
		tb.Fatal(err)
	}
	sheets := make(map[int]*sealing.Secret)
	for n := 1; n <= holders; n++ {
		token, err := s.InviteHolder(tb.Context(), Admin, id, n)
		if err != nil {
			tb.Fatal(err)
		}
		sheets[n] = sealing.NewSecret()
		if err := s.SetHolderKeys(tb.Context(), token, sheets[n].AllKeys()); err != nil {
			tb.Fatal(err)
		}
	}
	return sheets
}

// Advance moves an election one step, to a status.
func Advance(tb testing.TB, s *store.Store, id store.ElectionID, to store.Status) store.Election {
	tb.Helper()
	e, err := s.SetStatus(tb.Context(), Admin, id, to)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}
