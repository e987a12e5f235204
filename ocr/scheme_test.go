package ocr

import (
	"strings"
	"testing"
)

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
	} {
		s, err := SchemeNamed(c.scheme)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := s.Compact(c.typed); got != c.want || ok != c.ok {
			t.Errorf("%s: Compact(%q) = %q, %v; want %q, %v", c.scheme, c.typed, got, ok, c.want, c.ok)
		}
	}
}

func TestUnknownSchemeNamesTheKnown(t *testing.T) {
	_, err := SchemeNamed("xx")
	if err == nil || !strings.Contains(err.Error(), "in-epic") {
		t.Errorf("error %v does not list the schemes", err)
	}
}

// A number is compact or refused, whatever was typed, and compacting again changes nothing.
func FuzzCompact(f *testing.F) {
	for _, seed := range []string{"ab 12-34", "ＡＢ１２", "\xff\xfe12345", "ǆ12345"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, s := range Schemes() {
			compact, ok := s.Compact(typed)
			if !ok {
				continue
			}
			if again, ok := s.Compact(compact); !ok || again != compact {
				t.Errorf("%s: %q compacts to %q and then to %q", s.Name, typed, compact, again)
			}
		}
	})
}
