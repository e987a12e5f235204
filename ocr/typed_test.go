package ocr

import (
	"testing"
	"time"
)

// onceUponADay is the day of tests that need one.
var onceUponADay = time.Date(2026, time.July, 1, 12, 0, 0, 0, time.UTC)

func TestNumbersAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct{ scheme, typed, want string }{
		// Digits of the scripts that cards are printed in.
		{"eg-nid", "٢٩٠٠١٠١١٢٣٤٥٦٧", "29001011234567"},
		{"ir-nid", "۰۴۹۹۳۷۰۸۹۹", "0499370899"},
		{"in-aadhaar", "२३४१ २३४१ २३४६", "234123412346"},
		{"bd-nid", "১৯৭১ ৯২৩২৪৫০৩২৩৬২৫", "19719232450323625"},
		{"th-id", "๑-๒๓๔๕-๔๕๖๗๘-๗๘-๑", "1234545678781"},
		// What copied text has and nobody sees.
		{"ke-id", "\ufeff16628143", "16628143"},
		{"ke-id", "1662\u200b8143\u200e", "16628143"},
		{"es-dni", "12345678\u00adZ", "12345678Z"},
		{"ng-nin", "\u2068323831 66113\u2069\r\n", "32383166113"},
		// What else groups.
		{"gh-card", "GHA_876813470_8", "GHA8768134708"},
		{"ke-id", "16,628,143", "16628143"},
		{"ch-ahv", "756’9217’0769’85", "7569217076985"},
		{"co-cc", "1'234'567", "1234567"},
		// The year of a personnummer in two digits.
		{"se-pnr", "671212-6413", "196712126413"},
		{"se-pnr", "040424–1473", "200404241473"},
		{"se-pnr", "040424+1473", "190404241473"},
		{"se-pnr", "SE 671212-6413", "196712126413"},
		{"se-pnr", "19671212-6413", "196712126413"},
		// Check characters that the compact form lacks.
		{"pe-dni", "10117410-2", "10117410"},
		{"pe-dni", "10117410-G", "10117410"},
		{"de-ausweis", "T22000129 3", "T22000129"},
		{"pt-cc", "10149080 1 ZY0", "101490801"},
		{"pt-cc", "10149080 1", "101490801"},
		{"ie-pps", "6433435FT", "6433435F"},
		// Zeros in front.
		{"il-id", "3933742-3", "039337423"},
		{"es-dni", "3664211-N", "03664211N"},
		{"es-dni", "ES3664211N", "03664211N"},
		{"nl-bsn", "1234.56.84", "012345684"},
		{"br-cpf", "45.678.901-40", "04567890140"},
		{"ar-dni", "07.092.881", "7092881"},
		{"cl-rut", "07.092.881-7", "70928817"},
		{"co-cc", "0001234567", "1234567"},
		{"ke-id", "01234567", "1234567"},
		{"ke-id", "001234567", "1234567"},
		{"ke-id", "0123456", "0123456"},
		// Prefixes that are left out or put in.
		{"gh-card", "876813470-8", "GHA8768134708"},
		{"gh-card", "GH 876813470-8", "GHA8768134708"},
		{"es-dni", "ES12345678Z", "12345678Z"},
		{"es-dni", "es-12345678-z", "12345678Z"},
		{"it-cf", "IT RCCMNL83S18D969H", "RCCMNL83S18D969H"},
	} {
		s := named(t, c.scheme).On(onceUponADay)
		if got, broken := s.Compact(c.typed); got != c.want || broken != "" {
			t.Errorf("%s: Compact(%q) = %q, %q; want %q", c.scheme, c.typed, got, broken, c.want)
		}
	}
}

