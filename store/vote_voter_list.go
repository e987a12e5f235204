package store

import (
	"bytes"
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
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
	OnPaper    bool      // they have got a printed paper: then they count as having voted
	Proxy      *HeldVote // who holds their vote; nil for nobody
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
		out.Items, err = votersOf(tx, id, lines)
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
		all, err = votersOf(tx, id, lines)
		return err
	})
	return all, err
}

// voterLine is a voter as the list sorts and filters them; the rest is read for a page only.
type voterLine struct {
	key []byte // by name
	Voter
	heldBy RollID // who holds their vote; "" for nobody
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
	take := func(v Voter, sortName, of string, heldBy RollID) {
		v.HasVoted, v.OnPaper = isMarked(tx, id, []byte(of)), isOnPaper(tx, id, []byte(of))
		if (f.Voted == nil || *f.Voted == v.HasVoted) && finds(v.FullName, v.Member) {
			lines = append(lines, voterLine{search.NameLine(sortName, of).Key, v, heldBy})
		}
	}
	switch frozen := frozenRoll(tx, id); {
	case frozen != nil:
		err = frozen.ForEach(func(k, raw []byte) error {
			e, err := kv.DecodeRecord[frozenElector](k, raw)
			take(Voter{Entry: RollID(k), FullName: e.FullName, Member: e.Member},
				RollEntry{FullName: e.FullName, LastName: e.LastName}.sortName(), string(k), e.HeldBy)
			return err
		})
	case rec.Settings.Electorate.freezes():
		err = rec.electors(tx, func(e frozenElector) error {
			take(Voter{Entry: RollID(e.ID), FullName: e.FullName, Member: e.Member},
				RollEntry{FullName: e.FullName, LastName: e.LastName}.sortName(), e.ID, e.HeldBy)
			return nil
		})
	default:
		err = tx.Bucket(bucketVoters).ForEach(func(k, _ []byte) error {
			u, err := userTable.Get(tx, UserID(k))
			take(Voter{User: u.ID, FullName: u.FullName}, u.FullName, string(k), "")
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
func votersOf(tx *bolt.Tx, id ElectionID, lines []voterLine) ([]Voter, error) {
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
		if l.heldBy != "" {
			name, err := holderName(tx, id, l.heldBy)
			if err != nil {
				return nil, err
			}
			v.Proxy = &HeldVote{name, isCastByProxy(tx, id, []byte(v.Entry))}
		}
		all = append(all, v)
	}
	return all, nil
}

// holderName is the name of a person who holds votes: on the frozen roll or, before the opening, on the roll.
func holderName(tx *bolt.Tx, id ElectionID, holder RollID) (string, error) {
	if frozen := frozenRoll(tx, id); frozen != nil {
		e, err := elector(frozen, holder)
		return e.FullName, err
	}
	rec, err := rollTable.Get(tx, holder)
	return rec.FullName, err
}
