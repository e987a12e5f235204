package store

import (
	"context"
	"crypto/hmac"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// SecondFact is a field of the roll that a person with a slip or a link gives as well: a finder does not know it.
type SecondFact string

// The facts to choose from.
const (
	FactNone   SecondFact = "none" // the slip or link is enough
	FactBirth  SecondFact = "dateOfBirth"
	FactMember SecondFact = "member"
)

// MaxWrongAnswers is how many wrong second facts an entry of the roll bears, until an administrator allows as many
// again.
const MaxWrongAnswers = 5

// SaidFacts are the second facts that a person with a slip or a link gives; "" for none.
type SaidFacts struct{ DateOfBirth, Member string }

// secondFact reads which fact the settings ask for.
func secondFact(tx *bolt.Tx) (SecondFact, error) {
	in, err := installation(tx)
	return in.SecondFact, err
}

// compared returns what an entry has of the fact, and what was said, each as they are compared.
func (f SecondFact) compared(e RollEntry, said SaidFacts) (has, given string) {
	if f == FactBirth {
		return e.DateOfBirth, strings.TrimSpace(said.DateOfBirth)
	}
	return search.Fold(e.Member), search.Fold(strings.TrimSpace(said.Member))
}

// readyFor refuses an entry that cannot be asked for the fact: the roll lacks it, or there were too many wrong answers.
// Errors: refusal.SecondFactMissing, refusal.SecondFactLocked.
func (f SecondFact) readyFor(e RollEntry) error {
	has, _ := f.compared(e, SaidFacts{})
	switch {
	case f == FactNone:
	case has == "" && f == FactBirth:
		return refusal.BirthMissing
	case has == "":
		return refusal.MemberMissing
	case e.WrongAnswers >= MaxWrongAnswers:
		return refusal.SecondFactLocked
	}
	return nil
}

// isRight reports whether what was said of the fact is what an entry has. It takes the same time whatever differs. The
// caller counts wrong answers in the same transaction: guesses that come at once are then compared one after the other.
// Errors: those of readyFor; refusal.ValidationFailed for what can be no answer, which does not count.
func (s *Store) isRight(f SecondFact, e RollEntry, said SaidFacts) (bool, error) {
	if err := f.readyFor(e); err != nil || f == FactNone {
		return err == nil, err
	}
	has, given := f.compared(e, said)
	if given == "" {
		return false, refusal.Invalid(string(f), refusal.Required, nil)
	}
	if _, err := time.Parse(time.DateOnly, given); f == FactBirth && err != nil {
		return false, refusal.Invalid(string(f), refusal.NotDate, nil)
	}
	return hmac.Equal(s.mac("ostrakon/fact/1", has), s.mac("ostrakon/fact/1", given)), nil
}

// countWrong counts a wrong answer, and returns what the person is told.
func countWrong(tx *bolt.Tx, f SecondFact, entry rollRecord) (told, err error) {
	next := entry
	next.WrongAnswers++
	told = refusal.SecondFactLocked
	if left := MaxWrongAnswers - next.WrongAnswers; left > 0 {
		told = refusal.SecondFactWrong.At(string(f)).With(refusal.Facts{"left": left})
	}
	return told, rollTable.Put(tx, &entry, next)
}

// AllowAnswers forgets the wrong second facts of an entry, so that its person has MaxWrongAnswers again. Errors:
// refusal.NotFound.
func (s *Store) AllowAnswers(ctx context.Context, by audit.Actor, id RollID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		entry, err := rollTable.Get(tx, id)
		if err != nil || entry.WrongAnswers == 0 {
			return err
		}
		next := entry
		next.WrongAnswers = 0
		if err := rollTable.Put(tx, &entry, next); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.answers_allowed", rollSubject(id), nil)
	})
}

// FactsLacking says how many people on the roll have no such fact, so that their slip or link signs them in only where
// it is not asked for.
type FactsLacking struct {
	DateOfBirth int `json:"dateOfBirth"`
	Member      int `json:"member"`
}

// FactsLacking counts the people on the roll without a second fact.
func (s *Store) FactsLacking(ctx context.Context) (lacking FactsLacking, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		return tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
			rec, err := kv.DecodeRecord[rollRecord](k, raw)
			if rec.DateOfBirth == "" {
				lacking.DateOfBirth++
			}
			if rec.Member == "" {
				lacking.Member++
			}
			return err
		})
	})
	return lacking, err
}
