package ballotbox

import (
	"slices"
	"strings"
	"testing"
)

// Whoever has the installation's key signs a box of their own making to learn one person's vote. It counts as the true
// box does; only a checkpoint from the close tells them apart.
func TestATableOpensNoOtherBoxThanTheOneThatWasClosed(t *testing.T) {
	c := closing(nil, 5, 4)
	b, _ := c.box()
	if point, err := b.Check(); err != nil || point.Size != 10 {
		t.Fatal(point, err)
	}
	saved := b.Checkpoint
	if err := b.Compare(saved); err != nil {
		t.Error(err)
	}
	victim, others := c.ballots[0], closing(nil, 0, 8).ballots
	for name, f := range map[string]struct {
		ballots []Ballot
		says    string
	}{
		"the victim's ballot alone": {[]Ballot{victim}, "the box has 1 ballots, and this checkpoint is of 9"},
		"the victim's ballot among the operator's": {append(slices.Clone(others), victim),
			"other ballots are in the box than in the log at the close"},
		"one more ballot":          {append(slices.Clone(c.ballots), others[0]), "the box has 10 ballots"},
		"a dummy for one ballot":   {slices.Replace(slices.Clone(c.ballots), 3, 4, others[0]), "other ballots"},
		"the ballots out of order": {append(slices.Clone(c.ballots[1:]), victim), "other ballots"},
	} {
		forged, _ := (&closed{held: c.held, ballots: f.ballots}).box()
		c.counted(t, forged, 1, 3) // without a checkpoint nothing is found
		if err := forged.Compare(saved); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v", name, err)
		}
		if err := b.Compare(forged.Checkpoint); err == nil {
			t.Errorf("%s: its checkpoint fits the true box", name)
		}
	}
	stranger, _ := closing(func(m *Manifest) { m.Title = "Another" }, 5, 4).box()
	for name, other := range map[string][]byte{
		"another manifest": stranger.Checkpoint, "nothing": nil, "no signature": []byte(NoteText(saved) + "\n"),
		"another key's": must(other().Checkpoint(c.manifest.ElectionID, Checkpoint{10, Hash{}})),
	} {
		if err := b.Compare(other); err == nil {
			t.Errorf("%s: it fits", name)
		}
	}
}

// The witnesses may have cosigned the copy that somebody saved, or that in the box.
func TestATableAsksForTheCosignaturesOfTheNamedWitnesses(t *testing.T) {
	c := closing(watched, 5, 4)
	b, _ := c.box()
	plain := b.Checkpoint
	by := func(witnesses ...int) []byte {
		signed := slices.Clone(plain)
		for _, n := range witnesses {
			signed = append(signed, cosigned(witness(n), witnessKey(n), 1_777_000_000, NoteText(plain))...)
		}
		return signed
	}
	for name, f := range map[string]struct {
		box, saved []byte
		says       string // "": it fits
	}{
		"nobody":                   {plain, plain, "0 witnesses have cosigned the checkpoint, and 2 are needed"},
		"one on each copy, twice":  {by(1), by(1), "1 witnesses"},
		"two on the saved copy":    {plain, by(0, 2), ""},
		"two on the copy in a box": {by(1, 2), plain, ""},
		"one on each":              {by(0), by(1), ""},
		"a stranger":               {plain, by(0, 7), "1 witnesses"},
		"one whose line is wrong": {plain, append(by(0), cosigned(witness(1), witnessKey(2), 1, "x")...),
			"not a checkpoint"},
	} {
		b.Checkpoint = f.box
		err := b.Compare(f.saved)
		if err != nil != (f.says != "") || err != nil && !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
