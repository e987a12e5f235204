package store_test

import (
	"bytes"
	"crypto/ed25519"
	"maps"
	"reflect"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/slip"
	"ostrakon/store/storetest"
)

// booked is an assembly whose registrar has made slips, with an election for people on the roll: Number1 holds the vote
// of Number2, and Number4 has three votes.
type booked struct {
	s         *store.Store
	dir       string
	registrar *storetest.Registrar
	rid       map[int]store.RollID
	election  store.Election
	sheets    map[int]*sealing.Secret
}

// withSlips makes such an assembly. Its election is a DRAFT.
func withSlips(t *testing.T) *booked {
	t.Helper()
	b := &booked{dir: t.TempDir(), rid: make(map[int]store.RollID)}
	b.s = storetest.NewIn(t, b.dir, store.Options{})
	report := enrol(t, b.s, rollLine(2), holderLine(1, member(2)), rollLine(3), weighing(4, 3), rollLine(5))
	for i, n := range []int{2, 1, 3, 4, 5} {
		b.rid[n] = report.Lines[i].Entry
	}
	b.election = b.draft(t)
	b.sheets = storetest.Sheets(t, b.s, b.election.ID, 2, 3)
	b.registrar = storetest.IssueSlips(t, b.s, b.election.ID)
	return b
}

// draft makes an election for people on the roll.
func (b *booked) draft(t *testing.T) store.Election {
	t.Helper()
	e := storetest.Election(t, b.s, "Of the roll", "Ada", "Grace")
	return must(b.s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{
		Electorate: new(store.ElectorateRoll), MaxProxies: new(1)}))(t)
}

// open opens the election.
func (b *booked) open(t *testing.T) *booked {
	t.Helper()
	b.election = storetest.Advance(t, b.s, b.election.ID, store.Active)
	return b
}

func (b *booked) manifest(t *testing.T) *ballotbox.Manifest {
	t.Helper()
	return must(ballotbox.ParseManifest(must(b.s.Manifest(t.Context(), b.election.ID))(t)))(t)
}

// key is that of a code for the paper of an owner in the election with a number.
func (b *booked) key(code slip.Code, number, owner int) ed25519.PrivateKey {
	return code.Key(b.registrar.Assembly).Vote(number, string(b.rid[owner]))
}

// printed is the key of a person's printed slip for the paper of an owner.
func (b *booked) printed(person, owner int) ed25519.PrivateKey {
	return b.key(b.registrar.Codes[b.rid[person]].Printed, b.election.Number, owner)
}

func (b *booked) reserve(person, owner int) ed25519.PrivateKey {
	return b.key(b.registrar.Codes[b.rid[person]].Reserve, b.election.Number, owner)
}

// sealed is a ballot of weight 1 for Ada, signed by a key.
func (b *booked) sealed(t *testing.T, key ed25519.PrivateKey) storetest.Sealed {
	t.Helper()
	return must(storetest.SignFor(b.manifest(t), key, 1, 1, 0))(t)
}

// cast casts a ballot as a person, on the paper of an owner.
func (b *booked) cast(t *testing.T, person, owner int, ballot storetest.Sealed) (ballotbox.Receipt, error) {
	t.Helper()
	paper := store.RollID("")
	if owner != person {
		paper = b.rid[owner]
	}
	voter := b.registrar.SignIn(t, b.s, b.rid[person])
	return b.s.CastSealed(t.Context(), voter, b.election.ID, ballot.On(paper))
}

// refusesStub asserts that a ballot is refused, and the file stays as it was.
func (b *booked) refusesStub(t *testing.T, want error, person, owner int, ballot storetest.Sealed) {
	t.Helper()
	b.registrar.SignIn(t, b.s, b.rid[person]) // the first use of a slip makes an account
	refused(t, b.s, want, func() error { return errOf(b.cast(t, person, owner, ballot)) })
}

