package store_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/slip"
	"ostrakon/store/storetest"
)

func TestThePeopleFileSaysForWhomSlipsAre(t *testing.T) {
	b := withSlips(t)
	p := must(b.s.SlipPeople(t.Context(), storetest.Admin, b.election.ID))(t)
	if p.Assembly != b.registrar.Assembly || p.Numbers != [2]int{1, 30} || len(p.KeyNumber) != 32 || len(p.People) != 5 {
		t.Errorf("people file %+v", p)
	}
	for _, person := range p.People {
		switch person.ID {
		case string(b.rid[1]):
			if !slices.Equal(person.ProxyFor, []string{string(b.rid[2])}) || person.Member != "M-1" {
				t.Errorf("holder %+v", person)
			}
		case string(b.rid[4]):
			if person.Weight != 3*ballotbox.Vote || person.ProxyFor == nil || person.Language != "en" || person.Groups == nil {
				t.Errorf("person of weight 3 %+v", person)
			}
		}
	}
}

func TestASlipSignsInWithEitherCode(t *testing.T) {
	b := withSlips(t)
	codes := b.registrar.Codes[b.rid[3]]
	voter := b.registrar.SignIn(t, b.s, b.rid[3])
	again := must(b.s.SignInByKey(t.Context(), codes.Reserve.Key(b.registrar.Assembly).Login(), store.SaidFacts{}))(t)
	if again.ID != voter {
		t.Error("the reserve slip signs in somebody else")
	}
	// Another upload ends the earlier slips.
	storetest.IssueSlips(t, b.s, b.election.ID)
	for _, code := range []slip.Code{codes.Printed, codes.Reserve} {
		refused(t, b.s, refusal.KeyUnknown, func() error {
			return errOf(b.s.SignInByKey(t.Context(), code.Key(b.registrar.Assembly).Login(), store.SaidFacts{}))
		})
	}
}

func TestALostSlipIsBlockedAndTheOneInReserveWorks(t *testing.T) {
	b := withSlips(t)
	lost := b.registrar.Codes[b.rid[3]]
	login := func(code slip.Code) (store.Account, error) {
		return b.s.SignInByKey(t.Context(), code.Key(b.registrar.Assembly).Login(), store.SaidFacts{})
	}
	finder := must(login(lost.Printed))(t)
	before := must(b.s.RollEntry(t.Context(), b.rid[3]))(t)
	noError(t, b.s.BlockSlip(t.Context(), storetest.Admin, b.rid[3]))
	refused(t, b.s, refusal.KeyUnknown, func() error { return errOf(login(lost.Printed)) })
	refused(t, b.s, refusal.TokenInvalid, func() error {
		return errOf(b.s.Authenticate(t.Context(), store.Session{User: finder.ID, Epoch: finder.Epoch}))
	})
	after := must(b.s.RollEntry(t.Context(), b.rid[3]))(t)
	if before.Blocked || !after.Blocked || !after.HasKey || after.KeyUsed || after.Version != before.Version {
		t.Errorf("the entry was %+v, is %+v", before, after)
	}
	if owner := must(login(lost.Reserve))(t); owner.ID != finder.ID {
		t.Error("the slip in reserve signs in somebody else")
	}
	refused(t, b.s, refusal.NotFound, func() error { return b.s.BlockSlip(t.Context(), storetest.Admin, b.rid[3]) })
	if l := must(b.s.AuditList(t.Context(), audit.Filter{Kind: "roll"}, store.Page{}))(t).Items[0]; l.Action !=
		"roll.slip_blocked" || l.Subject.ID != string(b.rid[3]) {
		t.Errorf("audit %+v", l)
	}
	// The owner still votes, since the keys of a poll book are not those that sign in.
	b.open(t)
	reserve := must(login(lost.Reserve))(t)
	must(b.s.CastSealed(t.Context(), reserve.ID, b.election.ID, b.sealed(t, b.reserve(3, 3)).On("")))(t)
	// A slip that the server made has none in reserve.
	fresh, _, err := b.s.NewMemberKey(t.Context(), storetest.Admin, enrol(t, b.s, rollLine(6)).Lines[0].Entry)
	noError(t, err)
	noError(t, b.s.BlockSlip(t.Context(), storetest.Admin, fresh.ID))
	if now := must(b.s.RollEntry(t.Context(), fresh.ID))(t); now.HasKey || now.Blocked {
		t.Errorf("a person without a slip: %+v", now)
	}
}

