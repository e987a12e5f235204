package po

import (
	"io/fs"
	"slices"
	"strings"

	"ostrakon/store/words"
)

// places say where people meet the words of a part, for whoever translates them.
var places = map[string]string{
	"admin":       "the pages of administrators (/admin)",
	"audit":       "the audit log (/admin#audit)",
	"board":       "the bulletin board (/board)",
	"convert":     "the converter of solids (/convert)",
	"datasheet":   "the sheet for members on what is kept of people (/admin#settings/people)",
	"docs":        "the reference of the API (/docs)",
	"email":       "e-mails to voters and administrators",
	"hands":       "shows of hands (/admin#hands)",
	"holder":      "the pages of key holders (/board#/key/…) and the opening certificate",
	"kept":        "the page of the models that are kept (/admin#models)",
	"machine":     "backups and the health of the server (/admin#backup)",
	"mail":        "e-mail for administrators (/admin#mail)",
	"minutes":     "the minutes, on paper",
	"motion":      "a motion from the hall (/admin#motion)",
	"nominations": "nominations for administrators (/admin#elections/…/nominations)",
	"outcome":     "results, on all pages",
	"paper":       "how an election counts (/admin#elections/…)",
	"refusals":    "what the server refuses, on all pages",
	"registrar":   "the registrar of a poll book (/registrar.html)",
	"roll":        "the electoral roll (/admin#roll)",
	"settings":    "the settings and the first set-up (/admin#settings)",
	"shell":       "the head and foot of all pages, and signing in",
	"slip":        "slips and letters, on paper",
	"solid":       "what one turns and looks at in 3D, on all pages",
	"steps":       "the steps of an election (/admin#elections/…)",
	"tables":      "heads of columns of tables that people upload",
	"urn":         "printed ballots (/admin#elections/…/papers)",
	"voter":       "the pages of voters (/)",
}

// Server returns a sentence that the server itself says in English, by the key of its translations; "" for none.
type Server func(key string) string

// Export returns the words of a language as a file. Texts that it lacks are empty.
func Export(files fs.FS, l words.Language, server Server) (File, error) {
	parts, err := words.AllParts(files)
	if err != nil {
		return File{}, err
	}
	f := File{Language: l.Code, Forms: len(l.Plurals), Rule: l.Rule}
	origins := words.ReadOrigins(files, l.Code)
	for _, part := range parts {
		english, err := words.ReadPart(files, words.English, part)
		if err != nil {
			return File{}, err
		}
		own, err := words.ReadPart(files, l.Code, part)
		if err != nil {
			return File{}, err
		}
		old := origins.Old(own.Texts, english.Texts)
		for _, key := range keysOf(english, own) {
			e := entry(key, english.Texts[key], own.Texts[key], l, server)
			e.Old = slices.Contains(old, key)
			f.Entries = append(f.Entries, e)
		}
	}
	return f, nil
}

// keysOf lists the keys of a part of a language, and those that English has beyond them.
func keysOf(english, own words.Part) []string {
	keys := slices.Clone(own.Keys)
	for _, key := range english.Keys {
		if own.Texts[key] == nil {
			keys = append(keys, key)
		}
	}
	return keys
}

// entry makes the entry of a key.
func entry(key string, english, own words.Forms, l words.Language, server Server) Entry {
	e := Entry{Key: key, Text: english["other"]}
	if english == nil {
		e.Text = server(key)
	}
	if len(english) > 1 {
		e.Text, e.Plural = english["one"], english["other"]
	} else if len(own) > 1 { // the server's sentences have no forms
		e.Plural = e.Text
	}
	part, _, _ := strings.Cut(key, ".")
	e.Comments = []string{"part: " + part + ", " + places[part]}
	if names := english.Placeholders(); len(names) > 0 {
		e.Comments = append(e.Comments, "keep these names, which stand for values: {"+strings.Join(names, "} {")+"}")
	}
	if part == "tables" {
		e.Comments = append(e.Comments, "words that people write in tables, divided by |: small letters, no accents")
	}
	for _, form := range l.Plurals {
		if e.Plural != "" {
			e.Said = append(e.Said, own[form])
		}
	}
	if e.Plural == "" {
		e.Said = []string{own["other"]}
	}
	return e
}