// count closes and counts the election at a table.
func (b *booked) count(t *testing.T) store.Results {
	t.Helper()
	storetest.Advance(t, b.s, b.election.ID, store.Completed)
	secrets := make(map[int]*sealing.Secret)
	for n, sheet := range b.sheets {
		secrets[n] = sheet.Derive(b.election.Number)
	}
	count := countAtTable(t, b.s, b.election.ID, secrets, 1, 3)
	return must(b.s.AcceptCount(t.Context(), storetest.Admin, b.election.ID, count))(t)
}

func TestABallotLeavesAStubInThePollBook(t *testing.T) {
	b := withSlips(t).open(t)
	own, given := b.sealed(t, b.printed(1, 1)), b.sealed(t, b.printed(1, 2))
	heavy := must(storetest.SignFor(b.manifest(t), b.reserve(4, 4), 2, 0, 1))(t)
	first := must(b.cast(t, 1, 1, own))(t)
	receipts := []ballotbox.Receipt{first, must(b.cast(t, 1, 2, given))(t), must(b.cast(t, 4, 4, heavy))(t)}
	for _, r := range receipts {
		if r.Line < 1 || r.Line > 5 || r.Owner != "" {
			t.Errorf("receipt %+v", r)
		}
	}
	noError(t, b.s.Check(t.Context()))
	if r := b.count(t); r.Turnout.Ballots != 3 || r.Invalid != 0 ||
		!reflect.DeepEqual(r.Questions[0].Outcome.Votes, []int{2, 3}) {
		t.Errorf("results %+v", r)
	}
	bundle := must(b.s.Bundle(t.Context(), b.election.ID))(t)
	if len(bundle.Credentials) != 5 || len(bundle.Stubs) != 3 {
		t.Errorf("%d lines and %d stubs", len(bundle.Credentials), len(bundle.Stubs))
	}
	holds(t, bundle, ballotbox.Evidence{})
	for _, stub := range bundle.Stubs {
		if stub.Line == first.Line && stub.Bound != ballotbox.Bound(own.Stub.Pad, leafOf(t, first)) {
			t.Error("the stub of the first receipt is bound to another ballot")
		}
	}
	unchanged(t, b.s, func() {
		if again := must(b.cast(t, 1, 1, own))(t); !reflect.DeepEqual(again, first) {
			t.Errorf("after the count the receipt is %+v, was %+v", again, first)
		}
	})
}

func leafOf(t *testing.T, r ballotbox.Receipt) ballotbox.Hash {
	t.Helper()
	return must(ballotbox.ParseHash(r.Leaf))(t)
}

func TestALostAnswerGetsTheSameLineAgain(t *testing.T) {
	b := withSlips(t).open(t)
	own := b.sealed(t, b.printed(3, 3))
	first := must(b.cast(t, 3, 3, own))(t)
	unchanged(t, b.s, func() {
		if again := must(b.cast(t, 3, 3, own))(t); !reflect.DeepEqual(again, first) {
			t.Errorf("the receipt is %+v, was %+v", again, first)
		}
	})
	other := own
	other.Stub = &store.SealedStub{Pad: sealing.Pad{1}, Key: own.Stub.Key}
	other.SignStub(b.manifest(t), b.printed(3, 3), 1)
	b.refusesStub(t, refusal.SlipUsed, 3, 3, other)
	storetest.Advance(t, b.s, b.election.ID, store.Completed)
	b.refusesStub(t, refusal.SlipUsed, 3, 3, other)
}

