package kv

import (
	"bytes"
	"encoding/base64"

	"ostrakon/store/refusal"
)

// MaxPage is the most records on one page of a list. DefaultPage is how many come without a limit.
const (
	MaxPage     = 200
	DefaultPage = 50
)

// Page asks for a part of a list.
type Page struct {
	Limit   int    // 1 to MaxPage; 0 means DefaultPage
	After   string // the Next of the page before; "" means the start
	Reverse bool   // the list from its end
}

// List is a page of a list. Next is the next page's cursor or "". Total is the list's length, nil if unknown.
type List[T any] struct {
	Items []T
	Next  string
	Total *int
}

// Scan turns a page into a scan of a bucket below a prefix, with keys of width bytes. A cursor is the last key of the
// page before. One that does not fit this list is refused. Errors: refusal.ValidationFailed.
func (p Page) Scan(bucket, prefix []byte, width int) (Scan, error) {
	sc := Scan{Bucket: bucket, Prefix: prefix, Limit: p.Limit, Backward: p.Reverse}
	if p.Limit == 0 {
		sc.Limit = DefaultPage
	}
	if p.Limit < 0 || p.Limit > MaxPage {
		return sc, refusal.Invalid("limit", refusal.NotInteger, refusal.Facts{"min": 1, "max": MaxPage})
	}
	if p.After == "" {
		return sc, nil
	}
	k := p.AfterKey()
	if len(k) != width || !bytes.HasPrefix(k, prefix) {
		return sc, refusal.Invalid("after", refusal.NotCursor, nil)
	}
	sc.After = k
	return sc, nil
}

// AfterKey is the key in After; empty if After is not a cursor.
func (p Page) AfterKey() []byte {
	k, err := base64.RawURLEncoding.Strict().DecodeString(p.After)
	if err != nil {
		return nil
	}
	return k
}

// Cursor is the cursor of the part of a list that follows a key.
func Cursor(k []byte) string { return base64.RawURLEncoding.EncodeToString(k) }
