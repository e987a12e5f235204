package store

import (
	"strings"
	"testing"
)

func TestAMemberKeyIsReadAsPeopleTypeIt(t *testing.T) {
	printed := newMemberKey()
	key, ok := ParseMemberKey(printed)
	if !ok || len(printed) != 19 || strings.ReplaceAll(printed, "-", "") != key {
		t.Fatalf("%q is read as %q, %v", printed, key, ok)
	}
	looksAlike := strings.NewReplacer("1", "l", "0", "o").Replace(strings.ToLower(printed))
	for _, typed := range []string{looksAlike, key, strings.ReplaceAll(printed, "-", " "), " " + printed + " ",
		strings.ReplaceAll(printed, "-", "–")} {
		if got, ok := ParseMemberKey(typed); !ok || got != key {
			t.Errorf("%q is read as %q, %v", typed, got, ok)
		}
	}
	for _, typed := range []string{"", printed[1:], printed + "0", strings.Repeat("-", 100), "ÄÄÄÄ-ÄÄÄÄ-ÄÄÄÄ-ÄÄÄÄ",
		"UUUU-UUUU-UUUU-UUUU"} {
		if got, ok := ParseMemberKey(typed); ok {
			t.Errorf("%q is read as %q", typed, got)
		}
	}
}

func TestASlipOfOneSymbolShows(t *testing.T) {
	key, _ := ParseMemberKey(newMemberKey())
	for i := range key {
		for _, c := range "0123456789ABCDEFGHJKMNPQRSTVWXYZ" {
			typed := key[:i] + string(c) + key[i+1:]
			if _, ok := ParseMemberKey(typed); ok != (typed == key) {
				t.Errorf("%s for %s: %v", typed, key, ok)
			}
		}
	}
}

func TestMemberKeysDiffer(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		k := newMemberKey()
		if seen[k] {
			t.Fatalf("%s twice", k)
		}
		seen[k] = true
	}
}

func FuzzMemberKey(f *testing.F) {
	f.Add("K7QM-2XJ9-TTPC-0WDV")
	f.Add("\xff\xfe")
	f.Fuzz(func(t *testing.T, typed string) {
		key, ok := ParseMemberKey(typed)
		if !ok {
			return
		}
		if again, ok := ParseMemberKey(key); !ok || again != key {
			t.Errorf("%q is read as %q and then as %q", typed, key, again)
		}
	})
}