func TestAStubNeedsASlipForThePaper(t *testing.T) {
	b := withSlips(t).open(t)
	m := b.manifest(t)
	bare := storetest.Sealed{Pad: sealing.Pad{1}, Tag: sealing.TagOf(sealing.Pad{1}, string(b.rid[3])),
		Sealed: b.sealed(t, b.printed(3, 3)).Sealed}
	b.refusesStub(t, refusal.ValidationFailed, 3, 3, bare)
	_, stranger, err := ed25519.GenerateKey(nil)
	noError(t, err)
	b.refusesStub(t, refusal.SlipUnknown, 3, 3, b.sealed(t, stranger))
	next := b.key(b.registrar.Codes[b.rid[3]].Printed, b.election.Number+1, 3)
	b.refusesStub(t, refusal.SlipUnknown, 3, 3, b.sealed(t, next))
	// The keys of a proxy holder for their own paper are not those for the giver's, and the other way round.
	b.refusesStub(t, refusal.SlipUnknown, 3, 3, b.sealed(t, b.printed(1, 3)))
	// A line of three votes signs no ballot of one, whatever class the signature says.
	b.refusesStub(t, refusal.StubInvalid, 3, 3, b.sealed(t, b.printed(4, 4)))
	b.refusesStub(t, refusal.StubInvalid, 3, 3, must(storetest.SignFor(m, b.printed(4, 4), 2, 1, 0))(t))

	for name, edit := range map[string]func(*storetest.Sealed){
		"the signature of another ballot": func(s *storetest.Sealed) {
			s.Stub.Signature = b.sealed(t, b.printed(3, 3)).Stub.Signature
		},
		"another pad":                       func(s *storetest.Sealed) { s.Stub.Pad[0]++ },
		"a bit of the signature":            func(s *storetest.Sealed) { s.Stub.Signature[0] ^= 1 },
		"the key of another line":           func(s *storetest.Sealed) { s.SignStub(m, b.printed(5, 5), 1) },
		"the other key of the line":         func(s *storetest.Sealed) { s.SignStub(m, b.reserve(3, 3), 1) },
		"a stub for the leaf of a class":    func(s *storetest.Sealed) { s.SignStub(m, b.printed(3, 3), 2) },
		"a signature over another election": func(s *storetest.Sealed) { signElsewhere(s, m, b.printed(3, 3)) },
	} {
		t.Run(name, func(t *testing.T) {
			own := b.sealed(t, b.printed(3, 3))
			edit(&own)
			b.refusesStub(t, refusal.StubInvalid, 3, 3, own)
		})
	}
	foreign := b.sealed(t, b.printed(3, 3))
	foreign.Tag = sealing.TagOf(foreign.Pad, string(b.rid[3]))
	b.refusesStub(t, refusal.BallotTag, 3, 3, foreign)
	voter := b.registrar.SignIn(t, b.s, b.rid[3])
	refused(t, b.s, refusal.NeedsSealing, func() error {
		return errOf(b.s.CastVote(t.Context(), voter, b.election.ID, "",
			store.Answers{Candidate: b.election.Questions[0].Candidates[0].ID}))
	})
}

// signElsewhere signs the stub for another election with the same manifest hash.
func signElsewhere(s *storetest.Sealed, m *ballotbox.Manifest, key ed25519.PrivateKey) {
	cast := ballotbox.Cast{Class: 1, Tag: s.Tag, Sealed: ballotbox.SealedHash(s.Sealed)}
	bound := ballotbox.Bound(s.Stub.Pad, cast.Leaf(m.ElectionID))
	elsewhere := ballotbox.StubMessage(string(bytes.Repeat([]byte("a"), 26)), m.Hash(), bound)
	s.Stub.Signature = [64]byte(ed25519.Sign(key, elsewhere))
}

func TestALineSignsOnce(t *testing.T) {
	b := withSlips(t).open(t)
	// Somebody has the slip of another person, and uses it for their own paper.
	must(b.cast(t, 5, 5, b.sealed(t, b.printed(3, 3))))(t)
	b.refusesStub(t, refusal.SlipUsed, 3, 3, b.sealed(t, b.printed(3, 3)))
	b.refusesStub(t, refusal.SlipUsed, 3, 3, b.sealed(t, b.reserve(3, 3)))
	b.refusesStub(t, refusal.AlreadyVoted, 5, 5, b.sealed(t, b.printed(5, 5)))
	// Of a giver and who holds their vote, the first has cast the paper.
	must(b.cast(t, 2, 2, b.sealed(t, b.printed(2, 2))))(t)
	b.refusesStub(t, refusal.AlreadyVoted, 1, 2, b.sealed(t, b.printed(1, 2)))
	b.refusesStub(t, refusal.SlipUsed, 1, 1, b.sealed(t, b.reserve(1, 2)))
	must(b.cast(t, 1, 1, b.sealed(t, b.printed(1, 1))))(t)
}

