package card

import (
	"encoding/json"
	"fmt"
	"image"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ostrakon/ocr"
	"ostrakon/ocr/lines"
	"ostrakon/ocr/raster"
)

// today is the day on which the tests are run.
var today = time.Date(2026, time.January, 15, 0, 0, 0, 0, time.UTC)

// newReader makes a reader that takes all the time it needs: what is
// measured here is what it reads, on a machine however busy.
func newReader(tb testing.TB) *Reader {
	tb.Helper()
	engine := must(lines.New())(tb)
	return patient(tb, engine)
}

// passing is a clock of the time that passes from now on.
func passing() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}

// patient makes a reader that no busy machine hurries.
func patient(tb testing.TB, engine Engine) *Reader {
	tb.Helper()
	return must(New(engine, today, time.Hour, passing()))(tb)
}

// score counts outcomes.
type score struct{ cards, right, wrong, names, wrongNames, births, wrongBirths int }

// scores counts outcomes over all cards, and by level and layout.
type scores map[string]*score

// expected is what a card says.
type expected struct{ number, name, birth string }

// add counts one reading. A number is wrong if the verdict is readable all the same.
func (all scores) add(r Reading, want expected, groups ...string) {
	for _, group := range append(groups, "all") {
		s := all[group]
		if s == nil {
			s = &score{}
			all[group] = s
		}
		s.cards++
		switch {
		case r.Verdict != Readable:
		case r.Number.Value == want.number:
			s.right++
		default:
			s.wrong++
		}
		switch name := r.Names.FullName.Value; {
		case name == "":
		case ocr.SameName(want.name, name):
			s.names++
		default:
			s.wrongNames++
		}
		switch r.DateOfBirth.Value {
		case want.birth:
			s.births++
		case "":
		default:
			s.wrongBirths++
		}
	}
}

// demand logs the counts and fails below the floors, in hundredths of all cards.
func (all scores) demand(t *testing.T, right, wrong, names, births int) {
	t.Helper()
	for _, group := range slices.Sorted(maps.Keys(all)) {
		s := all[group]
		t.Logf("%-9s %2d cards: number %d right, %d wrong, %d unreadable; name %d, %d wrong; date of birth %d, %d wrong",
			group, s.cards, s.right, s.wrong, s.cards-s.right-s.wrong, s.names, s.wrongNames, s.births, s.wrongBirths)
	}
	s := all["all"]
	for _, floor := range []struct {
		what string
		ok   bool
	}{
		{fmt.Sprintf("numbers right: %d of %d, want %d %%", s.right, s.cards, right), 100*s.right >= right*s.cards},
		{fmt.Sprintf("numbers wrong: %d of %d, at most %d %%", s.wrong, s.cards, wrong), 100*s.wrong <= wrong*s.cards},
		{fmt.Sprintf("names right: %d of %d, want %d %%", s.names, s.cards, names), 100*s.names >= names*s.cards},
		{fmt.Sprintf("dates of birth wrong: %d of %d, want none", s.wrongBirths, s.cards), s.wrongBirths == 0},
		{fmt.Sprintf("dates of birth right: %d of %d, want %d %%", s.births, s.cards, births),
			100*s.births >= births*s.cards},
	} {
		if !floor.ok {
			t.Error(floor.what)
		}
	}
}

