package words

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

var (
	placeholder = regexp.MustCompile(`\{(\w+)\}`)

	// plainSpace matches a space that French sets as one that does not break.
	plainSpace = regexp.MustCompile(`[\p{L}\p{N}»)}] [;:?!»]|« `)
)

// Placeholders are the names that the texts of a key have in braces, sorted, each once.
func (f Forms) Placeholders() []string {
	var names []string
	for _, text := range f {
		for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
			names = append(names, match[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ServerSays reports whether a text is of a sentence that the server itself says in English: then the words of English
// lack it.
func ServerSays(key string) bool {
	return slices.ContainsFunc([]string{"refusals.", "convert.warning.", "convert.unreadable.", "convert.problem."},
		func(family string) bool { return strings.HasPrefix(key, family) })
}

// Check returns what is wrong with the texts of a part in a language, a sentence each, beside the English ones of the
// part.
func Check(l Language, part string, texts, english map[string]Forms) (problems []string) {
	say := func(key, format string, facts ...any) {
		problems = append(problems, fmt.Sprintf("%s: %s ", l.Code, key)+fmt.Sprintf(format, facts...))
	}
	for _, key := range slices.Sorted(maps.Keys(english)) {
		if texts[key] == nil {
			say(key, "has no text")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		forms := texts[key]
		if !strings.HasPrefix(key, part+".") {
			say(key, "is in %s, and does not begin with it", part)
		}
		for _, problem := range forms.check(l) {
			say(key, "%s", problem)
		}
		of, ok := english[key]
		switch {
		case ok && !slices.Equal(forms.Placeholders(), of.Placeholders()):
			say(key, "takes %v, the English %v", forms.Placeholders(), of.Placeholders())
		case ok && (len(forms) > 1) != (len(of) > 1):
			say(key, "has plural forms here or in English only")
		case !ok && !ServerSays(key):
			say(key, "has no English text")
		}
	}
	return problems
}

// check returns what is wrong with the texts of one key by themselves.
func (f Forms) check(l Language) (problems []string) {
	want := l.Plurals
	if len(f) == 1 {
		want = []string{"other"}
	}
	if got := slices.Sorted(maps.Keys(f)); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		problems = append(problems, fmt.Sprintf("has the forms %v, and needs %v", got, want))
	}
	for _, form := range slices.Sorted(maps.Keys(f)) {
		if strings.TrimSpace(f[form]) == "" {
			problems = append(problems, "is empty")
		}
		if l.Code == "fr" && plainSpace.MatchString(f[form]) {
			problems = append(problems, fmt.Sprintf("has a plain space before a mark that takes a no-break one: %q", f[form]))
		}
	}
	return problems
}
