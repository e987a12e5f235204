package store

import (
	"bytes"
	"fmt"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// Attendance counts the people of an election for those present, and the votes that their weights give them. In an
// election for everyone on the roll it counts only the represented.
type Attendance struct {
	Present          int              `json:"present,omitempty"` // ticked as present, and not represented
	PresentVotes     ballotbox.Weight `json:"presentVotes,omitempty"`
	Represented      int              `json:"represented"` // another person can cast their vote
	RepresentedVotes ballotbox.Weight `json:"representedVotes"`
}

// frozenElector is a person on a frozen roll, and who holds their vote in that election.
type frozenElector struct {
	ballotbox.Elector
	LastName    string `json:"lastName,omitempty"`    // as the roll had it: lists go by it
	Class       int    `json:"class"`                 // of their ballot, in the manifest
	HeldBy      RollID `json:"heldBy,omitempty"`      // can cast their vote
	Represented bool   `json:"represented,omitempty"` // nobody else can, not even they
}

// count adds a person.
func (a *Attendance) count(p frozenElector, kind ElectorateKind) {
	switch {
	case p.HeldBy != "":
		a.Represented++
		a.RepresentedVotes += p.Weight
	case kind == ElectoratePresent:
		a.Present++
		a.PresentVotes += p.Weight
	}
}

// electorOf makes the elector of an entry of the roll. votes is false for a person who has no paper in the election.
// In one for those present, givers of a person present have a paper, which only that person casts; givers of an absent
// person vote for themselves.
func (e *Election) electorOf(tx *bolt.Tx, rec rollRecord) (p frozenElector, votes bool, err error) {
	p.Elector = ballotbox.Elector{
		ID: string(rec.ID), FullName: rec.FullName, DateOfBirth: rec.DateOfBirth, Member: rec.Member, Weight: rec.Weight,
		ProxyFor: []string{}, Groups: []string{},
	}
	p.LastName = rec.LastName
	p.Groups = append(p.Groups, e.groupsOf(rec)...)
	if !e.asks(rec) {
		return p, false, nil
	}
	present := e.Settings.Electorate == ElectoratePresent
	if e.MaxProxies > 0 {
		holder, err := holderOf(tx, rec.ID)
		if err != nil {
			return p, false, err
		}
		if holder != nil && (!present || holder.Present) && e.asks(*holder) {
			p.HeldBy, p.Represented = holder.ID, present
		}
		for _, giver := range rec.Givers {
			asked := !e.asksSome()
			if !asked {
				gave, err := rollTable.Get(tx, giver)
				if err != nil {
					return p, false, err
				}
				asked = e.asks(gave)
			}
			if asked {
				p.ProxyFor = append(p.ProxyFor, string(giver))
			}
		}
	}
	return p, !present || rec.Present || p.HeldBy != "", nil
}

// electors calls each for the people who would be on an election's frozen roll now, in the order of their ids.
func (e *Election) electors(tx *bolt.Tx, each func(frozenElector) error) error {
	return tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
		rec, err := kv.DecodeRecord[rollRecord](k, raw)
		if err != nil {
			return err
		}
		p, votes, err := e.electorOf(tx, rec)
		if err != nil || !votes {
			return err
		}
		return each(p)
	})
}

// counted returns the counts; nil if there is nobody to count.
func (a Attendance) counted() *Attendance {
	if a == (Attendance{}) {
		return nil
	}
	return &a
}

// attendance counts who would be on an election's frozen roll now; nil for nobody.
func (e *Election) attendance(tx *bolt.Tx) (*Attendance, error) {
	if !e.Settings.Electorate.freezes() {
		return nil, nil
	}
	var all Attendance
	err := e.electors(tx, func(p frozenElector) error {
		all.count(p, e.Settings.Electorate)
		return nil
	})
	return all.counted(), err
}

// checkProxies refuses an opening with people who hold too many votes. Errors: refusal.TooManyProxies.
func (e *Election) checkProxies(tx *bolt.Tx) error {
	if e.MaxProxies == 0 {
		return nil
	}
	var names []string
	err := e.electors(tx, func(p frozenElector) error {
		if len(p.ProxyFor) > e.MaxProxies {
			names = append(names, fmt.Sprintf("%s (%d)", p.FullName, len(p.ProxyFor)))
		}
		return nil
	})
	if err != nil || len(names) == 0 {
		return err
	}
	return refusal.TooManyProxies.With(refusal.Facts{"holders": strings.Join(names, ", "), "max": e.MaxProxies})
}

// proxyWarnings says how many proxies would not be used.
func (e *Election) proxyWarnings(tx *bolt.Tx) []OpeningWarning {
	if n := kv.Lines(tx, bucketRollByGiver, nil); n > 0 && e.Settings.Electorate.freezes() && e.MaxProxies == 0 {
		return []OpeningWarning{{Code: WarnUnused, Facts: refusal.Facts{"proxies": n}}}
	}
	return []OpeningWarning{}
}

// checkWeights refuses an opening with weights that verifiers do not add up. Errors: refusal.WeightsUnfit.
func (e *Election) checkWeights(tx *bolt.Tx) error {
	if number(tx, totalRollWeighted) == 0 && len(e.groups()) == 0 {
		return nil
	}
	all, err := e.rollNow(tx)
	units := 0
	for _, c := range all.Classes {
		units += c.Weight * c.People
	}
	if err != nil || len(all.Classes) <= ballotbox.MaxClasses && units <= ballotbox.MaxTotal {
		return err
	}
	most := int(all.Weight(ballotbox.MaxTotal) / ballotbox.Vote)
	return refusal.WeightsUnfit.With(refusal.Facts{"weights": ballotbox.MaxClasses, "votes": most})
}

