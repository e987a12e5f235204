package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pluralName finds the names of plural forms, the only thing in a catalogue that JSON would quote.
var pluralName = regexp.MustCompile(`([{,]\s*)(one|other):`)

// words are the texts of one language by key: of each the plural forms, or one form, "other".
type words struct {
	language string
	texts    map[string]map[string]string
}

// readWords reads all parts of the catalogue in a language, "en" or "fr".
func readWords(t *testing.T, language string) words {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "static", "messages", language, "*.js"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogue of %q: %v", language, err)
	}
	w := words{language: language, texts: map[string]map[string]string{}}
	for _, file := range files {
		if filepath.Base(file) == "index.js" {
			continue // lists the parts, and has no texts
		}
		content := must(os.ReadFile(file))(t)
		text := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(content)), "export default"), ";")
		var raw map[string]json.RawMessage
		if err := json.Unmarshal([]byte(pluralName.ReplaceAllString(text, `$1"$2":`)), &raw); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for key, value := range raw {
			var one string
			forms := map[string]string{}
			if json.Unmarshal(value, &one) == nil {
				forms["other"] = one
			} else if err := json.Unmarshal(value, &forms); err != nil {
				t.Fatalf("%s: %s: %v", file, key, err)
			}
			w.texts[key] = forms
		}
	}
	return w
}

// of is the text of a key with its parameters, names and values in turn. The parameter n chooses the plural form.
func (w words) of(key string, parameters ...any) string {
	forms, ok := w.texts[key]
	if !ok {
		panic(fmt.Sprintf("the catalogue has no text for %q", key))
	}
	form := "other"
	var pairs []string
	for i := 0; i+1 < len(parameters); i += 2 {
		name, value := fmt.Sprint(parameters[i]), fmt.Sprint(parameters[i+1])
		if one := value == "1" || value == "0" && w.language == "fr"; one && name == "n" && forms["one"] != "" {
			form = "one"
		}
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(forms[form])
}
