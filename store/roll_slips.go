package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/slip"
)

// A registrar makes slips for the people on the roll, away from the server. The server gets credentials: for each
// person the login hashes of two slips, and for each election a list of lines. A line is the paper of one person, and
// does not say whose.

// Slips says what a registrar's slips are good for in an assembly: elections from the first number to the last one have
// a poll book. The zero value is no slips.
type Slips struct {
	People int `json:"people"`
	First  int `json:"first"`
	Last   int `json:"last"`
}

// slipsRecord is an uploaded credentials file as stored, without its lists, which have a bucket of their own.
type slipsRecord struct {
	Assembly AssemblyID `json:"assembly"`
	Slips
	Groups []string `json:"groups,omitempty"` // names of the groups that the lines have numbers of
	Frozen bool     `json:"frozen,omitempty"` // an election has opened with one of the lists
}

var slipsTable = kv.Table[AssemblyID, slipsRecord]{
	Bucket: bucketSlips, Name: "slips", ID: func(r slipsRecord) AssemblyID { return r.Assembly },
}

// SlipPeople reads for whom a registrar makes slips, after noting in the audit list who asks. The numbers are all that
// the assembly can still give to elections, or as many as one file of credentials holds. Address is "" where the
// settings have none. Errors: refusal.NotFound, refusal.NotDraft, refusal.SlipsUnfit.
func (s *Store) SlipPeople(ctx context.Context, by audit.Actor, id ElectionID) (*slip.People, error) {
	p := &slip.People{Version: slip.Version, Groups: []string{}}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		a, err := slipAssembly(tx, id)
		if err != nil {
			return err
		}
		p.Assembly, p.Title, p.KeyNumber = string(a.ID), a.Title, a.KeyNumber
		p.Numbers = [2]int{a.Used + 1, MaxAssemblyElections}
		return s.noteExport(tx, by, "election.people_exported", electionSubject(id), nil,
			slices.Collect(electionsIn(tx, Active)))
	})
	if err != nil {
		return nil, err
	}
	err = s.view(ctx, func(tx *bolt.Tx) error {
		in, err := installation(tx)
		if err != nil {
			return err
		}
		p.Organisation, p.Address = in.Organisation, in.Address
		groups, err := groupsOfRoll(tx)
		if err != nil {
			return err
		}
		for _, g := range groups {
			p.Groups = append(p.Groups, g.Name)
		}
		return tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
			rec, err := kv.DecodeRecord[rollRecord](k, raw)
			person := slip.Person{
				ID: string(rec.ID), FullName: rec.FullName, Member: rec.Member, Weight: rec.Weight, ProxyFor: []string{},
				Language: cmp.Or(rec.Language, in.Language),
				Groups:   append([]int{}, ballotbox.GroupNumbers(rec.Groups, p.Groups)...),
			}
			for _, giver := range rec.Givers {
				person.ProxyFor = append(person.ProxyFor, string(giver))
			}
			p.People = append(p.People, person)
			return err
		})
	})
	p.Fit()
	return p, err
}

// slipAssembly reads the assembly of a DRAFT that can have a poll book. Errors: refusal.NotFound, refusal.NotDraft,
// refusal.SlipsUnfit.
func slipAssembly(tx *bolt.Tx, id ElectionID) (a assemblyRecord, err error) {
	rec, err := draft(tx, id)
	if err != nil {
		return a, err
	}
	if rec.AssemblyID == "" || !rec.Settings.Electorate.freezes() {
		return a, refusal.SlipsUnfit
	}
	if a, err = assemblyTable.Get(tx, rec.AssemblyID); err == nil && (a.Rehearsal || a.Used >= MaxAssemblyElections) {
		err = refusal.SlipsUnfit
	}
	return a, err
}

// PutSlips takes the credentials of the people on the roll for the assembly of a DRAFT, in place of earlier ones. From
// then on each person signs in with their slip, and no longer with an earlier one, but still with a link. Elections
// that were opened keep their poll book. Errors: refusal.NotFound, refusal.NotDraft, refusal.SlipsUnfit,
// refusal.SlipsRefused.
func (s *Store) PutSlips(ctx context.Context, by audit.Actor, id ElectionID, c *slip.Credentials) (Slips, error) {
	if err := checkVoteKeys(ctx, c); err != nil {
		return Slips{}, err
	}
	var up slipsRecord
	err := s.update(ctx, func(tx *bolt.Tx) error {
		a, err := slipAssembly(tx, id)
		switch {
		case err != nil:
			return err
		case c.Assembly != string(a.ID):
			return refusal.SlipsElsewhere
		case c.First <= a.Used:
			return refusal.SlipsNumber.With(refusal.Facts{"number": c.First})
		}
		if err := checkPapers(tx, c); err != nil {
			return err
		}
		if up, err = dropLists(tx, a.ID); err != nil {
			return err
		}
		up.Assembly, up.Slips = a.ID, Slips{len(c.People), c.First, c.First + len(c.Lists) - 1}
		up.Groups = c.Groups
		if err := errors.Join(slipsTable.Put(tx, nil, up), putLists(tx, c), s.giveSlips(tx, c)); err != nil {
			return err
		}
		return s.audit(tx, by, "election.slips_put", electionSubject(id),
			map[string]string{"people": strconv.Itoa(up.People)})
	})
	return up.Slips, err
}

