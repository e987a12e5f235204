package handlers_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// heavy counts what goes over the connections that it takes, both ways.
type heavy struct {
	net.Listener
	up, down atomic.Int64
}

type heavyConn struct {
	net.Conn
	of *heavy
}

func (l *heavy) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return heavyConn{c, l}, err
}

func (c heavyConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.of.up.Add(int64(n))
	return n, err
}

func (c heavyConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.of.down.Add(int64(n))
	return n, err
}

// asAPhone lists the request headers that Chromium on Android sends over plain HTTP for the list of elections.
const asAPhone = "GET /api/user/elections HTTP/1.1\r\nHost: 192.168.178.20:8080\r\nConnection: keep-alive\r\n" +
	"Pragma: no-cache\r\nCache-Control: no-cache\r\nAuthorization: Bearer %s\r\n" +
	"User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile " +
	"Safari/537.36\r\nAccept: application/json\r\nIf-None-Match: %s\r\nAccept-Encoding: gzip, deflate\r\n" +
	"Accept-Language: de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7\r\n\r\n"

// paceOfThePages is how many seconds a page waits between two looks at the list.
func paceOfThePages(t *testing.T) int {
	t.Helper()
	source := must(os.ReadFile("../web/static/views/voter/watch.js"))(t)
	found := regexp.MustCompile(`const PACE = (\d+)_000;`).FindSubmatch(source)
	if found == nil {
		t.Fatal("the pages do not say how often they look")
	}
	return must(strconv.Atoi(string(found[1])))(t)
}

// 200 phones wait in a hall for the next vote while 20 people a second vote in this one.
func TestAHallThatWaitsIsLight(t *testing.T) {
	const phones, votesASecond = 200, 20
	pace := paceOfThePages(t)
	o := newOffice(t)
	var candidates []string
	for i := range 20 {
		candidates = append(candidates, fmt.Sprintf("Candidate %d", i))
	}
	e := storetest.Election(t, o.store, "Assembly", candidates...)
	storetest.Advance(t, o.store, e.ID, store.Active)
	e = must(o.store.Election(t.Context(), e.ID))(t)
	voter := func(n int) store.UserID { return storetest.Voter(t, o.store, n).ID }

	wire := &heavy{Listener: must(net.Listen("tcp", "127.0.0.1:0"))(t)}
	served := &httptest.Server{Listener: wire, Config: &http.Server{Handler: o.server}}
	served.Start()
	defer served.Close()
	type phone struct {
		net.Conn
		in           *bufio.Reader
		token, etag  string
		changed, old int
	}
	ask := func(p *phone) {
		fmt.Fprintf(p, asAPhone, p.token, p.etag)
		a := must(http.ReadResponse(p.in, nil))(t)
		must(io.Copy(io.Discard, a.Body))(t)
		if a.StatusCode == http.StatusNotModified {
			p.old++
		} else {
			p.changed++
		}
		p.etag = a.Header.Get("ETag")
	}
	waiting := make([]*phone, phones)
	for i := range waiting {
		conn := must(net.Dial("tcp", wire.Addr().String()))(t)
		defer conn.Close()
		account := must(o.store.Account(t.Context(), voter(i)))(t)
		waiting[i] = &phone{Conn: conn, in: bufio.NewReader(conn), token: must(o.server.Token(account))(t), etag: `"none"`}
		ask(waiting[i])
	}
	first := wire.down.Load() / phones
	wire.up.Store(0)
	wire.down.Store(0)
	for i := range pace * votesASecond {
		must(o.store.CastVote(t.Context(), voter(phones+i), e.ID, "",
			store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))(t)
	}
	for _, p := range waiting {
		ask(p)
	}
	for _, p := range waiting {
		if p.changed != 1 || p.old != 1 {
			t.Fatalf("a phone got %d lists and heard %d times that there is no other", p.changed, p.old)
		}
	}
	up, down := wire.up.Load(), wire.down.Load()
	second := (up + down) / int64(pace)
	t.Logf("a first look gets %d bytes; later ones send %d and get %d; the hall takes %d bytes a second", first,
		up/phones, down/phones, second)
	if down/phones >= 500 {
		t.Errorf("the answer to a phone that waits has %d bytes, want less than 500", down/phones)
	}
	if second >= 30_000 {
		t.Errorf("%d phones that wait cost %d bytes a second, want less than 30,000", phones, second)
	}
}
