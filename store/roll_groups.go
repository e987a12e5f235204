package store

import (
	"cmp"
	"context"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// People of the roll are in groups, such as districts or school years. A question can be for some of them.

// Limits of groups.
const (
	MaxGroups = ballotbox.MaxGroups // of a person, and of a question
	maxGroup  = 60                  // characters of a name
)

const fieldGroups = "groups"

// GroupSize is a group and how many people of the roll are in it.
type GroupSize struct {
	Name   string `json:"name"`
	People int    `json:"people"`
}

// checkGroups normalises the names of groups and notes their faults. A name that is there twice counts once.
func checkGroups(faults *input.Faults, groups *[]string) {
	if len(*groups) > MaxGroups {
		faults.Add(fieldGroups, refusal.ManyGroups, refusal.Facts{"max": MaxGroups})
		return
	}
	once := []string{}
	before := len(*faults)
	for _, name := range *groups {
		if faults.Line(fieldGroups, &name, 1, maxGroup); len(*faults) > before {
			return
		}
		if strings.Contains(name, ballotbox.GroupSeparator) {
			faults.Add(fieldGroups, refusal.GroupDivided, nil)
			return
		}
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	*groups = once
}

// Groups lists the groups of the people on the roll, by name.
func (s *Store) Groups(ctx context.Context) ([]GroupSize, error) {
	var all []GroupSize
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		all, err = groupsOfRoll(tx)
		return err
	})
	return all, err
}

func groupsOfRoll(tx *bolt.Tx) ([]GroupSize, error) {
	people := make(map[string]int)
	err := tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
		rec, err := kv.DecodeRecord[rollRecord](k, raw)
		for _, name := range rec.Groups {
			people[name]++
		}
		return err
	})
	all := []GroupSize{}
	for name, n := range people {
		all = append(all, GroupSize{name, n})
	}
	slices.SortFunc(all, func(a, b GroupSize) int { return cmp.Compare(a.Name, b.Name) })
	return all, err
}

// groups lists the groups of the people on the roll, for an import that names groups; else it reads nothing.
func (im *rollImport) groups() ([]GroupSize, error) {
	if !slices.ContainsFunc(im.lines, func(l RollLine) bool { return len(l.Groups) > 0 }) {
		return nil, nil
	}
	return groupsOfRoll(im.tx)
}

// noteNewGroups puts into the report the groups that nobody was in before the import.
func (im *rollImport) noteNewGroups(before []GroupSize) error {
	after, err := im.groups()
	known := func(g GroupSize) bool {
		return slices.ContainsFunc(before, func(b GroupSize) bool { return b.Name == g.Name })
	}
	im.report.NewGroups = slices.DeleteFunc(after, known)
	return err
}

// groups are the groups that the questions of an election name, in the order of the paper.
func (e *Election) groups() (names []string) {
	for _, q := range e.Questions {
		for _, name := range q.Groups {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// groupsOf are those of an election's groups that a person of the roll is in, in the order of the paper.
func (e *Election) groupsOf(rec rollRecord) []string {
	return slices.DeleteFunc(e.groups(), func(name string) bool { return !slices.Contains(rec.Groups, name) })
}

// asks reports whether a question is for a person: it names no groups, or one of theirs.
func (q *Question) asks(groups []string) bool {
	return len(q.Groups) == 0 || slices.ContainsFunc(q.Groups, func(g string) bool { return slices.Contains(groups, g) })
}

// asks reports whether an election has a question for a person of the roll.
func (e *Election) asks(rec rollRecord) bool {
	return slices.ContainsFunc(e.Questions, func(q Question) bool { return q.asks(rec.Groups) })
}

// asksSome reports whether each question is for groups, so that not everybody may be asked one.
func (e *Election) asksSome() bool {
	return !slices.ContainsFunc(e.Questions, func(q Question) bool { return len(q.Groups) == 0 })
}

// classesOf are the classes of the people whom a question is for, as its papers show them: by weight alone.
func (q *Question) classesOf(classes []ballotbox.Class, groups []string) (all []ballotbox.Class) {
	asked := ballotbox.Question{Groups: ballotbox.GroupNumbers(q.Groups, groups)}
	for _, c := range classes {
		if !asked.IsFor(c) {
			continue
		}
		if last := len(all) - 1; last >= 0 && all[last].Weight == c.Weight {
			all[last].People += c.People
		} else {
			all = append(all, ballotbox.Class{Weight: c.Weight, People: c.People})
		}
	}
	return all
}

// checkGroups refuses an opening with a group that nobody is in. Errors: refusal.GroupEmpty.
func (e *Election) checkGroups(tx *bolt.Tx) error {
	names := e.groups()
	if len(names) == 0 {
		return nil
	}
	people := make(map[string]int)
	err := e.electors(tx, func(p frozenElector) error {
		for _, name := range p.Groups {
			people[name]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		if people[name] == 0 {
			return refusal.GroupEmpty.With(refusal.Facts{"group": name})
		}
	}
	return nil
}

// groupWarnings says how many people of the roll no question is for.
func (e *Election) groupWarnings(tx *bolt.Tx) ([]OpeningWarning, error) {
	if !e.Settings.Electorate.freezes() || !e.asksSome() {
		return nil, nil
	}
	outside := 0
	err := tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
		rec, err := kv.DecodeRecord[rollRecord](k, raw)
		if err == nil && !e.asks(rec) {
			outside++
		}
		return err
	})
	if outside == 0 {
		return nil, err
	}
	return []OpeningWarning{{Code: WarnOutside, Facts: refusal.Facts{"people": outside}}}, err
}

// fewWarnings names the weights and groups that few people share.
func (e *Election) fewWarnings(now *ballotbox.Electorate) (all []OpeningWarning) {
	groups := e.groups()
	for _, c := range now.Classes {
		if len(now.Classes) < 2 || c.People >= fewShareIt {
			continue
		}
		w := OpeningWarning{Code: WarnWeight, Facts: refusal.Facts{"weight": now.Weight(c.Weight), "people": c.People}}
		if len(groups) > 0 {
			names := []string{}
			for _, n := range c.Groups {
				names = append(names, groups[n-1])
			}
			w.Code, w.Facts["groups"] = WarnGroup, names
		}
		all = append(all, w)
	}
	return all
}

// publishes reports whether a question publishes papers.
func (q *Question) publishes() bool {
	return q.Method.Traits().By == tally.ByTransfers && q.Evidence != ballotbox.EvidenceStages
}
