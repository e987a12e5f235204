package store

import (
	"bytes"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// takes reports whether a frozen roll of this kind has a person.
func (k ElectorateKind) takes(rec rollRecord) bool { return k == ElectorateRoll || rec.Present }

// freezeRoll copies the current roll, or the people on it who are present, into the election's
// electorate, and returns what the manifest says about it. Without proxies in the election, nobody
// is a proxy on its roll. Errors: refusal.RollEmpty, refusal.NobodyPresent, refusal.TooManyProxies.
func freezeRoll(tx *bolt.Tx, e *electionRecord) (*ballotbox.Electorate, error) {
	frozen, err := tx.Bucket(bucketElectorates).CreateBucketIfNotExists([]byte(e.ID))
	if err != nil {
		return nil, err
	}
	frozen.FillPercent = 0.9 // keys only rise
	h := ballotbox.NewRollHasher()
	err = tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
		rec, err := kv.DecodeRecord[rollRecord](k, raw)
		if err != nil || !e.Settings.Electorate.takes(rec) {
			return err
		}
		if e.Settings.Electorate == ElectoratePresent {
			if err := rec.dropAbsentGivers(tx); err != nil {
				return err
			}
		}
		p, err := electorOf(rec, e.MaxProxies)
		if err != nil {
			return err
		}
		h.Add(p)
		return kv.PutRecord(frozen, k, p)
	})
	if err != nil {
		return nil, err
	}
	all := h.Electorate()
	switch {
	case all.Size > 0:
		return &all, nil
	case e.Settings.Electorate == ElectoratePresent:
		return nil, refusal.NobodyPresent
	}
	return nil, refusal.RollEmpty
}

// dropAbsentGivers drops the absent people whose vote a person has: they have no paper where only those present vote.
func (r *rollRecord) dropAbsentGivers(tx *bolt.Tx) error {
	var present []RollID
	for _, id := range r.Givers {
		giver, err := rollTable.Get(tx, id)
		if err != nil {
			return err
		}
		if giver.Present {
			present = append(present, id)
		}
	}
	r.Givers = present
	return nil
}

// electorOf is an entry of the roll as an election freezes it.
func electorOf(rec rollRecord, proxies int) (ballotbox.Elector, error) {
	p := ballotbox.Elector{
		ID: string(rec.ID), FullName: rec.FullName, DateOfBirth: rec.DateOfBirth, Member: rec.Member, Weight: rec.Weight,
		ProxyFor: []string{},
	}
	switch {
	case proxies == 0:
		return p, nil
	case len(rec.Givers) > proxies:
		return p, refusal.TooManyProxies.With(refusal.Facts{"name": rec.FullName, "proxies": len(rec.Givers), "max": proxies})
	}
	for _, giver := range rec.Givers {
		p.ProxyFor = append(p.ProxyFor, string(giver))
	}
	return p, nil
}

// inElectorate reports whether a voter, given by their line in the voters bucket, is on an election's frozen roll.
func inElectorate(tx *bolt.Tx, id ElectionID, voter []byte) bool {
	frozen := frozenRoll(tx, id)
	return frozen != nil && !bytes.Equal(voter, mark) && frozen.Get(voter) != nil
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
