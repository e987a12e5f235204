package store

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/words"
)

const maxMailBody = 3000 // characters

// Queued says what came of inviting people.
type Queued struct {
	Queued         int // messages
	WithoutAddress int // people without an e-mail address
}

// Mailing is what people are sent about an election.
type Mailing struct {
	Kind  MailKind            // MailInvitation or MailReminder
	Texts map[string]MailText // by language
	Opens string              // when and where the election opens, in words; a draft needs it
}

// Invite queues invitations or reminders to an election that is not COMPLETED. Invitations go to everybody who may
// vote, has not voted and has not been invited; reminders to everybody who may vote and has not voted. Each goes out in
// the language of the person, else in that of the organisation, else in the first that there is. A link from a draft
// waits until the election opens. Errors: refusal.NotFound, refusal.NotActive, refusal.MailNotSet,
// refusal.AddressNotSet, refusal.ValidationFailed.
func (s *Store) Invite(ctx context.Context, by audit.Actor, id ElectionID, m Mailing) (Queued, error) {
	var done Queued
	kind, texts := m.Kind, maps.Clone(m.Texts)
	var faults input.Faults
	input.OneOf(&faults, "kind", kind, MailInvitation, MailReminder)
	faults.Line("opens", &m.Opens, 0, maxTitle)
	checkMailTexts(&faults, "texts", texts, m.Opens != "")
	if err := faults.Err(); err != nil {
		return done, err
	}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		done = Queued{}
		e, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if e.Status == Completed {
			return refusal.NotActive
		}
		if e.Status == Draft && m.Opens == "" {
			return refusal.Invalid("opens", refusal.Required, nil)
		}
		if err := maySend(tx); err != nil {
			return err
		}
		batch, err := tx.Bucket(bucketOutboxBatches).NextSequence()
		if err != nil {
			return err
		}
		about := Message{Kind: kind, Election: id, Batch: batch}
		err = eachToAsk(tx, e.Election, func(m Message, to recipient) error {
			m.Kind, m.Election, m.Batch = about.Kind, about.Election, about.Batch
			switch {
			case to.email == "":
				done.WithoutAddress++
				return nil
			case kind == MailInvitation && isInvited(tx, m):
				return nil
			}
			done.Queued++
			return s.enqueue(tx, m)
		})
		if err != nil || done.Queued == 0 {
			return err
		}
		if e.Status == Draft && e.Announced != m.Opens {
			previous := e
			e.Announced = m.Opens
			if err := electionTable.Put(tx, &previous, e); err != nil {
				return err
			}
		}
		if err := batchTable.Put(tx, nil, batchRecord{batch, id, texts, m.Opens}); err != nil {
			return err
		}
		return s.audit(tx, by, "election.invited", electionSubject(id),
			map[string]string{"kind": string(kind), "messages": fmt.Sprint(done.Queued)})
	})
	return done, err
}

// Invitable says how many people Invite would write to.
type Invitable struct {
	Invitations    int `json:"invitations"`
	Reminders      int `json:"reminders"`
	WithoutAddress int `json:"withoutAddress"` // people who may vote, have not, and have no e-mail address
}

// Invitable counts whom [Store.Invite] would write to. Errors: refusal.NotFound, refusal.NotActive.
func (s *Store) Invitable(ctx context.Context, id ElectionID) (Invitable, error) {
	var found Invitable
	err := s.view(ctx, func(tx *bolt.Tx) error {
		e, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if e.Status == Completed {
			return refusal.NotActive
		}
		return eachToAsk(tx, e.Election, func(m Message, to recipient) error {
			if to.email == "" {
				found.WithoutAddress++
				return nil
			}
			found.Reminders++
			m.Kind, m.Election = MailInvitation, id
			if !isInvited(tx, m) {
				found.Invitations++
			}
			return nil
		})
	})
	return found, err
}

// maySend refuses to queue what could not be sent. Errors: refusal.MailNotSet, refusal.AddressNotSet.
func maySend(tx *bolt.Tx) error {
	m, err := mailSettings(tx)
	if err != nil {
		return err
	}
	in, err := installation(tx)
	switch {
	case err != nil:
		return err
	case m.Host == "":
		return refusal.MailNotSet
	case in.Address == "":
		return refusal.AddressNotSet
	}
	return nil
}

