package audit

import (
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
)

// The parts of the index.
const (
	byActor   = "a"
	byKind    = "k"
	bySubject = "s"
)

// indexLines returns a record's index lines: by actor, by kind and id of the subject, and by the election.
func indexLines(r Record) (lines []kv.Line) {
	add := func(by, name string) {
		if name != "" {
			lines = append(lines, kv.Line{Key: kv.Key(part(by, name), kv.Uint64(r.Seq))})
		}
	}
	add(byActor, r.Actor.name())
	add(byKind, r.Subject.Kind)
	add(bySubject, r.Subject.ID)
	add(bySubject, r.Detail["election"])
	return lines
}

// part returns the beginning of the lines of a name in a part of the index.
func part(by, name string) []byte { return kv.Key([]byte(by), kv.Fixed(name, kv.IDLen)) }

// lineOf reads the record that a key of the index or of the list leads to.
func lineOf(tx *bolt.Tx, k []byte) (Record, error) { return table.Get(tx, key(k[len(k)-8:])) }

// Has reports whether the subject of an id has undergone an action.
func Has(tx *bolt.Tx, subject, action string) bool {
	for k := range kv.Walk(tx, bucketIndex, part(bySubject, subject)) {
		if r, err := lineOf(tx, k); err == nil && r.Action == action {
			return true
		}
	}
	return false
}

// Filter selects records of the audit list. The zero value selects all of them.
type Filter struct {
	Kind    string // the kind of the subject
	Subject string // the id of the subject, or of the election that it belongs to
	Actor   string // the id of a person, or the kind of another actor
}

// Matches reports whether a record passes the filter.
func (f Filter) Matches(r Record) bool {
	return (f.Kind == "" || f.Kind == r.Subject.Kind) && (f.Actor == "" || f.Actor == r.Actor.name()) &&
		(f.Subject == "" || f.Subject == r.Subject.ID || f.Subject == r.Detail["election"])
}

// index chooses the part of the index that has all records of the filter, and reports whether it has no others.
func (f Filter) index() (prefix []byte, exact bool) {
	switch {
	case f.Subject != "":
		return part(bySubject, f.Subject), f.Actor == "" && f.Kind == ""
	case f.Actor != "":
		return part(byActor, f.Actor), f.Kind == ""
	}
	return part(byKind, f.Kind), true
}

// List lists lines, newest first. It knows the total without a filter or with one. Errors: refusal.ValidationFailed.
func List(tx *bolt.Tx, f Filter, p kv.Page) (kv.List[Record], error) {
	var out kv.List[Record]
	if max(len(f.Kind), len(f.Subject), len(f.Actor)) > kv.IDLen { // no name is so long
		out.Total = new(0)
		return out, nil
	}
	bucket, prefix, exact := bucketLines, []byte(nil), true
	if f != (Filter{}) {
		bucket = bucketIndex
		prefix, exact = f.index()
	}
	sc, err := p.Scan(bucket, prefix, len(prefix)+8)
	if err != nil {
		return out, err
	}
	sc.Backward = !p.Reverse
	switch {
	case prefix == nil:
		out.Total = new(int(tx.Bucket(bucketLines).Sequence()))
	case exact:
		out.Total = new(kv.Lines(tx, bucket, prefix))
	}
	out.Next, err = sc.Run(tx, func(k, _ []byte) (bool, error) {
		r, err := lineOf(tx, k)
		if err != nil || !f.Matches(r) {
			return false, err
		}
		out.Items = append(out.Items, r)
		return true, nil
	})
	return out, err
}

// About reads the lines about a person, at most so many, newest first: what they did, and what was done to one of the
// subjects. more says that there are older ones.
func About(tx *bolt.Tx, actor string, subjects []string, most int) (lines []Record, more bool, err error) {
	parts := [][]byte{part(byActor, actor)}
	for _, id := range subjects {
		parts = append(parts, part(bySubject, id))
	}
	var found []key
	for _, prefix := range parts {
		sc := kv.Scan{Bucket: bucketIndex, Prefix: prefix, Backward: true, Limit: most}
		next, err := sc.Run(tx, func(k, _ []byte) (bool, error) {
			found = append(found, key(k[len(k)-8:]))
			return true, nil
		})
		if err != nil {
			return nil, false, err
		}
		more = more || next != ""
	}
	slices.Sort(found)
	found = slices.Compact(found)
	slices.Reverse(found)
	if len(found) > most {
		found, more = found[:most], true
	}
	for _, k := range found {
		r, err := table.Get(tx, k)
		if err != nil {
			return nil, false, err
		}
		lines = append(lines, r)
	}
	return lines, more, nil
}
