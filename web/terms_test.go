package web

import (
	"cmp"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/words"
)

// term is a line of docs/words.md.
type term struct {
	name      string
	words     map[string][]string // by language: the term and its further forms
	never     map[string][]string
	api, keys []string
}

// terms are the lines of a table of docs/words.md in two languages, under its heading.
func terms(t *testing.T, heading, first, second string) []term {
	t.Helper()
	content := must(os.ReadFile("../docs/words.md"))(t)
	_, section, ok := strings.Cut(string(content), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("docs/words.md has no part %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var found []term
	for line := range strings.Lines(section) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "| ---") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if len(cells) != 8 {
			t.Fatalf("docs/words.md: %d cells instead of 8: %s", len(cells), line)
		}
		found = append(found, term{
			name:  strings.TrimSpace(cells[0]),
			words: map[string][]string{first: listed(cells[2]), second: listed(cells[3])},
			never: map[string][]string{first: listed(cells[5]), second: listed(cells[6])},
			api:   listed(cells[4]), keys: listed(cells[7]),
		})
	}
	if len(found) < 2 {
		t.Fatalf("docs/words.md: the table %q is empty", heading)
	}
	return found[1:] // the first line has the names of the columns
}

// allTerms are the lines of all tables.
func allTerms(t *testing.T) []term {
	t.Helper()
	return slices.Concat(terms(t, "States of an election", "en", "fr"), terms(t, "Things", "en", "fr"),
		terms(t, "Things in German and Spanish", "de", "es"), terms(t, "Things in Italian and Portuguese", "it", "pt"),
		terms(t, "Things in Dutch and Polish", "nl", "pl"), terms(t, "Things in Arabic", "ar", ""))
}

// listed are the words of a cell, which commas divide.
func listed(cell string) []string {
	var words []string
	for word := range strings.SplitSeq(strings.ReplaceAll(cell, "`", ""), ",") {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// of matches any of the terms, in the plural too, in small letters or capitals. Go's \b knows no
// letters with accents, so the pattern says itself where a word ends.
func of(terms []string) *regexp.Regexp {
	alternatives := make([]string, len(terms))
	for i, term := range terms {
		alternatives[i] = strings.Join(strings.Fields(regexp.QuoteMeta(term)), `e?s? `) + `e?s?`
	}
	return regexp.MustCompile(`(?i)(^|[^\pL\pN_])(?:` + strings.Join(alternatives, "|") + `)($|[^\pL\pN_])`)
}

// texts are the texts of all parts of a language by key, the plural forms of a key after each
// other. What stands in braces is no word.
func texts(t *testing.T, language string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, part := range words.Parts(language) {
		if part == "tables" {
			continue // what other people call things
		}
		for key, texts := range catalogue(t, language, part) {
			for _, text := range texts {
				all[key] += placeholder.ReplaceAllString(text, "") + "\n"
			}
		}
	}
	return all
}

func TestTextsUseTheTermsOfTheTable(t *testing.T) {
	for _, language := range words.Codes() {
		all := texts(t, language)
		for _, term := range allTerms(t) {
			if len(term.words[language]) == 0 {
				continue
			}
			for _, word := range term.never[language] {
				never := of([]string{word})
				for key, text := range all {
					if never.MatchString(text) {
						t.Errorf("%s: %s says %q, which is never said for %q: %s", language, key, word, term.name, text)
					}
				}
			}
			for _, key := range term.keys {
				if got, want := strings.TrimSpace(all[key]), term.words[language][0]; !strings.EqualFold(got, want) {
					t.Errorf("%s: %s is %q, and must be %q", language, key, got, want)
				}
			}
		}
	}
}

// A thing that one language names, the other names too. Longer terms come first, and are taken out
// of the text: a ballot number is no ballot.
func TestLanguagesNameTheSameThings(t *testing.T) {
	things := terms(t, "Things", "en", "fr")
	slices.SortStableFunc(things, func(a, b term) int { return cmp.Compare(len(b.name), len(a.name)) })
	english, french := texts(t, "en"), texts(t, "fr")
	for _, term := range things {
		inEnglish, inFrench := of(term.words["en"]), of(term.words["fr"])
		for key, en := range english {
			fr, both := french[key]
			if !both || strings.HasPrefix(key, "faults.scheme.") {
				continue
			}
			if inEnglish.MatchString(en) != inFrench.MatchString(fr) {
				t.Errorf("%s: one language names %q and the other does not:\n%s%s", key, term.name, en, fr)
			}
			english[key], french[key] = inEnglish.ReplaceAllString(en, "$1$2"), inFrench.ReplaceAllString(fr, "$1$2")
		}
	}
}

func TestTermsOfTheAPIAreInItsDocument(t *testing.T) {
	document := must(os.ReadFile("../handlers/openapi.yaml"))(t)
	for _, term := range allTerms(t) {
		for _, word := range term.api {
			if !regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).Match(document) {
				t.Errorf("%s: the API document has no %q", term.name, word)
			}
		}
	}
}

// What the document for secretaries puts in quotation marks is on a page, word for word.
func TestTheDocumentForSecretariesQuotesThePages(t *testing.T) {
	document := must(os.ReadFile("../docs/assembly.md"))(t)
	said := map[string]bool{}
	for _, part := range words.Parts(words.English) {
		for _, forms := range catalogue(t, "en", part) {
			for _, text := range forms {
				said[text] = true
			}
		}
	}
	quoted := regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(string(document), -1)
	if len(quoted) < 40 {
		t.Errorf("only %d quotations", len(quoted))
	}
	for _, quotation := range quoted {
		if words := strings.Join(strings.Fields(quotation[1]), " "); !said[words] {
			t.Errorf("no page says %q", words)
		}
	}
}
