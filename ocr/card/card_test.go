package card

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/draw"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ostrakon/ocr"
	"ostrakon/ocr/lines"
	"ostrakon/ocr/mrz"
	"ostrakon/ocr/raster"
)

// blank is a sheet of paper.
func blank(width, height int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	return img
}

// What people may leave out of a number when they type it is never missing in a zone: there it would
// make one number of another.
func TestNumbersInAZoneAreWhole(t *testing.T) {
	for _, c := range []struct{ scheme, state, zone, want string }{
		{"il-id", "ISR", "039337423", "039337423"},
		{"il-id", "ISR", "39337423", ""}, // of a passport
		{"pe-dni", "PER", "10117410", "10117410"},
		{"pe-dni", "PER", "101174102", ""}, // of a passport
		{"ke-id", "KEN", "01234567", "1234567"},
		{"pt-cc", "PRT", "000024759<ZZ7", "000024759"},
		{"es-dni", "ESP", "ES12345678Z", ""},
		{"de-ausweis", "D", "L01X00T47", "L01X00T47"},
		{"de-ausweis", "NLD", "L01X00T47", ""},
	} {
		s := session{zone: &mrz.Document{Issuer: c.state, Number: mrz.Field{Value: c.zone, Check: mrz.Passed}},
			schemes: []ocr.Scheme{schemeNamed(t, c.scheme)}}
		if got, _ := s.zoneNumber(); got.value != c.want {
			t.Errorf("%s: the zone's %s is %q, want %q", c.scheme, c.zone, got.value, c.want)
		}
	}
}

// A Czech number of nine digits is of before 1954, so a zone with a birth of 2011 holds another's.
func TestANumberOfAnotherCenturyThanTheZone(t *testing.T) {
	for birth, want := range map[string]Verdict{"1911-03-01": Readable, "2011-03-01": Unreadable} {
		s := session{
			zone: &mrz.Document{
				Issuer: "CZE", Personal: mrz.Field{Value: "110301123", Check: mrz.Passed},
				Birth: mrz.Field{Value: birth, Check: mrz.Passed},
			},
			schemes: []ocr.Scheme{schemeNamed(t, "cz-rc").On(today)},
		}
		if r := s.conclude(); r.Verdict != want || r.Number.Value != "110301123" {
			t.Errorf("born %s: %s, %+v", birth, r.Verdict, r.Number)
		}
	}
}

func TestWhatIsNoCardIsUnreadable(t *testing.T) {
	reader := newReader(t)
	reader.budget = 2 * time.Second // enough for the verdict, and noise takes an engine long
	rng := rand.New(rand.NewPCG(1, 1))
	noise := image.NewGray(image.Rect(0, 0, 700, 450))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(rng.IntN(256))
	}
	for name, img := range map[string]*image.Gray{"white page": blank(600, 400), "noise": noise} {
		t.Run(name, func(t *testing.T) {
			r := must(reader.Read(t.Context(), img, schemeNamed(t, "ke-id"), schemeNamed(t, "any")))(t)
			if r.Verdict != Unreadable || !slices.Contains(r.Hints, NothingFound) ||
				r.Number.Value+r.Names.FullName.Value+r.DateOfBirth.Value != "" {
				t.Errorf("read %+v, want nothing and the hint %q", r, NothingFound.Code)
			}
		})
	}
}

// Of a blank picture there is no part that holds the print, whatever its size.
func TestBlankPictureIsRead(t *testing.T) {
	for _, height := range []int{150, 200, 201, 300} {
		r, err := patient(t, &scripted{t: t}).Read(t.Context(), blank(300, height), schemeNamed(t, "ke-id"))
		if err != nil || r.Verdict != Unreadable || !slices.Contains(r.Hints, NothingFound) {
			t.Errorf("%d pixels high: read %+v, %v", height, r, err)
		}
	}
}

func TestTinyImageIsNotRead(t *testing.T) {
	r, err := patient(t, &scripted{t: t}).Read(t.Context(), blank(90, 60), schemeNamed(t, "ke-id"))
	if err != nil || r.Verdict != Unreadable || !slices.Contains(r.Hints, TooSmall) {
		t.Errorf("read %+v, %v; want unreadable and the hint %q", r, err, TooSmall.Code)
	}
}

