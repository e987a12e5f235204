package command

import (
	"fmt"
	"strconv"
	"strings"

	"ostrakon/store/tally"
)

// listColumns are the seats of each list, the number that got its last seat, and the one that got none: its votes by
// the next divisor. Quotas and remainders have no next number.
func (c *counted) listColumns(column func(head string, cell func(i int) string)) {
	lists, last := c.Outcome.Allocation.Lists, make([]string, len(c.Candidates))
	for _, a := range c.Outcome.Allocation.Awards {
		last[a.List-1] = decimal(a.Number)
	}
	column("seats", func(i int) string { return strconv.Itoa(lists[i].Seats) })
	column("last seat at", func(i int) string { return last[i] })
	if step := c.Method.Traits().Step; step > 0 {
		column("next at", func(i int) string { return decimal(lists[i].Next(step)) })
	}
}

// decimal is a number with two decimals, cut off.
func decimal(f tally.Fraction) string {
	return fmt.Sprintf("%d.%02d", f[0]/f[1], f[0]%f[1]*100/f[1])
}

// seatsOfLists returns a line about the seats of all lists that have one.
func (c *counted) seatsOfLists() string {
	if c.Outcome.Papers == 0 {
		return "No list gets a seat: there are no votes."
	}
	var seats []string
	for i, list := range c.Outcome.Allocation.Lists {
		if list.Seats > 0 {
			seats = append(seats, fmt.Sprintf("%d %s", list.Seats, c.Candidates[i].Name))
		}
	}
	if len(seats) == 0 {
		return "No list gets a seat: none reaches the bar."
	}
	return "Seats: " + strings.Join(seats, ", ")
}
