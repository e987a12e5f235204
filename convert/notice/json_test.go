package notice

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestNoticesSurviveJSON(t *testing.T) {
	for _, n := range []Notice{
		Truncated.With(Params{"announced": 12, "n": 3}),
		NotCoordinate.With(Params{"text": "1,5"}),
		NotChoice.With(Params{"choices": []string{"a", "b"}}),
		OutOfRange.With(Params{"min": 0, "max": 0.5}),
		Empty.With(nil),
	} {
		raw, err := json.Marshal(n)
		var back Notice
		if err == nil {
			err = json.Unmarshal(raw, &back)
		}
		if err != nil || !reflect.DeepEqual(back, n) || back.String() != n.String() {
			t.Errorf("%s came back as %v (%q, not %q): %v", raw, back, back, n, err)
		}
	}
	if err := json.Unmarshal([]byte(`{"Code":"nothing"}`), new(Notice)); err == nil {
		t.Error("an unknown code was read")
	}
}
