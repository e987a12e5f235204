package handlers_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ostrakon/handlers"
)

// started starts a conversion in the background and returns its id.
func (o *office) started(tb testing.TB, fields ...field) string {
	tb.Helper()
	a := o.do(tb, convertCall(append(fields, text("async", "1"))...))
	if a.status != http.StatusAccepted {
		tb.Fatalf("status %d: %s", a.status, a.body)
	}
	if got := a.header.Get("Location"); got != a.text(tb, "status_url") || a.text(tb, "events_url") != got+"/events" {
		tb.Errorf("Location %q: %s", got, a.body)
	}
	return a.text(tb, "id")
}

// event is a server-sent event.
type event struct {
	id, name string
	data     obj
}

// events takes a stream apart.
func events(tb testing.TB, stream []byte) []event {
	tb.Helper()
	var found []event
	for block := range strings.SplitSeq(strings.TrimSuffix(string(stream), "\n\n"), "\n\n") {
		if strings.HasPrefix(block, ":") {
			continue
		}
		var e event
		for line := range strings.SplitSeq(block, "\n") {
			name, value, _ := strings.Cut(line, ": ")
			switch name {
			case "id":
				e.id = value
			case "event":
				e.name = value
			case "data":
				if err := json.Unmarshal([]byte(value), &e.data); err != nil {
					tb.Fatalf("%q: %v", block, err)
				}
			default:
				tb.Fatalf("line %q", line)
			}
		}
		found = append(found, e)
	}
	return found
}

func TestAConversionInTheBackgroundIsFollowed(t *testing.T) {
	o := newOffice(t)
	id := o.started(t, stl(terrain(100)), text("method", "custom-glb"))
	a := o.must(t, get("/api/conversions/"+id+"/events"))
	if got := a.header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("Content-Type %q", got)
	}
	all := events(t, a.body)
	last := all[len(all)-1]
	for _, e := range all[:len(all)-1] {
		if e.name != "progress" || e.data["status"] != "waiting" && e.data["status"] != "converting" {
			t.Errorf("on the way came %+v", e)
		}
	}
	if last.name != "result" || last.data["facets"] != 20000.0 {
		t.Fatalf("last came %+v", last)
	}
	o.must(t, get(last.data["download_url"].(string)))

	status := o.must(t, get("/api/conversions/"+id)).json(t)
	if status["status"] != "done" || status["fraction"] != 1.0 || fmt.Sprint(status["result"]) != fmt.Sprint(last.data) {
		t.Errorf("the conversion is %v", status)
	}

	again := get("/api/conversions/" + id + "/events")
	for seen, want := range map[string]int{last.id: 204, "": 200, "0": 200, "-1": 200, "999999": 200, "garbage": 200} {
		again.header = http.Header{"Last-Event-Id": {seen}}
		a := o.do(t, again)
		if a.status != want {
			t.Errorf("after event %q: %d, want %d", seen, a.status, want)
		}
		if want == 200 && events(t, a.body)[0].name != "result" {
			t.Errorf("after event %q: %s", seen, a.body)
		}
	}
}

func TestAConversionInTheBackgroundThatFails(t *testing.T) {
	o := newOffice(t)
	id := o.started(t, stl([]byte("PK\x03\x04 zipped")))
	all := events(t, o.must(t, get("/api/conversions/"+id+"/events")).body)
	last := all[len(all)-1]
	if last.name != "problem" || last.data["code"] != "file_unreadable" || last.data["status"] != 400.0 || last.data["instance"] != "/api/conversions/"+id {
		t.Errorf("last came %+v", last)
	}
	status := o.must(t, get("/api/conversions/"+id)).json(t)
	if status["status"] != "failed" || status["problem"].(obj)["code"] != "file_unreadable" || status["result"] != nil {
		t.Errorf("the conversion is %v", status)
	}
	o.wantNoFiles(t)
}

func TestConversionsInTheBackgroundAreForgotten(t *testing.T) {
	o := newOffice(t)
	id := o.started(t, stl(tetrahedron()))
	o.must(t, get("/api/conversions/"+id+"/events"))
	o.advance(time.Hour)
	o.try(t, []scenario{
		{"an hour later", get("/api/conversions/" + id), 404, "not_found", ""},
		{"its events", get("/api/conversions/" + id + "/events"), 404, "not_found", ""},
		{"an id of nothing", get("/api/conversions/" + unknownID), 404, "not_found", ""},
		{"no id at all", get("/api/conversions/"), 404, "route_not_found", ""},
	})
}

func TestBadInputIsRefusedBeforeItGoesToTheBackground(t *testing.T) {
	o := newOffice(t)
	refused := badForms()
	for i := range refused {
		if !strings.Contains(refused[i].path, "?") {
			refused[i].path += "?async=1"
		}
	}
	o.try(t, refused)
}

// over serves an office over TCP.
func (o *office) over(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(o.server)
	t.Cleanup(s.Close)
	return s
}

