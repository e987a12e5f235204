package card

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ostrakon/ocr"
)

// pictured is a card of a set: in its layout, under a condition (a photo or a level), with what it says.
type pictured struct {
	File, Layout, Photo, Level, Scheme string
	Number, Any, Name, Birth           string
}

// TestSet scores the cards that the generator in ocr/train/cardset made. Of them no number and no date of birth may be
// wrong; how many are right is printed, and must not fall to where a rule is broken.
func TestSet(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("testdata", "set")
	data := must(os.ReadFile(filepath.Join(dir, "truth.json")))(t)
	var cards []pictured
	noError(t, json.Unmarshal(data, &cards))
	step := 13 // one of each layout, of all kinds of photograph
	if everyCard() {
		step = 1
	}
	reader, outcome, unnamed := newReader(t), scores{}, scores{}
	for i := 0; i < len(cards); i += step {
		c := cards[i]
		t.Run(c.File, func(t *testing.T) {
			outcome.read(t, reader, dir, c)
			if everyCard() || c.Any != "" {
				c.Scheme, c.Number = anyName, c.Any
				unnamed.read(t, reader, dir, c)
			}
		})
	}
	outcome.demand(t, 60, 0, 40, 60)
	if len(unnamed) > 0 { // where -run picks cards there may be none with a zone
		t.Log(`under "any":`)
		unnamed.demand(t, 0, 0, 0, 0)
	}
}

// TestSharedLayouts scores the cards that the project shares beside its repository, in layouts after real cards that
// the reader's rules were not made for.
func TestSharedLayouts(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "..", "shared", "ocr", "layouts")
	data, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	if os.IsNotExist(err) {
		t.Skipf("the shared layouts are not at %s: their accuracy is not measured", dir)
	}
	noError(t, err)
	var cards []struct {
		pictured
		ID, Dob string
	}
	noError(t, json.Unmarshal(data, &cards))
	step := 7 // of 18 layouts
	if everyCard() {
		step = 1
	}
	reader, outcome := newReader(t), scores{}
	for i := 0; i < len(cards); i += step {
		c := cards[i].pictured
		c.Number, c.Birth = cards[i].ID, cards[i].Dob
		outcome.read(t, reader, dir, c)
	}
	outcome.demand(t, 70, 0, 50, 0)
}

// read adds the reading of a card of a set, and logs it unless it is right.
func (all scores) read(t *testing.T, reader *Reader, dir string, c pictured) {
	t.Helper()
	r := must(reader.Read(t.Context(), decode(t, filepath.Join(dir, c.File)), schemeNamed(t, c.Scheme)))(t)
	all.add(r, expected{c.Number, c.Name, c.Birth}, c.Layout, c.Photo+c.Level)
	said := fmt.Sprintf("%q of %s", r.Names.FullName.Value, r.DateOfBirth.Value)
	if r.Verdict != Readable || r.DateOfBirth.Value != c.Birth || !ocr.SameName(c.Name, r.Names.FullName.Value) {
		t.Logf("%s: %s %s is %s, %s for %q of %s; hints %v", c.File, c.Scheme, c.Number, r.Number.Value, said, c.Name,
			c.Birth, r.Hints)
	}
}
