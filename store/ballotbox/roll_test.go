package ballotbox

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

// rollOf is a frozen roll of n people.
func rollOf(n int) *Electorate {
	h := NewRollHasher()
	for i := range n {
		h.Add(Elector{ID: idOf(fmt.Sprint("elector ", i)), FullName: fmt.Sprint("Elector ", i, awkward), Member: fmt.Sprint("M-", i)})
	}
	e := h.Electorate()
	return &e
}

// The hash is the one that BUNDLE.md describes, written out here by hand.
func TestTheRollHashIsTheOneDescribed(t *testing.T) {
	h := NewRollHasher()
	h.Add(Elector{ID: "aaaaaaaaaaaaaaaaaaaaaaaaaa", FullName: "Zoë Brandt", DateOfBirth: "1990-04-25", Member: "Z-1"})
	h.Add(Elector{ID: "baaaaaaaaaaaaaaaaaaaaaaaaa", FullName: "Ada"})
	want := Electorate{2, Hash(sha256.Sum256([]byte("ostrakon/roll/1\x00" +
		"26:aaaaaaaaaaaaaaaaaaaaaaaaaa11:Zoë Brandt10:1990-04-253:Z-1" + "26:baaaaaaaaaaaaaaaaaaaaaaaaa3:Ada0:0:"))).String()}
	if got := h.Electorate(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestTheRollHashTellsRollsApart(t *testing.T) {
	seen := make(map[string]int)
	for i, roll := range [][]Elector{
		{}, {{}}, {{}, {}}, {{ID: "a"}}, {{FullName: "a"}}, {{DateOfBirth: "a"}}, {{Member: "a"}}, {{ID: "1:a"}}, {{ID: "a"}, {FullName: "b"}},
		{{ID: "a", FullName: "b"}}, {{ID: "ab"}}, {{ID: "b"}, {ID: "a"}}, {{ID: "a"}, {ID: "b"}}, {{ID: "0:0:"}},
	} {
		h := NewRollHasher()
		for _, e := range roll {
			h.Add(e)
		}
		if got := h.Electorate(); got.Size != len(roll) {
			t.Errorf("%v: size %d", roll, got.Size)
		} else if before, twice := seen[got.RollHash]; twice {
			t.Errorf("rolls %d and %d share a hash", before, i)
		} else {
			seen[got.RollHash] = i
		}
	}
}

// A manifest without a roll is, to the byte, what it was before there were rolls.
func TestAnElectorateIsThereOnlyWhereARollIsFrozen(t *testing.T) {
	for _, size := range []int{0, 12, 500} {
		var roll *Electorate
		if size > 0 {
			roll = rollOf(size)
		}
		h := holdFor(roll, TieDraw, 5, 4, 3)
		m := must(ParseManifest(h.bundle.Manifest))
		if size == 0 && (m.Electorate != nil || m.Version != 1) || size > 0 && (*m.Electorate != *roll || m.Version != 2) {
			t.Errorf("version %d with %+v", m.Version, m.Electorate)
		}
		if v := goVerdict(h); len(v.fails) > 0 {
			t.Errorf("%d: %q fail: %v", size, v.fails, v.says)
		}
		if interpreter, found := python(t); found {
			if run := runBatch(t, interpreter, []*held{h})[0]; run.Status != 0 {
				t.Errorf("verify.py:\n%s", run.Out)
			}
		}
	}
}
