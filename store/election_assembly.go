package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// AssemblyID names an assembly: 26 characters of lower-case base32, 128 random bits.
type AssemblyID string

// Assembly is a day of elections whose keys the same people hold. Each holder has one sheet for all of it, which gives
// a key for each number. An election takes the next number as it opens, so that none serves two elections.
type Assembly struct {
	ID        AssemblyID       `json:"id"`
	Title     string           `json:"title"`
	CreatedAt time.Time        `json:"createdAt"`
	Threshold int              `json:"threshold"` // how many holders are needed to open the ballots of an election
	Holders   []AssemblyHolder `json:"holders"`   // in the order of their numbers
	Used      int              `json:"used"`      // the highest number that is taken; 0 before the first
	OpenedAt  time.Time        `json:"openedAt,omitzero"`
	KeyNumber string           `json:"keyNumber,omitempty"` // 32 characters; "" until all holders have made their keys
	Slips     Slips            `json:"-"`                   // that the next elections open with
}

// AssemblyHolder is somebody who holds a key in an assembly.
type AssemblyHolder struct {
	Name        string `json:"name"`
	Fingerprint []byte `json:"fingerprint,omitempty"` // of all public halves; nil until the sheet is made
	Tried       []byte `json:"tried,omitempty"`       // signature that their sheet is part of the key number
}

// MaxAssemblyElections is how many elections an assembly can have.
const MaxAssemblyElections = sealing.Numbers - 1

const (
	// assemblyLife is how long after its first opening an assembly takes elections. Later, the sheets may be destroyed.
	assemblyLife = 14 * 24 * time.Hour

	// restoredGap is how many numbers a restored backup skips: elections may have opened after it.
	restoredGap = 15
)

// Missing are the names of the holders who have not made their keys.
func (a *Assembly) Missing() (names []string) {
	for _, h := range a.Holders {
		if h.Fingerprint == nil {
			names = append(names, h.Name)
		}
	}
	return names
}

// untried are the names of the holders who have not tried their sheets for the key number.
func (a *assemblyRecord) untried() (names []string) {
	for _, h := range a.Holders {
		if h.Tried == nil && !a.Rehearsal {
			names = append(names, h.Name)
		}
	}
	return names
}

// Left is how many elections can still open at a time.
func (a *Assembly) Left(now time.Time) int {
	if !a.OpenedAt.IsZero() && now.Sub(a.OpenedAt) > assemblyLife {
		return 0
	}
	return MaxAssemblyElections - a.Used
}

// isOf reports whether an assembly has these holders.
func (a *Assembly) isOf(threshold int, names []string) bool {
	return a.Threshold == threshold && slices.Equal(a.Names(), names)
}

// Names are the names of the holders.
func (a *Assembly) Names() (names []string) {
	for _, h := range a.Holders {
		names = append(names, h.Name)
	}
	return names
}

// assemblyRecord is an assembly as stored.
type assemblyRecord struct {
	Assembly
	First       ElectionID `json:"first"`                 // for which it was made
	Invitations [][]byte   `json:"invitations,omitempty"` // of each holder: HMAC of the token, nil before there is one
	Rehearsal   bool       `json:"rehearsal,omitempty"`   // number 0 is for it, and no other
}

var assemblyTable = kv.Table[AssemblyID, assemblyRecord]{
	Bucket: bucketAssemblies, Name: "assembly", ID: func(a assemblyRecord) AssemblyID { return a.ID },
	Indexes: []kv.Index[assemblyRecord]{
		{Bucket: bucketAssembliesByCreated, Lines: func(a assemblyRecord) []kv.Line {
			return []kv.Line{{Key: kv.Key(kv.Time(a.CreatedAt), []byte(a.ID))}}
		}},
		{Bucket: bucketAssembliesByInvitation, Lines: func(a assemblyRecord) (lines []kv.Line) {
			for _, mac := range a.Invitations {
				if mac != nil {
					lines = append(lines, kv.Line{Key: mac, Value: []byte(a.ID)})
				}
			}
			return lines
		}},
	},
}

