package web

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed static
var embedded embed.FS

// The headers of every answer. A page may load from its own origin only, run no inline code, sit in no frame (but see
// ServeFramed) and use no device.
const (
	contentSecurityPolicy = "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; " +
		noFrame + "; form-action 'self'"
	noFrame           = "frame-ancestors 'none'"
	permissionsPolicy = "camera=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
)

// ViewURL is the page that shows one model and nothing else. It knows no session, so other sites may frame it where the
// settings name them.
const ViewURL = "/view"

// boardURL is the page of the bulletin board. The same page is served one level below, at the id of an election.
const boardURL = "/board"

// boardOfElection matches the URL path of the board of one election.
var boardOfElection = regexp.MustCompile(`^` + boardURL + `/[a-z2-7]{26}$`)

// Site serves the pages and their assets. It answers GET and HEAD; any other method is 405 with Allow, and a path that
// it does not have is 404 with a page that says so. A Site never changes, so it may serve many requests at once.
type Site struct {
	folder    string           // URL path under which assets are served; follows the content of all of them
	files     map[string]*file // by URL path
	joins     map[string]join  // by name of the page or the worker
	registrar func() (*file, error)
	notFound  *file
}

// join returns the files of a page or a worker by their names in joinedFolder. It makes them when it is first called:
// to join all modules takes longer than all else that a server does before it is ready.
type join func() (map[string]*file, error)

// New reads the embedded files, and the words in every language: languages.json, and <language>/<part>.json. It fails
// only when they do not fit together: a page that names a file which is not there, or a file of unknown type. Neither
// the files nor a Site ever change, so all calls in a process with the same words return the same Site.
func New(words fs.FS) (*Site, error) {
	made, _ := sites.LoadOrStore(words, sync.OnceValues(func() (*Site, error) {
		source, err := fs.Sub(embedded, "static")
		if err != nil {
			return nil, fmt.Errorf("web: %w", err)
		}
		return newSite(source, words)
	}))
	return made.(func() (*Site, error))()
}

var sites sync.Map // of func() (*Site, error), by the words

// ServeHTTP implements [http.Handler]. No site may frame what it serves.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.ServeFramed(w, r, nil) }

// ServeFramed is ServeHTTP for what pages of some sites, given by their origins, may frame.
func (s *Site) ServeFramed(w http.ResponseWriter, r *http.Request, sites []string) {
	h := w.Header()
	h.Set("Content-Security-Policy", policyFor(sites))
	h.Set("Permissions-Policy", permissionsPolicy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.TLS != nil { // browsers complain about it over plain HTTP, where it does nothing
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	h.Set("Cross-Origin-Resource-Policy", "same-origin")

	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "This page can only be read.", http.StatusMethodNotAllowed)
		return
	}
	url := r.URL.Path
	if boardOfElection.MatchString(url) {
		url = boardURL
	}
	f, err := s.find(url)
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	case f != nil:
		f.serve(w, r)
	default:
		s.notFound.serveNotFound(w, r)
	}
}

// policyFor returns the content security policy of pages that sites, given by their origins, may frame.
func policyFor(sites []string) string {
	if len(sites) == 0 {
		return contentSecurityPolicy
	}
	return strings.Replace(contentSecurityPolicy, noFrame, "frame-ancestors "+strings.Join(sites, " "), 1)
}

// find returns the answer under a URL path, or nil. It fails only when modules do not fit together, which the tests
// rule out for those that are embedded.
func (s *Site) find(url string) (*file, error) {
	if url == registrarURL {
		return s.registrar()
	}
	name, ok := strings.CutPrefix(url, s.folder+joinedFolder)
	if !ok {
		return s.files[url], nil
	}
	page, _, _ := strings.Cut(name, ".")
	join, ok := s.joins[page]
	if !ok {
		return nil, nil
	}
	files, err := join()
	return files[name], err
}

// file is one answer, ready to send.
type file struct {
	plain        []byte
	gzipped      func() []byte // compresses when it is first asked for; nil where that does not help
	mediaType    string
	cacheControl string
	hash         string
	download     bool // browsers save it and do not show it
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	body, etag := f.choose(w.Header(), r)
	w.Header().Set("ETag", etag)
	if f.download {
		w.Header().Set("Content-Disposition", "attachment")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func (f *file) serveNotFound(w http.ResponseWriter, r *http.Request) {
	body, _ := f.choose(w.Header(), r)
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the reader has gone: there is nobody to tell
	}
}

// choose picks the plain or the compressed body, sets the headers that describe it and returns it with its ETag. The
// two bodies are different bytes, so their ETags differ.
func (f *file) choose(h http.Header, r *http.Request) (body []byte, etag string) {
	body, etag = f.plain, `"`+f.hash+`"`
	h.Set("Content-Type", f.mediaType)
	h.Set("Cache-Control", f.cacheControl)
	h.Add("Vary", "Accept-Encoding")
	if AcceptsGzip(r.Header.Values("Accept-Encoding")) {
		if packed := f.gzipped(); packed != nil {
			body, etag = packed, `"`+f.hash+`-gzip"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	// ServeContent leaves the length of an encoded body to its caller.
	h.Set("Content-Length", strconv.Itoa(len(body)))
	return body, etag
}

// AcceptsGzip reads Accept-Encoding (RFC 9110, section 12.5.3): gzip is acceptable when it is named with a weight
// above zero. The wildcard is not taken as a wish for gzip.
func AcceptsGzip(values []string) bool {
	for coding := range strings.SplitSeq(strings.Join(values, ","), ",") {
		name, parameter, _ := strings.Cut(coding, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		weight, found := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameter)), "q=")
		if !found {
			return true
		}
		q, err := strconv.ParseFloat(weight, 64)
		return err == nil && q > 0
	}
	return false
}