func TestMirroredCardIsTold(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	s := newSheet(t, rng)
	drawInline(s, invent(t, rng, "es-dni"))
	r, err := newReader(t).Read(t.Context(), raster.Mirror(s.img), schemeNamed(t, "es-dni"))
	if err != nil || r.Verdict != Unreadable || !slices.Contains(r.Hints, Mirrored) {
		t.Errorf("read %+v, %v; want unreadable and the hint %s", r, err, Mirrored)
	}
}

func TestZone(t *testing.T) {
	t.Parallel()
	reader, scheme := newReader(t), schemeNamed(t, "pl-pesel")
	rng := rand.New(rand.NewPCG(6, 1))
	zone := invent(t, rng, "pl-pesel")
	zone.surname, zone.given = "Müller", "Clara Irina"
	print := func(change func(*person)) person {
		p := zone
		change(&p)
		return p
	}
	zone.surname = "Mueller"
	stranger := invent(t, rng, "pl-pesel")
	for _, c := range []struct {
		name  string
		print person
		want  Verdict
		check func(Reading) Check
		of    Check
	}{
		{"the print agrees", print(func(p *person) {}), Readable, func(r Reading) Check { return r.Number.Check }, Passed},
		{"a name with its marks agrees", print(func(p *person) { p.surname = "Müller" }), Readable,
			func(r Reading) Check { return r.Names.Surname.Check }, None},
		{"another number", print(func(p *person) { p.number = stranger.number }), Unreadable,
			func(r Reading) Check { return r.Number.Check }, Failed},
		{"another date of birth", print(func(p *person) { p.birth = "1931-07-29" }), Unreadable,
			func(r Reading) Check { return r.DateOfBirth.Check }, Failed},
		{"another surname", print(func(p *person) { p.surname = "Takahashi" }), Unreadable,
			func(r Reading) Check { return r.Names.Surname.Check }, Failed},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSheet(t, rng)
			drawZoned(s, c.print, zone)
			r := must(reader.Read(t.Context(), s.img, scheme))(t)
			if r.Verdict != c.want || c.check(r) != c.of || slices.Contains(r.Hints, Contradiction) == (c.want == Readable) {
				t.Errorf("read %+v, want %s and the check %s", r, c.want, c.of)
			}
			if r.Number.Source != MRZ || r.Number.Value != zone.number || r.DateOfBirth.Value != zone.birth ||
				r.Names.FullName.Value != "CLARA IRINA MUELLER" {
				t.Errorf("read %+v, want what the zone says, not merged with the print", r)
			}
		})
	}
	t.Run("alone, without an engine", func(t *testing.T) {
		s := newSheet(t, rng)
		drawZoned(s, zone, zone)
		r, err := patient(t, nil).Read(t.Context(), s.img, scheme)
		if err != nil || r.Verdict != Readable || r.Number.Value != zone.number || r.Expiry.Value != zone.expiry ||
			r.DocumentType.Value != "identity_card" {
			t.Errorf("read %+v, %v; want the zone", r, err)
		}
	})
}

// A name that the zone may have cut off is read from the print, or not at all.
func TestANameThatTheZoneCutsOff(t *testing.T) {
	for _, cut := range []bool{false, true} {
		s := session{zone: &mrz.Document{Surname: "CARLOS MONTEIRO", GivenNames: "AMELIA VANESS", NamesTruncated: cut},
			zoneNames: 0.95}
		if got := s.conclude().Names.FullName; (got.Value == "") != cut {
			t.Errorf("cut off %v, and nothing printed: %+v", cut, got)
		}
		s.print.given, s.print.surname = datum{value: "Amélia Vanessa", confidence: 0.9},
			datum{value: "Carlos Monteiro", confidence: 0.9}
		want := map[bool]Field{
			false: {"AMELIA VANESS CARLOS MONTEIRO", MRZ, None, 0.95},
			true:  {"Amélia Vanessa Carlos Monteiro", Visual, None, 0.9},
		}[cut]
		if got := s.conclude().Names.FullName; got != want {
			t.Errorf("cut off %v: %+v, want %+v", cut, got, want)
		}
	}
}

