package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
)

// The buckets of the list and of its index.
var (
	bucketLines = []byte("audit")
	bucketIndex = []byte("audit_by")
)

// Buckets lists the buckets that the package uses.
func Buckets() [][]byte { return [][]byte{bucketLines, bucketIndex} }

// Record is one line of the audit list. Casting a vote adds no line: a time or an order could show whose vote it is.
type Record struct {
	Seq     uint64            `json:"seq"`
	At      time.Time         `json:"at"`
	Actor   Actor             `json:"actor"`
	Action  string            `json:"action"` // e.g. election.created
	Subject Subject           `json:"subject"`
	Detail  map[string]string `json:"detail,omitempty"`
	Hash    string            `json:"hash,omitempty"` // see link
}

// key is the number of a line, as a key.
type key string

func keyOf(seq uint64) key { return key(kv.Uint64(seq)) }

var table = kv.Table[key, Record]{
	Bucket: bucketLines, Name: "line", ID: func(r Record) key { return keyOf(r.Seq) },
	Indexes: []kv.Index[Record]{{Bucket: bucketIndex, Lines: indexLines}},
}

// Get reads the line of a number. Errors: refusal.NotFound.
func Get(tx *bolt.Tx, seq uint64) (Record, error) { return table.Get(tx, keyOf(seq)) }

// Head is the end of the audit list. A kept Head shows later whether a line up to it was changed or dropped.
type Head struct {
	Seq  uint64 `json:"seq"`  // number of the last line, 0 without any
	Hash string `json:"hash"` // hash of the last line, in hex
}

// link is the hash of a line: SHA-256 of "ostrakon/audit/4\0", the hash of the line before and the line's JSON without
// its own hash. So each hash depends on all lines up to it. Before the first line there are 32 zero bytes.
func link(before string, body []byte) string {
	previous, _ := hex.DecodeString(before) // if it is damaged, Check has reported it
	sum := sha256.Sum256(slices.Concat([]byte("ostrakon/audit/4\x00"), previous, body))
	return hex.EncodeToString(sum[:])
}

// noLink stands for the hash of the line before the first one.
const noLink = "0000000000000000000000000000000000000000000000000000000000000000"

// unlink separates the JSON of a line, as Append wrote it, into the line without its hash, and the hash.
func unlink(raw []byte) (body []byte, hash string) {
	const member = `,"hash":"`
	at := len(raw) - len(member+noLink+`"}`)
	if at < 0 || !bytes.HasPrefix(raw[at:], []byte(member)) || !bytes.HasSuffix(raw, []byte(`"}`)) {
		return raw, ""
	}
	return append(bytes.Clone(raw[:at]), '}'), string(raw[at+len(member) : len(raw)-2])
}

// ReadHead reads the end of the audit list.
func ReadHead(tx *bolt.Tx) Head {
	b := tx.Bucket(bucketLines)
	k, raw := b.Cursor().Last()
	if k == nil {
		return Head{Hash: noLink}
	}
	_, hash := unlink(raw)
	return Head{b.Sequence(), hash}
}

// Newest returns when the last line was made, or zero without any.
func Newest(tx *bolt.Tx) (time.Time, error) {
	head := ReadHead(tx)
	if head.Seq == 0 {
		return time.Time{}, nil
	}
	last, err := Get(tx, head.Seq)
	return last.At, err
}

// Append adds a line, with the next number.
func Append(tx *bolt.Tx, at time.Time, by Actor, action string, on Subject, detail map[string]string) error {
	head := ReadHead(tx)
	b := tx.Bucket(bucketLines)
	b.FillPercent = 0.9 // keys only rise
	seq, err := b.NextSequence()
	if err != nil {
		return err
	}
	rec := Record{Seq: seq, At: at, Actor: by, Action: action, Subject: on, Detail: detail}
	body, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	rec.Hash = link(head.Hash, body)
	return table.Put(tx, nil, rec)
}

// Check reports what is wrong with the audit list: its numbers, its index and its hashes.
func Check(tx *bolt.Tx, report func(error)) {
	want := uint64(0)
	for r := range table.Check(tx, report) {
		want++
		if r.Seq != want {
			report(fmt.Errorf("audit: line %d is where %d should be", r.Seq, want))
			want = r.Seq
		}
	}
	if last := tx.Bucket(bucketLines).Sequence(); last != want {
		report(fmt.Errorf("audit: ends at line %d, %d were written", want, last))
	}
	before := noLink
	err := tx.Bucket(bucketLines).ForEach(func(k, raw []byte) error {
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
