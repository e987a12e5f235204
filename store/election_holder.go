package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"fmt"
	"slices"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// HolderPlan says who is to hold the keys of an election.
type HolderPlan struct {
	Holders   []string // names; none: the server has the key
	Threshold int      // how many of them are needed to open the ballots; 0 without names
	Title     string   // of the assembly that they hold keys for; "": that of the election
	Anew      bool     // a new assembly begins, whoever they are
}

// check checks a plan, and tidies its names.
func (p *HolderPlan) check() error {
	var faults input.Faults
	for i := range p.Holders {
		faults.Name("holders", &p.Holders[i], 1, ballotbox.MaxHolderName)
		if slices.Contains(p.Holders[:i], p.Holders[i]) {
			faults.Add("holders", refusal.Repeated, nil)
		}
	}
	if len(p.Holders) > sealing.MaxHolders {
		faults.Add("holders", refusal.ListTooLong, refusal.Facts{"max": sealing.MaxHolders})
	}
	least, most := 1, len(p.Holders)
	if most == 0 { // the server holds the key, and the threshold says nothing
		least, most = 0, sealing.MaxHolders
	}
	if p.Threshold < least || p.Threshold > most {
		faults.Add("threshold", refusal.NotInteger, refusal.Facts{"min": least, "max": most})
	}
	faults.Line("title", &p.Title, 0, maxTitle)
	return faults.Err()
}

// SetHolders names who will hold the keys of an election in DRAFT. If they hold those of the current assembly, the
// election joins it, with the sheets that are made. Otherwise its own assembly gets the new holders, if not all of the
// old ones have made their keys, and else a new one begins. Where people hold the keys, an election does not open and
// is not counted by itself, so both are turned off. Errors: refusal.NotFound, refusal.NotDraft,
// refusal.ValidationFailed.
func (s *Store) SetHolders(ctx context.Context, by audit.Actor, id ElectionID, plan HolderPlan) (Election, error) {
	plan.Holders = slices.Clone(plan.Holders)
	if err := plan.check(); err != nil {
		return Election{}, err
	}
	return s.changeDraft(ctx, by, id, "election.holders_set", func(tx *bolt.Tx, rec *electionRecord) error {
		if len(plan.Holders) == 0 {
			rec.Custody, rec.AssemblyID, rec.KeepBoxDays = ballotbox.CustodyServer, "", 0
			return nil
		}
		if !rec.Custody.Traits().Sheets {
			rec.KeepBoxDays = usualKeepBoxDays
		}
		rec.Custody = ballotbox.CustodyHolders
		rec.Settings.AutoOpen, rec.Settings.AutoCount = false, false
		return s.planHolders(tx, rec, plan)
	})
}

// planHolders has an election in DRAFT join an assembly as SetHolders says.
func (s *Store) planHolders(tx *bolt.Tx, rec *electionRecord, plan HolderPlan) error {
	title := cmp.Or(plan.Title, rec.Title)
	if plan.Anew {
		return s.newAssembly(tx, rec, title, plan.Threshold, plan.Holders)
	}
	current, found, err := s.currentAssembly(tx)
	if err != nil {
		return err
	}
	if found && current.isOf(plan.Threshold, plan.Holders) {
		rec.AssemblyID = current.ID
		return nil
	}
	if rec.AssemblyID == "" {
		return s.newAssembly(tx, rec, title, plan.Threshold, plan.Holders)
	}
	own, err := assemblyTable.Get(tx, rec.AssemblyID)
	switch {
	case err != nil || own.isOf(plan.Threshold, plan.Holders) && own.Left(s.now()) > 0:
		return err
	case len(own.Missing()) == 0:
		return s.newAssembly(tx, rec, title, plan.Threshold, plan.Holders)
	}
	next := own
	next.Title, next.Threshold, next.Holders = title, plan.Threshold, nil
	next.Invitations = make([][]byte, len(plan.Holders))
	for n := range own.Holders {
		if err := tx.Bucket(bucketAssemblyKeys).Delete(own.keysOf(n + 1)); err != nil {
			return err
		}
	}
	for _, name := range plan.Holders {
		next.Holders = append(next.Holders, AssemblyHolder{Name: name})
	}
	return assemblyTable.Put(tx, &own, next)
}

// hold has a new election join the current assembly if people are to hold its key. Errors: refusal.NoAssembly.
func (s *Store) hold(tx *bolt.Tx, rec *electionRecord, held bool) error {
	if !held {
		return nil
	}
	current, found, err := s.currentAssembly(tx)
	if err == nil && !found {
		err = refusal.NoAssembly
	}
	rec.Custody, rec.AssemblyID, rec.KeepBoxDays = ballotbox.CustodyHolders, current.ID, usualKeepBoxDays
	return err
}

