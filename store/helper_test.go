package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/boltfile"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// errOf is the error of a call that returns a value too.
func errOf[T any](_ T, err error) error { return err }

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// refused asserts that call returns want and leaves the whole file as it was.
func refused(t *testing.T, s *store.Store, want error, call func() error) {
	t.Helper()
	unchanged(t, s, func() {
		if err := call(); !errors.Is(err, want) {
			t.Errorf("got error %v, want %v", err, want)
		}
	})
}

// invalid asserts that call fails the validation of one field alone and leaves the whole file as it
// was.
func invalid(t *testing.T, s *store.Store, field string, call func() error) {
	t.Helper()
	unchanged(t, s, func() {
		if err := call(); !invalidIn(err, field) {
			t.Errorf("got error %v, want validation of %s", err, field)
		}
	})
}

// invalidIn reports whether an error is the fault of one field alone.
func invalidIn(err error, field string) bool {
	fields := refusal.FieldsOf(err)
	return errors.Is(err, refusal.ValidationFailed) && len(fields) == 1 && fields[0].Name == field
}

// unchanged asserts that fn leaves the whole file as it was.
func unchanged(t *testing.T, s *store.Store, fn func()) {
	t.Helper()
	before := store.Dump(t, s)
	fn()
	after := store.Dump(t, s)
	for path, value := range before {
		if now, ok := after[path]; !ok || now != value {
			t.Errorf("%s was %q, is %q", path, value, now)
		}
	}
	for path, value := range after {
		if _, ok := before[path]; !ok {
			t.Errorf("%s is new: %q", path, value)
		}
	}
}

// pages reads a list to its end, limit records at a time, and asserts that every page but the last
// is full.
func pages[T any](tb testing.TB, limit int, list func(store.Page) (store.List[T], error)) []T {
	tb.Helper()
	var all []T
	after := ""
	for {
		l := must(list(store.Page{Limit: limit, After: after}))(tb)
		if len(l.Items) > limit || l.Next != "" && len(l.Items) < limit {
			tb.Fatalf("%d records on a page of %d, next %q", len(l.Items), limit, l.Next)
		}
		all = append(all, l.Items...)
		if after = l.Next; after == "" {
			return all
		}
	}
}

// edit changes the file of a closed store behind its back.
func edit(tb testing.TB, dir string, change func(*bolt.Tx) error) {
	tb.Helper()
	noError(tb, boltfile.Change(filepath.Join(dir, store.FileName), change))
}

// open opens a store that the test closes, or whose file is damaged: nothing is verified at the
// end.
func open(tb testing.TB, dir string) *store.Store {
	tb.Helper()
	s := must(store.Open(tb.Context(), dir, store.Options{}))(tb)
	tb.Cleanup(func() { s.Close() })
	return s
}

// running makes an ACTIVE election with candidates of the given names.
func running(tb testing.TB, s *store.Store, names ...string) store.Election {
	tb.Helper()
	e := storetest.Election(tb, s, "Election of "+names[0], names...)
	return storetest.Advance(tb, s, e.ID, store.Active)
}

// vote casts a vote that must succeed.
func vote(tb testing.TB, s *store.Store, voter store.UserID, c store.Candidate) ballotbox.Receipt {
	tb.Helper()
	return must(s.CastVote(tb.Context(), voter, c.ElectionID, "", store.Answers{Candidate: c.ID}))(tb)
}

// held makes an ACTIVE election whose keys people hold, and their secrets by number.
func held(tb testing.TB, s *store.Store, threshold, holders int, names ...string) (store.Election,
	map[int]*sealing.Secret) {
	tb.Helper()
	e := storetest.Election(tb, s, "Election of "+names[0], names...)
	secrets := storetest.Hold(tb, s, e.ID, threshold, holders)
	return storetest.Advance(tb, s, e.ID, store.Active), secrets
}

// holds asserts that a bundle and the evidence against it pass every check of the offline verifier,
// as a file too.
func holds(tb testing.TB, b *ballotbox.Bundle, e ballotbox.Evidence) {
	tb.Helper()
	var zip bytes.Buffer
	noError(tb, b.Write(&zip))
	read := must(ballotbox.ReadBundle(bytes.NewReader(zip.Bytes()), int64(zip.Len())))(tb)
	checks := ballotbox.Verify(read, e)
	if !ballotbox.Valid(checks) {
		for _, c := range checks {
			tb.Errorf("%s: %v", c.Name, c.Err)
		}
	}
}

// proven asserts that a receipt's leaf is in the cast log that its proof's checkpoint signs.
func proven(tb testing.TB, s *store.Store, r ballotbox.Receipt) {
	tb.Helper()
	if err := provenBy(tb.Context(), s, r); err != nil {
		tb.Errorf("receipt %s: %v", r.Leaf, err)
	}
}

func provenBy(ctx context.Context, s *store.Store, r ballotbox.Receipt) error {
	leaf, err := ballotbox.ParseHash(r.Leaf)
	if err != nil {
		return err
	}
	in, err := s.Inclusion(ctx, store.ElectionID(r.ElectionID), leaf)
	if err != nil {
		return err
	}
	raw, err := s.Manifest(ctx, store.ElectionID(r.ElectionID))
	if err != nil {
		return err
	}
	m, err := ballotbox.ParseManifest(raw)
	if err != nil {
		return err
	}
	c, err := m.OpenCheckpoint([]byte(in.Checkpoint))
	if err != nil {
		return err
	}
	if in.Leaf != r.Leaf || in.Proof.Size != c.Size {
		return fmt.Errorf("proof %+v for a checkpoint of size %d", in, c.Size)
	}
	return in.Proof.Check(leaf, c.Root)
}

// titles are the titles of elections, in order.
func titles(elections []store.Election) []string {
	var all []string
	for _, e := range elections {
		all = append(all, e.Title)
	}
	return all
}

// names are the full names of users, in order.
func names(users []store.User) []string {
	var all []string
	for _, u := range users {
		all = append(all, u.FullName)
	}
	return all
}

// sorted is a sorted copy.
func sorted(texts []string) []string { return slices.Sorted(slices.Values(texts)) }

var jpeg = store.Image{Data: []byte("\xff\xd8\xff first"), MediaType: "image/jpeg", Width: 4, Height: 3}

// searchUsers searches users, and returns what it found without the number of applicants.
func searchUsers(ctx context.Context, s *store.Store, query string, p store.Page) (store.List[store.User], error) {
	l, err := s.SearchUsers(ctx, store.UserFilter{Query: query}, p)
	return l.List, err
}
