package card

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ostrakon/ocr"
)

// recorded is how many of the twelve cards of each layout of the set are read, at least: numbers, names
// and dates of birth of their own kind, and numbers under "any". Make no count less.
func recorded() map[string][4]int {
	return map[string][4]int{
		"portrait": {12, 11, 11, 0}, "passport": {12, 11, 12, 11}, "right": {11, 8, 11, 0}, "visa": {12, 8, 12, 7},
		"numbered": {10, 8, 10, 0},
	}
}

// TestSet reads the cards that the generator in ocr/train/cardset made: in layouts, and under conditions,
// that nothing was tuned on when they were drawn. Of them no number and no date of birth may be wrong, and
// no layout may be read worse than it was.
func TestSet(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("testdata", "set")
	data := must(os.ReadFile(filepath.Join(dir, "truth.json")))(t)
	var cards []struct{ File, Layout, Photo, Scheme, Number, Any, Name, Birth string }
	noError(t, json.Unmarshal(data, &cards))
	step := 13 // one of each layout, of all kinds of photograph
	if everyCard() {
		step = 1
	}
	reader, outcome, unnamed := newReader(t), scores{}, scores{}
	for i := 0; i < len(cards); i += step {
		c := cards[i]
		t.Run(c.File, func(t *testing.T) {
			img := decode(t, filepath.Join(dir, c.File))
			read := func(kind ocr.Scheme) Reading {
				return must(reader.Read(t.Context(), img, kind))(t)
			}
			reading := read(schemeNamed(t, c.Scheme))
			outcome.add(reading, expected{c.Number, c.Name, c.Birth}, c.Layout, c.Photo)
			if said := fmt.Sprintf("%q of %s", reading.Names.FullName.Value, reading.DateOfBirth.Value); reading.Verdict !=
				Readable ||
				reading.DateOfBirth.Value != c.Birth || !ocr.SameName(c.Name, reading.Names.FullName.Value) {
				t.Logf("%s %s is %s, %s for %q of %s; hints %v", c.Scheme, c.Number, reading.Number.Value, said, c.Name, c.Birth,
					reading.Hints)
			}
			if everyCard() || c.Any != "" {
				unnamed.add(read(schemeNamed(t, anyName)), expected{c.Any, c.Name, c.Birth}, c.Layout)
			}
		})
	}
	outcome.demand(t, 0, 0, 0, 0)
	if len(unnamed) > 0 { // where -run picks cards there may be none with a zone
		t.Log(`under "any":`)
		unnamed.demand(t, 0, 0, 0, 0)
	}
	for layout, least := range recorded() {
		o, u := outcome[layout], unnamed[layout]
		if o == nil || u == nil || o.cards < 12 {
			continue // not all cards were read
		}
		if got := [4]int{o.right, o.names, o.births, u.right}; got[0] < least[0] || got[1] < least[1] || got[2] < least[2] ||
			got[3] < least[3] {
			t.Errorf("%s: numbers, names, births, numbers under any: %d, want at least %d", layout, got, least)
		}
	}
}