// newAssembly makes an assembly for an election, which joins it.
func (s *Store) newAssembly(tx *bolt.Tx, rec *electionRecord, title string, threshold int, names []string) error {
	return assemblyTable.Put(tx, nil, assemblyOf(rec, title, s.clock(), threshold, names))
}

// assemblyOf is a new assembly for an election, which joins it.
func assemblyOf(rec *electionRecord, title string, at time.Time, threshold int, names []string) assemblyRecord {
	a := assemblyRecord{
		Assembly: Assembly{ID: kv.NewID[AssemblyID](), Title: title, CreatedAt: at, Threshold: threshold},
		First:    rec.ID, Invitations: make([][]byte, len(names)),
	}
	for _, name := range names {
		a.Holders = append(a.Holders, AssemblyHolder{Name: name})
	}
	rec.AssemblyID = a.ID
	return a
}

// holderNames are the names of the holders of an election.
func holderNames(holders []ballotbox.Holder) (names []string) {
	for _, h := range holders {
		names = append(names, h.Name)
	}
	return names
}

// currentAssembly reads the newest assembly, if it takes elections.
func (s *Store) currentAssembly(tx *bolt.Tx) (a assemblyRecord, found bool, err error) {
	k, _ := tx.Bucket(bucketAssembliesByCreated).Cursor().Last()
	if k == nil {
		return a, false, nil
	}
	a, err = assemblyTable.Get(tx, kv.LastID[AssemblyID](k))
	return a, err == nil && a.Left(s.now()) > 0, err
}

// Holders reads an election with its holders. Of a DRAFT whose key the server holds, current is the newest assembly, if
// it takes elections: its holders may hold this key too. Errors: refusal.NotFound.
func (s *Store) Holders(ctx context.Context, id ElectionID) (e Election, current *Assembly, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if e, err = fullElection(tx, rec); err != nil || e.Status != Draft || e.AssemblyID != "" {
			return err
		}
		a, found, err := s.currentAssembly(tx)
		if found {
			current = &a.Assembly
		}
		return err
	})
	return e, current, err
}

// joinAssembly has a new election that is made like another join the assembly of the other or, if that takes none any
// more, the current one. If there is none, a new one begins with the holders of the other. In the custody of the server
// nothing happens.
func (s *Store) joinAssembly(tx *bolt.Tx, rec *electionRecord) error {
	if !rec.Custody.Traits().Sheets {
		return nil
	}
	threshold, names := rec.Threshold, holderNames(rec.Holders)
	rec.Threshold, rec.Holders = 0, nil
	if rec.AssemblyID != "" {
		own, err := assemblyTable.Get(tx, rec.AssemblyID)
		if err != nil || own.Left(s.now()) > 0 {
			return err
		}
		threshold, names = own.Threshold, own.Names()
	}
	current, found, err := s.currentAssembly(tx)
	if err != nil || found {
		rec.AssemblyID = current.ID
		return err
	}
	return s.newAssembly(tx, rec, rec.Title, threshold, names)
}

// readyAssembly reads the assembly of an election that is about to open; the zero record if people do not hold its key.
// Errors: refusal.HoldersMissing, refusal.AssemblyOver.
func (s *Store) readyAssembly(tx *bolt.Tx, rec *electionRecord) (a assemblyRecord, err error) {
	if !rec.Custody.Traits().Sheets {
		return a, nil
	}
	if a, err = assemblyTable.Get(tx, rec.AssemblyID); err != nil {
		return a, err
	}
	if missing := a.Missing(); len(missing) > 0 {
		return a, refusal.HoldersMissing.With(refusal.Facts{"names": missing})
	}
	if !a.Rehearsal && a.Left(s.now()) == 0 {
		return a, refusal.AssemblyOver
	}
	return a, nil
}

