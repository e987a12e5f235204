package store

import (
	"errors"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// fieldProxyFor is the field of a line that says whose votes a person holds.
const fieldProxyFor = "proxyFor"

// proxyLine is what a line of an import says about whose votes a person holds.
type proxyLine struct {
	at      int        // its place in the report
	holder  rollRecord // as it is in the table
	members []string   // references of the givers, see findReferred
	givers  []RollID
}

// proxyRound gives out votes by the lines of an import. Holders whom it does not name keep the votes that they hold.
type proxyRound struct {
	tx    *bolt.Tx
	lines []proxyLine
	named map[RollID]*proxyLine // by holder
	given map[RollID]*proxyLine // by giver
}

// resolve finds a line's givers up to the first fault. It passes over people whose lines were refused.
func (p *proxyRound) resolve(l *proxyLine, refused map[string]bool) ([]refusal.Field, error) {
	members, err := p.divide(l.members)
	if err != nil {
		return nil, err
	}
	if len(members) > MaxProxies {
		return proxyFault(refusal.RollManyProxies, refusal.Facts{"max": MaxProxies}), nil
	}
	for _, member := range members {
		giver, err := findReferred(p.tx, member)
		absent := errors.Is(err, refusal.NotFound)
		if errors.Is(err, errNameShared) {
			return proxyFault(refusal.RollNameShared, refusal.Facts{"member": member}), nil
		}
		if err != nil && !absent {
			return nil, err
		}
		other := p.given[giver.ID]
		switch {
		case absent && refused[search.Fold(member)]:
			continue
		case absent:
			return proxyFault(refusal.RollNoGiver, refusal.Facts{"member": member}), nil
		case giver.ID == l.holder.ID:
			return proxyFault(refusal.RollOwnProxy, refusal.Facts{"member": member}), nil
		case other == l:
			return proxyFault(refusal.Repeated, nil), nil
		case other != nil:
			return proxyFault(refusal.RollProxyTaken, refusal.Facts{"member": member, "holder": other.holder.FullName}), nil
		}
		p.given[giver.ID] = l
		l.givers = append(l.givers, giver.ID)
	}
	return nil, nil
}

// divide divides references that nobody has at their commas: people write commas between givers too.
func (p *proxyRound) divide(references []string) (all []string, err error) {
	for _, reference := range references {
		parts := []string{reference}
		if strings.Contains(reference, ",") {
			_, err := findReferred(p.tx, reference)
			switch {
			case errors.Is(err, refusal.NotFound):
				parts = strings.Split(reference, ",")
			case err != nil && !errors.Is(err, errNameShared):
				return nil, err
			}
		}
		for _, part := range parts {
			if part = strings.TrimSpace(part); part != "" {
				all = append(all, part)
			}
		}
	}
	return all, nil
}

// conflict returns why resolved givers do not fit: a vote is with somebody else, or would be passed on twice.
func (p *proxyRound) conflict(l *proxyLine) ([]refusal.Field, error) {
	for _, id := range l.givers {
		giver, err := rollTable.Get(p.tx, id)
		if err != nil {
			return nil, err
		}
		holder, err := p.unnamedHolder(id)
		if err != nil {
			return nil, err
		}
		holds := giver.Givers
		if named := p.named[id]; named != nil {
			holds = named.givers
		}
		switch {
		case holder != nil:
			return proxyFault(refusal.RollProxyTaken, refusal.Facts{"member": giver.shownName(), "holder": holder.FullName}), nil
		case len(holds) > 0:
			return proxyFault(refusal.RollGiverHolds, refusal.Facts{"member": giver.shownName()}), nil
		}
	}
	if len(l.givers) == 0 {
		return nil, nil
	}
	holder, err := p.unnamedHolder(l.holder.ID)
	if err != nil || holder == nil {
		return nil, err
	}
	return proxyFault(refusal.RollHolderGave, refusal.Facts{"holder": holder.FullName}), nil
}

// unnamedHolder is who holds a giver's vote, if no line names them; nil otherwise.
func (p *proxyRound) unnamedHolder(giver RollID) (*rollRecord, error) {
	holder, err := holderOf(p.tx, giver)
	if err != nil || holder == nil || p.named[holder.ID] != nil {
		return nil, err
	}
	return holder, nil
}

// write gives out the votes after taking back all that change: the index allows one proxy for each giver.
func (p *proxyRound) write(now time.Time) error {
	for i := range p.lines {
		l := &p.lines[i]
		if len(l.holder.Givers) == 0 || !l.changes() {
			continue
		}
		if err := l.hold(p.tx, nil, now); err != nil {
			return err
		}
	}
	for i := range p.lines {
		l := &p.lines[i]
		if !l.changes() {
			continue
		}
		if err := l.hold(p.tx, l.givers, now); err != nil {
			return err
		}
	}
	return nil
}

// changes reports whether the line says something else than the table.
func (l *proxyLine) changes() bool { return !slices.Equal(l.holder.Givers, l.givers) }

func (l *proxyLine) hold(tx *bolt.Tx, givers []RollID, now time.Time) error {
	previous := l.holder
	l.holder.Givers, l.holder.UpdatedAt = givers, now
	return rollTable.Put(tx, &previous, l.holder)
}

func proxyFault(f *refusal.Fault, facts refusal.Facts) []refusal.Field {
	return []refusal.Field{f.Of(fieldProxyFor, facts)}
}

// takeBack takes a person's vote back from whoever holds it.
func takeBack(tx *bolt.Tx, giver RollID, now time.Time) error {
	holder, err := holderOf(tx, giver)
	if err != nil || holder == nil {
		return err
	}
	next := *holder
	next.Givers = slices.DeleteFunc(slices.Clone(holder.Givers), func(id RollID) bool { return id == giver })
	next.UpdatedAt = now
	return rollTable.Put(tx, holder, next)
}
