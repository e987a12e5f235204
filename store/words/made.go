package words

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
)

// MadeFrom is the name of the file of a language that says, a line a key, from which English text each text was made.
// It is kept out of the program.
const MadeFrom = "made_from.txt"

// Origins are the hashes of the English texts that the texts of a language were made from, by key.
type Origins map[string]string

// Hash returns the first eight digits of the SHA-256 of the texts of a key.
func (f Forms) Hash() string {
	content, _ := json.Marshal(map[string]string(f)) // texts, sorted by the names of their forms
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:4])
}

// ReadOrigins reads the origins of a language from the folder of the words. A language without the file has none.
func ReadOrigins(files fs.FS, language string) Origins {
	origins := Origins{}
	content, _ := fs.ReadFile(files, language+"/"+MadeFrom)
	for line := range strings.Lines(string(content)) {
		if key, hash, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			origins[key] = hash
		}
	}
	return origins
}

// Write returns the file of the origins.
func (o Origins) Write() []byte {
	lines := make([]string, 0, len(o))
	for key, hash := range o {
		lines = append(lines, key+" "+hash+"\n")
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, ""))
}

// Old lists the keys of a part whose texts were made from another English text than there is now. What the server says
// itself has no English text among the words, and so no origin.
func (o Origins) Old(texts, english map[string]Forms) (keys []string) {
	for key := range texts {
		if of, ok := english[key]; ok && o[key] != of.Hash() {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
