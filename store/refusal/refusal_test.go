package refusal_test

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/refusal"
)

func TestMessagesNameTheFacts(t *testing.T) {
	for want, f := range map[string]refusal.Field{
		"This is required.":             refusal.Required.Of("x", nil),
		"Enter at most 120 characters.": refusal.TooLong.Of("x", refusal.Facts{"max": 120}),
		"This must be plurality.": refusal.NotChoice.Of("x",
			refusal.Facts{"choices": []string{"plurality"}}),
		"This must be USER or ADMIN.": refusal.NotChoice.Of("x",
			refusal.Facts{"choices": []string{"USER", "ADMIN"}}),
		"This must be DRAFT, ACTIVE or COMPLETED.": refusal.NotChoice.Of("x",
			refusal.Facts{"choices": []string{"DRAFT", "ACTIVE", "COMPLETED"}}),
		"A password needs at least 10 characters; this one has 7.": refusal.PasswordTooShort.Of("x",
			refusal.Facts{"length": 7, "min": 10}),
		"Enter a year between 1970 and 9999.": refusal.YearOutOfRange.Of("x",
			refusal.Facts{"min": 1970, "max": 9999}),
		"The file has more than 10,000 people. Import it in parts.": refusal.RollTooMany.Of("x",
			refusal.Facts{"max": 10_000}),
		"This is “10000” in the form and “20000” in the query.": refusal.FormQueryDiffer.Of("x",
			refusal.Facts{"form": "10000", "query": "20000"}),
		"This is “{query}” in the form and “b” in the query.": refusal.FormQueryDiffer.Of("x",
			refusal.Facts{"form": "{query}", "query": "b"}),
	} {
		if got := f.Message(); got != want {
			t.Errorf("%s: %q, want %q", f.Fault.Code(), got, want)
		}
	}
	for want, p := range map[string]*refusal.Problem{
		"This is too large: at most 64 KiB are accepted here.": refusal.BodyTooLarge.With(
			refusal.Facts{"limit": 64 << 10}),
		"There were too many attempts. Try again in 1 second.": refusal.RateLimited.With(
			refusal.Facts{"retryAfter": 1}),
		"There were too many attempts. Try again in 90 seconds.": refusal.RateLimited.With(
			refusal.Facts{"retryAfter": 90}),
		"There were too many attempts. Try again in 10 minutes.": refusal.RateLimited.With(
			refusal.Facts{"retryAfter": 600}),
		"There were too many attempts. Try again in 2 hours.": refusal.RateLimited.With(
			refusal.Facts{"retryAfter": 7200}),
		"The converted file would be 4.5 GiB; a glTF file can be at most 4 GiB.": refusal.OutputTooLarge.With(
			refusal.Facts{"size": int64(9) << 29, "limit": int64(4) << 30}),
	} {
		if got := p.Detail(); got != want {
			t.Errorf("%s: %q, want %q", p.Code(), got, want)
		}
	}
}

// A sentence is whole: it begins with a capital, ends with a full stop, and names only facts of its code.
func TestEveryCodeIsWhole(t *testing.T) {
	code, fact := regexp.MustCompile(`^[a-z][a-z0-9_]+$`), regexp.MustCompile(`\{(\w+)\}`)
	known := make(map[string]bool)
	check := func(name string, facts []string, texts ...string) {
		if !code.MatchString(name) || known[name] {
			t.Errorf("the code %q is malformed, or is there twice", name)
		}
		known[name] = true
		for _, text := range texts {
			if !strings.HasSuffix(text, ".") && text != "{detail}" || strings.ToUpper(text[:1]) != text[:1] {
				t.Errorf("%s: %q is not a sentence", name, text)
			}
			for _, place := range fact.FindAllStringSubmatch(text, -1) {
				if !slices.Contains(facts, place[1]) {
					t.Errorf("%s does not name the fact %s", name, place[1])
				}
			}
		}
	}
	for _, p := range refusal.Problems() {
		check(p.Code(), p.FactNames(), p.Text(), p.Title())
		if p.Status() < 400 || p.Status() > 599 {
			t.Errorf("%s has the status %d", p.Code(), p.Status())
		}
	}
	for _, f := range refusal.Faults() {
		check(f.Code(), f.FactNames(), f.Text())
	}
	if len(refusal.Problems()) < 60 || len(refusal.Faults()) < 60 {
		t.Error("the catalogue is not whole")
	}
}

func TestProblemsAreKnownByTheirCode(t *testing.T) {
	at := refusal.WrongPassword.At("password")
	if !errors.Is(fmt.Errorf("sign in: %w", at), refusal.WrongPassword) ||
		!errors.Is(refusal.NotVoter, refusal.RoleRequired) {
		t.Error("a case of a problem is not known by its code")
	}
	if errors.Is(refusal.NotFound, refusal.NotDraft) || errors.Is(errors.New("not_found"), refusal.NotFound) {
		t.Error("problems of different codes are the same")
	}
	if f := at.Fields(); len(f) != 1 || f[0].Name != "password" || f[0].Fault.Code() != "wrong_password" ||
		f[0].Message() != at.Detail() {
		t.Errorf("the field of a problem is %+v", f)
	}
	if got := at.Error(); got != "wrong_password: The password is wrong." {
		t.Errorf("the error reads %q", got)
	}
}

func TestTheCatalogueIsNeverChanged(t *testing.T) {
	refusal.WrongPassword.At("password")
	refusal.BusyServer.With(refusal.Facts{"what": "else"})
	refusal.NotAdmitted.In(refusal.Required.Of("x", nil))
	if len(refusal.WrongPassword.Fields())+len(refusal.NotAdmitted.Fields()) > 0 ||
		!reflect.DeepEqual(refusal.BusyServer.Facts(), refusal.Facts{"what": "server", "retryAfter": 5}) {
		t.Error("a value of the catalogue has changed")
	}
}

func TestAProblemOfNobodysMakingIsInternal(t *testing.T) {
	p := new(refusal.Problem).With(refusal.Facts{"x": 1}).At("field")
	if p.Status() != 500 || p.Code() != "internal" || p.Title() == "" || p.Detail() != refusal.Internal.Detail() ||
		len(p.Fields()) != 1 {
		t.Errorf("it is %d %s: %v", p.Status(), p.Code(), p)
	}
}
