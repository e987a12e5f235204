package store

import (
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// Notice publishes a moved end or the restore of a backup. It has one of the two times.
type Notice struct {
	ClosesAt time.Time `json:"closesAt,omitzero"` // the new end
	BackupAt time.Time `json:"backupAt,omitzero"` // when the backup was made
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
	Signed   string    `json:"signed"` // as it stands in the bundle
}

// movedTo is the end to which an election was moved last; zero if it was not moved.
func (e *Election) movedTo() (end time.Time) {
	for _, n := range e.Notices {
		if !n.ClosesAt.IsZero() {
			end = n.ClosesAt
		}
	}
	return end
}

// signedNotices are the notices of an election as its bundle has them; a cancellation is the last.
func signedNotices(e Election) []string {
	signed := []string{}
	for _, n := range e.Notices {
		signed = append(signed, n.Signed)
	}
	if e.Cancelled != nil {
		signed = append(signed, e.Cancelled.Signed)
	}
	return signed
}

// MoveEnd moves the end of an ACTIVE election to a later time and publishes the reason, up to 500 characters on one
// line. closesAt is cut to a whole second. Errors: refusal.NotFound, refusal.NotActive, refusal.VotingClosed when the
// present end has come already and voting was not stopped before, refusal.ValidationFailed.
func (s *Store) MoveEnd(ctx context.Context, by audit.Actor, id ElectionID, closesAt time.Time,
	reason string) (Election, error) {
	closesAt = closesAt.UTC().Truncate(time.Second)
	e, err := s.changeElection(ctx, by, id, "election.end_moved", func(tx *bolt.Tx, rec *electionRecord) error {
		now := s.clock()
		switch {
		case rec.Status == Draft || rec.Status == Completed:
			return refusal.NotActive
		case !rec.ClosesAt.IsZero() && !now.Before(rec.ClosesAt) && rec.Stopped == nil:
			return refusal.VotingClosed
		}
		var faults input.Faults
		faults.Line("reason", &reason, 1, ballotbox.MaxReason)
		if rec.ClosesAt.IsZero() || !closesAt.After(rec.ClosesAt) || !closesAt.After(now) {
			faults.Add("closesAt", refusal.EndNotLater, nil)
		}
		if err := faults.Err(); err != nil {
			return err
		}
		m, _, err := getManifest(tx, id)
		if err != nil {
			return err
		}
		rec.ClosesAt = closesAt
		return s.publish(rec, m, Notice{ClosesAt: closesAt, Reason: reason, At: now})
	})
	if err == nil {
		s.forgetActive(id) // its end is another one
	}
	return e, err
}

// Cancellation says that an election was cancelled. It is published.
type Cancellation struct {
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
	Signed string    `json:"signed"` // as it stands in the bundle
}

// CancelElection ends an ACTIVE election without a count, or gives up the count of a COMPLETED one, and publishes the
// reason, up to 500 characters on one line. The cast log ends with it. It removes the sealed ballots, destroys the
// server's key, stops a count by sheets and compacts the file. A crash meanwhile leaves the rest to the next start.
// Errors: refusal.NotFound, refusal.NotActive for a DRAFT, refusal.Counted, refusal.Cancelled,
// refusal.ValidationFailed.
func (s *Store) CancelElection(ctx context.Context, by audit.Actor, id ElectionID, reason string) (Election, error) {
	var faults input.Faults
	faults.Line("reason", &reason, 1, ballotbox.MaxReason)
	if err := faults.Err(); err != nil {
		return Election{}, err
	}
	e, err := s.cancelElection(ctx, by, id, reason)
	if err == nil {
		_, err = s.StopCount(ctx, id) // after countMu: a count that has come waits for it, and is refused
	}
	return e, err
}

func (s *Store) cancelElection(ctx context.Context, by audit.Actor, id ElectionID, reason string) (Election, error) {
	s.countMu.Lock()
	defer s.countMu.Unlock()
	e, err := s.changeElection(ctx, by, id, "election.cancelled", func(tx *bolt.Tx, rec *electionRecord) error {
		if err := mayCancel(tx, rec); err != nil {
			return err
		}
		if err := s.sayStopped(tx, rec, reason); err != nil {
			return err
		}
		if rec.Status == Active {
			if err := s.transition(tx, rec, Completed); err != nil {
				return err
			}
		}
		return s.cancel(tx, rec, reason)
	})
	if err != nil {
		return e, err
	}
	s.forgetActive(id)
	s.pending.forget(id)
	s.tryEnds()
	return e, nil
}

// mayCancel is nil for an election that was opened and has no end yet: neither a count nor a cancellation.
func mayCancel(tx *bolt.Tx, rec *electionRecord) error {
	switch {
	case rec.Status == Draft:
		return refusal.NotActive
	case rec.Cancelled != nil:
		return refusal.Cancelled
	case tx.Bucket(bucketResults).Get([]byte(rec.ID)) != nil:
		return refusal.Counted
	}
	return nil
}

// cancel ends the box and the log of an election with a signed cancellation.
func (s *Store) cancel(tx *bolt.Tx, rec *electionRecord, reason string) error {
	m, _, err := getManifest(tx, rec.ID)
	if err != nil {
		return err
	}
	signed, err := s.signer.Cancellation(m.ElectionID, m.Hash(), reason)
	if err != nil {
		return err
	}
	rec.Cancelled = &Cancellation{reason, s.clock(), string(signed)}
	size, err := logSize(tx, rec.ID)
	if err != nil {
		return err
	}
	leaves, err := loggedLeaves(tx, rec.ID, 1, size)
	if err != nil {
		return err
	}
	handed, leaves, err := takeHanded(tx, rec.ID, leaves)
	if err != nil {
		return err
	}
	casts, err := castsOf(tx, rec.ID)
	if err != nil {
		return err
	}
	log, err := inOrder(casts, leaves)
	if err != nil {
		return err
	}
	if _, err = s.endBox(tx, rec.ID, log, handed, ballotbox.NoteText(signed)); err != nil {
		return err
	}
	return deleteBox(tx, rec.ID)
}
