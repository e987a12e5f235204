package store

import (
	"context"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// Stop marks an election that was ACTIVE in a restored backup. Later ballots and their marks are lost, so nobody can
// vote until an administrator has said so in public or cancelled the election.
type Stop struct {
	BackupAt   time.Time `json:"backupAt"`   // when the backup was made, to a whole second
	RestoredAt time.Time `json:"restoredAt"` // when the server started with it
}

// afterRestore acts on a restored backup: it fails the mail that waited, ends the invitations of administrators, which
// may have been used or withdrawn since, stops the ACTIVE elections, skips numbers of assemblies, and leaves due
// openings to an administrator, because those elections may have been open already.
func (s *Store) afterRestore(tx *bolt.Tx) error {
	if err := stopQueue(tx); err != nil {
		return err
	}
	if err := tx.Bucket(bucketSettings).Delete(settingInvited); err != nil {
		return err
	}
	backedUp, err := audit.Newest(tx) // a backup notes itself last
	if err != nil {
		return err
	}
	if err := skipNumbers(tx); err != nil {
		return err
	}
	now := s.clock()
	stop := &Stop{backedUp.UTC().Truncate(time.Second), now}
	err = s.changeEach(tx, Active, "election.stopped", func(rec *electionRecord) bool {
		if rec.Stopped == nil { // otherwise more is lost: since the earlier backup
			rec.Stopped = stop
		}
		return true
	})
	if err == nil {
		err = s.changeEach(tx, Draft, "election.not_opened", func(rec *electionRecord) bool {
			due := rec.Settings.AutoOpen && !rec.OpensAt.IsZero() && !now.Before(rec.OpensAt)
			if due {
				rec.Settings.AutoOpen = false
			}
			return due
		})
	}
	if err != nil {
		return err
	}
	return tx.Bucket(bucketMeta).Delete(metaRestored)
}

// changeEach changes the elections of a status that change says it has changed.
func (s *Store) changeEach(tx *bolt.Tx, status Status, action string, change func(*electionRecord) bool) error {
	for _, id := range slices.Collect(electionsIn(tx, status)) {
		previous, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec := previous
		if !change(&rec) {
			continue
		}
		if err := electionTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		detail := map[string]string{"code": "restored"}
		if err := s.audit(tx, audit.BySystem(), action, electionSubject(id), detail); err != nil {
			return err
		}
	}
	return nil
}

// Stopped finds an election that is stopped; the newest, if there are several.
func (s *Store) Stopped(ctx context.Context) (e Election, found bool, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		for id := range electionsIn(tx, Active) {
			rec, err := electionTable.Get(tx, id)
			if err != nil {
				return err
			}
			if rec.Stopped != nil {
				e, found = rec.Election, true
			}
		}
		return nil
	})
	return e, found, err
}

// ResumeElection lets people vote again in an election that was stopped, and publishes that ballots cast after the
// backup may be lost, with the reason: up to 500 characters on one line. Those people vote again. Errors:
// refusal.NotFound, refusal.NotStopped, refusal.VotingClosed when the end has come meanwhile, so that it has to be
// moved first, refusal.KeyMissing when the key of the server was not restored, refusal.ValidationFailed.
func (s *Store) ResumeElection(ctx context.Context, by audit.Actor, id ElectionID, reason string) (Election, error) {
	var faults input.Faults
	faults.Line("reason", &reason, 1, ballotbox.MaxReason)
	if err := faults.Err(); err != nil {
		return Election{}, err
	}
	e, err := s.changeElection(ctx, by, id, "election.resumed", func(tx *bolt.Tx, rec *electionRecord) error {
		now := s.clock()
		switch {
		case rec.Stopped == nil || rec.Status != Active:
			return refusal.NotStopped
		case !rec.ClosesAt.IsZero() && !now.Before(rec.ClosesAt):
			return refusal.EndHasPassed
		}
		if rec.Custody.Traits().ServerKey {
			if _, err := s.keys.Get(string(id), sealing.SecretSize); err != nil {
				return refusal.KeyMissing
			}
		}
		return s.sayStopped(tx, rec, reason)
	})
	if err == nil {
		s.forgetActive(id)
	}
	return e, err
}

// sayStopped publishes that a backup of an election was restored: ballots that are missing were not left out.
func (s *Store) sayStopped(tx *bolt.Tx, rec *electionRecord, reason string) error {
	if rec.Stopped == nil {
		return nil
	}
	m, _, err := getManifest(tx, rec.ID)
	if err != nil {
		return err
	}
	n := Notice{BackupAt: rec.Stopped.BackupAt, Reason: reason, At: s.clock()}
	rec.Stopped = nil
	return s.publish(rec, m, n)
}

// publish signs a notice of an election and adds it to those before.
func (s *Store) publish(rec *electionRecord, m *ballotbox.Manifest, n Notice) error {
	signed, err := s.signer.Notice(ballotbox.Notice{
		ElectionID: string(rec.ID), Manifest: m.Hash(), Reason: n.Reason,
		ClosesAt: ballotbox.FormatTime(n.ClosesAt), BackupAt: ballotbox.FormatTime(n.BackupAt),
	})
	n.Signed = string(signed)
	rec.Notices = append(rec.Notices[:len(rec.Notices):len(rec.Notices)], n)
	return err
}
