package store_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// byHands is a motion of a day, with a number of hands for it and two against it.
func byHands(day string, yes int) store.Hands {
	return store.Hands{Day: day, Title: fmt.Sprintf("Motion of %d", yes), For: yes, Against: 2, Tellers: []string{"Ada"}}
}

func TestShowsOfHandsAreListedByDay(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	today := clock.Now().UTC().Format(time.DateOnly)
	for i, day := range []string{today, "2020-01-01", today, "2021-06-01"} {
		clock.Set(clock.Now().Add(time.Minute))
		must(s.RecordHands(t.Context(), storetest.Admin, byHands(day, i)))(t)
	}
	for _, c := range []struct {
		day  string
		back bool
		want string
	}{
		{"", false, "[Motion of 2 Motion of 0 Motion of 3 Motion of 1]"},
		{"", true, "[Motion of 1 Motion of 3 Motion of 0 Motion of 2]"},
		{today, false, "[Motion of 2 Motion of 0]"}, {"2020-01-01", false, "[Motion of 1]"}, {"2020-01-02", false, "[]"},
	} {
		var got []string
		for _, h := range pages(t, 1, func(p store.Page) (store.List[store.ShowOfHands], error) {
			p.Reverse = c.back
			return s.ShowsOfHands(t.Context(), c.day, p)
		}) {
			got = append(got, h.Title)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("of %q, reverse %v: %v, want %s", c.day, c.back, got, c.want)
		}
	}
	invalid(t, s, "day", func() error { return errOf(s.ShowsOfHands(t.Context(), "2020", store.Page{})) })
	invalid(t, s, "after", func() error {
		return errOf(s.ShowsOfHands(t.Context(), today, store.Page{After: "AAAA"}))
	})
}

// The day of a meeting is one by the clocks of the organisation.
func TestAShowOfHandsOfTomorrowIsRefused(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	must(s.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{TimeZone: new("Pacific/Kiritimati")}))(t)
	ahead := clock.Now().UTC().Add(14 * time.Hour)
	must(s.RecordHands(t.Context(), storetest.Admin, byHands(ahead.Format(time.DateOnly), 3)))(t)
	invalid(t, s, "day", func() error {
		return errOf(s.RecordHands(t.Context(), storetest.Admin, byHands(ahead.AddDate(0, 0, 1).Format(time.DateOnly), 3)))
	})
}

func TestNothingThatAShowOfHandsSaidIsLost(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	first := byHands("2020-01-01", 0)
	made := must(s.RecordHands(t.Context(), storetest.Admin, first))(t)
	if made.Threshold.Of != tally.OfDecided {
		t.Errorf("without a threshold it has %+v", made.Threshold)
	}
	correct := func(yes int, reason string) (store.ShowOfHands, error) {
		clock.Set(clock.Now().Add(time.Minute))
		return s.CorrectHands(t.Context(), storetest.Admin, made.ID, byHands("2020-01-02", yes), reason)
	}
	invalid(t, s, "reason", func() error { return errOf(correct(1, " ")) })
	must(correct(1, " Counted again. "))(t)
	unchanged(t, s, func() { must(correct(1, "The same."))(t) })
	for yes := 2; yes <= 20; yes++ {
		must(correct(yes, "Counted again."))(t)
	}
	refused(t, s, refusal.HandsCorrected, func() error { return errOf(correct(21, "Counted again.")) })
	last := must(s.ShowOfHands(t.Context(), made.ID))(t)
	if len(last.Corrections) != 20 || !reflect.DeepEqual(last.Corrections[0].Was, made.Hands) ||
		last.Corrections[0].Reason != "Counted again." || last.Corrections[19].Was.For != 19 || last.For != 20 {
		t.Errorf("it says %+v", last)
	}
	if l := must(s.ShowsOfHands(t.Context(), "2020-01-01", store.Page{}))(t); len(l.Items) != 0 {
		t.Errorf("the day that it had before lists %v", l.Items)
	}
	withdrawn := must(s.WithdrawHands(t.Context(), storetest.Admin, made.ID, "Recorded twice."))(t)
	if withdrawn.Withdrawn.Reason != "Recorded twice." || !reflect.DeepEqual(withdrawn.Hands, last.Hands) {
		t.Errorf("withdrawn, it says %+v", withdrawn)
	}
	refused(t, s, refusal.HandsWithdrawn, func() error { return errOf(correct(3, "Again.")) })
	refused(t, s, refusal.HandsWithdrawn, func() error {
		return errOf(s.WithdrawHands(t.Context(), storetest.Admin, made.ID, "Again."))
	})
	refused(t, s, refusal.NotFound, func() error {
		return errOf(s.WithdrawHands(t.Context(), storetest.Admin, "aaaaaaaaaaaaaaaaaaaaaaaaaa", "Again."))
	})
}

func TestAChangeOfAnotherVersionOfAShowOfHandsIsRefused(t *testing.T) {
	s := storetest.New(t, store.Options{})
	made := must(s.RecordHands(t.Context(), storetest.Admin, byHands("2020-01-01", 3)))(t)
	seen := store.Expect(t.Context(),
		store.Expected{By: storetest.Admin, Hands: made.ID, Versions: []string{made.Version()}})
	must(s.CorrectHands(seen, storetest.Admin, made.ID, byHands("2020-01-01", 4), "Counted again."))(t)
	refused(t, s, refusal.ChangedMeanwhile, func() error {
		return errOf(s.WithdrawHands(seen, storetest.Admin, made.ID, "Recorded twice."))
	})
}

func TestTheCheckFindsAShowOfHandsThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(s.RecordHands(t.Context(), storetest.Admin, byHands("2020-01-01", 3)))(t)
	noError(t, s.Check(t.Context()))
	noError(t, s.Close())
	edit(t, dir, func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("hands"))
		k, _ := b.Cursor().First()
		return b.Put(k, []byte(fmt.Sprintf(`{"id":%q,"day":"2020-01-02","title":"A","for":-1,"tellers":["Ada"]}`, k)))
	})
	if err := open(t, dir).Check(t.Context()); err == nil || !errors.Is(err, refusal.ValidationFailed) {
		t.Errorf("the check says %v", err)
	}
}
