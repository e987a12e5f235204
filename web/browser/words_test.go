package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// words are the texts of one language by key: of each the plural forms, or one form, "other".
type words struct {
	language string
	texts    map[string]map[string]string
}

// readWords reads all parts of the words in a language, such as "en".
func readWords(t *testing.T, language string) words {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "store", "words", language, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no words of %q: %v", language, err)
	}
	w := words{language: language, texts: map[string]map[string]string{}}
	for _, file := range files {
		var raw map[string]json.RawMessage
		if err := json.Unmarshal(must(os.ReadFile(file))(t), &raw); err != nil {
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
