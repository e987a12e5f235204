package store

import (
	"bytes"
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/search"
)

// Voter is a person of the roll or an account that may vote, and whether their own paper is in the box.
type Voter struct {
	Entry      RollID // "" for an account
	User       UserID // "" for a person of the roll
	FullName   string
	Member     string
	Email      string
	Registered bool // they have an account
	Present    bool // they are at the meeting
	HasVoted   bool
}

// VoterFilter says which voters of an election a list has. The zero value is all of them.
type VoterFilter struct {
	Query string // those that have, for each word, a word of name or member reference that begins so
	Voted *bool  // only those who have voted, or have not; nil for both
}

// Voters lists who may vote in an election, by name: the people of its frozen roll; before it opens those of the roll
// as it is now; and in an election for everyone the active voters. Errors: refusal.NotFound, refusal.ValidationFailed.
func (s *Store) Voters(ctx context.Context, id ElectionID, f VoterFilter, p Page) (List[Voter], error) {
	var out List[Voter]
	err := s.view(ctx, func(tx *bolt.Tx) error {
		lines, err := voterLines(tx, id, f)
		if err != nil {
			return err
		}
		out.Total = new(len(lines))
		if lines, out.Next, err = cutPage(lines, p); err != nil {
			return err
		}
		out.Items, err = votersOf(tx, lines)
		return err
	})
	return out, err
}

// ExportVoters reads all voters of a filter and audits who does. Errors: refusal.NotFound, refusal.ValidationFailed.
func (s *Store) ExportVoters(ctx context.Context, by audit.Actor, id ElectionID, f VoterFilter) ([]Voter, error) {
	var all []Voter
	err := s.update(ctx, func(tx *bolt.Tx) error {
		lines, err := voterLines(tx, id, f)
		if err != nil {
			return err
		}
		if err := s.noteExport(tx, by, "election.voters_exported", electionSubject(id), nil, []ElectionID{id}); err != nil {
			return err
		}
		all, err = votersOf(tx, lines)
		return err
	})
	return all, err
}

// voterLine is a voter as the list sorts and filters them; the rest is read for a page only.
type voterLine struct {
	key []byte // by name
	Voter
}

// voterLines are the voters of an election that a filter selects, by name.
func voterLines(tx *bolt.Tx, id ElectionID, f VoterFilter) ([]voterLine, error) {
	rec, err := electionTable.Get(tx, id)
	if err != nil {
		return nil, err
	}
	finds, err := search.Finder(f.Query)
	if err != nil {
		return nil, err
	}
	var lines []voterLine
	take := func(v Voter, of string) {
		v.HasVoted = isMarked(tx, id, []byte(of))
		if (f.Voted == nil || *f.Voted == v.HasVoted) && finds(v.FullName, v.Member) {
			lines = append(lines, voterLine{search.NameLine(v.FullName, of).Key, v})
		}
	}
	switch frozen := frozenRoll(tx, id); {
	case frozen != nil:
		err = frozen.ForEach(func(k, raw []byte) error {
			e, err := kv.DecodeRecord[ballotbox.Elector](k, raw)
			take(Voter{Entry: RollID(k), FullName: e.FullName, Member: e.Member}, string(k))
			return err
		})
	case rec.Settings.Electorate.freezes():
		err = tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
			r, err := kv.DecodeRecord[rollRecord](k, raw)
			if err == nil && rec.Settings.Electorate.takes(r) {
				take(Voter{Entry: r.ID, FullName: r.FullName, Member: r.Member}, string(k))
			}
			return err
		})
	default:
		err = tx.Bucket(bucketVoters).ForEach(func(k, _ []byte) error {
			u, err := userTable.Get(tx, UserID(k))
			take(Voter{User: u.ID, FullName: u.FullName}, string(k))
			return err
		})
	}
	slices.SortFunc(lines, func(a, b voterLine) int { return bytes.Compare(a.key, b.key) })
	return lines, err
}

// cutPage is the part of sorted lines that a page asks for, and the cursor of the next.
func cutPage(lines []voterLine, p Page) ([]voterLine, string, error) {
	sc, err := p.Scan(nil, nil, search.NameKeyLen)
	if err != nil {
		return nil, "", err
	}
	if sc.After != nil {
		at, found := slices.BinarySearchFunc(lines, sc.After,
			func(l voterLine, k []byte) int { return bytes.Compare(l.key, k) })
		if found {
			at++
		}
		lines = lines[at:]
	}
	if len(lines) <= sc.Limit {
		return lines, "", nil
	}
	return lines[:sc.Limit], kv.Cursor(lines[sc.Limit-1].key), nil
}

// votersOf adds what the roll and the accounts say now. Somebody may have left the roll since.
func votersOf(tx *bolt.Tx, lines []voterLine) ([]Voter, error) {
	all := make([]Voter, 0, len(lines))
	for _, l := range lines {
		v := l.Voter
		if v.User != "" {
			u, err := userTable.Get(tx, v.User)
			if err != nil {
				return nil, err
			}
			v.Email, v.Registered = u.Email, true
			if u.RollEntry != "" {
				e, err := rollTable.Get(tx, u.RollEntry)
				if err != nil {
					return nil, err
				}
				v.Member, v.Present = e.Member, e.Present
			}
		} else if rollTable.Has(tx, v.Entry) {
			e, err := rollTable.Get(tx, v.Entry)
			if err != nil {
				return nil, err
			}
			v.Email, v.Registered, v.Present = e.Email, e.User != "", e.Present
		}
		all = append(all, v)
	}
	return all, nil
}