func TestOnlySlipsForTheRollAreTaken(t *testing.T) {
	b := withSlips(t)
	for name, c := range map[string]struct {
		want *refusal.Problem
		edit func(*slip.Credentials)
	}{
		"of another assembly": {refusal.SlipsElsewhere, func(c *slip.Credentials) { c.Assembly = someone }},
		"without a person":    {refusal.SlipsPeople, func(c *slip.Credentials) { c.People = c.People[1:] }},
		"of another person":   {refusal.SlipsPeople, func(c *slip.Credentials) { c.People[4].ID = someone }},
		"with another weight": {refusal.SlipsLines, func(c *slip.Credentials) { c.Lists[1][0].Weight += 7 }},
		"with another group": {refusal.SlipsLines, func(c *slip.Credentials) {
			c.Groups, c.Lists[1][0].Groups = []string{"North"}, []int{1}
		}},
		"with a key left out": {refusal.SlipsLines,
			func(c *slip.Credentials) { c.Lists[2][0].Keys = c.Lists[2][0].Keys[:1] }},
		"with an improper key": {refusal.SlipsKey, func(c *slip.Credentials) { c.Lists[2][4].Keys[1] = [32]byte{1} }},
		"with a foreign member": {refusal.SlipsLogin,
			func(c *slip.Credentials) { c.People[0].Reserve = c.People[1].Printed }},
	} {
		t.Run(name, func(t *testing.T) {
			_, credentials := storetest.MakeSlips(t, b.s, b.election.ID)
			c.edit(credentials)
			refused(t, b.s, c.want, func() error {
				err := errOf(b.s.PutSlips(t.Context(), storetest.Admin, b.election.ID, credentials))
				if why, ok := errors.AsType[*refusal.Problem](err); !ok || why.Facts()["reason"] != c.want.Facts()["reason"] {
					t.Errorf("refused with %v", err)
				}
				return err
			})
		})
	}
	_, late := storetest.MakeSlips(t, b.s, b.election.ID)
	next := b.draft(t)
	b.open(t)
	must(b.s.SetHolders(t.Context(), storetest.Admin, next.ID, store.HolderPlan{Threshold: 2,
		Holders: []string{"Holder 1", "Holder 2", "Holder 3"}}))(t)
	refused(t, b.s, refusal.SlipsNumber, func() error {
		return errOf(b.s.PutSlips(t.Context(), storetest.Admin, next.ID, late))
	})
	refused(t, b.s, refusal.NotDraft, func() error {
		return errOf(b.s.PutSlips(t.Context(), storetest.Admin, b.election.ID, late))
	})
}

func TestThereIsNoPollBookWithoutHoldersAndARoll(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1))
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	unfit := func() {
		t.Helper()
		refused(t, s, refusal.SlipsUnfit, func() error { return errOf(s.SlipPeople(t.Context(), storetest.Admin, e.ID)) })
		refused(t, s, refusal.SlipsUnfit, func() error {
			return errOf(s.PutSlips(t.Context(), storetest.Admin, e.ID, &slip.Credentials{}))
		})
		refused(t, s, refusal.SlipsUnfit, func() error { return s.DropSlips(t.Context(), storetest.Admin, e.ID) })
	}
	unfit()
	storetest.Hold(t, s, e.ID, 1, 1)
	unfit()
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	refused(t, s, refusal.NotFound, func() error { return s.DropSlips(t.Context(), storetest.Admin, e.ID) })
	storetest.IssueSlips(t, s, e.ID)
}

