package fault_test

import (
	"testing"

	"ostrakon/store/fault"
)

func TestMessageNamesTheFacts(t *testing.T) {
	for want, f := range map[string]fault.Fault{
		"is required":                                         {Code: fault.Required},
		"must have at most 120 characters":                    {Code: fault.TooLong, Params: fault.Params{"max": 120}},
		"must be plurality":                                   {Code: fault.NotChoice, Params: fault.Params{"choices": []string{"plurality"}}},
		"must be USER or ADMIN":                               {Code: fault.NotChoice, Params: fault.Params{"choices": []string{"USER", "ADMIN"}}},
		"must be DRAFT, ACTIVE or COMPLETED":                  {Code: fault.NotChoice, Params: fault.Params{"choices": []string{"DRAFT", "ACTIVE", "COMPLETED"}}},
		"has 7 characters; it needs at least 10":              {Code: fault.PasswordTooShort, Params: fault.Params{"length": 7, "min": 10}},
		"must lie between the years 1970 and 9999":            {Code: fault.YearOutOfRange, Params: fault.Params{"min": 1970, "max": 9999}},
		"is \"flat\" in the form and \"crease\" in the query": {Code: fault.FormQueryDiffer, Params: fault.Params{"form": "flat", "query": "crease"}},
	} {
		if got := f.Message(); got != want {
			t.Errorf("%s: %q, want %q", f.Code, got, want)
		}
	}
}

func TestEveryCodeHasASentence(t *testing.T) {
	if len(fault.Codes()) == 0 {
		t.Fatal("there are no codes")
	}
	for _, c := range fault.Codes() {
		if c == "" || c.Text() == "" {
			t.Errorf("code %q has the sentence %q", c, c.Text())
		}
	}
}
