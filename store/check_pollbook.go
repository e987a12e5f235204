package store

import (
	"bytes"
	"crypto/ed25519"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
)

// slips checks that what a registrar made is of an assembly, whole, and for the elections and people that its record
// says.
func (c *checker) slips() {
	people, lists := 0, 0
	for up := range slipsTable.Check(c.tx, c.report) {
		if !assemblyTable.Has(c.tx, up.Assembly) {
			c.reportf("slips: %q is not an assembly", up.Assembly)
		}
		if up.People == 0 {
			continue // they were dropped
		}
		people += up.People
		for number := up.First; number <= up.Last; number++ {
			lists++
			list, err := parseList(c.tx.Bucket(bucketSlipLists).Get(listKey(up.Assembly, number)))
			if err != nil || len(list) != up.People {
				c.reportf("slips of assembly %s: list %d has %d lines for %d people (%v)", up.Assembly, number, len(list),
					up.People, err)
			}
		}
	}
	if have := c.tx.Bucket(bucketSlipLists).Stats().KeyN; have != lists {
		c.reportf("slip_lists holds %d lists for %d elections", have, lists)
	}
	have := 0
	err := c.tx.Bucket(bucketSlipPeople).ForEach(func(k, raw []byte) error {
		_, rest, groups := bytes.Cut(raw, []byte(ballotbox.GroupSeparator))
		holder := len(raw) - len(rest) - len(ballotbox.GroupSeparator) - 8
		if have++; len(k) != 2*kv.IDLen || !groups || holder != 0 && holder != kv.IDLen ||
			!slipsTable.Has(c.tx, AssemblyID(k[:kv.IDLen])) {
			c.reportf("slip_people: %q is no person of an assembly, or has more than a weight, a proxy holder and groups", k)
		}
		return nil
	})
	if err != nil {
		c.report(err)
	}
	if have != people {
		c.reportf("slip_people holds %d people, and slips were made for %d", have, people)
	}
}

// pollBook checks that the lines of an election are those of its manifest, that each key leads to its line, and that
// each stub is signed by a key of its line and there are as many of each class as ballots.
func (c *boxChecker) pollBook(e electionRecord, m *ballotbox.Manifest, ended bool) {
	id := []byte(e.ID)
	for _, b := range pollBuckets() {
		if (c.tx.Bucket(b).Bucket(id) != nil) != (m.PollBook != nil) {
			c.reportf("election %s has a bucket in %s or a poll book in its manifest, not both", e.ID, b)
			return
		}
	}
	if m.PollBook == nil {
		return
	}
	book, stubs, err := pollBook(c.tx, e.ID)
	if err != nil {
		c.report(err)
		return
	}
	if len(book) != m.PollBook.Lines || ballotbox.CredentialsHash(book).String() != m.PollBook.Hash {
		c.reportf("election %s: the %d lines of its poll book are not those of its manifest", e.ID, len(book))
	}
	c.pollKeys(e.ID, book)
	for _, s := range stubs {
		if s.Line > len(book) || book[s.Line-1].Class == 0 || s.Key < 1 || s.Key > len(book[s.Line-1].Keys) {
			c.reportf("election %s: a stub is by key %d of line %d, which cannot sign", e.ID, s.Key, s.Line)
			return
		}
		key := book[s.Line-1].Keys[s.Key-1]
		if !ed25519.Verify(key[:], ballotbox.StubMessage(string(e.ID), m.Hash(), s.Bound), s.Signature[:]) {
			c.reportf("election %s: the stub of line %d is not signed by its key", e.ID, s.Line)
		}
	}
	if ended {
		return // the bundle has all ballots
	}
	casts, err := castsOf(c.tx, e.ID)
	if err != nil {
		c.report(err)
		return
	}
	log := make([]ballotbox.Cast, len(casts))
	for i, cast := range casts {
		log[i] = cast.Cast
	}
	if !sameClasses(log, book, stubs) {
		c.reportf("election %s: it has %d stubs, which are not those of its %d ballots", e.ID, len(stubs), len(log))
	}
}

// pollKeys checks the index of the keys of a poll book.
func (c *boxChecker) pollKeys(id ElectionID, book []ballotbox.Credential) {
	index, keys := c.tx.Bucket(bucketPollKeys).Bucket([]byte(id)), 0
	for i, credential := range book {
		for n, k := range credential.Keys {
			keys++
			want := append(kv.Uint64(uint64(i+1)), byte(n+1))
			if !bytes.Equal(index.Get(k[:]), want) {
				c.reportf("election %s: key %d of line %d of the poll book does not lead there", id, n+1, i+1)
			}
		}
	}
	if have := index.Stats().KeyN; have != keys {
		c.reportf("election %s: poll_keys has %d keys, the lines have %d", id, have, keys)
	}
}
