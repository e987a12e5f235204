package registrar_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers/registrar"
	"ostrakon/ocr"
)

// Commands use the registrar without a server, so it must not need HTTP.
func TestItNeedsNoHTTP(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if slices.Contains(deps, "net/http") {
		t.Error("it depends on net/http")
	}
	if !slices.Contains(deps, "ostrakon/store") {
		t.Errorf("what was listed? %v", deps)
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
	if got, want := r.Summary(), "identity: number, national ID ee-isik, voter ID any, so anyone can register with invented letters and digits"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Policy = registrar.PolicyRoll
	if got, want := r.Summary(), "identity: roll, national ID ee-isik, voter ID any"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func scheme(tb testing.TB, name string) ocr.Scheme {
	tb.Helper()
	s, err := ocr.SchemeNamed(name)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}
