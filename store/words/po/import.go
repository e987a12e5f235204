package po

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"ostrakon/store/words"
)

// Import returns the files of a language, by their names below the folder of the words, that hold what a file says, and
// what is wrong with it, a sentence each. Problems make the files unfit to be kept.
func Import(files fs.FS, l words.Language, f File) (made map[string][]byte, problems []string, err error) {
	parts, err := words.AllParts(files)
	if err != nil {
		return nil, nil, err
	}
	if f.Language != l.Code {
		return nil, []string{fmt.Sprintf("The file is of the language %q, and not of %s.", f.Language, l.Code)}, nil
	}
	texts, of := map[string]words.Part{}, map[string]words.Forms{}
	for _, e := range f.Entries {
		part, _, _ := strings.Cut(e.Key, ".")
		if !slices.Contains(parts, part) {
			problems = append(problems, fmt.Sprintf("%.60q is no key of a text.", e.Key))
			continue
		}
		forms := e.forms(l)
		if forms == nil {
			continue // not translated
		}
		p := texts[part]
		if p.Texts == nil {
			p.Texts = map[string]words.Forms{}
		}
		if p.Texts[e.Key] != nil {
			problems = append(problems, fmt.Sprintf("%s is there twice.", e.Key))
		}
		p.Keys, p.Texts[e.Key] = append(p.Keys, e.Key), forms
		texts[part] = p
		if !e.Old {
			of[e.Key] = e.english()
		}
	}
	made = map[string][]byte{}
	origins := words.ReadOrigins(files, l.Code)
	for _, part := range wanted(parts, texts) {
		english, err := words.ReadPart(files, words.English, part)
		if err != nil {
			return nil, nil, err
		}
		p := texts[part]
		p.Keys = inOrder(p, english)
		problems = append(problems, words.Check(l, part, p.Texts, english.Texts)...)
		for _, key := range p.Keys {
			if english.Texts[key] != nil && of[key] != nil {
				origins[key] = of[key].Hash()
			}
		}
		made[l.Code+"/"+part+".json"] = p.Write(l)
	}
	made[l.Code+"/"+words.MadeFrom] = origins.Write()
	return made, problems, nil
}

// wanted lists the parts that a language needs: those for voters, and all if it has a text of another.
func wanted(parts []string, texts map[string]words.Part) []string {
	for part := range texts {
		if !slices.Contains(words.VotersParts(), part) {
			return parts
		}
	}
	return words.VotersParts()
}

// inOrder lists the keys of a part: those of English in its order, and each other after the one that the file has
// before it.
func inOrder(p, english words.Part) []string {
	var keys []string
	for _, key := range english.Keys {
		if p.Texts[key] != nil {
			keys = append(keys, key)
		}
	}
	for i, key := range p.Keys {
		if english.Texts[key] != nil {
			continue
		}
		at := 0
		if i > 0 {
			at = slices.Index(keys, p.Keys[i-1]) + 1
		}
		keys = slices.Insert(keys, at, key)
	}
	return keys
}

// forms returns what the language says, by the names of its forms; nil if that is nothing.
func (e Entry) forms(l words.Language) words.Forms {
	if strings.TrimSpace(strings.Join(e.Said, "")) == "" {
		return nil
	}
	if e.Plural == "" {
		return words.Forms{"other": strings.Join(e.Said, "")}
	}
	forms := words.Forms{}
	for i, form := range l.Plurals {
		if i < len(e.Said) {
			forms[form] = e.Said[i]
		}
	}
	return forms
}

// english returns the English texts that the entry was made from.
func (e Entry) english() words.Forms {
	if e.Plural == "" {
		return words.Forms{"other": e.Text}
	}
	return words.Forms{"one": e.Text, "other": e.Plural}
}
