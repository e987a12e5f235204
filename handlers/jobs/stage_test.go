package jobs

import (
	"math"
	"testing"
)

func TestAStageIsReadAsItWasSent(t *testing.T) {
	name, fraction, err := readStage(appendStage(nil, "reading", 0.25))
	if name != "reading" || fraction != 0.25 || err != nil {
		t.Errorf("read %q, %v, %v", name, fraction, err)
	}
	for _, raw := range [][]byte{nil, make([]byte, 7), appendStage(nil, "", math.NaN()), appendStage(nil, "", 1.1),
		appendStage(nil, "", -0.1)} {
		if _, _, err := readStage(raw); err == nil {
			t.Errorf("%x was read", raw)
		}
	}
}