// Under the kind "any" a zone gives a number that its check digits secure, never optional data of
// which nobody knows what they are.
func TestZoneOfAnyKind(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 1))
	p := invent(t, rng, "es-dni")
	for _, c := range []struct {
		name, want string
		lines      []string
	}{
		{"the document's, not the optional data", p.document, zoneLines(p, "UTO")},
		{"the holder's, where the issuer puts it there", "99999999R",
			[]string{"IDESPBAA000589599999999R<<<<<<", "8001014F2501017ESP<<<<<<<<<<<7", "ESPANOLA<ESPANOLA<<CARMEN<<<<<"}},
		{"none whose check digit is wrong", "",
			[]string{"I<UTOD231458900<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSheet(t, rng)
			s.zone(c.lines)
			r, err := patient(t, nil).Read(t.Context(), s.img, schemeNamed(t, "any"))
			if err != nil || r.Number.Value != c.want || (r.Verdict == Readable) != (c.want != "") {
				t.Errorf("read %+v, %v; want %q", r, err, c.want)
			}
			if c.want != "" && r.Number.Check != Passed {
				t.Errorf("the check of %q is %s", c.want, r.Number.Check)
			}
		})
	}
}

// Where one kind is named and the other is any, a card gives the number of the first, not that of the
// document: the printed one, or none.
func TestAnyBesideAnotherKind(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 1))
	p := invent(t, rng, "es-dni")
	s := newSheet(t, rng)
	s.zone(zoneLines(p, "KEN"))
	for name, c := range map[string]struct {
		engine Engine
		want   string
	}{
		"printed": {&scripted{t: t, page: pageOf("ID NUMBER: 23456781"), lines: []string{"23456781"}}, "23456781"},
		"none":    {nil, ""},
	} {
		r, err := patient(t, c.engine).Read(t.Context(), s.img, schemeNamed(t, "ke-id"), schemeNamed(t, "any"))
		if err != nil || r.Number.Value != c.want {
			t.Errorf("%s: read %+v, %v; want %q", name, r, err, c.want)
		}
	}
}

// scripted is an engine that answers pages, and single lines, with the same words whatever it is
// shown.
type scripted struct {
	t     *testing.T
	page  []lines.Word
	lines []string // one for each line read; the last goes on
	takes time.Duration
	deaf  bool // to the end of the context
	calls int
}

func (e *scripted) Page(ctx context.Context, _ *image.Gray) ([]lines.Word, error) {
	return e.page, e.work(ctx)
}

func (e *scripted) Line(ctx context.Context, _ *image.Gray, box image.Rectangle, _ lines.Variant,
	_ string) ([]lines.Word, error) {
	if err := e.work(ctx); err != nil || len(e.lines) == 0 {
		return nil, err
	}
	line := e.lines[0]
	if len(e.lines) > 1 {
		e.lines = e.lines[1:]
	}
	return printedAt(0, box.Min.X, box.Min.Y, line), nil
}

// work takes its time.
func (e *scripted) work(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	e.calls++
	switch {
	case e.deaf:
		time.Sleep(e.takes)
	case e.takes > 0:
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(e.takes):
		}
	}
	return nil
}

// printedAt lays words on a line as an engine answers them.
func printedAt(line, x, y int, text string) []lines.Word {
	var words []lines.Word
	for _, w := range strings.Fields(text) {
		words = append(words, lines.Word{Text: w, Box: image.Rect(x, y, x+16*len(w), y+24), Confidence: 0.95, Line: line})
		x += 16*len(w) + 10
	}
	return words
}

// pageOf lays lines of text one under the other.
func pageOf(texts ...string) []lines.Word {
	var words []lines.Word
	for i, l := range texts {
		words = append(words, printedAt(i, 100, 100+60*i, l)...)
	}
	return words
}

