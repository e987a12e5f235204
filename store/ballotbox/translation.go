package ballotbox

import "fmt"

// Translation has the texts of an election, a question or an option in one more language. The page shows a text that is
// not there in the language in which it was written first.
type Translation struct {
	Language    string `json:"language"` // ISO 639-1
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Text        string `json:"text,omitempty"`
	Name        string `json:"name,omitempty"`
	Affiliation string `json:"affiliation,omitempty"`
}

// checkTranslations checks that every language has its code, and is there once.
func checkTranslations(all []Translation) error {
	seen := make(map[string]bool)
	for _, t := range all {
		if len(t.Language) != 2 || t.Language < "aa" || t.Language[0] > 'z' || t.Language[1] < 'a' || t.Language[1] > 'z' ||
			seen[t.Language] {
			return fmt.Errorf("a translation into %q", t.Language)
		}
		seen[t.Language] = true
	}
	return nil
}
