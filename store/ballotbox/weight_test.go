package ballotbox

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
)

func TestAWeightHasOneTextAndIsReadFromIt(t *testing.T) {
	for text, want := range map[string]Weight{
		"1": Vote, "1.5": 15_000, "0.0001": 1, "2.25": 22_500, "0.05": 500, "1000000": MaxWeight, "12.3456": 123_456, "0": 0,
	} {
		got, err := ParseWeight(text)
		if raw, _ := json.Marshal(got); err != nil || got != want || got.String() != text || string(raw) != text {
			t.Errorf("%s is read as %d (%v), and written as %s and %s", text, got, err, got, raw)
		}
	}
	if got, err := ParseWeight("1.50"); err != nil || got != 15_000 {
		t.Errorf("1.50 is %v (%v)", got, err)
	}
	for _, text := range []string{"", ".", "1.", ".5", "-1", "+1", "1.23456", "1,5", "1e2", " 1", "1.-5",
		"99999999999999"} {
		if got, err := ParseWeight(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	var w Weight
	if err := json.Unmarshal([]byte(`"1"`), &w); err == nil {
		t.Errorf("a text is read as %v", w)
	}
}

func TestAFrozenRollHasTheFewestDecimalsThatKeepWeightsWhole(t *testing.T) {
	for _, c := range []struct {
		weights  []Weight
		decimals int
		want     []int
	}{
		{[]Weight{Vote, 3 * Vote}, 0, []int{1, 3}},
		{[]Weight{15_000, Vote}, 1, []int{10, 15}},
		{[]Weight{15_000, 2_500, Vote}, 2, []int{25, 100, 150}},
		{[]Weight{1, MaxWeight - 1}, 4, []int{1, 9_999_999_999}},
	} {
		h := NewRollHasher(nil)
		for i, w := range c.weights {
			h.Add(Elector{ID: idOf(fmt.Sprint(i)), Weight: w})
		}
		e := h.Electorate()
		var got []int
		for _, class := range e.Classes {
			got = append(got, class.Weight)
		}
		if e.WeightDecimals != c.decimals || !reflect.DeepEqual(got, c.want) || e.check(0) != nil {
			t.Errorf("%v: %+v, %v", c.weights, e, e.check(0))
		}
		for _, w := range c.weights {
			if n := e.Number(w, nil); n == 0 || e.Weight(e.Classes[n-1].Weight) != w {
				t.Errorf("%v of %v is class %d", w, c.weights, n)
			}
		}
		if n := e.Number(c.weights[0]+1, nil); c.weights[0] > 1 && n != 0 {
			t.Errorf("a weight that nobody has is class %d", n)
		}
	}
}
