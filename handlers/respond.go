package handlers

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"ostrakon/store"
)

// respond answers 200 with a JSON body. Nothing of the API may be cached.
func respond(w http.ResponseWriter, body any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(raw)))
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	w.Write(raw) // the client may have gone
	return nil
}

// respondDeleted answers a DELETE, and passes on the error if nothing was deleted.
func respondDeleted(w http.ResponseWriter, err error) error {
	if err != nil {
		return err
	}
	return respond(w, struct {
		Deleted bool `json:"deleted"`
	}{true})
}

// listView is a page of a list.
type listView[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
	Total *int   `json:"total,omitempty"`
}

// viewList is a page of a list; view makes each item.
func viewList[T, V any](r *request, l store.List[T], view func(T) V) listView[V] {
	out := listView[V]{Items: make([]V, 0, len(l.Items)), Next: r.cursors.seal(listOf(r.Request), l.Next), Total: l.Total}
	for _, item := range l.Items {
		out.Items = append(out.Items, view(item))
	}
	return out
}

// respondList answers with a page of a list; view makes each item.
func respondList[T, V any](w http.ResponseWriter, r *request, l store.List[T], view func(T) V) error {
	return respond(w, viewList(r, l, view))
}

// respondKept answers with bytes that clients may keep; cache says for how long. The ETag is their
// hash, so a client that has them already gets a short answer. A request for a range gets all of
// it.
func respondKept(w http.ResponseWriter, r *request, mediaType, cache, sha256 string, data []byte) {
	if keep(w, r, mediaType, cache, sha256, len(data)) {
		w.Write(data) // the client may have gone
	}
}

// keep begins an answer of bytes that clients may keep, as respondKept does, and reports whether the
// client needs them.
func keep(w http.ResponseWriter, r *request, mediaType, cache, sha256 string, length int) bool {
	etag := `"` + sha256[:32] + `"`
	h := w.Header()
	h.Set("Cache-Control", cache)
	h.Set("ETag", etag)
	if !noneMatch(r.Header.Values("If-None-Match"), etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return false
	}
	h.Set("Content-Type", mediaType)
	h.Set("Content-Length", strconv.Itoa(length))
	return true
}

// Content security policies of answers that are no pages. A browser that opens one loads nothing
// more, and shows it in no frame. What somebody uploaded does not even have an origin.
const (
	answerPolicy   = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	uploadedPolicy = answerPolicy + "; sandbox"
)

// respondPhoto answers with an image.
func respondPhoto(w http.ResponseWriter, r *request, p store.Photo, data []byte, cache string) error {
	w.Header().Set("Content-Security-Policy", uploadedPolicy)
	respondKept(w, r, p.MediaType, cache, p.SHA256, data)
	return nil
}

// noneMatch evaluates If-None-Match (RFC 9110, section 13.1.2) against an ETag without commas.
func noneMatch(values []string, etag string) bool {
	for tag := range strings.SplitSeq(strings.Join(values, ","), ",") {
		if tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/"); tag == etag || tag == "*" {
			return false
		}
	}
	return true
}