// rehearse copies the assembly of an election with its public keys to another store, where number 0 is for the
// election. While keys are missing, the copy is in the custody of the server.
func (rec *electionRecord) rehearse(from, tx *bolt.Tx) error {
	if !rec.Custody.Traits().Sheets {
		return nil
	}
	a, err := assemblyTable.Get(from, rec.AssemblyID)
	if err != nil {
		return err
	}
	if len(a.Missing()) > 0 {
		rec.Custody, rec.AssemblyID = ballotbox.CustodyServer, ""
		return nil
	}
	a.Rehearsal, a.First, a.Invitations = true, rec.ID, nil
	a.Used, a.OpenedAt, a.KeyNumber = 0, time.Time{}, ""
	for n := range a.Holders {
		a.Holders[n].Tried = nil // of the other key number
		raw := from.Bucket(bucketAssemblyKeys).Get(a.keysOf(n + 1))
		if err := tx.Bucket(bucketAssemblyKeys).Put(a.keysOf(n+1), bytes.Clone(raw)); err != nil {
			return err
		}
	}
	return assemblyTable.Put(tx, nil, a)
}

// InviteHolder replaces the invitation, a token of 26 characters, of a holder by their number, from 1, in the assembly
// of a DRAFT. It returns the token only once. Errors: refusal.NotFound, refusal.NotDraft, refusal.KeysFixed once all
// holders have made their keys.
func (s *Store) InviteHolder(ctx context.Context, by audit.Actor, id ElectionID, number int) (token string, err error) {
	token = kv.NewID[string]()
	err = s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := draft(tx, id)
		if err != nil {
			return err
		}
		if rec.AssemblyID == "" {
			return refusal.Missing("holder")
		}
		a, err := assemblyTable.Get(tx, rec.AssemblyID)
		switch {
		case err != nil:
			return err
		case number < 1 || number > len(a.Holders):
			return refusal.Missing("holder")
		case len(a.Missing()) == 0:
			return refusal.KeysFixed
		}
		next := a
		next.Invitations = slices.Clone(a.Invitations)
		next.Invitations[number-1] = s.invitationMAC(token)
		if err := assemblyTable.Put(tx, &a, next); err != nil {
			return err
		}
		return s.auditHolder(tx, by, "election.holder_invited", id, number)
	})
	return token, err
}

func (s *Store) auditHolder(tx *bolt.Tx, by audit.Actor, action string, id ElectionID, number int) error {
	return s.audit(tx, by, action, electionSubject(id), map[string]string{"holder": strconv.Itoa(number)})
}

// Invitation is what the holder of a key sees before they make their sheet.
type Invitation struct {
	Assembly
	Organisation string
	Number       int      // of the holder, from 1
	Roots        [][]byte // over the keys of each holder; nil until they are made
	SigningKey   []byte   // of the installation
}

// Invitation reads the invitation that a token belongs to. Errors: refusal.NotFound.
func (s *Store) Invitation(ctx context.Context, token string) (Invitation, error) {
	var inv Invitation
	err := s.view(ctx, func(tx *bolt.Tx) error {
		a, number, err := s.invited(tx, token)
		if err != nil {
			return err
		}
		roots, err := a.roots(tx)
		if err != nil {
			return err
		}
		in, err := installation(tx)
		inv = Invitation{a.Assembly, in.Organisation, number, roots, s.signer.Public()}
		return err
	})
	return inv, err
}

// invited finds the assembly and the number of the holder that a token belongs to. Errors: refusal.NotFound.
func (s *Store) invited(tx *bolt.Tx, token string) (a assemblyRecord, number int, err error) {
	if !kv.IsID(token) {
		return a, 0, refusal.Missing("invitation")
	}
	mac := s.invitationMAC(token)
	id := tx.Bucket(bucketAssembliesByInvitation).Get(mac)
	if id == nil {
		return a, 0, refusal.Missing("invitation")
	}
	a, err = assemblyTable.Get(tx, AssemblyID(id))
	number = 1 + slices.IndexFunc(a.Invitations, func(have []byte) bool { return bytes.Equal(have, mac) })
	if err == nil && (number < 1 || number > len(a.Holders)) {
		err = fmt.Errorf("assembly %s does not have the invitation that leads to it", id)
	}
	return a, number, err
}

