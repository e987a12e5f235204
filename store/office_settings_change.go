package store

import (
	"context"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// ChangeSettings changes and audits the settings. Who may vote changes only while no election is ACTIVE, so that one
// rule admits all. Errors: refusal.ValidationFailed, refusal.ElectionOpen.
func (s *Store) ChangeSettings(ctx context.Context, by audit.Actor, c SettingsChange) (Settings, error) {
	var faults input.Faults
	c.check(&faults)
	if err := faults.Err(); err != nil {
		return Settings{}, err
	}
	var rec installationRecord
	err := s.update(ctx, func(tx *bolt.Tx) (err error) {
		var changed []string
		if rec, changed, err = changeSettings(tx, c); err != nil || len(changed) == 0 {
			return err
		}
		return s.auditSettings(tx, by, changed...)
	})
	return rec.Settings, err
}

// changeSettings makes a change that was checked, and returns the names of the fields that differ now.
func changeSettings(tx *bolt.Tx, c SettingsChange) (rec installationRecord, changed []string, err error) {
	if rec, err = installation(tx); err != nil {
		return rec, nil, err
	}
	if changed = c.Apply(&rec.Settings); len(changed) == 0 {
		return rec, nil, nil
	}
	m, err := mailSettings(tx)
	if err != nil {
		return rec, nil, err
	}
	if slices.Contains(changed, "address") && m.Host != "" && leadsHome(rec.Address) {
		return rec, nil, refusal.Invalid("address", refusal.AddressLocal, refusal.Facts{"address": rec.Address})
	}
	if admissionChanges(changed) && kv.Lines(tx, bucketElectionsByStatus, []byte{Active.rank()}) > 0 {
		return rec, nil, refusal.ElectionOpen
	}
	return rec, changed, putInstallation(tx, rec)
}

func (s *Store) auditSettings(tx *bolt.Tx, by audit.Actor, changed ...string) error {
	detail := map[string]string{"fields": strings.Join(changed, ", ")}
	return s.audit(tx, by, "settings.changed", audit.Installation(), detail)
}

// SetLogo gives the installation a logo, in place of any other.
func (s *Store) SetLogo(ctx context.Context, by audit.Actor, image Image) (Settings, error) {
	var rec installationRecord
	err := s.update(ctx, func(tx *bolt.Tx) (err error) {
		if rec, err = installation(tx); err != nil {
			return err
		}
		if rec.Logo, err = replacePhoto(tx, rec.Logo, image, PhotoOwner{Installation: true}, s.clock()); err != nil {
			return err
		}
		if err := putInstallation(tx, rec); err != nil {
			return err
		}
		return s.auditSettings(tx, by, "logo")
	})
	return rec.Settings, err
}

// RemoveLogo removes the logo. Errors: refusal.NotFound if there is none.
func (s *Store) RemoveLogo(ctx context.Context, by audit.Actor) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := installation(tx)
		if err != nil {
			return err
		}
		if rec.Logo == nil {
			return refusal.Missing(photoTable.Name)
		}
		if err := deletePhoto(tx, rec.Logo.ID); err != nil {
			return err
		}
		rec.Logo = nil
		if err := putInstallation(tx, rec); err != nil {
			return err
		}
		return s.auditSettings(tx, by, "logo")
	})
}

// Logo reads the logo. Errors: refusal.NotFound if there is none.
func (s *Store) Logo(ctx context.Context) (p Photo, data []byte, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := installation(tx)
		if err != nil {
			return err
		}
		if rec.Logo == nil {
			return refusal.Missing(photoTable.Name)
		}
		p = *rec.Logo
		_, data, err = readPhoto(tx, p.ID)
		return err
	})
	return p, data, err
}
