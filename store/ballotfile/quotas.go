package ballotfile

import (
	"errors"
	"fmt"
	"slices"

	"ostrakon/store/tally"
)

// setKinds gives each candidate its kind, and refuses a quota of a kind that nobody is of.
func (c *Contest) setKinds(kinds []string) error {
	if len(kinds) > 0 && len(kinds) != len(c.Candidates) {
		return errors.New(`kinds must have one for each candidate, "" for none`)
	}
	for i, kind := range kinds {
		c.Candidates[i].Kind = kind
	}
	for _, q := range c.Quotas {
		if q.Kind == "" || !slices.Contains(kinds, q.Kind) {
			return fmt.Errorf("no candidate is of the kind %.40q, which has a quota", q.Kind)
		}
	}
	return nil
}

// TallyQuotas are the quotas by places of candidates, from 1.
func (c *Contest) TallyQuotas() []tally.Quota {
	kinds := make([]string, len(c.Candidates))
	for i, of := range c.Candidates {
		kinds[i] = of.Kind
	}
	return tally.QuotasOf(c.Quotas, kinds)
}
