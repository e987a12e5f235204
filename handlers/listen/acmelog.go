package listen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
)

// acmeLog carries requests to an authority, and notes what fails. Certificates are renewed in the background, where
// nobody would learn of it.
type acmeLog struct {
	name   string // of the certificate
	log    *slog.Logger
	now    func() time.Time
	mu     sync.Mutex
	failed time.Time // when the last attempt failed; zero once a certificate came
	said   string    // why, as the log says it
	logged time.Time
}

const (
	maxSaid   = 64 << 10 // bytes of an answer of an authority that are read for its errors
	sayAgain  = time.Hour
	mediaPEM  = "application/pem-certificate-chain"
	badNonce  = "urn:ietf:params:acme:error:badNonce"
	isInvalid = "invalid"
)

// RoundTrip sends a request.
func (a *acmeLog) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(r)
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		a.fails(err.Error())
	case strings.HasPrefix(res.Header.Get("Content-Type"), mediaPEM):
		a.succeeds()
	default:
		begin, _ := io.ReadAll(io.LimitReader(res.Body, maxSaid)) // who reads on meets the same error
		if why := complaint(res.StatusCode, begin); why != "" {
			a.fails(why)
		}
		rest := res.Body
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(begin), rest), rest}
	}
	return res, err
}

// problem is an error of ACME (RFC 8555, section 6.7).
type problem struct{ Type, Detail string }

// complaint returns why an authority refuses a request, or finds a proof invalid; "" if it does not.
func complaint(status int, body []byte) string {
	var v struct {
		problem
		Status     any // a number in a problem
		Error      problem
		Challenges []struct{ Error problem }
	}
	err := json.Unmarshal(body, &v)
	switch {
	case status >= http.StatusBadRequest && (err != nil || v.Detail == ""):
		return http.StatusText(status)
	case status >= http.StatusBadRequest && v.Type != badNonce:
		return v.Detail
	case err != nil || v.Status != isInvalid:
		return ""
	}
	for _, c := range v.Challenges {
		if c.Error.Detail != "" {
			return c.Error.Detail
		}
	}
	return v.Error.Detail
}

// fails notes a failure, and says it in the log, the same one once an hour.
func (a *acmeLog) fails(why string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed = a.now()
	if why == a.said && a.failed.Sub(a.logged) < sayAgain {
		return
	}
	a.said, a.logged = why, a.failed
	a.log.Warn("the authority gives no certificate; the server tries again", "name", a.name, "because", why)
}

// succeeds notes that a certificate came.
func (a *acmeLog) succeeds() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed, a.said = time.Time{}, ""
	a.log.Info("the authority gave a certificate", "name", a.name)
}

// failedAt returns when the last attempt failed, zero if a certificate came since.
func (a *acmeLog) failedAt() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failed
}
