package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// SetHolders names who will hold the keys of an election in DRAFT, and how many of them are needed to open its ballots.
// It replaces all who were named before, with their keys and invitations. Without names the key is in the custody of
// the server, as in a new election. Where people hold the keys, an election does not open and is not counted by itself,
// so both are turned off. Errors: refusal.NotFound, refusal.NotDraft, refusal.ValidationFailed.
func (s *Store) SetHolders(ctx context.Context, by audit.Actor, id ElectionID, threshold int,
	names []string) (Election, error) {
	var faults input.Faults
	holders := make([]ballotbox.Holder, len(names))
	for i, name := range names {
		faults.Line("holders", &name, 1, ballotbox.MaxHolderName)
		if slices.ContainsFunc(holders[:i], func(h ballotbox.Holder) bool { return h.Name == name }) {
			faults.Add("holders", refusal.Repeated, nil)
		}
		holders[i].Name = name
	}
	if len(names) > sealing.MaxHolders {
		faults.Add("holders", refusal.ListTooLong, refusal.Facts{"max": sealing.MaxHolders})
	}
	least, most := 1, len(names)
	if most == 0 { // the server holds the key, and the threshold says nothing
		least, most = 0, sealing.MaxHolders
	}
	if threshold < least || threshold > most {
		faults.Add("threshold", refusal.NotInteger, refusal.Facts{"min": least, "max": most})
	}
	if err := faults.Err(); err != nil {
		return Election{}, err
	}
	return s.changeDraft(ctx, by, id, "election.holders_set", func(_ *bolt.Tx, rec *electionRecord) error {
		rec.Custody, rec.Threshold, rec.Holders, rec.Invitations = ballotbox.CustodyServer, 0, nil, nil
		if len(names) > 0 {
			rec.Custody, rec.Threshold, rec.Holders = ballotbox.CustodyHolders, threshold, holders
			rec.Invitations = make([][]byte, len(holders))
			rec.Settings.AutoOpen, rec.Settings.AutoCount = false, false
		}
		return nil
	})
}

// missingHolders are the names of the holders who have not made their keys.
func (e *Election) missingHolders() []string {
	var names []string
	for _, h := range e.Holders {
		if h.PublicKey == nil {
			names = append(names, h.Name)
		}
	}
	return names
}

// InviteHolder replaces the invitation, a token of 26 characters, of the holder with a number, from 1, in a DRAFT. It
// returns the token only once. Errors: refusal.NotFound, refusal.NotDraft.
func (s *Store) InviteHolder(ctx context.Context, by audit.Actor, id ElectionID, number int) (token string, err error) {
	token = kv.NewID[string]()
	err = s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := draft(tx, id)
		if err != nil {
			return err
		}
		if number < 1 || number > len(rec.Holders) {
			return refusal.Missing("holder")
		}
		return s.changeHolder(tx, by, rec, number, "election.holder_invited", func(next *electionRecord) {
			next.Invitations[number-1] = s.invitationMAC(token)
		})
	})
	return token, err
}

// changeHolder changes what an election says of one of its holders, and notes it in the audit list.
func (s *Store) changeHolder(tx *bolt.Tx, by audit.Actor, rec electionRecord, number int, action string,
	change func(*electionRecord)) error {
	next := rec
	next.Holders, next.Invitations = slices.Clone(rec.Holders), slices.Clone(rec.Invitations)
	change(&next)
	next.UpdatedAt = s.clock()
	if err := electionTable.Put(tx, &rec, next); err != nil {
		return err
	}
	return s.audit(tx, by, action, electionSubject(rec.ID), map[string]string{"holder": strconv.Itoa(number)})
}

// Invitation is what the holder of a key sees before they make it.
type Invitation struct {
	ElectionID   ElectionID
	Title        string
	Organisation string
	Number       int // of the holder, from 1
	Name         string
	Threshold    int // how many holders are needed
	Of           int // how many there are
	Ready        bool
	Status       Status // of the election: keys can be given in DRAFT only
}

// Invitation reads the invitation that a token belongs to. Errors: refusal.NotFound.
func (s *Store) Invitation(ctx context.Context, token string) (Invitation, error) {
	var inv Invitation
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, number, err := s.invited(tx, token)
		if err != nil {
			return err
		}
		in, err := installation(tx)
		h := rec.Holders[number-1]
		inv = Invitation{
			ElectionID: rec.ID, Title: rec.Title, Organisation: in.Organisation, Number: number, Name: h.Name,
			Threshold: rec.Threshold, Of: len(rec.Holders), Ready: h.PublicKey != nil, Status: rec.Status,
		}
		return err
	})
	return inv, err
}

// invited finds the election and the number of the holder that a token belongs to. Errors: refusal.NotFound.
func (s *Store) invited(tx *bolt.Tx, token string) (rec electionRecord, number int, err error) {
	if !kv.IsID(token) {
		return rec, 0, refusal.Missing("invitation")
	}
	mac := s.invitationMAC(token)
	id := tx.Bucket(bucketElectionsByInvitation).Get(mac)
	if id == nil {
		return rec, 0, refusal.Missing("invitation")
	}
	rec, err = electionTable.Get(tx, ElectionID(id))
	number = 1 + slices.IndexFunc(rec.Invitations, func(have []byte) bool { return bytes.Equal(have, mac) })
	if err == nil && (number < 1 || number > len(rec.Holders)) {
		err = fmt.Errorf("election %s does not have the invitation that leads to it", id)
	}
	return rec, number, err
}

// SetHolderKeys replaces the public keys of the invited holder: an X-Wing key to seal ballots to, and an Ed25519 key
// for the seal. Errors: refusal.NotFound, refusal.NotDraft, and refusal.ValidationFailed for improper keys or those of
// another holder, a witness or the installation.
func (s *Store) SetHolderKeys(ctx context.Context, token string, publicKey, signingKey []byte) error {
	var faults input.Faults
	if sealing.CheckPublicKey(publicKey) != nil {
		faults.Add("publicKey", refusal.KeyImproper, nil)
	}
	if ballotbox.CheckSigningKey(signingKey) != nil {
		faults.Add("signingKey", refusal.KeyImproper, nil)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, number, err := s.invited(tx, token)
		if err != nil {
			return err
		}
		if rec.Status != Draft {
			return refusal.NotDraft
		}
		var faults input.Faults
		others := slices.Delete(slices.Clone(rec.Holders), number-1, number)
		if slices.ContainsFunc(others, func(h ballotbox.Holder) bool { return bytes.Equal(publicKey, h.PublicKey) }) {
			faults.Add("publicKey", refusal.KeyTaken, nil)
		}
		var witnesses []ballotbox.Witness
		if rec.Witnesses != nil {
			witnesses = rec.Witnesses.Keys
		}
		if ballotbox.KeyTaken(signingKey, s.signer.Public(), others, witnesses) {
			faults.Add("signingKey", refusal.KeyTaken, nil)
		}
		if err := faults.Err(); err != nil {
			return err
		}
		by := audit.Actor{Kind: audit.Holder}
		return s.changeHolder(tx, by, rec, number, "election.holder_ready", func(next *electionRecord) {
			h := &next.Holders[number-1]
			h.PublicKey, h.SigningKey = bytes.Clone(publicKey), bytes.Clone(signingKey)
		})
	})
}
