package registrar_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers/registrar"
	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// Commands use the registrar without a server, so neither it nor the packages of this program that it imports may
// use HTTP. (A library that reads spreadsheets imports net/http, to detect the type of a picture.)
func TestItNeedsNoHTTP(t *testing.T) {
	const imports = `{{with .Module}}{{if .Main}}{{$.ImportPath}} {{join $.Imports " "}}{{end}}{{end}}`
	out := must(exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", imports, ".").Output())(t)
	names := strings.Fields(string(out))
	if slices.Contains(names, "net/http") {
		t.Errorf("one of these imports net/http:\n%s", out)
	}
	if !slices.Contains(names, "ostrakon/store") {
		t.Errorf("these packages were listed:\n%s", out)
	}
}

func TestPoliciesAreNamed(t *testing.T) {
	for _, text := range []string{"number", "card", "roll"} {
		if p, err := registrar.ParsePolicy(text); err != nil || string(p) != text {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
	if _, err := registrar.ParsePolicy("none"); err == nil || !strings.Contains(err.Error(), "number, card and roll") {
		t.Errorf("error %v", err)
	}
}

func TestTheOperatorIsToldWhoCanRegister(t *testing.T) {
	r := registrar.Rules{Policy: registrar.PolicyNumber, NationalID: scheme(t, "ee-isik"), VoterID: scheme(t, "any")}
	if got, want := r.Summary(), "identity: number, national ID ee-isik, voter ID any, so anyone can register with "+
		"invented letters and digits"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Policy = registrar.PolicyRoll
	if got, want := r.Summary(), "identity: roll, national ID ee-isik, voter ID any"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRulesAreThoseOfTheSettingsUnlessFixed(t *testing.T) {
	o := newOffice(t, registrar.Rules{VoterID: scheme(t, "ee-isik")})
	check := func(policy registrar.Policy, national string) {
		t.Helper()
		r, err := o.Rules(t.Context())
		if err != nil || r.Policy != policy || r.NationalID.Name != national || r.VoterID.Name != "ee-isik" {
			t.Errorf("%s, %v; want policy %s, national ID %s", r.Summary(), err, policy, national)
		}
	}
	check(registrar.PolicyNumber, "any")
	must(o.store.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{
		Policy: new("roll"), NationalID: new("in-aadhaar"), VoterID: new("any"),
	}))(t)
	check(registrar.PolicyRoll, "in-aadhaar")
	must(o.store.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{Policy: new("vibes")}))(t)
	if r, err := o.Rules(t.Context()); err == nil {
		t.Errorf("a policy that nobody knows is %s", r.Summary())
	}
}

func TestChangesOfRulesAreChecked(t *testing.T) {
	for name, c := range map[string]struct {
		change store.SettingsChange
		cards  bool
		want   string // field and code
	}{
		"nothing of it":       {store.SettingsChange{Contact: new("Olu")}, false, ""},
		"the roll":            {store.SettingsChange{Policy: new("roll")}, false, ""},
		"an unknown policy":   {store.SettingsChange{Policy: new("vibes")}, true, "policy not_a_choice"},
		"an unknown kind":     {store.SettingsChange{NationalID: new("xx-none")}, true, "nationalId unknown_kind"},
		"an unknown voter ID": {store.SettingsChange{VoterID: new("xx-none")}, true, "voterId unknown_kind"},
		"cards of any kind":   {store.SettingsChange{Policy: new("card")}, true, "nationalId card_needs_kind"},
		"cards that nobody reads": {store.SettingsChange{Policy: new("card"), VoterID: new("in-epic")}, false,
			"policy cards_not_read"},
		"cards of a kind": {store.SettingsChange{Policy: new("card"), NationalID: new("in-aadhaar"),
			VoterID: new("in-epic")}, true, ""},
		"cards of a kind that cannot be read": {store.SettingsChange{Policy: new("card"), NationalID: new("eg-nid")}, true,
			"nationalId kind_unread"},
		"cards of one kind that can and one that cannot": {store.SettingsChange{Policy: new("card"),
			NationalID: new("es-dni"), VoterID: new("eg-nid")}, true, "voterId kind_unread"},
		"a kind that cannot be read, without cards": {store.SettingsChange{NationalID: new("eg-nid")}, true, ""},
		"one kind twice": {store.SettingsChange{NationalID: new("es-dni"), VoterID: new("es-dni")}, false,
			"voterId kinds_overlap"},
		"kinds of one shape": {store.SettingsChange{NationalID: new("pl-pesel"), VoterID: new("ee-isik")}, false,
			"voterId kinds_overlap"},
		"any beside a kind":         {store.SettingsChange{VoterID: new("in-epic")}, false, "voterId kinds_overlap"},
		"no national ID":            {store.SettingsChange{NationalID: new("none")}, false, "nationalId unknown_kind"},
		"no voter ID":               {store.SettingsChange{NationalID: new("es-dni"), VoterID: new("none")}, false, ""},
		"a kind, as it is the roll": {store.SettingsChange{NationalID: new("ee-isik")}, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			wrong, err := newOffice(t, registrar.Rules{}).CheckChange(t.Context(), c.change, c.cards)
			got := ""
			for _, f := range wrong {
				got += f.Name + " " + f.Fault.Code()
			}
			if err != nil || got != c.want {
				t.Errorf("%q, %v; want %q", got, err, c.want)
			}
		})
	}
}

func scheme(tb testing.TB, name string) ocr.Scheme {
	tb.Helper()
	return must(ocr.SchemeNamed(name))(tb)
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