// takeKeys gives an election that opens the next number of its assembly, with the holders' keys of that number. Errors:
// those of readyAssembly, refusal.ValidationFailed where a witness has the key of a holder.
func (s *Store) takeKeys(tx *bolt.Tx, rec *electionRecord) error {
	previous, err := s.readyAssembly(tx, rec)
	if err != nil || previous.ID == "" {
		return err
	}
	a := previous
	if !a.Rehearsal {
		a.Used++
		rec.Number = a.Used
	}
	if a.OpenedAt.IsZero() {
		a.OpenedAt = s.clock()
	}
	rec.Threshold, rec.Holders, rec.Untried = a.Threshold, nil, a.untried()
	for n, h := range a.Holders {
		keys, err := a.keys(tx, n+1)
		if err != nil {
			return err
		}
		rec.Holders = append(rec.Holders, ballotbox.NewHolder(h.Name, keys, rec.Number))
	}
	if rec.Witnesses != nil {
		for _, w := range rec.Witnesses.Keys {
			if ballotbox.KeyTaken(w.Key, nil, rec.Holders, nil) {
				return refusal.Invalid("witnesses", refusal.KeyTaken, nil)
			}
		}
	}
	return assemblyTable.Put(tx, &previous, a)
}

// keysOf is the key of a holder's public halves, in the bucket of them.
func (a *Assembly) keysOf(number int) []byte { return append([]byte(a.ID), byte(number)) }

// keys reads the public halves of a holder by their number; none if they are not made.
func (a *Assembly) keys(tx *bolt.Tx, number int) ([]sealing.Keys, error) {
	raw := tx.Bucket(bucketAssemblyKeys).Get(a.keysOf(number))
	if len(raw) != 0 && len(raw) != sealing.Numbers*sealing.KeysSize {
		return nil, fmt.Errorf("the keys of holder %d of assembly %s have %d bytes", number, a.ID, len(raw))
	}
	return sealing.ParseKeys(bytes.Clone(raw)), nil
}

// putKeys stores the public halves of a holder, and answers their fingerprint.
func (a *Assembly) putKeys(tx *bolt.Tx, number int, keys []sealing.Keys) ([]byte, error) {
	raw := sealing.FormatKeys(keys)
	sum := sha256.Sum256(raw)
	return sum[:], tx.Bucket(bucketAssemblyKeys).Put(a.keysOf(number), raw)
}

// number computes the key number once all holders have made their keys. A rehearsal has none: it signs with a key of
// its own.
func (a *assemblyRecord) number(tx *bolt.Tx, signer *ballotbox.Signer) error {
	if a.Rehearsal || len(a.Missing()) > 0 {
		return nil
	}
	roots, err := a.roots(tx)
	a.KeyNumber = ballotbox.NewKeyNumber(a.Threshold, roots, signer.Public()).String()
	return err
}

// roots are the roots over the keys of each holder; nil for one who has not made them.
func (a *Assembly) roots(tx *bolt.Tx) ([][]byte, error) {
	roots := make([][]byte, len(a.Holders))
	for n := range a.Holders {
		keys, err := a.keys(tx, n+1)
		if err != nil {
			return nil, err
		}
		if len(keys) > 0 {
			roots[n] = ballotbox.KeysRoot(keys)
		}
	}
	return roots, nil
}

// others are the keys of all holders but one, for all numbers.
func (a *Assembly) others(tx *bolt.Tx, but int) (all []ballotbox.Holder, err error) {
	for n, h := range a.Holders {
		if n+1 == but {
			continue
		}
		keys, err := a.keys(tx, n+1)
		if err != nil {
			return nil, err
		}
		for _, k := range keys {
			all = append(all, ballotbox.Holder{Name: h.Name, PublicKey: k.PublicKey, SigningKey: k.SigningKey})
		}
	}
	return all, nil
}

// readAssembly adds to an election what its assembly says; a DRAFT has its holders from there.
func (e *Election) readAssembly(tx *bolt.Tx) error {
	if e.AssemblyID == "" {
		return nil
	}
	a, err := assemblyTable.Get(tx, e.AssemblyID)
	if err != nil {
		return err
	}
	up, err := uploadOf(tx, a.ID)
	if err != nil {
		return err
	}
	e.Assembly, a.Slips = &a.Assembly, up.Slips
	if e.Status == Draft {
		e.Threshold, e.Holders = a.Threshold, nil
		for _, h := range a.Holders {
			e.Holders = append(e.Holders, ballotbox.Holder{Name: h.Name})
		}
	}
	return nil
}

