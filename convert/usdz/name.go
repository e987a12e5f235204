package usdz

import (
	"strconv"
	"strings"
)

// names gives prims their names: identifiers of ASCII letters, digits and underscores, as all versions of USD take
// them, each only once.
type names map[string]int // how often each was asked for

// of makes an identifier of a name for display. fallback is one for names that are empty.
func (n names) of(display, fallback string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, display)
	if strings.Trim(name, "_") == "" {
		name = fallback
	}
	if name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	for {
		n[name]++
		if n[name] == 1 {
			return name
		}
		name += "_" + strconv.Itoa(n[name])
	}
}

// quoted writes a string of USDA. It names an opening bracket by its number, because three.js takes each for the
// beginning of an array.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `'`, `\'`, "[", `\x5b`, "\n", `\n`, "\r", `\r`).Replace(s) + `"`
}
