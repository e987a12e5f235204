package weights

import (
	"slices"
	"testing"
)

func TestCut(t *testing.T) {
	data := []byte{0, 0, 0, 0x3f, 0, 0, 0, 0xc0, 1, 0xff, 127, 9} // a scale of 0.5, a bias of -2, three weights
	row, rest, ok := Cut(data, 3)
	if !ok || row.Scale != 0.5 || row.Bias != -2 || !slices.Equal(rest, []byte{9}) {
		t.Fatalf("%+v, %v is left, %v", row, rest, ok)
	}
	got := make([]float32, 3)
	if row.Unpack(got); !slices.Equal(got, []float32{0.5, -0.5, 63.5}) {
		t.Errorf("weights %v", got)
	}
	for length, bytes := range map[int]int{0: 7, 1: 8, 5: 12} {
		if row, rest, ok := Cut(data[:bytes], length); ok || len(rest) != bytes {
			t.Errorf("a row of %d weights in %d bytes: %v", length, bytes, row)
		}
	}
}
