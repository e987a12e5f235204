package store

import (
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
)

// audit adds a line to the audit list.
func (s *Store) audit(tx *bolt.Tx, by audit.Actor, action string, on audit.Subject, detail map[string]string) error {
	return audit.Append(tx, s.clock(), by, action, on, detail)
}

// NewestRecord returns when the last line of the audit list was made, or zero without any.
func (s *Store) NewestRecord(ctx context.Context) (at time.Time, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		at, err = audit.Newest(tx)
		return err
	})
	return at, err
}

// NoteClock notes that somebody confirms the clock. As the newest line, it ends the doubt at the next start.
func (s *Store) NoteClock(ctx context.Context, by audit.Actor) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		return s.audit(tx, by, "installation.clock_confirmed", audit.Installation(), nil)
	})
}

// NoteRoom notes that somebody lets the local network reach the server, or shuts it out again.
func (s *Store) NoteRoom(ctx context.Context, by audit.Actor, open bool) error {
	action := "installation.room_closed"
	if open {
		action = "installation.room_opened"
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		return s.audit(tx, by, action, audit.Installation(), nil)
	})
}

// NoteModel notes that somebody keeps a converted model, or keeps it no longer.
func (s *Store) NoteModel(ctx context.Context, by audit.Actor, kept bool, name, title string) error {
	action := "installation.model_removed"
	if kept {
		action = "installation.model_kept"
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		return s.audit(tx, by, action, audit.Installation(), map[string]string{"file": name, "title": title})
	})
}

// AuditHead reads the end of the audit list.
func (s *Store) AuditHead(ctx context.Context) (head audit.Head, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		head = audit.ReadHead(tx)
		return nil
	})
	return head, err
}

// AuditList lists what was done: see [audit.List].
func (s *Store) AuditList(ctx context.Context, f audit.Filter, p Page) (l List[audit.Record], err error) {
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		l, err = audit.List(tx, f, p)
		return err
	})
	return l, err
}
