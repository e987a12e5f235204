package store

import (
	"bytes"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// Paper is a ballot paper that a voter may cast, their own or as a proxy. On a frozen roll it belongs to an entry: its
// owner and the proxy may both cast it, and the first of them has used it.
type Paper struct {
	ID       RollID // the giver's entry of the roll; "" for the voter's own paper
	Owner    string // the id with which the tag of a ballot on it is made
	Name     string // the name of the person whose vote this is
	Weight   ballotbox.Weight
	Class    int  // of a ballot on it, in the manifest
	HasVoted bool // it is in the box
}

// castable is a paper of a voter, with what casting it needs to know.
type castable struct {
	mark   []byte // the key of its mark in voted: the id of its owner
	holder RollID // the voter's entry of the frozen roll; "" without one
	class  int    // of a ballot on it, in the manifest
}

// frozenRoll is the electorate of an election; nil if everyone who was admitted may vote.
func frozenRoll(tx *bolt.Tx, id ElectionID) *bolt.Bucket {
	return tx.Bucket(bucketElectorates).Bucket([]byte(id))
}

// elector reads an entry of a frozen roll. Errors: refusal.NotFound.
func elector(frozen *bolt.Bucket, id RollID) (frozenElector, error) {
	return kv.GetRecord[frozenElector](frozen, []byte(id))
}

// HeldVote says who holds a voter's vote in an election.
type HeldVote struct {
	Name     string `json:"name"`
	HasVoted bool   `json:"hasVoted"` // that person has cast it
}

// heldVote reads who holds a voter's vote; nil for nobody.
func heldVote(tx *bolt.Tx, election ElectionID, voter UserID) (*HeldVote, error) {
	frozen, own := frozenRoll(tx, election), markOf(tx, election, voter)
	if frozen == nil || own == nil || frozen.Get(own) == nil {
		return nil, nil
	}
	e, err := elector(frozen, RollID(own))
	if err != nil || e.HeldBy == "" {
		return nil, err
	}
	holder, err := elector(frozen, e.HeldBy)
	return &HeldVote{holder.FullName, isCastByProxy(tx, election, own)}, err
}

// markOf returns the key in voted of a voter's own paper, or nil. The voter may still not be allowed to vote.
func markOf(tx *bolt.Tx, election ElectionID, voter UserID) []byte {
	if frozenRoll(tx, election) == nil {
		return []byte(voter)
	}
	u, err := userTable.Get(tx, voter)
	if err != nil || u.RollEntry == "" {
		return nil
	}
	return []byte(u.RollEntry)
}

// value is what the box notes of the paper: that it was cast, and whether by a proxy.
func (c castable) value() []byte {
	if c.holder != "" && string(c.holder) != string(c.mark) {
		return proxyMark
	}
	return mark
}

// owner is the id of the person whose paper it is.
func (c castable) owner() string { return string(c.mark) }

// paperOf finds the paper of an entry of the roll, or a voter's own if entry is "", among those that are the voter's to
// cast. Errors: those of the voter (see mayVote), refusal.NotFound for nobody, refusal.PaperUnavailable,
// refusal.ProxyGiven for one's own that only the holder casts.
func paperOf(tx *bolt.Tx, election ElectionID, voter UserID, entry RollID) (castable, error) {
	if refused := mayVote(tx, election, voter, frozenRoll(tx, election) != nil); refused != nil {
		if _, unknown := userTable.Get(tx, voter); unknown != nil {
			refused = unknown
		}
		return castable{}, refused
	}
	return findPaper(tx, election, voter, entry)
}

// findPaper is paperOf for a voter who may have lost the right to vote since they voted.
func findPaper(tx *bolt.Tx, election ElectionID, voter UserID, entry RollID) (castable, error) {
	frozen := frozenRoll(tx, election)
	if frozen == nil {
		if entry != "" {
			return castable{}, refusal.PaperUnavailable
		}
		return castable{mark: []byte(voter), class: 1}, nil
	}
	holder := RollID(tx.Bucket(bucketVoters).Get([]byte(voter)))
	if holder == "" { // suspended, or nobody
		holder = RollID(markOf(tx, election, voter))
	}
	e, err := elector(frozen, holder)
	switch {
	case err == nil && entry == "" && e.Represented:
		err = refusal.ProxyGiven
	case err == nil && entry != "":
		if !slices.Contains(e.ProxyFor, string(entry)) {
			return castable{}, refusal.PaperUnavailable
		}
		e, err = elector(frozen, entry)
	}
	return castable{mark: []byte(e.ID), holder: holder, class: e.Class}, err
}

// papersOf lists the papers that a voter may cast or could have cast.
func papersOf(tx *bolt.Tx, election ElectionID, voter UserID) ([]Paper, error) {
	frozen := frozenRoll(tx, election)
	if mayVote(tx, election, voter, frozen != nil) != nil {
		return []Paper{}, nil
	}
	own := markOf(tx, election, voter)
	all := []Paper{{Owner: string(own), Weight: ballotbox.Vote, Class: 1, HasVoted: isMarked(tx, election, own)}}
	if frozen == nil {
		u, err := userTable.Get(tx, voter)
		all[0].Name = u.FullName
		return all, err
	}
	e, err := elector(frozen, RollID(own))
	if err != nil {
		return nil, err
	}
	if e.Represented {
		return []Paper{}, nil
	}
	all[0].Name, all[0].Weight, all[0].Class = e.FullName, e.Weight, e.Class
	for _, id := range e.ProxyFor {
		giver, err := elector(frozen, RollID(id))
		if err != nil {
			return nil, err
		}
		all = append(all, Paper{
			ID: RollID(id), Owner: id, Name: giver.FullName, Weight: giver.Weight, Class: giver.Class,
			HasVoted: isMarked(tx, election, []byte(id)),
		})
	}
	return all, nil
}

// isMarked reports whether a paper is in the box.
func isMarked(tx *bolt.Tx, election ElectionID, mark []byte) bool {
	b := tx.Bucket(bucketVoted).Bucket([]byte(election))
	return b != nil && mark != nil && b.Get(mark) != nil
}

// isCastByProxy reports whether the person who holds its owner's vote has cast a paper.
func isCastByProxy(tx *bolt.Tx, election ElectionID, paper []byte) bool {
	b := tx.Bucket(bucketVoted).Bucket([]byte(election))
	return b != nil && bytes.Equal(b.Get(paper), proxyMark)
}

// stillMay reports why a voter may no longer cast a paper that was theirs when it was found; nil if they may.
func (c castable) stillMay(tx *bolt.Tx, election ElectionID, voter UserID) error {
	if refused := mayVote(tx, election, voter, c.holder != ""); refused != nil {
		return refused
	}
	if c.holder != "" && !bytes.Equal(tx.Bucket(bucketVoters).Get([]byte(voter)), []byte(c.holder)) {
		return refusal.NotInElectorate
	}
	return nil
}
