package words

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed languages.json */*.json
var files embed.FS

// English is the language from which all others are translated, and the default of a server.
const English = "en"

// Language is a row of the list of languages.
type Language struct {
	Code      string   `json:"-"`         // ISO 639-1
	Name      string   `json:"name"`      // in this language
	Locale    string   `json:"locale"`    // of numbers and dates
	Direction string   `json:"direction"` // ltr or rtl
	Called    []string `json:"called"`    // what people call it, in this language and in others, in small letters
	Plurals   []string `json:"plurals"`   // the names of its plural forms, as Unicode has them
	Rule      string   `json:"rule"`      // which of them a number n takes, as gettext writes it
}

// Files holds the list of languages and the folders of their texts.
func Files() fs.FS { return files }

// Languages lists the languages: English, and the others by their codes.
func Languages() []Language { return slices.Clone(listed()) }

var listed = sync.OnceValue(func() []Language {
	content, err := files.ReadFile("languages.json")
	if err != nil {
		panic(err) // embedded above
	}
	list, err := ReadLanguages(content)
	if err != nil {
		panic(err) // a test reads it
	}
	return list
})

// ReadLanguages reads a list of languages in the form of languages.json.
func ReadLanguages(content []byte) ([]Language, error) {
	var rows map[string]Language
	if err := json.Unmarshal(content, &rows); err != nil {
		return nil, fmt.Errorf("words: languages.json: %w", err)
	}
	var list []Language
	for _, code := range slices.Sorted(maps.Keys(rows)) {
		row := rows[code]
		row.Code = code
		if code == English {
			list = slices.Insert(list, 0, row)
		} else {
			list = append(list, row)
		}
	}
	return list, nil
}

// Codes lists the codes of the languages, English first.
func Codes() []string {
	var codes []string
	for _, l := range listed() {
		codes = append(codes, l.Code)
	}
	return codes
}

// Direction returns the direction in which a language is written, ltr or rtl.
func Direction(language string) string {
	for _, l := range listed() {
		if l.Code == language {
			return l.Direction
		}
	}
	return "ltr"
}

// VotersParts lists the parts that every language has: what voters and key holders meet, and what is printed for them.
func VotersParts() []string {
	return []string{"board", "email", "holder", "minutes", "outcome", "refusals", "registrar", "shell", "slip", "solid",
		"tables", "voter"}
}

// Parts lists the parts of a language.
func Parts(language string) []string {
	names, err := fs.Glob(files, language+"/*.json")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	var parts []string
	for _, name := range names {
		parts = append(parts, strings.TrimSuffix(path.Base(name), ".json"))
	}
	return parts
}

// InTables lists what people write in a table for a thing, in all languages, folded: for yes or no, or as the head of
// the column of a field of the electoral roll.
func InTables(thing string) []string { return slices.Clone(tables()["tables."+thing]) }

var tables = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, language := range Codes() {
		texts, err := Texts(language, "tables")
		if err != nil {
			panic(err) // a test reads it
		}
		for key, forms := range texts {
			all[key] = append(all[key], strings.Split(forms["other"], "|")...)
		}
	}
	return all
})

// Forms are the texts of a key: one under "other", or one for each plural form of the language that it needs, by the
// names of Unicode: zero, one, two, few, many, other.
type Forms map[string]string

// UnmarshalJSON reads a text, or an object of plural forms.
func (f *Forms) UnmarshalJSON(content []byte) error {
	var one string
	if json.Unmarshal(content, &one) == nil {
		*f = Forms{"other": one}
		return nil
	}
	var forms map[string]string
	err := json.Unmarshal(content, &forms)
	*f = forms
	return err
}

// Texts returns the texts of a part in a language, by key.
func Texts(language, part string) (map[string]Forms, error) {
	name := language + "/" + part + ".json"
	content, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	var texts map[string]Forms
	if err := json.Unmarshal(content, &texts); err != nil {
		return nil, fmt.Errorf("words: %s: %w", name, err)
	}
	return texts, nil
}

// Lookup reads a part in all languages. The function that it returns has a text without plural forms in a language, or
// in English where the language is none of the list.
func Lookup(part string) (func(language, key string) string, error) {
	texts := map[string]map[string]Forms{}
	for _, language := range Codes() {
		own, err := Texts(language, part)
		if err != nil {
			return nil, err
		}
		texts[language] = own
	}
	return func(language, key string) string {
		own, ok := texts[language]
		if !ok {
			own = texts[English]
		}
		return own[key]["other"]
	}, nil
}
