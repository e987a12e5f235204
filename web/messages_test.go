package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
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
)

// A catalogue is JSON but for its first and last words, and its plural forms, whose names stand without quotes.
var (
	pluralName = regexp.MustCompile(`([{,]\s*)(zero|one|two|few|many|other):`)
	messageKey = regexp.MustCompile(
		`"((?:shell|voter|admin|audit|convert|board|docs|hands|refusals|outcome|` +
			`minutes|mail|motion|nominations|paper|holder|machine|registrar|roll|settings|slip|solid|steps|urn)` +
			`\.[A-Za-z0-9_.]+)"`)
	keyFamily   = regexp.MustCompile(`(?m)^\s*//.*\bkeys: (.*)$`)
	placeholder = regexp.MustCompile(`\{(\w+)\}`)
	plainSpace  = regexp.MustCompile(`[\p{L}\p{N}»)] [;:?!»]|« `)
	partOfAPage = regexp.MustCompile(`^static/(?:(\w+)\.js|views/(\w+)/)`)
)

// forms are the texts of one key: one text under "other", or one for each plural form.
type forms map[string]string

// catalogue reads the catalogue of a part in a language. A key that stands in it twice is an error.
func catalogue(t *testing.T, language, part string) map[string]forms {
	t.Helper()
	name := "static/messages/" + language + "/" + part
	content, err := embedded.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSpace(string(content))
	text = strings.TrimSuffix(strings.TrimPrefix(text, "export default"), ";")
	text = pluralName.ReplaceAllString(text, `$1"$2":`)

	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if lines := len(regexp.MustCompile(`(?m)^  "`).FindAllString(text, -1)); lines != len(raw) {
		t.Errorf("%s has %d lines that begin a text, and %d texts: a key stands there twice, or not on a line of its own",
			name, lines, len(raw))
	}
	texts := map[string]forms{}
	for key, value := range raw {
		var one string
		if json.Unmarshal(value, &one) == nil {
			texts[key] = forms{"other": one}
			continue
		}
		var many forms
		if err := json.Unmarshal(value, &many); err != nil {
			t.Fatalf("%s: %s: %v", name, key, err)
		}
		texts[key] = many
	}
	return texts
}

// serverPart is the file that English lacks, since the server says the same in English.
const serverPart = "refusals.js"

// parts are the names of the files of a language's catalogue.
func parts(t *testing.T, language string) []string {
	t.Helper()
	entries, err := embedded.ReadDir("static/messages/" + language)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if entry.Name() != "index.js" {
			names = append(names, entry.Name())
		}
	}
	return names
}

// languages are the folders of the catalogue.
func languages(t *testing.T) []string {
	t.Helper()
	folders, err := fs.Glob(embedded, "static/messages/*/index.js")
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, folder := range folders {
		codes = append(codes, path.Base(path.Dir(folder)))
	}
	return codes
}

// A language is its row in the store, its folder, and its place in the index, which is written like the others.
func TestIndexNamesEveryLanguageAndEveryPart(t *testing.T) {
	index, err := embedded.ReadFile("static/messages/index.js")
	if err != nil {
		t.Fatal(err)
	}
	codes := languages(t)
	if want := slices.Sorted(slices.Values(store.LanguageCodes())); !slices.Equal(codes, want) {
		t.Errorf("the catalogue has the languages %v, the store %v", codes, want)
	}
	if line := "export default { " + strings.Join(codes, ", ") + " };\n"; !strings.Contains(string(index), line) {
		t.Errorf("the index does not have the line %s", line)
	}
	for _, code := range codes {
		if line := fmt.Sprintf("import %[1]s from \"./%[1]s/index.js\";\n", code); !strings.Contains(string(index), line) {
			t.Errorf("the index does not have the line %s", line)
		}
		listed, err := embedded.ReadFile("static/messages/" + code + "/index.js")
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts(t, code) {
			name := strings.TrimSuffix(part, ".js")
			if line := fmt.Sprintf("    %s: () => import(\"./%s\"),\n", name, part); !strings.Contains(string(listed), line) {
				t.Errorf("%s/index.js does not have the line %s", code, line)
			}
		}
	}
}

// placeholders are the names that the texts of a key have in braces.
func placeholders(texts forms) string {
	found := map[string]bool{}
	for _, text := range texts {
		for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
			found[match[1]] = true
		}
	}
	return fmt.Sprint(slices.Sorted(maps.Keys(found)))
}

func TestLanguagesHaveTheSameTexts(t *testing.T) {
	for _, part := range parts(t, "en") {
		t.Run(part, func(t *testing.T) {
			english := catalogue(t, "en", part)
			for key := range english {
				if prefix := strings.TrimSuffix(part, ".js") + "."; !strings.HasPrefix(key, prefix) {
					t.Errorf("%s is in %s, and does not begin with %s", key, part, prefix)
				}
			}
			for _, language := range languages(t) {
				if speaks(t, language, part) {
					compareTexts(t, language, catalogue(t, language, part), english)
				}
			}
		})
	}
}

