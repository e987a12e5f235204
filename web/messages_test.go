package web

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert"
	"ostrakon/convert/remark"
	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/words"
)

var (
	messageKey  = regexp.MustCompile(`"((?:` + strings.Join(pageParts(fullest), "|") + `)\.[A-Za-z0-9_.]+)"`)
	keyFamily   = regexp.MustCompile(`(?m)^\s*//.*\bkeys: (.*)$`)
	placeholder = regexp.MustCompile(`\{(\w+)\}`)
	partOfAPage = regexp.MustCompile(`^static/(?:(\w+)\.js|views/(\w+)/)`)

	update = flag.Bool("update", false, "write what is made of the words")
)

const (
	// fullest is a language that has all parts: English lacks what the server says.
	fullest = "fr"

	// serverPart is the part that English lacks, since the server says the same in English.
	serverPart = "refusals"
)

// catalogue reads a part of the words of a language.
func catalogue(t *testing.T, language, part string) map[string]words.Forms {
	t.Helper()
	return must(words.Texts(language, part))(t)
}

// pageParts are the parts of a language that pages load.
func pageParts(language string) []string {
	return slices.DeleteFunc(words.Parts(language), func(part string) bool { return !isOfThePages(part) })
}

// The type checker knows the keys by the files of the parts.
func TestTypesNameEveryPart(t *testing.T) {
	const name = "types/words.d.ts"
	var names, keys strings.Builder
	for _, part := range pageParts(fullest) {
		fmt.Fprintf(&names, "  | %q\n", part)
		fmt.Fprintf(&keys, "  | keyof typeof import(\"../../store/words/%s/%s.json\")\n", fullest, part)
	}
	want := "// Made of the files of words by \"go test ./web -run TestTypesNameEveryPart -update\".\n\n" +
		"/** A part of the words that pages load. */\ntype Part =\n" + strings.TrimSuffix(names.String(), "\n") +
		";\n\n/** A key of a text. French has all keys: English leaves out what the server says itself. */\n" +
		"type MessageKey =\n" + strings.TrimSuffix(keys.String(), "\n") + ";\n"
	if *update {
		noError(t, os.WriteFile(name, []byte(want), 0o644))
	}
	if got := must(os.ReadFile(name))(t); string(got) != want {
		t.Errorf("%s is not what the parts say: run its test with -update", name)
	}
}

// placeholders are the names that the texts of a key have in braces.
func placeholders(texts words.Forms) string { return fmt.Sprint(texts.Placeholders()) }

func TestEveryLanguageHasTheTextsOfEnglish(t *testing.T) {
	for _, l := range words.Languages() {
		for _, part := range words.Parts(l.Code) {
			var english map[string]words.Forms
			if part != serverPart {
				english = catalogue(t, words.English, part)
			}
			for _, problem := range words.Check(l, part, catalogue(t, l.Code, part), english) {
				t.Error(problem)
			}
		}
	}
}

// speaks reports whether a language has a part of the words.
func speaks(language, part string) bool {
	return slices.Contains(words.Parts(language), part)
}

// What a conversion says of a file has a sentence in every language but the server's own, with the same facts.
func TestEveryRemarkOfAConversionHasASentence(t *testing.T) {
	for _, language := range words.Codes() {
		if language == "en" || !speaks(language, "convert") {
			continue
		}
		texts := catalogue(t, language, "convert")
		for family, kinds := range map[string][]remark.Kind{"convert.warning.": remark.Warnings(),
			"convert.unreadable.": remark.Refusals()} {
			said := map[string]bool{family + "line": true, family + "byte": true} // places
			for _, kind := range kinds {
				key := family + kind.Code()
				said[key] = true
				if got, want := placeholders(texts[key]),
					fmt.Sprint(slices.Sorted(slices.Values(kind.Facts()))); texts[key] == nil || got != want {
					t.Errorf("%s: the text of %s takes %s, the facts are %s", language, key, got, want)
				}
			}
			for key := range texts {
				if strings.HasPrefix(key, family) && !said[key] {
					t.Errorf("%s: %s is nothing that a conversion says", language, key)
				}
			}
		}
	}
}