// draftsOf yields the DRAFTs of an assembly.
func draftsOf(tx *bolt.Tx, id AssemblyID) iter.Seq2[electionRecord, error] {
	return func(yield func(electionRecord, error) bool) {
		for draft := range electionsIn(tx, Draft) {
			rec, err := electionTable.Get(tx, draft)
			if (err != nil || rec.AssemblyID == id) && !yield(rec, err) {
				return
			}
		}
	}
}

// skipNumbers passes over the numbers of all assemblies that elections may have taken after a backup.
func skipNumbers(tx *bolt.Tx) error {
	var all []AssemblyID
	for k := range kv.Walk(tx, bucketAssembliesByCreated, nil) {
		all = append(all, kv.LastID[AssemblyID](k))
	}
	for _, id := range all {
		previous, err := assemblyTable.Get(tx, id)
		next := previous
		next.Used = min(next.Used+restoredGap, MaxAssemblyElections)
		if err = errors.Join(err, assemblyTable.Put(tx, &previous, next)); err != nil {
			return err
		}
	}
	return nil
}

// assemblies checks that holders have keys where they say so, and that no number of an assembly serves two elections.
func (c *checker) assemblies(elections map[ElectionID]electionRecord) {
	byID, halves := make(map[AssemblyID]assemblyRecord), 0
	for a := range assemblyTable.Check(c.tx, c.report) {
		byID[a.ID] = a
		for n, h := range a.Holders {
			raw := c.tx.Bucket(bucketAssemblyKeys).Get(a.keysOf(n + 1))
			if sum := sha256.Sum256(raw); raw != nil && !bytes.Equal(sum[:], h.Fingerprint) || (raw == nil) !=
				(h.Fingerprint == nil) {
				c.reportf("assembly %s: the keys of holder %d are not those of the fingerprint", a.ID, n+1)
			}
			if raw != nil {
				halves++
			}
		}
		c.keyNumber(a)
	}
	if have := c.tx.Bucket(bucketAssemblyKeys).Stats().KeyN; have != halves {
		c.reportf("assembly_keys holds those of %d holders, not of %d", have, halves)
	}
	type place struct {
		assembly AssemblyID
		number   int
	}
	taken := make(map[place]ElectionID)
	for id, e := range elections {
		a, ok := byID[e.AssemblyID]
		if e.AssemblyID == "" || e.Status == Draft && ok {
			continue
		}
		at := place{e.AssemblyID, e.Number}
		if other := taken[at]; other != "" || !ok || e.Number > a.Used || (e.Number == 0) != a.Rehearsal {
			c.reportf("election %s has number %d of assembly %q, which has %d, as has %q", id, e.Number, e.AssemblyID, a.Used,
				other)
		}
		c.heldKeys(e, a)
		taken[at] = id
	}
}

// keyNumber recomputes the key number of an assembly, and checks what holders signed of it.
func (c *checker) keyNumber(a assemblyRecord) {
	again := a
	again.KeyNumber = ""
	if err := again.number(c.tx, c.store.signer); err != nil {
		c.report(err)
	} else if again.KeyNumber != a.KeyNumber {
		c.reportf("assembly %s: its key number is not that of its keys", a.ID)
	}
	for n, h := range a.Holders {
		if keys, err := a.keys(c.tx, n+1); h.Tried != nil && (err != nil || !hasTried(keys, a.KeyNumber, h.Tried)) {
			c.reportf("assembly %s: holder %d has not signed its key number", a.ID, n+1)
		}
	}
}

// heldKeys checks that an election past DRAFT has its holders' keys for its number, under their roots.
func (c *checker) heldKeys(e electionRecord, a assemblyRecord) {
	for n, h := range e.Holders {
		keys, err := a.keys(c.tx, n+1)
		if err != nil || len(keys) <= e.Number || e.Number < 0 {
			c.reportf("election %s: holder %d has no keys for number %d", e.ID, n+1, e.Number)
		} else if want := ballotbox.NewHolder(h.Name, keys, e.Number); !reflect.DeepEqual(h, want) {
			c.reportf("election %s: the keys of holder %d are not those for number %d under their root", e.ID, n+1, e.Number)
		}
	}
}
