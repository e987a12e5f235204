package card

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"slices"
	"testing"

	"ostrakon/ocr/mrz"
	"ostrakon/ocr/raster"
)

// A zone names the state, and print without it the kind of number, by its label or its check digits.
func TestCardsOfOtherKindsAreUnreadable(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(34, 1))
	reader := newReader(t)
	read := func(what string, img *image.Gray, kind string, hint Hint) {
		r := must(reader.Read(t.Context(), img, schemeNamed(t, kind)))(t)
		if r.Verdict == Readable || !slices.Contains(r.Hints, hint) {
			t.Errorf("%s as %s: read %+v", what, kind, r)
		}
	}
	pole := invent(t, rng, "pl-pesel")
	s := newSheet(t, rng)
	drawZoned(s, pole, pole)
	for _, kind := range []string{"de-ausweis", "ke-id", "nl-bsn", "es-dni", "ng-vin"} {
		read("a Polish card with a zone", s.img, kind, OtherCountry)
	}
	for own, others := range map[string][]string{
		"br-cpf": {"pl-pesel", "de-ausweis"}, "es-dni": {"nl-bsn", "cl-rut"}, "ee-isik": {"es-dni", "tr-tckn"},
	} {
		s := newSheet(t, rng)
		drawInline(s, invent(t, rng, own))
		for _, kind := range others {
			read(own, s.img, kind, NumberNotFound)
		}
	}
}

// A Chilean number with a 4 behind its hyphen would be a Spanish one with an A, if a 4 might be a misread A.
func TestACheckIsNeverRepaired(t *testing.T) {
	engine := &scripted{t: t, page: pageOf("DNI: 10.561.994-4"), lines: []string{"10.561.994-4"}}
	r := must(patient(t, engine).Read(t.Context(), blank(600, 400), schemeNamed(t, "es-dni")))(t)
	if r.Number.Value != "" || r.Verdict == Readable {
		t.Errorf("read %+v", r)
	}
}

// The check digit of a CURP takes an H for an M; the name does not.
func TestANumberWithLettersOfAnotherNameIsNotRead(t *testing.T) {
	for number, want := range map[string]Verdict{"PEGL890909MJCRMS08": Readable, "PEGL890909MJCRHS08": Unreadable} {
		engine := &scripted{t: t, page: pageOf("NOMBRE", "PÉREZ", "GÓMEZ", "LUISA", "CURP "+number), lines: []string{number}}
		r := must(patient(t, engine).Read(t.Context(), blank(600, 500), schemeNamed(t, "mx-curp")))(t)
		if r.Verdict != want {
			t.Errorf("%s: read %+v", number, r)
		}
	}
}

// Where the zone leaves the name in doubt, print that the zone does not spell is no name.
func TestPrintDoesNotReplaceAnUnsureNameOfTheZone(t *testing.T) {
	for printed, want := range map[string]string{"Ministére des Affaires étrangéres": "", "Ketty Maus": "Ketty Maus"} {
		s := session{zone: &mrz.Document{Surname: "MAUS", GivenNames: "KETTY"}, zoneNames: leastZone / 2}
		s.print.fullName = datum{value: printed, confidence: 0.96}
		if got := s.conclude().Names.FullName; got.Value != want || got.Source == MRZ {
			t.Errorf("printed %q: the name is %+v, want %q", printed, got, want)
		}
	}
}

// table lays cards on a table, one beside or below the other.
func table(cards []*image.Gray, beside bool, tilt float64) *image.Gray {
	const margin = 60
	var size image.Point
	for _, c := range cards {
		d := c.Rect.Size().Add(image.Pt(margin, margin))
		if beside {
			size = image.Pt(size.X+d.X, max(size.Y, d.Y))
		} else {
			size = image.Pt(max(size.X, d.X), size.Y+d.Y)
		}
	}
	img := image.NewGray(image.Rectangle{Max: size.Add(image.Pt(margin, margin))})
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{70}), image.Point{}, draw.Src)
	at := image.Pt(margin, margin)
	for _, c := range cards {
		draw.Draw(img, c.Rect.Add(at), c, image.Point{}, draw.Src)
		if beside {
			at.X += c.Rect.Dx() + margin
		} else {
			at.Y += c.Rect.Dy() + margin
		}
	}
	return raster.Rotate(img, tilt)
}

