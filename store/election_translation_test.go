package store_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

func TestTranslationsGoIntoTheManifestAndTheNextRound(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Assembly", "Ada", "Grace")
	change := func(all ...ballotbox.Translation) *[]ballotbox.Translation { return &all }
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{Translations: change(
		ballotbox.Translation{Language: "fr", Title: " Assemblée ", Description: "Chaque année"},
		ballotbox.Translation{Language: "de"})}))(t)
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID, store.QuestionChange{
		Translations: change(ballotbox.Translation{Language: "es", Text: "¿Quién?"})}))(t)
	must(s.UpdateCandidate(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[0].ID, store.CandidateChange{
		Translations: change(ballotbox.Translation{Language: "fr", Affiliation: "Le chœur"})}))(t)
	again := must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t)
	for _, id := range []store.ElectionID{e.ID, again.ID} {
		must(s.SetStatus(t.Context(), storetest.Admin, id, store.Active))(t)
		m := must(ballotbox.ParseManifest(must(s.Manifest(t.Context(), id))(t)))(t)
		french := ballotbox.Translation{Language: "fr", Title: "Assemblée", Description: "Chaque année"}
		q := m.Questions[0]
		for name, c := range map[string]struct{ have, want []ballotbox.Translation }{
			"election": {m.Translations, []ballotbox.Translation{french}},
			"question": {q.Translations, []ballotbox.Translation{{Language: "es", Text: "¿Quién?"},
				{Language: "fr", Title: "Assemblée"}}}, // whose title is that of the election
			"candidate": {q.Options[0].Translations, []ballotbox.Translation{{Language: "fr", Affiliation: "Le chœur"}}},
		} {
			if !reflect.DeepEqual(c.have, c.want) {
				t.Errorf("%s: %+v, want %+v", name, c.have, c.want)
			}
		}
	}
}

func TestTranslationsKeepToTheLimitsOfTheFirstText(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Assembly", "Ada", "Grace")
	for field, wrong := range map[string][]ballotbox.Translation{
		"translations":   {{Language: "la", Title: "Comitia"}},
		"translations ":  {{Language: "fr", Title: "Un"}, {Language: "fr", Title: "Deux"}},
		"title.fr":       {{Language: "fr", Title: strings.Repeat("é", 201)}},
		"title.de":       {{Language: "de", Title: "Zwei\nZeilen"}},
		"description.fr": {{Language: "fr", Description: strings.Repeat("é", 5001)}},
		"name.fr":        {{Language: "fr", Name: "Une élection n’a pas de nom"}},
	} {
		invalid(t, s, strings.TrimSpace(field), func() error {
			return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{Translations: &wrong}))
		})
	}
	motion, title := tally.Motion, "Dues"
	q := must(s.AddQuestion(t.Context(), storetest.Admin, e.ID, store.QuestionChange{Title: &title, Method: &motion,
		Translations: &[]ballotbox.Translation{{Language: "fr", Title: "Cotisations"}}}))(t)
	none := must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, q.ID, store.QuestionChange{
		Translations: new([]ballotbox.Translation)}))(t)
	if len(q.Translations) != 1 || none.Translations != nil {
		t.Errorf("%+v, then %+v", q.Translations, none.Translations)
	}
}

func TestTranslationsOfAnElectionFitIntoABundle(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Assembly")
	long := strings.Repeat("語", 2000) // 6,000 bytes
	for i := range 88 {
		name := fmt.Sprint("Candidate ", i)
		must(s.AddCandidate(t.Context(), storetest.Admin, e.ID, "", store.CandidateChange{Name: &name,
			Translations: &[]ballotbox.Translation{{Language: "fr", Description: long}, {Language: "de", Description: long},
				{Language: "es", Description: long}, {Language: "en", Description: long}}}))(t)
	}
	refused(t, s, refusal.TranslationsTooLong, func() error {
		return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active))
	})
}
