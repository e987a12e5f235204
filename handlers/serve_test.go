package handlers_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/listen"
	"ostrakon/store"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// running is a server that takes connections.
type running struct {
	*office
	url  string
	stop context.CancelFunc
	done chan error // what Run returned
}

// run starts the server of an office on a port of its own.
func run(t *testing.T, o *office, control net.Listener) *running {
	t.Helper()
	public := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, stop := context.WithCancel(t.Context())
	r := &running{office: o, url: "http://" + public.Addr().String(), stop: stop, done: make(chan error, 1)}
	go func() {
		r.done <- o.server.Run(ctx, handlers.Listeners{Public: listen.New(public, listen.Options{}), Control: control})
	}()
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	return r
}

// end stops the server and checks that it ended well.
func (r *running) end(t *testing.T) {
	t.Helper()
	r.stop()
	if err := <-r.done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestRunFinishesRequestsUnderWay(t *testing.T) {
	o := newOffice(t)
	entered, release := make(chan bool), make(chan bool)
	o.server.Answer(func(w http.ResponseWriter, _ *http.Request) {
		close(entered)
		<-release
		io.WriteString(w, "finished")
	})
	r := run(t, o, nil)
	answered := make(chan string, 1)
	go func() {
		res, err := http.Get(r.url + "/")
		if err != nil {
			answered <- err.Error()
			return
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		answered <- string(body)
	}()
	<-entered
	r.stop()
	for { // the listener closes first
		conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
		if err != nil {
			break
		}
		conn.Close()
	}
	select {
	case err := <-r.done:
		t.Fatalf("Run ended with a request under way: %v", err)
	case text := <-answered:
		t.Fatalf("the request ended: %s", text)
	default:
	}
	close(release)
	if got := <-answered; got != "finished" {
		t.Errorf("the request got %q", got)
	}
	if err := <-r.done; err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestRunEndsWhenItsListenerFails(t *testing.T) {
	o := newOffice(t)
	public := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	public.Close()
	if err := o.server.Run(t.Context(), handlers.Listeners{Public: listen.New(public, listen.Options{})}); !errors.Is(err,
		net.ErrClosed) {
		t.Errorf("Run: %v", err)
	}
}

// quiet is a listener that nobody connects to, of a kind that a synctest bubble understands.
type quiet chan struct{}

func (q quiet) Accept() (net.Conn, error) { <-q; return nil, net.ErrClosed }
func (q quiet) Close() error              { close(q); return nil }
func (q quiet) Addr() net.Addr            { return &net.TCPAddr{} }

func TestRunCompletesElectionsAtTheirClosingTime(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		st := storetest.NewIn(t, dir, store.Options{})
		server := must(handlers.New(t.Context(), st,
			handlers.Options{Passwords: cheap, Conversions: convertsIn(filepath.Join(dir, "converted"))}))(t)
		closing := storetest.Election(t, st, "Closing", "Noor", "Tomas")
		open := storetest.Election(t, st, "Open", "Noor", "Tomas")
		closesAt := time.Now().Add(time.Minute)
		must(st.UpdateElection(t.Context(), storetest.Admin, closing.ID, store.ElectionChange{ClosesAt: &closesAt}))(t)
		storetest.Advance(t, st, closing.ID, store.Active)
		storetest.Advance(t, st, open.ID, store.Active)
		status := func(id store.ElectionID) store.Status {
			e := must(st.Election(t.Context(), id))(t)
			return e.Status
		}

		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- server.Run(ctx, handlers.Listeners{Public: listen.New(make(quiet), listen.Options{})}) }()
		time.Sleep(time.Minute - time.Second)
		if got := status(closing.ID); got != store.Active {
			t.Errorf("before the closing time: %s", got)
		}
		synctest.Wait()
		server.SetClock(48 * time.Hour)
		time.Sleep(6 * time.Second)
		synctest.Wait()
		if got := status(closing.ID); got != store.Active {
			t.Errorf("while the clock is in doubt: %s", got)
		}
		server.ConfirmClock()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if got := status(closing.ID); got != store.Completed {
			t.Errorf("seconds after the closing time: %s", got)
		}
		if got := status(open.ID); got != store.Active {
			t.Errorf("an election without a closing time: %s", got)
		}
		stop()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
}

func TestRunOpensAndCountsElectionsThatDoSoByThemselves(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		st := storetest.NewIn(t, dir, store.Options{})
		server := must(handlers.New(t.Context(), st,
			handlers.Options{Passwords: cheap, Conversions: convertsIn(filepath.Join(dir, "converted"))}))(t)
		now := time.Now()
		timed := func(title string, auto bool, names ...string) store.ElectionID {
			id := storetest.Election(t, st, title, names...).ID
			must(st.UpdateElection(t.Context(), storetest.Admin, id, store.ElectionChange{
				OpensAt: new(now.Add(time.Minute)), ClosesAt: new(now.Add(time.Hour)), AutoOpen: &auto, AutoCount: &auto,
			}))(t)
			return id
		}
		alone, byHand, empty := timed("Alone", true, "Noor", "Tomas"), timed("By hand", false, "Noor", "Tomas"),
			timed("Empty", true)
		expect := func(when string, want map[store.ElectionID]store.Status) {
			t.Helper()
			for id, status := range want {
				if e, err := st.Election(t.Context(), id); err != nil || e.Status != status {
					t.Errorf("%s: %s is %s, want %s; %v", when, e.Title, e.Status, status, err)
				}
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- server.Run(ctx, handlers.Listeners{Public: listen.New(make(quiet), listen.Options{})}) }()
		time.Sleep(time.Minute - time.Second)
		expect("before opensAt", map[store.ElectionID]store.Status{alone: store.Draft, byHand: store.Draft,
			empty: store.Draft})
		time.Sleep(6 * time.Second)
		synctest.Wait()
		expect("after it", map[store.ElectionID]store.Status{alone: store.Active, byHand: store.Draft, empty: store.Draft})
		time.Sleep(time.Hour)
		synctest.Wait()
		expect("after closesAt", map[store.ElectionID]store.Status{alone: store.Completed, byHand: store.Draft,
			empty: store.Draft})
		if r, err := st.Results(t.Context(), alone, false); err != nil || r.Questions[0].Outcome.Ending != tally.NoVotes {
			t.Errorf("results: %+v, %v", r.Questions, err)
		}
		stop()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
}

func TestRunDeletesAndErasesWhomTheSettingsKeepNoLonger(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		st := storetest.NewIn(t, dir, store.Options{})
		must(st.ChangeSettings(t.Context(), storetest.Admin, store.SettingsChange{KeepAccounts: new(100)}))(t)
		voter := storetest.Voter(t, st, 1)
		there := func() (account, inFile bool) {
			_, err := st.User(t.Context(), voter.ID)
			raw := must(os.ReadFile(filepath.Join(dir, store.FileName)))(t)
			return err == nil, bytes.Contains(raw, []byte(voter.Email))
		}
		time.Sleep(101 * 24 * time.Hour)
		server := must(handlers.New(t.Context(), st,
			handlers.Options{Passwords: cheap, Conversions: convertsIn(filepath.Join(dir, "converted"))}))(t)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- server.Run(ctx, handlers.Listeners{Public: listen.New(make(quiet), listen.Options{})}) }()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if account, _ := there(); !account {
			t.Error("the server was off for months, and believes its clock")
		}
		server.ConfirmClock()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if account, inFile := there(); account || !inFile {
			t.Errorf("after the day: the account is there %v, its address is in the file %v", account, inFile)
		}
		time.Sleep(31 * time.Minute)
		synctest.Wait()
		if _, inFile := there(); inFile {
			t.Error("half an hour later the address is in the file")
		}
		stop()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
}

func TestElectionsOverdueAtTheStartAreCompletedAtOnce(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Overdue board")
	w.must(t, w.put(adminElections+"/"+c.id, obj{"closesAt": w.clock.Now().Add(time.Hour)}))
	w.move(t, c, "ACTIVE")
	w.advance(2 * time.Hour)
	r := run(t, w.office, nil)
	for {
		if e := w.must(t, w.get(adminElections+"/"+c.id)).json(t); e["status"] == "COMPLETED" {
			break
		}
	}
	r.end(t)
	entry := w.must(t, w.get("/api/admin/audit?limit=1")).list(t)[0]
	for _, d := range differences("entry", entry.(obj)["actor"], obj{"kind": "system"}) {
		t.Error(d)
	}
}

func TestOverAConnection(t *testing.T) {
	w := newWorld(t)
	r := run(t, w.office, nil)
	t.Run("HEAD has the length of GET and no body", func(t *testing.T) {
		for _, path := range []string{"/api/info", "/api/openapi.json", "/api/nothing", "/api/user/profile/photo/" + w.photo,
			"/healthz", boardOf(w.counted, "bundle")} {
			get := must(http.Get(r.url + path))(t)
			body, _ := io.ReadAll(get.Body)
			get.Body.Close()
			head := must(http.Head(r.url + path))(t)
			rest, _ := io.ReadAll(head.Body)
			head.Body.Close()
			if head.StatusCode != get.StatusCode || len(rest) != 0 ||
				head.ContentLength >= 0 && head.ContentLength != int64(len(body)) {
				t.Errorf("%s: GET %d with %d bytes, HEAD %d of length %d with %d bytes", path, get.StatusCode, len(body),
					head.StatusCode, head.ContentLength, len(rest))
			}
		}
	})
	t.Run("a body without end is refused before it ends", func(t *testing.T) {
		for path, size := range map[string]int{"/api/auth/login": 1 << 20, "/api/auth/verify-id": 13 << 20} {
			raw, kind := form{{"image", make([]byte, size)}}.encode(t)
			if path == "/api/auth/login" {
				raw, kind = bytes.Repeat([]byte(" "), size), "application/json"
			}
			conn := must(net.Dial("tcp", strings.TrimPrefix(r.url, "http://")))(t)
			head := "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + kind + "\r\nContent-Length: 1000000000\r\n\r\n"
			go io.Copy(conn, io.MultiReader(strings.NewReader(head), bytes.NewReader(raw)))
			status := make([]byte, len("HTTP/1.1 413"))
			if _, err := io.ReadFull(conn, status); err != nil || string(status) != "HTTP/1.1 413" {
				t.Errorf("%s: %q, %v", path, status, err)
			}
			conn.Close()
		}
	})
	t.Run("a request has one end", func(t *testing.T) {
		const hidden = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
		for name, c := range map[string]struct {
			head, body string
			statuses   []string
		}{
			"by its chunks, whatever its length says": {"Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + hidden,
				[]string{"400", "200"}},
			"by two lengths":                 {"Content-Length: 0\r\nContent-Length: 59", hidden, []string{"400"}},
			"by a length that is none":       {"Content-Length: +0", hidden, []string{"400"}},
			"by a coding that nobody knows":  {"Transfer-Encoding: xchunked", "0\r\n\r\n" + hidden, []string{"501"}},
			"by a chunk of a size like none": {"Transfer-Encoding: chunked", "0x0\r\n\r\n" + hidden, []string{"400"}},
		} {
			conn := must(net.Dial("tcp", strings.TrimPrefix(r.url, "http://")))(t)
			io.WriteString(conn, "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: "+
				"application/json\r\n"+c.head+"\r\n\r\n"+c.body)
			conn.(*net.TCPConn).CloseWrite()
			answers, _ := io.ReadAll(conn) // a reset ends it too
			conn.Close()
			var statuses []string
			for _, match := range regexp.MustCompile(`HTTP/1\.1 (\d+)`).FindAllSubmatch(answers, -1) {
				statuses = append(statuses, string(match[1]))
			}
			if !slices.Equal(statuses, c.statuses) {
				t.Errorf("%s: %v, want %v", name, statuses, c.statuses)
			}
		}
	})
	t.Run("a vote is answered once it is on disk", func(t *testing.T) {
		body := strings.NewReader(`{"candidateId":"` + w.active.candidates[0] + `"}`)
		req := must(http.NewRequestWithContext(t.Context(), "POST", r.url+userElections+w.active.id+"/vote", body))(t)
		req.Header.Set("Authorization", "Bearer "+w.ada.token)
		before := w.fingerprint(t)
		res := must(http.DefaultClient.Do(req))(t)
		res.Body.Close()
		if res.StatusCode != 200 || w.fingerprint(t) == before {
			t.Errorf("status %d", res.StatusCode)
		}
	})
	r.end(t)
}

// A client that sends the whole of a body before it reads sees why the body is refused.
func TestClientsThatWriteFirstSeeTheRefusal(t *testing.T) {
	w := newWorld(t)
	s := httptest.NewServer(w.server)
	defer s.Close()
	const size = 12 << 20 // more than the connection buffers
	for name, path := range map[string]string{"image": "/api/user/profile/photo", "JSON": "/api/auth/logout"} {
		conn := must(net.Dial("tcp", s.Listener.Addr().String()))(t)
		defer conn.Close()
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; "+
			"boundary=b\r\nContent-Length: %d\r\n\r\n", path, w.ada.token, size)
		body := append([]byte("--b\r\nContent-Disposition: form-data; name=photo; filename=p.jpg\r\n\r\n"),
			make([]byte, size)...)
		if _, err := conn.Write(body[:size]); err != nil {
			t.Errorf("%s: the server closed the connection before the body was sent: %v", name, err)
			continue
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || answer.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %v, %v", name, answer, err)
		}
	}
}
