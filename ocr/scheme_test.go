package ocr

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func named(t testing.TB, name string) Scheme {
	t.Helper()
	s, err := SchemeNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCompact(t *testing.T) {
	for _, c := range []struct {
		scheme, typed, want string
		ok                  bool
	}{
		{"any", "ab 12-34/5.6", "AB123456", true},
		{"any", "ＡＢ１２３４５", "AB12345", true}, // full width
		{"any", "12‑34–5", "12345", true},   // typographic hyphens
		{"any", "1234", "1234", false},
		{"any", strings.Repeat("7", 21), strings.Repeat("7", 21), false},
		{"any", "ÄB12345", "ÄB12345", false},
		{"any", strings.Repeat("1 ", 40), "", false},
		{"any", "", "", false},
		{"in-epic", "ons 7120025", "ONS7120025", true},
		{"in-epic", "ON57120025", "ON57120025", false},
		{"ke-id", "1234 5678", "12345678", true},
		{"ke-id", "A2345678", "A2345678", false},
		{"es-dni", "12.345.678-z", "12345678Z", true},
		{"fi-hetu", "131052-308T", "131052308T", true},
		{"fi-hetu", "131052+308T", "131052+308T", false}, // nobody born in the nineteenth century votes
	} {
		if got, broken := named(t, c.scheme).Compact(c.typed); got != c.want || (broken == "") != c.ok {
			t.Errorf("%s: Compact(%q) = %q, %q; want %q, %v", c.scheme, c.typed, got, broken, c.want, c.ok)
		}
	}
}

func TestValidateNamesTheRuleThatFails(t *testing.T) {
	for _, c := range []struct {
		scheme, compact string
		want            Rule // "" if it is valid
	}{
		{"in-aadhaar", "234123412346", ""},
		{"in-aadhaar", "23412341234", RuleLength},
		{"in-aadhaar", "", RuleLength},
		{"in-aadhaar", "134123412346", RuleCharacters}, // none begins with 1
		{"in-aadhaar", "23412341234X", RuleCharacters},
		{"in-aadhaar", "234123412347", RuleChecksum},
		{"pl-pesel", "44051401359", ""},
		{"pl-pesel", "44051401358", RuleChecksum},
		{"pl-pesel", "44053401355", RuleDate},
		{"ee-isik", "38102290106", RuleDate}, // 1981 had no 29 February
		{"za-id", "0002290000000", RuleChecksum},
		{"za-id", "0100000000000", RuleDate},
		{"gh-card", "GHB8768134708", RuleCharacters},
		{"es-nie", "12345678Z", RuleCharacters},
		{"kr-rrn", "9710139019903", ""}, // the former check digit is not enforced
		{"dk-cpr", "3106625629", RuleDate},
		{"mx-curp", "PEGL891313MJCRMS06", RuleDate},
		{"it-cf", "MRTMTT91D48F205J", RuleChecksum},
	} {
		if broken := named(t, c.scheme).Validate(c.compact); broken != c.want {
			t.Errorf("%s %s breaks the rule %q, want %q", c.scheme, c.compact, broken, c.want)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct{ scheme, compact, want string }{
		{"in-aadhaar", "427141918681", "4271 4191 8681"},
		{"br-cpf", "63204447464", "632.044.474-64"},
		{"gh-card", "GHA8768134708", "GHA-876813470-8"},
		{"ng-nin", "32383166113", "3238 316 6113"},
		{"se-pnr", "196712126413", "19671212-6413"},
		{"cl-rut", "106266281", "10.626.628-1"},
		{"cl-rut", "70928817", "7.092.881-7"},
		{"fi-hetu", "131052308T", "131052-308T"},
		{"fi-hetu", "131052A308T", "131052A308T"},
		{"cn-rid", "110105194909032858", "110105194909032858"},
		{"in-aadhaar", "42", "42"},
	} {
		if got := named(t, c.scheme).Format(c.compact); got != c.want {
			t.Errorf("%s: Format(%q) = %q, want %q", c.scheme, c.compact, got, c.want)
		}
	}
}

func TestUnknownSchemeNamesTheKnown(t *testing.T) {
	_, err := SchemeNamed("xx")
	if err == nil || !strings.Contains(err.Error(), "in-epic") {
		t.Errorf("error %v does not list the schemes", err)
	}
}

func TestZeroSchemeAcceptsNothing(t *testing.T) {
	if compact, broken := (Scheme{}).Compact("12345"); broken == "" {
		t.Errorf("%q is valid in no scheme", compact)
	}
}

// The tables are written by hand: each row must be whole.
func TestEverySchemeIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Schemes() {
		if seen[s.Name] {
			t.Errorf("%s is there twice", s.Name)
		}
		seen[s.Name] = true
		if s.Description == "" || s.Source == "" || len(s.Labels) == 0 || len(s.shapes) == 0 {
			t.Errorf("%s has no description, source, label or shape", s.Name)
		}
		if (s.Checksum == "") != (s.check == nil) {
			t.Errorf("%s has a checksum without a name, or the other way round", s.Name)
		}
		for _, label := range s.Labels {
			if Fold(label) != label {
				t.Errorf("%s: label %q is not folded", s.Name, label)
			}
		}
		for _, f := range s.formats {
			fits := false
			for _, shape := range s.shapes {
				fits = fits || len(shape) == strings.Count(f, "#")
			}
			if !fits {
				t.Errorf("%s: no number is as long as %q", s.Name, f)
			}
		}
	}
	if len(seen) < 60 {
		t.Errorf("%d schemes", len(seen))
	}
}

// example draws a number of a scheme: a published one if there is a check
// digit that a random one would not satisfy. The date in a random one may not exist.
func example(t *rapid.T, s Scheme) string {
	if numbers := strings.Fields(published[s.Name]); len(numbers) > 0 {
		return rapid.SampledFrom(numbers).Draw(t, "number")
	}
	shape := rapid.SampledFrom(s.shapes).Draw(t, "shape")
	n := make([]byte, len(shape))
	for i, set := range shape {
		var allowed []byte
		for j := range len(symbolOrder) {
			if set&(1<<j) != 0 {
				allowed = append(allowed, symbolOrder[j])
			}
		}
		n[i] = rapid.SampledFrom(allowed).Draw(t, "character")
	}
	return string(n)
}

func TestTypedAndFormattedNumbersAreTheSame(t *testing.T) {
	for _, s := range Schemes() {
		rapid.Check(t, func(t *rapid.T) {
			compact := example(t, s)
			if s.Validate(compact) != "" {
				return
			}
			if again, broken := s.Compact(strings.ToLower(s.Format(compact))); broken != "" || again != compact {
				t.Fatalf("%s: %s is printed %s and compacts to %s", s.Name, compact, s.Format(compact), again)
			}
			if strings.Trim(compact, s.Alphabet()) != "" {
				t.Fatalf("%s: %s is not of the alphabet %s", s.Name, compact, s.Alphabet())
			}
		})
	}
}

// Numbers as synthetic cards print them, with the date of birth that is printed beside them.
func TestNumbersOfSyntheticCards(t *testing.T) {
	for _, c := range []struct{ scheme, printed, compact, born string }{
		{"bd-nid", "19719232450323625", "19719232450323625", "1971-09-22"},
		{"bd-nid", "548 874 9547", "5488749547", "1997-11-02"},
		{"br-cpf", "632.044.474-64", "63204447464", "1994-01-16"},
		{"cn-rid", "110105194909032858", "110105194909032858", "1949-09-03"},
		{"ee-isik", "44907164665", "44907164665", "1949-07-16"},
		{"es-dni", "03664211N", "03664211N", "1985-10-15"},
		{"gh-card", "GHA-876813470-8", "GHA8768134708", "1983-08-13"},
		{"in-aadhaar", "8524 7307 6999", "852473076999", "1998-03-24"},
		{"in-epic", "ONS7120025", "ONS7120025", "1946-02-21"},
		{"it-cf", "JNGLOW69H49T814Z", "JNGLOW69H49T814Z", "1969-06-09"},
		{"ke-id", "16628143", "16628143", "1950-08-14"},
		{"ng-nin", "0558 889 4295", "05588894295", "1953-12-14"},
		{"se-pnr", "20040424-1473", "200404241473", "2004-04-24"},
		{"za-id", "0101176430086", "0101176430086", "2001-01-17"},
	} {
		s := named(t, c.scheme)
		if compact, broken := s.Compact(c.printed); broken != "" || compact != c.compact {
			t.Errorf("%s %s compacts to %s: %q", c.scheme, c.printed, compact, broken)
		}
		if birth, ok := s.Birth(c.compact); ok && !birth.Agrees(onDay(t, c.born)) {
			t.Errorf("%s %s says %+v of a birth on %s", c.scheme, c.compact, birth, c.born)
		}
	}
}

// A number is compact or refused, whatever was typed, and compacting again changes nothing.
func FuzzCompact(f *testing.F) {
	for _, seed := range []string{"ab 12-34", "ＡＢ１２", "\xff\xfe12345", "ǆ12345", "131052-308T", "GHA-876813470-8",
		"671212+6413", "ES १२३\u200b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, s := range Schemes() {
			s = s.On(onceUponADay)
			compact, broken := s.Compact(typed)
			if broken != "" {
				continue
			}
			if again, broken := s.Compact(compact); broken != "" || again != compact {
				t.Errorf("%s: %q compacts to %q and then to %q", s.Name, typed, compact, again)
			}
			if again, broken := s.Compact(s.Format(compact)); broken != "" || again != compact {
				t.Errorf("%s: %q is formatted %q", s.Name, compact, s.Format(compact))
			}
		}
	})
}
