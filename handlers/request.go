package handlers

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/julienschmidt/httprouter"

	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// request is a request on its way to a handler, with what was found out about it.
type request struct {
	*http.Request
	id      string            // names the request in answers and logs
	client  string            // the client's address, for limits
	params  httprouter.Params // of the route
	user    store.User        // who asks; zero on public routes
	session session           // in which they ask

	cursors cursors
}

// maxJSON bounds a JSON body, in bytes.
const maxJSON = 64 << 10

// maxPaper bounds a JSON body with the record of an election or a question, in bytes. A whole paper has
// a million characters, which clients write in up to six bytes each.
const maxPaper = 8 << 20

// maxQuery bounds a search for people, in characters.
const maxQuery = 254

// maxForm is what a multipart body may have beside the image, in bytes.
const maxForm = 16 << 10

// body reads the request's body up to a limit in bytes.
func (r *request) body(w http.ResponseWriter, limit int64) ([]byte, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	if err != nil && !errors.As(err, &tooLarge) {
		return nil, refusal.JSONIncomplete
	}
	return raw, err
}

// page reads limit, after and, where a list has an order, sort: its usual order or the reverse.
func (r *request) page(orders ...string) (store.Page, error) {
	q := r.URL.Query()
	var p store.Page
	if q.Has("after") {
		var ok bool
		if p.After, ok = r.cursors.open(listOf(r.Request), q.Get("after")); !ok {
			return p, refusal.Invalid("after", refusal.NotCursor, nil)
		}
	}
	if q.Has("limit") {
		n, err := strconv.Atoi(q.Get("limit"))
		if err != nil || n < 1 || n > store.MaxPage {
			return p, refusal.Invalid("limit", refusal.NotInteger, refusal.Facts{"min": 1, "max": store.MaxPage})
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

// search reads the page and the words of a search for people.
func (r *request) search() (store.Page, string, error) {
	page, err := r.page("name", "-name")
	query := r.URL.Query().Get("query")
	if err == nil && (!utf8.ValidString(query) || utf8.RuneCountInString(query) > maxQuery) {
		err = refusal.Invalid("query", refusal.QueryInvalid, refusal.Facts{"max": maxQuery})
	}
	return page, query, err
}

// flag reads a query parameter that is true, false or absent.
func (r *request) flag(name string, faults *input.Faults) bool {
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

// either reads a query parameter that is true, false or absent, which is nil.
func (r *request) either(name string, faults *input.Faults) *bool {
	if !r.URL.Query().Has(name) {
		return nil
	}
	return new(r.flag(name, faults))
}

// choice reads a query parameter that is one of some values, or absent.
func choice[T ~string](r *request, name string, faults *input.Faults, values ...T) T {
	given := T(r.URL.Query().Get(name))
	if !r.URL.Query().Has(name) || !input.OneOf(faults, name, given, values...) {
		return ""
	}
	return given
}

// clip shortens what a client sent to what can be shown.
func clip(s string) string {
	const most = 80
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
