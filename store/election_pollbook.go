package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// The poll book of an election: the lines that a registrar made, as they were frozen at the opening, and the stubs that
// voters sign into it.

// pollBuckets are the buckets with a bucket for each election that has a poll book.
func pollBuckets() [][]byte { return [][]byte{bucketPollLines, bucketPollKeys, bucketStubs} }

// uploadOf reads the record of the slips of an assembly; the zero record if there was no upload.
func uploadOf(tx *bolt.Tx, id AssemblyID) (slipsRecord, error) {
	if !slipsTable.Has(tx, id) {
		return slipsRecord{}, nil
	}
	return slipsTable.Get(tx, id)
}

// mostNamed is how many people a refused opening names.
const mostNamed = 10

// slipsReady refuses the opening of an election with the next number of its assembly if slips do not fit its
// electorate. Errors: refusal.SlipsMissingList, refusal.SlipsChanged.
func (e *Election) slipsReady(tx *bolt.Tx, a assemblyRecord) error {
	up, err := uploadOf(tx, a.ID)
	if err != nil || up.People == 0 || !e.Settings.Electorate.freezes() {
		return err
	}
	if next := a.Used + 1; next < up.First || next > up.Last {
		return refusal.SlipsMissingList.With(refusal.Facts{"number": next})
	}
	var names []string
	changed := 0
	err = e.electors(tx, func(p frozenElector) error {
		rec, err := rollTable.Get(tx, RollID(p.ID))
		if err != nil {
			return err
		}
		now, err := rec.slipFor(tx)
		if err != nil || bytes.Equal(now, tx.Bucket(bucketSlipPeople).Get([]byte(string(a.ID)+p.ID))) {
			return err
		}
		if changed++; changed <= mostNamed {
			names = append(names, p.FullName)
		}
		return nil
	})
	if err == nil && changed > 0 {
		err = refusal.SlipsChanged.With(refusal.Facts{"names": names, "people": changed})
	}
	return err
}

// freezePollBook copies the list for the number of an election that opens, with the classes of its electorate, and
// returns what the manifest says of it; nil where no slips were made.
func freezePollBook(tx *bolt.Tx, rec *electionRecord, electorate *ballotbox.Electorate) (*ballotbox.PollBook, error) {
	up, err := uploadOf(tx, rec.AssemblyID)
	if err != nil || up.People == 0 || electorate == nil {
		return nil, err
	}
	list, err := parseList(tx.Bucket(bucketSlipLists).Get(listKey(rec.AssemblyID, rec.Number)))
	if err != nil {
		return nil, err
	}
	book, groups := make([]ballotbox.Credential, len(list)), rec.groups()
	for i, line := range list {
		book[i] = line.Credential(up.Groups, electorate, groups)
	}
	if err := putBook(tx, rec.ID, book); err != nil {
		return nil, err
	}
	after := up
	after.Frozen = true
	hash := ballotbox.CredentialsHash(book).String()
	return &ballotbox.PollBook{Lines: len(book), Hash: hash}, slipsTable.Put(tx, &up, after)
}

// putBook stores the lines of an election, and where each of their keys is.
func putBook(tx *bolt.Tx, id ElectionID, book []ballotbox.Credential) error {
	for _, b := range pollBuckets() {
		if _, err := tx.Bucket(b).CreateBucket([]byte(id)); err != nil {
			return err
		}
	}
	lines, keys := tx.Bucket(bucketPollLines).Bucket([]byte(id)), tx.Bucket(bucketPollKeys).Bucket([]byte(id))
	lines.FillPercent = 0.9 // keys only rise
	for i, c := range book {
		number := kv.Uint64(uint64(i + 1))
		raw := binary.BigEndian.AppendUint16(nil, uint16(c.Class))
		for n, k := range c.Keys {
			raw = append(raw, k[:]...)
			if err := keys.Put(k[:], append(number[:8:8], byte(n+1))); err != nil {
				return err
			}
		}
		if err := lines.Put(number, raw); err != nil {
			return err
		}
	}
	return nil
}

// parseCredential reads a line as putBook wrote it.
func parseCredential(raw []byte) (c ballotbox.Credential, ok bool) {
	const head, key = 2, len(ballotbox.VoteKey{})
	if len(raw) < head+key || (len(raw)-head)%key != 0 {
		return c, false
	}
	c.Class = int(binary.BigEndian.Uint16(raw))
	for raw = raw[head:]; len(raw) > 0; raw = raw[key:] {
		c.Keys = append(c.Keys, ballotbox.VoteKey(raw))
	}
	return c, true
}

// stubLen is the number of bytes that appendStub writes.
const stubLen = 1 + len(ballotbox.Hash{}) + len(ballotbox.Stub{}.Signature)

// appendStub appends what the file keeps of a stub.
func appendStub(raw []byte, s ballotbox.Stub) []byte {
	return append(append(append(raw, byte(s.Key)), s.Bound[:]...), s.Signature[:]...)
}

// parseStub reads a stub as appendStub wrote it.
func parseStub(line, raw []byte) (s ballotbox.Stub, ok bool) {
	if len(line) != 8 || len(raw) != stubLen {
		return s, false
	}
	s.Line, s.Key, s.Bound = int(binary.BigEndian.Uint64(line)), int(raw[0]), ballotbox.Hash(raw[1:])
	copy(s.Signature[:], raw[1+len(s.Bound):])
	return s, true
}

// pollBook reads the lines and the stubs of an election, both rising; none without a poll book.
func pollBook(tx *bolt.Tx, id ElectionID) (book []ballotbox.Credential, stubs []ballotbox.Stub, err error) {
	lines, signed := tx.Bucket(bucketPollLines).Bucket([]byte(id)), tx.Bucket(bucketStubs).Bucket([]byte(id))
	if lines == nil || signed == nil {
		return nil, nil, nil
	}
	err = lines.ForEach(func(k, raw []byte) error {
		c, ok := parseCredential(raw)
		if !ok || !bytes.Equal(k, kv.Uint64(uint64(len(book)+1))) {
			return fmt.Errorf("election %s: line %x of the poll book was changed: %w", id, k, refusal.BallotsUnreadable)
		}
		book = append(book, c)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	err = signed.ForEach(func(k, raw []byte) error {
		s, ok := parseStub(k, raw)
		if !ok {
			return fmt.Errorf("election %s: stub %x of the poll book was changed: %w", id, k, refusal.BallotsUnreadable)
		}
		stubs = append(stubs, s)
		return nil
	})
	return book, stubs, err
}

// PollBook reads the poll book of an election that takes no more votes: its lines, and the stubs that were signed.
// Before, it would show who has voted. Both are empty without one. Errors: refusal.NotFound, refusal.ResultsRestricted.
func (s *Store) PollBook(ctx context.Context, id ElectionID) (book []ballotbox.Credential, stubs []ballotbox.Stub,
	err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := published(tx, id)
		if err == nil && rec.Status != Completed {
			err = refusal.ResultsRestricted
		}
		if err == nil {
			book, stubs, err = pollBook(tx, id)
		}
		return err
	})
	return book, stubs, err
}
