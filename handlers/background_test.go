package handlers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
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
	if got := a.header.Get("Location"); got != a.text(tb, "status_url") {
		tb.Errorf("Location %q: %s", got, a.body)
	}
	return a.text(tb, "id")
}

// awaited asks for a conversion in the background until it has ended, and returns the last answer.
func (o *office) awaited(tb testing.TB, id string) obj {
	tb.Helper()
	for {
		switch job := o.must(tb, get("/api/conversions/"+id)).json(tb); job["status"] {
		case "waiting", "converting":
			time.Sleep(time.Millisecond)
		default:
			return job
		}
	}
}

func TestAConversionInTheBackgroundIsFollowed(t *testing.T) {
	o := newOffice(t)
	id := o.started(t, stl(terrain(100)), text("method", "custom-glb"))
	job := o.awaited(t, id)
	if job["status"] != "done" || job["fraction"] != 1.0 || job["result"].(obj)["facets"] != 20000.0 {
		t.Fatalf("the conversion is %v", job)
	}
	o.must(t, get(job["result"].(obj)["download_url"].(string)))
	if again := o.awaited(t, id); !reflect.DeepEqual(again, job) {
		t.Errorf("the conversion is %v, then %v", job, again)
	}
}

func TestAConversionInTheBackgroundThatFails(t *testing.T) {
	o := newOffice(t)
	id := o.started(t, stl([]byte("PK\x03\x04 zipped")))
	job := o.awaited(t, id)
	if p := job["problem"].(obj); job["status"] != "failed" || job["result"] != nil || p["code"] != "file_unreadable" ||
		p["status"] != 400.0 || p["instance"] != "/api/conversions/"+id {
		t.Errorf("the conversion is %v", job)
	}
	o.wantNoFiles(t)
}

func TestConversionsInTheBackgroundAreForgotten(t *testing.T) {
	o := newOffice(t)
	id := o.started(t, stl(tetrahedron()))
	o.awaited(t, id)
	o.advance(time.Hour)
	o.try(t, []scenario{
		{"an hour later", get("/api/conversions/" + id), 404, "not_found", ""},
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
	r := must(http.NewRequestWithContext(ctx, "POST", url+"/api/convert-stl", bytes.NewReader(body)))(t)
	r.Header.Set("Content-Type", kind)
	return http.DefaultClient.Do(r)
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
		conn := must(net.Dial("tcp", s.Listener.Addr().String()))(t)
		fmt.Fprintf(conn, "POST /api/convert-stl HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; "+
			"boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\n")
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

func TestAConversionInTheBackgroundIsCancelled(t *testing.T) {
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.Workers, opts.Conversions.Queue = 1, 3 })
	remove := func(id string) call { return call{method: "DELETE", path: "/api/conversions/" + id} }
	gone := func(id string) {
		t.Helper()
		checkJSON(t, o.must(t, remove(id)), obj{"deleted": true})
		o.try(t, []scenario{
			{"is not found", get("/api/conversions/" + id), 404, "not_found", ""},
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
		files := o.awaited(t, id)["result"].(obj)["files"].([]any)
		gone(id)
		for _, f := range files {
			o.try(t, []scenario{{"no file is left", get(f.(obj)["url"].(string)), 404, "not_found", ""}})
		}
		o.wantNoFiles(t)
	})
	t.Run("when it failed", func(t *testing.T) {
		id := o.started(t, stl([]byte("PK\x03\x04 zipped")))
		o.awaited(t, id)
		gone(id)
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
		return line["msg"] == "conversion failed" && line["level"] == "ERROR" && line["conversion"] == id &&
			strings.Contains(fmt.Sprint(line["error"]), "full")
	}
	for !slices.ContainsFunc(lines, told) {
		time.Sleep(5 * time.Millisecond)
		lines = append(lines, o.log.take(t)...)
	}
	if p := o.awaited(t, id)["problem"].(obj); p["code"] != "storage_full" || p["status"] != 503.0 {
		t.Errorf("the problem is %v", p)
	}
}
