package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ostrakon/store/kv"

	bolt "go.etcd.io/bbolt"
)

// ActorKind says who did something.
type ActorKind string

// The kinds of actor.
const (
	ActorUser    ActorKind = "user"    // a signed-in person
	ActorSystem  ActorKind = "system"  // the server itself, by the clock
	ActorCommand ActorKind = "command" // someone at the command line of the machine
	ActorHolder  ActorKind = "holder"  // the holder of a key, by an invitation
)

// Actor is who did something. ID is set for ActorUser only.
type Actor struct {
	Kind ActorKind `json:"kind"`
	ID   UserID    `json:"id,omitempty"`
}

// ByUser is the actor for a signed-in person.
func ByUser(id UserID) Actor { return Actor{Kind: ActorUser, ID: id} }

// BySystem is the actor for what the server does by itself.
func BySystem() Actor { return Actor{Kind: ActorSystem} }

// ByCommand is the actor for someone at the command line.
func ByCommand() Actor { return Actor{Kind: ActorCommand} }

// Subject is what an action changed.
type Subject struct {
	Kind string `json:"kind"` // election, candidate, user, roll or installation
	ID   string `json:"id,omitempty"`
}

// AuditRecord is one line of the audit list. Casting a vote adds none: a time or an order could
// show whose vote it is.
type AuditRecord struct {
	Seq     uint64            `json:"seq"`
	At      time.Time         `json:"at"`
	Actor   Actor             `json:"actor"`
	Action  string            `json:"action"` // e.g. election.created
	Subject Subject           `json:"subject"`
	Detail  map[string]string `json:"detail,omitempty"`
	Hash    string            `json:"hash,omitempty"` // see link
}

// auditKey is the number of a line, as a key.
type auditKey string

var auditTable = kv.Table[auditKey, AuditRecord]{
	Bucket:  bucketAudit,
	Name:    "line",
	ID:      func(e AuditRecord) auditKey { return auditKey(kv.Uint64(e.Seq)) },
	Indexes: []kv.Index[AuditRecord]{{Bucket: bucketAuditBy, Lines: auditLines}},
}

// The parts of the index of the audit list.
const (
	auditByActor   = "a"
	auditByKind    = "k"
	auditBySubject = "s"
)

// auditLines are the lines of an entry in the index: by who did it, by the kind of what it was done
// to, and by that itself. What is done to a candidate is found under the election too.
func auditLines(e AuditRecord) (lines []kv.Line) {
	add := func(by, name string) {
		if name != "" {
			lines = append(lines, kv.Line{Key: kv.Key(auditPart(by, name), kv.Uint64(e.Seq))})
		}
	}
	add(auditByActor, e.Actor.name())
	add(auditByKind, e.Subject.Kind)
	add(auditBySubject, e.Subject.ID)
	add(auditBySubject, e.Detail["election"])
	return lines
}

func auditPart(by, name string) []byte { return kv.Key([]byte(by), kv.Fixed(name, kv.IDLen)) }

// name is the id of a person, or the kind of another actor.
func (a Actor) name() string { return cmp.Or(string(a.ID), string(a.Kind)) }

// AuditHead is the end of the audit list. Whoever keeps it elsewhere can see later whether a record
// up to it was changed or dropped: the record of that number has another hash then.
type AuditHead struct {
	Seq  uint64 `json:"seq"`  // number of the last record, 0 without any
	Hash string `json:"hash"` // of the last record, in hex
}

// link is the hash of a record: SHA-256 of "ostrakon/audit/3\0", the hash of the record before and
// the record's JSON without its own hash. So each hash depends on all records up to it. Before the
// first record there are 32 zero bytes.
func link(before string, body []byte) string {
	previous, _ := hex.DecodeString(before) // if it is damaged, check has said so
	sum := sha256.Sum256(slices.Concat([]byte("ostrakon/audit/3\x00"), previous, body))
	return hex.EncodeToString(sum[:])
}

// noLink stands for the hash of the record before the first one.
const noLink = "0000000000000000000000000000000000000000000000000000000000000000"

// unlink separates the JSON of a record, as audit wrote it, into the record without its hash, and
// the hash.
func unlink(raw []byte) (body []byte, hash string) {
	const member = `,"hash":"`
	at := len(raw) - len(member+noLink+`"}`)
	if at < 0 || !bytes.HasPrefix(raw[at:], []byte(member)) || !bytes.HasSuffix(raw, []byte(`"}`)) {
		return raw, ""
	}
	return append(bytes.Clone(raw[:at]), '}'), string(raw[at+len(member) : len(raw)-2])
}

// auditHead reads the end of the audit list.
func auditHead(tx *bolt.Tx) AuditHead {
	b := tx.Bucket(bucketAudit)
	k, raw := b.Cursor().Last()
	if k == nil {
		return AuditHead{Hash: noLink}
	}
	_, hash := unlink(raw)
	return AuditHead{b.Sequence(), hash}
}

