package e2e

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	asked   = regexp.MustCompile(`^(?:\d|API\d)`)
	oneRisk = regexp.MustCompile(`^API\d+$`)
	answers = []string{"No test:", "Not done:", "Does not apply:"}
)

// docs/security.md has each requirement of the ASVS and each risk of the API Top 10 once, with a test
// that is there or the reason why not, and its first lines count them.
func TestEverySecurityRequirementHasItsLine(t *testing.T) {
	text := documents(t)["docs/security.md"]
	want := make(map[string]bool)
	for c, sections := range [][]int{
		{2, 10, 12, 3, 3}, {3, 3, 5, 2}, {1, 3, 5, 8, 8, 1, 5}, {5, 5, 2, 4}, {1, 6, 3, 3}, {3, 12, 8, 6, 8, 4, 2, 4},
		{3, 4, 2, 5, 3, 2}, {4, 4, 3, 2}, {3, 4}, {2, 3, 5, 16, 5, 2, 3}, {4, 5, 5, 4, 2, 2, 2}, {5, 2, 5}, {4, 6, 4, 7},
		{2, 8, 3}, {5, 5, 7, 4}, {1, 5, 4, 3, 4}, {2, 8, 2},
	} {
		for s, n := range sections {
			for i := range n {
				want[fmt.Sprintf("%d.%d.%d", c+1, s+1, i+1)] = true
			}
		}
	}
	for n := range 10 {
		want[fmt.Sprintf("API%d", n+1)] = true
	}
	chapter, seen, counts := "", make(map[string]bool), make(map[string]int)
	for line := range strings.Lines(text) {
		if rest, found := strings.CutPrefix(line, "## V"); found {
			chapter, _, _ = strings.Cut(rest, " ")
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || !asked.MatchString(strings.TrimSpace(cells[0])) {
			continue
		}
		answer := answerOf(cells[2])
		if answer == "" {
			t.Errorf("no test and no reason: %s", line)
		}
		for _, number := range numbersOf(t, strings.TrimSpace(cells[0])) {
			if !want[number] || seen[number] {
				t.Errorf("%s is no requirement, or stands there twice", number)
			}
			if !oneRisk.MatchString(number) {
				counts[answer]++
				if !strings.HasPrefix(number, chapter+".") {
					t.Errorf("%s stands in chapter V%s", number, chapter)
				}
			}
			seen[number] = true
		}
	}
	for _, number := range slices.Sorted(maps.Keys(want)) {
		if !seen[number] {
			t.Errorf("%s is missing", number)
		}
	}
	counted := fmt.Sprintf("Of the 345 requirements, %d are met and have a test, %d are met without one, %d are not "+
		"done or only in part, and %d do not apply.",
		counts["test"], counts["No test:"], counts["Not done:"], counts["Does not apply:"])
	if !strings.Contains(strings.Join(strings.Fields(text), " "), counted) {
		t.Errorf("the document does not say: %s", counted)
	}
	tests := testsOfTheTree(t)
	for _, named := range testName.FindAllStringSubmatch(text, -1) {
		if name := strings.TrimSpace(named[1]) + " " + named[2]; !tests[name] {
			t.Errorf("there is no test %s", name)
		}
	}
}

// answerOf is how a cell answers: with a "test", or with one of answers; "" if it does not.
func answerOf(cell string) string {
	for _, answer := range answers {
		if strings.HasPrefix(cell, answer) {
			return answer
		}
	}
	if at := testName.FindStringIndex(cell); at != nil && at[0] == 0 {
		return "test"
	}
	return ""
}

// numbersOf are the requirements of a cell such as "1.2.6–1.2.8, 1.3.1".
func numbersOf(t *testing.T, cell string) (numbers []string) {
	t.Helper()
	for part := range strings.SplitSeq(cell, ", ") {
		from, to, isRange := strings.Cut(part, "–")
		if !isRange {
			numbers = append(numbers, part)
			continue
		}
		section := from[:strings.LastIndexByte(from, '.')+1]
		first, err := strconv.Atoi(strings.TrimPrefix(from, section))
		last, err2 := strconv.Atoi(strings.TrimPrefix(to, section))
		if err != nil || err2 != nil || first >= last {
			t.Errorf("%q is no range of one section", part)
		}
		for n := first; n <= last; n++ {
			numbers = append(numbers, section+strconv.Itoa(n))
		}
	}
	return numbers
}
