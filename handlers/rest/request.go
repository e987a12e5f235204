package rest

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/julienschmidt/httprouter"

	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// Request is a request on its way to a handler.
type Request struct {
	*http.Request
	ID      string            // names the request in answers and logs
	Client  string            // the client's address, for limits
	Params  httprouter.Params // parameters in the path
	Cursors Cursors           // encrypts the cursors of lists
}

// MaxJSON bounds a JSON body, in bytes.
const MaxJSON = 64 << 10

// maxQuery bounds a search for people, in characters.
const maxQuery = 254

// MaxForm bounds what a multipart body may have beside the file, in bytes.
const MaxForm = 16 << 10

// ReadBody reads the body up to a limit in bytes.
func (r *Request) ReadBody(w http.ResponseWriter, limit int64) ([]byte, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	if err != nil && !errors.As(err, &tooLarge) {
		return nil, refusal.JSONIncomplete
	}
	return raw, err
}

// Page reads limit, after and, where a list has an order, sort, which is the usual order or the reverse.
func (r *Request) Page(orders ...string) (kv.Page, error) {
	q := r.URL.Query()
	var p kv.Page
	if q.Has("after") {
		var ok bool
		if p.After, ok = r.Cursors.open(listOf(r.Request), q.Get("after")); !ok {
			return p, refusal.Invalid("after", refusal.NotCursor, nil)
		}
	}
	if q.Has("limit") {
		n, err := strconv.Atoi(q.Get("limit"))
		if err != nil || n < 1 || n > kv.MaxPage {
			return p, refusal.Invalid("limit", refusal.NotInteger, refusal.Facts{"min": 1, "max": kv.MaxPage})
		}
		p.Limit = n
	}
	if q.Has("sort") {
		at := slices.Index(orders, q.Get("sort"))
		if at < 0 {
			return p, refusal.Invalid("sort", refusal.NotChoice, refusal.Facts{"choices": orders})
		}
		p.Reverse = at == 1
	}
	return p, nil
}

// Search reads the page and the words of a search for people.
func (r *Request) Search() (kv.Page, string, error) {
	page, err := r.Page("name", "-name")
	query := r.URL.Query().Get("query")
	if err == nil && (!utf8.ValidString(query) || utf8.RuneCountInString(query) > maxQuery) {
		err = refusal.Invalid("query", refusal.QueryInvalid, refusal.Facts{"max": maxQuery})
	}
	return page, query, err
}

// Flag reads a query parameter that is true, false or absent.
func (r *Request) Flag(name string, faults *input.Faults) bool {
	q := r.URL.Query()
	if !q.Has(name) || q.Get(name) == "false" {
		return false
	}
	if q.Get(name) == "true" {
		return true
	}
	faults.Add(name, refusal.NotBoolean, nil)
	return false
}

// Either reads a query parameter that is true or false; it returns nil if the parameter is absent.
func (r *Request) Either(name string, faults *input.Faults) *bool {
	if !r.URL.Query().Has(name) {
		return nil
	}
	return new(r.Flag(name, faults))
}

// Choice reads a query parameter that is absent or one of some values.
func Choice[T ~string](r *Request, name string, faults *input.Faults, values ...T) T {
	given := T(r.URL.Query().Get(name))
	if !r.URL.Query().Has(name) || !input.OneOf(faults, name, given, values...) {
		return ""
	}
	return given
}

// Clip shortens a text from a client, so that it can be shown.
func Clip(s string) string {
	const most = 80
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
