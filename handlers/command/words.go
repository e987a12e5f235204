package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ostrakon/convert/remark"
	"ostrakon/ocr"
	problems "ostrakon/store/refusal" // this package has a function of its name
	"ostrakon/store/words"
	"ostrakon/store/words/po"
)

// WordsExport writes the words of a language as a PO file, for translators.
func WordsExport(_ context.Context, a *App, args []string) error {
	f := a.flags("words export", "")
	dir, lang := f.String("dir", ".", "the checkout of the source"), f.String("lang", "", "the code of the language")
	out := f.String("o", "", "the file to write instead of standard output")
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	tree, l, err := wordsOf(*dir, *lang)
	if err != nil {
		return err
	}
	file, err := po.Export(tree, l, serverSays())
	if err != nil {
		return err
	}
	if *out == "" {
		_, err = a.Stdout.Write(file.Write())
		return err
	}
	return os.WriteFile(*out, file.Write(), 0o644)
}

// WordsImport takes a PO file into the source, if nothing is wrong with it.
func WordsImport(_ context.Context, a *App, args []string) error {
	f := a.flags("words import", "FILE")
	dir := f.String("dir", ".", "the checkout of the source")
	names, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(names[0])
	if err != nil {
		return err
	}
	file, err := po.Parse(content)
	if err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	tree, l, err := wordsOf(*dir, file.Language)
	if err != nil {
		return err
	}
	made, wrong, err := po.Import(tree, l, file)
	if err == nil && len(wrong) > 0 {
		err = fmt.Errorf("nothing was changed:\n  %s", strings.Join(wrong, "\n  "))
	}
	if err != nil {
		return err
	}
	return keepWords(*dir, made)
}

// WordsMark says of texts that are older than their English that they are still right.
func WordsMark(_ context.Context, a *App, args []string) error {
	f := a.flags("words mark", "KEY...")
	dir, lang := f.String("dir", ".", "the checkout of the source"), f.String("lang", "", "the code of the language")
	keys, err := a.parse(f, args, 1, 5000)
	if err != nil {
		return err
	}
	tree, l, err := wordsOf(*dir, *lang)
	if err != nil {
		return err
	}
	origins := words.ReadOrigins(tree, l.Code)
	for _, key := range keys {
		part, _, _ := strings.Cut(key, ".")
		english, err := words.ReadPart(tree, words.English, part)
		if err != nil {
			return err
		}
		if english.Texts[key] == nil {
			return fmt.Errorf("there is no English text for %s", key)
		}
		origins[key] = english.Texts[key].Hash()
	}
	return keepWords(*dir, map[string][]byte{l.Code + "/" + words.MadeFrom: origins.Write()})
}

// wordsOf returns the folder of the words in a checkout, and a language of its list.
func wordsOf(dir, language string) (tree fs.FS, l words.Language, err error) {
	tree = os.DirFS(filepath.Join(dir, "store", "words"))
	list, err := fs.ReadFile(tree, "languages.json")
	if err != nil {
		return nil, l, err
	}
	languages, err := words.ReadLanguages(list)
	if err != nil {
		return nil, l, err
	}
	at := slices.IndexFunc(languages, func(l words.Language) bool { return l.Code == language })
	if at < 0 || language == words.English {
		return nil, l, errors.New("choose a language of store/words/languages.json that is not English; " +
			"a new one is a row there first")
	}
	return tree, languages[at], nil
}

// keepWords writes files below the folder of the words in a checkout.
func keepWords(dir string, made map[string][]byte) error {
	for name, content := range made {
		name = filepath.Join(dir, "store", "words", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// serverSays returns what knows the sentence that the server says in English for the key of its translations. A key
// that ends with a fact has the sentence of its code.
func serverSays() po.Server {
	said := map[string]string{}
	for _, p := range problems.Problems() {
		said["refusals."+p.Code()] = p.Text()
	}
	for _, f := range problems.Faults() {
		said["refusals."+f.Code()] = f.Text()
	}
	for _, scheme := range ocr.Schemes() {
		said["refusals.scheme."+scheme.Name] = scheme.Description
	}
	for family, kinds := range map[string][]remark.Kind{"refusals.": remark.OptionFaults(),
		"convert.warning.": remark.Warnings(), "convert.unreadable.": remark.Refusals()} {
		for _, kind := range kinds {
			said[family+kind.Code()] = kind.Text()
		}
	}
	return func(key string) string {
		for at := key; at != ""; at = at[:max(0, strings.LastIndex(at, "."))] {
			if said[at] != "" {
				return said[at]
			}
		}
		return key
	}
}