// TestSharedCards reads the cards that the project shares beside its repository.
func TestSharedCards(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "..", "shared", "ocr", "cards")
	data, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	if os.IsNotExist(err) {
		t.Skipf("the shared cards are not at %s: their accuracy is not measured", dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	var cards []struct{ File, Level, Layout, Scheme, Printed, Name, Dob, Docnum string }
	noError(t, json.Unmarshal(data, &cards))
	step := 9 // there are cards of all levels and layouts among these
	if everyCard() {
		step = 1
	}
	t.Logf("one card in %d is read", step)
	reader, voter := newReader(t), schemeNamed(t, "in-epic")
	outcome, unnamed := scores{}, scores{}
	for i := 0; i < len(cards); i += step {
		c := cards[i]
		scheme := schemeNamed(t, c.Scheme)
		schemes := []ocr.Scheme{scheme}
		if scheme.Name != voter.Name {
			schemes = append(schemes, voter)
		}
		img := decode(t, filepath.Join(dir, c.File))
		reading, err := reader.Read(t.Context(), img, schemes...)
		if err != nil {
			t.Fatalf("%s: %v", c.File, err)
		}
		anyKind, err := reader.Read(t.Context(), img, schemeNamed(t, anyName))
		if err != nil {
			t.Fatalf("%s: %v", c.File, err)
		}
		number, broken := scheme.Compact(c.Printed)
		if broken != "" {
			t.Fatalf("%s: the true number is not of the scheme %s", c.File, c.Scheme)
		}
		outcome.add(reading, expected{number, c.Name, c.Dob}, c.Level, c.Layout)
		if name := reading.Names.FullName.Value; reading.Verdict != Readable || reading.Number.Value != number ||
			!ocr.SameName(c.Name, name) || reading.DateOfBirth.Value != c.Dob {
			t.Logf("%s: read %q, %q of %s", c.File, reading.Number.Value, name, reading.DateOfBirth.Value)
		}
		zoned := slices.Contains([]string{"td1", "td2", "td3"}, c.Layout)
		document := expected{c.Docnum, c.Name, c.Dob}
		if c.Layout == "td1" && c.Scheme == "es-dni" {
			document.number = number // where Spain is known to put it
		}
		if zoned {
			unnamed.add(anyKind, document, "any, zone")
		} else {
			unnamed.add(anyKind, document, "any, print")
		}
		if zoned && c.Level != "hard" && reading.DateOfBirth.Source != MRZ {
			t.Errorf("%s: the machine-readable zone was not read", c.File)
		}
	}
	if everyCard() {
		outcome.demand(t, 95, 0, 90, 90)
	} else {
		outcome.demand(t, 85, 0, 85, 85) // of eight, one may not be read
	}
	unnamed.demand(t, 45, 0, 85, 85) // half of the cards have no zone
}

func decode(tb testing.TB, file string) *image.Gray {
	tb.Helper()
	data := must(os.ReadFile(file))(tb)
	img, err := raster.Decode(data)
	if err != nil {
		tb.Fatalf("%s: %v", file, err)
	}
	return img
}

// TestInventedCards reads cards that the test draws, with fonts, layouts and languages other than
// the shared ones: each layout at one level, and each at every level, twice, where every card is read.
func TestInventedCards(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 2026))
	reader, outcome := newReader(t), scores{}
	schemes := []string{"es-dni", "in-epic", "ke-id", "br-cpf", "pl-pesel", "ee-isik"}
	n := 0
	levels := []string{"clean", "moderate", "hard"}
	for i, layout := range slices.Sorted(maps.Keys(layouts())) {
		these, times := []string{levels[i%len(levels)]}, 1
		if everyCard() {
			these, times = levels, 2
		}
		for _, level := range these {
			for range times {
				p := invent(t, rng, schemes[n%len(schemes)])
				n++
				s := newSheet(t, rng)
				layouts()[layout](s, p)
				img := shoot(t, rng, s.img, shots(rng, level))
				reading := must(reader.Read(t.Context(), img, schemeNamed(t, p.scheme), schemeNamed(t, "ng-vin")))(t)
				outcome.add(reading, expected{p.number, p.given + " " + p.surname, p.birth}, level, layout)
				if reading.Number.Value != p.number || !ocr.SameName(p.given+" "+p.surname, reading.Names.FullName.Value) {
					t.Logf("%s, %s, %s: read %q for %q, %q for %q", layout, level, p.scheme,
						reading.Number.Value, p.number, reading.Names.FullName.Value, p.given+" "+p.surname)
				}
			}
		}
	}
	outcome.demand(t, 90, 0, 90, 90)
}

// everyCard reports whether all cards are read, which takes minutes: where OSTRAKON_LONG is set.
func everyCard() bool { return os.Getenv("OSTRAKON_LONG") != "" }
