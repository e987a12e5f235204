package store

import (
	"context"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
)

// MailKind says what a message is for.
type MailKind string

// The kinds of messages.
const (
	MailInvitation MailKind = "invitation" // to an election, with a link that signs in
	MailReminder   MailKind = "reminder"   // the same, to those who have not voted
	MailReset      MailKind = "reset"      // a link to choose a new password
	MailLink       MailKind = "link"       // a link that signs in, for somebody who asked for it
)

// asked reports whether messages of this kind go to people who asked for them. They are not kept once they are sent:
// they would show who signs in soon.
func (k MailKind) asked() bool { return k == MailReset || k == MailLink }

// MailState says how far a message has come.
type MailState string

// The states of a message.
const (
	MailWaiting MailState = "waiting"
	MailSent    MailState = "sent"   // the SMTP server took it
	MailFailed  MailState = "failed" // it is not tried again
)

// Message is a message in the queue. Text, address and key are made as it is sent: no key lies on the disk. Exactly one
// of Entry and User is set. It has a time only while it waits: the file keeps no times about people.
type Message struct {
	Number   uint64     `json:"number"`
	Kind     MailKind   `json:"kind"`
	State    MailState  `json:"state"`
	Entry    RollID     `json:"entry,omitempty"`
	User     UserID     `json:"user,omitempty"`
	Election ElectionID `json:"election,omitempty"`
	Batch    uint64     `json:"batch,omitempty"` // whose texts it has
	Attempts int        `json:"attempts,omitempty"`
	Next     time.Time  `json:"next,omitzero"`  // not before this time
	Code     string     `json:"code,omitempty"` // why the last attempt failed, see MailFailure
}

// messageKey is the number of a message, as a key.
type messageKey string

func keyOfMessage(number uint64) messageKey { return messageKey(kv.Uint64(number)) }

var messageTable = kv.Table[messageKey, Message]{
	Bucket: bucketOutbox, Name: "message", ID: func(m Message) messageKey { return keyOfMessage(m.Number) },
	Indexes: []kv.Index[Message]{
		{Bucket: bucketOutboxByState, Lines: func(m Message) []kv.Line {
			return []kv.Line{{Key: kv.Key(m.State.part(), kv.Uint64(m.Number))}}
		}},
		{Bucket: bucketOutboxByPerson, Lines: func(m Message) []kv.Line {
			return []kv.Line{{Key: kv.Key(m.toAbout(), m.Kind.part(), m.State.part(), kv.Uint64(m.Number))}}
		}},
		{Bucket: bucketOutboxDue, Lines: func(m Message) []kv.Line {
			if m.State != MailWaiting {
				return nil
			}
			return []kv.Line{{Key: kv.Key(kv.Time(m.Next), kv.Uint64(m.Number))}}
		}},
		{Bucket: bucketOutboxByBatch, Lines: func(m Message) []kv.Line {
			if m.State != MailWaiting || m.Batch == 0 {
				return nil
			}
			return []kv.Line{{Key: kv.Key(kv.Uint64(m.Batch), kv.Uint64(m.Number))}}
		}},
	},
	Totals: []kv.Total[Message]{
		{Bucket: bucketTotals, Key: MailWaiting.total(), Counts: func(m Message) bool { return m.State == MailWaiting }},
		{Bucket: bucketTotals, Key: MailSent.total(), Counts: func(m Message) bool { return m.State == MailSent }},
		{Bucket: bucketTotals, Key: MailFailed.total(), Counts: func(m Message) bool { return m.State == MailFailed }},
	},
}

func (st MailState) part() []byte  { return kv.Fixed(string(st), 1) }
func (st MailState) total() []byte { return []byte("mail_" + string(st)) }
func (k MailKind) part() []byte    { return kv.Fixed(string(k), 3) } // the first letters tell them apart

// to is the id of the one to whom the message goes.
func (m Message) to() string { return string(m.Entry) + string(m.User) }

// toAbout is the part of keys for who gets the message and for which election.
func (m Message) toAbout() []byte {
	return kv.Key(kv.Fixed(m.to(), kv.IDLen), kv.Fixed(string(m.Election), kv.IDLen))
}

// MailText is the subject and the text of a message in one language. {name}, {link}, {election}, {end}, {organisation}
// and {contact} in it, and {opens} in invitations from a draft, are filled in as a message is sent.
type MailText struct {
	Subject string `json:"subject"`
	Body    string `json:"body"`
}

// batchRecord holds the texts of messages queued together, by language, until none of the messages waits.
type batchRecord struct {
	Number   uint64              `json:"number"`
	Election ElectionID          `json:"election"`
	Texts    map[string]MailText `json:"texts"`
	Opens    string              `json:"opens,omitempty"`
}

var batchTable = kv.Table[messageKey, batchRecord]{
	Bucket: bucketOutboxBatches, Name: "texts", ID: func(b batchRecord) messageKey { return keyOfMessage(b.Number) },
}

// enqueue adds a message that is due at once. It replaces a waiting one of the same person, kind and election.
func (s *Store) enqueue(tx *bolt.Tx, m Message) (err error) {
	for _, state := range []MailState{MailWaiting, MailFailed} {
		if err := dropMessages(tx, kv.Key(m.toAbout(), m.Kind.part(), state.part())); err != nil {
			return err
		}
	}
	b := tx.Bucket(bucketOutbox)
	if m.Number, err = b.NextSequence(); err != nil {
		return err
	}
	m.State, m.Next = MailWaiting, s.clock()
	return messageTable.Put(tx, nil, m)
}

