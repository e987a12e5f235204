package handlers_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// packed makes a request of a client that accepts gzip, and unpacks the answer if it is compressed.
func (o *office) packed(tb testing.TB, c call) (header http.Header, sent int, body []byte) {
	tb.Helper()
	c.header = http.Header{"Accept-Encoding": {"gzip, deflate"}}
	rec := httptest.NewRecorder()
	o.server.ServeHTTP(rec, c.request(tb))
	header, sent, body = rec.Result().Header, rec.Body.Len(), rec.Body.Bytes()
	if header.Get("Content-Encoding") == "gzip" {
		body = must(io.ReadAll(must(gzip.NewReader(rec.Body))(tb)))(tb)
	}
	return header, sent, body
}

// longElection is open and has many candidates, with a text each.
func (w *world) longElection(tb testing.TB, text string) contest {
	var names []string
	for i := range 20 {
		names = append(names, fmt.Sprintf("Candidate %d", i))
	}
	p := w.paper(tb, obj{"description": text}, asked{obj{"title": "Chair"}, names})
	w.move(tb, p.contest, "ACTIVE")
	return p.contest
}

func TestAnswersWithoutSecretsAreCompressed(t *testing.T) {
	w := newWorld(t)
	c := w.longElection(t, "What it is about")
	for _, rt := range []struct {
		call
		packed bool
	}{
		{seeBoard(c, "manifest"), true}, {w.ada.as(c.id), true},
		{w.ada.as(c.id + "/candidates"), true}, {w.ada.as(w.counted.id + "/results"), true},
		{board("elections?limit=1"), false}, // it is short
		{w.ada.as("active"), false}, {w.ada.as("completed"), false},
		{w.get(adminElections + "/" + c.id), false}, {w.get("/api/admin/roll?limit=50"), false},
		{w.get("/api/admin/users"), false},
	} {
		plain := w.must(t, rt.call)
		header, sent, body := w.packed(t, rt.call)
		if !bytes.Equal(body, plain.body) {
			t.Errorf("%s: %.200s, want %.200s", rt.path, body, plain.body)
		}
		if got := header.Get("Content-Encoding") == "gzip"; got != rt.packed {
			t.Errorf("%s: compressed is %v, want %v", rt.path, got, rt.packed)
			continue
		}
		if header.Get("Content-Length") != fmt.Sprint(sent) || rt.packed && sent > len(body)*2/3 {
			t.Errorf("%s: %d bytes of %d, said to be %s", rt.path, sent, len(body), header.Get("Content-Length"))
		}
		if rt.packed && header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: Vary is %q", rt.path, header.Get("Vary"))
		}
		again := rt.call
		again.header = http.Header{"If-None-Match": {header.Get("ETag")}, "Accept-Encoding": {"gzip"}}
		if strings.HasPrefix(header.Get("ETag"), "W/") && w.do(t, again).status != 304 {
			t.Errorf("%s: the ETag %q of the compressed answer is not known again", rt.path, header.Get("ETag"))
		}
	}
}

// Somebody writes the name of another voter into a text that all get, and compares the lengths of answers.
func TestNoLengthTellsWhatStandsBesideAText(t *testing.T) {
	w := newWorld(t)
	named, other := w.voter(t, "Gwendolyn Ashby-Marsh", 40), w.voter(t, "Hieronymus Bradstreet", 41)
	c := w.longElection(t, strings.Repeat("Gwendolyn Ashby-Marsh ", 3))
	_, one, _ := w.packed(t, named.as(c.id))
	_, two, _ := w.packed(t, other.as(c.id))
	if one != two {
		t.Errorf("%d bytes for the one who is named, %d for another", one, two)
	}
}
