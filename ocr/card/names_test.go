package card

import (
	"slices"
	"testing"

	"ostrakon/ocr/lines"
)

// line is a segment of words as an engine reads them, each with its confidence.
func line(words ...lines.Word) segment { return segment{words: words} }

func TestANameIsAsCertainAsTheLeastOfItsWords(t *testing.T) {
	d, ok := readName(line(lines.Word{Text: "INGRID", Confidence: 0.91}, lines.Word{Text: "LAKSHMIT", Confidence: 0.32},
		lines.Word{Text: "ANDERSSON", Confidence: 0.96}))
	if !ok || d.value != "INGRID LAKSHMIT ANDERSSON" || d.confidence != 0.32 {
		t.Errorf("%q at %v, %t", d.value, d.confidence, ok)
	}
}

func TestTheRestOfALabelIsNoName(t *testing.T) {
	if d, ok := readName(line(lines.Word{Text: "No.", Confidence: 0.95})); ok {
		t.Errorf("%q is a name", d.value)
	}
}

func TestANameInDoubtIsAnsweredOnlyWhereTwoReadingsAgree(t *testing.T) {
	for _, c := range []struct {
		why      string
		readings []datum
		want     string // empty: not answered
	}{
		{"no second reading", []datum{{value: "O'NELLL", confidence: 0.87}}, ""},
		{"a dropped letter", []datum{{value: "LINDQIST", confidence: 0.8}, {value: "LINDQVIST", confidence: 0.85}}, ""},
		{"three readings", []datum{{value: "NGOZE", confidence: 0.58}, {value: "NGOZI", confidence: 0.7},
			{value: "NGOZJ", confidence: 0.7}}, ""},
		{"one sure, two that agree in doubt",
			[]datum{{value: "MARLA", confidence: 0.87}, {value: "MARIA", confidence: 0.3}, {value: "MARIA", confidence: 0.3}},
			""},
		{"two that agree are in doubt themselves",
			[]datum{{value: "LAKSHMIT", confidence: 0.32}, {value: "LAKSHM", confidence: 0.57},
				{value: "LAKSHM", confidence: 0.53}}, ""},
		{"the first is misread", []datum{{value: "O'NELLL", confidence: 0.77}, {value: "O'NEILL", confidence: 0.93},
			{value: "O'NEILL", confidence: 0.64}}, "O'NEILL"},
		{"the first agrees with another",
			[]datum{{value: "Li Wei", confidence: 0.7}, {value: "LIWEI", confidence: 0.65}, {value: "LIWEL", confidence: 0.6}},
			"Li Wei"},
	} {
		d := majority(c.readings)
		if answered := d.confidence >= sureName; answered != (c.want != "") || answered && d.value != c.want {
			t.Errorf("%s: %q at %v, want %q", c.why, d.value, d.confidence, c.want)
		}
	}
}

// The lines of a name go on until the next label, in the letters and the case that they began with.
func TestANameIsAllItsLines(t *testing.T) {
	for _, c := range []struct {
		why   string
		lines []string
		want  string
	}{
		{"two surnames", []string{"SURNAMES", "FERNANDEZ", "ECHEVARRIA", "NAME", "NURIA"}, "NURIA FERNANDEZ ECHEVARRIA"},
		{"three lines below one label", []string{"NOMBRE", "MUNOZ", "PEREZ", "BENJAMIN", "SEXO"}, "MUNOZ PEREZ BENJAMIN"},
		{"an address below a name", []string{"FULL NAME", "NURIA GIL", "Calle Mayor"}, "NURIA GIL"},
		{"Greek, read as Latin", []string{"SURNAME", "KAPAMANAHZ", "KARAMANLIS", "GIVEN NAME", "AHMHTPIOZ", "DIMITRIOS"},
			"DIMITRIOS KARAMANLIS"},
		{"two names of letters that Greek has", []string{"SURNAMES", "PINTO", "BENITEZ", "NAME", "ANA"}, "ANA PINTO BENITEZ"},
		{"a title", []string{"FULL NAME", "Miss Nuria Gil"}, "Nuria Gil"},
		{"a label in three languages",
			[]string{"Name/ Surname/ Nom Geburtsname/ Name at birth", "GIL", "GIVEN NAMES", "NURIA"}, "NURIA GIL"},
	} {
		var words []lines.Word
		for i, text := range c.lines {
			words = append(words, printedAt(i, 100, 100+36*i, text)...)
		}
		engine := &scripted{t: t, page: words}
		r := must(patient(t, engine).Read(t.Context(), blank(600, 400), schemeNamed(t, "es-dni")))(t)
		if got := r.Names.FullName.Value; got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

// A long word that can hardly be read is part of a label, or hides what is: "names" alone would be the
// whole name.
func TestAMisreadWordIsNoGrainBeforeALabel(t *testing.T) {
	labels := labelsFor(nil)
	for _, c := range []struct {
		before string
		want   meaning
	}{{"G8veh", givenNames}, {"4b.", fullName}, {"l", fullName}} {
		s := line(lines.Word{Text: c.before, Confidence: 0.1}, lines.Word{Text: "name5", Confidence: 0.9})
		if l, ok := opening(captionsOf(s, 0, labels)); !ok || !slices.Contains(l.meanings, c.want) {
			t.Errorf("%s name5 is %v, %t, want %d", c.before, l.meanings, ok, c.want)
		}
	}
}
