package attack

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What differs from one answer to the next for other reasons: ids, hashes, keys and signatures, of
// which the sizes are compared, and times.
var (
	drawn = regexp.MustCompile(`[A-Za-z0-9+/_=-]{16,}`)
	timed = regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`)
)

// Two elections differ in the choices alone. Whatever anyone is told before the count has the same
// size and, but for what is drawn, the same content. After the count it has not: what differs is heard.
func TestNothingBeforeTheCountDependsOnAChoice(t *testing.T) {
	var told [2][]string
	var after [2]string
	for n := range told {
		e := openOffice(t, t.TempDir()).open(t, "Al", strings.Repeat("Very long name ", 6), "Ünïcode ✓", "Zoe")
		a := newAdministrator(e)
		hear := func(what string, got answer) {
			header := slices.Sorted(maps.Keys(got.header))
			text := timed.ReplaceAllString(string(got.body), "time")
			text = drawn.ReplaceAllStringFunc(text, func(s string) string { return fmt.Sprint(len(s)) })
			told[n] = append(told[n], fmt.Sprint(what, " ", got.status, " ", header, " ", text))
		}
		for v := range 12 {
			voter, b := e.voter(t, v)
			hear("receipt", e.cast(t, voter, b, n*(v%3+1)))
			for _, path := range []string{"/api/user/elections", "/api/user/elections/active", "/api/user/elections/" + e.id,
				"/api/user/elections/" + e.id + "/has-voted", "/api/user/elections/" + e.id + "/results"} {
				hear(strings.Replace(path, e.id, "", 1), b.ask(t, "GET", path, nil))
			}
			for _, path := range a.pages() {
				hear(strings.Replace(path, e.id, "", 1), a.admin.ask(t, "GET", path, nil))
			}
		}
		e.move(t, "COMPLETED")
		for _, path := range a.pages() {
			if path != a.path("box") { // nothing compresses it, so that its size is compared below
				hear(strings.Replace(path, e.id, "", 1), a.admin.ask(t, "GET", path, nil))
			}
		}
		told[n] = append(told[n], fmt.Sprint("a box of ", len(a.admin.must(t, "GET", a.path("box"), nil)), " bytes"))
		a.admin.must(t, "POST", a.path("count/upload"), zipped(t, e.countAtTable(t)))
		hear("results", a.admin.ask(t, "GET", a.path("results"), nil))
		last := len(told[n]) - 1
		after[n], told[n] = told[n][last], told[n][:last]
	}
	if after[0] == after[1] {
		t.Errorf("after the count, both say\n%.2000s", after[0])
	}
	for i := range told[0] {
		if told[0][i] != told[1][i] {
			t.Errorf("one election says\n%.2000s\nthe other\n%.2000s", told[0][i], told[1][i])
		}
	}
}
