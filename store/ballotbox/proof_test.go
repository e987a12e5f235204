package ballotbox

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/ballotbox/proof"
	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// proved has the count of an election proved.
func proved(m *Manifest) {
	m.Proof = true
	if m.Electorate == nil {
		m.Electorate = rollOf(20, 5)
	}
}

// closingProved is an election with groups and weights at its close, whose count is proved. Its last ballots are not
// valid: one does not open, one has the commitment of another paper, and one is no paper of its class.
func closingProved(edit func(*Manifest)) (c *closed, invalid []Hash) {
	c = &closed{held: open(2, func(m *Manifest) {
		withGroups(m)
		proved(m)
		if edit != nil {
			edit(m)
		}
	})}
	chair, north, south := []byte{1, 0}, []byte{2, 1, 0}, []byte{0, 1, 1}
	c.put(grouped(1, chair, nil, nil), grouped(2, []byte{0, 1}, north, nil), grouped(3, nil, nil, south),
		grouped(5, chair, north, nil), grouped(6, chair, nil, south))
	valid := c.valid
	c.put(grouped(6, chair, nil, south), grouped(2, chair, north, nil), grouped(4, chair, nil, nil))
	c.ballots[5].Sealed = filled(7, len(c.ballots[5].Sealed))
	c.ballots[6].Commitment = c.ballots[1].Commitment
	c.valid = valid
	slices.Reverse(c.ballots)
	for _, b := range c.ballots[:3] {
		invalid = append(invalid, b.Cast().Leaf(c.manifest.ElectionID))
	}
	return c, invalid
}

// Holders at a table, from their pages, or the server prove their count, and any of them prove it with the same bytes.
func TestACountIsProved(t *testing.T) {
	c, invalid := closingProved(nil)
	b, log := c.box()
	b = must(readBox(fileOf(t, b.Write)))
	server, invalidHere := closingProved(byServer)
	onServer, logHere := server.box()
	first := c.counted(t, b, 1, 2)
	for name, way := range map[string]struct {
		c       *closed
		b       *Box
		log     []Cast
		count   *Count
		invalid []Hash
	}{
		"at a table": {c, b, log, c.counted(t, b, 2, 3), invalid},
		"from pages": {c, b, log, c.countedApart(t, b, 1, 3), invalid},
		"the server": {server, onServer, logHere, server.counted(t, onServer, 1), invalidHere},
	} {
		t.Run(name, func(t *testing.T) {
			file := fileOf(t, way.count.Write)
			count := must(ReadCount(bytes.NewReader(file), int64(len(file))))
			if !slices.Equal(count.Invalid, way.invalid) || len(count.Codes) != len(way.c.valid) {
				t.Errorf("%d codes, and invalid are %s, want %s", len(count.Codes), count.Invalid, way.invalid)
			}
			if len(count.Proof) < 1000 || way.c == c && !bytes.Equal(count.Proof, first.Proof) {
				t.Error("the proof has other bytes than the first one")
			}
			v := goVerdict(way.c.published(t, way.b, count, way.log))
			if len(v.fails) > 0 {
				t.Fatalf("%q fail: %s", v.fails, v.says[v.fails[0]])
			}
			for _, want := range []string{"totals of 5 ballots for \"chair", "\"south", "vouch for \"north",
				"the 3 ballots called invalid"} {
				if !strings.Contains(v.says["proof"], want) {
					t.Errorf("the proof says %q, want %q", v.says["proof"], want)
				}
			}
		})
	}
}

// A second count proves the same with the same bytes.
func TestASecondCountIsProved(t *testing.T) {
	c, _ := closingProved(nil)
	b, log := c.box()
	first := c.counted(t, b, 1, 2)
	sealed := c.accepted(t, b, first, log)
	kept, _ := c.boxAgain(sealed.Seal, first.Codes)
	second := c.countedApart(t, kept, 2, 3)
	if !must(kept.Same(second)) || !bytes.Equal(second.Proof, first.Proof) {
		t.Error("the second count found something else")
	}
	h := c.published(t, b, first, log)
	h.bundle.Recounts = []string{string(c.accepted(t, kept, second, log).Seal)}
	if checks := Verify(h.bundle, Evidence{}); !Valid(checks) {
		t.Error(checks)
	}
	second.Proof[len(second.Proof)-1] ^= 1
	if must(kept.Same(second)) {
		t.Error("a second count with another proof is the same")
	}
}