// checkVoteKeys checks that all keys are points of Ed25519, on all cores. Errors: refusal.SlipsKey.
func checkVoteKeys(ctx context.Context, c *slip.Credentials) error {
	var checks sync.WaitGroup
	improper := make([]bool, len(c.Lists))
	for i, list := range c.Lists {
		checks.Go(func() {
			for _, line := range list {
				for _, k := range line.Keys {
					improper[i] = improper[i] || ctx.Err() != nil || ballotbox.CheckVoteKey(k) != nil
				}
			}
		})
	}
	checks.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	if slices.Contains(improper, true) {
		return refusal.SlipsKey
	}
	return nil
}

// paperKind is all that the server knows of whom a line belongs to.
type paperKind struct {
	weight ballotbox.Weight
	keys   int
	groups string // their names, by name
}

// groupsText is the text of groups, in which their order says nothing.
func groupsText(names []string) string {
	return strings.Join(slices.Sorted(slices.Values(names)), ballotbox.GroupSeparator)
}

// checkPapers compares credentials with the roll: the same people, and in each list as many papers of each weight, of
// each number of keys, and of the same groups. Errors: refusal.SlipsPeople, refusal.SlipsLines.
func checkPapers(tx *bolt.Tx, c *slip.Credentials) error {
	if number(tx, totalRoll) != len(c.People) {
		return refusal.SlipsPeople
	}
	want, at := make(map[paperKind]int), 0
	err := tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
		rec, err := kv.DecodeRecord[rollRecord](k, raw)
		if err != nil {
			return err
		}
		if c.People[at].ID != string(rec.ID) {
			return refusal.SlipsPeople
		}
		at++
		kind := paperKind{rec.Weight, 2, groupsText(rec.Groups)}
		if tx.Bucket(bucketRollByGiver).Get(k) != nil {
			kind.keys = 4
		}
		want[kind]++
		return nil
	})
	if err != nil {
		return err
	}
	for _, list := range c.Lists {
		have := make(map[paperKind]int)
		for _, line := range list {
			have[paperKind{line.Weight, len(line.Keys), groupsText(line.Names(c.Groups))}]++
		}
		if !maps.Equal(have, want) {
			return refusal.SlipsLines
		}
	}
	return nil
}

// putLists stores the lists, and of each person what a slip was made for.
func putLists(tx *bolt.Tx, c *slip.Credentials) error {
	lists, people := tx.Bucket(bucketSlipLists), tx.Bucket(bucketSlipPeople)
	for i, list := range c.Lists {
		if err := lists.Put(listKey(AssemblyID(c.Assembly), c.First+i), appendList(nil, list)); err != nil {
			return err
		}
	}
	for _, p := range c.People {
		rec, err := rollTable.Get(tx, RollID(p.ID))
		if err != nil {
			return err
		}
		made, err := rec.slipFor(tx)
		if err != nil {
			return err
		}
		if err := people.Put([]byte(c.Assembly+p.ID), made); err != nil {
			return err
		}
	}
	return nil
}

// slipFor encodes the facts of the roll that a slip depends on: the weight of the person's paper, the id of the person
// who may cast the paper too, and after a semicolon the groups.
func (r *rollRecord) slipFor(tx *bolt.Tx) ([]byte, error) {
	holder, err := holderOf(tx, r.ID)
	raw := binary.BigEndian.AppendUint64(nil, uint64(r.Weight))
	if holder != nil {
		raw = append(raw, holder.ID...)
	}
	return append(raw, ballotbox.GroupSeparator+groupsText(r.Groups)...), err
}

