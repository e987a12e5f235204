package handlers_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/makers"
)

const (
	bystanders = 60 // voters of the attack
	address    = "198.51.100."
)

// afternoon has all voters sign in and vote in an order, one after the other, each from an address
// of their own, and some administrators look on. It returns what each request sent.
func (w *world) afternoon(t *testing.T, c contest, people []person, order []int) (sent []call) {
	t.Helper()
	ask := func(n int, c call) {
		c.from = fmt.Sprintf("%s%d:4711", address, n+1)
		sent = append(sent, c)
		w.server.ServeHTTP(httptest.NewRecorder(), c.request(t))
		w.advance(5 * time.Second)
	}
	for turn, n := range order {
		p := people[n]
		get := func(path string) call { return call{method: "GET", path: path, token: p.token} }
		ask(n, call{method: "GET", path: "/"})
		ask(n, call{method: "GET", path: "/api/info"})
		ask(n, call{method: "POST", path: "/api/auth/login", body: obj{"email": p.email, "password": rightPassword}})
		ask(n, get("/api/user/profile"))
		ask(n, get(userElections+c.id+"/candidates"))
		ask(n, ballot(p, c.id, "nobody")) // is refused
		ask(n, ballot(p, c.id, c.candidates[n%2]))
		ask(n, get(userElections+c.id+"/has-voted"))
		ask(n, get("/api/board/elections/"+c.id+"/checkpoint"))
		if turn%7 == 3 {
			w.server.ServeHTTP(httptest.NewRecorder(), w.get(adminElections+"/"+c.id).request(t))
		}
	}
	return sent
}

// linked is how many votes an attacker gives to the right voter who has the log alone, and knows the
// ids and addresses of all. Whoever was seen last before the line of a vote has cast it.
func linked(lines []string, people []person, order []int) (right int) {
	seen, turn := -1, 0
	for _, line := range lines {
		for n, p := range people {
			if strings.Contains(line, p.id) ||
				regexp.MustCompile(`\b`+regexp.QuoteMeta(fmt.Sprintf("%s%d", address, n+1))+`\b`).MatchString(line) {
				seen = n
			}
		}
		if !strings.Contains(line, handlers.CastVotePath) || !strings.Contains(line, "200") {
			continue
		}
		if turn < len(order) && order[turn] == seen {
			right++
		}
		turn++
	}
	return right
}

// The log of two afternoons on which the same people vote in two orders is the same, so nobody can
// tell the orders apart by it. In a log of a line for each request, all votes can be told.
func TestTheLogAloneDoesNotShowWhoVotedWhen(t *testing.T) {
	var people []person
	var log bytes.Buffer
	w := newWorld(t)
	for n := range bystanders {
		people = append(people, w.voter(t, fmt.Sprintf("Voter %c%c", 'A'+n/26, 'a'+n%26), 1000+n))
	}
	var contests []contest
	for n := range 4 {
		c := w.contest(t, fmt.Sprintf("Board %d", n))
		w.move(t, c, "ACTIVE")
		contests = append(contests, c)
	}
	whole := regexp.MustCompile(`time"?[=:]"?\d{4}-\d\d-\d\dT\d\d:00:00(\.000)?Z`)
	for form, handler := range map[string]slog.Handler{"JSON": slog.NewJSONHandler(&log, nil),
		"text": slog.NewTextHandler(&log, nil)} {
		t.Run(form, func(t *testing.T) {
			var logs [][]string
			for round := range 2 {
				c := contests[0]
				contests = contests[1:]
				o := *w.office
				o.server = must(handlers.New(t.Context(), w.store, handlers.Options{
					Now: w.clock.Now, Passwords: cheap, Logger: slog.New(handler),
					Conversions: makers.Options{Dir: t.TempDir()},
				}))(t)
				in := *w
				in.office = &o
				in.clock.Set(time.Date(2031, 5, 1, 13+round, 0, 0, 0, time.UTC))
				log.Reset()
				order := rand.Perm(bystanders)
				in.afternoon(t, c, people, order)
				noError(t, o.server.Close())
				lines := strings.Split(strings.TrimSpace(log.String()), "\n")
				if n := linked(lines, people, order); n != 0 {
					t.Errorf("%d of %d votes are linked to voters", n, bystanders)
				}
				var voters []string
				for _, line := range lines {
					if strings.Contains(line, w.admin.id) {
						continue
					}
					if !whole.MatchString(line) {
						t.Errorf("a line has the time: %s", line)
					}
					voters = append(voters, whole.ReplaceAllString(line, "time"))
				}
				logs = append(logs, voters)
				if len(voters) == len(lines) {
					t.Error("no line is of the administrators")
				}
			}
			if !reflect.DeepEqual(logs[0], logs[1]) {
				t.Errorf("the order shows:\n%s\n%s", strings.Join(logs[0], "\n"), strings.Join(logs[1], "\n"))
			}
			if !slices.ContainsFunc(logs[0], func(line string) bool { return strings.Contains(line, handlers.CastVotePath) }) {
				t.Errorf("no vote is in the log: %v", logs[0])
			}
		})
	}
	t.Run("where each request had a line it would", func(t *testing.T) {
		order := rand.Perm(bystanders)
		var lines []string
		for _, c := range w.afternoon(t, w.counted, people, order) {
			route, status := c.path, 200
			if strings.HasSuffix(route, "/vote") {
				route = handlers.CastVotePath
				if strings.Contains(fmt.Sprint(c.body), "nobody") {
					status = 400
				}
				c.from = "" // the vote itself never had an address
			}
			lines = append(lines, fmt.Sprintf("%s %d %s", route, status, c.from))
		}
		if n := linked(lines, people, order); n != bystanders {
			t.Errorf("the attack links %d of %d votes", n, bystanders)
		}
	})
}