// post sends a form.
func post(ctx context.Context, t *testing.T, url string, f modelForm) (*http.Response, error) {
	t.Helper()
	body, kind := f.encode(t)
	r, err := http.NewRequestWithContext(ctx, "POST", url+"/api/convert-stl", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	return http.DefaultClient.Do(r)
}

func TestEventsComeAsTheyHappen(t *testing.T) {
	o := newOffice(t)
	s := o.over(t)
	id := o.started(t, stl(terrain(500)))
	res, err := http.Get(s.URL + "/api/conversions/" + id + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	next := func(prefix string) string {
		for lines.Scan() {
			if rest, ok := strings.CutPrefix(lines.Text(), prefix); ok {
				return rest
			}
		}
		t.Fatalf("the stream ended before %q: %v", prefix, lines.Err())
		return ""
	}
	for next("event: ") != "result" {
	}
	for lines.Scan() { // the stream ends by itself
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
}

func TestAConversionEndsWhenItsClientGoes(t *testing.T) {
	o := newOffice(t)
	s := o.over(t)
	large := terrain(500)
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error, 1)
		go func() {
			_, err := post(ctx, t, s.URL, modelForm{stl(large)})
			gone <- err
		}()
		o.server.AwaitRunning(1)
		cancel()
		if err := <-gone; err == nil {
			t.Error("the request was answered")
		}
		o.server.AwaitUploads(0)
	}
	o.wantNoFiles(t)
}

func TestAnUploadThatBreaksOffGivesItsPlaceBack(t *testing.T) {
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.Workers, opts.Conversions.Queue = 1, 1 })
	s := o.over(t)
	for range 5 {
		conn := dialTo(t, s.Listener.Addr().String())
		fmt.Fprintf(conn, "POST /api/convert-stl HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\n")
		o.server.AwaitUploads(1)
		conn.Close()
		o.server.AwaitUploads(0)
	}
}

func TestManyConvertAtOnce(t *testing.T) {
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.Queue = 100 })
	s := o.over(t)
	var mu sync.Mutex
	seen := make(map[string]bool)
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			method := []string{"meshlib", "custom", "custom-glb"}[i%3]
			res, err := post(t.Context(), t, s.URL, modelForm{stl(terrain(5 + i)), text("method", method)})
			if err != nil {
				t.Error(err)
				return
			}
			defer res.Body.Close()
			var c struct {
				DownloadURL string `json:"download_url"`
				Facets      int    `json:"facets"`
			}
			if err := json.NewDecoder(res.Body).Decode(&c); err != nil || res.StatusCode != 200 || c.Facets != 2*(5+i)*(5+i) {
				t.Errorf("status %d, %d facets of %d: %v", res.StatusCode, c.Facets, 2*(5+i)*(5+i), err)
				return
			}
			file, err := http.Get(s.URL + c.DownloadURL)
			if err != nil {
				t.Error(err)
				return
			}
			file.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			if seen[c.DownloadURL] || file.StatusCode != 200 {
				t.Errorf("%s: %d", c.DownloadURL, file.StatusCode)
			}
			seen[c.DownloadURL] = true
		})
	}
	wg.Wait()
}

func dialTo(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestAConversionInTheBackgroundIsCancelled(t *testing.T) {
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.Workers, opts.Conversions.Queue = 1, 3 })
	remove := func(id string) call { return call{method: "DELETE", path: "/api/conversions/" + id} }
	gone := func(id string) {
		t.Helper()
		checkJSON(t, o.must(t, remove(id)), obj{"deleted": true})
		o.try(t, []scenario{
			{"is not found", get("/api/conversions/" + id), 404, "not_found", ""},
			{"has no events", get("/api/conversions/" + id + "/events"), 404, "not_found", ""},
			{"is not removed again", remove(id), 404, "not_found", ""},
		})
	}
	t.Run("while it runs and while it waits", func(t *testing.T) {
		model := stl(terrain(400))
		for range 3 { // a client has two places
			running := o.started(t, model)
			waiting := o.started(t, model)
			gone(waiting)
			gone(running)
			o.server.AwaitUploads(0)
			o.server.AwaitRunning(0)
		}
		o.wantNoFiles(t)
	})
	t.Run("when it is done, with its files", func(t *testing.T) {
		id := o.started(t, stl(tetrahedron()))
		o.must(t, get("/api/conversions/"+id+"/events"))
		files := o.must(t, get("/api/conversions/"+id)).json(t)["result"].(obj)["files"].([]any)
		gone(id)
		for _, f := range files {
			o.try(t, []scenario{{"no file is left", get(f.(obj)["url"].(string)), 404, "not_found", ""}})
		}
		o.wantNoFiles(t)
	})
	t.Run("when it failed", func(t *testing.T) {
		id := o.started(t, stl([]byte("PK\x03\x04 zipped")))
		o.must(t, get("/api/conversions/"+id+"/events"))
		gone(id)
	})
	t.Run("and who follows it is told", func(t *testing.T) {
		s, model := o.over(t), stl(terrain(400))
		o.started(t, model) // so that the next one waits, and does not end by itself
		id := o.started(t, model)
		res, err := http.Get(s.URL + "/api/conversions/" + id + "/events")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		gone(id)
		stream, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		all := events(t, stream)
		if last := all[len(all)-1]; last.name != "problem" || last.data["code"] != "not_found" {
			t.Errorf("last came %+v", last)
		}
	})
	o.try(t, []scenario{{"an id of nothing", remove(unknownID), 404, "not_found", ""}})
}

// Nobody may ever ask what became of a conversion in the background, so that the log has to say
// what its operator should know: a full disk.
func TestWantOfRoomInTheBackgroundIsLogged(t *testing.T) {
	var lacking atomic.Bool
	lacking.Store(true)
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.Space = diskThat(&lacking) })
	a := o.do(t, convertCall(stl(terrain(20)), text("method", "custom-glb"), text("async", "1")))
	id, lines := a.text(t, "id"), a.log
	told := func(line obj) bool {
		return line["msg"] == "conversion failed" && line["level"] == "ERROR" && line["conversion"] == id && strings.Contains(fmt.Sprint(line["error"]), "full")
	}
	for !slices.ContainsFunc(lines, told) {
		time.Sleep(5 * time.Millisecond)
		lines = append(lines, o.log.take(t)...)
	}
	all := events(t, o.must(t, get("/api/conversions/"+id+"/events")).body)
	if last := all[len(all)-1]; last.name != "problem" || last.data["code"] != "storage_full" || last.data["status"] != 503.0 {
		t.Errorf("last came %+v", last)
	}
}
