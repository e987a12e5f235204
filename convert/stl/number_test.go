package stl

import (
	"math"
	"testing"
)

func TestOddNumbers(t *testing.T) {
	nan := float32(math.NaN())
	for word, want := range map[string]struct {
		value float32
		kind  notation
	}{
		"1.5":           {1.5, plainNumber},
		"1.5,":          {1.5, plainNumber},
		"1.5;":          {1.5, plainNumber},
		"0x1.8p1":       {3, plainNumber},
		"1.5D+01":       {15, plainNumber},
		"\u22121.5":     {-1.5, plainNumber},
		"15e\u22121":    {1.5, plainNumber},
		"1e39":          {float32(math.Inf(1)), plainNumber},
		"1,5":           {1.5, decimalComma},
		"\u22121,5e+00": {-1.5, decimalComma},
		"1,234":         {1.234, decimalComma},
		"1.234,5":       {1234.5, decimalComma},
		"-1.234.567,5":  {-1234567.5, decimalComma},
		"1,234.5":       {1234.5, groupedThousands},
		"-1,234,567.5":  {-1234567.5, groupedThousands},
		"nan":           {nan, plainNumber},
		"-nan(ind)":     {nan, plainNumber},
		"-Infinity":     {nan, plainNumber},
		"1.#QNAN":       {nan, plainNumber},
		"1,2,3":         {0, noNumber},
		"1.5,2.5,3.5":   {0, noNumber},
		"12,34.5":       {0, noNumber},
		"2l.5":          {0, noNumber},
		",":             {0, noNumber},
		"\u2212":        {0, noNumber},
		"vertex":        {0, noNumber},
	} {
		v, kind := oddNumber([]byte(word))
		if kind != want.kind || kind != noNumber && v != want.value && !(v != v && want.value != want.value) {
			t.Errorf("%q is %v, %v; want %v, %v", word, v, kind, want.value, want.kind)
		}
	}
}
