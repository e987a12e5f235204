package store

import (
	"slices"

	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/words"
)

// maxTranslated is how many bytes the texts in other languages have in all, so that a manifest fits into a bundle.
const maxTranslated = 2 << 20

// setTranslations replaces the texts in other languages, unless to is nil, and checks them: each language stands once,
// and each text keeps to the limit that lines or texts give for its field. A fault names the field and its language, as
// in "title.fr". A translation without any text is left out.
func setTranslations(faults *input.Faults, all *[]ballotbox.Translation, to *[]ballotbox.Translation,
	lines, texts map[string]int) {
	if to == nil {
		return
	}
	*all = nil
	seen := make(map[string]bool)
	for _, t := range *to {
		if !input.OneOf(faults, "translations", t.Language, words.Codes()...) {
			return
		}
		if seen[t.Language] {
			faults.Add("translations", refusal.Repeated, nil)
		}
		seen[t.Language] = true
		for _, of := range []struct {
			field string
			text  *string
		}{
			{"title", &t.Title}, {"description", &t.Description}, {"text", &t.Text}, {"name", &t.Name},
			{"affiliation", &t.Affiliation},
		} {
			if most, ok := texts[of.field]; ok {
				faults.Text(of.field+"."+t.Language, of.text, 0, most)
			} else {
				faults.Line(of.field+"."+t.Language, of.text, 0, lines[of.field])
			}
		}
		*all = append(*all, t)
	}
	*all = slices.DeleteFunc(*all, sayNothing)
}

// sayNothing reports whether a translation has no text.
func sayNothing(t ballotbox.Translation) bool {
	return t == ballotbox.Translation{Language: t.Language}
}

// translationIn is the place of the translation into a language, -1 without one.
func translationIn(all []ballotbox.Translation, language string) int {
	return slices.IndexFunc(all, func(t ballotbox.Translation) bool { return t.Language == language })
}

// titleIn returns the title of the election in a language, or the first one.
func (e *Election) titleIn(language string) string {
	at := translationIn(e.Translations, language)
	if at < 0 || e.Translations[at].Title == "" {
		return e.Title
	}
	return e.Translations[at].Title
}

// takeTitle gives a question without a title that of its election, in each language.
func (q *Question) takeTitle(e *Election) {
	if q.Title != "" {
		return
	}
	q.Title, q.Translations = e.Title, slices.Clone(q.Translations)
	for _, t := range e.Translations {
		at := translationIn(q.Translations, t.Language)
		if at < 0 {
			at, q.Translations = len(q.Translations), append(q.Translations, ballotbox.Translation{Language: t.Language})
		}
		q.Translations[at].Title = t.Title
	}
	q.Translations = slices.DeleteFunc(q.Translations, sayNothing)
}

// untitled returns translations without their titles, which do not say what the new title says.
func untitled(all []ballotbox.Translation) []ballotbox.Translation {
	all = slices.Clone(all)
	for i := range all {
		all[i].Title = ""
	}
	return slices.DeleteFunc(all, sayNothing)
}

// checkTranslated refuses an election whose texts in other languages do not fit into a bundle; it has its candidates.
func (e *Election) checkTranslated() []*refusal.Problem {
	all := slices.Clone(e.Translations)
	for _, q := range e.Questions {
		all = append(all, q.Translations...)
		for _, c := range q.Candidates {
			all = append(all, c.Translations...)
		}
	}
	size := 0
	for _, t := range all {
		size += len(t.Title) + len(t.Description) + len(t.Text) + len(t.Name) + len(t.Affiliation)
	}
	if size <= maxTranslated {
		return nil
	}
	return []*refusal.Problem{refusal.TranslationsTooLong.With(refusal.Facts{"size": size, "max": maxTranslated})}
}
