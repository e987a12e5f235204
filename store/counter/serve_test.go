package counter

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"ostrakon/store/frame"
)

// A child whose input is no conversation gives up: it does not wait, and takes no memory that a
// length promises.
func TestServeOfNonsense(t *testing.T) {
	p := newPoll(t, 1)
	good := headOf(t, p)
	for name, input := range map[string]string{
		"no frame":              "GET / HTTP/1.1\r\n",
		"another kind":          frameOf(kindShares, make([]byte, SharesSize(1))),
		"no JSON":               frameOf(kindHead, []byte("{")),
		"no manifest":           frameOf(kindHead, []byte("{}")),
		"a length too large":    "h\xff\xff\xff\xff",
		"a head cut short":      good[:len(good)-1],
		"a head twice":          good + good,
		"shares too long":       good + frameOf(kindShares, make([]byte, SharesSize(1)+1)),
		"a sheet":               good + frameOf(kindSheet, make([]byte, SheetSize)),
		"ballots without keys":  good + frameOf(kindBallot, nil),
		"shares that are short": good + frameOf(kindShares, nil) + "r\x00",
	} {
		if err := Serve(t.Context(), bytes.NewReader([]byte(input)), io.Discard); err == nil {
			t.Errorf("%s: it is content", name)
		}
	}
	for name, input := range map[string]string{"without shares": good,
		"after wrong ones": good + frameOf(kindShares, make([]byte, SharesSize(1)))} {
		if err := Serve(t.Context(), bytes.NewReader([]byte(input)), io.Discard); err != nil {
			t.Errorf("the parent hangs up %s: %v", name, err)
		}
	}
}

func frameOf(kind byte, payload []byte) string {
	var b bytes.Buffer
	_ = frame.Write(&b, kind, payload)
	return b.String()
}

func headOf(tb testing.TB, p *poll) string {
	tb.Helper()
	raw := must(json.Marshal(head{p.box.Manifest, p.box.Checkpoint, p.box.Notices, p.box.Exports, nil}))
	return frameOf(kindHead, raw)
}

func FuzzServe(f *testing.F) {
	p := newPoll(f, 1)
	good := headOf(f, p)
	f.Add([]byte(good))
	f.Add([]byte(good + frameOf(kindShares, make([]byte, SharesSize(1)))))
	f.Add([]byte(frameOf(kindHead, []byte(`{"manifest":"","notices":[null]}`))))
	f.Fuzz(func(t *testing.T, input []byte) {
		var out bytes.Buffer
		_ = Serve(t.Context(), bytes.NewReader(input), &out)
		for out.Len() > 0 { // whatever comes in, frames come out
			if _, _, err := frame.Read(&out, maxCount); err != nil {
				t.Fatal(err)
			}
		}
	})
}
