package store

import (
	"context"
	"errors"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// Limits of asking for a link.
const (
	maxSharing   = 50 // people of one mailbox who get a link
	wordsOfEmail = 5  // so many words of an address are enough to find it among others
)

// RequestLink queues a new link for each person on the roll who has an e-mail address, while an election is open or
// invited to, or takes nominations. It always writes, so that its time does not tell whether somebody has the address.
// Errors: refusal.MailNotSet, refusal.AddressNotSet, refusal.NotActive while a link would lead to nothing.
func (s *Store) RequestLink(ctx context.Context, email string) error {
	var people []RollID
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		if err := maySend(tx); err != nil {
			return err
		}
		if !linksLead(tx, s.clock()) {
			return refusal.NotActive
		}
		people, err = entriesOf(tx, input.EmailKey(email))
		return err
	})
	if err != nil {
		return err
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		for _, id := range people {
			if !rollTable.Has(tx, id) {
				continue
			}
			if err := s.enqueue(tx, Message{Kind: MailLink, Entry: id}); err != nil {
				return err
			}
		}
		_, err := tx.Bucket(bucketOutbox).NextSequence()
		return err
	})
}

// linksLead reports whether a link leads to something: an election is open, or people were invited to a draft or can be
// nominated for it.
func linksLead(tx *bolt.Tx, now time.Time) bool {
	for range electionsIn(tx, Active) {
		return true
	}
	for id := range electionsIn(tx, Draft) {
		rec, err := electionTable.Get(tx, id)
		if err == nil && rec.Announced != "" {
			return true
		}
		if c, missing := callTable.Get(tx, id); err == nil && missing == nil && c.isOpen(rec, now) {
			return true
		}
	}
	return false
}

// entriesOf finds the people on the roll who get their e-mail at an address, as input.EmailKey returns it.
func entriesOf(tx *bolt.Tx, address string) ([]RollID, error) {
	people, err := entriesNaming(tx, address)
	if err != nil {
		return nil, err
	}
	u, err := userTable.By(tx, bucketUsersByEmail, []byte(address))
	if errors.Is(err, refusal.NotFound) || err == nil && u.RollEntry == "" {
		return people, nil
	}
	if err != nil {
		return nil, err
	}
	rec, err := rollTable.Get(tx, u.RollEntry)
	if err == nil && rec.Email == "" { // their messages go to the address of the account
		people = append(people, rec.ID)
	}
	return people, err
}

// entriesNaming finds the people for whom the roll itself has an address, as input.EmailKey returns it.
func entriesNaming(tx *bolt.Tx, address string) (people []RollID, err error) {
	words := search.SortedWords(address)
	query := strings.Join(words[:min(len(words), wordsOfEmail)], " ")
	if query == "" {
		return nil, nil
	}
	_, err = rollPeople.Find(tx, query, kv.Page{Limit: maxSharing}, func(id []byte) (bool, error) {
		rec, err := rollTable.Get(tx, RollID(id))
		if err != nil || input.EmailKey(rec.Email) != address {
			return false, err
		}
		people = append(people, rec.ID)
		return true, nil
	})
	return people, err
}

// NewAskedLinkKey issues the key of a link that somebody asked for. The link that the person had goes on working until
// the new one is opened: whoever asks need not be that person. The key is returned only this once. Errors:
// refusal.NotFound.
func (s *Store) NewAskedLinkKey(ctx context.Context, id RollID) (string, error) {
	return s.newLinkKey(ctx, id, func(rec *rollRecord, mac []byte) { rec.AskedMAC = mac })
}

// Coming lists the drafts that people were invited to, as a voter sees them before they open: the first at most
// kv.MaxPage of them.
func (s *Store) Coming(ctx context.Context) ([]Election, error) {
	var coming []Election
	err := s.view(ctx, func(tx *bolt.Tx) error {
		for id := range electionsIn(tx, Draft) {
			rec, err := electionTable.Get(tx, id)
			if err != nil {
				return err
			}
			if rec.Announced != "" && len(coming) < kv.MaxPage {
				coming = append(coming, Election{ID: rec.ID, Title: rec.Title, Translations: rec.Translations,
					Announced: rec.Announced})
			}
		}
		return nil
	})
	return coming, err
}
