package proof

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
)

// thousand draws 1,000 ballots of one question with 10 options, of which a paper marks at most 3.
func thousand() *election {
	return draw(rand.New(rand.NewPCG(1, 2)), 1000, Rounds, Question{Options: 10, Max: 3})
}

func BenchmarkCommit(b *testing.B) {
	e := thousand()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		Commit(e.ballots[i%1000].Split, e.ballots[i%1000].Cells)
	}
}

func BenchmarkProve(b *testing.B) {
	e := thousand()
	b.ReportAllocs()
	for b.Loop() {
		if err := e.Prove(io.Discard, &e.Statement, e.ballots); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	e := thousand()
	raw := e.proveBytes(b, Rounds)
	b.ReportAllocs()
	for b.Loop() {
		if err := e.Check(bytes.NewReader(raw), int64(len(raw)), &e.Statement); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(raw))/1000, "bytes/ballot")
}
