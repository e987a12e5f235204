package handlers

import (
	"encoding/base64"
	"encoding/json"
	"net/http"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// comingView is an election that people were invited to before it opens.
type comingView struct {
	ID    store.ElectionID `json:"id"`
	Title string           `json:"title"`
	Opens string           `json:"opens"`

	Translations []ballotbox.Translation `json:"translations,omitempty"`
}

// listComingElections lists the drafts that people were invited to.
func (s *Server) listComingElections(w http.ResponseWriter, r *request) error {
	coming, err := s.store.Coming(r.Context())
	view := func(e store.Election) comingView { return comingView{e.ID, e.Title, e.Announced, e.Translations} }
	return rest.RespondList(w, r.Request, store.List[store.Election]{Items: coming}, view, err)
}

// listActiveElections lists the elections that are ACTIVE, newest first.
func (s *Server) listActiveElections(w http.ResponseWriter, r *request) error {
	return s.listAsVoter(w, r, store.Active)
}

// listCompletedElections lists the elections that are COMPLETED, newest first: all, the earlier ones or all others.
func (s *Server) listCompletedElections(w http.ResponseWriter, r *request) error {
	return s.listAsVoter(w, r, store.Completed)
}

func (s *Server) listAsVoter(w http.ResponseWriter, r *request, status store.Status) error {
	page, err := r.Page()
	if err != nil {
		return err
	}
	earlier, err := r.earlier() // of the closed ones; the route of the others does not take it
	if err != nil {
		return err
	}
	var l store.List[store.Election]
	if earlier != nil {
		l, err = s.store.CompletedFor(r.Context(), r.user.ID, *earlier, page)
	} else {
		l, err = s.store.ElectionsFor(r.Context(), r.user.ID, status, page)
	}
	return respondWatched(w, r, rest.ViewList(r.Request, l, electionFor(r.user.Role)), err)
}

// getElectionAsVoter reads an election that is not a DRAFT.
func (s *Server) getElectionAsVoter(w http.ResponseWriter, r *request) error {
	e, err := s.store.ElectionFor(r.Context(), r.user.ID, r.election)
	return respondElection(w, r, e, err)
}

// listCandidatesAsVoter lists the candidates of an election that is not a DRAFT, in the voter's order.
func (s *Server) listCandidatesAsVoter(w http.ResponseWriter, r *request) error {
	e, err := s.store.ElectionFor(r.Context(), r.user.ID, r.election)
	if err != nil {
		return err
	}
	return r.respondCandidates(w, e)
}

// castVote casts a ballot and answers with the receipt once it is on disk. The answer has the
// same size for every choice.
func (s *Server) castVote(w http.ResponseWriter, r *request) error {
	var in struct {
		CandidateID string                `json:"candidateId"`
		Answers     paperMarks            `json:"answers"`
		Paper       rest.Optional[string] `json:"paper"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if in.Answers.fault != nil {
		return refusal.Invalid(in.Answers.field, in.Answers.fault, nil)
	}
	answers := store.Answers{Marks: in.Answers.marks}
	switch {
	case in.CandidateID == "" && answers.Marks == nil:
		return refusal.Invalid("candidateId", refusal.Required, nil)
	case in.CandidateID != "" && answers.Marks != nil:
		return refusal.Invalid("answers", refusal.OneAnswerOnly, nil)
	case in.CandidateID != "":
		candidate, err := store.ParseID[store.CandidateID](in.CandidateID)
		if err != nil {
			return refusal.CandidateElsewhere
		}
		answers.Candidate = candidate
	}
	paper, err := paperOf(in.Paper)
	if err != nil {
		return err
	}
	defer s.turns.Vote()() // not before all of the body is there
	receipt, err := s.store.CastVote(r.Context(), r.user.ID, r.election, paper, answers)
	return rest.Respond(w, receipt, err)
}

// paperOf reads whose paper a ballot is cast on: "" if the caller does not say, for their own. null
// and "" are nobody's paper, rather than the caller's own.
func paperOf(named rest.Optional[string]) (store.RollID, error) {
	if !named.Set {
		return "", nil
	}
	paper, err := store.ParseID[store.RollID](named.Value)
	if err != nil {
		return "", refusal.PaperUnavailable
	}
	return paper, nil
}

// maxBallot bounds the body with a sealed ballot, in bytes: the largest in base64, and 1 KiB for the
// rest. It is the same for all elections, because the body is read before the election.
func maxBallot() int64 {
	return int64(base64.StdEncoding.EncodedLen(sealing.Size(sealing.MaxHolders, ballotbox.MaxOptions))) + 1<<10
}

// castBallot casts a ballot that was sealed on the voter's device, and answers with the receipt once
// it is on disk. Whoever sends the same ballot again, because an answer was lost, gets the same one.
func (s *Server) castBallot(w http.ResponseWriter, r *request) error {
	var in struct {
		Sealed string                `json:"sealed"`
		Pad    string                `json:"pad"`
		Tag    string                `json:"tag"`
		Paper  rest.Optional[string] `json:"paper"`

		Commitment rest.Optional[string] `json:"commitment"`
		stubBody
	}
	raw, err := r.ReadBody(w, maxBallot())
	if err != nil {
		return err
	}
	if err := rest.Unmarshal(raw, &in); err != nil {
		return err
	}
	var faults input.Faults
	sealed := unbase64("sealed", in.Sealed, &faults)
	pad := exactly("pad", in.Pad, sealing.PadSize, &faults)
	tag := exactly("tag", in.Tag, sealing.TagSize, &faults)
	stub := in.stubBody.sealed(&faults)
	var commitment ballotbox.Hash
	if in.Commitment.Set {
		copy(commitment[:], exactly("commitment", in.Commitment.Value, len(commitment), &faults))
	}
	if err := faults.Err(); err != nil {
		return err
	}
	paper, err := paperOf(in.Paper)
	if err != nil {
		return err
	}
	defer s.turns.Vote()() // not before all of the body is there
	receipt, err := s.store.CastSealed(r.Context(), r.user.ID, r.election,
		store.SealedBallot{
			Paper: paper, Pad: sealing.Pad(pad), Tag: sealing.Tag(tag), Sealed: sealed, Stub: stub, Commitment: commitment,
		})
	return rest.Respond(w, receipt, err)
}

// unbase64 reads base64 in the one form that bytes have (RFC 4648, section 4): the decoder of
// package base64 skips line ends.
func unbase64(field, text string, faults *input.Faults) []byte {
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	switch {
	case text == "":
		faults.Add(field, refusal.Required, nil)
	case err != nil || len(text) != base64.StdEncoding.EncodedLen(len(raw)):
		faults.Add(field, refusal.NotBase64, nil)
	}
	return raw
}

// exactly reads so many bytes in base64; nil if they are not.
func exactly(field, text string, size int, faults *input.Faults) []byte {
	before := len(*faults)
	raw := unbase64(field, text, faults)
	if len(*faults) == before && len(raw) != size {
		faults.Add(field, refusal.NotBase64, nil)
	}
	if len(*faults) > before {
		return nil
	}
	return raw
}

// paperMarks reads the marks of a paper by question and candidate. A mark has two digits, so that
// the length of a request says nothing.
type paperMarks struct {
	marks map[store.QuestionID]map[store.CandidateID]byte
	fault *refusal.Fault // nil if the marks were read
	field string         // that has the fault
}

// UnmarshalJSON reads the marks strictly: encoding/json would take the last of two answers to one question.
func (p *paperMarks) UnmarshalJSON(raw []byte) error {
	p.field = "answers"
	if !rest.IsObject(raw) {
		p.fault = refusal.NotObject
		return nil
	}
	p.marks = make(map[store.QuestionID]map[store.CandidateID]byte)
	for question, answer := range rest.Members(raw) {
		id := store.QuestionID(question)
		if _, twice := p.marks[id]; twice {
			p.fault = refusal.Repeated
		} else {
			p.marks[id], p.fault = readMarks(answer)
		}
		if p.fault != nil {
			if _, err := store.ParseID[store.QuestionID](question); err == nil { // other names may be long, or anything
				p.field += "." + question
			}
			return nil
		}
	}
	return nil
}

// readMarks reads the marks of one question.
func readMarks(answer json.RawMessage) (map[store.CandidateID]byte, *refusal.Fault) {
	if !rest.IsObject(answer) {
		return nil, refusal.NotObject
	}
	marks := make(map[store.CandidateID]byte)
	for candidate, mark := range rest.Members(answer) {
		id := store.CandidateID(candidate)
		if _, twice := marks[id]; twice {
			return nil, refusal.Repeated
		}
		if len(mark) != len(`"00"`) || mark[0] != '"' || !isDigit(mark[1]) || !isDigit(mark[2]) {
			return nil, refusal.NotMark
		}
		marks[id] = (mark[1]-'0')*10 + mark[2] - '0'
	}
	return marks, nil
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// hasVoted answers whether the voter has voted in an election.
func (s *Server) hasVoted(w http.ResponseWriter, r *request) error {
	voted, err := s.store.HasVoted(r.Context(), r.user.ID, r.election)
	return rest.Respond(w, obj{"hasVoted": voted}, err)
}
