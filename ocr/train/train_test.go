package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"ostrakon/ocr/weights"
)

func TestRowsComeBackToWithinHalfAStep(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var data []byte
	rows := make([][]float32, 5)
	for i := range rows {
		rows[i] = make([]float32, 9*i)
		for j := range rows[i] {
			rows[i][j] = float32(rng.NormFloat64())
		}
		data = AppendRow(data, rows[i], float32(i))
	}
	if row, rest, ok := weights.Cut(data[:7], 0); ok || len(rest) != 7 {
		t.Errorf("a row of 7 bytes: %v", row)
	}
	for i, want := range rows {
		if _, _, ok := weights.Cut(data, len(data)); ok {
			t.Errorf("row %d reaches over the end", i)
		}
		row, rest, ok := weights.Cut(data, len(want))
		if !ok || row.Bias != float32(i) {
			t.Fatalf("row %d: %v, %v", i, row, ok)
		}
		got := make([]float32, len(want))
		row.Unpack(got)
		for j := range want {
			if d := math.Abs(float64(got[j] - want[j])); d > float64(row.Scale)*0.501 {
				t.Errorf("row %d, weight %d is off by %v", i, j, d)
			}
		}
		data = rest
	}
	if len(data) != 0 {
		t.Errorf("%d bytes left", len(data))
	}
}
