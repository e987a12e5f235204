package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/handlers/e2e/servertest"
	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/slip"
	"ostrakon/store/storetest"
)

// officeMembers is how many members work. One more signs in with slips, the next of which end their sessions.
const officeMembers = 11

const slipMember = "Member 11"

// deed is a kind of request, sent again and again with another number: 1, 2 and so on.
type deed struct {
	name   string
	send   func(n int) (status int, answer []byte)
	stands func(n int, of *deed) error // judges what was acknowledged

	tried  int   // the last number that was sent
	kept   []int // numbers that were acknowledged
	judged int   // so many of them were judged
}

// killedOffice is a server on which administrators and members are at work.
type killedOffice struct {
	*testing.T
	*office
	data       string
	deeds      []*deed
	nominating store.Election
	held       store.ElectionID // a draft with holders
	secret     string           // of the portal
	audience   string           // of its links
	members    []string         // tokens

	mu    sync.Mutex
	known map[string]string // what a later judgement needs, by the name of a deed and its number
}

// TestKillWhileTheOfficeWorks ends the server with SIGKILL while members stand for election, come by links of the
// portal and sign out, and while administrators record shows of hands and import groups and poll books. After each kill
// what was acknowledged is there, an import is there whole or not at all, and no link or session is good again.
func TestKillWhileTheOfficeWorks(t *testing.T) {
	t.Parallel()
	k := newKilledOffice(t)
	for range rounds(3, 500) {
		k.work(k.judge())
	}
	noError(t, k.judge().Stop())
	for _, d := range k.deeds {
		t.Logf("%s: %d of %d were acknowledged", d.name, len(d.kept), d.tried)
		if d.judged != len(d.kept) || d.judged == 0 {
			t.Errorf("%s: %d were judged", d.name, d.judged)
		}
	}
}

