package remark

import (
	"fmt"
	"regexp"
	"strings"
)

// Kind is one thing that a conversion can say. Only this package can make one.
type Kind struct {
	code     string
	sentence string // {name} is a fact; {name:one|other} is a word that depends on its number
}

// Params are facts by their names: numbers, strings or lists of strings.
type Params map[string]any

// With is the kind with its facts, which are nil if it has none.
func (k Kind) With(params Params) Remark { return Remark{Kind: k, Params: params} }

// Code is the name of the kind for programs, in snake_case. It is stable.
func (k Kind) Code() string { return k.code }

// Text is the English sentence for several of everything, with each fact as its name in braces.
func (k Kind) Text() string { return places.ReplaceAllString(k.sentence, "${other}${fact}") }

// Facts are the names of the facts that come with the kind, as the sentence first names them.
func (k Kind) Facts() []string {
	var names []string
	seen := make(map[string]bool)
	for _, place := range places.FindAllStringSubmatch(k.sentence, -1) {
		if name := place[factName] + place[wordOf]; !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// Remark is a kind with the facts of one case.
type Remark struct {
	Kind
	Params Params
}

// String is the sentence in English.
func (n Remark) String() string {
	return places.ReplaceAllStringFunc(n.sentence, func(text string) string {
		place := places.FindStringSubmatch(text)
		switch {
		case place[wordOf] == "":
			return written(n.Params[place[factName]])
		case written(n.Params[place[wordOf]]) == "1":
			return place[wordForOne]
		}
		return place[wordForOther]
	})
}

// places finds the places in a sentence that depend on a fact.
var places = regexp.MustCompile(`(?P<fact>\{(\w+)\})|\{(\w+):([^|]*)\|(?P<other>[^}]*)\}`)

// The groups of places.
const (
	factName = iota + 2
	wordOf
	wordForOne
	wordForOther
)

// written is a fact in a sentence; of several choices, the last follows "or".
func written(value any) string {
	choices, ok := value.([]string)
	switch last := len(choices) - 1; {
	case !ok:
		return fmt.Sprint(value)
	case last < 1:
		return strings.Join(choices, "")
	default:
		return strings.Join(choices[:last], ", ") + " or " + choices[last]
	}
}
