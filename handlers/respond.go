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

// respondRemoved answers 204, unless what was to be removed could not be.
func respondRemoved(w http.ResponseWriter, err error) error {
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}
	return err
}

// listView is a part of a list.
type listView[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
}

// viewList is a part of a list, each item as view shows it.
func viewList[T, V any](r *request, l store.List[T], view func(T) V) listView[V] {
	out := listView[V]{Items: make([]V, 0, len(l.Items)), Next: r.cursors.seal(listOf(r.Request), l.Next)}
	for _, item := range l.Items {
		out.Items = append(out.Items, view(item))
	}
	return out
}

// respondList answers with a part of a list, each item as view shows it.
func respondList[T, V any](w http.ResponseWriter, r *request, l store.List[T], view func(T) V) error {
	return respond(w, viewList(r, l, view))
}

// respondKept answers with bytes that clients may keep as cache says. The ETag
// is their hash, so a client that has them is told so in a few bytes. A range is
// answered with the whole.
func respondKept(w http.ResponseWriter, r *request, mediaType, cache, sha256 string, data []byte) {
	etag := `"` + sha256[:32] + `"`
	h := w.Header()
	h.Set("Cache-Control", cache)
	h.Set("ETag", etag)
	if !noneMatch(r.Header.Values("If-None-Match"), etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", mediaType)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.Write(data) // the client may have gone
}

// respondPhoto answers with an image.
func respondPhoto(w http.ResponseWriter, r *request, p store.Photo, data []byte, cache string) error {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
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
