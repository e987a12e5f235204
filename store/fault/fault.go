package fault

import (
	"fmt"
	"strings"
)

// Params are the facts of a fault by name: limits, choices, the line of a
// file. Values are numbers, strings or lists of strings.
type Params map[string]any

// Fault is what is wrong with a field.
type Fault struct {
	Code   Code
	Params Params // nil where the code says all
}

// Message is the sentence for people, in English. It goes on from the name of the field.
func (f Fault) Message() string {
	var facts []string
	for name, value := range f.Params {
		facts = append(facts, "{"+name+"}", words(value))
	}
	return strings.NewReplacer(facts...).Replace(f.Code.Text())
}

func words(value any) string {
	choices, ok := value.([]string)
	if !ok {
		return fmt.Sprint(value)
	}
	last := len(choices) - 1
	if last < 1 {
		return strings.Join(choices, "")
	}
	return strings.Join(choices[:last], ", ") + " or " + choices[last]
}
