package handlers

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/julienschmidt/httprouter"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/web"
)

// request is a request on its way to a handler, with the person who asks.
type request struct {
	*rest.Request
	user    store.User // zero on public routes
	session session    // zero on public routes

	// ids of the records that the path names; the others are empty
	election  store.ElectionID
	question  store.QuestionID
	candidate store.CandidateID

	nomination store.NominationID
	hands      store.HandsID
	account    store.UserID
	entry      store.RollID
}

// parseIDs reads the ids of the records that the path of a route names.
func (r *request) parseIDs(path string) (err error) {
	for _, p := range r.Params {
		switch {
		case err != nil:
		case p.Key == "id" && (strings.Contains(path, "/elections/:id") || strings.Contains(path, "/nominations/:id")):
			r.election, err = store.ParseID[store.ElectionID](p.Value)
		case p.Key == "questionId":
			r.question, err = store.ParseID[store.QuestionID](p.Value)
		case p.Key == "candidateId":
			r.candidate, err = store.ParseID[store.CandidateID](p.Value)
		case p.Key == "nominationId":
			r.nomination, err = store.ParseID[store.NominationID](p.Value)
		case p.Key == "handsId":
			r.hands, err = store.ParseID[store.HandsID](p.Value)
		case p.Key == "userId":
			r.account, err = store.ParseID[store.UserID](p.Value)
		case p.Key == "entryId":
			r.entry, err = store.ParseID[store.RollID](p.Value)
		}
	}
	return err
}

// router builds the handler of all routes. httprouter refuses a literal and a wildcard at the same position
// (/elections/active next to /elections/:id). So a voter's routes of an election by its id, and those of an entry of
// the roll, are in a second router, which gets the requests that the first does not know. The pages get the rest.
func (s *Server) router() http.Handler {
	byID := newRouter()
	byID.NotFound = http.HandlerFunc(s.notFound)
	fixed := newRouter()
	fixed.NotFound = byID
	for _, r := range []*httprouter.Router{fixed, byID} {
		r.MethodNotAllowed = http.HandlerFunc(s.methodNotAllowed)
		r.GlobalOPTIONS = http.HandlerFunc(options)
	}
	for _, rt := range routes() {
		path, _ := rt.split()
		to := fixed
		if strings.HasPrefix(path, "/api/user/elections/:id") || strings.HasPrefix(path, "/api/admin/roll/:entryId") {
			to = byID
		}
		to.Handle(rt.method, path, s.serve(rt))
		if rt.method == http.MethodGet {
			to.Handle(http.MethodHead, path, s.serve(rt))
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, raw *http.Request) {
		// A query that cannot be read would count as empty.
		if _, err := url.ParseQuery(raw.URL.RawQuery); err != nil {
			s.fail(w, &rest.Request{Request: raw, ID: exchangeOf(w).id}, refusal.QueryMalformed)
			return
		}
		fixed.ServeHTTP(w, raw)
	})
}

func newRouter() *httprouter.Router {
	r := httprouter.New()
	r.RedirectTrailingSlash, r.RedirectFixedPath = false, false
	return r
}

// serve makes a route for httprouter. It checks who may call it, then the query, then calls the
// handler. fail answers errors.
func (s *Server) serve(rt route) httprouter.Handle {
	path, takes := rt.split()
	return func(w http.ResponseWriter, raw *http.Request, params httprouter.Params) {
		x := exchangeOf(w)
		x.route = path
		body := raw.Body // handlers put a limit around it
		r := &request{Request: &rest.Request{Request: raw, ID: x.id, Client: x.client, Params: params, Cursors: s.cursors}}
		err := s.authorise(r, rt.access)
		x.user, x.exact = r.user, mayTell(rt, path, r.user)
		if err == nil {
			err = checkQuery(raw.URL.Query(), takes)
		}
		if err == nil {
			err = r.parseIDs(path)
		}
		if err == nil && takesIfMatch(rt) {
			err = s.expect(r)
		}
		if err == nil {
			if castsVote(rt) {
				x.visit.Vote(string(r.user.ID))
			}
			err = rt.handler(s, w, r)
		}
		if err == nil {
			return
		}
		switch rest.RefusalOf(err).Status() {
		case http.StatusRequestEntityTooLarge, http.StatusServiceUnavailable:
			rest.Drain(w, raw, body)
		}
		s.fail(w, r.Request, err)
	}
}

// fail answers a request with an error, and logs a failure of the server.
func (s *Server) fail(w http.ResponseWriter, r *rest.Request, err error) {
	p := r.Describe(err)
	if p.Status >= 500 && !errors.Is(err, context.Canceled) { // if the client has gone, the server has not failed
		code, text := slog.String("code", p.Code), slog.String("error", err.Error())
		s.logFault(r.Context(), exchangeOf(w), slog.LevelError, "request failed", code, text)
	}
	rest.RespondProblem(w, p)
}

// checkQuery refuses parameters that a route does not take, or that are there twice. Otherwise a
// typing error would show a list that nobody asked for.
func checkQuery(query url.Values, takes []string) error {
	if slices.Contains(takes, "*") {
		return nil
	}
	var faults input.Faults
	for _, name := range slices.Sorted(maps.Keys(query)) {
		switch {
		case !slices.Contains(takes, name):
			faults.Add(rest.Clip(name), refusal.UnknownField, nil)
		case len(query[name]) > 1:
			faults.Add(name, refusal.Repeated, nil)
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return refusal.QueryRefused.In(faults[:min(len(faults), rest.MaxNamed)]...)
}

// authorise checks that the user of the request's token may call a route.
func (s *Server) authorise(r *request, need access) error {
	if need == public {
		return nil
	}
	var err error
	if r.session, err = s.tokens.check(r.Header.Get("Authorization")); err != nil {
		return err
	}
	if r.user, err = s.store.Authenticate(r.Context(), r.session.Session); err != nil {
		return err
	}
	if need == admin && r.user.Role != store.RoleAdmin {
		return refusal.NotAdmin
	}
	if need == user && r.user.Role != store.RoleUser {
		return refusal.NotUser
	}
	return nil
}

// pagesRoute is what logs and metrics call the paths of pages.
const pagesRoute = "pages"

// notFound answers requests without a route: below /api/ with a problem, elsewhere with a page.
func (s *Server) notFound(w http.ResponseWriter, raw *http.Request) {
	x := exchangeOf(w)
	if raw.URL.Path == "/api" || strings.HasPrefix(raw.URL.Path, "/api/") {
		s.fail(w, &rest.Request{Request: raw, ID: x.id}, refusal.RouteNotFound)
		return
	}
	x.route = pagesRoute
	if raw.URL.Path != web.ViewURL {
		s.site.ServeHTTP(w, raw)
		return
	}
	settings, err := s.store.Settings(raw.Context())
	if err != nil {
		s.fail(w, &rest.Request{Request: raw, ID: x.id}, err)
		return
	}
	s.site.ServeFramed(w, raw, settings.Sites)
}

// methodNotAllowed answers a known path with an unknown method; httprouter has set Allow.
func (s *Server) methodNotAllowed(w http.ResponseWriter, raw *http.Request) {
	allow := w.Header().Get("Allow")
	refused := refusal.MethodNotAllowed.With(refusal.Facts{"allow": strings.Split(allow, ", ")})
	s.fail(w, &rest.Request{Request: raw, ID: exchangeOf(w).id}, refused)
}
