package handlers

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"testing"
	"time"

	"ostrakon/handlers/jobs"
	"ostrakon/store"
)

// RouteLine is one line of the route table, for tests that walk it.
type RouteLine struct {
	Method, Path string
	Access       string // public, signed-in, USER or ADMIN
	Query        []string
}

// Routes is the route table.
func Routes() []RouteLine {
	names := map[access]string{public: "public", signedIn: "signed-in", user: "USER", admin: "ADMIN"}
	var lines []RouteLine
	for _, r := range routes() {
		path, takes := r.split()
		lines = append(lines, RouteLine{r.method, path, names[r.access], takes})
	}
	return lines
}

// OpenAPI is the API's description as it is served, in YAML.
func OpenAPI() ([]byte, error) {
	asYAML, _, err := completeOpenAPI()
	return asYAML, err
}

// Templated is the path of a route as OpenAPI writes it.
func Templated(path string) string { return templated(path) }

// The patterns of the routes that cast a ballot.
const (
	CastVotePath   = "/api/user/elections/:id/vote"
	CastBallotPath = "/api/user/elections/:id/ballots"
)

// Answer puts a handler in the place of the routes, behind the same middleware.
func (s *Server) Answer(h http.HandlerFunc) { s.handler = h }

// Token issues a session token.
func (s *Server) Token(a store.Account) (string, error) {
	token, _, err := s.tokens.issue(a, false)
	return token, err
}

// FillUploads takes every place for an image that is being received, and returns what gives them
// back.
func (s *Server) FillUploads() (release func()) {
	var taken []*arrival
	for range maxUploads {
		taken = append(taken, s.uploads.admit(func() {}))
	}
	return func() {
		for _, a := range taken {
			s.uploads.leave(a)
		}
	}
}

// Stream answers with what write makes, as a backup is answered.
func Stream(w http.ResponseWriter, write func(io.Writer) error) error { return stream(w, write) }

// FillConversions takes every place for a conversion, each for a client of its own, and returns
// what gives them back.
func (s *Server) FillConversions(tb testing.TB) (release func()) {
	tb.Helper()
	var taken []*jobs.Place
	for {
		p, err := s.makers.Converter.Admit(strconv.Itoa(len(taken)), -1, func() {})
		if errors.Is(err, jobs.ErrBusy) {
			break
		}
		if err != nil {
			tb.Fatal(err)
		}
		taken = append(taken, p)
	}
	return func() {
		for _, p := range taken {
			p.Leave()
		}
	}
}

// AwaitUploads waits until so many uploads are being received, wait or are converted.
func (s *Server) AwaitUploads(n int) {
	for s.makers.Converter.Admitted() != n {
		time.Sleep(time.Millisecond)
	}
}

// AwaitRunning waits until so many conversions are at work.
func (s *Server) AwaitRunning(n int) {
	for s.makers.Converter.Running() != n {
		time.Sleep(time.Millisecond)
	}
}

// ConfirmClock is what an administrator does who has looked at the clock.
func (s *Server) ConfirmClock() { s.clock.confirm() }

// SetClock is what a look at a clock sees that somebody has set ahead: its time of day goes on by ahead,
// and no time passes. Later looks do not see it where it would be without.
func (s *Server) SetClock(ahead time.Duration) {
	s.clock.see(s.clock.wall.Add(ahead), s.clock.elapsed, nothingDue)
	s.clock.mu.Lock()
	s.clock.right = s.clock.right.Add(-ahead)
	s.clock.mu.Unlock()
}