func TestWhatIsNoOtherWayOfWritingIsRefused(t *testing.T) {
	for _, c := range []struct {
		scheme, typed string
		want          Rule
	}{
		{"pe-dni", "10117410-3", RuleChecksum},
		{"pe-dni", "10117410-Z", RuleLength},
		{"de-ausweis", "T220001294", RuleChecksum},
		{"pt-cc", "10149080 1 ZY1", RuleChecksum},
		{"pt-cc", "10149080 2 ZY9", RuleChecksum},
		{"il-id", "3933742-4", RuleChecksum},
		{"il-id", "9337423", RuleLength},
		{"se-pnr", "6712126413", RuleLength}, // the sign tells the century
		{"se-pnr", "671212-6414", RuleChecksum},
		{"se-pnr", "671212+6413", RuleDate}, // 159 years old
		{"se-pnr", "261224-1231", RuleDate}, // not born yet
		{"se-pnr", "+11212-6413", RuleLength},
		{"fi-hetu", "131052+308T", RuleCharacters},
		{"bd-nid", "9232450323625", RuleLength}, // nor is it known whose it is without the year
		{"ke-id", "123456", RuleLength},
		{"es-dni", "FR12345678Z", RuleLength},
		{"es-dni", "3664211P", RuleChecksum},
		{"es-nif", "2482300W", RuleLength}, // a zero or an X in front: the letter is the same
		{"any", "ANY12345678901234567890", RuleLength},
		{"in-epic", "INA1234567", RuleChecksum}, // a series, not the country
	} {
		s := named(t, c.scheme).On(onceUponADay)
		if got, broken := s.Compact(c.typed); broken != c.want {
			t.Errorf("%s: Compact(%q) = %q, %q; want it to break %q", c.scheme, c.typed, got, broken, c.want)
		}
	}
	if got, broken := named(t, "se-pnr").Compact("671212-6413"); broken != RuleLength {
		t.Errorf("without a day, ten digits are %q, %q", got, broken)
	}
}

func TestOnePersonHasOneCompactForm(t *testing.T) {
	for scheme, written := range map[string][]string{
		"ke-id":      {"1234567", "01234567", "001234567"},
		"pt-cc":      {"000024759ZZ7", "00002475 9 ZY9", "000024759"},
		"se-pnr":     {"196712126413", "671212-6413"},
		"pe-dni":     {"10117410", "101174102", "10117410G"},
		"de-ausweis": {"T22000129", "T220001293"},
		"gh-card":    {"GHA8768134708", "8768134708"},
		"ar-dni":     {"7092881", "07092881"},
	} {
		s := named(t, scheme).On(onceUponADay)
		for _, w := range written {
			first, _ := s.Compact(written[0])
			if got, broken := s.Compact(w); got != first || broken != "" {
				t.Errorf("%s: %q is %q, %q; %q is %q", scheme, w, got, broken, written[0], first)
			}
		}
	}
}

func TestBirthsInTheFutureAndOfPeopleOver125AreRefused(t *testing.T) {
	for _, c := range []struct {
		scheme, compact string
		want            Rule
	}{
		{"tz-nida", "20260701123456789012", ""}, // today
		{"tz-nida", "20260702123456789012", RuleDate},
		{"tz-nida", "19000702123456789012", ""}, // 125 until tomorrow
		{"tz-nida", "19000701123456789012", RuleDate},
		{"ae-eid", "784190012345678", ""}, // may be 125
		{"ae-eid", "784189912345678", RuleDate},
		{"ae-eid", "784202712345678", RuleDate},
		{"dk-cpr", "2110525628", RuleDate}, // 2052
		{"dk-cpr", "2110625629", RuleDate}, // 1862
		{"dk-cpr", "2110620629", ""},
		{"no-fnr", "26111593816", ""},
		{"pl-pesel", "02070803628", ""}, // 1902
		{"bg-egn", "7542011030", RuleDate},
		{"mx-curp", "TOMA880125HMNRRNO2", RuleDate}, // 2088
		{"fi-hetu", "131052A308T", RuleDate},        // 2052
		{"is-kt", "1201743398", RuleDate},           // 1874
		{"za-id", "7503305044089", ""},              // two digits: one of the two centuries
		{"in-aadhaar", "234123412346", ""},
	} {
		s := named(t, c.scheme)
		if broken := s.On(onceUponADay).Validate(c.compact); broken != c.want {
			t.Errorf("%s %s breaks %q on %v, want %q", c.scheme, c.compact, broken, onceUponADay, c.want)
		}
		if broken := s.Validate(c.compact); broken != "" {
			t.Errorf("%s %s breaks %q on no day", c.scheme, c.compact, broken)
		}
	}
}