func TestWhereThereIsNoPollBookAStubIsRefused(t *testing.T) {
	b := withSlips(t)
	noError(t, b.s.DropSlips(t.Context(), storetest.Admin, b.election.ID))
	b.open(t)
	b.refusesStub(t, refusal.SlipUnknown, 3, 3, b.sealed(t, b.key(b.registrar.Codes[b.rid[3]].Printed, 1, 3)))
	own := must(storetest.SealFor(b.manifest(t), string(b.rid[3]), 1, 0))(t)
	if r := must(b.cast(t, 3, 3, own))(t); r.Line != 0 {
		t.Errorf("receipt %+v", r)
	}
	b.count(t)
	bundle := must(b.s.Bundle(t.Context(), b.election.ID))(t)
	if len(bundle.Credentials)+len(bundle.Stubs) != 0 {
		t.Errorf("%d lines and %d stubs", len(bundle.Credentials), len(bundle.Stubs))
	}
	holds(t, bundle, ballotbox.Evidence{})
}

func TestACancelledElectionKeepsItsPollBook(t *testing.T) {
	b := withSlips(t).open(t)
	must(b.cast(t, 3, 3, b.sealed(t, b.printed(3, 3))))(t)
	refused(t, b.s, refusal.ResultsRestricted, func() error {
		_, _, err := b.s.PollBook(t.Context(), b.election.ID)
		return err
	})
	must(b.s.CancelElection(t.Context(), storetest.Admin, b.election.ID, "The hall burns"))(t)
	bundle := must(b.s.Bundle(t.Context(), b.election.ID))(t)
	lines, stubs, err := b.s.PollBook(t.Context(), b.election.ID)
	noError(t, err)
	if len(stubs) != 1 || !reflect.DeepEqual(lines, bundle.Credentials) || !reflect.DeepEqual(stubs, bundle.Stubs) {
		t.Errorf("%d lines and %d stubs", len(lines), len(stubs))
	}
	holds(t, bundle, ballotbox.Evidence{})
}

// copied is which stubs, sealed ballots and marks of voters a copy of the file has.
func (b *booked) copied(t *testing.T) map[string]bool {
	t.Helper()
	dir, found := t.TempDir(), make(map[string]bool)
	noError(t, restore(dir, backup(t, b.s, true)))
	edit(t, dir, func(tx *bolt.Tx) error {
		for _, name := range []string{"stubs", "sealed", "voted"} {
			err := tx.Bucket([]byte(name)).Bucket([]byte(b.election.ID)).ForEach(func(k, _ []byte) error {
				found[name+string(k)] = true
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return found
}

// The file never says which stub came with which ballot, but what two copies of it differ in does.
func TestTwoCopiesAroundOneVoteJoinALineAndABallot(t *testing.T) {
	b := withSlips(t).open(t)
	must(b.cast(t, 3, 3, b.sealed(t, b.printed(3, 3))))(t)
	before := b.copied(t)
	own := b.sealed(t, b.printed(5, 5))
	receipt := must(b.cast(t, 5, 5, own))(t)
	joined := b.copied(t)
	for name := range before {
		delete(joined, name)
	}
	hash := ballotbox.SealedHash(own.Sealed)
	want := map[string]bool{
		"stubs" + string(kv.Uint64(uint64(receipt.Line))): true, "sealed" + string(hash[:]): true,
		"voted" + string(b.rid[5]): true,
	}
	if !maps.Equal(joined, want) {
		t.Errorf("the copies differ in %q", slices.Sorted(maps.Keys(joined)))
	}
}
