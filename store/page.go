package store

import (
	"bytes"
	"encoding/base64"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
)

// MaxPage is the most records one page of a list holds; DefaultPage is what a caller that does not say gets.
const (
	MaxPage     = 200
	DefaultPage = 50
)

// Page asks for a part of a list.
type Page struct {
	Limit int    // 1 to MaxPage; 0 means DefaultPage
	After string // the Next of the page before; "" means the start
}

// List is a part of a list. Next is the cursor of the part that follows, "" at the end.
type List[T any] struct {
	Items []T
	Next  string
}

// scan turns a page into a scan of a bucket below a prefix, whose keys are
// width bytes long. A cursor is the last key of the page before; one that
// does not belong to this list is refused, wherever it comes from.
func (p Page) scan(bucket, prefix []byte, width int) (scan, error) {
	sc := scan{bucket: bucket, prefix: prefix, limit: p.Limit}
	if p.Limit == 0 {
		sc.limit = DefaultPage
	}
	if p.Limit < 0 || p.Limit > MaxPage {
		return sc, refusal.Invalid("limit", refusal.NotInteger, refusal.Facts{"min": 1, "max": MaxPage})
	}
	if p.After == "" {
		return sc, nil
	}
	k := p.cursor()
	if len(k) != width || !bytes.HasPrefix(k, prefix) {
		return sc, refusal.Invalid("after", refusal.NotCursor, nil)
	}
	sc.after = k
	return sc, nil
}

// cursor is the key that After stands for; empty when it is no cursor.
func (p Page) cursor() []byte {
	k, err := base64.RawURLEncoding.Strict().DecodeString(p.After)
	if err != nil {
		return nil
	}
	return k
}

func cursorOf(k []byte) string { return base64.RawURLEncoding.EncodeToString(k) }

// scan walks keys with a prefix from after the cursor, upwards or downwards,
// and hands each to visit until that has taken limit of them.
type scan struct {
	bucket   []byte
	prefix   []byte
	after    []byte // key of the last line of the page before; nil: from the start
	backward bool   // newest first
	limit    int
}

// run calls visit for each key in turn; visit reports whether it took the
// line. It returns the key of the last line taken if more lines may follow, else nil.
func (sc scan) run(tx *bolt.Tx, visit func(k, v []byte) (bool, error)) (next []byte, err error) {
	return sc.over(tx.Bucket(sc.bucket).Cursor(), visit)
}

// over is run with the cursor of a bucket inside another.
func (sc scan) over(c *bolt.Cursor, visit func(k, v []byte) (bool, error)) (next []byte, err error) {
	taken := 0
	for k, v := sc.first(c); k != nil && bytes.HasPrefix(k, sc.prefix); k, v = sc.step(c) {
		if taken == sc.limit {
			return next, nil
		}
		took, err := visit(k, v)
		if err != nil {
			return nil, err
		}
		if took {
			taken++
			next = bytes.Clone(k)
		}
	}
	return nil, nil
}

func (sc scan) step(c *bolt.Cursor) (k, v []byte) {
	if sc.backward {
		return c.Prev()
	}
	return c.Next()
}

func (sc scan) first(c *bolt.Cursor) (k, v []byte) {
	switch {
	case !sc.backward && sc.after == nil:
		return c.Seek(sc.prefix)
	case !sc.backward:
		if k, v = c.Seek(sc.after); bytes.Equal(k, sc.after) {
			return c.Next()
		}
		return k, v
	case sc.after != nil:
		k, _ = c.Seek(sc.after)
	default:
		k, _ = c.Seek(key(sc.prefix, bytes.Repeat([]byte{0xff}, 64)))
	}
	if k == nil {
		return c.Last()
	}
	return c.Prev()
}
