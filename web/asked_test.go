package web

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A voter has one lasting order on every device, which the server has too: see showTo of package store.
func TestABallotHasTheVotersOrder(t *testing.T) {
	voter := strings.Repeat("v", 26)
	var ids []string
	for i := range 6 {
		ids = append(ids, fmt.Sprintf("%026d", i))
	}
	own := func(ids ...string) []string {
		place := func(id string) string {
			return fmt.Sprintf("%x", sha256.Sum256([]byte("ostrakon/order/1\x00"+voter+id)))
		}
		return slices.SortedFunc(slices.Values(ids), func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	}
	lists := own(ids[0], ids[1]) // two candidates are on each
	people := map[string][]string{ids[0]: ids[2:4], ids[1]: ids[4:]}
	runScript(t, "asked.js", map[string]any{
		"voter": voter, "ids": ids, "all": own(ids...), "last": append(own(ids[:5]...), ids[5]),
		"lists": slices.Concat(lists, people[lists[0]], people[lists[1]]),
	})
}
