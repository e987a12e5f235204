package tally

import "slices"

// Ended says how a count ended.
type Ended string

// The ends of a count.
const (
	Winner    Ended = "winner"     // one candidate has more votes than any other
	Tie       Ended = "tie"        // several candidates share the first place
	NoBallots Ended = "no_ballots" // nobody voted
)

// Line is the count of one candidate.
type Line[C comparable] struct {
	Candidate C
	Votes     int
	Rank      int  // 1 for the most votes; equal votes share a rank, and the next is skipped (1, 2, 2, 4)
	Winner    bool // true for at most one line, and none in a tie
}

// FirstPastThePost counts ballots of one choice each. The candidate with the most votes wins (first past
// the post). Lines come best first; candidates with equal votes keep the order of candidates.
// strays is the number of choices that are not candidates; they count for nobody.
func FirstPastThePost[C comparable](candidates, choices []C) (lines []Line[C], outcome Ended, strays int) {
	position := make(map[C]int, len(candidates))
	lines = make([]Line[C], len(candidates))
	for i, c := range candidates {
		position[c] = i
		lines[i].Candidate = c
	}
	for _, c := range choices {
		if i, ok := position[c]; ok {
			lines[i].Votes++
		} else {
			strays++
		}
	}
	slices.SortStableFunc(lines, func(a, b Line[C]) int { return b.Votes - a.Votes })
	for i := range lines {
		lines[i].Rank = i + 1
		if i > 0 && lines[i].Votes == lines[i-1].Votes {
			lines[i].Rank = lines[i-1].Rank
		}
	}
	switch {
	case len(choices) == strays:
		return lines, NoBallots, strays
	case len(lines) > 1 && lines[1].Votes == lines[0].Votes:
		return lines, Tie, strays
	}
	lines[0].Winner = true
	return lines, Winner, strays
}
