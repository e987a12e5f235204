package ocr

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestRepair(t *testing.T) {
	for _, c := range []struct{ scheme, read, want string }{
		{"in-aadhaar", "4271 4191 8681", "427141918681"},
		{"in-aadhaar", "427I 4I9l 8681", "427141918681"},
		{"in-aadhaar", "4271 4191 868|", ""}, // the check is not repaired
		{"in-aadhaar", "4271 4191 8682", ""}, // a digit for a digit is not repaired
		{"in-epic", "0N57I20O25", "ONS7120025"},
		{"in-epic", "ONS71Z0025", "ONS7120025"},
		{"es-dni", "l26449I4C", "12644914C"},
		{"es-dni", "126449140", ""}, // C is no neighbour of 0, and O, D and Q fail the check
		{"es-dni", "99376489K", "99376489K"},
		{"es-dni", "105619944", ""}, // A would fit
		{"br-cpf", "632.044.474-G4", "63204447464"},
		{"br-cpf", "632.044.474-6A", ""},
		{"ie-pps", "1234567F4", ""},
		{"gh-card", "GHA-B7681347O-8", "GHA8768134708"},
		{"gh-card", "6HA-876813470-8", "GHA8768134708"},
		{"cn-rid", "11O105l94909032858", "110105194909032858"},
		{"it-cf", "JNGL0W69H49T814Z", "JNGLOW69H49T814Z"},
		{"br-cpf", "632.O44.474-64", "63204447464"},
		{"ng-nin", "bI3.831.66113", "61383166113"},
		{"ng-nin", "OIOIOIOIOIO", ""}, // more than four characters: not a reading
		{"ke-id", "1662814g", "16628149"},
		{"any", "AB12345", "AB12345"},
		{"any", "", ""},
	} {
		found := named(t, c.scheme).Repair(c.read)
		got := ""
		if len(found) > 0 {
			got = found[0].Number
		}
		if got != c.want {
			t.Errorf("%s: Repair(%q) = %v, want %q", c.scheme, c.read, found, c.want)
		}
	}
}

func TestRepairCountsSubstitutions(t *testing.T) {
	found := named(t, "in-epic").Repair("0N57I20O25")
	if len(found) != 3 || found[0].Substitutions != 4 { // the first letter may be D or Q too
		t.Errorf("four characters were replaced: %v", found)
	}
	if found := named(t, "in-epic").Repair("ONS7120025"); len(found) != 1 || found[0].Substitutions != 0 {
		t.Errorf("nothing was replaced: %v", found)
	}
}

func TestRepairGivesEveryNumberThatFitsWithoutACheck(t *testing.T) {
	found := named(t, "ug-nin").Repair("CM920123A5BCD1")
	if len(found) != 1 || found[0].Substitutions != 0 {
		t.Errorf("where letters and digits may stand nothing is replaced: %v", found)
	}
	found = named(t, "mx-elector").Repair("GMVLMR8007501M1O0")
	if len(found) != 0 {
		t.Errorf("too short by one: %v", found)
	}
	found = named(t, "mx-elector").Repair("0MVLMR80070501M100")
	if len(found) != 3 || found[0].Number != "OMVLMR80070501M100" {
		t.Errorf("0 may be D, O or Q: %v", found)
	}
}

func FuzzRepair(f *testing.F) {
	for _, seed := range []string{"427I 4I9l 868|", "0N57I20O25", "GHA-B7681347O-8", "\xff|||||", strings.Repeat("0", 64),
		"ﬁﬁ12345"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, read string) {
		for _, s := range Schemes() {
			found := s.Repair(read)
			if len(found) > len(s.shapes)*maxRepairs {
				t.Errorf("%s: %d repairs of %q", s.Name, len(found), read)
			}
			for i, r := range found {
				if r.Substitutions > maxSubstitutions || s.Validate(r.Number) != "" {
					t.Errorf("%s: %q became %+v", s.Name, read, r)
				}
				if utf8.RuneCountInString(r.Number) > utf8.RuneCountInString(read)*4 {
					t.Errorf("%s: %q grew to %q", s.Name, read, r.Number)
				}
				if i > 0 && found[i-1].Substitutions > r.Substitutions {
					t.Errorf("%s: %v is not in order", s.Name, found)
				}
			}
		}
	})
}
