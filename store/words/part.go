package words

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Part is a part of the words of a language, in the order of its file.
type Part struct {
	Keys  []string
	Texts map[string]Forms
}

// ReadPart reads a part of a language from the folder of the words. A part that is not there is empty.
func ReadPart(files fs.FS, language, part string) (p Part, err error) {
	name := language + "/" + part + ".json"
	content, err := fs.ReadFile(files, name)
	if err != nil {
		if _, missing := fs.Stat(files, name); missing != nil {
			return Part{Texts: map[string]Forms{}}, nil
		}
		return p, err
	}
	if err := json.Unmarshal(content, &p.Texts); err != nil {
		return p, fmt.Errorf("words: %s: %w", name, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	_, err = decoder.Token()
	for err == nil && decoder.More() {
		var key json.Token
		if key, err = decoder.Token(); err == nil {
			p.Keys = append(p.Keys, fmt.Sprint(key))
			err = decoder.Decode(new(Forms))
		}
	}
	return p, err
}

// Write returns the file of the part in a language: one text a line, and plural forms in the order of the language.
func (p Part) Write(l Language) []byte {
	lines := make([]string, len(p.Keys))
	for i, key := range p.Keys {
		lines[i] = "  " + quoted(key) + ": " + p.Texts[key].write(l)
	}
	return []byte("{\n" + strings.Join(lines, ",\n") + "\n}\n")
}

// write returns forms as a file has them.
func (f Forms) write(l Language) string {
	if len(f) == 1 {
		return quoted(f["other"])
	}
	var forms []string
	for _, form := range l.Plurals {
		if text, ok := f[form]; ok {
			forms = append(forms, quoted(form)+": "+quoted(text))
		}
	}
	return "{ " + strings.Join(forms, ", ") + " }"
}

// quoted returns a text as JSON with the letters that people read.
func quoted(text string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string, into memory
	return strings.TrimSpace(out.String())
}

// AllParts lists the parts that any language has.
func AllParts(files fs.FS) ([]string, error) {
	names, err := fs.Glob(files, "*/*.json")
	parts := map[string]bool{}
	for _, name := range names {
		_, base, _ := strings.Cut(name, "/")
		parts[strings.TrimSuffix(base, ".json")] = true
	}
	return slices.Sorted(maps.Keys(parts)), err
}