// checkElectors refuses an opening for nobody, with people who hold too many votes, or with weights that are too many.
// Errors: refusal.RollEmpty, refusal.NobodyPresent, refusal.TooManyProxies, refusal.WeightsUnfit, and
// those of checkGroups.
func (e *Election) checkElectors(tx *bolt.Tx) error {
	people, err := electorate(tx, *e)
	switch {
	case err != nil:
		return err
	case people > 0:
		if err := e.checkProxies(tx); err != nil {
			return err
		}
		if err := e.checkWeights(tx); err != nil {
			return err
		}
		return e.checkGroups(tx)
	case e.Settings.Electorate == ElectoratePresent:
		return refusal.NobodyPresent
	}
	return refusal.RollEmpty
}

// freezeRoll copies into the election's electorate those of the current roll who have a paper, notes in the election
// how many they are, and returns what the manifest says about them.
func freezeRoll(tx *bolt.Tx, e *electionRecord) (*ballotbox.Electorate, error) {
	frozen, err := tx.Bucket(bucketElectorates).CreateBucketIfNotExists([]byte(e.ID))
	if err != nil {
		return nil, err
	}
	frozen.FillPercent = 0.9 // keys only rise
	groups := e.groups()
	h := ballotbox.NewRollHasher(groups)
	var attendance Attendance
	err = e.electors(tx, func(p frozenElector) error {
		h.Add(p.Elector)
		attendance.count(p, e.Settings.Electorate)
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := h.Electorate()
	err = e.electors(tx, func(p frozenElector) error {
		p.Class = all.Number(p.Weight, ballotbox.GroupNumbers(p.Groups, groups))
		return kv.PutRecord(frozen, []byte(p.ID), p)
	})
	if err != nil {
		return nil, err
	}
	e.Electorate, e.Attendance = all.Size, attendance.counted()
	return &all, listElectors(tx, e.ID, frozen)
}

// nameLine makes the line of a person in the list by name: in the order of the roll, with the words that find them.
func (p frozenElector) nameLine() kv.Line {
	line := search.NameLine(RollEntry{FullName: p.FullName, LastName: p.LastName}.sortName(), p.ID)
	line.Value = search.WordsOf(p.FullName, p.Member)
	return line
}

// listElectors lists the people of a roll that was just frozen by name, as the roll itself does.
func listElectors(tx *bolt.Tx, id ElectionID, frozen *bolt.Bucket) error {
	list, err := tx.Bucket(bucketElectorsByName).CreateBucketIfNotExists([]byte(id))
	if err != nil {
		return err
	}
	list.FillPercent = 0.9 // keys only rise
	for k := range kv.Walk(tx, bucketRollByName, nil) {
		person := kv.LastID[RollID](k)
		if frozen.Get([]byte(person)) == nil {
			continue
		}
		p, err := elector(frozen, person)
		if err != nil {
			return err
		}
		line := p.nameLine()
		if err := list.Put(line.Key, line.Value); err != nil {
			return err
		}
	}
	return nil
}

// scanElectors calls visit for people of a frozen roll by name, with their words, until it has taken a page of them. It
// returns the cursor of the next page. Errors: refusal.ValidationFailed.
func scanElectors(tx *bolt.Tx, id ElectionID, p Page, visit func(id, words []byte) (bool, error)) (string, error) {
	sc, err := p.Scan(nil, nil, search.NameKeyLen)
	if err != nil {
		return "", err
	}
	return sc.RunOn(tx.Bucket(bucketElectorsByName).Bucket([]byte(id)), func(k, words []byte) (bool, error) {
		return visit(k[len(k)-kv.IDLen:], words)
	})
}

// countPresent is how many people an election for those present would have now.
func (e *Election) countPresent(tx *bolt.Tx) (int, error) {
	n := number(tx, statePresent.total())
	if e.MaxProxies == 0 {
		return n, nil
	}
	for k := range kv.Walk(tx, bucketRollByState, statePresent.part()) {
		rec, err := rollTable.Get(tx, kv.LastID[RollID](k))
		if err != nil {
			return 0, err
		}
		for _, id := range rec.Givers {
			giver, err := rollTable.Get(tx, id)
			if err != nil {
				return 0, err
			}
			if !giver.Present {
				n++
			}
		}
	}
	return n, nil
}

// inElectorate reports whether a voter, given by their line in the voters bucket, is on an election's frozen roll.
func inElectorate(tx *bolt.Tx, id ElectionID, voter []byte) bool {
	frozen := frozenRoll(tx, id)
	return frozen != nil && !bytes.Equal(voter, mark) && frozen.Get(voter) != nil
}

// isRepresented reports whether only the person who holds its vote casts the paper of an entry of a frozen roll.
func isRepresented(tx *bolt.Tx, id ElectionID, entry RollID) bool {
	e, err := elector(frozenRoll(tx, id), entry)
	return err == nil && e.Represented
}

// notOnFrozenRoll says why a voter is not on an election's frozen roll, given by their line in the voters bucket.
func notOnFrozenRoll(tx *bolt.Tx, id ElectionID, voter []byte) error {
	e, err := electionTable.Get(tx, id)
	if err != nil {
		return err
	}
	entry, err := rollTable.Get(tx, RollID(voter))
	if err == nil && e.Settings.Electorate == ElectoratePresent && entry.CreatedAt.Before(e.ActivatedAt) {
		return refusal.NotPresent
	}
	return refusal.NotInElectorate
}

// inActiveElectorate reports whether an ACTIVE election froze an entry of the roll.
func inActiveElectorate(tx *bolt.Tx, entry RollID) bool {
	for id := range electionsIn(tx, Active) {
		if inElectorate(tx, id, []byte(entry)) {
			return true
		}
	}
	return false
}