func TestAChangedRollNeedsNewSlips(t *testing.T) {
	for name, change := range map[string]func(*testing.T, *booked) error{
		"weight": func(t *testing.T, b *booked) error {
			return errOf(b.s.ChangeRollEntry(t.Context(), storetest.Admin, b.rid[3],
				store.RollLine{Weight: new(2 * ballotbox.Vote)}, sameText))
		},
		"groups": func(t *testing.T, b *booked) error {
			groups := store.RollLine{Groups: []string{"North"}}
			return errOf(b.s.ChangeRollEntry(t.Context(), storetest.Admin, b.rid[3], groups, sameText))
		},
		"proxy": func(t *testing.T, b *booked) error {
			return errOf(b.s.SetHolder(t.Context(), storetest.Admin, b.rid[3], b.rid[5]))
		},
		"a proxy taken back": func(t *testing.T, b *booked) error {
			return errOf(b.s.SetHolder(t.Context(), storetest.Admin, b.rid[2], ""))
		},
		"a new person": func(t *testing.T, b *booked) error { enrol(t, b.s, rollLine(6)); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			b := withSlips(t)
			noError(t, change(t, b))
			open := func() error {
				return errOf(b.s.SetStatus(t.Context(), storetest.Admin, b.election.ID, store.Active))
			}
			refused(t, b.s, refusal.SlipsChanged, open)
			why := must(b.s.OpeningRefusals(t.Context(), b.election.ID))(t)
			if len(why) != 1 || !errors.Is(why[0], refusal.SlipsChanged) || why[0].Facts()["people"] != 1 {
				t.Errorf("the check lists %v", why)
			}
			storetest.IssueSlips(t, b.s, b.election.ID)
			noError(t, open())
		})
	}
	b := withSlips(t)
	noError(t, b.s.RemoveRollEntry(t.Context(), storetest.Admin, b.rid[3]))
	b.open(t) // fewer people may vote than there are lines
	if m := b.manifest(t); m.PollBook.Lines != 5 || m.Electorate.Size != 4 {
		t.Errorf("%d lines for %d people", m.PollBook.Lines, m.Electorate.Size)
	}
}

func TestEachElectionOfAnAssemblyTakesItsOwnList(t *testing.T) {
	b := withSlips(t)
	drafts := []store.Election{b.election, b.draft(t), b.draft(t), b.draft(t)}
	seen := make(map[ballotbox.VoteKey]bool)
	for i, e := range drafts[:3] {
		if i > 0 {
			must(b.s.SetHolders(t.Context(), storetest.Admin, e.ID, store.HolderPlan{Threshold: 2,
				Holders: []string{"Holder 1", "Holder 2", "Holder 3"}}))(t)
		}
		b.election = e
		b.open(t)
		must(b.cast(t, 3, 3, b.sealed(t, b.printed(3, 3))))(t)
		b.count(t)
		bundle := must(b.s.Bundle(t.Context(), e.ID))(t)
		holds(t, bundle, ballotbox.Evidence{})
		for _, line := range bundle.Credentials {
			for _, k := range line.Keys {
				if seen[k] {
					t.Error("a key is in two elections")
				}
				seen[k] = true
			}
		}
	}
	must(b.s.SetHolders(t.Context(), storetest.Admin, drafts[3].ID, store.HolderPlan{Threshold: 2,
		Holders: []string{"Holder 1", "Holder 2", "Holder 3"}}))(t)
	refused(t, b.s, refusal.SlipsMissingList, func() error {
		return errOf(b.s.SetStatus(t.Context(), storetest.Admin, drafts[3].ID, store.Active))
	})
	noError(t, b.s.DropSlips(t.Context(), storetest.Admin, drafts[3].ID))
	b.election = drafts[3]
	b.open(t)
	if b.manifest(t).PollBook != nil {
		t.Error("there is a poll book without slips")
	}
	if ids := must(b.s.SlipAssemblies(t.Context()))(t); !slices.Equal(ids, []store.AssemblyID{b.election.AssemblyID}) {
		t.Errorf("assemblies with slips %v", ids)
	}
}

