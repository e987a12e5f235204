package ocrb

import (
	"encoding/json"
	"image"
	"image/draw"
	_ "image/jpeg"
	_ "image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ostrakon/ocr/mrz"
)

// cards are photographs of invented cards, kept beside the repository.
const cards = "../../../shared/ocr/cards"

// Every zone up to moderate distortion is read, and no other card has one.
func TestCardsBesideTheRepository(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(cards, "truth.json"))
	if os.IsNotExist(err) {
		t.Skipf("no cards in %s", cards)
	}
	if err != nil {
		t.Fatal(err)
	}
	var truth []struct {
		File, Level string
		MRZ         []string
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	r := newReader(t)
	levels := map[string]*tally{}
	for i := 0; i < len(truth); i += thinned() { // so too, there are cards of all levels
		c := truth[i]
		reading, err := r.Read(openGrey(t, filepath.Join(cards, c.File)), today)
		if len(c.MRZ) == 0 {
			if err == nil {
				t.Errorf("%s has no zone, read %q", c.File, reading.Lines)
			}
			continue
		}
		if levels[c.Level] == nil {
			levels[c.Level] = &tally{}
		}
		got := levels[c.Level]
		got.cards++
		switch {
		case err == nil && slices.Equal(reading.Lines, c.MRZ) && valid(reading.Document):
			got.right++
		case err == nil && min(reading.Confidence, reading.NameConfidence) > sure:
			got.wrong++
			fallthrough
		default:
			t.Logf("%s: read %q, error %v, not %q", c.File, reading.Lines, err, c.MRZ)
		}
	}
	for level, floor := range map[string]float64{"clean": 1, "mild": 1, "moderate": 1, "hard": 0.95} {
		got := levels[level]
		if got == nil || float64(got.right) < floor*float64(got.cards) || got.wrong > 0 {
			t.Errorf("%s: %+v, floor %v", level, got, floor)
		}
	}
}

func openGrey(t *testing.T, name string) *image.Gray {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	img, _, err := image.Decode(file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	grey := image.NewGray(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(grey, grey.Rect, img, img.Bounds().Min, draw.Src)
	return grey
}

// valid reports whether the check digits of the number, the birth and the whole zone agree.
func valid(d mrz.Document) bool {
	return d.Number.Check == mrz.Passed && d.Birth.Check == mrz.Passed && d.Composite != mrz.Failed &&
		d.Expiry.Check != mrz.Failed
}
