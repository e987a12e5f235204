package command

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ostrakon/store/tally"
)

// report is a result for people to read.
func (c *counted) report() string {
	var out strings.Builder
	o := c.Outcome
	for _, text := range []string{c.Title, c.ID} {
		if text != "" {
			fmt.Fprintln(&out, text)
		}
	}
	if len(c.Groups) > 0 {
		fmt.Fprintf(&out, "For %s\n", strings.Join(c.Groups, ", "))
	}
	seats := ""
	if !c.Method.Traits().Answers {
		seats = fmt.Sprintf(", %d to elect", c.Seats)
	}
	fmt.Fprintf(&out, "%s%s: %d papers, %d blank, %d invalid", c.Method, seats, o.Papers, o.Blank, c.Invalid)
	if o.Quota > 0 {
		fmt.Fprintf(&out, "; the quota is %d", o.Quota)
	}
	if o.Needed > 0 {
		fmt.Fprintf(&out, "; %d votes are needed", o.Needed)
	}
	out.WriteString("\n\n")
	writeTable(&out, c.table())
	out.WriteString("\n")
	for _, d := range o.Draws {
		at := ""
		if d.Stage > 0 {
			at = fmt.Sprintf("stage %d, ", d.Stage)
		}
		fmt.Fprintf(&out, "Draw (%s%s) between %s: %s\n", at, d.For, c.names(d.Among), c.names([]int{d.Chosen}))
	}
	if len(o.Draws) > 0 {
		fmt.Fprintf(&out, "Did a draw decide who is elected? %s\n", o.Decided)
	}
	if len(c.Lot) > 0 {
		fmt.Fprintf(&out, "Order of the draw: %s\n", strings.Trim(strings.ReplaceAll(fmt.Sprint(c.Lot), " ", ", "), "[]"))
	}
	fmt.Fprintln(&out, c.ending())
	if len(c.Quotas) > 0 {
		c.writeQuotas(&out)
	}
	return out.String()
}

// ending returns a line about the end of the count.
func (c *counted) ending() string {
	o := c.Outcome
	if o.Allocation != nil {
		return c.seatsOfLists()
	}
	elected, tied := c.names(o.Elected), c.names(o.Tied)
	switch o.Ending {
	case tally.NoVotes:
		return "Nobody is elected: there are no votes."
	case tally.NoQuorum:
		return "Nothing is decided: too few people have voted."
	case tally.Passed:
		return fmt.Sprintf("The motion is passed: it needs %d.", o.Needed)
	case tally.Rejected:
		return fmt.Sprintf("The motion is rejected: it needs %d.", o.Needed)
	case tally.NoMajority:
		return fmt.Sprintf("Elected: %s\nFor the seats left, nobody has the votes needed. First: %s",
			cmp.Or(elected, "nobody"), cmp.Or(tied, "nobody"))
	case tally.Vacant:
		return fmt.Sprintf("Elected: %s\nSeats stay empty: %s won them.", cmp.Or(elected, "nobody"),
			c.names([]int{len(c.Candidates)}))
	case tally.Tied:
		return fmt.Sprintf("Elected: %s\nTied: %s", elected, tied)
	}
	return "Elected: " + elected
}

// names are candidates by number and name; options are places in the list of candidates.
func (c *counted) names(options []int) string {
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = fmt.Sprintf("%d %s", c.Candidates[o-1].Number, c.Candidates[o-1].Name)
	}
	return strings.Join(names, ", ")
}

// table has a row for each candidate and a column for each figure.
func (c *counted) table() [][]string {
	o := c.Outcome
	rows := [][]string{{"", "candidate"}}
	if o.Allocation != nil {
		rows[0][1] = "list"
	}
	for _, k := range c.Candidates {
		rows = append(rows, []string{strconv.Itoa(k.Number), k.Name})
	}
	column := func(head string, cell func(i int) string) {
		rows[0] = append(rows[0], head)
		for i := range c.Candidates {
			rows[i+1] = append(rows[i+1], cell(i))
		}
	}
	if len(c.Quotas) > 0 {
		column("kind", func(i int) string { return c.Candidates[i].Kind })
	}
	number := func(of []int) func(int) string { return func(i int) string { return strconv.Itoa(of[i]) } }
	switch c.Method.Traits().By {
	case tally.ByTransfers:
		lost := []string{"", "not transferable"}
		for n, s := range o.Stages {
			column(c.heading(n, s), func(i int) string { return c.votes(s.Votes[i]) })
			lost = append(lost, c.votes(s.Lost))
		}
		column("", func(i int) string {
			at := slices.IndexFunc(o.Stages, func(s tally.Stage) bool { return slices.Contains(s.Elected, i+1) })
			if at < 0 {
				return ""
			}
			return fmt.Sprintf("elected at %d", at+1)
		})
		return append(rows, lost)
	case tally.ByPairs:
		for b, k := range c.Candidates {
			column(fmt.Sprintf("to %d", k.Number), func(a int) string { return strconv.Itoa(o.Paths[a][b]) })
		}
	case tally.ByStars:
		column("stars", number(o.Votes))
		column("fives", number(o.Fives))
		column("runoff", func(i int) string {
			at := slices.Index(o.Finalists, i+1)
			if at < 0 {
				return ""
			}
			return strconv.Itoa(o.Prefers[i][o.Finalists[1-at]-1])
		})
	case tally.ByYesNo:
		column("yes", number(o.Votes))
		column("no", number(o.Against))
	case tally.ByVotes:
		column("votes", number(o.Votes))
		if o.Allocation != nil {
			c.listColumns(column)
		}
	}
	return rows
}

// heading names the action of a stage.
func (c *counted) heading(n int, s tally.Stage) string {
	switch s.Action {
	case tally.Surplus:
		return fmt.Sprintf("%d surplus of %d", n+1, c.Candidates[s.Option-1].Number)
	case tally.Exclude:
		return fmt.Sprintf("%d without %d", n+1, c.Candidates[s.Option-1].Number)
	}
	return fmt.Sprintf("%d first", n+1)
}

// votes are units as votes, with five decimals where a method has them.
func (c *counted) votes(units int) string {
	if vote := c.Method.Traits().Unit; vote > 1 {
		return fmt.Sprintf("%d.%05d", units/vote, units%vote)
	}
	return strconv.Itoa(units)
}

// writeTable aligns the second column, of names, to the left and the others to the right.
func writeTable(out *strings.Builder, rows [][]string) {
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			width := 0
			for _, other := range rows {
				if i < len(other) {
					width = max(width, utf8.RuneCountInString(other[i]))
				}
			}
			pad := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
			if i == 1 {
				line.WriteString("  " + cell + pad)
			} else {
				line.WriteString(strings.Repeat(" ", min(i, 1)*2) + pad + cell)
			}
		}
		fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
	}
}
