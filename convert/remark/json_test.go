package remark

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestRemarksSurviveJSON(t *testing.T) {
	for _, n := range []Remark{
		Truncated.With(Params{"announced": 12, "n": 3}),
		NotCoordinate.With(Params{"text": "1,5"}),
		NotChoice.With(Params{"choices": []string{"a", "b"}}),
		OutOfRange.With(Params{"min": 0, "max": 0.5}),
		Empty.With(nil),
	} {
		raw, err := json.Marshal(n)
		var back Remark
		if err == nil {
			err = json.Unmarshal(raw, &back)
		}
		if err != nil || !reflect.DeepEqual(back, n) || back.String() != n.String() {
			t.Errorf("%s came back as %v (%q, not %q): %v", raw, back, back, n, err)
		}
	}
	if err := json.Unmarshal([]byte(`{"Code":"nothing"}`), new(Remark)); err == nil {
		t.Error("an unknown code was read")
	}
}