// dropMessages removes the messages whose lines in the index by person have a prefix.
func dropMessages(tx *bolt.Tx, prefix []byte) error {
	var numbers []messageKey
	for k := range kv.Walk(tx, bucketOutboxByPerson, prefix) {
		numbers = append(numbers, messageKey(k[len(k)-8:]))
	}
	return dropNumbered(tx, numbers)
}

func dropNumbered(tx *bolt.Tx, numbers []messageKey) error {
	for _, number := range numbers {
		m, err := messageTable.Get(tx, number)
		if err == nil {
			err = dropMessage(tx, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dropMessage removes a message and, after the last of a batch, the texts.
func dropMessage(tx *bolt.Tx, m Message) error {
	if err := messageTable.Delete(tx, m); err != nil {
		return err
	}
	return dropTexts(tx, m.Batch)
}

// dropTexts removes the texts of a batch of which nothing waits any more.
func dropTexts(tx *bolt.Tx, batch uint64) error {
	if batch == 0 || kv.Lines(tx, bucketOutboxByBatch, kv.Uint64(batch)) > 0 {
		return nil
	}
	return tx.Bucket(bucketOutboxBatches).Delete(kv.Uint64(batch))
}

// MailPage is a part of the queue, with how many messages there are in each state.
type MailPage struct {
	List[AddressedMessage]
	Waiting, Sent, Failed int
}

// AddressedMessage is a message with the name of the one who gets it.
type AddressedMessage struct {
	Message
	Name string
}

// Messages lists the queue, newest first: all, or the messages of a state. Errors: refusal.ValidationFailed.
func (s *Store) Messages(ctx context.Context, state MailState, p Page) (MailPage, error) {
	var out MailPage
	bucket, prefix := bucketOutbox, []byte(nil)
	if state != "" {
		bucket, prefix = bucketOutboxByState, state.part()
	}
	sc, err := p.Scan(bucket, prefix, len(prefix)+8)
	if err != nil {
		return out, err
	}
	sc.Backward = !p.Reverse
	err = s.view(ctx, func(tx *bolt.Tx) error {
		out.Waiting, out.Sent, out.Failed = number(tx, MailWaiting.total()), number(tx, MailSent.total()),
			number(tx, MailFailed.total())
		total := map[MailState]int{"": out.Waiting + out.Sent + out.Failed, MailWaiting: out.Waiting, MailSent: out.Sent,
			MailFailed: out.Failed}
		out.Total = new(total[state])
		out.Next, err = sc.Run(tx, func(k, _ []byte) (bool, error) {
			m, err := messageTable.Get(tx, messageKey(k[len(k)-8:]))
			if err != nil {
				return false, err
			}
			who, err := recipientOf(tx, m)
			out.Items = append(out.Items, AddressedMessage{m, who.name})
			return true, err
		})
		return err
	})
	return out, err
}

// DropWaiting removes every message that waits, and says how many they were. The audit list notes it.
func (s *Store) DropWaiting(ctx context.Context, by audit.Actor) (dropped int, err error) {
	err = s.update(ctx, func(tx *bolt.Tx) error {
		numbers := waiting(tx)
		if dropped = len(numbers); dropped == 0 {
			return nil
		}
		if err := dropNumbered(tx, numbers); err != nil {
			return err
		}
		return s.audit(tx, by, "mail.dropped", audit.Installation(), map[string]string{"messages": fmt.Sprint(dropped)})
	})
	return dropped, err
}

// waiting are the messages that wait.
func waiting(tx *bolt.Tx) (numbers []messageKey) {
	for k := range kv.Walk(tx, bucketOutboxDue, nil) {
		numbers = append(numbers, messageKey(k[8:]))
	}
	return numbers
}

// checkOutbox reports what is wrong with the queue: its indexes, and messages or texts that belong to nothing.
func checkOutbox(tx *bolt.Tx, report func(error)) {
	for m := range messageTable.Check(tx, report) {
		if (m.Entry == "") == (m.User == "") {
			report(fmt.Errorf("message %d is for entry %q and user %q", m.Number, m.Entry, m.User))
		}
		if _, err := recipientOf(tx, m); err != nil {
			report(fmt.Errorf("message %d: %w", m.Number, err))
		}
		if m.State == MailWaiting && m.Batch > 0 && !batchTable.Has(tx, keyOfMessage(m.Batch)) {
			report(fmt.Errorf("message %d has no texts", m.Number))
		}
	}
	for b := range batchTable.Check(tx, report) {
		if kv.Lines(tx, bucketOutboxByBatch, kv.Uint64(b.Number)) == 0 {
			report(fmt.Errorf("nothing waits that has the texts %d", b.Number))
		}
	}
}

// recipient is a person who gets a message.
type recipient struct {
	name, email, language string
	user                  UserID // their account; "" without one
}

// recipientOf finds who gets a message. Errors: refusal.NotFound.
func recipientOf(tx *bolt.Tx, m Message) (recipient, error) {
	if m.User != "" {
		u, err := userTable.Get(tx, m.User)
		return recipient{name: u.FullName, email: u.Email, user: u.ID}, err
	}
	e, err := rollTable.Get(tx, m.Entry)
	if err != nil {
		return recipient{}, err
	}
	return e.recipient(tx)
}

// recipient is the person of an entry: with the address on the roll or, if it has none, the one that the person gave.
func (r rollRecord) recipient(tx *bolt.Tx) (recipient, error) {
	to := recipient{name: r.FullName, email: r.Email, language: r.Language, user: r.User}
	if r.Email != "" || r.User == "" {
		return to, nil
	}
	u, err := userTable.Get(tx, r.User)
	to.email = u.Email
	return to, err
}