// A rule for a kind of number, and what it catches or lets through.
func TestRulesOfTheIssuers(t *testing.T) {
	for _, c := range []struct {
		scheme, compact string
		want            Rule
	}{
		{"fi-hetu", "131052000V", RuleCharacters}, // reserved
		{"fi-hetu", "131052001W", RuleCharacters},
		{"fi-hetu", "131052002X", ""},
		{"fi-hetu", "131052899V", ""},
		{"fi-hetu", "131052900W", RuleCharacters}, // temporary
		{"ec-ci", "5002345675", ""},
		{"ec-ci", "2502345677", RuleCharacters},
		{"ec-ci", "0002345676", RuleCharacters},
		{"cn-rid", "160426199101010074", RuleCharacters},
		{"cn-rid", "810000199101010075", ""},
		{"id-nik", "3171015708450001", ""},
		{"id-nik", "2071015708450001", RuleCharacters},
		{"mx-curp", "HEGG560427MXXRRL04", RuleCharacters},
		{"my-nric", "770305021234", ""},
		{"my-nric", "770305201234", RuleCharacters},
		{"my-nric", "770305701234", RuleCharacters},
		{"ro-cnp", "1800101491224", RuleCharacters},
		{"ro-cnp", "1800101701222", ""},
		{"es-nif", "K1234567L", ""},
		{"es-nif", "L1234567L", ""},
		{"es-nif", "M1234567L", ""},
		{"es-nif", "M1234567K", RuleChecksum},
		{"es-nif", "N1234567L", RuleCharacters}, // a company
		{"ie-pps", "6433435FW", ""},
		{"ie-pps", "6433435IH", RuleCharacters}, // a company
		{"cz-rc", "540101123", RuleDate},        // nine digits until 1953
		{"cz-rc", "531231123", ""},
	} {
		if broken := named(t, c.scheme).Validate(c.compact); broken != c.want {
			t.Errorf("%s %s breaks %q, want %q", c.scheme, c.compact, broken, c.want)
		}
	}
}

// Nine digits were given out until 1953, so that they are of no child of 2011.
func TestACzechNumberOfNineDigitsIsOfTheTwentiethCentury(t *testing.T) {
	for _, scheme := range []string{"cz-rc", "sk-rc"} {
		born, ok := named(t, scheme).Birth("110301123")
		if !ok || born.Agrees(onDay(t, "2011-03-01")) || !born.Agrees(onDay(t, "1911-03-01")) {
			t.Errorf("%s: %+v, %v", scheme, born, ok)
		}
	}
}

func TestRepairGivesTheCompactForm(t *testing.T) {
	for _, c := range []struct{ scheme, read, want string }{
		{"ke-id", "O1234567", "1234567"},
		{"pt-cc", "1O149080 1 ZY0", "101490801"},
		{"pt-cc", "123456789", ""},  // a taxpayer's number has the same check
		{"pe-dni", "101174102", ""}, // so may a passport's
		{"il-id", "39337423", ""},
	} {
		got := ""
		if found := named(t, c.scheme).Repair(c.read); len(found) == 1 {
			got = found[0].Number
		}
		if got != c.want {
			t.Errorf("%s: Repair(%q) = %q, want %q", c.scheme, c.read, got, c.want)
		}
	}
}