// SetHolderKeys replaces the public halves of the invited holder for all numbers: X-Wing keys to seal ballots to, and
// Ed25519 keys for the seals. Errors: refusal.NotFound, refusal.KeysFixed once all holders have made theirs, and
// refusal.ValidationFailed for improper keys, the same key twice, and those of another holder, a witness or the
// installation.
func (s *Store) SetHolderKeys(ctx context.Context, token string, keys []sealing.Keys) error {
	if err := checkKeys(keys); err != nil {
		return err
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		a, number, err := s.invited(tx, token)
		if err != nil {
			return err
		}
		if len(a.Missing()) == 0 {
			return refusal.KeysFixed
		}
		if err := s.checkTaken(tx, a, number, keys); err != nil {
			return err
		}
		next := a
		next.Holders = slices.Clone(a.Holders)
		if next.Holders[number-1].Fingerprint, err = a.putKeys(tx, number, keys); err != nil {
			return err
		}
		if err := next.number(tx, s.signer); err != nil {
			return err
		}
		if err := assemblyTable.Put(tx, &a, next); err != nil {
			return err
		}
		return s.auditHolder(tx, audit.Actor{Kind: audit.Holder}, "election.holder_ready", a.First, number)
	})
}

// NoteSheetTried notes that the invited holder has tried their sheet: with its key for number 0 they signed the key
// number, which their device computed. Errors: refusal.NotFound, refusal.HoldersMissing before there is a key number,
// refusal.SignatureWrong.
func (s *Store) NoteSheetTried(ctx context.Context, token string, signature []byte) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		a, number, err := s.invited(tx, token)
		if err != nil {
			return err
		}
		if missing := a.Missing(); len(missing) > 0 {
			return refusal.HoldersMissing.With(refusal.Facts{"names": missing})
		}
		keys, err := a.keys(tx, number)
		if err != nil {
			return err
		}
		if !hasTried(keys, a.KeyNumber, signature) {
			return refusal.SignatureWrong
		}
		next := a
		next.Holders = slices.Clone(a.Holders)
		next.Holders[number-1].Tried = signature
		if err := assemblyTable.Put(tx, &a, next); err != nil {
			return err
		}
		return s.auditHolder(tx, audit.Actor{Kind: audit.Holder}, "election.holder_tried", a.First, number)
	})
}

// hasTried reports whether a signature says that the sheet of some keys is part of a key number.
func hasTried(keys []sealing.Keys, keyNumber string, signature []byte) bool {
	return len(keys) > 0 && ed25519.Verify(keys[0].SigningKey, []byte("ostrakon/tried/4\x00"+keyNumber), signature)
}

// checkKeys checks the form of a holder's public halves. Errors: refusal.ValidationFailed.
func checkKeys(keys []sealing.Keys) error {
	var faults input.Faults
	seen := make(map[string]bool)
	if len(keys) != sealing.Numbers {
		faults.Add("keys", refusal.KeyImproper, nil)
		return faults.Err()
	}
	for _, k := range keys {
		switch {
		case sealing.CheckPublicKey(k.PublicKey) != nil || ballotbox.CheckSigningKey(k.SigningKey) != nil:
			faults.Add("keys", refusal.KeyImproper, nil)
			return faults.Err()
		case seen[string(k.PublicKey)] || seen[string(k.SigningKey)]:
			faults.Add("keys", refusal.Repeated, nil)
			return faults.Err()
		}
		seen[string(k.PublicKey)], seen[string(k.SigningKey)] = true, true
	}
	return nil
}

// checkTaken checks that nobody else has one of a holder's keys. Errors: refusal.ValidationFailed.
func (s *Store) checkTaken(tx *bolt.Tx, a assemblyRecord, number int, keys []sealing.Keys) error {
	others, err := a.others(tx, number)
	if err != nil {
		return err
	}
	var witnesses []ballotbox.Witness
	for rec, err := range draftsOf(tx, a.ID) {
		if err != nil {
			return err
		}
		if rec.Witnesses != nil {
			witnesses = append(witnesses, rec.Witnesses.Keys...)
		}
	}
	for _, k := range keys {
		if ballotbox.KeyTaken(k.SigningKey, s.signer.Public(), others, witnesses) ||
			slices.ContainsFunc(others, func(h ballotbox.Holder) bool { return bytes.Equal(k.PublicKey, h.PublicKey) }) {
			return refusal.Invalid("keys", refusal.KeyTaken, nil)
		}
	}
	return nil
}