// What the server refuses has a sentence in every language but its own, which mentions only facts
// of its code; and so has every kind of number. A language for voters alone has those that they meet.
func TestEveryRefusalHasASentence(t *testing.T) {
	facts := map[string][]string{}
	for _, p := range refusal.Problems() {
		facts[p.Code()] = p.FactNames()
	}
	for _, f := range refusal.Faults() {
		facts[f.Code()] = f.FactNames()
	}
	for _, k := range remark.OptionFaults() {
		facts[k.Code()] = k.Facts()
	}
	for _, scheme := range ocr.Schemes() {
		facts["scheme."+scheme.Name] = nil
	}
	for _, language := range words.Codes() {
		if language == "en" {
			continue
		}
		got, needed := words.Parts(language), maps.Clone(facts)
		if !speaks(language, "admin") {
			if !slices.Equal(got, words.VotersParts()) {
				t.Errorf("%s has the parts %v", language, got)
			}
			clear(needed)
			// Voters' pages call these, and refusals that name no operation may meet any of them.
			called := []string{"castVote", "castBallot", "register", "signInByKey", "getPersonOfKey", "login", "updateProfile",
				"getVoterResults", "getInclusion", "changePassword", "deleteProfilePhoto", "beginProvider", "signInByProvider",
				"bindProvider"}
			for _, p := range refusal.Problems() {
				if slices.ContainsFunc(p.Operations(), func(o string) bool { return slices.Contains(called, o) }) {
					needed[p.Code()] = nil
				}
			}
		} else if !slices.Equal(got, slices.Sorted(slices.Values(append(words.Parts(words.English), serverPart)))) {
			t.Errorf("%s has the parts %v", language, got)
		}
		texts := catalogue(t, language, serverPart)
		for code := range needed {
			if _, ok := texts["refusals."+code]; !ok {
				t.Errorf("%s: no sentence for %s", language, code)
			}
		}
		for key, forms := range texts {
			code := strings.TrimPrefix(key, "refusals.")
			names, known := facts[code]
			if !known { // the last word may be a fact, which chooses the sentence
				code, _, _ = strings.Cut(code, ".")
				names, known = facts[code]
			}
			if !known {
				t.Errorf("%s: %s is nothing that the server refuses", language, key)
			}
			for _, text := range forms {
				for _, place := range placeholder.FindAllStringSubmatch(text, -1) {
					if !slices.Contains(names, place[1]) {
						t.Errorf("%s: %s mentions %s, and has the facts %v", language, key, place[1], names)
					}
				}
			}
		}
	}
}

// What the server names by a word has a text.
func TestEveryMethodHasATextAndEveryOption(t *testing.T) {
	texts := catalogue(t, "en", "convert")
	want := func(name string) {
		if _, ok := texts["convert."+name]; !ok {
			t.Errorf("convert.%s has no text", name)
		}
	}
	for _, method := range convert.Methods() {
		want("method." + string(method.Method))
		want("method." + string(method.Method) + ".about")
		for _, option := range method.Options {
			if slices.Contains([]string{"as", "report", "thumbnail"}, option.Name) {
				continue // the page does not ask
			}
			want(option.Name)
			for _, choice := range option.Choices {
				want(option.Name + "." + choice)
			}
		}
	}
}

// keysIn are the keys that a file names: as whole strings, or as a family in a comment that begins with "keys:" and
// lists them, where a final * stands for any ending.
func keysIn(content string) (keys, families []string) {
	for _, match := range messageKey.FindAllStringSubmatch(content, -1) {
		keys = append(keys, match[1])
	}
	for _, match := range keyFamily.FindAllStringSubmatch(content, -1) {
		for _, name := range strings.Fields(match[1]) {
			if family, ok := strings.CutSuffix(name, "*"); ok {
				families = append(families, family)
			} else {
				keys = append(keys, name)
			}
		}
	}
	return keys, families
}

func TestEveryKeyInUseHasATextAndEveryTextIsInUse(t *testing.T) {
	texts := map[string]bool{}
	for _, language := range words.Codes() {
		for _, part := range pageParts(language) {
			for key := range catalogue(t, language, part) {
				texts[key] = false
			}
		}
	}
	eachSource(t, func(t *testing.T, name, content string) {
		keys, families := keysIn(content)
		for _, key := range keys {
			if _, ok := texts[key]; !ok {
				t.Errorf("%s: there is no text for %s", name, key)
			}
			texts[key] = true
		}
		for _, family := range families {
			members := 0
			for key := range texts {
				if strings.HasPrefix(key, family) {
					texts[key] = true
					members++
				}
			}
			if members == 0 {
				t.Errorf("%s: there is no text for any key of %s*", name, family)
			}
		}
	})
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		if !texts[key] {
			t.Errorf("the text of %s is not in use", key)
		}
	}
}

