package handlers

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// The bulletin board is for anyone and for pages of any origin. It needs no token and no cookie.

// boardPath is how every path of the board begins.
const boardPath = "/api/board/"

// boardElection is an election in the list of the board.
type boardElection struct {
	ID                store.ElectionID  `json:"id"`
	Title             string            `json:"title"`
	Status            store.Status      `json:"status"`
	Turnout           turnoutView       `json:"turnout"`
	Attendance        *store.Attendance `json:"attendance,omitempty"`
	ResultsCalculated bool              `json:"resultsCalculated"`
	ActivatedAt       time.Time         `json:"activatedAt"`
	CompletedAt       time.Time         `json:"completedAt,omitzero"`

	Notices   []noticeView      `json:"notices"`
	Stopped   *store.Stop       `json:"stopped,omitempty"`
	Cancelled *cancellationView `json:"cancelled,omitempty"`
	Keys      *electionKeys     `json:"keys,omitempty"`
	Untried   []string          `json:"untried,omitempty"`
	BoxUntil  time.Time         `json:"boxUntil,omitzero"`
	roundsView

	Translations []ballotbox.Translation `json:"translations,omitempty"`
}

// electionKeys tells which keys of its assembly an election has.
type electionKeys struct {
	KeyNumber string `json:"keyNumber"`
	Number    int    `json:"number"`
}

// keysOf is nil where the server has the key, and in a rehearsal.
func keysOf(e store.Election) *electionKeys {
	if e.Assembly == nil || e.Number == 0 {
		return nil
	}
	return &electionKeys{e.Assembly.KeyNumber, e.Number}
}

func viewOnBoard(e store.Election) boardElection {
	return boardElection{
		ID: e.ID, Title: e.Title, Translations: e.Translations, Status: e.Status,
		Turnout: viewTurnout(e.Turnout), Attendance: e.Attendance,
		ResultsCalculated: e.ResultsCalculated, ActivatedAt: e.ActivatedAt, CompletedAt: e.CompletedAt,
		Notices: viewNotices(e), Stopped: e.Stopped, Cancelled: viewCancellation(e), Keys: keysOf(e), Untried: e.Untried,
		BoxUntil:   e.BoxUntil,
		roundsView: viewRounds(e, false),
	}
}

// listBoard lists the elections past DRAFT, newest first, or the one that opened last alone.
func (s *Server) listBoard(w http.ResponseWriter, r *request) error {
	var faults input.Faults
	newest := rest.Choice(r.Request, "newest", &faults, "true", "false") == "true"
	if err := faults.Err(); err != nil {
		return err
	}
	page, err := r.Page()
	if err != nil {
		return err
	}
	var l store.List[store.Election]
	if newest {
		l, err = s.store.OpenedLast(r.Context())
	} else {
		l, err = s.store.BoardElections(r.Context(), page)
	}
	return respondBoardJSON(w, r, rest.ViewList(r.Request, l, viewOnBoard), err)
}

// boardElection serves one election of the board.
func (s *Server) boardElection(w http.ResponseWriter, r *request) error {
	e, err := s.store.BoardElection(r.Context(), r.election)
	return respondBoardJSON(w, r, viewOnBoard(e), err)
}

// askAgain lets clients keep an answer if they ask each time whether it is still right, which is cheap with its ETag.
// Even a manifest can change: an election that is restored from before it opened gets another one.
const askAgain = "no-cache"

// respondBoard answers with a file of the board, or passes on the error of reading it.
func respondBoard(w http.ResponseWriter, r *request, mediaType string, raw []byte, err error) error {
	if err != nil {
		return err
	}
	rest.RespondKept(w, r.Request, mediaType, askAgain, fmt.Sprintf("%x", sha256.Sum256(raw)), raw)
	return nil
}

// respondBoardJSON answers with JSON that may change, or passes on the error of making it.
func respondBoardJSON(w http.ResponseWriter, r *request, body any, err error) error {
	if err != nil {
		return err
	}
	raw, err := json.Marshal(body)
	return respondBoard(w, r, "application/json", raw, err)
}

