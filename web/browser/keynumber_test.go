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
	"slices"
	"strings"
	"testing"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// heldElection opens an election whose keys three people hold; it answers the id and the key number of the assembly.
func (s *server) heldElection(token string) (id, keyNumber string) {
	s.t.Helper()
	id = s.draftElection(token, ballotTitle, "Praxilla", "Korinna")
	keyNumber, _ = s.holderKeys(token, id)
	s.open(token, id)
	return id, keyNumber
}

// holderKeys has three people make the keys of a draft; it answers the key number of the assembly, and what is on the
// sheets by their numbers.
func (s *server) holderKeys(token, id string) (keyNumber string, secrets map[int]*sealing.Secret) {
	s.t.Helper()
	path := "/api/admin/elections/" + id + "/holders"
	names := []fields{{"name": "Zoe Abbot"}, {"name": "Kim Reed"}, {"name": "Lee Marsh"}}
	s.call("PUT", path, token, fields{"threshold": 2, "holders": names}, &fields{})
	secrets = make(map[int]*sealing.Secret)
	for n := range names {
		var issued struct{ Token string }
		s.call("POST", fmt.Sprint(path, "/", n+1, "/invitation"), token, fields{}, &issued)
		secrets[n+1] = sealing.NewSecret()
		keys := sealing.FormatKeys(secrets[n+1].AllKeys())
		s.call("POST", "/api/board/invitations/key", "", fields{"token": issued.Token, "keys": keys}, &fields{})
	}
	var made struct{ Assembly struct{ KeyNumber string } }
	s.call("GET", path, token, nil, &made)
	return made.Assembly.KeyNumber, secrets
}

// lying is a server in front of another that shows a manifest whose holders' keys are its own, those for a number.
func lying(t *testing.T, s *server, id string, number int) (front *server, keyNumber string) {
	t.Helper()
	path := "/api/board/elections/" + id + "/manifest"
	var m map[string]any
	noError(t, json.Unmarshal(s.ask("GET", path, "", nil), &m))
	m["number"] = number
	for _, h := range m["holders"].([]any) {
		holder := h.(map[string]any)
		theirs := ballotbox.NewHolder(holder["name"].(string), sealing.NewSecret().AllKeys(), number)
		holder["publicKey"], holder["signingKey"] = theirs.PublicKey, theirs.SigningKey
		holder["root"], holder["path"] = theirs.Root, theirs.Path
	}
	var forged bytes.Buffer // members sorted by name, so canonical
	e := json.NewEncoder(&forged)
	e.SetEscapeHTML(false)
	noError(t, e.Encode(m))
	raw := bytes.TrimSpace(forged.Bytes())
	parsed := must(ballotbox.ParseManifest(raw))(t)
	front = inFront(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/ballots") {
			body, _ := io.ReadAll(r.Body)
			t.Errorf("a ballot of %d bytes is sent for keys that are not those of the slip", len(body))
		}
		if r.URL.Path != path {
			return false
		}
		_, _ = w.Write(raw)
		return true
	})
	return front, parsed.KeyNumber().Short()
}

// inFront is a server in front of another: what it does not answer, the other one does.
func inFront(t *testing.T, s *server, answers func(http.ResponseWriter, *http.Request) bool) *server {
	t.Helper()
	proxy := httputil.NewSingleHostReverseProxy(must(url.Parse(s.origin))(t))
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answers(w, r) {
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(front.Close)
	copied := *s
	copied.origin = front.URL
	return &copied
}

// The keys for number 0 serve in rehearsals, where holders open ballots to try it. A server that shows them in an
// election gets no ballot.
func TestKeysForRehearsalsTakeNoVotes(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	slips := s.slips(token, "Noor Haddad")
	id, _ := s.heldElection(token)
	front, number := lying(t, s, id, 0)
	noor := newPage(t, newBrowser(t), front, "noor", phone)
	noor.visit("/#key=" + slips["Noor Haddad"])
	noor.heading(noor.w("voter.slip.ask", "name", "Noor Haddad"))
	noor.click("button", noor.w("voter.slip.yes"))
	noor.heading(noor.w("voter.keys.stop"))
	noor.see(noor.w("voter.keys.zero"))
	noor.see(number)
	noor.judge("keys for rehearsals")
}

// The board lists which election has which keys of the assembly, whose key sheets were not tried, and shows two
// elections with the same keys, the second of them on a later page of the list.
func TestTheBoardShowsKeysThatServeTwice(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id, keyNumber := s.heldElection(token)
	groups := strings.Join([]string{keyNumber[:4], keyNumber[4:8], keyNumber[8:12], keyNumber[12:16]}, " ")
	const again = "The chair once more"
	front := inFront(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/api/board/elections" {
			return false
		}
		var list struct {
			Items []map[string]any `json:"items"`
			Next  string           `json:"next,omitempty"`
		}
		noError(t, json.Unmarshal(s.ask("GET", r.URL.Path, "", nil), &list))
		if list.Next = "later"; r.URL.Query().Has("after") {
			list.Items[0]["id"], list.Items[0]["title"], list.Next = "aaaaaaaaaaaaaaaaaaaaaaaaaa", again, ""
		}
		_ = json.NewEncoder(w).Encode(list)
		return true
	})
	chromium := newBrowser(t)
	board := newPage(t, chromium, s, "board", desktop)
	board.visit("/board")
	board.see(board.w("board.keys.of", "number", 1, "keyNumber", groups))
	twice, _, _ := strings.Cut(board.w("board.keys.twice"), "{")
	board.seeNot(twice)
	board.visit("/board/" + id)
	names, _, _ := strings.Cut(board.w("shell.news.untried"), "{")
	board.see(names + "Zoe Abbot, Kim Reed")
	board.judge("key sheets that were not tried")

	alarm := newPage(t, chromium, front, "board with an alarm", desktop)
	alarm.visit("/board")
	alarm.see(twice + ballotTitle)
	alarm.judge("keys that serve twice")
	alarm.visit("/board/" + id)
	alarm.unfold("board.auditors")
	alarm.see(alarm.w("board.keys.title"))
	alarm.see(twice + ballotTitle)
	alarm.see("1: " + again)
	alarm.keep("keys of the assembly")
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
	front, other := lying(t, s, id, 1)

	noor := newPage(t, chromium, front, "noor", phone)
	noor.visit("/#key=" + slips["Noor Haddad"] + "&n=" + keyNumber)
	noor.heading(noor.w("voter.slip.ask", "name", "Noor Haddad"))
	noor.click("button", noor.w("voter.slip.yes"))
	stops := func() {
		noor.heading(noor.w("voter.keys.stop"))
		noor.see(noor.w("voter.keys.other"))
		noor.see(noor.w("voter.keys.do.tell"))
		var found []string
		noor.eval(`[...document.querySelectorAll(".facts dd")].map((node) => node.textContent)`, &found)
		if !slices.Equal(found, []string{groups, other}) {
			t.Errorf("the page compares the key numbers %q, want those of the slip and of the page", found)
		}
	}
	stops()
	noor.keep("other keys")
	noor.reload() // the number stays for the session
	stops()

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
