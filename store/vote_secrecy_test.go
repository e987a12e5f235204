package store_test

import (
	"bytes"
	"encoding/base32"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/storetest"
)

// bytesOf are the bytes that a base32 text stands for.
func bytesOf(tb testing.TB, text string) []byte {
	tb.Helper()
	return must(base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(text)))(tb)
}

// lowerBase32 is the text of an id.
func lowerBase32(raw []byte) string {
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw))
}

// traces names the secrets whose bytes are somewhere in a file, free pages and all.
func traces(tb testing.TB, path string, secrets map[string][]byte) []string {
	tb.Helper()
	raw := must(os.ReadFile(path))(tb)
	var found []string
	for name, secret := range secrets {
		if bytes.Contains(raw, secret) {
			found = append(found, name)
		}
	}
	return found
}

// Candidates' records hold their ids as text, so that is no trace of a ballot; bytes of an id would
// be one. Marks are found by the code before them.
func TestTheFileHoldsNoChoiceInPlain(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, store.FileName)
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace", "Zoe")
	secrets := map[string][]byte{
		"key of the election": must(os.ReadFile(filepath.Join(dir, "keys", string(e.ID)+".key")))(t),
		"session key":         s.TokenKey(),
	}
	for _, c := range e.Questions[0].Candidates {
		secrets["id of "+c.Name] = bytesOf(t, string(c.ID))
	}
	for n, v := range voters(t, s, 60) {
		r := vote(t, s, v, e.Questions[0].Candidates[n%3])
		secrets[fmt.Sprint("code of ballot ", n)] = bytesOf(t, r.Code)
		secrets[fmt.Sprint("code of ballot ", n, " as text")] = []byte(r.Code)
		secrets[fmt.Sprint("code of ballot ", n, " in lower case")] = []byte(strings.ToLower(r.Code))
	}
	if found := traces(t, file, secrets); len(found) > 0 {
		t.Errorf("while ACTIVE the file holds %q", found)
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	if found := traces(t, file, secrets); len(found) > 0 {
		t.Errorf("before the count the file holds %q", found)
	}
	sealed := store.Sealed(t, s, e.ID)
	must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// Now the sums and the codes are public, these in a sorted list; nothing is left that was sealed.
	raw := must(os.ReadFile(file))(t)
	for name, secret := range secrets {
		want := 0
		if strings.HasPrefix(name, "code of") && len(secret) == 10 {
			want = 1
		}
		if n := bytes.Count(raw, secret); n != want {
			t.Errorf("after the count the file holds the %s %d times, want %d", name, n, want)
		}
	}
	for _, ballot := range sealed {
		if bytes.Contains(raw, ballot[:32]) || bytes.Contains(raw, ballot[len(ballot)-32:]) {
			t.Error("after the count the file holds a sealed ballot")
		}
	}

	// The search bites: it finds each of them once written in plain, even when deleted since.
	if found := traces(t, file, map[string][]byte{"title": []byte(e.Title)}); len(found) != 1 {
		t.Error("the title of the election is not found")
	}
	edit(t, dir, func(tx *bolt.Tx) error {
		for name, secret := range secrets {
			if err := tx.Bucket([]byte("settings")).Put([]byte(name), secret); err != nil {
				return err
			}
		}
		return nil
	})
	edit(t, dir, func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("settings")) })
	if found := traces(t, file, secrets); len(found) != len(secrets) {
		t.Errorf("of %d secrets once written in plain only %q are found", len(secrets), found)
	}
}

func TestBallotsAndMarksTellNothingApart(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "A candidate of a long name", "B")
	for n, v := range voters(t, s, 20) {
		vote(t, s, v, e.Questions[0].Candidates[n%2])
	}
	sizes, marks, places := make(map[int]int), make(map[string]int), make(map[string]bool)
	for path, value := range store.Dump(t, s) {
		box, place, isBallot := strings.Cut(path, fmt.Sprintf("/%q/", string(e.ID)))
		switch {
		case isBallot && box == "sealed":
			sizes[len(value)]++
			places[place] = true
		case isBallot && box == "voted":
			marks[value]++
		case !isBallot && (strings.HasPrefix(path, "sealed") || strings.HasPrefix(path, "voted")) && value != "sequence 0":
			t.Errorf("%s counts: %s", path, value)
		}
	}
	if len(sizes) != 1 || len(places) != 20 {
		t.Errorf("sealed ballots have the sizes %v at %d places", sizes, len(places))
	}
	if len(marks) != 1 || marks["\x01"] != 20 {
		t.Errorf("voters' marks are %v", marks)
	}
}

func TestVotesLeaveNoLineInTheAudit(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 3)
	before := must(s.AuditList(t.Context(), audit.Filter{}, store.Page{}))(t)
	for _, v := range all {
		vote(t, s, v, e.Questions[0].Candidates[0])
	}
	if after := must(s.AuditList(t.Context(), audit.Filter{}, store.Page{}))(t); len(after.Items) != len(before.Items) {
		t.Errorf("votes wrote %+v", after.Items[:len(after.Items)-len(before.Items)])
	}
}
