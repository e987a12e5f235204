package handlers

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"ostrakon/handlers/rest"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// An election whose keys people hold is counted by a process that waits for their sheets, or at a
// table, on a computer without a network.

// startCount starts the process that waits for sheets.
func (s *Server) startCount(w http.ResponseWriter, r *request) error {
	state, err := s.store.StartCount(r.Context(), r.by(), r.election)
	return rest.Respond(w, state, err)
}

// stopCount ends the process that waits for sheets or counts.
func (s *Server) stopCount(w http.ResponseWriter, r *request) error {
	state, err := s.store.StopCount(r.Context(), r.election)
	return rest.Respond(w, state, err)
}

// getCount answers how far a count is, for holders, who may have no account.
func (s *Server) getCount(w http.ResponseWriter, r *request) error {
	state, err := s.store.CountState(r.Context(), r.election)
	return respondBoardJSON(w, r, state, err)
}

// giveSheet hands a sheet to the process that counts. The page sealed it to the key of that
// process: this one carries what it cannot read. Only wrong sheets are counted for the limit.
func (s *Server) giveSheet(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.sheets.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	wrong := false
	defer func() {
		if !wrong {
			s.limits.sheets.GiveBack(r.Client)
		}
	}()
	var in struct {
		Sheet string `json:"sheet"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	var faults input.Faults
	sealed := unbase64("sheet", in.Sheet, &faults)
	if err := faults.Err(); err != nil {
		return err
	}
	state, err := s.store.CountSheet(r.Context(), r.election, sealed)
	wrong = errors.Is(err, refusal.SheetWrong)
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

// maxCount bounds a count that is uploaded, in bytes: a million ballots have half as much.
const maxCount = 64 << 20

// uploadCount accepts the count of a table.
func (s *Server) uploadCount(w http.ResponseWriter, r *request) error {
	if _, err := s.store.Election(r.Context(), r.election); err != nil {
		return err
	}
	body, done := s.pacer.Pace(w, http.MaxBytesReader(w, r.Body, maxCount))
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
