package store_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestOwnDataHasEverythingThatIsKeptOfAPerson(t *testing.T) {
	c := newCall(t)
	s, me := c.s, c.members[0]
	user := must(s.User(t.Context(), me))(t)
	photo := store.Image{Data: []byte("a photo"), MediaType: "image/jpeg", Width: 1, Height: 1}
	must(s.SetUserPhoto(t.Context(), me, photo))(t)
	must(c.stand(t, 0, "I want the roof done."))(t)
	noError(t, c.propose(t, 0, "Voter Number3"))
	ofAll := running(t, s, "Ada", "Grace")
	vote(t, s, me, ofAll.Questions[0].Candidates[0])
	running(t, s, "Another", "One") // nothing of the person is kept there
	frozen := storetest.Election(t, s, "Of the roll", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, frozen.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	storetest.Advance(t, s, frozen.ID, store.Active)

	d := must(s.OwnData(t.Context(), me))(t)
	if d.User.ID != me || string(d.Photo) != "a photo" || d.More || d.Entry == nil || d.Entry.ID != user.RollEntry {
		t.Errorf("the person: %+v", d)
	}
	var held []string
	for _, e := range d.Elections {
		held = append(held, fmt.Sprint(e.Title, " ", e.HasVoted, " ", e.OnRoll != nil && e.OnRoll.FullName == user.FullName))
	}
	if want := []string{"Of the roll false true", ofAll.Title + " true false"}; !reflect.DeepEqual(held, want) {
		t.Errorf("elections %q, want %q", held, want)
	}
	if len(d.Nominations) != 1 || d.Nominations[0].Statement != "I want the roof done." ||
		len(d.Proposed) != 1 || d.Proposed[0].Wrote != "Voter Number3" {
		t.Errorf("nominations %+v, %+v", d.Nominations, d.Proposed)
	}
	var actions []string
	for _, line := range d.Audit {
		actions = append(actions, line.Action)
		if line.Hash != "" {
			t.Errorf("a line has a hash: %+v", line)
		}
	}
	for _, action := range []string{"user.registered", "nomination.accepted", "nomination.proposed"} {
		if !strings.Contains(strings.Join(actions, " "), action) {
			t.Errorf("the audit list says %q, not %s", actions, action)
		}
	}
}

func TestOwnDataOfAPersonWhoHasDoneNothing(t *testing.T) {
	s := storetest.New(t, store.Options{})
	u := storetest.Voter(t, s, 1)
	other := storetest.Voter(t, s, 2)
	e := running(t, s, "Ada", "Grace")
	vote(t, s, other.ID, e.Questions[0].Candidates[0])
	d := must(s.OwnData(t.Context(), u.ID))(t)
	if d.Entry != nil || d.Photo != nil || len(d.Elections)+len(d.Nominations)+len(d.Messages) != 0 || len(d.Audit) != 1 {
		t.Errorf("%+v", d)
	}
	refused(t, s, refusal.NotFound, func() error { return errOf(s.OwnData(t.Context(), "aaaaaaaaaaaaaaaaaaaaaaaaaa")) })
}
