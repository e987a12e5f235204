package store_test

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
	"ostrakon/store/storetest"
)

func TestParseIDTakesCanonicalIDsOnly(t *testing.T) {
	s := storetest.New(t, store.Options{})
	good := string(storetest.Voter(t, s, 1).ID)
	if id, err := store.ParseID[store.UserID](good); string(id) != good || err != nil {
		t.Errorf("%q: %q, %v", good, id, err)
	}
	for _, bad := range []string{
		"", good[:25], good + "a", strings.ToUpper(good), good[:25] + "b", good[:25] + "7", good[:25] + "A",
		"1" + good[1:], "/" + good[1:], "é" + good[2:], " " + good[1:], good[:25] + "\n", strings.Repeat("=", 26),
	} {
		if id, err := store.ParseID[store.UserID](bad); id != "" || !errors.Is(err, refusal.NotFound) {
			t.Errorf("%q: %q, %v", bad, id, err)
		}
	}
}

func FuzzParseID(f *testing.F) {
	for _, seed := range []string{"", "aaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaab",
		"abcdefghijklmnopqrstuvwx24", "../../../../../etc/passwd\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := store.ParseID[store.ElectionID](text)
		if err != nil {
			if id != "" || !errors.Is(err, refusal.NotFound) {
				t.Errorf("%q: %q, %v", text, id, err)
			}
			return
		}
		// An id is text of 16 bytes, and the only text of them.
		if raw := bytesOf(t, text); string(id) != text || len(raw) != 16 || lowerBase32(raw) != text {
			t.Errorf("%q reads as %q, its bytes %x", text, id, raw)
		}
	})
}

// FuzzCursor gives every list any cursor: it is refused by name, or leads on in the list.
func FuzzCursor(f *testing.F) {
	s := storetest.New(f, store.Options{})
	store.NoSync(s)
	office(f, s)
	all := lists(f, s, "")
	for _, list := range all {
		f.Add(must(list(store.Page{Limit: 2}))(f).Next)
	}
	f.Add(base64.RawURLEncoding.EncodeToString(make([]byte, 42)))
	f.Fuzz(func(t *testing.T, cursor string) {
		for name, list := range all {
			l, err := list(store.Page{Limit: 3, After: cursor})
			switch {
			case invalidIn(err, "after"):
			case err != nil:
				t.Errorf("%s after %q: %v", name, cursor, err)
			case len(l.Items) > 3 || l.Next != "" && l.Next == cursor:
				t.Errorf("%s after %q: %+v", name, cursor, l)
			}
		}
	})
}

// FuzzSearch gives the search any query: no error but that of too many words, nobody twice, and
// those found have what was asked for.
func FuzzSearch(f *testing.F) {
	s := storetest.New(f, store.Options{})
	store.NoSync(s)
	people(f, s, "Åse Strøm", "Ann Annabel Smith", "Ann Smith", "Νίκος Παπαδόπουλος", "राम कुमार",
		strings.Repeat("long", 12))
	for _, seed := range []string{"", "ann", "ANN S", "ase", "+9", "long", strings.Repeat("a ", 100), "\xff", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		if _, err := s.SearchUsers(t.Context(), store.UserFilter{Query: query}, store.Page{}); errors.Is(err,
			refusal.ValidationFailed) {
			if words := search.Words(query); len(words) <= 8 {
				t.Errorf("%q has %d words and is refused: %v", query, len(words), err)
			}
			return
		}
		found := pages(t, 2, func(p store.Page) (store.List[store.User],
			error) {
			return searchUsers(t.Context(), s, query, p)
		})
		seen := make(map[store.UserID]bool)
		for _, u := range found {
			has := search.Words(u.FullName + " " + u.Email + " " + u.Phone + " " + strings.Join(search.Words(u.Phone), ""))
			for _, term := range search.Words(query) {
				if !slices.ContainsFunc(has, func(w string) bool { return strings.HasPrefix(w, term) }) {
					t.Errorf("%q finds %q, who has no %q", query, u.FullName, term)
				}
			}
			if seen[u.ID] {
				t.Errorf("%q finds %q twice", query, u.FullName)
			}
			seen[u.ID] = true
		}
	})
}
