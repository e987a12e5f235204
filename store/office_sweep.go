package store

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

const (
	undoDays  = 30  // how long an import that removed people can be undone, and so keeps them
	sweepSome = 200 // how many accounts go in one transaction
)

// Swept says how many records a sweep deleted.
type Swept struct {
	Applications int // registrations that nobody decided on, or that were refused
	Accounts     int
	Rolls        int // frozen rolls
}

// Sweep deletes what has stayed for as long as the settings say, and returns how much. Accounts that an election needs
// stay: one that is open, that is not counted or cancelled yet, whose ballot box stays, or whose opening is set. So do
// frozen rolls of elections that are not over, all administrators, and who is nominated for an election in DRAFT. An
// import that removed people cannot be undone any more after 30 days, whatever the settings say.
func (s *Store) Sweep(ctx context.Context) (Swept, error) {
	var all Swept
	due, err := s.sweepDue(ctx)
	if err != nil {
		return all, err
	}
	for some := range slices.Chunk(due.users, sweepSome) {
		n, err := s.sweepUsers(ctx, some)
		if err != nil {
			return all, err
		}
		all.Applications, all.Accounts = all.Applications+n.Applications, all.Accounts+n.Accounts
	}
	for _, id := range due.rolls {
		switch err := s.deleteRoll(ctx, id); {
		case err == nil:
			all.Rolls++
		case !errors.Is(err, errNotDue):
			return all, err
		}
	}
	if !due.undo {
		return all, nil
	}
	return all, s.update(ctx, s.dropUndo)
}

// sweepable lists the records that a sweep would delete now.
type sweepable struct {
	users []UserID
	rolls []ElectionID
	undo  bool // what would undo the last import
}

// sweepDue finds what a sweep would delete now.
func (s *Store) sweepDue(ctx context.Context) (sweepable, error) {
	var due sweepable
	err := s.view(ctx, func(tx *bolt.Tx) error {
		due = sweepable{}
		r, err := s.retention(tx)
		if err != nil {
			return err
		}
		last, err := lastImport(tx)
		if err != nil {
			return err
		}
		due.undo = last != nil && last.Undoable && last.Removed > 0 && r.over(last.At, undoDays)
		for id := range electionsIn(tx, Completed) {
			rec, err := electionTable.Get(tx, id)
			if err != nil {
				return err
			}
			if r.rollDue(tx, rec) {
				due.rolls = append(due.rolls, id)
			}
		}
		if r.keep.Applications == 0 && r.keep.Accounts == 0 {
			return nil
		}
		return tx.Bucket(bucketUsers).ForEach(func(k, raw []byte) error {
			u, err := kv.DecodeRecord[userRecord](k, raw)
			if err != nil {
				return err
			}
			goes, err := r.userDue(tx, u)
			if goes {
				due.users = append(due.users, u.ID)
			}
			return err
		})
	})
	return due, err
}

// sweepUsers deletes those of some accounts that are still due, and audits how many.
func (s *Store) sweepUsers(ctx context.Context, some []UserID) (Swept, error) {
	var n Swept
	err := s.update(ctx, func(tx *bolt.Tx) error {
		n = Swept{}
		r, err := s.retention(tx)
		if err != nil {
			return err
		}
		for _, id := range some {
			rec, err := userTable.Get(tx, id)
			if errors.Is(err, refusal.NotFound) {
				continue
			}
			if err != nil {
				return err
			}
			goes, err := r.userDue(tx, rec)
			if err != nil {
				return err
			}
			if !goes {
				continue
			}
			if rec.applied() {
				n.Applications++
			} else {
				n.Accounts++
			}
			if err := s.deleteAccount(tx, audit.BySystem(), rec); err != nil {
				return err
			}
		}
		if n == (Swept{}) {
			return nil
		}
		return s.audit(tx, audit.BySystem(), "installation.people_deleted", audit.Installation(), map[string]string{
			"applications": strconv.Itoa(n.Applications), "accounts": strconv.Itoa(n.Accounts)})
	})
	return n, err
}