// A proof goes with a poll book, with people beside weights, and with nobody.
func TestOtherElectionsAreProved(t *testing.T) {
	book := open(3, func(m *Manifest) { booked(m); proved(m) })
	book.cast(append(votesFor(4, 3, 2), paper(2, 3, 0), paper(2, 3, 1))...)
	roof := open(2, func(m *Manifest) { byOwners(m); proved(m) })
	roof.cast(Opened{Marks: []byte{1, 0, 1, 0, 0}, Class: 2}, Opened{Marks: []byte{0, 0, 0, 1, 0}, Class: 1},
		Opened{Marks: []byte{0, 1, 0, 0, 0}, Class: 1})
	confirmed := open(3, func(m *Manifest) {
		q := &m.Questions[0]
		q.Method, q.Max, q.Threshold = tally.Confirm, 3, moreThan(1, 2, tally.OfDecided)
		proved(m)
	})
	confirmed.cast(Opened{Marks: []byte{1, 2, 3}, Class: 2}, Opened{Marks: []byte{0, 0, 1}, Class: 1},
		Opened{Marks: make([]byte, 3), Class: 1}, Opened{Marks: []byte{4, 0, 0}, Class: 1})
	nobody := open(2, proved)
	nobody.cast()
	cancelled := holdWith(proved, 2, 1)
	cancelled.cancel("A candidate died")
	for name, h := range map[string]*held{"a poll book": book, "heads and shares": roof, "yes and no": confirmed,
		"nobody": nobody, "cancelled": cancelled, "without a proof": hold(2, 1)} {
		if v := goVerdict(h); len(v.fails) > 0 {
			t.Errorf("%s: %q fail: %s", name, v.fails, v.says[v.fails[0]])
		}
	}
}

