package handlers

import (
	"net/http"
	"strings"
)

// forAnyPage tells whether pages of any origin may read what is answered at a
// path: the bulletin board and conversions, which need no token and set no cookie.
func forAnyPage(path string) bool {
	for _, prefix := range []string{boardPath, filesPath, conversionsPath} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return path == convertPath || path == methodsPath
}

// open lets pages of any origin read an answer, a refusal too (the CORS protocol of the Fetch standard).
func open(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Headers", "*") // If-None-Match, for one, makes a browser ask beforehand
	h.Set("Access-Control-Expose-Headers", "Content-Disposition, Content-Length, Content-Range, ETag, Location, Retry-After, X-Request-Id")
}

// options answers OPTIONS: what a path takes, and what pages of other origins
// may send there. httprouter has set Allow.
func options(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if forAnyPage(r.URL.Path) {
		h.Set("Access-Control-Allow-Methods", h.Get("Allow"))
		h.Set("Access-Control-Max-Age", "86400")
	}
	w.WriteHeader(http.StatusNoContent)
}
