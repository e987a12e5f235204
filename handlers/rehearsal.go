package handlers

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ostrakon/handlers/listen"
	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/refusal"
)

// A rehearsal is an election that does not count: a second server in this process, on a port of its own, with a copy of
// a draft that is open already and invented voters. Its data are in a directory that goes with it.

// rehearsalLife is how long a rehearsal lasts at most.
const rehearsalLife = time.Hour

// rehearsals holds the rehearsal of a server: one at a time.
type rehearsals struct {
	mu      sync.Mutex
	dir     string     // "" where there are none
	current *rehearsal // nil: none runs

	// serve is New, which the routes cannot name: it needs the description of the API, which needs the routes.
	serve func(context.Context, *store.Store, Options) (*Server, error)
}

type rehearsal struct {
	election store.ElectionID
	view     rehearsalView
	end      context.CancelFunc
	ended    chan struct{} // closed when its data are gone
}

// rehearsalView shows how to take part in a rehearsal. None of it is worth a secret.
type rehearsalView struct {
	Running       bool            `json:"running"`
	URL           string          `json:"url,omitempty"`
	Ends          time.Time       `json:"ends,omitzero"`
	Administrator *rehearsalAdmin `json:"administrator,omitempty"`
	Keys          []rehearsalKey  `json:"keys,omitempty"`
}

type rehearsalAdmin struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

type rehearsalKey struct {
	FullName  string `json:"fullName"`
	MemberKey string `json:"memberKey"`
}

// openRehearsals makes rehearsals possible, and removes what a crash has left of one.
func (s *Server) openRehearsals(dir string) error {
	s.rehearsals.dir, s.rehearsals.serve = dir, New
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}

// startRehearsal starts the rehearsal of an election in DRAFT.
func (s *Server) startRehearsal(w http.ResponseWriter, r *request) error {
	s.rehearsals.mu.Lock()
	defer s.rehearsals.mu.Unlock()
	switch {
	case s.rehearsals.dir == "":
		return refusal.RehearsalImpossible
	case s.rehearsals.current != nil:
		return refusal.RehearsalRunning
	}
	made, err := s.rehearse(r.Context(), r.election, r.user.Email, r.Host)
	if err != nil {
		return errors.Join(err, os.RemoveAll(s.rehearsals.dir))
	}
	s.rehearsals.current = made
	if err := s.store.NoteTrial(r.Context(), r.by(), r.election, store.Rehearsed); err != nil {
		made.end()
		return err
	}
	return rest.Respond(w, made.view, nil)
}

// getRehearsal answers whether a rehearsal of an election runs, and where.
func (s *Server) getRehearsal(w http.ResponseWriter, r *request) error {
	if _, err := s.store.Election(r.Context(), r.election); err != nil {
		return err
	}
	if running := s.rehearsalOf(r.election); running != nil {
		return rest.Respond(w, running.view, nil)
	}
	return rest.Respond(w, rehearsalView{}, nil)
}

// endRehearsal ends the rehearsal of an election, and answers when its data are gone.
func (s *Server) endRehearsal(w http.ResponseWriter, r *request) error {
	running := s.rehearsalOf(r.election)
	if running == nil {
		return refusal.Missing("rehearsal")
	}
	running.end()
	<-running.ended
	return rest.RespondDeleted(w, nil)
}

// rehearsalOf is the rehearsal of an election, nil if none runs.
func (s *Server) rehearsalOf(id store.ElectionID) *rehearsal {
	s.rehearsals.mu.Lock()
	defer s.rehearsals.mu.Unlock()
	if s.rehearsals.current == nil || s.rehearsals.current.election != id {
		return nil
	}
	return s.rehearsals.current
}

// stopRehearsal ends the rehearsal that runs, if any.
func (s *Server) stopRehearsal() {
	s.rehearsals.mu.Lock()
	running := s.rehearsals.current
	s.rehearsals.mu.Unlock()
	if running != nil {
		running.end()
		<-running.ended
	}
}

