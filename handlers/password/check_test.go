package password

import (
	"errors"
	"ostrakon/store/refusal"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCheck(t *testing.T) {
	ana := []string{"ana.lima.souza@example.org", "Ana Lima Souza", "", "Reed Bed Society", "2026"}
	for _, c := range []struct {
		name, password string
		reason         string // part of it; empty when the password is good
	}{
		{"ten letters", "potsherdly", ""},
		{"a sentence", "the clay remembers every hand", ""},
		{"ten characters of three bytes", "投票用紙陶片追放制度", ""},
		{"200 characters", strings.Repeat("ab", 100), ""},
		{"starts with a common one", "password123 and a potsherd", ""},
		{"holds the name", "Ana Lima Souza votes", ""},
		{"two characters by turns", "abababababa", ""},

		{"empty", "", "at least 10"},
		{"nine letters", "potsherds", "at least 10"},
		{"nine characters of two code points", strings.Repeat("e\u0301", 9), "at least 10"},
		{"201 characters", strings.Repeat("ab", 100) + "a", "at most 200"},
		{"200 characters of six bytes", strings.Repeat("\U0001F3FA\u0301", 200), "at most 1024"},
		{"a megabyte", strings.Repeat("ab", 1<<19), "at most 1024"},
		{"not UTF-8", "potsherds\xff\xfe", "UTF-8"},
		{"one digit", "0000000000", "over and over"},
		{"one letter in two cases", "aAaAaAaAaAa", "over and over"},
		{"one letter of two code points", strings.Repeat("e\u0301", 12), "over and over"},
		{"common", "qwertyuiop", "common"},
		{"common in capitals", "PassWord123", "common"},
		{"common with another year", "Summer 2031!", "common"},
		{"digits that are not common", "8261940375", ""},
		{"two common ones in two lines", "password12\nqwertyuiop", ""},
		{"own address", "Ana.Lima.Souza@example.org", "name"},
		{"own local part", "ANA.LIMA.SOUZA", "name"},
		{"own name", "ana lima souza", "name"},
		{"own name with a year", "AnaLimaSouza2026!", "name"},
		{"the organisation", "reed-bed-society", "name"},
		{"the program", "0strakon+Ostrakon", ""},
		{"the program with a year", "Ostrakon 2026", "common"},
		{"digits beside a name of digits", "20262026202", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Check("chosen", c.password, ana...)
			if c.reason == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			fields := refusal.FieldsOf(err)
			if !errors.Is(err, refusal.ValidationFailed) || len(fields) != 1 || fields[0].Name != "chosen" {
				t.Fatalf("Check = %v, want the fault of the field", err)
			}
			if !strings.Contains(fields[0].Message(), c.reason) {
				t.Errorf("reason %q, want one with %q", fields[0].Message(), c.reason)
			}
			if c.password != "" && strings.Contains(err.Error(), c.password) {
				t.Errorf("the error %q shows the password", err)
			}
		})
	}
}

// Every line of the list would otherwise be accepted, so that none is there in vain, and is in its
// place.
func TestCommonList(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(common, "\n"), "\n")
	for i, line := range lines {
		if n := utf8.RuneCountInString(line); n < MinRunes {
			t.Errorf("%q has %d characters and is refused for that already", line, n)
		}
		if line != strings.ToLower(strings.TrimSpace(line)) {
			t.Errorf("%q is not in lower case, or has spaces around it", line)
		}
		if i > 0 && lines[i-1] >= line {
			t.Errorf("%q is out of order or twice in the list", line)
		}
		if err := Check("chosen", strings.ToUpper(line)); !errors.Is(err, refusal.ValidationFailed) {
			t.Errorf("%q in capitals is accepted", line)
		}
	}
}