func TestABackupHoldsSlipsAndStubs(t *testing.T) {
	b := withSlips(t).open(t)
	own := b.sealed(t, b.printed(3, 3))
	first := must(b.cast(t, 3, 3, own))(t)
	dir := t.TempDir()
	noError(t, restore(dir, backup(t, b.s, true)))
	b.s = storetest.NewIn(t, dir, store.Options{})
	voter := b.registrar.SignIn(t, b.s, b.rid[3])
	if again := must(b.s.CastSealed(t.Context(), voter, b.election.ID, own.On("")))(t); again.Line != first.Line {
		t.Errorf("the line is %d, was %d", again.Line, first.Line)
	}
	must(b.s.ResumeElection(t.Context(), storetest.Admin, b.election.ID, "The disk broke"))(t)
	must(b.cast(t, 5, 5, b.sealed(t, b.printed(5, 5))))(t)
}

func TestCheckFindsChangedSlips(t *testing.T) {
	for name, change := range map[string]func(tx *bolt.Tx, b *booked) error{
		"a list cut": func(tx *bolt.Tx, b *booked) error {
			k, v := tx.Bucket([]byte("slip_lists")).Cursor().First()
			return tx.Bucket([]byte("slip_lists")).Put(bytes.Clone(k), bytes.Clone(v[:len(v)-1]))
		},
		"a person gone": func(tx *bolt.Tx, b *booked) error {
			k, _ := tx.Bucket([]byte("slip_people")).Cursor().First()
			return tx.Bucket([]byte("slip_people")).Delete(bytes.Clone(k))
		},
		"a stub gone": func(tx *bolt.Tx, b *booked) error { return changeStub(tx, b, nil) },
		"a stub of another ballot": func(tx *bolt.Tx, b *booked) error {
			return changeStub(tx, b, func(v []byte) { v[1] ^= 1 })
		},
		"a key of no line": func(tx *bolt.Tx, b *booked) error {
			return changeStub(tx, b, func(v []byte) { v[0] = 9 })
		},
		"a line changed": func(tx *bolt.Tx, b *booked) error {
			lines := tx.Bucket([]byte("poll_lines")).Bucket([]byte(b.election.ID))
			k, v := lines.Cursor().First()
			changed := bytes.Clone(v)
			changed[1] ^= 1
			return lines.Put(bytes.Clone(k), changed)
		},
		"a key that leads nowhere": func(tx *bolt.Tx, b *booked) error {
			keys := tx.Bucket([]byte("poll_keys")).Bucket([]byte(b.election.ID))
			k, _ := keys.Cursor().First()
			return keys.Put(bytes.Clone(k), []byte("elsewhere"))
		},
		"no stubs at all": func(tx *bolt.Tx, b *booked) error {
			return tx.Bucket([]byte("stubs")).DeleteBucket([]byte(b.election.ID))
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := withSlips(t).open(t)
			must(b.cast(t, 3, 3, b.sealed(t, b.printed(3, 3))))(t)
			noError(t, b.s.Check(t.Context()))
			changed := t.TempDir()
			noError(t, restore(changed, backup(t, b.s, true)))
			edit(t, changed, func(tx *bolt.Tx) error { return change(tx, b) })
			if err := open(t, changed).Check(t.Context()); err == nil {
				t.Error("nothing is found")
			}
		})
	}
}

func changeStub(tx *bolt.Tx, b *booked, change func([]byte)) error {
	stubs := tx.Bucket([]byte("stubs")).Bucket([]byte(b.election.ID))
	k, v := stubs.Cursor().First()
	if change == nil {
		return stubs.Delete(bytes.Clone(k))
	}
	changed := bytes.Clone(v)
	change(changed)
	return stubs.Put(bytes.Clone(k), changed)
}
