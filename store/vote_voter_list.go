package store

import (
	"context"

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

// total is how many voters of an election match, as far as counters say.
func (f VoterFilter) total(tx *bolt.Tx, e electionRecord) *int {
	frozen := frozenRoll(tx, e.ID) != nil
	switch {
	case frozen && !e.RollGoneAt.IsZero():
		return new(0)
	case f.Query != "", f.Voted != nil && !frozen, !frozen && e.asksSome(), !frozen && e.MaxProxies > 0:
		return nil
	case frozen && f.Voted == nil:
		return new(e.Electorate)
	case frozen && *f.Voted:
		return new(turnout(tx, e.ID))
	case frozen:
		return new(e.Electorate - turnout(tx, e.ID))
	case e.Settings.Electorate == ElectorateRoll:
		return new(number(tx, totalRoll))
	case e.Settings.Electorate == ElectoratePresent:
		return new(number(tx, statePresent.total()))
	}
	return new(number(tx, counterVoters))
}

// Voters lists who may vote in an election, by name: the people of its frozen roll; before it opens those of the roll
// as it is now; and in an election for everyone the active voters. A filter may look at all. Errors: refusal.NotFound,
// refusal.ValidationFailed.
func (s *Store) Voters(ctx context.Context, id ElectionID, f VoterFilter, p Page) (List[Voter], error) {
	var out List[Voter]
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		out.Total = f.total(tx, rec)
		out.Items, out.Next, err = rec.voters(tx, f, p)
		return err
	})
	return out, err
}

// ExportVoters reads all voters of a filter and audits who does. Errors: refusal.NotFound, refusal.ValidationFailed.
func (s *Store) ExportVoters(ctx context.Context, by audit.Actor, id ElectionID, f VoterFilter) ([]Voter, error) {
	var all []Voter
	err := s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		for page := (Page{Limit: kv.MaxPage}); ; {
			var some []Voter
			if some, page.After, err = rec.voters(tx, f, page); err != nil {
				return err
			}
			if all = append(all, some...); page.After == "" {
				break
			}
		}
		return s.noteExport(tx, by, "election.voters_exported", electionSubject(id), nil, []ElectionID{id})
	})
	return all, err
}

// voterLine is a voter as the box and the electorate of the election know them.
type voterLine struct {
	Voter
	heldBy RollID // who holds their vote; "" for nobody
}

// fewMarks is the most votes that a list reads all at once, instead of looking for each person's: then even a page for
// which it goes through everybody takes a few milliseconds among 100,000.
const fewMarks = 2000

// wants returns the filter's test of whether somebody has voted, by their mark.
func (f VoterFilter) wants(tx *bolt.Tx, election ElectionID) func(mark []byte) bool {
	voted := tx.Bucket(bucketVoted).Bucket([]byte(election))
	switch {
	case f.Voted == nil:
		return func([]byte) bool { return true }
	case voted == nil || turnout(tx, election) > fewMarks:
		return func(mark []byte) bool { return *f.Voted == isMarked(tx, election, mark) }
	}
	marked, c := map[string]bool{}, voted.Cursor()
	for mark, _ := c.First(); mark != nil; mark, _ = c.Next() {
		marked[string(mark)] = true
	}
	return func(mark []byte) bool { return *f.Voted == marked[string(mark)] }
}

// voters reads a page of the voters of an election that a filter selects, and returns the cursor of the next.
func (rec *electionRecord) voters(tx *bolt.Tx, f VoterFilter, p Page) ([]Voter, string, error) {
	finds, err := search.Finder(f.Query)
	if err != nil {
		return nil, "", err
	}
	if f.Voted != nil && *f.Voted && turnout(tx, rec.ID) == 0 {
		return nil, "", nil
	}
	var lines []voterLine
	wants := f.wants(tx, rec.ID)
	take := func(v Voter, id []byte, heldBy RollID) {
		v.HasVoted, v.OnPaper = isMarked(tx, rec.ID, id), isOnPaper(tx, rec.ID, id)
		lines = append(lines, voterLine{v, heldBy})
	}
	takeElector := func(p frozenElector) {
		take(Voter{Entry: RollID(p.ID), FullName: p.FullName, Member: p.Member}, []byte(p.ID), p.HeldBy)
	}
	var next string
	switch frozen := frozenRoll(tx, rec.ID); {
	case frozen != nil:
		next, err = scanElectors(tx, rec.ID, p, func(id, words []byte) (bool, error) {
			if !finds(words) || !wants(id) {
				return false, nil
			}
			p, err := elector(frozen, RollID(id))
			takeElector(p)
			return true, err
		})
	case rec.Settings.Electorate.freezes():
		bucket, prefix := bucketRollByName, []byte(nil)
		if rec.Settings.Electorate == ElectoratePresent && rec.MaxProxies == 0 {
			bucket, prefix = bucketRollByState, statePresent.part()
		}
		next, err = rollPeople.FindAmong(tx, bucket, prefix, f.Query, p, func(id []byte) (bool, error) {
			if !wants(id) {
				return false, nil
			}
			entry, err := rollTable.Get(tx, RollID(id))
			if err != nil {
				return false, err
			}
			p, votes, err := rec.electorOf(tx, entry)
			if err != nil || !votes || !finds(search.WordsOf(p.FullName, p.Member)) {
				return false, err
			}
			takeElector(p)
			return true, nil
		})
	default:
		active := kindPart(RoleUser, UserActive)
		next, err = userPeople.FindAmong(tx, bucketUsersByKind, active, f.Query, p, func(id []byte) (bool, error) {
			if tx.Bucket(bucketVoters).Get(id) == nil || !wants(id) {
				return false, nil
			}
			u, err := userTable.Get(tx, UserID(id))
			if err != nil || !finds(search.WordsOf(u.FullName)) {
				return false, err
			}
			take(Voter{User: u.ID, FullName: u.FullName}, id, "")
			return true, nil
		})
	}
	if err != nil {
		return nil, "", err
	}
	all, err := votersOf(tx, rec.ID, lines)
	return all, next, err
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