func TestNumberIsReadOnlyIfSure(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, scheme string
		page         []string
		again        []string
		want         string
	}{
		{"beside its label, and again", "ke-id", []string{"ID NUMBER: 23456781"}, []string{"23456781"}, "23456781"},
		{"below its label", "ke-id", []string{"ID NUMBER", "23456781"}, []string{"23456781"}, "23456781"},
		{"beside a misread label", "ke-id", []string{"1D NUMBEP: 23456781"}, []string{"23456781"}, "23456781"},
		{"letters read for digits", "ke-id", []string{"ID NUMBER: 2345678I"}, []string{"23456781"}, "23456781"},
		{"with check digits, in groups, without a label", "br-cpf", []string{"529.982.247-25"}, []string{"529.982.247-25"},
			"52998224725"},
		{"read otherwise each time", "ke-id", []string{"ID NUMBER: 23456781"}, []string{"23456787", "23456187", "28456781"},
			""},
		{"wrong check digits", "br-cpf", []string{"CPF: 529.982.247-26"}, []string{"529.982.247-26"}, ""},
		{"digits without a label", "ke-id", []string{"NAME: CLARA NOVAK", "23456781"}, []string{"23456781"}, ""},
		{"the number of the card", "ke-id", []string{"DOCUMENT NO: 23456781"}, []string{"23456781"}, ""},
		{"a date", "ke-id", []string{"ID NUMBER: 13.07.1988"}, []string{"13.07.1988"}, ""},
		{"in the grouping of a kind whose numbers tell a birth", "my-nric", []string{"470802-14-2661"},
			[]string{"470802-14-2661"}, "470802142661"},
		{"in another grouping", "my-nric", []string{"470802142661"}, []string{"470802142661"}, ""},
		{"in groups of which none tells a birth", "ph-pcn", []string{"3633-2259-2568-3122"},
			[]string{"3633-2259-2568-3122"}, "3633225925683122"},
		{"below a label in two scripts", "ke-id", []string{"ID NUMBER/ 44lle", "23456781"}, []string{"23456781"}, "23456781"},
		{"any, beside a label", "any", []string{"ID NO: AB-123456"}, []string{"AB-123456"}, ""},
		{"any, with the check digits of another kind", "any", []string{"CPF: 529.982.247-25"}, []string{"529.982.247-25"},
			""},
	} {
		t.Run(c.name, func(t *testing.T) {
			engine := &scripted{t: t, page: pageOf(c.page...), lines: c.again}
			r := must(patient(t, engine).Read(t.Context(), blank(600, 400), schemeNamed(t, c.scheme)))(t)
			if r.Number.Value != c.want || (r.Verdict == Readable) != (c.want != "") {
				t.Errorf("read %q, %s, want %q", r.Number.Value, r.Verdict, c.want)
			}
		})
	}
}

// Labels may stand under their values: then the lines are nearer to those above them.
func TestLabelsBelowTheirValues(t *testing.T) {
	var page []lines.Word
	for i, text := range []string{"NOVAK", "SURNAME", "CLARA", "GIVEN NAMES", "13.07.1988", "DATE OF BIRTH", "23456781",
		"ID NUMBER"} {
		page = append(page, printedAt(i, 100, 100+80*(i/2)+26*(i%2), text)...)
	}
	r, err := patient(t, &scripted{t: t, page: page, lines: []string{"23456781"}}).Read(t.Context(), blank(600, 500),
		schemeNamed(t, "ke-id"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Number.Value != "23456781" || r.Names.Surname.Value != "NOVAK" || r.Names.GivenNames.Value != "CLARA" ||
		r.DateOfBirth.Value != "1988-07-13" {
		t.Errorf("read %+v", r)
	}
}

func TestTime(t *testing.T) {
	t.Run("no step begins after the budget", func(t *testing.T) {
		const budget = 2 * time.Second
		for _, deaf := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				engine := &scripted{t: t, takes: 700 * time.Millisecond, deaf: deaf, page: pageOf("ID NUMBER: 23456781"),
					lines: []string{"23456787", "23456187"}}
				r := must(New(engine, today, budget, passing()))(t)
				began := time.Now()
				reading, err := r.Read(t.Context(), blank(600, 400), schemeNamed(t, "ke-id"))
				if err != nil || reading.Verdict != Unreadable {
					t.Errorf("read %+v, %v; want an answer, without a number", reading, err)
				}
				if took := time.Since(began); took > budget+engine.takes {
					t.Errorf("took %v, more than a step after the budget", took)
				}
			})
		}
	})
	t.Run("an engine whose work is not counted ends, too", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			engine := &scripted{t: t, takes: time.Hour}
			r := must(New(engine, today, time.Second, func() time.Duration { return 0 }))(t)
			began := time.Now()
			reading, err := r.Read(t.Context(), blank(600, 400), schemeNamed(t, "ke-id"))
			if took := time.Since(began); !errors.Is(err, ErrStarved) || took != patience*time.Second {
				t.Errorf("read %+v, %v, in %v", reading, err, took)
			}
		})
	})
	t.Run("a busy machine makes no photograph illegible, and a sure number is answered all the same", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(34, 2026))
		p := invent(t, rng, "pl-pesel")
		zoned := newSheet(t, rng)
		drawZoned(zoned, p, p)
		for _, test := range []struct {
			img  *image.Gray
			want Verdict
			err  error
		}{{zoned.img, Readable, nil}, {blank(600, 400), "", ErrStarved}} {
			synctest.Test(t, func(t *testing.T) {
				const slower = 8
				passed := passing()
				r := must(New(&scripted{t: t, takes: time.Hour}, today, time.Second,
					func() time.Duration { return passed() / slower }))(t)
				if reading, err := r.Read(t.Context(), test.img, schemeNamed(t, "pl-pesel")); !errors.Is(err, test.err) ||
					reading.Verdict != test.want {
					t.Errorf("read %+v, %v; want %q, %v", reading, err, test.want, test.err)
				}
			})
		}
	})
	t.Run("a context that ended is told at once", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		engine := &scripted{t: t}
		if _, err := patient(t, engine).Read(ctx, blank(600, 400)); !errors.Is(err, context.Canceled) || engine.calls > 0 {
			t.Errorf("error %v after %d calls of the engine, want %v after none", err, engine.calls, context.Canceled)
		}
	})
	t.Run("a context that ends while reading is an error, no reading", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			engine := &scripted{t: t, takes: 3 * time.Second}
			if _, err := patient(t, engine).Read(ctx, blank(600, 400)); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
			}
		})
	})
}

