package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ostrakon/handlers/e2e/servertest"
)

// password is of everybody whom a test makes; the demo has its own.
const (
	password     = "terracotta at dawn"
	demoPassword = "shards-of-clay"
)

var (
	setupURL  = regexp.MustCompile(`https?://\S+/#setup=\S+`)
	demoVoter = regexp.MustCompile(`vote as +(\S+)`)
	demoAdmin = regexp.MustCompile(`administer as +(\S+)`)
)

// server is the running program.
type server struct {
	t      *testing.T
	origin string
	output *servertest.Transcript // what the program printed: its banner, and the log
	pid    int

	expected []string // errors in the log that the test is about
}

// expect names an error that the test brings about.
func (s *server) expect(message string) { s.expected = append(s.expected, message) }

// killCount ends the process in which the server counts.
func (s *server) killCount() {
	s.t.Helper()
	lists := must(filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.pid)))(s.t)
	killed := 0
	for _, list := range lists {
		children, _ := os.ReadFile(list) // the thread may have ended
		for _, child := range strings.Fields(string(children)) {
			command, _ := os.ReadFile("/proc/" + child + "/cmdline")
			id, err := strconv.Atoi(child)
			if err != nil || !bytes.Contains(command, []byte("\x00count-worker\x00")) {
				continue
			}
			noError(s.t, syscall.Kill(id, syscall.SIGKILL))
			killed++
		}
	}
	if killed != 1 {
		s.t.Fatalf("the server counts in %d processes", killed)
	}
}

// startServer runs the program, "serve" or "demo" with further flags, on a free port and an empty directory until the
// test ends. The program must end well then, and must not have logged an error.
func startServer(t *testing.T, command string, flags ...string) *server {
	t.Helper()
	if have.program == "" {
		t.Skip("there is no Chromium here: this test is left out")
	}
	cmd := exec.Command(have.program, append([]string{command, "-data", t.TempDir()}, flags...)...)
	process := must(servertest.Start(cmd, ""))(t)
	s := &server{t: t, origin: process.URL, output: process.Output, pid: process.Process.Pid}
	t.Cleanup(func() {
		if err := process.Process.Signal(syscall.SIGTERM); err != nil {
			t.Errorf("stop the program: %v", err)
		}
		if <-process.Ended; process.End != nil {
			t.Errorf("the program ended with %v", process.End)
		}
		var lines []string
		for line := range strings.Lines(s.output.String()) {
			about := func(message string) bool { return strings.Contains(line, message) }
			if strings.Contains(line, `"level":"ERROR"`) && !slices.ContainsFunc(s.expected, about) {
				lines = append(lines, line)
			}
		}
		if len(lines) > 0 || t.Failed() {
			t.Errorf("the program wrote:\n%s", s.output)
		}
	})
	return s
}

// told is what the banner has for a pattern: its first group, or all of it when it has none.
func (s *server) told(pattern *regexp.Regexp) string {
	s.t.Helper()
	found := pattern.FindStringSubmatch(s.output.String())
	if found == nil {
		s.t.Fatalf("the banner has nothing like %s:\n%s", pattern, s.output)
	}
	return found[len(found)-1]
}

// call is [server.ask] with an answer in JSON, which it decodes.
func (s *server) call(method, path, token string, body, answer any) {
	s.t.Helper()
	if err := json.Unmarshal(s.ask(method, path, token, body), answer); err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
}

// ask asks the API as the program of somebody else would, for what a test takes as given. A body of bytes is sent as
// it is.
func (s *server) ask(method, path, token string, body any) []byte {
	s.t.Helper()
	content, raw := body.([]byte)
	if !raw {
		content = must(json.Marshal(body))(s.t)
	}
	request := must(http.NewRequest(method, s.origin+path, bytes.NewReader(content)))(s.t)
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response := must(http.DefaultClient.Do(request))(s.t)
	defer response.Body.Close()
	text := must(io.ReadAll(response.Body))(s.t)
	if response.StatusCode >= 300 {
		s.t.Fatalf("%s %s: %s: %s", method, path, response.Status, text)
	}
	return text
}

