package card

import "strings"

// spellsAgain reports whether a line says in the Latin script what a line before it says in Greek or Cyrillic, which
// was read as Latin: Η is an H that Latin writes I, and Н is an H that Latin writes N. Those become one letter.
func spellsAgain(other, latin segment) bool {
	a, b := solid(other.text(0, len(other.words))), solid(latin.text(0, len(latin.words)))
	if strings.Trim(a, "ABCEHIKMNOPTXYZQ") != "" || a == b || len(other.words) != len(latin.words) {
		return false
	}
	same := strings.NewReplacer("R", "P", "H", "I", "N", "I", "V", "B", "U", "B", "Y", "B", "C", "S", "Z", "S", "L", "A",
		"D", "A", "G", "T", "Q", "O")
	limit := max(len(a), len(b)) / 3
	return distance(same.Replace(a), same.Replace(b), limit) <= limit
}
