package listen

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// What an authority refuses is in the log, the same refusal once, and is noted until a certificate comes. Whoever asked
// reads every answer as it came.
func TestRefusalsOfAnAuthority(t *testing.T) {
	const refused = `{"type":"urn:ietf:params:acme:error:rejectedIdentifier","detail":"not this name","status":403}`
	var status int
	var kind, body string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		io.WriteString(w, body)
	}))
	defer server.Close()
	var log bytes.Buffer
	at := time.Date(2031, time.May, 1, 12, 0, 0, 0, time.UTC)
	a := &acmeLog{name: "vote.example.org", log: slog.New(slog.NewTextHandler(&log, nil)),
		now: func() time.Time { return at }}
	client := &http.Client{Transport: a}
	for _, c := range []struct {
		name       string
		status     int
		kind, body string
		says       string // the log
		failed     bool   // afterwards
		after      time.Duration
	}{
		{"a directory", 200, "application/json", `{"newNonce":"https://x/nonce"}`, "", false, 0},
		{"a nonce that is too old", 400, "application/problem+json",
			`{"type":"urn:ietf:params:acme:error:badNonce","detail":"old"}`, "", false, 0},
		{"a refusal", 403, "application/problem+json", refused, `because="not this name"`, true, 0},
		{"the same again", 403, "application/problem+json", refused, "", true, 59 * time.Minute},
		{"the same an hour after", 403, "application/problem+json", refused, `because="not this name"`, true, time.Minute},
		{"a fault without words", 503, "text/html", "<p>", `because="Service Unavailable"`, true, 0},
		{"a proof that waits", 200, "application/json", `{"status":"pending","challenges":[{}]}`, "", true, 0},
		{"a proof that fails", 200, "application/json",
			`{"status":"invalid","challenges":[{"type":"http-01","error":{"detail":"connection refused"}}]}`,
			`because="connection refused"`, true, 0},
		{"an order that fails", 200, "application/json", `{"status":"invalid","error":{"detail":"CAA"}}`,
			"because=CAA", true, 0},
		{"a long answer", 200, "text/plain", strings.Repeat("x", 2*maxSaid), "", true, 0},
		{"a certificate", 200, mediaPEM, "-----BEGIN", "gave a certificate", false, 0},
	} {
		log.Reset()
		at = at.Add(c.after)
		status, kind, body = c.status, c.kind, c.body
		res, err := client.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || string(got) != c.body {
			t.Errorf("%s: %d bytes came, %v", c.name, len(got), err)
		}
		if said := log.String(); !strings.Contains(said, c.says) || c.says == "" && said != "" {
			t.Errorf("%s: the log says %s", c.name, said)
		}
		if failed := !a.failedAt().IsZero(); failed != c.failed {
			t.Errorf("%s: noted as failed: %v", c.name, failed)
		}
	}
	server.Close()
	log.Reset()
	_, err := client.Get(server.URL)
	if err == nil || a.failedAt().IsZero() || !strings.Contains(log.String(), "because") {
		t.Errorf("out of reach: %v, %s", err, log.String())
	}
}
