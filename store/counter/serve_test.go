package counter

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
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
	raw := must(json.Marshal(head{Manifest: p.box.Manifest, Checkpoint: p.box.Checkpoint, Notices: p.box.Notices,
		Exports: p.box.Exports}))
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

// What grows with the ballots is in frames of its own, so 100,000 ballots need no larger head than one.
func TestTheHeadOfTheLargestElectionFits(t *testing.T) {
	const largest = 8 << 20 // bytes of the manifest and of the notices, each
	raw, err := json.Marshal(head{Manifest: make([]byte, largest), Notices: []string{strings.Repeat("<", largest)},
		Checkpoint: make([]byte, 64<<10), Exports: 1 << 30})
	if err != nil || len(raw) > maxHead {
		t.Errorf("the head has %d bytes of %d: %v", len(raw), maxHead, err)
	}
	if shares := SharesSize(100_000); shares > 4<<20 {
		t.Errorf("the shares of 100,000 ballots have %d bytes", shares)
	}
}