// isInvited reports whether an invitation like m is on its way or was sent.
func isInvited(tx *bolt.Tx, m Message) bool {
	for _, state := range []MailState{MailWaiting, MailSent} {
		for range kv.Walk(tx, bucketOutboxByPerson, kv.Key(m.toAbout(), m.Kind.part(), state.part())) {
			return true
		}
	}
	return false
}

// eachToAsk calls visit for everybody who may vote in an election and has not: the frozen roll or, without one, the
// people on the roll and the voters who are not on it. A draft that will freeze the roll is for everybody on it: who
// comes is not known yet.
func eachToAsk(tx *bolt.Tx, e Election, visit func(Message, recipient) error) error {
	id, roll, frozen := e.ID, tx.Bucket(bucketRoll), frozenRoll(tx, e.ID)
	if frozen != nil {
		roll = frozen
	}
	err := roll.ForEach(func(k, _ []byte) error {
		rec, err := rollTable.Get(tx, RollID(k))
		if err != nil || !canStillVote(tx, id, rec.ID, rec.User) {
			return err
		}
		to, err := rec.recipient(tx)
		if err != nil {
			return err
		}
		return visit(Message{Entry: rec.ID}, to)
	})
	if err != nil || e.Settings.Electorate.freezes() {
		return err
	}
	return tx.Bucket(bucketVoters).ForEach(func(k, line []byte) error {
		if !bytes.Equal(line, mark) || !canStillVote(tx, id, "", UserID(k)) {
			return nil
		}
		m := Message{User: UserID(k)}
		to, err := recipientOf(tx, m)
		if err != nil {
			return err
		}
		return visit(m, to)
	})
}

// canStillVote reports whether a person, on the roll or with an account, may vote in an election and has not.
func canStillVote(tx *bolt.Tx, id ElectionID, entry RollID, user UserID) bool {
	onRoll := frozenRoll(tx, id) != nil
	voted := []byte(user)
	if onRoll {
		voted = []byte(entry)
	}
	if len(voted) > 0 && isMarked(tx, id, voted) || onRoll && isRepresented(tx, id, entry) {
		return false
	}
	if user == "" { // their slip or link makes the account
		return !onRoll || inElectorate(tx, id, []byte(entry))
	}
	return mayVote(tx, id, user, onRoll) == nil
}

// placeholders are what is filled in, where a text of an e-mail has it in braces.
func placeholders(opens bool) []string {
	all := []string{"name", "link", "election", "end", "organisation", "contact"}
	if opens {
		all = append(all, "opens")
	}
	return all
}

// checkMailTexts normalises the texts of an e-mail and checks them. At least one language is needed. opens says that it
// is known when the election opens.
func checkMailTexts(faults *input.Faults, field string, texts map[string]MailText, opens bool) {
	known := placeholders(opens)
	if len(texts) == 0 {
		faults.Add(field, refusal.Required, nil)
	}
	for _, language := range slices.Sorted(maps.Keys(texts)) {
		at := field + "." + language
		if !slices.Contains(words.Codes(), language) {
			faults.Add(field, refusal.NotChoice, refusal.Facts{"choices": words.Codes()})
			return
		}
		t := texts[language]
		faults.Line(at+".subject", &t.Subject, 1, maxTitle)
		faults.Text(at+".body", &t.Body, 1, maxMailBody)
		t.Body = strings.ReplaceAll(t.Body, "\r\n", "\n")
		if !strings.Contains(t.Body, "{link}") {
			faults.Add(at+".body", refusal.LinkMissing, nil)
		}
		for _, part := range []struct{ field, text string }{{".subject", t.Subject}, {".body", t.Body}} {
			if unknown, found := unknownPlaceholder(part.text, known); found {
				faults.Add(at+part.field, refusal.UnknownPlaceholder, refusal.Facts{"word": unknown, "choices": known})
			}
		}
		texts[language] = t
	}
}

// unknownPlaceholder is the first part of a text in braces that nothing is filled in for.
func unknownPlaceholder(text string, known []string) (unknown string, found bool) {
	for {
		_, after, found := strings.Cut(text, "{")
		if !found {
			return "", false
		}
		inside, rest, closed := strings.Cut(after, "}")
		if closed && !slices.Contains(known, inside) {
			shown := []rune(strings.ReplaceAll(inside, "{", ""))
			return string(shown[:min(len(shown), 40)]), true
		}
		text = rest
		if !closed {
			return "", false
		}
	}
}
