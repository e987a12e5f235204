package mrz

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// clear gives the scores of cells that plainly show some lines.
func clear(lines []string) [][]Scores {
	var rows [][]Scores
	for _, line := range lines {
		row := make([]Scores, len(line))
		for x := range row {
			for i := range row[x] {
				row[x][i] = math.Log(0.0001)
			}
			row[x][index(line[x])] = math.Log(0.996)
		}
		rows = append(rows, row)
	}
	return rows
}

// doubt makes a cell look a little more like another symbol than like its own.
func doubt(cell *Scores, other byte) {
	true_ := 0
	for i := range cell {
		if cell[i] > cell[true_] {
			true_ = i
		}
	}
	cell[true_], cell[index(other)] = math.Log(0.35), math.Log(0.6)
}

// seal puts the right check digits into lines of a layout.
func seal(l layout, lines []string) {
	put := func(at span, c byte) {
		lines[at.line] = lines[at.line][:at.from] + string(c) + lines[at.line][at.to:]
	}
	for _, f := range l.fields {
		if f.check.present() {
			put(f.check, CheckDigit(f.at.of(lines)))
		}
	}
	if l.composite.present() {
		put(l.composite, CheckDigit(l.compositeText(lines)))
	}
}

// invent makes up a document of a layout.
func invent(rng *rand.Rand, l layout) []string {
	lines := make([]string, l.lines)
	for i := range lines {
		lines[i] = strings.Repeat("<", l.width)
	}
	pick := func(from string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = from[rng.IntN(len(from))]
		}
		return string(b)
	}
	const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for _, f := range l.fields {
		width := f.at.to - f.at.from
		text := ""
		switch f.content {
		case code:
			text = l.kinds[:1]
		case state:
			text = states()[rng.IntN(len(states()))]
		case names:
			text = pick(capitals, 3+rng.IntN(5)) + "<<" + pick(capitals, 2+rng.IntN(6)) + "<" + pick(capitals, 3)
		case letters:
			text = pick(capitals, 3+rng.IntN(5))
		case date:
			text = pick("0123456789", 2) + []string{"01", "09", "10", "12"}[rng.IntN(4)] +
				[]string{"01", "19", "28"}[rng.IntN(3)]
		case sex:
			text = pick("MF<", 1)
		default:
			text = pick(Symbols[:fillerIndex], rng.IntN(width)+1)
		}
		if l.prefix != "" && f.at.line == 0 && f.at.from < len(l.prefix) {
			text = l.prefix[f.at.from:min(f.at.to, len(l.prefix))]
		}
		lines[f.at.line] = lines[f.at.line][:f.at.from] + text + lines[f.at.line][f.at.from+len(text):]
	}
	seal(l, lines)
	return lines
}

// A document comes back from its cells though in each field under a check digit one symbol looks
// like another.
func TestDecodeRepairsWhatCheckDigitsCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, l := range layouts() {
		for range 60 {
			lines := invent(rng, l)
			rows := clear(lines)
			for _, f := range l.fields {
				if !f.check.present() || f.content != free {
					continue
				}
				col := f.at.from + rng.IntN(f.at.to-f.at.from)
				was, other := lines[f.at.line][col], Symbols[rng.IntN(fillerIndex)]
				if value(other)%10 == value(was)%10 || was == filler {
					continue
				}
				doubt(&rows[f.at.line][col], other)
			}
			got, err := Decode(rows)
			if err != nil {
				t.Fatal(err)
			}
			if got.Format != l.format || !slices.Equal(got.Lines, lines) {
				t.Fatalf("%s:\n%s\ndecoded as %s\n%s", l.format, strings.Join(lines, "\n"), got.Format,
					strings.Join(got.Lines, "\n"))
			}
		}
	}
}

// Whatever the cells, what is decoded has no failed check.
func TestDecodedTextAlwaysPassesItsChecks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, l := range layouts() {
		for range 20 {
			rows := clear(invent(rng, l))
			for _, row := range rows {
				for x := range row {
					for i := range row[x] {
						row[x][i] = math.Log(rng.Float64() / 18)
					}
				}
			}
			got, err := Decode(rows)
			if err != nil {
				t.Fatal(err)
			}
			d := mustParse(t, got.Lines...)
			for what, c := range map[string]Check{"number": d.Number.Check, "expiry": d.Expiry.Check,
				"optional": d.Optional.Check, "composite": d.Composite} {
				if c == Failed {
					t.Errorf("%s failed: %s", what, strings.Join(got.Lines, "\n"))
				}
			}
			if got.Fit > -1 {
				t.Errorf("noise fits with %v", got.Fit)
			}
		}
	}
}

func TestDecodeSpecimens(t *testing.T) {
	for name, lines := range specimens() {
		if strings.Contains(lines[1], "XXX") {
			continue // no state: the visas of 9303-7 print it as a placeholder
		}
		got, err := Decode(clear(lines))
		if err != nil || !slices.Equal(got.Lines, lines) {
			t.Errorf("%s: decoded as %s, error %v", name, strings.Join(got.Lines, "\n"), err)
		}
		if got.Margin < 0.9 {
			t.Errorf("%s: margin %v of a clear zone", name, got.Margin)
		}
	}
}

func TestDecodeTakesACellTooManyOrTooFew(t *testing.T) {
	lines := specimens()["9303-4 passport"]
	rows := clear(lines)
	rows[0] = append([]Scores{rows[1][0]}, rows[0]...)
	rows[1] = rows[1][:43]
	got, err := Decode(rows)
	if err != nil || !slices.Equal(got.Lines, lines) {
		t.Errorf("decoded as %s, error %v", strings.Join(got.Lines, "\n"), err)
	}
}

// Two texts that the check digits cannot tell apart leave no margin.
func TestMarginTellsDoubt(t *testing.T) {
	lines := specimens()["9303-4 passport"]
	rows := clear(lines)
	sure, _ := Decode(rows)
	rows[1][7][index('M')] = math.Log(0.9) // for C: ten apart
	torn, _ := Decode(rows)
	if sure.Margin < 0.95 || torn.Margin > 0.6 {
		t.Errorf("margins %v and %v", sure.Margin, torn.Margin)
	}
}

// A digit that is plainly wrong in print shows in Seen and in Overruled.
func TestOverruledTellsAZoneThatIsPrintedWrong(t *testing.T) {
	right := specimens()["9303-4 passport"]
	printed := []string{right[0], right[1][:43] + "7"}
	got, err := Decode(clear(printed))
	if err != nil || !slices.Equal(got.Seen, printed) || got.Overruled > -5 {
		t.Errorf("seen %q, overruled %v, error %v", got.Seen, got.Overruled, err)
	}
	if got, _ := Decode(clear(right)); got.Overruled != 0 || !slices.Equal(got.Seen, right) {
		t.Errorf("seen %q, overruled %v", got.Seen, got.Overruled)
	}
}

func TestDecodeRefusesRowsOfNoLayout(t *testing.T) {
	for _, rows := range [][][]Scores{nil, make([][]Scores, 1), make([][]Scores, 2),
		{make([]Scores, 44), make([]Scores, 40)}, {make([]Scores, 44), make([]Scores, 36)}} {
		if _, err := Decode(rows); !errors.Is(err, ErrNoLayout) {
			t.Errorf("%d rows: error %v", len(rows), err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, name := range []string{"9303-4 passport", "9303-5 card", "9303-11 long number"} {
		rows := clear(specimens()[name])
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			for b.Loop() {
				if _, err := Decode(rows); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