// giveSlips gives the entries of the roll the login hashes of their slips, in place of earlier keys. Who came in with
// an earlier one has to sign in again, and to say anew who they are at the provider: a finder may have it. Errors:
// refusal.SlipsLogin for the hash of another key.
func (s *Store) giveSlips(tx *bolt.Tx, c *slip.Credentials) error {
	for _, p := range c.People {
		previous, err := rollTable.Get(tx, RollID(p.ID))
		if err != nil {
			return err
		}
		if previous.KeyUsed && previous.User != "" {
			if err := endSessions(tx, previous.User); err != nil {
				return err
			}
		}
		rec := previous
		rec.KeyMAC, rec.ReserveMAC = s.loginMAC(p.Printed), s.loginMAC(p.Reserve)
		rec.HasKey, rec.KeyUsed, rec.UpdatedAt = true, false, s.clock()
		rec.SubjectMAC = nil
		err = rollTable.Put(tx, &previous, rec)
		if errors.Is(err, refusal.RollClash) {
			err = refusal.SlipsLogin
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// BlockSlip deletes the member key of a person's lost slip, so that nobody can sign in with this slip, and ends the
// person's sessions; the roll forgets what the provider calls them. The person can still sign in with the reserve slip
// of a registrar, or with a link. A vote that was cast with the slip stays. Errors: refusal.NotFound, also for a person
// without a slip.
func (s *Store) BlockSlip(ctx context.Context, by audit.Actor, id RollID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := rollTable.Get(tx, id)
		if err != nil {
			return err
		}
		if len(previous.KeyMAC) == 0 {
			return refusal.Missing("slip")
		}
		if previous.KeyUsed && previous.User != "" {
			if err := endSessions(tx, previous.User); err != nil {
				return err
			}
		}
		rec := previous
		rec.KeyMAC, rec.HasKey, rec.KeyUsed = nil, len(rec.ReserveMAC) > 0, false
		rec.SubjectMAC = nil
		rec.UpdatedAt = s.clock()
		if err := rollTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.slip_blocked", rollSubject(id), nil)
	})
}

// DropSlips has the next elections of the assembly of a DRAFT open without a poll book. Those that were opened keep
// theirs, and slips still sign people in. Errors: refusal.NotFound, refusal.NotDraft, refusal.SlipsUnfit.
func (s *Store) DropSlips(ctx context.Context, by audit.Actor, id ElectionID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		a, err := slipAssembly(tx, id)
		if err != nil {
			return err
		}
		up, err := dropLists(tx, a.ID)
		if err != nil {
			return err
		}
		if up.Assembly == "" {
			return refusal.Missing(slipsTable.Name)
		}
		if up.Slips = (Slips{}); up.Frozen {
			err = slipsTable.Put(tx, nil, up)
		}
		if err != nil {
			return err
		}
		return s.audit(tx, by, "election.slips_dropped", electionSubject(id), nil)
	})
}

// dropLists removes the upload of an assembly, and returns what it was; the zero record if there was none.
func dropLists(tx *bolt.Tx, id AssemblyID) (slipsRecord, error) {
	for _, b := range [][]byte{bucketSlipLists, bucketSlipPeople} {
		var keys [][]byte
		for k := range kv.Walk(tx, b, []byte(id)) {
			keys = append(keys, bytes.Clone(k))
		}
		for _, k := range keys {
			if err := tx.Bucket(b).Delete(k); err != nil {
				return slipsRecord{}, err
			}
		}
	}
	up, err := uploadOf(tx, id)
	if err != nil || up.Assembly == "" {
		return up, err
	}
	return up, slipsTable.Delete(tx, up)
}

// listKey is the key of the list for a number of an assembly.
func listKey(id AssemblyID, number int) []byte { return append([]byte(id), byte(number)) }

// appendList appends the lines of a list: each has its weight (8 bytes), how many groups and keys it has (1 byte each),
// the numbers of the groups (2 bytes each) and the keys.
func appendList(raw []byte, list []slip.Line) []byte {
	for _, line := range list {
		raw = binary.BigEndian.AppendUint64(raw, uint64(line.Weight))
		raw = append(raw, byte(len(line.Groups)), byte(len(line.Keys)))
		for _, n := range line.Groups {
			raw = binary.BigEndian.AppendUint16(raw, uint16(n))
		}
		for _, k := range line.Keys {
			raw = append(raw, k[:]...)
		}
	}
	return raw
}

// parseList reads what appendList wrote.
func parseList(raw []byte) (list []slip.Line, err error) {
	const head, group, key = 10, 2, len(ballotbox.VoteKey{})
	for len(raw) > 0 {
		if len(raw) < head || raw[9] == 0 || len(raw) < head+int(raw[8])*group+int(raw[9])*key {
			return nil, fmt.Errorf("a list of credentials ends after %d lines within a line", len(list))
		}
		line := slip.Line{Weight: ballotbox.Weight(binary.BigEndian.Uint64(raw))}
		keys := head + int(raw[8])*group
		end := keys + int(raw[9])*key
		for n := range slices.Chunk(raw[head:keys], group) {
			line.Groups = append(line.Groups, int(binary.BigEndian.Uint16(n)))
		}
		for k := range slices.Chunk(raw[keys:end], key) {
			line.Keys = append(line.Keys, [32]byte(k))
		}
		list, raw = append(list, line), raw[end:]
	}
	return list, nil
}

// SlipAssemblies lists the newest assemblies for which slips were made, the newest first: a page where somebody types
// the code of a slip tries them in turn.
func (s *Store) SlipAssemblies(ctx context.Context) ([]AssemblyID, error) {
	const most = 3
	ids := []AssemblyID{}
	err := s.view(ctx, func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketAssembliesByCreated).Cursor()
		for k, _ := c.Last(); k != nil && len(ids) < most; k, _ = c.Prev() {
			if id := kv.LastID[AssemblyID](k); slipsTable.Has(tx, id) {
				ids = append(ids, id)
			}
		}
		return nil
	})
	return ids, err
}
