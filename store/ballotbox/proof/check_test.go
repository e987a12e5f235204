package proof

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
)

// small returns an election of two ballots and its proof.
func small(t testing.TB) (*election, []byte) {
	e := draw(rand.New(rand.NewPCG(8, 36)), 2, Rounds, Question{Options: 2, Max: 2})
	return e, e.proveBytes(t, Rounds)
}

// TestChangedProof: a proof with another byte is refused, wherever it is: at each 53rd place, and everywhere where
// OSTRAKON_LONG is set.
func TestChangedProof(t *testing.T) {
	e, raw := small(t)
	step := 53
	if os.Getenv("OSTRAKON_LONG") != "" {
		step = 1
	}
	r := rand.New(rand.NewPCG(5, 36))
	for i := 0; i < len(raw); i += step {
		by := byte(1 + r.IntN(255))
		raw[i] ^= by
		if e.checkBytes(raw, Rounds) == nil {
			t.Errorf("byte %d can be another", i)
		}
		raw[i] ^= by
	}
	if err := e.checkBytes(raw, Rounds); err != nil {
		t.Error(err)
	}
}

// TestProofHasItsLength: a proof that is shorter or longer than its size says, or than its election needs, is refused.
func TestProofHasItsLength(t *testing.T) {
	e, raw := small(t)
	size, longer := int64(len(raw)), append(bytes.Clone(raw), 0)
	for _, c := range []struct {
		raw  []byte
		size int64
	}{
		{nil, 0}, {raw, 0}, {raw, -1}, {raw, math.MinInt64}, {raw, size - 1}, {raw, size + 1}, {raw, math.MaxInt64},
		{raw[:len(raw)-1], size - 1}, {raw[:len(raw)-1], size}, {raw[:100], size}, {nil, size},
		{longer, size + 1}, {longer, size}, {longer[1:], size},
	} {
		if e.Check(bytes.NewReader(c.raw), c.size, &e.Statement) == nil {
			t.Errorf("%d bytes that are said to be %d are a proof", len(c.raw), c.size)
		}
	}
	if err := e.Check(io.LimitReader(rand.NewChaCha8([32]byte{}), size), size, &e.Statement); err == nil {
		t.Error("random bytes are a proof")
	}
	broken := io.MultiReader(bytes.NewReader(raw[:len(raw)/2]), failing{})
	if err := e.Check(broken, size, &e.Statement); err != io.ErrClosedPipe {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

// failing is a file that cannot be read.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestEachNumberHasOneForm: a number that is right modulo the prime, but not below it, is refused in each part of a
// proof.
func TestEachNumberHasOneForm(t *testing.T) {
	e, raw := small(t)
	zed := Rounds * e.headSize()
	places := []int{0, 4 * len(e.sums), zed, zed + 4}
	at := zed + 8*Rounds
	for _, part := range open(e.first(raw[:zed]), raw[zed:at], Rounds) {
		if part != 0 { // cells of part 2
			places = append(places, at+64+96)
			break
		}
		at += 64 + len(e.ballots)*e.ballotSize(part)
	}
	for _, at := range places {
		changed := bytes.Clone(raw)
		v := binary.BigEndian.Uint32(changed[at:])
		binary.BigEndian.PutUint32(changed[at:], v+prime)
		if err := e.checkBytes(changed, Rounds); err == nil {
			t.Errorf("the number at %d may be %d instead of %d", at, v+prime, v)
		}
	}
	for _, v := range []uint32{0, prime - 1, prime, prime + 1, math.MaxUint32} {
		if numbers(make([]uint32, 1), binary.BigEndian.AppendUint32(nil, v)) != (v < prime) {
			t.Errorf("%d is a number: %v", v, v >= prime)
		}
	}
}

// TestStatements: a statement whose parts do not fit, or whose totals could pass the prime, is neither proved nor
// checked.
func TestStatements(t *testing.T) {
	for name, change := range map[string]func(s *Statement){
		"a total is missing":        func(s *Statement) { s.Totals = s.Totals[1:] },
		"a total is large":          func(s *Statement) { s.Totals[0] = prime },
		"more votes than ballots":   func(s *Statement) { s.Totals[1] = 2001 },
		"a class is missing":        func(s *Statement) { s.Classes = s.Classes[1:] },
		"class 0":                   func(s *Statement) { s.Classes[0] = 0 },
		"class 3 of 2":              func(s *Statement) { s.Classes[1] = 3 },
		"a scale is missing":        func(s *Statement) { s.Scales[s.Classes[0]-1] = s.Scales[s.Classes[0]-1][1:] },
		"weights add up to 2^31":    func(s *Statement) { s.Scales[s.Classes[0]-1][1] = prime },
		"another total":             func(s *Statement) { s.Totals[0], s.Totals[1] = s.Totals[1], s.Totals[0] },
		"a commitment less":         func(s *Statement) { s.Commitments, s.Classes = s.Commitments[1:], s.Classes[1:] },
		"ballots have other places": func(s *Statement) { slices.Reverse(s.Commitments) },
		"another class":             func(s *Statement) { s.Classes[0] = 3 - s.Classes[0] },
		"another commitment":        func(s *Statement) { s.Commitments[1][31]++ },
		"another list of ballots":   func(s *Statement) { s.Invalid[0]++ },
	} {
		t.Run(name, func(t *testing.T) {
			e, raw := small(t)
			change(&e.Statement)
			if e.checkBytes(raw, Rounds) == nil {
				t.Error("it is proved")
			}
		})
	}
	var e *election
	for name, change := range map[string]func(){
		"another total": func() { e.Statement.Totals[0]++; e.Statement.Totals[1]-- },
		"a cell less":   func() { e.ballots[0].Cells = e.ballots[0].Cells[1:] },
		"a ballot less": func() { e.ballots = e.ballots[1:] },
		"class 0":       func() { e.Classes[0] = 0 },
	} {
		e, _ = small(t)
		change()
		if e.Prove(io.Discard, &e.Statement, e.ballots) == nil {
			t.Errorf("%s is proved", name)
		}
	}
	if e, _ = small(t); e.Prove(closed{}, &e.Statement, e.ballots) != io.ErrClosedPipe {
		t.Error("a file that cannot be written is no error")
	}
}

// closed is a file that cannot be written.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestCheckNeedsLittleMemory: what Check allocates depends on the election, whatever the size of the file is.
func TestCheckNeedsLittleMemory(t *testing.T) {
	e, raw := small(t)
	for _, size := range []int64{int64(len(raw)), int64(len(raw)) - 1, math.MaxInt64} {
		var before, after runtime.MemStats
		endless := io.MultiReader(bytes.NewReader(raw), rand.NewChaCha8([32]byte{}))
		runtime.ReadMemStats(&before)
		e.Check(endless, size, &e.Statement)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1<<18 {
			t.Errorf("%d bytes for a file of %d", allocated, size)
		}
	}
}

// FuzzCheck: of all bytes, only those of the prover are a proof, of 32 rounds here. (A changed z can stay hidden if the
// hash chooses the same parts again, 1 time in 3^32.)
func FuzzCheck(f *testing.F) {
	const rounds = 32
	e := draw(rand.New(rand.NewPCG(9, 36)), 1, rounds, Question{Options: 1, Max: 1})
	raw := e.proveBytes(f, rounds)
	f.Add(raw, int64(len(raw)))
	f.Add(raw[:len(raw)/2], int64(len(raw)))
	f.Add(append(bytes.Clone(raw[:rounds*e.headSize()]), make([]byte, 1000)...), int64(math.MaxInt64))
	f.Fuzz(func(t *testing.T, read []byte, size int64) {
		err := e.check(bytes.NewReader(read), size, &e.Statement, rounds)
		if right := size == int64(len(read)) && bytes.Equal(read, raw); right != (err == nil) {
			t.Errorf("these %d bytes: %v", len(read), err)
		}
	})
}
