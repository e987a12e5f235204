package ballotbox

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// rollOf is a frozen roll: so many people of weight 1, and so many of weight 3.
func rollOf(ones, threes int) *Electorate {
	h := NewRollHasher(nil)
	for i := range ones + threes {
		weight := Vote
		if i >= ones {
			weight = 3 * Vote
		}
		h.Add(Elector{ID: idOf(fmt.Sprint("elector ", i)), FullName: fmt.Sprint("Elector ", i, awkward),
			Member: fmt.Sprint("M-", i), Weight: weight})
	}
	e := h.Electorate()
	return &e
}

// The hash is the one that BUNDLE.md describes, written out here by hand.
func TestTheRollHashIsTheOneDescribed(t *testing.T) {
	a, b, c := strings.Repeat("a", 26), "b"+strings.Repeat("a", 25), "c"+strings.Repeat("a", 25)
	h := NewRollHasher([]string{"North", "Süd"})
	h.Add(Elector{ID: a, FullName: "Zoë Brandt", DateOfBirth: "1990-04-25", Member: "Z-1", Weight: 12 * Vote,
		ProxyFor: []string{c, b}})
	h.Add(Elector{ID: b, FullName: "Ada", Weight: Vote, Groups: []string{"North", "Süd"}})
	h.Add(Elector{ID: c, FullName: "Eve", Weight: 12 * Vote})
	want := Electorate{3, 0, []Class{{1, 1, []int{1, 2}}, {12, 2, nil}}, Hash(sha256.Sum256([]byte("ostrakon/roll/4\x00" +
		"26:" + a + "11:Zoë Brandt10:1990-04-253:Z-12:1253:" + c + "," + b + "0:26:" + b + "3:Ada0:0:1:10:10:North;Süd" +
		"26:" + c + "3:Eve0:0:2:120:0:"))).String()}
	if got := h.Electorate(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestTheRollHashTellsRollsApart(t *testing.T) {
	seen := make(map[string]int)
	for i, roll := range [][]Elector{
		{}, {{}}, {{}, {}}, {{ID: "a"}}, {{FullName: "a"}}, {{DateOfBirth: "a"}}, {{Member: "a"}}, {{ID: "1:a"}},
		{{ID: "a"}, {FullName: "b"}},
		{{ID: "a", FullName: "b"}}, {{ID: "ab"}}, {{ID: "b"}, {ID: "a"}}, {{ID: "a"}, {ID: "b"}}, {{ID: "0:0:"}},
		{{Weight: 1}}, {{Weight: 11}}, {{ProxyFor: []string{"a"}}}, {{ProxyFor: []string{"a", "b"}}},
		{{ProxyFor: []string{"b", "a"}}}, {{Groups: []string{"a"}}}, {{Groups: []string{"a", "b"}}},
	} {
		h := NewRollHasher(nil)
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