// Two cards in a picture are told by their outlines, and where no edge is to be seen by their numbers.
func TestTwoCardsAreNotRead(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 1))
	reader := newReader(t)
	drawn := func(scheme string, zoned bool) *image.Gray {
		s, p := newSheet(t, rng), invent(t, rng, scheme)
		if zoned {
			drawZoned(s, p, p)
		} else {
			drawInline(s, p)
		}
		return s.img
	}
	blended := image.NewGray(image.Rect(0, 0, 1020, 1300))
	for i := range 2 {
		c := drawn("es-dni", false)
		draw.Draw(blended, c.Rect.Add(image.Pt(10, 10+i*645)), c, image.Point{}, draw.Src)
	}
	for name, c := range map[string]struct {
		img    *image.Gray
		scheme string
	}{
		"printed, one below the other": {table([]*image.Gray{drawn("es-dni", false), drawn("es-dni", false)}, false, 2),
			"es-dni"},
		"with zones, side by side": {table([]*image.Gray{drawn("pl-pesel", true), drawn("pl-pesel", true)}, true, -3),
			"pl-pesel"},
		"a zone beside print": {table([]*image.Gray{drawn("pl-pesel", true), drawn("pl-pesel", false)}, true, 0), "pl-pesel"},
		"without an edge":     {blended, "es-dni"},
	} {
		t.Run(name, func(t *testing.T) {
			r := must(reader.Read(t.Context(), c.img, schemeNamed(t, c.scheme)))(t)
			if r.Verdict != Unreadable || !slices.Contains(r.Hints, TwoCards) {
				t.Errorf("read %+v; want unreadable and the hint %q", r, TwoCards.Code)
			}
		})
	}
}

// A card that prints its number twice is one card; two numbers with births in them are two people.
func TestTwoNumbersOfAKindAreRefused(t *testing.T) {
	for second, want := range map[string]Verdict{"44051401359": Readable, "02070803628": Unreadable} {
		engine := &scripted{t: t, page: pageOf("PESEL 44051401359", "NAZWISKO", "NOWAK", second),
			lines: []string{"44051401359"}}
		r := must(patient(t, engine).Read(t.Context(), blank(600, 500), schemeNamed(t, "pl-pesel")))(t)
		if r.Verdict != want || slices.Contains(r.Hints, TwoCards) != (want == Unreadable) {
			t.Errorf("beside %s: read %+v, want %s", second, r, want)
		}
	}
}

// An engine that may answer digits alone makes digits of letters, and a part of a longer number may have the length of
// another kind.
func TestPartsAndLettersOfOtherNumbersAreNotRead(t *testing.T) {
	for _, c := range []struct{ scheme, page, again, want string }{
		{"ke-id", "ID NUMBER: NOB6771851", "86771851", ""},
		{"ke-id", "ID NUMBER: LGT7953201", "67953201", ""},
		{"ke-id", "ID NUMBER: 6 23456781 31 8", "6 23456781 31 8", ""},
		{"ke-id", "ID NUMBER: 23456781 13.07.1988", "23456781", "23456781"},
		{"ke-id", "ID NUMBER: 2345678I", "23456781", "23456781"},
		{"nl-bsn", "ID NUMBER: NOB6771851", "086771851", ""},
		{"nl-bsn", "scan 104210096", "104210096", ""}, // one number of eleven passes
		{"nl-bsn", "BSN 104210096", "104210096", "104210096"},
		{"de-ausweis", "DOCUMENT NO 438799952", "G38799952", ""},
	} {
		engine := &scripted{t: t, page: pageOf(c.page), lines: []string{c.again}}
		r := must(patient(t, engine).Read(t.Context(), blank(700, 400), schemeNamed(t, c.scheme)))(t)
		if r.Number.Value != c.want {
			t.Errorf("%s, %s: read %q, want %q", c.scheme, c.page, r.Number.Value, c.want)
		}
	}
}