// boardManifest serves an election as it was frozen when it opened.
func (s *Server) boardManifest(w http.ResponseWriter, r *request) error {
	raw, err := s.store.Manifest(r.Context(), r.election)
	return respondBoard(w, r, "application/json", raw, err)
}

// boardPhoto serves the photo of a candidate whom a manifest names, with the hash that it states.
func (s *Server) boardPhoto(w http.ResponseWriter, r *request) error {
	p, data, err := s.store.PublicPhoto(r.Context(), r.election, r.candidate)
	return respondPhoto(w, r, p, data, askAgain, err)
}

// boardCheckpoint serves the newest signed checkpoint of an election's cast log.
func (s *Server) boardCheckpoint(w http.ResponseWriter, r *request) error {
	signed, err := s.store.Checkpoint(r.Context(), r.election)
	return respondBoard(w, r, "text/plain; charset=utf-8", signed, err)
}

// boardCheckpoints lists the signed checkpoints of an election's cast log.
func (s *Server) boardCheckpoints(w http.ResponseWriter, r *request) error {
	page, err := r.Page()
	if err != nil {
		return err
	}
	l, err := s.store.Checkpoints(r.Context(), r.election, page)
	view := func(c store.SignedCheckpoint) store.SignedCheckpoint { return c }
	return respondBoardJSON(w, r, rest.ViewList(r.Request, l, view), err)
}

// leavesAtOnce is how many leaves are read in one transaction, and sent in one piece.
const leavesAtOnce = 4096

// boardLeaves serves the cast log: its newest checkpoint, an empty line and the leaves that it covers, one a line in
// hexadecimal. Whoever looks for a ballot can search in it without telling the server which ballot it is.
func (s *Server) boardLeaves(w http.ResponseWriter, r *request) error {
	newest, err := s.store.Checkpoints(r.Context(), r.election, store.Page{Limit: 1})
	if err != nil {
		return err
	}
	log := newest.Items[0] // there is one since it opened
	head := log.Signed + "\n"
	length := len(head) + int(log.Size)*(hex.EncodedLen(len(ballotbox.Hash{}))+1)
	if !rest.Keep(w, r.Request, "text/plain; charset=utf-8", askAgain,
		fmt.Sprintf("%x", sha256.Sum256([]byte(log.Signed))), length) {
		return nil
	}
	return stream(w, func(out io.Writer) error {
		_, err := io.WriteString(out, head)
		for from := int64(0); err == nil && from < log.Size; from += leavesAtOnce {
			err = s.writeLeaves(w, r, r.election, from, min(from+leavesAtOnce, log.Size))
		}
		return err
	})
}

// writeLeaves sends one piece of a cast log. The server's deadline is for a whole answer, and a long
// log may take longer on a slow line.
func (s *Server) writeLeaves(w http.ResponseWriter, r *request, id store.ElectionID, from, to int64) error {
	leaves, err := s.store.Leaves(r.Context(), id, from, to)
	if err != nil {
		return err
	}
	var piece []byte
	for _, leaf := range leaves {
		piece = append(hex.AppendEncode(piece, leaf[:]), '\n')
	}
	allowPiece(w)
	_, err = w.Write(piece)
	return err
}

// boardReceipt answers with the proof that a receipt's ballot is in the cast log.
func (s *Server) boardReceipt(w http.ResponseWriter, r *request) error {
	leaf, err := ballotbox.ParseHash(r.Params.ByName("leaf"))
	if err != nil {
		return refusal.Missing("ballot")
	}
	in, err := s.store.Inclusion(r.Context(), r.election, leaf)
	return respondBoardJSON(w, r, in, err)
}

// boardVerifier serves verify.py, with which anyone checks a bundle without this program.
func (s *Server) boardVerifier(w http.ResponseWriter, r *request) error {
	return respondBoard(w, r, "text/plain; charset=utf-8", []byte(ballotbox.VerifyPy), nil)
}

// boardFormat serves BUNDLE.md, from which anyone can write a verifier of their own.
func (s *Server) boardFormat(w http.ResponseWriter, r *request) error {
	return respondBoard(w, r, "text/plain; charset=utf-8", []byte(ballotbox.BundleMD), nil)
}