// NewestRecord is when the last record of the audit list was made; zero without any.
func (s *Store) NewestRecord(ctx context.Context) (at time.Time, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		at, err = newestRecord(tx)
		return err
	})
	return at, err
}

// newestRecord is when the last record of the audit list was made; zero without any.
func newestRecord(tx *bolt.Tx) (time.Time, error) {
	head := auditHead(tx)
	if head.Seq == 0 {
		return time.Time{}, nil
	}
	last, err := auditTable.Get(tx, auditKey(kv.Uint64(head.Seq)))
	return last.At, err
}

// NoteClock notes that somebody says the clock is right. The record is the newest one, so that the next
// start does not doubt the clock again.
func (s *Store) NoteClock(ctx context.Context, by Actor) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		return s.audit(tx, by, "installation.clock_confirmed", Subject{Kind: "installation"}, nil)
	})
}

// AuditHead reads the end of the audit list.
func (s *Store) AuditHead(ctx context.Context) (head AuditHead, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		head = auditHead(tx)
		return nil
	})
	return head, err
}

// audit appends a record, with the next number.
func (s *Store) audit(tx *bolt.Tx, by Actor, action string, on Subject, detail map[string]string) error {
	head := auditHead(tx)
	b := tx.Bucket(bucketAudit)
	b.FillPercent = 0.9 // keys only rise
	seq, err := b.NextSequence()
	if err != nil {
		return err
	}
	rec := AuditRecord{Seq: seq, At: s.clock(), Actor: by, Action: action, Subject: on, Detail: detail}
	body, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	rec.Hash = link(head.Hash, body)
	return auditTable.Put(tx, nil, rec)
}

// checkAudit reports what is wrong with the audit list: its numbers, its index and its hashes.
func checkAudit(tx *bolt.Tx, report func(error)) {
	want := uint64(0)
	for e := range auditTable.Check(tx, report) {
		want++
		if e.Seq != want {
			report(fmt.Errorf("audit: line %d is where %d should be", e.Seq, want))
			want = e.Seq
		}
	}
	if last := tx.Bucket(bucketAudit).Sequence(); last != want {
		report(fmt.Errorf("audit: ends at line %d, %d were written", want, last))
	}
	before := noLink
	err := tx.Bucket(bucketAudit).ForEach(func(k, raw []byte) error {
		body, hash := unlink(raw)
		if hash != link(before, body) {
			report(fmt.Errorf("audit: record %q is not what was written after the one before it: its hash differs", k))
		}
		before = hash
		return nil
	})
	if err != nil {
		report(err)
	}
}

// AuditFilter says which entries of the audit list a list has. The zero value is all of them.
type AuditFilter struct {
	Kind    string // of the subject
	Subject string // its id, or the id of the election that it belongs to
	Actor   string // the id of a person, or the kind of another actor
}

func (f AuditFilter) matches(e AuditRecord) bool {
	return (f.Kind == "" || f.Kind == e.Subject.Kind) && (f.Actor == "" || f.Actor == e.Actor.name()) &&
		(f.Subject == "" || f.Subject == e.Subject.ID || f.Subject == e.Detail["election"])
}

// index is the part of the index that has all entries of the filter, and reports whether it has no
// others.
func (f AuditFilter) index() (part []byte, exact bool) {
	switch {
	case f.Subject != "":
		return auditPart(auditBySubject, f.Subject), f.Actor == "" && f.Kind == ""
	case f.Actor != "":
		return auditPart(auditByActor, f.Actor), f.Kind == ""
	}
	return auditPart(auditByKind, f.Kind), true
}

// AuditList lists what was done, newest first. The total is the last number or, with one filter,
// counted line by line in the index; with several it is not known.
// Errors: refusal.ValidationFailed.
func (s *Store) AuditList(ctx context.Context, f AuditFilter, p Page) (List[AuditRecord], error) {
	var out List[AuditRecord]
	if max(len(f.Kind), len(f.Subject), len(f.Actor)) > kv.IDLen { // no name is so long
		out.Total = new(0)
		return out, nil
	}
	bucket, prefix, exact := bucketAudit, []byte(nil), true
	if f != (AuditFilter{}) {
		bucket = bucketAuditBy
		prefix, exact = f.index()
	}
	sc, err := p.Scan(bucket, prefix, len(prefix)+8)
	if err != nil {
		return out, err
	}
	sc.Backward = !p.Reverse
	err = s.view(ctx, func(tx *bolt.Tx) error {
		switch {
		case prefix == nil:
			out.Total = new(int(tx.Bucket(bucketAudit).Sequence()))
		case exact:
			out.Total = new(kv.Lines(tx, bucket, prefix))
		}
		out.Next, err = sc.Run(tx, func(k, _ []byte) (bool, error) {
			e, err := auditTable.Get(tx, auditKey(k[len(k)-8:]))
			if err != nil || !f.matches(e) {
				return false, err
			}
			out.Items = append(out.Items, e)
			return true, nil
		})
		return err
	})
	return out, err
}