// A page loads the shell's texts and parts of its own: what it shows may name no others.
func TestPagesNameTextsThatTheyLoad(t *testing.T) {
	loads := map[string]string{}
	eachSource(t, func(t *testing.T, name, content string) {
		page := partOfAPage.FindStringSubmatch(name)
		if part := partsOfPage.FindStringSubmatch(content); page != nil && page[1] != "" && part != nil {
			loads[page[1]] = part[1]
		}
	})
	loads["voter"] = loads["app"]
	// these load it with the view that needs it
	loads["admin"] += `, "audit", "datasheet", "hands", "kept", "minutes", "motion", "slip", "urn"`
	loads["convert"] += `, "kept"`
	loads["view"] = `"solid"` // it has no shell
	loads["board"] += `, "minutes"`
	loads["result"] = `"outcome", "minutes"` // views of several pages, which load its texts where they show a result
	eachSource(t, func(t *testing.T, name, content string) {
		page := partOfAPage.FindStringSubmatch(name)
		if page == nil {
			return
		}
		keys, families := keysIn(content)
		for _, key := range append(keys, families...) {
			if part, _, _ := strings.Cut(key, "."); part != "shell" && !strings.Contains(loads[page[1]+page[2]], `"`+part+`"`) {
				t.Errorf("%s names %s, which its page does not load", name, key)
			}
		}
	})
}

// eachSource runs check on every module but the catalogues, and on every page and part of one.
func eachSource(t *testing.T, check func(t *testing.T, name, content string)) {
	t.Helper()
	err := fs.WalkDir(embedded, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if extension := path.Ext(name); extension != ".js" && extension != ".html" {
			return nil
		}
		content, err := embedded.ReadFile(name)
		if err != nil {
			return err
		}
		if path.Ext(name) == ".html" {
			content = regexp.MustCompile(`data-(?:text|label)="`).ReplaceAll(content, []byte(`"`))
			content = regexp.MustCompile(`\$\{words (\S+)\}`).ReplaceAll(content, []byte(`"$1"`))
		}
		check(t, name, string(content))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// prose matches a string that reads like words for a person: it begins with a capital and goes on in small letters, or
// it is the text of an attribute that people hear or see.
var (
	prose       = regexp.MustCompile("[\"`]([A-Z][a-z]+[ ,.:;!?…’'a-z][^\"`]*|[A-Z][a-z]{2,})[\"`]")
	proseInAttr = regexp.MustCompile(`\b(?:"aria-label"|alt|title|placeholder): "[^"]+"`)
	comment     = regexp.MustCompile(`(?m)^\s*(?://|\*|/\*\*).*$|\s// .*$`)
	thrown      = regexp.MustCompile(`new (?:Type|Range|Syntax)?Error\(.*`)
)

// technical are strings that read like words and are names: of headers, errors, what is dragged, keys of a keyboard,
// formats of Intl.
var technical = regexp.MustCompile(
	`^(?:\w+Error|Files|Accept|Authorization(?:: .*)?|Bearer` +
		` .*|Content-(?:Disposition|Type)|Retry-After|X-Request-Id|Escape|Enter|Home|End|Tab|Delete|` +
		`Page(?:Up|Down)|Arrow\w+|Space|Shift\w*|Control\w*|(?:DateTime|Number|List|RelativeTime|Segment)\w*|Ostrakon)$`)

func TestModulesHoldNoWordsForPeople(t *testing.T) {
	eachSource(t, func(t *testing.T, name, content string) {
		if path.Ext(name) != ".js" {
			return
		}
		for i, line := range strings.Split(comment.ReplaceAllString(content, ""), "\n") {
			line = thrown.ReplaceAllString(line, "")
			for _, match := range prose.FindAllStringSubmatch(line, -1) {
				if !technical.MatchString(match[1]) {
					t.Errorf("%s, near line %d: words outside of the catalogue: %s", name, i+1, match[0])
				}
			}
			if found := proseInAttr.FindString(line); found != "" {
				t.Errorf("%s, near line %d: words outside of the catalogue: %s", name, i+1, found)
			}
		}
	})
}

// The pages list, edit and explain every field of the roll that the store has.
func TestPagesHaveEveryFieldOfTheRoll(t *testing.T) {
	rows, err := embedded.ReadFile("static/views/admin/roll_fields.js")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, row := range regexp.MustCompile(`name: "(\w+)", column: "(\w+)"`).FindAllStringSubmatch(string(rows), -1) {
		got = append(got, row[1]+" "+row[2])
	}
	for _, f := range store.RollFields() {
		if f.At != nil {
			want = append(want, f.Name+" "+f.Column)
		}
	}
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("the pages have the fields %v, the store %v", got, want)
	}
}
