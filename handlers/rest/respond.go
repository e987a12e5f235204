package rest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"ostrakon/store/kv"
)

// Respond answers 200 with a JSON body, which no cache may keep. It passes on the error of making the body.
func Respond(w http.ResponseWriter, body any, err error) error {
	if err != nil {
		return err
	}
	return RespondStatus(w, http.StatusOK, body)
}

// RespondStatus answers with a status and a JSON body.
func RespondStatus(w http.ResponseWriter, status int, body any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(raw)))
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(raw) // the client may have gone
	return nil
}

// RespondDeleted answers a DELETE, and passes on the error if nothing was deleted.
func RespondDeleted(w http.ResponseWriter, err error) error {
	return Respond(w, map[string]bool{"deleted": true}, err)
}

// ListView is a page of a list in an answer.
type ListView[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
	Total *int   `json:"total,omitempty"`
}

// ViewList makes a page of a list; view makes each item.
func ViewList[T, V any](r *Request, l kv.List[T], view func(T) V) ListView[V] {
	next := r.Cursors.seal(listOf(r.Request), l.Next)
	out := ListView[V]{Items: make([]V, 0, len(l.Items)), Next: next, Total: l.Total}
	for _, item := range l.Items {
		out.Items = append(out.Items, view(item))
	}
	return out
}

// RespondList answers with a page of a list, or passes on the error of reading it; view makes each item.
func RespondList[T, V any](w http.ResponseWriter, r *Request, l kv.List[T], view func(T) V, err error) error {
	return Respond(w, ViewList(r, l, view), err)
}

// RespondKept answers with bytes that clients may keep; cache says for how long. The ETag is their hash, so a client
// that has them already gets a short answer. A request for a range gets all of it.
func RespondKept(w http.ResponseWriter, r *Request, mediaType, cache, sha256 string, data []byte) {
	if Keep(w, r, mediaType, cache, sha256, len(data)) {
		w.Write(data) // the client may have gone
	}
}

// Keep begins an answer of bytes that clients may keep, as RespondKept does, and reports whether the client needs them.
func Keep(w http.ResponseWriter, r *Request, mediaType, cache, sha256 string, length int) bool {
	etag := `"` + sha256[:32] + `"`
	h := w.Header()
	h.Set("Cache-Control", cache)
	h.Set("ETag", etag)
	if !noneMatch(r.Header.Values("If-None-Match"), etag) {
		// What says how to treat a body is with the copy that the client has; pages ask for this every few seconds.
		for _, name := range []string{"Content-Encoding", "Content-Security-Policy", "Referrer-Policy",
			"X-Content-Type-Options"} {
			h.Del(name)
		}
		w.WriteHeader(http.StatusNotModified)
		return false
	}
	h.Set("Content-Type", mediaType)
	h.Set("Content-Length", strconv.Itoa(length))
	return true
}

// AnswerPolicy and UploadedPolicy are content security policies of answers that are no pages. A browser that opens one
// loads nothing more, and shows it in no frame. What somebody uploaded does not even have an origin.
const (
	AnswerPolicy   = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	UploadedPolicy = AnswerPolicy + "; sandbox"
)

// noneMatch evaluates If-None-Match (RFC 9110, section 13.1.2) against an ETag without commas.
func noneMatch(values []string, etag string) bool {
	for tag := range strings.SplitSeq(strings.Join(values, ","), ",") {
		if tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/"); tag == etag || tag == "*" {
			return false
		}
	}
	return true
}
