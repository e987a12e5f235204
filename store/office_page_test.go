package store_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/storetest"
)

// lists are all lists of the store, each as the ids of its records.
func lists(tb testing.TB, s *store.Store, voter store.UserID) map[string]func(store.Page) (store.List[string], error) {
	ctx := tb.Context()
	elections := func(l store.List[store.Election], err error) (store.List[string], error) {
		return store.List[string]{Items: titles(l.Items), Next: l.Next}, err
	}
	users := func(l store.List[store.User], err error) (store.List[string], error) {
		return store.List[string]{Items: names(l.Items), Next: l.Next}, err
	}
	return map[string]func(store.Page) (store.List[string], error){
		"all elections": func(p store.Page) (store.List[string], error) { return elections(s.Elections(ctx, "", p)) },
		"drafts": func(p store.Page) (store.List[string],
			error) {
			return elections(s.Elections(ctx, store.Draft, p))
		},
		"active elections": func(p store.Page) (store.List[string],
			error) {
			return elections(s.Elections(ctx, store.Active, p))
		},
		"completed elections": func(p store.Page) (store.List[string],
			error) {
			return elections(s.Elections(ctx, store.Completed, p))
		},
		"active for a voter": func(p store.Page) (store.List[string], error) {
			return elections(s.ElectionsFor(ctx, voter, store.Active, p))
		},
		"users by name":    func(p store.Page) (store.List[string], error) { return users(searchUsers(ctx, s, "", p)) },
		"users by a word":  func(p store.Page) (store.List[string], error) { return users(searchUsers(ctx, s, "voter", p)) },
		"users by another": func(p store.Page) (store.List[string], error) { return users(searchUsers(ctx, s, "number", p)) },
		"audit": func(p store.Page) (store.List[string], error) {
			l, err := s.AuditList(ctx, audit.Filter{}, p)
			out := store.List[string]{Next: l.Next}
			for _, e := range l.Items {
				out.Items = append(out.Items, fmt.Sprint(e.Seq))
			}
			return out, err
		},
	}
}

// office fills a store with seven users and seven elections of each status, in mixed order, and
// returns what each of its lists holds, in order.
func office(tb testing.TB, s *store.Store) map[string][]string {
	tb.Helper()
	want := make(map[string][]string)
	newestFirst := func(list, title string) { want[list] = slices.Insert(want[list], 0, title) }
	for n := range 7 {
		want["users by name"] = append(want["users by name"], storetest.Voter(tb, s, n).FullName)
		for _, to := range []store.Status{store.Completed, store.Draft, store.Active} {
			e := storetest.Election(tb, s, fmt.Sprint(to, n), "A", "B")
			newestFirst("all elections", e.Title)
			switch to {
			case store.Draft:
				newestFirst("drafts", e.Title)
				continue
			case store.Active:
				newestFirst("active elections", e.Title)
			case store.Completed:
				newestFirst("completed elections", e.Title)
			}
			storetest.Advance(tb, s, e.ID, store.Active)
			if to == store.Completed {
				storetest.Advance(tb, s, e.ID, store.Completed)
			}
		}
	}
	want["active for a voter"] = want["active elections"]
	want["users by a word"] = want["users by name"]
	for seq := 7 + 21*3 + 7 + 14; seq > 0; seq-- { // registered; created with two candidates; completed; activated
		want["audit"] = append(want["audit"], fmt.Sprint(seq))
	}
	return want
}

func TestListsGiveEveryRecordOnceWhateverTheLimit(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	want := office(t, s)
	for name, list := range lists(t, s, "") {
		for _, limit := range []int{1, 2, 3, 7, store.MaxPage} {
			got := pages(t, limit, list)
			if name == "users by a word" || name == "users by another" { // one word for all: the order is that of ids
				slices.Sort(got)
			}
			order := want[name]
			if name == "users by another" {
				order = want["users by name"]
			}
			if !slices.Equal(got, order) {
				t.Errorf("%s by %d: %q, want %q", name, limit, got, order)
			}
		}
	}
}

func TestPageLimits(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	store.NoSync(s)
	for n := range store.DefaultPage + 1 {
		storetest.Election(t, s, fmt.Sprint(n))
	}
	l := must(s.Elections(t.Context(), "", store.Page{}))(t)
	if len(l.Items) != store.DefaultPage || l.Next == "" {
		t.Errorf("%d records without a limit, next %q", len(l.Items), l.Next)
	}
	for _, list := range lists(t, s, "") {
		for _, limit := range []int{-1, store.MaxPage + 1} {
			invalid(t, s, "limit", func() error { return errOf(list(store.Page{Limit: limit})) })
		}
	}
}

func TestHostileCursorsAreRefused(t *testing.T) {
	s := storetest.New(t, store.Options{})
	office(t, s)
	all := lists(t, s, "")
	raw := base64.RawURLEncoding.EncodeToString
	hostile := map[string]string{
		"no base64":       "!!!!",
		"padded base64":   base64.URLEncoding.EncodeToString([]byte("12345678")),
		"standard base64": "+/+/+/+/+/8",
		"spare bits set":  "AAAAAAAAAAB",
		"one byte":        raw([]byte{0}),
		"seven bytes":     raw(make([]byte, 7)),
		"very long":       strings.Repeat("A", 1<<16),
	}
	for name, list := range all {
		for kind, cursor := range hostile {
			t.Run(name+"/"+kind, func(t *testing.T) {
				invalid(t, s, "after", func() error { return errOf(list(store.Page{After: cursor})) })
			})
		}
	}
}

func TestACursorOfAnotherListIsRefused(t *testing.T) {
	s := storetest.New(t, store.Options{})
	office(t, s)
	all := lists(t, s, "")
	for name, list := range all {
		for other, from := range all {
			same := name == other || strings.HasPrefix(name, "active") && strings.HasPrefix(other, "active")
			if same {
				continue
			}
			t.Run(name+"/"+other, func(t *testing.T) {
				cursor := must(from(store.Page{Limit: 1}))(t).Next
				invalid(t, s, "after", func() error { return errOf(list(store.Page{Limit: 1, After: cursor})) })
			})
		}
	}
}

func TestACursorOutlivesItsRecord(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	var drafts []store.Election
	for n := range 5 {
		drafts = append(drafts, storetest.Election(t, s, fmt.Sprint(n)))
	}
	for _, limit := range []int{1, 2, 4} { // newest first: the last page of limit 4 is the oldest alone
		list := func(p store.Page) (store.List[store.Election], error) {
			return s.Elections(t.Context(), store.Draft, p)
		}
		first := must(list(store.Page{Limit: limit}))(t)
		last := first.Items[limit-1]
		noError(t, s.DeleteElection(t.Context(), storetest.Admin, last.ID))
		rest := must(list(store.Page{Limit: store.MaxPage, After: first.Next}))(t)
		index := slices.IndexFunc(drafts, func(e store.Election) bool { return e.ID == last.ID })
		if want := index; len(rest.Items) != want {
			t.Errorf("limit %d: %q after %s, want %d elections", limit, titles(rest.Items), last.Title, want)
		}
		drafts = slices.Delete(drafts, index, index+1)
		drafts = append(drafts, storetest.Election(t, s, fmt.Sprint("again", limit)))
	}
}
