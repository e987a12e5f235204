package handlers

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// An election whose keys people hold is counted by a process that waits for the shares that their devices opened, or at
// a table, on a computer without a network.

// startCount starts the process that waits for shares.
func (s *Server) startCount(w http.ResponseWriter, r *request) error {
	state, err := s.store.StartCount(r.Context(), r.by(), r.election)
	return rest.Respond(w, state, err)
}

// stopCount ends the process that waits for shares or counts, and forgets what was given and signed.
func (s *Server) stopCount(w http.ResponseWriter, r *request) error {
	state, err := s.store.StopCount(r.Context(), r.election)
	return rest.Respond(w, state, err)
}

// getCount answers how far a count is, for holders, who may have no account.
func (s *Server) getCount(w http.ResponseWriter, r *request) error {
	state, err := s.store.CountState(r.Context(), r.election)
	return respondBoardJSON(w, r, state, err)
}

// maxPlace bounds the place of a ballot in a box.
const maxPlace = ballotbox.MaxElectorate

// getCountParts answers with a holder's parts of some ballots. Anyone may read them: they are sealed to the holder, and
// what the ballots say is not in them.
func (s *Server) getCountParts(w http.ResponseWriter, r *request) error {
	var faults input.Faults
	number := func(name string, least, most int) int {
		text := r.URL.Query().Get(name)
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most || strconv.Itoa(n) != text {
			faults.Add(name, refusal.NotInteger, refusal.Facts{"min": least, "max": most})
		}
		return n
	}
	holder, from := number("holder", 1, sealing.MaxHolders), number("from", 0, maxPlace)
	if err := faults.Err(); err != nil {
		return err
	}
	parts, err := s.store.CountParts(r.Context(), r.election, holder, from)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-store")
	allowPiece(w)
	_, _ = w.Write(parts) // the client may have gone
	return nil
}

// maxShares bounds a holder's shares, in bytes: of a quarter of a million ballots.
const maxShares = 8 << 20

// giveShares hands a holder's shares to the process that counts. The page sealed them to the key of that process: this
// one carries what it cannot read. Only wrong shares are counted for the limit.
func (s *Server) giveShares(w http.ResponseWriter, r *request) error {
	return s.fromHolder(w, r, refusal.SharesWrong, func() (store.CountState, error) {
		body, done := s.pacer.Pace(w, http.MaxBytesReader(w, r.Body, maxShares))
		defer done()
		sealed, err := io.ReadAll(body)
		if err != nil {
			return store.CountState{}, err
		}
		return s.store.GiveShares(r.Context(), r.election, sealed)
	})
}

// signCount takes a holder's signature under the seal. Only wrong ones are counted for the limit.
func (s *Server) signCount(w http.ResponseWriter, r *request) error {
	return s.fromHolder(w, r, refusal.SignatureWrong, func() (store.CountState, error) {
		var in struct {
			Holder    int    `json:"holder"`
			Signature string `json:"signature"`
		}
		if err := r.Decode(w, &in); err != nil {
			return store.CountState{}, err
		}
		var faults input.Faults
		signature := unbase64("signature", in.Signature, &faults)
		if err := faults.Err(); err != nil {
			return store.CountState{}, err
		}
		return s.store.SignCount(r.Context(), r.election, in.Holder, signature)
	})
}

// fromHolder answers a request of a holder, who has no account. How often it may be wrong is limited by address.
func (s *Server) fromHolder(w http.ResponseWriter, r *request, wrong error,
	do func() (store.CountState, error)) error {
	if retry, ok := s.limits.holders.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	state, err := do()
	if !errors.Is(err, wrong) {
		s.limits.holders.GiveBack(r.Client)
	}
	return rest.Respond(w, state, err)
}

// downloadBox answers with the ballot box of a closed election, for counting it at a table.
func (s *Server) downloadBox(w http.ResponseWriter, r *request) error {
	box, err := s.store.BallotBox(r.Context(), r.election)
	if err != nil {
		return err
	}
	return stream(&attachment{ResponseWriter: w, mediaType: "application/zip",
		name: "ostrakon-box-" + string(r.election) + ".zip"}, box.Write)
}

// maxCount bounds a count that is uploaded, in bytes and without its proof: a million ballots have half as much.
const maxCount = 64 << 20

// uploadCount accepts the count of a table.
func (s *Server) uploadCount(w http.ResponseWriter, r *request) error {
	e, err := s.store.Election(r.Context(), r.election)
	if err != nil {
		return err
	}
	limit := int64(maxCount)
	if e.Proved {
		limit += ballotbox.MaxProof
	}
	body, done := s.pacer.Pace(w, http.MaxBytesReader(w, r.Body, limit))
	defer done()
	raw, err := io.ReadAll(body)
	if errors.As(err, new(*http.MaxBytesError)) {
		return err
	}
	var count *ballotbox.Count
	if err == nil {
		count, err = ballotbox.ReadCount(bytes.NewReader(raw), int64(len(raw)))
	}
	if err != nil {
		return refusal.CountRefused.With(refusal.Facts{"reason": "file"})
	}
	results, err := s.store.AcceptCount(r.Context(), r.by(), r.election, count)
	return rest.Respond(w, viewResults(results), err)
}
