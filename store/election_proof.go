package store

import (
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// A proof takes some 18 KB of the bundle for each ballot, and more on long papers.
const (
	usuallyProved = 1000 // people, up to whom an election has a proof unless somebody chooses
	mostProved    = 5000 // people, above whom it cannot have one
)

// decideProof decides whether the count of an election that is about to open is proved. Its candidates are read. It
// returns why there can be no proof, if somebody has chosen one: a case of refusal.ProofUnfit.
func (rec *electionRecord) decideProof(tx *bolt.Tx) (*refusal.Problem, error) {
	chosen := rec.Settings.Proof
	if rec.Proved = false; chosen != nil && !*chosen {
		return nil, nil
	}
	people, err := electorate(tx, rec.Election)
	if err != nil {
		return nil, err
	}
	unfit, err := rec.unfitForProof(tx, people)
	if err != nil || unfit != nil {
		if chosen == nil {
			unfit = nil
		}
		return unfit, err
	}
	rec.Proved = chosen != nil || people <= usuallyProved
	return nil, nil
}

// unfitForProof returns why the count of an election of so many people cannot be proved; nil if it can.
func (rec *electionRecord) unfitForProof(tx *bolt.Tx, people int) (*refusal.Problem, error) {
	m := manifestOf(rec)
	provable := func(q ballotbox.Question) bool { return q.IsProvable() }
	switch {
	case !rec.Settings.Electorate.freezes():
		return refusal.ProofElectorate, nil
	case !slices.ContainsFunc(m.Questions, provable):
		return refusal.ProofQuestions, nil
	case people > mostProved:
		return refusal.ProofPeople.With(refusal.Facts{"people": people, "max": mostProved}), nil
	}
	now, err := rec.rollNow(tx)
	if err != nil {
		return nil, err
	}
	if m.Electorate = &now; m.CanProve() != nil {
		return refusal.ProofSize, nil
	}
	return nil, nil
}