func newKilledOffice(t *testing.T) *killedOffice {
	t.Helper()
	k := &killedOffice{T: t, office: &office{client: http.DefaultClient}, data: filepath.Join(t.TempDir(), "data"),
		known: make(map[string]string)}
	st := must(store.Open(t.Context(), k.data, store.Options{}))(t)
	setUp(t, st, must(password.NewHasher(password.DefaultParams(), 1, nil).Hash(t.Context(), killPassword))(t))
	lines := make([]store.RollLine, officeMembers+1)
	for n := range lines {
		lines[n] = store.RollLine{FullName: new(fmt.Sprint("Member ", n)), Member: new(fmt.Sprint("M-", n))}
	}
	must(st.ImportRoll(t.Context(), storetest.Admin, lines, func(a, b string) bool { return a == b },
		store.ImportRules{}))(t)
	k.nominating = storetest.Election(t, st, "Board")
	must(st.CallNominations(t.Context(), storetest.Admin, k.nominating.ID,
		[]store.QuestionID{k.nominating.Questions[0].ID}, time.Now().AddDate(0, 0, 7)))(t)
	held := storetest.Election(t, st, "Chair", "Ada", "Grace")
	k.held = held.ID
	must(st.UpdateElection(t.Context(), storetest.Admin, k.held,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	storetest.Sheets(t, st, k.held, 1, 2)
	k.secret = must(st.SetPortal(t.Context(), storetest.Admin, store.Portal{Algorithm: store.PortalHS256}))(t)
	k.audience = "ostrakon:" + st.InstallationID()
	noError(t, st.Close())
	s := k.start()
	k.admin = logIn(t, s.URL, killAdmin, killPassword)
	for n := range officeMembers {
		k.members = append(k.members, k.come(k.link(n, fmt.Sprint("member ", n))))
	}
	noError(t, s.Stop())
	k.deeds = []*deed{
		{name: "show of hands", send: k.raiseHands, stands: k.handsStand},
		{name: "nomination", send: k.nominate, stands: k.nominationStands},
		{name: "link of the portal", send: k.useLink, stands: k.linkIsUsed},
		{name: "end of a session", send: k.signOut, stands: k.sessionIsOver},
		{name: "groups and poll book", send: k.importTwo, stands: k.importsStand},
	}
	return k
}

func (k *killedOffice) start() *servertest.Server {
	k.Helper()
	s := must(start(k.Context(), filepath.Dir(k.data), "serve", "-data", k.data, "-trusted-proxies", "127.0.0.1"))(k)
	k.url = s.URL
	return s
}

// ask sends a request. The status is 0 if there is no answer.
func (k *killedOffice) ask(method, path, token string, body any) (status int, answer []byte) {
	kind, raw := "application/json", []byte(nil)
	switch body := body.(type) {
	case nil:
	case form:
		kind, raw = body.kind, body.body
	default:
		raw, _ = json.Marshal(body)
	}
	status, answer, err := k.do(k.Context(), method, path, token, kind, raw)
	if err != nil {
		return 0, nil
	}
	return status, answer
}

// judge starts the server after a kill and judges what was acknowledged before it.
func (k *killedOffice) judge() *servertest.Server {
	k.Helper()
	check(k.T, k.data)
	s := k.start()
	for _, d := range k.deeds {
		for _, n := range d.kept[d.judged:] {
			if err := d.stands(n, d); err != nil {
				k.Errorf("%s %d was acknowledged: %v", d.name, n, err)
			}
			d.judged++
		}
	}
	if k.Failed() {
		k.FailNow()
	}
	return s
}

// work has everybody work until the server is killed, some time after each kind of request has got an answer.
func (k *killedOffice) work(s *servertest.Server) {
	var people, answered sync.WaitGroup
	for _, d := range k.deeds {
		answered.Add(1)
		people.Go(func() {
			first := sync.OnceFunc(answered.Done)
			defer first()
			for {
				d.tried++
				status, answer := d.send(d.tried)
				if status == 0 {
					return
				}
				if status != http.StatusOK {
					k.Errorf("%s %d: %d %s", d.name, d.tried, status, answer)
					return
				}
				d.kept = append(d.kept, d.tried)
				first()
			}
		})
	}
	answered.Wait()
	time.Sleep(rand.N(40 * time.Millisecond))
	s.Kill()
	people.Wait()
}

func (k *killedOffice) note(what string, n int, value string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.known[fmt.Sprint(what, n)] = value
}

func (k *killedOffice) noted(what string, n int) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.known[fmt.Sprint(what, n)]
}

func (k *killedOffice) raiseHands(n int) (status int, answer []byte) {
	status, answer = k.ask("POST", "/api/admin/hands", k.admin, map[string]any{"day": "2026-05-01",
		"title": fmt.Sprint("Motion ", n), "tellers": []string{"Tomas"}, "for": n, "against": 0, "abstain": 0})
	var made struct{ ID string }
	json.Unmarshal(answer, &made) // without an answer it is empty
	k.note("hands", n, made.ID)
	return status, answer
}

func (k *killedOffice) handsStand(n int, _ *deed) error {
	status, answer := k.ask("GET", "/api/admin/hands/"+k.noted("hands", n), k.admin, nil)
	if !strings.Contains(string(answer), fmt.Sprintf(`"title":"Motion %d"`, n)) {
		return fmt.Errorf("%d %s", status, answer)
	}
	return nil
}

func (k *killedOffice) nominate(n int) (status int, answer []byte) {
	return k.ask("PUT", fmt.Sprintf("/api/user/nominations/%s/questions/%s", k.nominating.ID,
		k.nominating.Questions[0].ID), k.members[n%officeMembers], map[string]string{"statement": fmt.Sprint("Times: ", n)})
}

// nominationStands wants the statement of a member, or a later one of the same member.
func (k *killedOffice) nominationStands(n int, of *deed) error {
	status, answer := k.ask("GET", "/api/admin/elections/"+string(k.nominating.ID)+"/nominations", k.admin, nil)
	for ; n <= of.tried; n += officeMembers {
		if strings.Contains(string(answer), fmt.Sprintf(`"statement":"Times: %d"`, n)) {
			return nil
		}
	}
	return fmt.Errorf("%d %s", status, answer)
}

// link is the token of a link of the portal for a member.
func (k *killedOffice) link(member int, id string) string {
	now := time.Now()
	claims := jwt.MapClaims{"sub": fmt.Sprint("M-", member%officeMembers), "aud": k.audience, "jti": id, "iat": now.Unix(),
		"exp": now.Add(4 * time.Minute).Unix()}
	return must(jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(k.secret)))(k)
}

