package listen

import (
	"io"
	"net/http"
	"slices"
)

// Visit counts the bytes that a request holds, for a Crowd. The zero value counts nothing.
type Visit struct {
	guest  *guest
	header int    // bytes
	body   int    // bytes that the handler has
	answer int    // bytes that the client has not taken
	length int64  // of the body; -1 if nobody knows
	whole  bool   // it is here, and the server's turn
	ended  bool   // its answer is on the way
	voter  string // whose vote it is, if there is a place for it
}

// Arrive counts a request, and from now on the bytes of its body. Client is the address that it comes from, by its
// trusted proxy if there is one. End it with End.
func Arrive(r *http.Request, client string) *Visit {
	v := &Visit{length: r.ContentLength, whole: r.Body == nil || r.Body == http.NoBody}
	if v.guest, _ = r.Context().Value(guestKey{}).(*guest); v.guest == nil {
		return v
	}
	for name, values := range r.Header {
		for _, value := range values {
			v.header += len(name) + len(value)
		}
	}
	if !v.whole {
		r.Body = &countedBody{r.Body, v}
	}
	v.guest.change(func() {
		v.guest.address = client
		v.guest.visits = append(v.guest.visits, v)
	})
	return v
}

// countedBody tells a visit what comes of a body.
type countedBody struct {
	io.ReadCloser
	visit *Visit
}

// Read reads.
func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	v := b.visit
	v.guest.change(func() {
		v.body += n
		v.guest.wire = max(0, v.guest.wire-n)
		v.whole = err != nil || int64(v.body) == v.length
	})
	return n, err
}

// Vote gives the request the place of a voter, if it is their only one and there is one left.
func (v *Visit) Vote(voter string) {
	v.guest.change(func() {
		if c := v.guest.crowd; len(c.voters) < votePlaces && !c.voters[voter] {
			v.voter, c.voters[voter] = voter, true
		}
	})
}

// Write writes a piece of the answer. Meanwhile it is the client's turn.
func (v *Visit) Write(w http.ResponseWriter, b []byte) (n int, err error) {
	v.answering(len(b), func() { n, err = w.Write(b) })
	return n, err
}

// answering counts bytes of an answer while they are written.
func (v *Visit) answering(size int, write func()) {
	var whole bool
	v.guest.change(func() { whole, v.whole, v.answer = v.whole, false, size })
	write()
	v.guest.change(func() { v.whole, v.answer = whole, 0 })
}

// End ends the visit, whose handler has written the answer or some bytes of it. Over HTTP/2 it waits until the client
// takes them. Over HTTP/1.1 the request counts until its connection is idle.
func (v *Visit) End(w http.ResponseWriter, r *http.Request, written int) {
	if v.guest == nil {
		return
	}
	if r.ProtoMajor == 2 && written > 0 {
		v.answering(0, func() { http.NewResponseController(w).Flush() })
	}
	v.guest.change(func() {
		delete(v.guest.crowd.voters, v.voter)
		v.whole, v.ended, v.voter = false, true, ""
		if r.ProtoMajor == 2 {
			v.guest.visits = slices.DeleteFunc(v.guest.visits, func(other *Visit) bool { return other == v })
		}
	})
}
