package ballotfile

import (
	"errors"
	"fmt"
	"slices"

	"ostrakon/store/tally"
)

// Quota says how many seats the candidates of a kind have at least and at most; 0 says nothing.
type Quota struct {
	Kind  string `json:"kind"`
	Least int    `json:"least,omitempty"`
	Most  int    `json:"most,omitempty"`
}

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
	var quotas []tally.Quota
	for _, of := range c.Quotas {
		q := tally.Quota{Least: of.Least, Most: of.Most}
		for i, k := range c.Candidates {
			if k.Kind == of.Kind {
				q.Options = append(q.Options, i+1)
			}
		}
		quotas = append(quotas, q)
	}
	return quotas
}