func TestAManifestIsProvedOnlyWhereItCanBe(t *testing.T) {
	with := func(edit func(*Manifest)) error {
		m := *open(2, proved).manifest
		e := *m.Electorate
		m.Electorate, e.Classes, m.Questions = &e, slices.Clone(e.Classes), slices.Clone(m.Questions)
		edit(&m)
		_, err := ParseManifest(must(canonical(m)))
		return err
	}
	heavy := func(more int) func(*Manifest) {
		return func(m *Manifest) { m.Electorate.Classes[1].Weight = (maxProvedTotal - 20 - 3) / 5 * more }
	}
	people := func(n int) func(*Manifest) {
		return func(m *Manifest) { m.Electorate.Size, m.Electorate.Classes = n, []Class{{1, n, nil}} }
	}
	for _, edit := range []func(*Manifest){func(*Manifest) {}, heavy(1), people(5000)} {
		if err := with(edit); err != nil {
			t.Error(err)
		}
	}
	for name, edit := range map[string]func(*Manifest){
		"no electorate": func(m *Manifest) { m.Electorate = nil },
		"ranks alone": func(m *Manifest) {
			q := &m.Questions[0]
			q.Method, q.Max, q.Draw = tally.Schulze, 2, false
		},
		"too much weight": heavy(2),
		"too many people": people(50_000),
	} {
		if err := with(edit); err == nil || !strings.Contains(err.Error(), "proof of the count") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A device commits to its marks alone: to nothing where nothing is proved, and not to what is no paper.
func TestADeviceCommitsToItsMarks(t *testing.T) {
	m, other := open(3, proved).manifest, open(3, nil).manifest
	seed, tag := sealing.Seed{1}, sealing.Tag{2}
	all := map[Hash]string{{}: "nothing"}
	for name, have := range map[string]Hash{
		"a paper":       m.Commitment(seed, tag, []byte{1, 0, 0}, 1),
		"other marks":   m.Commitment(seed, tag, []byte{0, 1, 0}, 1),
		"another seed":  m.Commitment(sealing.Seed{2}, tag, []byte{1, 0, 0}, 1),
		"another tag":   m.Commitment(seed, sealing.Tag{1}, []byte{1, 0, 0}, 1),
		"a blank paper": m.Commitment(seed, tag, make([]byte, 3), 1),
	} {
		if same, found := all[have]; found {
			t.Errorf("%s has the commitment of %s", name, same)
		}
		all[have] = name
	}
	for name, have := range map[string]Hash{
		"no proof":       other.Commitment(seed, tag, []byte{1, 0, 0}, 1),
		"two marks":      m.Commitment(seed, tag, []byte{1, 1, 0}, 1),
		"too few marks":  m.Commitment(seed, tag, []byte{1}, 1),
		"no marks there": m.Commitment(seed, tag, nil, 1),
	} {
		if have != (Hash{}) {
			t.Errorf("%s: the commitment is %s", name, have)
		}
	}
}

// A box whose ballots have commitments that it must not have, or lack them, is not counted.
func TestABoxHasCommitmentsExactlyWithAProof(t *testing.T) {
	with, _ := closingProved(nil)
	with.ballots[4].Commitment = Hash{}
	without := closing(nil, 2, 1)
	without.ballots[1].Commitment = Hash{1}
	for _, c := range []*closed{with, without} {
		b, _ := c.box()
		_, checked := b.Check()
		_, counted := b.Count(t.Context(), c.bySome(1, 2), CountedByTable, closeAt(), func(int) {})
		for _, err := range []error{checked, counted} {
			if err == nil || !strings.Contains(err.Error(), "has a commitment") {
				t.Errorf("%v", err)
			}
		}
	}
}

// A count whose proof does not hold is not accepted, whoever signs it.
func TestACountWithAnotherProofIsRefused(t *testing.T) {
	c, _ := closingProved(nil)
	b, log := c.box()
	good := c.counted(t, b, 1, 3)
	sign := func(count *Count) {
		s := must(parseSeal(NoteText(count.Seal)))
		hash := proofHash(count.Invalid, count.Proof)
		s.Proof = &hash
		count.Seal = must(c.manifest.signSeal(s.text(), c.secrets))
	}
	for name, change := range map[string]func(*Count){
		"not sealed": func(count *Count) { count.Proof[0] ^= 1 },
		"a byte of it changed": func(count *Count) {
			count.Proof[len(count.Proof)/2] ^= 1
			sign(count)
		},
		"none": func(count *Count) {
			count.Proof, count.Invalid = nil, nil
			sign(count)
		},
		"another ballot named": func(count *Count) {
			count.Invalid[2] = log[3].Leaf(c.manifest.ElectionID)
			sign(count)
		},
	} {
		count := *good
		count.Proof, count.Invalid = bytes.Clone(good.Proof), slices.Clone(good.Invalid)
		change(&count)
		fault := (*CountFault)(nil)
		if _, err := b.Accept(&count, log, c.signer); !errors.As(err, &fault) || fault.Check != "proof" {
			t.Errorf("%s: %v", name, err)
		}
	}
	c.accepted(t, b, good, log)
}

// Ballots that were counted before a backup was restored may have been in a proof. Another proof would open them.
func TestNoCountIsProvedAfterARestore(t *testing.T) {
	c, _ := closingProved(nil)
	c.resumed("2026-05-02T18:00:00Z", "the disk broke")
	b, log := c.box()
	count := c.counted(t, b, 1, 2)
	if len(count.Proof)+len(count.Invalid) > 0 {
		t.Error("there is a proof")
	}
	h := c.published(t, b, count, log)
	v := goVerdict(h)
	if len(v.fails) > 0 || !strings.HasPrefix(v.says["proof"], "none, since a backup was restored: 2 of 3 holders") {
		t.Errorf("%q fail, and the proof says %q", v.fails, v.says["proof"])
	}
	h.bundle.Invalid = leavesOf(c.manifest.ElectionID, log[:1])
	h.reseal(h.signer.signNote)
	if v := goVerdict(h); !slices.Equal(v.fails, []string{"proof"}) {
		t.Errorf("with a ballot that is named invalid %q fail", v.fails)
	}
}

// Two proofs of which one leaves out a ballot open all others together, so who finds something else proves nothing.
func TestASecondCountThatDiffersIsNotProved(t *testing.T) {
	c, _ := closingProved(nil)
	b, log := c.box()
	leaves := leavesOf(c.manifest.ElectionID, log)
	lie := must(c.manifest.Count(log, c.valid[1:], PapersIn{}))
	form := c.manifest.ProofForm()
	var counted []committed
	for place, cast := range log {
		for n := 1; n < len(c.valid); n++ {
			if _, seed, tag := drawn(n); tag == cast.Tag {
				ballot := proof.Ballot{Split: proof.Split(seed, tag), Cells: c.manifest.cells(form, c.valid[n].Marks)}
				counted = append(counted, committed{ballot, place})
			}
		}
	}
	cast := must(c.manifest.OpenCheckpoint(b.Checkpoint))
	if err := c.manifest.prove(lie, log, leaves, cast.Root, counted); err != nil {
		t.Fatal(err)
	}
	text := NewSeal(c.manifest, cast, leaves, lie, b.Notices, nil, 1, CountedByTable, closeAt()).text()
	first := &Count{Seal: must(c.manifest.signSeal(text, c.bySome(1, 2))), Counts: lie.Counts, Codes: lie.Codes,
		Result: lie.Raw, Invalid: lie.Invalid, Proof: lie.Proof}
	sealed := c.accepted(t, b, first, log)
	kept, _ := c.boxAgain(sealed.Seal, first.Codes)
	second := c.countedApart(t, kept, 2, 3)
	if len(second.Codes) != len(first.Codes)+1 || len(second.Proof)+len(second.Invalid) > 0 || must(kept.Same(second)) {
		t.Errorf("%d codes and %d bytes of a proof", len(second.Codes), len(second.Proof))
	}
	h := c.published(t, b, first, log)
	h.bundle.Recounts = []string{string(c.accepted(t, kept, second, log).Seal)}
	v := goVerdict(h)
	if !slices.Equal(v.fails, []string{"recounts"}) || !strings.Contains(v.says["recounts"], "DIFFERS") {
		t.Errorf("%q fail: %s", v.fails, v.says["recounts"])
	}
	second.Proof = first.Proof
	if _, err := kept.Accept(second, log, c.signer); err == nil {
		t.Error("a second count that differs has a proof")
	}
}
