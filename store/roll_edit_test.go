package store_test

import (
	"reflect"
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// everything is a change that says something about every field.
func everything() store.RollLine {
	return store.RollLine{
		FullName: new("Zoë Brandt"), DateOfBirth: new("1990-04-25"), Member: new("Z-1"), NationalID: new("ZQ810005"),
		VoterID: new("VQ710005"),
		Email:   new("zoe@example.org"), Language: new("de"), Address: new("Am Deich 3\r\n\n  25899 Niebüll "),
		Weight:   new(2 * ballotbox.Vote),
		ProxyFor: []string{"M-1"},
	}
}

func TestAPersonIsAddedAndCorrected(t *testing.T) {
	s := storetest.New(t, store.Options{})
	givers := enrol(t, s, rollLine(1), rollLine(2))
	e := must(s.AddRollEntry(t.Context(), storetest.Admin, everything(), sameText))(t)
	want := store.RollEntry{
		ID: e.ID, FullName: "Zoë Brandt", DateOfBirth: "1990-04-25", Member: "Z-1",
		Identity: &store.Identity{Kind: store.NationalID, LastFour: "0005"},
		Second:   &store.Identity{Kind: store.VoterID, LastFour: "0005"}, Email: "zoe@example.org", Language: "de",
		Address: "Am Deich 3\n25899 Niebüll",
		Weight:  2 * ballotbox.Vote, ProxyFor: []string{"M-1"}, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
		Proxies: []store.RollPerson{{ID: givers.Lines[0].Entry, FullName: "Voter Number1"}},
		Version: e.Version,
	}
	if !reflect.DeepEqual(e, want) {
		t.Errorf("added %+v, want %+v", e, want)
	}
	unchanged(t, s, func() {
		if got := must(s.ChangeRollEntry(t.Context(), storetest.Admin, e.ID, everything(), sameText))(t); !reflect.DeepEqual(
			got, want) {
			t.Errorf("the same again: %+v", got)
		}
	})
	got := must(s.ChangeRollEntry(t.Context(), storetest.Admin, e.ID,
		store.RollLine{Email: new(""), NationalID: new(""), Member: new(""), ProxyFor: []string{"m-2"}}, sameText))(t)
	if got.Version == want.Version {
		t.Error("another record has the version of the one before")
	}
	want.Version = got.Version
	want.Email, want.Member, want.Identity, want.Second, want.ProxyFor, want.UpdatedAt = "", "", want.Second, nil,
		[]string{"M-2"}, got.UpdatedAt
	want.Proxies = []store.RollPerson{{ID: givers.Lines[1].Entry, FullName: "Voter Number2"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("emptied %+v, want %+v", got, want)
	}
	if read := must(s.RollEntry(t.Context(), e.ID))(t); !reflect.DeepEqual(read, want) {
		t.Errorf("read %+v", read)
	}
	list := must(s.AuditList(t.Context(), audit.Filter{Kind: "roll", Subject: string(e.ID)}, store.Page{}))(t)
	if len(list.Items) != 2 || list.Items[0].Action != "roll.changed" ||
		list.Items[0].Detail["fields"] != "member nationalId proxyFor email" || list.Items[1].Action != "roll.added" {
		t.Errorf("audit list %+v", list.Items)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAPersonIsFoundByEachNumber(t *testing.T) {
	s := storetest.New(t, store.Options{})
	l := rollLine(1)
	l.VoterID = new("VQ710001")
	report := enrol(t, s, l)
	r := onRoll(1)
	r.Kind, r.Number = store.VoterID, "VQ710001"
	if u := must(s.Register(t.Context(), r))(t); u.RollEntry != report.Lines[0].Entry {
		t.Errorf("registered %+v", u)
	}
	again := rollLine(1)
	again.NationalID, again.VoterID, again.Member = nil, new("VQ710001"), nil
	if got := enrol(t, s, again).Lines[0]; got.Outcome != store.RollUnchanged || got.Entry != report.Lines[0].Entry {
		t.Errorf("by the other number: %+v", got)
	}
	for field, c := range map[string]store.RollLine{"nationalId": {NationalID: new("")},
		"voterId": {VoterID: new("VQ710009")}} {
		invalid(t, s, field, func() error {
			return errOf(s.ChangeRollEntry(t.Context(), storetest.Admin, report.Lines[0].Entry, c, sameText))
		})
	}
}

func TestAPersonIsRefusedByTheRulesOfAnImport(t *testing.T) {
	s := storetest.New(t, store.Options{})
	id := enrol(t, s, rollLine(1), rollLine(2)).Lines[1].Entry
	for name, tc := range map[string]struct {
		field  string
		change store.RollLine
	}{
		"no name":                {"fullName", store.RollLine{FullName: new(" ")}},
		"a day to come":          {"dateOfBirth", store.RollLine{DateOfBirth: new("2999-01-01")}},
		"a number of another":    {"nationalId", store.RollLine{NationalID: rollLine(1).NationalID}},
		"a reference of another": {"member", store.RollLine{Member: new("m-1")}},
		"no e-mail address":      {"email", store.RollLine{Email: new("zoe")}},
		"a language of nobody":   {"language", store.RollLine{Language: new("la")}},
		"a long address":         {"address", store.RollLine{Address: new(string(make([]byte, 301)))}},
		"no weight":              {"weight", store.RollLine{Weight: new(ballotbox.Weight(0))}},
		"a vote of nobody":       {"proxyFor", store.RollLine{ProxyFor: []string{"M-9"}}},
		"their own vote":         {"proxyFor", store.RollLine{ProxyFor: []string{"M-2"}}},
		"what the caller found": {"voterId",
			store.RollLine{Problems: []refusal.Field{refusal.NumberMalformed.Of("voterId", nil)}}},
	} {
		t.Run(name, func(t *testing.T) {
			invalid(t, s, tc.field, func() error {
				return errOf(
					s.ChangeRollEntry(t.Context(), storetest.Admin, id, tc.change, sameText))
			})
		})
	}
	if e := must(s.AddRollEntry(t.Context(), storetest.Admin, store.RollLine{FullName: new("Kim Lee")}, sameText))(
		t); e.Identity != nil || e.Weight != ballotbox.Vote {
		t.Errorf("who will get a slip: %+v", e)
	}
	invalid(t, s, "nationalId", func() error {
		return errOf(s.AddRollEntry(t.Context(), storetest.Admin,
			store.RollLine{FullName: new("Kim Lee"), NationalID: rollLine(1).NationalID}, sameText))
	})
	for _, call := range []func(store.RollID) error{
		func(id store.RollID) error { return errOf(s.RollEntry(t.Context(), id)) },
		func(id store.RollID) error {
			return errOf(s.ChangeRollEntry(t.Context(), storetest.Admin, id, store.RollLine{}, sameText))
		},
		func(id store.RollID) error { return errOf(s.SetPresent(t.Context(), storetest.Admin, id, true)) },
	} {
		refused(t, s, refusal.NotFound, func() error { return call("aaaaaaaaaaaaaaaaaaaaaaaaaa") })
	}
}

func TestAnAddedPersonIsTiedToTheirAccount(t *testing.T) {
	s := storetest.New(t, store.Options{})
	u := storetest.Voter(t, s, 1)
	e := must(s.AddRollEntry(t.Context(), storetest.Admin,
		store.RollLine{FullName: &u.FullName, NationalID: rollLine(1).NationalID}, sameText))(t)
	if got := must(s.User(t.Context(), u.ID))(t); e.User != u.ID || got.RollEntry != e.ID {
		t.Errorf("entry %+v, account %+v", e, got)
	}
}

func TestTheRollIsListedByState(t *testing.T) {
	s := storetest.New(t, store.Options{})
	var lines []store.RollLine
	for n := range 12 {
		l := rollLine(n)
		if l.NewKey = n%2 == 0; n%3 == 0 {
			l.Present = new(true)
		}
		lines = append(lines, l)
	}
	report := enrol(t, s, lines...)
	must(s.Register(t.Context(), byKey(2, report.Lines[2].Key)))(t)
	must(s.Register(t.Context(), onRoll(3)))(t)
	before := must(s.RollEntry(t.Context(), report.Lines[1].Entry))(t)
	after := must(s.SetPresent(t.Context(), storetest.Admin, before.ID, true))(t)
	if before.Present = true; !reflect.DeepEqual(before, after) {
		t.Errorf("a tick changes %+v to %+v", before, after)
	}
	size := store.RollSize{Entries: 12, Registered: 2, Present: 5, KeyNone: 6, KeyUnused: 5, KeyUsed: 1}
	for name, tc := range map[string]struct {
		filter store.RollFilter
		want   []int
		total  bool
	}{
		"present":           {store.RollFilter{Present: new(true)}, []int{0, 1, 3, 6, 9}, true},
		"absent":            {store.RollFilter{Present: new(false)}, []int{2, 4, 5, 7, 8, 10, 11}, true},
		"registered":        {store.RollFilter{Registered: new(true)}, []int{2, 3}, true},
		"without a key":     {store.RollFilter{Key: store.KeyNone}, []int{1, 3, 5, 7, 9, 11}, true},
		"a key not used":    {store.RollFilter{Key: store.KeyUnused}, []int{0, 4, 6, 8, 10}, true},
		"a key used":        {store.RollFilter{Key: store.KeyUsed}, []int{2}, true},
		"present, not used": {store.RollFilter{Present: new(true), Key: store.KeyUnused}, []int{0, 6}, false},
		"all three": {store.RollFilter{Present: new(true), Key: store.KeyNone, Registered: new(true)}, []int{3},
			false},
		"present, with a query":  {store.RollFilter{Query: "m-1", Present: new(true)}, []int{1}, false},
		"nobody has all of them": {store.RollFilter{Present: new(true), Key: store.KeyUsed}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			var want, got []store.RollID
			for _, n := range tc.want {
				want = append(want, report.Lines[n].Entry)
			}
			for _, e := range pages(t, 2, func(p store.Page) (store.List[store.RollEntry], error) {
				l, err := s.Roll(t.Context(), tc.filter, p)
				if l.RollSize != size || (l.Total != nil) != tc.total || tc.total && *l.Total != len(want) {
					t.Errorf("size %+v, total %v", l.RollSize, l.Total)
				}
				return l.List, err
			}) {
				got = append(got, e.ID)
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("lists %d entries, want %d: %v", len(got), len(want), got)
			}
		})
	}
	if n := must(s.ClearPresent(t.Context(), storetest.Admin))(t); n != 5 {
		t.Errorf("cleared %d", n)
	}
	unchanged(t, s, func() {
		if n := must(s.ClearPresent(t.Context(), storetest.Admin))(t); n != 0 {
			t.Errorf("cleared %d who were not there", n)
		}
	})
	if got := must(s.Roll(t.Context(), store.RollFilter{Present: new(true)}, store.Page{}))(t); len(got.Items) != 0 ||
		got.Present != 0 {
		t.Errorf("present still: %+v", got)
	}
}
