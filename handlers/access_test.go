package handlers_test

import (
	"net/http"
	"testing"
)

// A route refuses whoever its access column leaves out, before anything else: the request is a good
// one in every other way, and nothing changes.
func TestAccess(t *testing.T) {
	w := newWorld(t)
	may := map[string]map[string]bool{
		"public":    {"guest": true, "user": true, "admin": true},
		"signed-in": {"user": true, "admin": true},
		"USER":      {"user": true},
		"ADMIN":     {"admin": true},
	}
	for i, e := range w.examples(t) {
		if may[e.Access] == nil {
			t.Fatalf("%s %s has the access %q", e.Method, e.Path, e.Access)
		}
		for who, p := range map[string]person{"guest": {}, "user": w.ada, "admin": w.admin} {
			name := who + " " + e.Method + " " + e.Path
			c := e.call
			c.token, c.from = p.token, w.elsewhere()
			switch {
			case may[e.Access][who]:
				t.Run(name, func(t *testing.T) {
					in := w
					if e.Method != "GET" {
						in = newWorld(t) // where it may change things
					}
					if e.Method == "DELETE" || e.Path == "/api/admin/models" { // conversions are known to their server alone
						own := in.examples(t)[i]
						c.path, c.body = own.path, own.body
					}
					if a := in.do(t, c); a.status != e.want {
						t.Errorf("status %d, want %d: %s", a.status, e.want, a.body)
					}
				})
			case who == "guest":
				w.try(t, []scenario{{name, c, http.StatusUnauthorized, "token_missing", ""}})
			default:
				w.try(t, []scenario{{name, c, http.StatusForbidden, "role_required", ""}})
			}
		}
	}
}

// What a stranger may not do is refused before the body is looked at: its size and form tell
// nothing and cost nothing.
func TestAccessIsCheckedBeforeTheBody(t *testing.T) {
	w := newWorld(t)
	var refused []scenario
	for _, e := range w.examples(t) {
		if e.body == nil || e.Access == "public" {
			continue
		}
		c := e.call
		c.token, c.body = "", make([]byte, 7<<20)
		refused = append(refused, scenario{"guest " + e.Method + " " + e.Path, c, http.StatusUnauthorized, "token_missing",
			""})
		if e.Access == "ADMIN" {
			c.token = w.ada.token
			refused = append(refused, scenario{"user " + e.Method + " " + e.Path, c, http.StatusForbidden, "role_required", ""})
		}
	}
	w.try(t, refused)
}