// come signs a member in with a link, and returns the token of the session.
func (k *killedOffice) come(link string) string {
	_, answer := k.ask("POST", "/api/auth/portal", "", map[string]string{"token": link})
	var session struct{ Token string }
	json.Unmarshal(answer, &session) // without an answer it is empty
	return session.Token
}

func (k *killedOffice) useLink(n int) (status int, answer []byte) {
	link := k.link(n, fmt.Sprint("link ", n))
	k.note("link", n, link)
	return k.ask("POST", "/api/auth/portal", "", map[string]string{"token": link})
}

func (k *killedOffice) linkIsUsed(n int, _ *deed) error {
	status, answer := k.ask("POST", "/api/auth/portal", "", map[string]string{"token": k.noted("link", n)})
	if status != http.StatusUnauthorized {
		return fmt.Errorf("%d %s", status, answer)
	}
	return nil
}

func (k *killedOffice) signOut(n int) (status int, answer []byte) {
	token := k.come(k.link(n, fmt.Sprint("session ", n)))
	if token == "" {
		return 0, nil
	}
	k.note("session", n, token)
	return k.ask("POST", "/api/auth/logout", token, nil)
}

func (k *killedOffice) sessionIsOver(n int, _ *deed) error {
	status, answer := k.ask("GET", "/api/user/nominations", k.noted("session", n), nil)
	if status != http.StatusUnauthorized {
		return fmt.Errorf("%d %s", status, answer)
	}
	return nil
}

// importTwo puts everybody into another group, and then makes slips for them.
func (k *killedOffice) importTwo(n int) (status int, answer []byte) {
	table := "full_name,member,district\n"
	for m := range officeMembers + 1 {
		table += fmt.Sprintf("Member %d,M-%d,Group %d\n", m, m, n)
	}
	if status, answer = k.ask("POST", "/api/admin/roll", k.admin, form{"text/csv", []byte(table)}); status != 200 {
		return status, answer
	}
	path := "/api/admin/elections/" + string(k.held) + "/slips"
	if status, answer = k.ask("GET", path, k.admin, nil); status != 200 {
		return status, answer
	}
	people, err := slip.ParsePeople(answer)
	if err != nil {
		k.Error(err)
		return 0, nil
	}
	registrar, credentials := storetest.IssueFor(people, 1)
	of := slices.IndexFunc(people.People, func(p slip.Person) bool { return p.FullName == slipMember })
	k.note("slip", n, registrar.Login(store.RollID(people.People[of].ID)))
	return k.ask("PUT", path, k.admin, form{"application/octet-stream", credentials.Marshal()})
}

// importsStand wants all people in the group of the last import that was acknowledged, or of the next, and a slip of
// either that signs in.
func (k *killedOffice) importsStand(n int, of *deed) error {
	if n != of.kept[len(of.kept)-1] {
		return nil
	}
	status, answer := k.ask("GET", "/api/admin/roll/groups", k.admin, nil)
	var groups struct {
		Items []struct {
			Name   string
			People int
		}
	}
	if json.Unmarshal(answer, &groups) != nil || len(groups.Items) != 1 || groups.Items[0].People != officeMembers+1 ||
		groups.Items[0].Name != fmt.Sprint("Group ", n) && groups.Items[0].Name != fmt.Sprint("Group ", of.tried) {
		return fmt.Errorf("%d %s", status, answer)
	}
	came := 0
	for at := n; at <= of.tried; at++ {
		if key := k.noted("slip", at); key != "" {
			if status, _ := k.ask("POST", "/api/auth/key", "", map[string]string{"key": key}); status == 200 {
				came++
			}
		}
	}
	if came != 1 {
		return fmt.Errorf("%d slips of a person sign in", came)
	}
	return nil
}
