package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ostrakon/store/tally"
)

// OutcomeDraw is the outcome that the count adds to those of tally.
const OutcomeDraw tally.Ended = "draw" // a tie for the first place that the committed seed broke

// Counted is the count of one candidate.
type Counted struct {
	CandidateID string `json:"candidateId"`
	Votes       int    `json:"votes"`
	Rank        int    `json:"rank"` // 1 is best; equal votes share a rank
	Winner      bool   `json:"winner"`
}

// Result follows from the manifest, the ballots and the tie seed alone, so anyone can make the same
// bytes again.
type Result struct {
	Version    int         `json:"version"`
	ElectionID string      `json:"electionId"`
	Manifest   string      `json:"manifest"` // hash of the manifest
	Method     string      `json:"method"`
	Ballots    int         `json:"ballots"`
	Candidates []Counted   `json:"candidates"` // best first; equal ones in the manifest's order
	Outcome    tally.Ended `json:"outcome"`
	Winners    []string    `json:"winners"`
}

// Count counts ballots by the rules of a manifest and returns the result with its canonical bytes.
// A ballot for someone who is not a candidate is an error.
func Count(m *Manifest, ballots []Choice, tieSeed []byte) (*Result, []byte, error) {
	standing := make([]Choice, len(m.Candidates))
	for i, c := range m.Candidates {
		choice, err := ParseChoice(c.ID)
		if err != nil {
			return nil, nil, err
		}
		standing[i] = choice
	}
	lines, outcome, strays := tally.FirstPastThePost(standing, ballots)
	if strays > 0 {
		return nil, nil, fmt.Errorf("%d ballots are not for a candidate", strays)
	}
	if outcome == tally.Tie && m.TieBreak == TieDraw {
		draw(lines, tieSeed, m.ElectionID)
		outcome = OutcomeDraw
	}
	r := &Result{
		Version: version, ElectionID: m.ElectionID, Manifest: m.hash.String(), Method: m.Method,
		Ballots: len(ballots), Outcome: outcome, Candidates: []Counted{}, Winners: []string{},
	}
	for _, l := range lines {
		r.Candidates = append(r.Candidates, Counted{l.Candidate.String(), l.Votes, l.Rank, l.Winner})
		if l.Winner {
			r.Winners = append(r.Winners, l.Candidate.String())
		}
	}
	raw, err := canonical(r)
	return r, raw, err
}

// draw finds the winner of a tie for the first place: the tied candidate whose
// SHA-256("ostrakon/draw/1\0" ‖ seed ‖ election id ‖ candidate id) is smallest. The manifest
// committed to the seed before the first vote, so nobody could choose it afterwards.
func draw(lines []tally.Line[Choice], seed []byte, election string) {
	var best Hash
	winner := -1
	for i, l := range lines {
		if l.Rank != 1 {
			break
		}
		h := Hash(sha256.Sum256(slices.Concat([]byte("ostrakon/draw/1\x00"), seed, []byte(election), []byte(l.Candidate.String()))))
		if winner < 0 || bytes.Compare(h[:], best[:]) < 0 {
			winner, best = i, h
		}
	}
	lines[winner].Winner = true
}

// Seal binds together everything about a counted election. It is signed as a note.
type Seal struct {
	ElectionID  string
	Manifest    Hash
	Cast        Checkpoint // the cast log at the close
	BallotsRoot Hash
	CodesRoot   Hash
	Result      Hash
	TieSeed     []byte
}

const sealTitle = "ostrakon/seal/1"

var errSealForm = errors.New("not a seal in the form of version 1")

func (s Seal) text() string {
	return fmt.Sprintf("%s\nelection %s\nmanifest %s\ncastSize %d\ncastRoot %s\nballotsRoot %s\ncodesRoot %s\nresult %s\ntieSeed %x\n",
		sealTitle, s.ElectionID, s.Manifest, s.Cast.Size, s.Cast.Root, s.BallotsRoot, s.CodesRoot, s.Result, s.TieSeed)
}

// NewSeal computes the seal of a counted election. ballots and codes are sorted.
func NewSeal(m *Manifest, cast Checkpoint, ballots []Choice, codes []Code, result, tieSeed []byte) Seal {
	return Seal{
		ElectionID: m.ElectionID, Manifest: m.hash, Cast: cast,
		BallotsRoot: rootOfBallots(ballots), CodesRoot: rootOfCodes(codes),
		Result: ResultHash(result), TieSeed: tieSeed,
	}
}

// ResultHash is the hash of a result, from its canonical bytes.
func ResultHash(raw []byte) Hash {
	return sha256.Sum256(append([]byte("ostrakon/result/1\x00"), raw...))
}

func rootOfBallots(ballots []Choice) Hash {
	return rootOfRecords("ostrakon/counted/1\x00", ballots, func(c Choice) []byte { return c[:] })
}

func rootOfCodes(codes []Code) Hash {
	return rootOfRecords("ostrakon/codes/1\x00", codes, func(c Code) []byte { return c[:] })
}

// Seal signs a seal as a note.
func (s *Signer) Seal(seal Seal) ([]byte, error) {
	return s.signNote(originOf(seal.ElectionID), seal.text())
}

// openSeal checks a signed seal against a manifest and reads it.
func (m *Manifest) openSeal(signed []byte) (Seal, error) {
	var s Seal
	text, err := m.openNote(signed)
	if err != nil {
		return s, err
	}
	fields := make(map[string]string)
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		fields[name] = value
	}
	s.ElectionID = fields["election"]
	var seed Hash
	for _, f := range []struct {
		name string
		to   *Hash
	}{
		{"manifest", &s.Manifest}, {"castRoot", &s.Cast.Root}, {"ballotsRoot", &s.BallotsRoot},
		{"codesRoot", &s.CodesRoot}, {"result", &s.Result}, {"tieSeed", &seed},
	} {
		if *f.to, err = ParseHash(fields[f.name]); err != nil {
			return s, fmt.Errorf("%w: %s: %w", errSealForm, f.name, err)
		}
	}
	s.TieSeed = seed[:]
	s.Cast.Size, err = strconv.ParseInt(fields["castSize"], 10, 64)
	if err != nil || s.Cast.Size < 0 || s.text() != text {
		return s, errSealForm
	}
	return s, nil
}

// ParseResult reads a result strictly. Errors: ErrNotCanonical.
func ParseResult(raw []byte) (*Result, error) {
	r := &Result{}
	return r, parseCanonical(raw, r)
}
