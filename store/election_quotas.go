package store

import (
	"slices"

	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

const fieldQuotas = "quotas"

// setQuotas sets the quotas of a question, and notes what cannot hold whoever stands.
func (q *Question) setQuotas(faults *input.Faults, quotas *[]tally.KindQuota) {
	if quotas != nil {
		q.Quotas = *quotas
	}
	least, seen := 0, make(map[string]bool)
	for i := range q.Quotas {
		of := &q.Quotas[i]
		faults.Line("kind", &of.Kind, 1, ballotbox.MaxKind)
		most := of.Most
		if most == 0 {
			most = q.Seats
		}
		if seen[of.Kind] || min(of.Least, of.Most) < 0 || of.Least+of.Most == 0 || of.Least > most || most > q.Seats {
			faults.Add(fieldQuotas, refusal.QuotasUnfit, refusal.Facts{"seats": q.Seats})
			return
		}
		seen[of.Kind] = true
		least += of.Least
	}
	switch {
	case len(q.Quotas) > 0 && !q.Method.Traits().Order:
		faults.Add(fieldQuotas, refusal.QuotasImpossible, nil)
	case least > q.Seats:
		faults.Add(fieldQuotas, refusal.QuotasUnfit, refusal.Facts{"seats": q.Seats})
	}
}

// tallyQuotas are the quotas by the numbers of the candidates. There are none before the candidates are read.
func (q *Question) tallyQuotas() []tally.Quota {
	if len(q.Candidates) == 0 {
		return nil
	}
	kinds := make([]string, len(q.Candidates))
	for i, c := range q.Candidates {
		kinds[i] = c.Kind
	}
	return tally.QuotasOf(q.Quotas, kinds)
}

// checkKinds notes a quota of a kind that no candidate has.
func (q *Question) checkKinds(faults *input.Faults) {
	for i, quota := range q.tallyQuotas() {
		if len(quota.Options) == 0 {
			faults.Add(fieldQuotas, refusal.QuotaOfNobody, refusal.Facts{"kind": q.Quotas[i].Kind})
			return
		}
	}
}

// quotasLeft are the quotas for as many of the open seats as can be filled by those who stand again, without those that
// some of a kind have already. Of a kind that has its most nobody stands again.
func (q *Question) quotasLeft(elected, again []int, open int) (left []tally.KindQuota, standing []int, seats int) {
	full := func(n int) bool {
		kind := q.Candidates[n-1].Kind
		return slices.ContainsFunc(q.Quotas, func(of tally.KindQuota) bool {
			return of.Kind == kind && of.Most > 0 && q.ofKind(kind, elected) >= of.Most
		})
	}
	standing = slices.DeleteFunc(slices.Clone(again), full)
	room := len(standing)
	if q.Last && slices.Contains(standing, len(q.Candidates)) {
		room--
	}
	for _, of := range q.Quotas {
		if of.Most > 0 {
			room -= max(0, q.ofKind(of.Kind, standing)-of.Most+q.ofKind(of.Kind, elected))
		}
	}
	seats = min(open, room)
	for _, of := range q.Quotas {
		have := q.ofKind(of.Kind, elected)
		of.Least, of.Most = min(max(0, of.Least-have), seats), max(0, of.Most-have)
		if of.Most >= seats {
			of.Most = 0
		}
		if q.ofKind(of.Kind, standing) > 0 && of.Least+of.Most > 0 {
			left = append(left, of)
		}
	}
	return left, standing, seats
}

// ofKind is how many options, from 1, have a kind.
func (q *Question) ofKind(kind string, options []int) int {
	n := 0
	for _, option := range options {
		if q.Candidates[option-1].Kind == kind {
			n++
		}
	}
	return n
}
