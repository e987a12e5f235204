package handlers

import (
	"net/http"
	"strings"

	"ostrakon/handlers/rest"
	"ostrakon/store"
)

// takesIfMatch reports whether a route changes a record that has a version, so that it evaluates If-Match. An order is
// one of the whole election.
func takesIfMatch(rt route) bool {
	switch rt.path {
	case "/api/admin/elections/:id/questions", "/api/admin/elections/:id/candidates":
		return rt.method == http.MethodPut
	case "/api/admin/elections/:id", "/api/admin/elections/:id/status",
		"/api/admin/elections/:id/questions/:questionId", "/api/admin/elections/:id/candidates/:candidateId",
		"/api/admin/elections/:id/nominations/:nominationId", "/api/admin/elections/:id/nominations/:nominationId/person",
		"/api/admin/hands/:handsId", "/api/admin/hands/:handsId/withdrawal", "/api/admin/roll/:entryId",
		"/api/admin/settings":
		return rt.method == http.MethodPut || rt.method == http.MethodDelete
	}
	return false
}

// expect makes the request change nothing but a version that its If-Match names (RFC 9110, section 13.1.1). The use
// case compares again; a first look answers clients that send back a whole record, whose other members are of that
// version.
func (s *Server) expect(r *request) error {
	tags := r.Header.Values("If-Match")
	if len(tags) == 0 {
		return nil
	}
	x := store.Expected{By: r.by(), Election: r.election, Question: r.question, Candidate: r.candidate,
		Nomination: r.nomination, Hands: r.hands, Entry: r.entry}
	for tag := range strings.SplitSeq(strings.Join(tags, ","), ",") {
		if tag = strings.TrimSpace(tag); tag == "*" {
			return nil // any version; without the record the answer is 404
		}
		x.Versions = append(x.Versions, strings.Trim(tag, `"`))
	}
	r.Request.Request = r.WithContext(store.Expect(r.Context(), x))
	return s.store.CheckExpected(r.Context())
}

// respondVersion answers with a record, and names its version in the ETag.
func respondVersion(w http.ResponseWriter, body any, version string, err error) error {
	tagVersion(w, version, err)
	return rest.Respond(w, body, err)
}

// tagVersion names the version of a record in the ETag of an answer that is no refusal.
func tagVersion(w http.ResponseWriter, version string, err error) {
	if err == nil {
		w.Header().Set("ETag", `"`+version+`"`)
	}
}

// describeVersions describes If-Match in an operation that evaluates it.
func (a *describedAPI) describeVersions(op described, rt route) {
	if !takesIfMatch(rt) {
		return
	}
	a.set(op, "parameters", []obj{refTo("parameters", "IfMatch")})
}
