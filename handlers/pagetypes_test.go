package handlers_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"testing"

	"ostrakon/store/words"
)

// The pages' types of the API's answers are those of openapi.yaml: what an interface has is in the schema of its name,
// and what it always has is required there. It may leave out what no page reads.
func TestTypesOfThePagesFollowTheDescription(t *testing.T) {
	source := must(os.ReadFile("../web/types/api.d.ts"))(t)
	text := regexp.MustCompile(`//.*|/\*\*.*?\*/`).ReplaceAllString(string(source), "")
	nested := regexp.MustCompile(`(: )\{[^{}]*\}`)
	schemas := theDescription(t).doc.Components.Schemas
	member := regexp.MustCompile(`(\w+)(\??): `)
	checked := 0
	for _, found := range regexp.MustCompile(`interface (\w+)[^{]* \{([^{}]*)\}`).FindAllStringSubmatch(
		nested.ReplaceAllString(text, "${1}object"), -1) {
		name, members := found[1], found[2]
		schema := schemas[name]
		if schema == nil || len(schema.Value.Properties)+len(schema.Value.AllOf) == 0 {
			continue // a name of the pages' own
		}
		properties, required := map[string]bool{}, schema.Value.Required
		for name := range schema.Value.Properties {
			properties[name] = true
		}
		for _, part := range schema.Value.AllOf {
			required = append(required, part.Value.Required...)
			for name := range part.Value.Properties {
				properties[name] = true
			}
		}
		for _, m := range member.FindAllStringSubmatch(members, -1) {
			checked++
			if !properties[m[1]] {
				t.Errorf("%s has no %s", name, m[1])
			} else if m[2] == "" && !slices.Contains(required, m[1]) {
				t.Errorf("%s does not always have %s", name, m[1])
			}
		}
	}
	if checked < 150 {
		t.Errorf("only %d members of answers were checked", checked)
	}
}

func TestDescriptionHasTheLanguagesOfTheList(t *testing.T) {
	described := theDescription(t).doc.Components.Schemas["Language"].Value.Enum
	if got, want := fmt.Sprint(described), fmt.Sprint(words.Codes()); got != want {
		t.Errorf("openapi.yaml has the languages %s, the list %s", got, want)
	}
}
