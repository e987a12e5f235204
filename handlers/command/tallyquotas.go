package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// writeQuotas says how many seats kinds have, who moved up for whom, in which order the others move up, and who moves
// up for somebody who refuses where that is not the first of them.
func (c *counted) writeQuotas(out *strings.Builder) {
	for _, q := range c.Quotas {
		var seats []string
		if q.Least > 0 {
			seats = append(seats, fmt.Sprintf("at least %d", q.Least))
		}
		if q.Most > 0 {
			seats = append(seats, fmt.Sprintf("at most %d", q.Most))
		}
		fmt.Fprintf(out, "Seats for %s: %s\n", q.Kind, strings.Join(seats, " and "))
	}
	s := c.Outcome.Succession
	if s == nil {
		return
	}
	for _, m := range s.Moved {
		fmt.Fprintf(out, "Moved up: %s, for %s\n", c.names([]int{m.In}), c.names([]int{m.Out}))
	}
	fmt.Fprintf(out, "Substitutes in their order: %s\n", c.names(slices.Concat(s.Rest...)))
	for i, next := range s.Next {
		if !slices.Equal(next, s.Rest[0]) {
			fmt.Fprintf(out, "If %s refuses, %s moves up.\n", c.names(c.Outcome.Elected[i:i+1]),
				cmp.Or(c.names(next), "nobody"))
		}
	}
}
