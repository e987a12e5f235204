package store_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// people registers voters of the given names, with addresses and phones that no query of a name
// finds.
func people(tb testing.TB, s *store.Store, fullNames ...string) {
	tb.Helper()
	for i, name := range fullNames {
		r := storetest.Registration(i)
		r.Email, r.FullName, r.Phone = fmt.Sprintf("q%d@qqq.example", i), name, fmt.Sprintf("+%d%d (0) 555-%04d", 9, i, i)
		must(s.Register(tb.Context(), r))(tb)
	}
}

// found returns the full names that a query finds.
func found(tb testing.TB, s *store.Store, query string) []string {
	tb.Helper()
	return names(pages(tb, 2, func(p store.Page) (store.List[store.User], error) {
		return searchUsers(tb.Context(), s, query, p)
	}))
}

func TestSearchFindsWhateverTheCaseAndAccents(t *testing.T) {
	s := storetest.New(t, store.Options{})
	people(t, s, "Åse Strøm", "Ase Strom", "Hans Groß", "Łukasz Żółć", "Νίκος Παπαδόπουλος", "राम कुमार", "रीमा मेहता",
		"İpek Işık", "O'Brien-Smith")
	for query, want := range map[string][]string{
		"åse":           {"Ase Strom", "Åse Strøm"},
		"ASE":           {"Ase Strom", "Åse Strøm"},
		"A\u030ase":     {"Ase Strom", "Åse Strøm"},
		"strøm":         {"Ase Strom", "Åse Strøm"},
		"STROM":         {"Ase Strom", "Åse Strøm"},
		"gross":         {"Hans Groß"},
		"groß":          {"Hans Groß"},
		"GROẞ":          {"Hans Groß"},
		"lukasz":        {"Łukasz Żółć"},
		"zolc":          {"Łukasz Żółć"},
		"ΠΑΠΑΔΟΠΟΥΛΟΣ":  {"Νίκος Παπαδόπουλος"},
		"νικος":         {"Νίκος Παπαδόπουλος"},
		"राम":           {"राम कुमार"},
		"ipek isik":     {"İpek Işık"},
		"ｉｐｅｋ":          {"İpek Işık"},
		"o'brien":       {"O'Brien-Smith"},
		"brien":         {"O'Brien-Smith"},
		"smith-brien o": {"O'Brien-Smith"},
	} {
		if got := found(t, s, query); !slices.Equal(sorted(got), sorted(want)) {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}

func TestSearchTakesThePrefixOfEveryWord(t *testing.T) {
	s := storetest.New(t, store.Options{})
	long := strings.Repeat("abcdef", 8)
	people(t, s, "Ann Smith", "Ann Jones", "Anna Smith", "Annabel Ann", "Bob Smith", long+"x", long+"y")
	for query, want := range map[string][]string{
		"ann":                {"Ann Smith", "Ann Jones", "Anna Smith", "Annabel Ann"},
		"smith ann":          {"Ann Smith", "Anna Smith"},
		"sm an":              {"Ann Smith", "Anna Smith"},
		"  Smith,\tBOB  ":    {"Bob Smith"},
		"an ann annabel":     {"Annabel Ann"},
		"mith":               nil,
		"ann smith x":        nil,
		"abc":                {long + "x", long + "y"},
		long:                 {long + "x", long + "y"},
		long + "x":           {long + "x"},
		long + "xx":          nil,
		"q4@qqq.example":     {"Bob Smith"},
		"q4":                 {"Bob Smith"},
		"bob qqq":            {"Bob Smith"},
		"Bob q3@qqq.example": nil,
	} {
		if got := found(t, s, query); !slices.Equal(sorted(got), sorted(want)) {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}

func TestSearchFindsPhoneDigits(t *testing.T) {
	s := storetest.New(t, store.Options{})
	r := storetest.Registration(1)
	r.FullName, r.Phone = "Caller", "+44 (20) 7946-0018"
	must(s.Register(t.Context(), r))(t)
	for query, one := range map[string]bool{
		"+44 (20) 7946-0018": true,
		"442079460018":       true,
		"4420":               true,
		"7946 0018":          true,
		"7946":               true,
		"caller 44":          true,
		"9460018":            false,
		"4421":               false,
	} {
		if got := found(t, s, query); (len(got) == 1) != one {
			t.Errorf("%q finds %q, want found = %v", query, got, one)
		}
	}
}

func TestSearchWithoutAQueryListsAllByName(t *testing.T) {
	s := storetest.New(t, store.Options{})
	people(t, s, "édith", "Zoe", "Ada", "ångström", "Eve")
	for _, query := range []string{"", "  \t"} {
		if got, want := found(t, s, query), []string{"Ada", "ångström", "édith", "Eve", "Zoe"}; !slices.Equal(got, want) {
			t.Errorf("%q lists %q, want %q", query, got, want)
		}
	}
}

func TestSearchForPunctuationFindsNobody(t *testing.T) {
	s := storetest.New(t, store.Options{})
	people(t, s, "Ada")
	for _, query := range []string{"-", "@.", " ' ", "\x00", "😀", "\u0301", "\xff"} {
		if got := found(t, s, query); len(got) != 0 {
			t.Errorf("%q finds %q", query, got)
		}
	}
}

func TestSearchNamesAUserOnceOverAllPages(t *testing.T) {
	s := storetest.New(t, store.Options{})
	var everyone []string
	for i := range 12 {
		everyone = append(everyone, fmt.Sprintf("Mara Maria Margit%c Marlene", 'a'+i))
	}
	people(t, s, everyone...)
	for limit := 1; limit <= 3; limit++ {
		for _, query := range []string{"ma", "mar", "maria", "ma mar", "margit", "marlene mara"} {
			got := names(pages(t, limit, func(p store.Page) (store.List[store.User], error) {
				return searchUsers(t.Context(), s, query, p)
			}))
			if !slices.Equal(sorted(got), everyone) {
				t.Errorf("%q by %d: %q", query, limit, got)
			}
		}
	}
}

func TestSearchFollowsChangesOfAUser(t *testing.T) {
	s := storetest.New(t, store.Options{})
	people(t, s, "Old Name")
	u := pages(t, 1, func(p store.Page) (store.List[store.User], error) { return searchUsers(t.Context(), s, "", p) })[0]
	change := store.UserChange{FullName: new("New Name"), Email: new("fresh@example.org"), Phone: new("12345")}
	changed := must(s.UpdateUser(t.Context(), storetest.Admin, u.ID, change))(t)
	for query, one := range map[string]bool{"old": false, "q0": false, "555": false, "new": true, "name": true,
		"fresh": true, "12345": true} {
		if got := found(t, s, query); (len(got) == 1) != one {
			t.Errorf("%q finds %q, want found = %v", query, got, one)
		}
	}
	l := must(s.SearchUsers(t.Context(), store.UserFilter{Query: "new"}, store.Page{}))(t)
	if len(l.Items) != 1 || !reflect.DeepEqual(l.Items[0], changed.User) {
		t.Errorf("found %+v, want %+v", l.Items, changed.User)
	}
}

func TestPagesGoOnWhenOthersRegisterInBetween(t *testing.T) {
	s := storetest.New(t, store.Options{})
	named := func(n int, name string) {
		r := storetest.Registration(n)
		r.FullName = name
		must(s.Register(t.Context(), r))(t)
	}
	for n := range 4 {
		named(n, "Ann Smith")
	}
	named(4, "Ann Brown") // now smith is the rarer word
	first := must(s.SearchUsers(t.Context(), store.UserFilter{Query: "ann smith"}, store.Page{Limit: 2}))(t)
	for n := range 5 {
		named(10+n, "Bob Smith") // and now ann
	}
	second := must(s.SearchUsers(t.Context(), store.UserFilter{Query: "ann smith"},
		store.Page{Limit: 2, After: first.Next}))(t)
	if len(first.Items) != 2 || len(second.Items) != 2 || first.Items[0].ID == second.Items[0].ID {
		t.Errorf("pages of %d and %d users", len(first.Items), len(second.Items))
	}
}

func TestAQueryHasAtMostEightWords(t *testing.T) {
	s := storetest.New(t, store.Options{})
	if _, err := s.SearchUsers(t.Context(), store.UserFilter{Query: "a b c d e f g h i"}, store.Page{}); !invalidIn(err,
		"query") {
		t.Errorf("nine words: %v", err)
	}
	// A word that another begins with says nothing more.
	if _, err := s.SearchUsers(t.Context(), store.UserFilter{Query: "a an ann anna b bo bob c ca cat"},
		store.Page{}); err != nil {
		t.Errorf("three words and their beginnings: %v", err)
	}
}

func TestSearchApplicants(t *testing.T) {
	s := storetest.New(t, store.Options{})
	var applied []store.User
	for n := 1; n <= 60; n++ {
		r := storetest.Registration(n)
		if n%20 == 0 {
			r.Checks, r.Review = []store.AdmissionCheck{{Name: "card_name"}}, true
			applied = append(applied, must(s.Register(t.Context(), r))(t))
			continue
		}
		must(s.Register(t.Context(), r))(t)
	}
	search := func(query string) []store.User {
		t.Helper()
		return pages(t, 1, func(p store.Page) (store.List[store.User], error) {
			l, err := s.SearchUsers(t.Context(), store.UserFilter{Query: query, Pending: true}, p)
			return l.List, err
		})
	}
	wait := func(want ...store.User) {
		t.Helper()
		if n := must(s.SearchUsers(t.Context(), store.UserFilter{}, store.Page{}))(t).Pending; n != len(want) {
			t.Errorf("%d applications wait, want %d", n, len(want))
		}
		if got := search(""); len(got) != len(want) {
			t.Fatalf("found %d users, want %d", len(got), len(want))
		}
		for i, u := range search("") {
			if u.ID != want[i].ID {
				t.Errorf("user %d is %s, want %s", i, u.FullName, want[i].FullName)
			}
		}
	}
	wait(applied...)
	if got := search(applied[1].Email); len(got) != 1 || got[0].ID != applied[1].ID {
		t.Errorf("a search by address finds %v", got)
	}
	for _, query := range []string{storetest.Registration(1).Email, "nobody", "!!!"} {
		if got := search(query); len(got) != 0 {
			t.Errorf("%q finds %v", query, got)
		}
	}
	must(s.DecideAdmission(t.Context(), storetest.Admin, applied[0].ID, true, "Known to the board"))(t)
	wait(applied[1], applied[2])
	must(s.DecideAdmission(t.Context(), storetest.Admin, applied[2].ID, false, "Not a member"))(t)
	wait(applied[1])
	name := "Aaron First"
	must(s.UpdateUser(t.Context(), storetest.Admin, applied[1].ID, store.UserChange{FullName: &name}))(t)
	wait(applied[1])

	if _, err := s.SearchUsers(t.Context(), store.UserFilter{Query: "a b c d e f g h i", Pending: true},
		store.Page{}); !invalidIn(err, "query") {
		t.Errorf("nine words: %v", err)
	}
	if _, err := s.SearchUsers(t.Context(), store.UserFilter{Pending: true}, store.Page{After: "bm9uZQ"}); !invalidIn(err,
		"after") {
		t.Errorf("a cursor of nothing: %v", err)
	}
}
