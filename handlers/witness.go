package handlers

import (
	"net/http"
	"strconv"

	"ostrakon/handlers/rest"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// Witnesses cosign the checkpoints of an election's cast log, so that a server cannot show different
// logs to different people.

// witnessesView is who must cosign the last checkpoint. Keys are C2SP verifier keys.
type witnessesView struct {
	Needed int      `json:"needed"`
	Keys   []string `json:"keys"`
}

func viewWitnesses(w *ballotbox.Witnesses) *witnessesView {
	if w == nil {
		return nil
	}
	v := &witnessesView{Needed: w.Needed}
	for _, key := range w.Keys {
		v.Keys = append(v.Keys, key.String())
	}
	return v
}

// setWitnesses names the witnesses of an election in DRAFT.
func (s *Server) setWitnesses(w http.ResponseWriter, r *request) error {
	var in witnessesView
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if len(in.Keys) > ballotbox.MaxWitnesses {
		return refusal.Invalid("keys", refusal.ListTooLong, refusal.Facts{"max": ballotbox.MaxWitnesses})
	}
	named := ballotbox.Witnesses{Needed: in.Needed}
	for _, text := range in.Keys {
		key, err := ballotbox.ParseWitness(text)
		if err != nil {
			return refusal.Invalid("keys", refusal.NotWitnessKey, nil)
		}
		named.Keys = append(named.Keys, key)
	}
	e, err := s.store.SetWitnesses(r.Context(), r.by(), r.election, named)
	return respondElection(w, r, e, err)
}

// maxLog is the largest size of a log that a parameter can name.
const maxLog = 1<<53 - 1

// boardConsistency proves that the cast log only grew from one size to another.
func (s *Server) boardConsistency(w http.ResponseWriter, r *request) error {
	var faults input.Faults
	size := func(name string) int64 {
		text := r.URL.Query().Get(name)
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 1 || n > maxLog || strconv.FormatInt(n, 10) != text {
			faults.Add(name, refusal.NotInteger, refusal.Facts{"min": 1, "max": maxLog})
		}
		return n
	}
	from, to := size("from"), size("to")
	if err := faults.Err(); err != nil {
		return err
	}
	proof, err := s.store.Consistency(r.Context(), r.election, from, to)
	return respondBoardJSON(w, r, obj{"proof": proof}, err)
}

// maxCosigned bounds a checkpoint with its signatures, in bytes.
const maxCosigned = 16 << 10

// addCosignature stores the cosignature of a witness, who has no account.
func (s *Server) addCosignature(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.cosign.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	note, err := r.ReadBody(w, maxCosigned)
	if err != nil {
		return err
	}
	err = s.store.AddCosignature(r.Context(), r.election, note)
	return rest.Respond(w, obj{"accepted": true}, err)
}
