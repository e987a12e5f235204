package handlers

import (
	"cmp"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/slip"
)

// slipPeople answers with the people file, from which a registrar makes slips for the assembly of a draft.
func (s *Server) slipPeople(w http.ResponseWriter, r *request) error {
	address, err := r.address()
	if err != nil {
		return err
	}
	p, err := s.store.SlipPeople(r.Context(), r.by(), r.election)
	if err != nil {
		return err
	}
	p.Address = cmp.Or(p.Address, address)
	return respond(w, "slips-people.json", "application/json", func(out io.Writer) error {
		return json.NewEncoder(out).Encode(p)
	})
}

// address is the base URL at which the page that asks was opened. Behind a proxy that ends TLS only the page knows it.
func (r *request) address() (string, error) {
	var faults input.Faults
	address := r.URL.Query().Get("address")
	store.CheckAddress(&faults, "address", &address)
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	return cmp.Or(address, scheme+r.Host), faults.Err()
}

// putSlips takes the credentials file of a registrar. It reads one at a time: each takes memory of several times its
// size.
func (s *Server) putSlips(w http.ResponseWriter, r *request) error {
	if _, err := s.store.Election(r.Context(), r.election); err != nil {
		return err
	}
	if !s.slips.TryLock() {
		return refusal.BusyServer
	}
	defer s.slips.Unlock()
	body, done := s.pacer.Pace(w, http.MaxBytesReader(w, r.Body, slip.MaxSize))
	defer done()
	raw, err := io.ReadAll(body)
	if errors.As(err, new(*http.MaxBytesError)) {
		return err
	}
	var credentials *slip.Credentials
	if err == nil {
		credentials, err = slip.ParseCredentials(raw)
	}
	if err != nil {
		return refusal.SlipsForm
	}
	answering := rest.Patient(w)
	up, err := s.store.PutSlips(r.Context(), r.by(), r.election, credentials)
	answering()
	return rest.Respond(w, up, err)
}

// dropSlips has the next elections of the assembly of a draft open without a poll book.
func (s *Server) dropSlips(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.DropSlips(r.Context(), r.by(), r.election))
}

// blockSlip blocks the member key of a slip that is lost.
func (s *Server) blockSlip(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.BlockSlip(r.Context(), r.by(), r.entry))
}

// boardSlips names the newest assemblies that have slips: a typed code alone does not say of which it is.
func (s *Server) boardSlips(w http.ResponseWriter, r *request) error {
	ids, err := s.store.SlipAssemblies(r.Context())
	return respondBoardJSON(w, r, obj{"assemblies": ids}, err)
}

// boardPollBook serves the poll book of a closed election: its lines, an empty line, and its stubs. Whoever looks for
// their line can do so without telling the server which one it is.
func (s *Server) boardPollBook(w http.ResponseWriter, r *request) error {
	lines, stubs, err := s.store.PollBook(r.Context(), r.election)
	var text []byte
	for _, line := range lines {
		text = fmt.Append(text, line, "\n")
	}
	text = append(text, '\n')
	for _, stub := range stubs {
		text = fmt.Append(text, stub, "\n")
	}
	return respondBoard(w, r, "text/plain; charset=utf-8", text, err)
}

// stubBody is the part of a ballot's body that signs the poll book.
type stubBody struct {
	StubPad string `json:"stubPad"`
	VoteKey string `json:"voteKey"`
	Stub    string `json:"stub"`
}

// sealed reads the stub; nil where none of its members is there.
func (b stubBody) sealed(faults *input.Faults) *store.SealedStub {
	if b == (stubBody{}) {
		return nil
	}
	pad := exactly("stubPad", b.StubPad, sealing.PadSize, faults)
	key := exactly("voteKey", b.VoteKey, ed25519.PublicKeySize, faults)
	signature := exactly("stub", b.Stub, ed25519.SignatureSize, faults)
	if pad == nil || key == nil || signature == nil {
		return nil
	}
	return &store.SealedStub{Pad: sealing.Pad(pad), Key: ballotbox.VoteKey(key),
		Signature: [ed25519.SignatureSize]byte(signature)}
}