// rehearse starts a server with a copy of an election. host is how the browser calls this one.
func (s *Server) rehearse(ctx context.Context, id store.ElectionID, email, host string) (*rehearsal, error) {
	password := strings.ToLower(rand.Text()[:12])
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	conversions := s.conversions
	st, err := store.Open(ctx, s.rehearsals.dir, store.Options{Now: s.now, Logger: s.log, Space: conversions.Space})
	if err != nil {
		return nil, err
	}
	keys, err := s.furnish(ctx, st, id, email, hash)
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	conversions.Dir, conversions.Models = filepath.Join(s.rehearsals.dir, "converted"), ""
	second, err := s.rehearsals.serve(ctx, st, Options{
		Version: s.version, Now: s.now, Logger: s.log.With("rehearsal", true), Passwords: s.passwords, rehearsing: true,
		Rules:       registrar.Rules{Policy: registrar.PolicyRoll},
		Conversions: conversions,
	})
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	door, err := s.door.Beside(ctx)
	if err != nil {
		return nil, errors.Join(err, second.Close(), st.Close())
	}
	running, end := context.WithTimeout(context.WithoutCancel(ctx), rehearsalLife)
	made := &rehearsal{
		election: id, end: end, ended: make(chan struct{}),
		view: rehearsalView{
			Running: true, URL: rehearsalURL(host, door), Ends: s.now().Add(rehearsalLife).UTC().Truncate(time.Second),
			Administrator: &rehearsalAdmin{Email: email, Password: password}, Keys: keys,
		},
	}
	go s.runRehearsal(running, made, second, st, door)
	return made, nil
}

// runRehearsal serves a rehearsal until it ends, and removes its data.
func (s *Server) runRehearsal(ctx context.Context, made *rehearsal, second *Server, st *store.Store,
	door *listen.Door) {
	defer close(made.ended)
	defer made.end()
	err := errors.Join(second.Run(ctx, Listeners{Public: door}), second.Close(), st.Close(),
		os.RemoveAll(s.rehearsals.dir))
	if err != nil {
		s.log.Error("a rehearsal did not end well", "error", err)
	}
	s.rehearsals.mu.Lock()
	defer s.rehearsals.mu.Unlock()
	s.rehearsals.current = nil
}

// rehearsalURL is where the browser that calls this server by host finds the other door.
func rehearsalURL(host string, door *listen.Door) string {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return door.URLOf(name)
}

// furnish puts into an empty store an administrator, invented voters with their keys, and a copy of
// an election, which it opens.
func (s *Server) furnish(ctx context.Context, st *store.Store, id store.ElectionID, email, hash string) ([]rehearsalKey,
	error) {
	in, err := s.store.Installation(ctx)
	if err != nil {
		return nil, err
	}
	_, err = st.SetUp(ctx, store.NewAdmin{
		Email: email, PasswordHash: hash, FullName: rehearsalOffice,
		Settings: store.SettingsChange{
			Organisation: unlessEmpty(in.Organisation), Language: &in.Language, TimeZone: &in.TimeZone, Contact: &in.Contact,
			HideConvert: &in.HideConvert, HideDocs: &in.HideDocs,
		},
	})
	if err != nil {
		return nil, err
	}
	groups, err := s.groupsOf(ctx, id)
	if err != nil {
		return nil, err
	}
	var lines []store.RollLine
	for i, name := range inventedNames() {
		line := store.RollLine{Line: i + 1, FullName: &name, Member: new(strconv.Itoa(i + 1)), NewKey: true}
		if len(groups) > 0 {
			line.Groups = []string{groups[i%len(groups)]}
		}
		lines = append(lines, line)
	}
	by := audit.BySystem()
	report, err := st.ImportRoll(ctx, by, lines, func(string, string) bool { return false }, store.ImportRules{})
	if err != nil {
		return nil, err
	}
	var keys []rehearsalKey
	for _, line := range report.Lines {
		keys = append(keys, rehearsalKey{FullName: line.FullName, MemberKey: line.Key})
	}
	copied, err := s.store.DuplicateForRehearsal(ctx, by, id, st)
	if err != nil {
		return nil, err
	}
	_, err = st.SetStatus(ctx, by, copied.ID, store.Active)
	return keys, err
}

// groupsOf lists the groups that the questions of an election are for: somebody of each must take part.
func (s *Server) groupsOf(ctx context.Context, id store.ElectionID) ([]string, error) {
	e, err := s.store.Election(ctx, id)
	var groups []string
	for _, q := range e.Questions {
		groups = append(groups, q.Groups...)
	}
	slices.Sort(groups)
	return slices.Compact(groups), err
}

const rehearsalOffice = "Rehearsal" // the name of its administrator

// inventedNames are the names of the voters of a rehearsal.
func inventedNames() (names []string) {
	for _, family := range []string{"Adler", "Bakker", "Costa", "Diallo", "Evans"} {
		for _, given := range []string{"Amara", "Bruno", "Chiara", "Daniel", "Esther", "Farid"} {
			names = append(names, given+" "+family)
		}
	}
	return names
}
