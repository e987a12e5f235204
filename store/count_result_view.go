package store

import (
	"slices"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/tally"
)

// results is the count with the questions, names and the turnout.
func (c *counting) results(now time.Time) Results {
	counted := c.sealed.Result
	r := Results{
		ElectionID: c.election.ID, Title: c.manifest.Title, Cast: counted.Cast, Invalid: counted.Invalid, Quorum: counted.Quorum,
		Turnout: c.election.Turnout, CalculatedAt: now, ResultHash: ballotbox.ResultHash(c.count.Result).String(), Seal: string(c.sealed.Seal),
	}
	for i, q := range counted.Questions {
		r.Questions = append(r.Questions, QuestionResult{Question: c.manifest.Questions[i], Outcome: q.Outcome})
	}
	first := r.Questions[0]
	r.Method = first.Question.Method
	r.Outcome = outcomeIn(first.Outcome)
	r.Candidates = first.candidates(r.Cast)
	r.Winners = []CandidateID{}
	for _, n := range first.Outcome.Elected {
		r.Winners = append(r.Winners, CandidateID(first.Question.Options[n-1].ID))
	}
	return r
}

// outcomeIn is the outcome of a question in one word.
func outcomeIn(o tally.Outcome) Outcome {
	switch {
	case o.Ending == tally.NoVotes:
		return OutcomeNoBallots
	case o.Ending != tally.Elected:
		return Outcome(o.Ending)
	case len(o.Draws) > 0 && o.Decided != tally.DrawNo:
		return OutcomeDraw
	}
	return OutcomeWinner
}

// candidates lists the options of a question with their votes, best first: by votes where they
// decide, otherwise those who are elected come first, in the order of their election.
func (q QuestionResult) candidates(cast int) []CandidateResult {
	votes := q.votes()
	method := q.Question.Method
	shared := method != tally.STAR && method != tally.Schulze
	lines := make([]CandidateResult, len(votes))
	for i, o := range q.Question.Options {
		lines[i] = CandidateResult{CandidateID: CandidateID(o.ID), Name: o.Name, Affiliation: o.Affiliation, Votes: votes[i]}
		lines[i].Winner = slices.Contains(q.Outcome.Elected, i+1)
		if shared && cast > 0 {
			lines[i].Share = float64(votes[i]) / float64(cast)
		}
	}
	place := make(map[CandidateID]int) // higher is better: the order of election, where votes do not give it
	if method.Transfers() || !shared {
		for n, option := range q.Outcome.Elected {
			place[CandidateID(q.Question.Options[option-1].ID)] = len(lines) - n
		}
	}
	better := func(a, b CandidateResult) int {
		if d := place[b.CandidateID] - place[a.CandidateID]; d != 0 {
			return d
		}
		return b.Votes - a.Votes
	}
	slices.SortStableFunc(lines, better)
	for i := range lines {
		lines[i].Rank = i + 1
		if i > 0 && better(lines[i-1], lines[i]) == 0 {
			lines[i].Rank = lines[i-1].Rank
		}
	}
	return lines
}

// votes are the votes of each option, as CandidateResult has them.
func (q QuestionResult) votes() []int {
	o := q.Outcome
	votes := make([]int, len(q.Question.Options))
	switch q.Question.Method {
	case tally.IRV, tally.STV:
		for _, first := range o.Stages[:min(1, len(o.Stages))] {
			for i, n := range first.Votes {
				votes[i] = n / q.Question.Method.Unit()
			}
		}
	case tally.Schulze:
		for a, row := range o.Prefers {
			for b, n := range row {
				if n > o.Prefers[b][a] {
					votes[a]++
				}
			}
		}
	default:
		return o.Votes
	}
	return votes
}
