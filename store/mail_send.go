package store

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/words"
)

// maxMailAttempts is how often a message is tried. mailPauses are the times between.
const maxMailAttempts = 5

func mailPauses() [maxMailAttempts - 1]time.Duration {
	return [...]time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}
}

// Outgoing is a message that is due, with what its text is made from. Everything but the key in its link is there.
type Outgoing struct {
	Message
	To           string // e-mail address
	Name         string
	Language     string    // one of Languages
	Text         *MailText // nil for a message that somebody asked for
	Title        string    // of the election
	Opens        string    // when and where it opens, in an invitation from a draft
	ClosesAt     time.Time // of the election; zero if nobody has set an end
	TimeZone     string
	Organisation string
	Contact      string
	Address      string // base URL of links
	FromName     string
}

// NextMail reads the message that is due first, or Number 0 and when the next one is due, zero for never. It removes
// pointless messages: for those who have voted or may not any more, and for elections that are over.
func (s *Store) NextMail(ctx context.Context) (out Outgoing, due time.Time, err error) {
	for {
		var m Message
		now := s.clock()
		err := s.view(ctx, func(tx *bolt.Tx) (err error) {
			k, _ := tx.Bucket(bucketOutboxDue).Cursor().First()
			if k == nil {
				return nil
			}
			if m, err = messageTable.Get(tx, messageKey(k[8:])); err != nil || m.Next.After(now) {
				return err
			}
			out, err = outgoing(tx, m, now)
			return err
		})
		switch {
		case err == nil && out.To == "" && out.Number > 0:
			out, err = Outgoing{}, s.mailFailed(ctx, m.Number, "no_address", true)
		case err == nil:
			return out, m.Next, nil
		case errors.Is(err, errPointless):
			err = s.DropMessage(ctx, m.Number)
		}
		if err != nil {
			return Outgoing{}, time.Time{}, err
		}
	}
}

// errPointless means that nobody needs a message any more.
var errPointless = errors.New("the message is pointless")

// outgoing is a message with what its text is made from. Errors: errPointless.
func outgoing(tx *bolt.Tx, m Message, now time.Time) (Outgoing, error) {
	in, err := installation(tx)
	if err != nil {
		return Outgoing{}, err
	}
	settings, err := mailSettings(tx)
	if err != nil {
		return Outgoing{}, err
	}
	to, err := recipientOf(tx, m)
	if err != nil {
		return Outgoing{}, err
	}
	out := Outgoing{
		Message: m, To: to.email, Name: to.name, Language: cmp.Or(to.language, in.Language, words.English),
		TimeZone: in.TimeZone, Contact: in.Contact, Address: in.Address,
		Organisation: cmp.Or(in.Organisation, "Ostrakon"),
		FromName:     cmp.Or(settings.FromName, in.Organisation),
	}
	switch {
	case m.Kind == MailLink && !linksLead(tx, now):
		return Outgoing{}, errPointless
	case m.Kind.asked():
		return out, nil
	}
	e, err := electionTable.Get(tx, m.Election)
	if errors.Is(err, refusal.NotFound) { // it was a draft, and somebody deleted it
		return Outgoing{}, errPointless
	}
	if err != nil {
		return Outgoing{}, err
	}
	over := e.Status == Completed || !e.ClosesAt.IsZero() && !now.Before(e.ClosesAt)
	if over || !canStillVote(tx, m.Election, m.Entry, to.user) {
		return Outgoing{}, errPointless
	}
	out.ClosesAt, out.TimeZone = e.ClosesAt, e.TimeZone
	b, err := batchTable.Get(tx, keyOfMessage(m.Batch))
	if err != nil {
		return Outgoing{}, err
	}
	out.Text, out.Language = b.text(out.Language, in.Language)
	out.Title, out.Opens = e.titleIn(out.Language), b.Opens
	return out, nil
}

// text is the text in the first of some languages that there is, or in any other.
func (b batchRecord) text(languages ...string) (*MailText, string) {
	for _, language := range append(languages, slices.Sorted(maps.Keys(b.Texts))...) {
		if t, ok := b.Texts[language]; ok {
			return &t, language
		}
	}
	return nil, ""
}

// MailSent notes that the SMTP server took a message, and drops one that somebody asked for.
func (s *Store) MailSent(ctx context.Context, number uint64) error {
	return s.changeMessage(ctx, number, func(tx *bolt.Tx, m Message) error {
		if m.Kind.asked() {
			return dropMessage(tx, m)
		}
		return endWaiting(tx, m, MailSent, "")
	})
}

// MailFailure is why a message was not taken.
type MailFailure struct {
	// Code is the SMTP server's answer, such as "550" or "550 5.1.1", or "connection" if it broke or timed out.
	Code    string
	Lasting bool // it is no use to try again
}

// MailFailed notes that a message was not taken. A later attempt follows, unless this failure is the last.
func (s *Store) MailFailed(ctx context.Context, number uint64, f MailFailure) error {
	return s.mailFailed(ctx, number, f.Code, f.Lasting)
}

func (s *Store) mailFailed(ctx context.Context, number uint64, code string, lasting bool) error {
	return s.changeMessage(ctx, number, func(tx *bolt.Tx, m Message) error {
		previous := m
		m.Attempts++
		if lasting || m.Attempts >= maxMailAttempts {
			return endWaiting(tx, m, MailFailed, code)
		}
		m.Code, m.Next = code, s.clock().Add(mailPauses()[m.Attempts-1])
		return messageTable.Put(tx, &previous, m)
	})
}

// endWaiting ends a message's waiting. It keeps the last one of the same person, kind and election.
func endWaiting(tx *bolt.Tx, m Message, state MailState, code string) error {
	if err := dropMessages(tx, kv.Key(m.toAbout(), m.Kind.part())); err != nil {
		return err
	}
	batch := m.Batch
	m.State, m.Code, m.Next, m.Batch = state, code, time.Time{}, 0
	if err := messageTable.Put(tx, nil, m); err != nil {
		return err
	}
	return dropTexts(tx, batch)
}

// stopQueue fails what waits in a restored backup: it may have been sent since. It drops what somebody
// asked for.
func stopQueue(tx *bolt.Tx) error {
	for _, number := range waiting(tx) {
		m, err := messageTable.Get(tx, number)
		switch {
		case err == nil && m.Kind.asked():
			err = dropMessage(tx, m)
		case err == nil:
			err = endWaiting(tx, m, MailFailed, "restored")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// DropMessage removes a message. It is no error if there is none.
func (s *Store) DropMessage(ctx context.Context, number uint64) error {
	return s.changeMessage(ctx, number, dropMessage)
}

// changeMessage changes a message that waits. One that was removed meanwhile stays away.
func (s *Store) changeMessage(ctx context.Context, number uint64, change func(*bolt.Tx, Message) error) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		m, err := messageTable.Get(tx, keyOfMessage(number))
		if errors.Is(err, refusal.NotFound) || err == nil && m.State != MailWaiting {
			return nil
		}
		if err != nil {
			return err
		}
		return change(tx, m)
	})
}