// speaks reports whether a language has a part of the catalogue.
func speaks(t *testing.T, language, part string) bool {
	return slices.Contains(parts(t, language), part)
}

// A language that is for voters alone is not offered by pages whose texts it lacks.
func TestPagesOfferLanguagesThatTheyCanSpeak(t *testing.T) {
	for _, page := range []string{"admin.html", "convert.html", "docs.html"} {
		content, err := embedded.ReadFile("static/" + page)
		if err != nil {
			t.Fatal(err)
		}
		var whole []string
		for _, language := range languages(t) {
			if speaks(t, language, "admin.js") {
				whole = append(whole, language)
			}
		}
		if want := `data-languages="` + strings.Join(whole, " ") + `"`; !strings.Contains(string(content), want) {
			t.Errorf("%s does not have %s", page, want)
		}
	}
}

// saidByServer reports whether a key is of sentences that the server makes in English.
func saidByServer(key string) bool {
	for _, family := range []string{"convert.warning.", "convert.unreadable.", "convert.problem."} {
		if strings.HasPrefix(key, family) {
			return true
		}
	}
	return false
}

// What a conversion says of a file has a sentence in every language but the server's own, with the same facts.
func TestEveryRemarkOfAConversionHasASentence(t *testing.T) {
	for _, language := range languages(t) {
		if language == "en" || !speaks(t, language, "convert.js") {
			continue
		}
		texts := catalogue(t, language, "convert.js")
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

// compareTexts reports keys that only one of a language and English has, or that take other parameters.
func compareTexts(t *testing.T, language string, others, english map[string]forms) {
	t.Helper()
	for key, texts := range english {
		other, ok := others[key]
		if !ok {
			t.Errorf("%s: no text for %s", language, key)
			continue
		}
		if got, want := placeholders(other), placeholders(texts); got != want {
			t.Errorf("%s: the text of %s takes %s, the English %s", language, key, got, want)
		}
		if (len(texts) > 1) != (len(other) > 1) {
			t.Errorf("%s: %s has plural forms here or in English only", language, key)
		}
	}
	for key := range others {
		if _, ok := english[key]; !ok && !saidByServer(key) {
			t.Errorf("%s: there is no English text for %s", language, key)
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
	for _, language := range languages(t) {
		if language == "en" {
			continue
		}
		got, needed := parts(t, language), maps.Clone(facts)
		if !speaks(t, language, "admin.js") {
			if !slices.Equal(got, []string{"board.js", "holder.js", "minutes.js", "outcome.js", "refusals.js",
				"registrar.js", "shell.js", "slip.js", "solid.js", "voter.js"}) {
				t.Errorf("%s has the parts %v", language, got)
			}
			clear(needed)
			// Voters' pages call these, and refusals that name no operation may meet any of them.
			called := []string{"castVote", "castBallot", "register", "signInByKey", "getPersonOfKey", "login", "updateProfile",
				"getVoterResults", "getInclusion", "changePassword", "deleteProfilePhoto"}
			for _, p := range refusal.Problems() {
				if slices.ContainsFunc(p.Operations(), func(o string) bool { return slices.Contains(called, o) }) {
					needed[p.Code()] = nil
				}
			}
		} else if !slices.Equal(got, slices.Sorted(slices.Values(append(parts(t, "en"), serverPart)))) {
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
	texts := catalogue(t, "en", "convert.js")
	want := func(name string) {
		if _, ok := texts["convert."+name]; !ok {
			t.Errorf("convert.%s has no text", name)
		}
	}
	for _, method := range convert.Methods() {
		want("method." + string(method.Method))
		want("method." + string(method.Method) + ".about")
		for _, option := range method.Options {
			if option.Name == "report" || option.Name == "thumbnail" {
				continue // the page does not ask
			}
			want(option.Name)
			for _, choice := range option.Choices {
				want(option.Name + "." + choice)
			}
		}
	}
}

func TestTextsAreWhole(t *testing.T) {
	for _, language := range languages(t) {
		for _, part := range parts(t, language) {
			for key, texts := range catalogue(t, language, part) {
				if _, ok := texts["other"]; !ok {
					t.Errorf("%s: %s has no form for any other number", language, key)
				}
				for _, text := range texts {
					if strings.TrimSpace(text) == "" {
						t.Errorf("%s: %s is empty", language, key)
					}
					if language == "fr" && plainSpace.MatchString(text) {
						t.Errorf("fr: %s: a plain space before a mark that takes a no-break one: %q", key, text)
					}
				}
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
	for _, language := range languages(t) {
		for _, part := range parts(t, language) {
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
	loads["admin"] += `, "audit", "hands", "minutes", "motion", "slip", "urn"` // these load it with the view that needs it
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
		if err != nil || entry.IsDir() || strings.HasPrefix(name, "static/messages/") {
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
		` .*|Content-Type|Retry-After|X-Request-Id|Escape|Enter|Home|End|Tab|Delete|` +
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
