package openid

import (
	"errors"
	"net/http"
	"time"

	"ostrakon/store"
)

// Limits of a request to a provider.
const (
	maxWait      = 10 * time.Second
	maxBody      = 1 << 20 // bytes of an answer
	maxRedirects = 3
)

var errRedirect = errors.New("the redirect leads where others could read, or carries a secret along")

// newHTTP makes the client of all requests to a provider.
func newHTTP() *http.Client {
	return &http.Client{Timeout: maxWait, Transport: short{http.DefaultTransport}, CheckRedirect: follow}
}

// follow lets what is only read be elsewhere, as safe as it was. What is sent with a secret stays where it is.
func follow(next *http.Request, before []*http.Request) error {
	first := before[0]
	if len(before) > maxRedirects || first.Method != http.MethodGet || next.URL.Scheme != first.URL.Scheme ||
		!store.SafeAddress(next.URL.String()) {
		return errRedirect
	}
	return nil
}

// short makes requests, and ends answers that are too long with an error.
type short struct{ http.RoundTripper }

// RoundTrip makes a request.
func (s short) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := s.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, maxBody)
	}
	return answer, err
}
