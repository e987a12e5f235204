package command_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ostrakon/handlers/command"
	"ostrakon/store/words"
	"ostrakon/web"
)

// served is a server of the pages that answers some paths in its own way.
func served(t *testing.T, own map[string]http.HandlerFunc) *httptest.Server {
	t.Helper()
	site, err := web.New(words.Files())
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answer := own[r.URL.Path]; answer != nil {
			answer(w, r)
			return
		}
		site.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func TestThePagesOfAServerAreComparedWithThoseOfTheBinary(t *testing.T) {
	body := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }
	}
	hashed := ""
	for path := range mustContents(t) {
		if strings.HasSuffix(path, "/lib/sealing.js") {
			hashed = path
		}
	}
	for name, c := range map[string]struct {
		own  map[string]http.HandlerFunc
		says string // "" if all is the same
		line string
	}{
		"the same": {},
		"one module that sends the vote away": {map[string]http.HandlerFunc{hashed: body("export {};")},
			"1 differs, 0 missing, 0 more", "differs  " + hashed},
		"a page with another module": {map[string]http.HandlerFunc{
			"/board": body(`<script type="module" src="/assets/0011223344556677/joined/board.js"></script>`)},
			"1 differs, 0 missing, 1 more", "more     /assets/0011223344556677/joined/board.js"},
		"a page that is not there": {map[string]http.HandlerFunc{"/docs": http.NotFound},
			"0 differs, 1 missing, 0 more", "missing  /docs"},
		"a page without an end": {map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, _ *http.Request) {
			for range 9 {
				_, _ = w.Write(make([]byte, 1<<20))
			}
		}}, "answers more than", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := served(t, c.own)
			out, err := runs{command: command.Pages}.with(t, s.URL)
			if c.says == "" {
				if err != nil || !strings.HasSuffix(out, " of "+s.URL+" are those of this binary.\n") {
					t.Errorf("%v, output %q", err, out)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(out, c.line) {
				t.Errorf("%v, output %q, want %q and %q", err, out, c.says, c.line)
			}
		})
	}
	gone := served(t, nil)
	gone.Close()
	if out, err := (runs{command: command.Pages}).with(t, gone.URL); err == nil || out != "" {
		t.Errorf("a server that does not answer: %v, output %q", err, out)
	}
	var misuse command.UsageError
	if _, err := (runs{command: command.Pages}).with(t, "vote.example.org"); !errors.As(err, &misuse) {
		t.Errorf("no address of a server: %v", err)
	}
}

func mustContents(t *testing.T) map[string][]byte {
	t.Helper()
	site, err := web.New(words.Files())
	if err != nil {
		t.Fatal(err)
	}
	contents, err := site.Contents()
	if err != nil {
		t.Fatal(err)
	}
	return contents
}