// deleteRoll deletes the people of the frozen roll of an election, and audits how many. Errors: errNotDue.
func (s *Store) deleteRoll(ctx context.Context, id ElectionID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		r, err := s.retention(tx)
		if err != nil {
			return err
		}
		previous, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if !r.rollDue(tx, previous) {
			return errNotDue
		}
		rec := previous
		rec.RollGoneAt = r.now
		if err := electionTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		for _, b := range [][]byte{bucketElectorates, bucketElectorsByName} {
			if err := tx.Bucket(b).DeleteBucket([]byte(id)); err != nil {
				return err
			}
			if _, err := tx.Bucket(b).CreateBucket([]byte(id)); err != nil { // the election is one with a frozen roll still
				return err
			}
		}
		detail := map[string]string{"people": strconv.Itoa(rec.Electorate)}
		return errors.Join(s.oweErase(tx),
			s.audit(tx, audit.BySystem(), "election.roll_deleted", electionSubject(id), detail))
	})
}

// retention holds how long the settings keep data, at one moment.
type retention struct {
	keep  KeepDays
	now   time.Time
	needs []electionRecord // the elections whose voters' accounts stay
}

// retention reads what the settings say.
func (s *Store) retention(tx *bolt.Tx) (retention, error) {
	in, err := installation(tx)
	if err != nil {
		return retention{}, err
	}
	r := retention{keep: in.Keep, now: s.clock()}
	if r.keep.Accounts == 0 && r.keep.Applications == 0 {
		return r, nil
	}
	return r, tx.Bucket(bucketElections).ForEach(func(k, raw []byte) error {
		rec, err := kv.DecodeRecord[electionRecord](k, raw)
		if err != nil {
			return err
		}
		if rec.Status == Draft && rec.OpensAt.After(r.now) || rec.Status != Draft && !(isOver(tx, rec) &&
			r.over(rec.CompletedAt, r.keep.Accounts)) {
			r.needs = append(r.needs, rec)
		}
		return nil
	})
}

// over reports whether a number of days has passed since a time. 0 days never pass.
func (r *retention) over(since time.Time, days int) bool {
	return days > 0 && !r.now.Before(since.AddDate(0, 0, days))
}

// isOver reports whether an election was counted or cancelled, and its ballot box is gone.
func isOver(tx *bolt.Tx, rec electionRecord) bool {
	return rec.Status == Completed && (rec.Cancelled != nil || tx.Bucket(bucketResults).Get([]byte(rec.ID)) != nil) &&
		tx.Bucket(bucketSealed).Bucket([]byte(rec.ID)) == nil
}

// rollDue reports whether the frozen roll of an election is there and goes.
func (r *retention) rollDue(tx *bolt.Tx, rec electionRecord) bool {
	return rec.RollGoneAt.IsZero() && frozenRoll(tx, rec.ID) != nil && isOver(tx, rec) &&
		r.over(rec.CompletedAt, r.keep.Rolls)
}

// applied reports whether a user is an applicant whom nobody has admitted.
func (u *userRecord) applied() bool { return u.Application != nil && u.Admission == nil }

// userDue reports whether a user goes.
func (r *retention) userDue(tx *bolt.Tx, u userRecord) (bool, error) {
	switch {
	case u.Role != RoleUser:
		return false, nil
	case u.applied():
		since := u.Application.At
		if u.Decision != nil && u.Decision.At.After(since) {
			since = u.Decision.At
		}
		waits := isPending(u.User) && slices.ContainsFunc(r.needs, func(e electionRecord) bool { return e.Status == Active })
		return !waits && r.over(since, r.keep.Applications), nil
	case !r.over(u.CreatedAt, r.keep.Accounts) || !r.over(u.UpdatedAt, r.keep.Accounts),
		slices.ContainsFunc(r.needs, func(e electionRecord) bool { return mayNeed(tx, e, u) }):
		return false, nil
	}
	nominated, err := isNominated(tx, u.RollEntry)
	return !nominated, err
}

// mayNeed reports whether a user could vote in an election, or can once it opens.
func mayNeed(tx *bolt.Tx, e electionRecord, u userRecord) bool {
	if !e.Settings.Electorate.freezes() {
		return e.CompletedAt.IsZero() || !u.CreatedAt.After(e.CompletedAt)
	}
	return u.RollEntry != "" && (e.Status == Draft || inElectorate(tx, e.ID, []byte(u.RollEntry)))
}

// isNominated reports whether a person of the roll stands in an election in DRAFT, or has proposed somebody.
func isNominated(tx *bolt.Tx, person RollID) (bool, error) {
	if person == "" {
		return false, nil
	}
	all, err := nominationsIn(tx, bucketNominationsByPerson, []byte(person))
	for _, n := range all {
		if e, err := electionTable.Get(tx, n.ElectionID); err != nil || e.Status == Draft {
			return err == nil, err
		}
	}
	return false, err
}
