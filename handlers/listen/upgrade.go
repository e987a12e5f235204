package listen

import (
	"bufio"
	"bytes"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// hasty is a connection to a port of TLS. People type addresses without https: a client that speaks plain HTTP there is
// sent to the same address with it. All of that is in the first read, which has the time of the handshake.
type hasty struct {
	net.Conn
	begun bool
}

const maxHasty = 8 << 10 // bytes of a request in plain HTTP

// Read reads. A TLS record begins with a byte below 32 (RFC 8446, section 5.1), a method of HTTP with a letter.
func (c *hasty) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.begun || n == 0 {
		return n, err
	}
	c.begun = true
	if b[0] < 'A' || b[0] > 'Z' {
		return n, err
	}
	sent := io.LimitReader(io.MultiReader(bytes.NewReader(bytes.Clone(b[:n])), c.Conn), maxHasty)
	if req, err := http.ReadRequest(bufio.NewReaderSize(sent, 1<<10)); err == nil {
		io.WriteString(c.Conn, sendOn(req, c.LocalAddr().String()))
	}
	return 0, io.EOF
}

// forPeople reports whether a request in plain HTTP is sent on: whoever opens a page is. A form and a
// program are not: what they say has been read on the way already, and must not seem to be safe.
func forPeople(req *http.Request) bool {
	return (req.Method == http.MethodGet || req.Method == http.MethodHead) && !strings.HasPrefix(req.URL.Path, "/api/")
}

const onlyHTTPS = "This address speaks HTTPS. Begin it with https://.\n"

// sendOn is the answer to a request in plain HTTP on a port of TLS.
func sendOn(req *http.Request, address string) string {
	if !forPeople(req) {
		return answer("400 Bad Request", "", onlyHTTPS, "text/plain; charset=utf-8")
	}
	to := url.URL{Scheme: "https", Host: req.Host, Path: req.URL.Path, RawPath: req.URL.RawPath,
		RawQuery: req.URL.RawQuery}
	if again, err := url.Parse(to.String()); req.Host == "" || err != nil || again.Host != req.Host ||
		strings.ContainsAny(to.String(), " \r\n") {
		to = url.URL{Scheme: "https", Host: address}
	}
	page := fmt.Sprintf("<!doctype html>\n<title>Ostrakon</title>\n<p><a href=\"%[1]s\">%[1]s</a></p>\n",
		html.EscapeString(to.String()))
	if req.Method == http.MethodHead {
		page = ""
	}
	return answer("307 Temporary Redirect", to.String(), page, "text/html; charset=utf-8")
}

// sendToName answers plain HTTP beside TLS, where the door has a name.
func (d *Door) sendToName(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if !forPeople(req) {
		http.Error(w, onlyHTTPS, http.StatusBadRequest)
		return
	}
	host := strings.TrimPrefix(d.URLOf(d.options.Name), "https://")
	to := url.URL{Scheme: "https", Host: host, Path: req.URL.Path, RawPath: req.URL.RawPath, RawQuery: req.URL.RawQuery}
	http.Redirect(w, req, to.String(), http.StatusTemporaryRedirect)
}

// answer is a whole answer. Nothing may keep it: the same port may speak plain HTTP tomorrow.
func answer(status, location, body, mediaType string) string {
	if location != "" {
		location = "Location: " + location + "\r\n"
	}
	return fmt.Sprintf("HTTP/1.1 %s\r\n%sContent-Type: %s\r\nContent-Length: %d\r\nCache-Control: "+
		"no-store\r\nConnection: close\r\n\r\n%s",
		status, location, mediaType, len(body), body)
}