func TestReadingAsJSON(t *testing.T) {
	r := must(patient(t, nil).Read(t.Context(), blank(60, 60)))(t)
	got := must(json.Marshal(r))(t)
	const nothing = `{"value":"","check":"none","confidence":0}`
	want := `{"documentType":` + nothing + `,"number":` + nothing + `,"names":{"fullName":` + nothing + `,"surname":` +
		nothing + `,"givenNames":` + nothing +
		`},"dateOfBirth":` + nothing + `,"expiry":` + nothing + `,"verdict":"unreadable","hints":[` +
		`{"code":"too_small","text":"Hold the camera closer: the card should fill the picture."},` +
		`{"code":"number_not_found","text":"We could not read the number reliably."},` +
		`{"code":"name_not_found","text":"We could not read the name reliably."}]}`
	if string(got) != want {
		t.Errorf("JSON\n%s\nwant\n%s", got, want)
	}
}

// BenchmarkZone reads a card with a machine-readable zone, without and with its print.
func BenchmarkZone(b *testing.B) {
	rng := rand.New(rand.NewPCG(8, 1))
	p := invent(b, rng, "pl-pesel")
	s := newSheet(b, rng)
	drawZoned(s, p, p)
	b.Run("alone", func(b *testing.B) { benchmark(b, patient(b, nil), s.img, "pl-pesel") })
	b.Run("compared with the print", func(b *testing.B) { benchmark(b, newReader(b), s.img, "pl-pesel") })
}

// BenchmarkPrint reads a card without a zone: clean, and one that needs a second turn.
func BenchmarkPrint(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 1))
	p := invent(b, rng, "es-dni")
	s := newSheet(b, rng)
	drawAbove(s, p)
	reader := newReader(b)
	b.Run("upright", func(b *testing.B) { benchmark(b, reader, s.img, "es-dni") })
	b.Run("hard", func(b *testing.B) {
		benchmark(b, reader, shoot(b, rng, s.img, shots(rng, "hard")), "es-dni")
	})
}

func benchmark(b *testing.B, r *Reader, img *image.Gray, scheme string) {
	s := schemeNamed(b, scheme)
	if _, err := r.Read(b.Context(), img, s); err != nil { // the engine starts with its first picture
		b.Fatal(err)
	}
	for b.Loop() {
		reading := must(r.Read(b.Context(), img, s))(b)
		if reading.Verdict != Readable {
			b.Fatalf("the verdict is %s", reading.Verdict)
		}
	}
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
