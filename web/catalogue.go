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
)

const (
	// catalogueModule loads words from a disk, for tests that Node.js runs. In a joined page, another module takes its
	// place; see catalogue.
	catalogueModule = "lib/catalogue.js"

	// wordsFolder is where the words of a language are, one module a part, as a page loads them one by one. What follows
	// it in an import() of a joined page is a language, with all parts that the page loads at its start.
	wordsFolder = "words/"
)

// breaking matches a word that no line is to end in the middle of.
var breaking = regexp.MustCompile(`(?i)\b(e)-(mail)`)

// language is a row of the list of languages.
type language struct {
	Code      string `json:"-"`
	Name      string `json:"name"`
	Locale    string `json:"locale"`
	Direction string `json:"direction"`
}

// isOfThePages reports whether pages may load a part of the words. The others are for the program alone: what e-mails
// say, and what tables of people have in their cells.
func isOfThePages(part string) bool { return part != "email" && part != "tables" }

// addWords serves each part of the words that pages may load as a module. It keeps the list of languages, with
// English first. On a page, the hyphen of "e-mail" does not break.
func (b *builder) addWords(texts fs.FS) error {
	list, err := fs.ReadFile(texts, "languages.json")
	if err != nil {
		return err
	}
	var rows map[string]language
	if err := json.Unmarshal(list, &rows); err != nil {
		return fmt.Errorf("languages.json: %w", err)
	}
	for _, code := range slices.Sorted(maps.Keys(rows)) {
		l, at := rows[code], len(b.languages)
		if l.Code = code; code == "en" {
			at = 0
		}
		b.languages = slices.Insert(b.languages, at, l)
	}
	names, err := fs.Glob(texts, "*/*.json")
	for _, name := range names {
		if !isOfThePages(strings.TrimSuffix(path.Base(name), ".json")) {
			continue
		}
		content, err := fs.ReadFile(texts, name)
		if err != nil {
			return err
		}
		module := wordsFolder + strings.TrimSuffix(name, ".json") + ".js"
		b.sources[module] = slices.Concat([]byte("export default "), breaking.ReplaceAll(content, []byte("$1\u2011$2")))
	}
	return err
}

// textsOf returns the texts of a part in a language, by key.
func (b *builder) textsOf(language, part string) (map[string]any, error) {
	content, _ := strings.CutPrefix(string(b.read(wordsFolder+language+"/"+part+".js")), "export default ")
	var texts map[string]any // strings, or objects of plural forms
	err := json.Unmarshal([]byte(content), &texts)
	return texts, err
}

// speakers returns the codes of the languages that have a part, divided by spaces.
func (b *builder) speakers(part string) string {
	var codes []string
	for _, l := range b.languages {
		if b.sources[wordsFolder+l.Code+"/"+part+".js"] != nil {
			codes = append(codes, l.Code)
		}
	}
	slices.Sort(codes)
	return strings.Join(codes, " ")
}

// catalogue returns the module that takes the place of catalogueModule: the list of languages, and what loads the
// page's own parts in a language, which are in one file, or one other part.
func (j joined) catalogue() []byte {
	rows := map[string]language{}
	var own strings.Builder
	for _, l := range j.languages {
		rows[l.Code] = l
		fmt.Fprintf(&own, "  %s: () => import(%q),\n", l.Code, wordsFolder+l.Code)
	}
	list, _ := json.Marshal(rows) // strings
	parts, _ := json.Marshal(j.parts)
	load := "(language) => own[language]()"
	if !j.inOne {
		load = fmt.Sprintf(`(language, part) => %s.includes(part)
  ? own[language]() : import(%q + language + "/" + part + ".js")`, parts, j.site.folder+wordsFolder)
	}
	return fmt.Appendf(nil, "export const languages = %s;\nconst own = {\n%s};\nexport const load = %s;\n",
		list, own.String(), load)
}

// ownWords returns the module of all parts of a page in one language.
func (j joined) ownWords(language string) string {
	var imports, merged strings.Builder
	for _, part := range j.parts {
		name := wordsFolder + language + "/" + part + ".js"
		if j.sources[name] == nil {
			continue // English has no refusals: the server says them
		}
		fmt.Fprintf(&imports, "import %s from %q;\n", part, name)
		fmt.Fprintf(&merged, "...%s, ", part)
	}
	return imports.String() + "export default { " + merged.String() + "};\n"
}
