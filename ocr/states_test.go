package ocr

import "testing"

func TestEveryKindIsOfAState(t *testing.T) {
	for _, s := range Schemes() {
		if s.IssuedBy("UTO") != (s.Name == "any") {
			t.Errorf("%s is issued by Utopia: %t", s.Name, s.IssuedBy("UTO"))
		}
		if len(s.Name) > 2 && s.Name[2] == '-' && states[s.Name[:2]] == "" {
			t.Errorf("%s has no state", s.Name)
		}
	}
	for _, c := range []struct {
		scheme, state string
		want          bool
	}{
		{"de-ausweis", "D", true}, {"de-ausweis", "NLD", false}, {"es-nie", "ESP", true}, {"rs-jmbg", "BIH", true},
		{"ke-id", "ROU", false}, {"ke-id", "", false},
	} {
		if got := named(t, c.scheme).IssuedBy(c.state); got != c.want {
			t.Errorf("%s, issued by %q: %t", c.scheme, c.state, got)
		}
	}
}
