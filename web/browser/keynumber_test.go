package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// heldElection opens an election whose keys three people hold; it answers the id and the key number of the assembly.
func (s *server) heldElection(token string) (id, keyNumber string) {
	s.t.Helper()
	id = s.draftElection(token, ballotTitle, "Praxilla", "Korinna")
	path := "/api/admin/elections/" + id + "/holders"
	names := []fields{{"name": "Zoe Abbot"}, {"name": "Kim Reed"}, {"name": "Lee Marsh"}}
	s.call("PUT", path, token, fields{"threshold": 2, "holders": names}, &fields{})
	for n := range names {
		var issued struct{ Token string }
		s.call("POST", fmt.Sprint(path, "/", n+1, "/invitation"), token, fields{}, &issued)
		keys := sealing.FormatKeys(sealing.NewSecret().AllKeys())
		s.call("POST", "/api/board/invitations/key", "", fields{"token": issued.Token, "keys": keys}, &fields{})
	}
	var made struct{ Assembly struct{ KeyNumber string } }
	s.call("GET", path, token, nil, &made)
	s.open(token, id)
	return id, made.Assembly.KeyNumber
}

// lying is a server in front of another that shows a manifest whose holders' keys are its own.
func lying(t *testing.T, s *server, id string) (front *server, keyNumber string) {
	t.Helper()
	path := "/api/board/elections/" + id + "/manifest"
	var m map[string]any
	noError(t, json.Unmarshal(s.ask("GET", path, "", nil), &m))
	n := int(m["number"].(float64))
	for _, h := range m["holders"].([]any) {
		holder := h.(map[string]any)
		theirs := ballotbox.NewHolder(holder["name"].(string), sealing.NewSecret().AllKeys(), n)
		holder["publicKey"], holder["signingKey"] = theirs.PublicKey, theirs.SigningKey
		holder["root"], holder["path"] = theirs.Root, theirs.Path
	}
	var forged bytes.Buffer // members sorted by name, so canonical
	e := json.NewEncoder(&forged)
	e.SetEscapeHTML(false)
	noError(t, e.Encode(m))
	raw := bytes.TrimSpace(forged.Bytes())
	parsed := must(ballotbox.ParseManifest(raw))(t)
	proxy := httputil.NewSingleHostReverseProxy(must(url.Parse(s.origin))(t))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == path:
			_, _ = w.Write(raw)
		case strings.HasSuffix(r.URL.Path, "/ballots"):
			body, _ := io.ReadAll(r.Body)
			t.Errorf("a ballot of %d bytes is sent for keys that are not those of the slip", len(body))
			fallthrough
		default:
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	copied := *s
	copied.origin = server.URL
	return &copied, parsed.KeyNumber().Short()
}

// A server shows one voter a manifest with keys of its own. With a slip that carries the key number the page seals
// nothing; without one it shows another number than the board does to everybody else.
func TestAManifestWithOtherKeysIsRefusedOrSeen(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	slips := s.slips(token, "Noor Haddad", "Ben Lind")
	id, keyNumber := s.heldElection(token)
	groups := strings.Join([]string{keyNumber[:4], keyNumber[4:8], keyNumber[8:12], keyNumber[12:16]}, " ")
	chromium := newBrowser(t)
	front, other := lying(t, s, id)

	noor := newPage(t, chromium, front, "noor", phone)
	noor.visit("/#key=" + slips["Noor Haddad"] + "&n=" + keyNumber)
	noor.heading(noor.w("voter.slip.ask", "name", "Noor Haddad"))
	noor.click("button", noor.w("voter.slip.yes"))
	noor.see(noor.w("voter.keys.other", "slip", groups, "page", other))
	noor.keep("other keys")
	noor.reload() // the number stays for the session
	noor.see(noor.w("voter.keys.other", "slip", groups, "page", other))

	ben := newPage(t, chromium, front, "ben", phone)
	ben.visit("/#key=" + slips["Ben Lind"])
	ben.says("Ben Lind")
	ben.see(ben.w("voter.keys.compare", "number", other))
	ben.keep("number to compare")

	honest := newPage(t, chromium, s, "noor elsewhere", phone)
	honest.visit("/#key=" + slips["Noor Haddad"] + "&n=" + keyNumber)
	honest.says("Noor Haddad")
	honest.see(honest.w("voter.keys.same", "number", groups))
	honest.judge("a ballot with the key number of the slip")
	honest.votes()

	board := newPage(t, chromium, s, "hall", desktop)
	board.visit("/board/" + id + "#hall")
	board.see(board.w("board.keyNumber", "number", groups))
	board.keep("hall")
}
