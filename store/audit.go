package store

import (
	"context"
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
)

// Actor is who did something. ID is set for ActorUser only.
type Actor struct {
	Kind ActorKind `json:"kind"`
	ID   UserID    `json:"id,omitempty"`
}

// ByUser is the actor for a signed-in person.
func ByUser(id UserID) Actor { return Actor{Kind: ActorUser, ID: id} }

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
}

// auditKey is the number of a line, as a key.
type auditKey string

var auditTable = kv.Table[auditKey, AuditRecord]{
	Bucket: bucketAudit,
	ID:     func(e AuditRecord) auditKey { return auditKey(kv.Uint64(e.Seq)) },
}

// audit appends a line, with the next number.
func (s *Store) audit(tx *bolt.Tx, by Actor, action string, on Subject, detail map[string]string) error {
	b := tx.Bucket(bucketAudit)
	b.FillPercent = 0.9 // keys only rise
	seq, err := b.NextSequence()
	if err != nil {
		return err
	}
	return auditTable.Put(tx, nil, AuditRecord{Seq: seq, At: s.clock(), Actor: by, Action: action, Subject: on, Detail: detail})
}

// AuditList lists what was done, newest first. Errors: refusal.ValidationFailed.
func (s *Store) AuditList(ctx context.Context, p Page) (List[AuditRecord], error) {
	sc, err := p.Scan(bucketAudit, nil, 8)
	if err != nil {
		return List[AuditRecord]{}, err
	}
	sc.Backward = true
	var out List[AuditRecord]
	err = s.view(ctx, func(tx *bolt.Tx) error {
		out.Next, err = sc.Run(tx, func(k, v []byte) (bool, error) {
			e, err := kv.DecodeRecord[AuditRecord](k, v)
			out.Items = append(out.Items, e)
			return true, err
		})
		return err
	})
	return out, err
}
