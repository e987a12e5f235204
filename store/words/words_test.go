package words_test

import (
	"bytes"
	"io/fs"
	"os"
	"testing"

	"ostrakon/store/words"
	"ostrakon/store/words/po"
)

// eachPart calls check with each part of each language.
func eachPart(t *testing.T, check func(l words.Language, part string, own, english words.Part)) {
	t.Helper()
	for _, l := range words.Languages() {
		for _, part := range words.Parts(l.Code) {
			own, err := words.ReadPart(os.DirFS("."), l.Code, part)
			if err != nil {
				t.Fatal(err)
			}
			english, err := words.ReadPart(os.DirFS("."), words.English, part)
			if err != nil {
				t.Fatal(err)
			}
			check(l, part, own, english)
		}
	}
}

// A key that stands twice, or a text on two lines, would not be written so.
func TestFilesAreWrittenInOneWay(t *testing.T) {
	eachPart(t, func(l words.Language, part string, own, _ words.Part) {
		name := l.Code + "/" + part + ".json"
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(own.Write(l), content) {
			t.Errorf("%s is not as the program writes it: one text a line, each key once, no blank lines", name)
		}
	})
}

// A text whose English has changed says perhaps something else.
func TestNoTranslationIsOlderThanItsEnglish(t *testing.T) {
	eachPart(t, func(l words.Language, _ string, own, english words.Part) {
		if l.Code == words.English {
			return
		}
		for _, key := range words.ReadOrigins(os.DirFS("."), l.Code).Old(own.Texts, english.Texts) {
			t.Errorf("%s: the English of %s has changed. Translate it again, or see that it is right; then: "+
				"go run . words mark -lang %s %s", l.Code, key, l.Code, key)
		}
	})
}

// Each language goes to translators and comes back as it was.
func TestLanguagesRoundTripThroughPO(t *testing.T) {
	tree := os.DirFS(".")
	for _, l := range words.Languages()[1:] {
		file, err := po.Export(tree, l, func(key string) string { return "server: " + key })
		if err != nil {
			t.Fatal(err)
		}
		if file, err = po.Parse(file.Write()); err != nil {
			t.Fatal(err)
		}
		made, problems, err := po.Import(tree, l, file)
		if err != nil || len(problems) > 0 {
			t.Fatalf("%s: %v %q", l.Code, err, problems)
		}
		names, err := fs.Glob(tree, l.Code+"/*")
		if err != nil || len(names) != len(made) {
			t.Errorf("%s has %d files, and came back as %d: %v", l.Code, len(names), len(made), err)
		}
		for _, name := range names {
			if content, err := os.ReadFile(name); err != nil || !bytes.Equal(content, made[name]) {
				t.Errorf("%s came back as something else: %v", name, err)
			}
		}
	}
}

// A new language is empty, and is taken when all that voters need is there.
func TestANewLanguageNeedsAllTextsForVoters(t *testing.T) {
	tree := os.DirFS(".")
	l := words.Language{Code: "xx", Plurals: []string{"one", "other"}, Rule: "n != 1"}
	file, err := po.Export(tree, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, problems, err := po.Import(tree, l, file)
	if err != nil || len(problems) < 500 {
		t.Errorf("an empty language was refused for %d problems: %v", len(problems), err)
	}
	for i, e := range file.Entries {
		file.Entries[i].Said = []string{e.Text}
		if e.Plural != "" {
			file.Entries[i].Said = []string{e.Text, e.Plural}
		}
	}
	made, problems, err := po.Import(tree, l, file)
	if err != nil || len(problems) > 0 || made["xx/voter.json"] == nil || made["xx/admin.json"] == nil {
		t.Errorf("a whole language was refused: %q %v", problems, err)
	}
	file.Entries[0].Said = []string{"{surprise}"}
	if _, problems, _ = po.Import(tree, l, file); len(problems) != 1 {
		t.Errorf("a text with another parameter was taken: %q", problems)
	}
}