// fields is a JSON object.
type fields = map[string]any

// signIn answers a token.
func (s *server) signIn(email, password string) string {
	s.t.Helper()
	var session struct{ Token string }
	s.call("POST", "/api/auth/login", "", fields{"email": email, "password": password}, &session)
	return session.Token
}

// endSessions signs somebody out everywhere, behind the back of the page that they are on.
func (s *server) endSessions(email, password string) {
	s.t.Helper()
	s.call("POST", "/api/auth/logout", s.signIn(email, password), fields{"everywhere": true}, &fields{})
}

const adminEmail = "registrar@example.org"

// setUp makes the administrator, and answers their token.
func (s *server) setUp() string {
	s.t.Helper()
	_, setupToken, _ := strings.Cut(s.told(setupURL), "#setup=")
	var session struct{ Token string }
	s.call("POST", "/api/auth/setup", "", fields{
		"setupToken": setupToken, "organisation": "Kerameikos Makers", "fullName": "Theano Registrar",
		"email": adminEmail, "password": password,
	}, &session)
	return session.Token
}

// openElection makes an election of the given candidates and opens it; it answers the id.
func (s *server) openElection(token, title string, candidates ...string) string {
	s.t.Helper()
	id := s.draftElection(token, title, candidates...)
	s.open(token, id)
	return id
}

// draftElection makes an election of the given candidates; it answers the id.
func (s *server) draftElection(token, title string, candidates ...string) string {
	s.t.Helper()
	var election struct{ ID string }
	s.call("POST", "/api/admin/elections", token, fields{"title": title}, &election)
	path := "/api/admin/elections/" + election.ID
	for _, name := range candidates {
		s.call("POST", path+"/candidates", token, fields{"name": name}, &fields{})
	}
	return election.ID
}

// paper makes an election in DRAFT with the given questions, each with the candidates of the same place; it answers
// the id.
func (s *server) paper(token, title string, questions []fields, candidates [][]string) string {
	s.t.Helper()
	var election struct {
		ID        string
		Questions []struct{ ID string }
	}
	s.call("POST", "/api/admin/elections", token, fields{"title": title}, &election)
	path := "/api/admin/elections/" + election.ID
	for i, question := range questions {
		made := election.Questions[0] // the one that every election has
		if i == 0 {
			s.call("PUT", path+"/questions/"+made.ID, token, question, &fields{})
		} else {
			s.call("POST", path+"/questions", token, question, &made)
		}
		for _, name := range candidates[i] {
			s.call("POST", path+"/candidates", token, fields{"question": made.ID, "name": name}, &fields{})
		}
	}
	return election.ID
}

// open lets voters in.
func (s *server) open(token, id string) {
	s.t.Helper()
	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "ACTIVE"}, &fields{})
}

// register makes a voter, and answers the e-mail address.
func (s *server) register(name string) string {
	s.t.Helper()
	email := strings.ToLower(strings.Fields(name)[0]) + "@example.org"
	s.call("POST", "/api/auth/register", "", fields{
		"fullName": name, "email": email, "password": password, "nationalId": fmt.Sprintf("KM%06d", len(name)*7919%1000000),
	}, &fields{})
	return email
}

// ballots is the turnout of an election.
func (s *server) ballots(id string) int {
	s.t.Helper()
	var page struct {
		Items []struct {
			ID      string
			Turnout struct{ Ballots int }
		}
	}
	s.call("GET", "/api/board/elections?limit=200", "", nil, &page)
	for _, election := range page.Items {
		if election.ID == id {
			return election.Turnout.Ballots
		}
	}
	s.t.Fatalf("the board does not have election %s", id)
	return 0
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
