package web

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// counted is a bundle as the server makes it, a receipt whose ballot is in it, and the bundle of the
// same election as it would be if it had been cancelled.
type counted struct {
	Bundle     []byte            `json:"bundle"`
	Cancelled  []byte            `json:"cancelled"`
	Checkpoint string            `json:"checkpoint"` // of the log before its end
	Receipt    ballotbox.Receipt `json:"receipt"`
	KeyNumber  string            `json:"keyNumber"`
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// testID is an id that a number gives.
func testID(n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "id %d", n))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16]))
}

// paperOfAllKinds is a paper with every kind of evidence, a quorum, a roll with two weights and a
// threshold.
func paperOfAllKinds() ballotbox.Manifest {
	next := 0
	id := func() string { next++; return testID(next) }
	ask := func(title string, method tally.Method, seats, minimum, maximum int, draw bool,
		names ...string) ballotbox.Question {
		q := ballotbox.Question{
			ID: id(), Title: title, QuestionRules: ballotbox.QuestionRules{Method: method, Seats: seats, Min: minimum,
				Max: maximum, Draw: draw, Evidence: ballotbox.EvidencePapers},
		}
		for _, name := range names {
			q.Options = append(q.Options, ballotbox.Option{ID: id(), Name: name})
		}
		return q
	}
	m := ballotbox.Manifest{
		ElectionID: testID(0), Title: "General assembly", TimeZone: "Europe/Paris", ClosesAt: "2026-05-01T18:00:00Z",
		Questions: []ballotbox.Question{
			ask("Accounts", tally.Motion, 1, 1, 1, false, "yes", "no", "abstain"),
			ask("Committee", tally.Block, 2, 0, 2, true, "Ada", "Grace", "Mary"),
			ask("Board", tally.STV, 2, 0, 3, true, "Ada", "Grace", "Mary"),
			ask("Chair", tally.IRV, 1, 0, 3, true, "Ada", "Grace", "Mary"),
			ask("Place", tally.Schulze, 1, 0, 3, false, "Hall", "Gym", "Café"),
			ask("Colour", tally.STAR, 1, 0, 3, true, "Red", "Blue", "Green"),
		},
		Quorum: &ballotbox.Quorum{Least: []int{1, 4}},
		Electorate: &ballotbox.Electorate{Size: 20, RollHash: strings.Repeat("5a", 32),
			Classes: []ballotbox.Class{{Weight: 1, People: 15}, {Weight: 3, People: 5}}},
	}
	m.Questions[0].Threshold = &tally.Threshold{Least: []int{2, 3}, Of: tally.OfDecided}
	m.Questions[3].Evidence = ballotbox.EvidenceStages
	return m
}

// marksOf are the marks of the ballot with a number: valid on all questions but for number 0.
func marksOf(n int) []byte {
	ranks := [][]byte{{1, 2, 3}, {2, 1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, 0}}
	pick := func(of [][]byte, by int) []byte { return of[n*by%len(of)] }
	marks := pick([][]byte{{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1)
	if n == 0 {
		marks = []byte{1, 1, 0}
	}
	return bytes.Join([][]byte{
		marks, pick([][]byte{{1, 1, 0}, {0, 1, 1}, {0, 0, 0}}, 1), pick(ranks, 1), pick(ranks, 3),
		pick([][]byte{{1, 1, 2}, {2, 1, 0}, {0, 0, 1}}, 2), pick([][]byte{{6, 1, 3}, {1, 6, 6}, {0, 0, 0}}, 1),
	}, nil)
}

// ended is an election in which twelve people voted, of whom two count three times, and whose end was
// moved. One ballot does not open and one is not valid. Two of three people open the ballots, and a
// witness must cosign. The count may be proved.
type ended struct {
	signer   *ballotbox.Signer
	secrets  map[int]*sealing.Secret
	witness  ed25519.PrivateKey
	manifest *ballotbox.Manifest
	bundle   ballotbox.Bundle
	receipt  ballotbox.Receipt
	ballots  []ballotbox.Ballot
}

func endElection(t *testing.T, proved bool) *ended {
	t.Helper()
	e := &ended{
		signer:  must(ballotbox.NewSigner(bytes.Repeat([]byte{7}, ed25519.SeedSize)))(t),
		witness: ed25519.NewKeyFromSeed(bytes.Repeat([]byte{8}, ed25519.SeedSize)), secrets: make(map[int]*sealing.Secret),
	}
	paper := paperOfAllKinds()
	paper.Proof = proved
	number := 1
	paper.Custody, paper.Threshold, paper.Number = ballotbox.CustodyHolders, 2, &number
	for n, name := range []string{"Ada Byron", "Grace Hopper", "Mary Somerville"} {
		secret := sealing.NewSecret()
		e.secrets[n+1] = secret.Derive(1)
		paper.Holders = append(paper.Holders,
			ballotbox.NewHolder(name, secret.AllKeys(), 1))
	}
	paper.Witnesses = &ballotbox.Witnesses{Needed: 1,
		Keys: []ballotbox.Witness{{Name: witnessName, Key: e.witness.Public().(ed25519.PublicKey)}}}
	var err error
	if e.manifest, e.bundle.Manifest, err = ballotbox.NewManifest(paper, e.signer); err != nil {
		t.Fatal(err)
	}
	id := e.manifest.ElectionID
	box := must(e.manifest.SealingBox())(t)
	for n := range 12 {
		var random [32]byte
		random[0] = byte(n)
		pad, seed := sealing.Device(random)
		owner := testID(100 + n)
		ballot := ballotbox.Ballot{Class: 1, Tag: sealing.TagOf(pad, owner),
			Sealed: bytes.Repeat([]byte{byte(n)}, e.manifest.SealedSize)}
		if proved {
			ballot.Commitment = ballotbox.Hash{byte(n), 1} // of those that are not valid
		}
		if n%5 == 4 {
			ballot.Class = 2
		}
		if n < 11 { // the last one does not open
			ballot.Sealed = must(box.Seal(seed, marksOf(n), ballot.Tag))(t)
			if proved && n > 0 {
				ballot.Commitment = e.manifest.Commitment(seed, ballot.Tag, marksOf(n), ballot.Class)
			}
			e.receipt = e.signer.Receipt(id, ballot.Cast().Leaf(id))
			e.receipt.Code, e.receipt.Pad, e.receipt.Owner = seed.Code(ballot.Tag).String(), pad[:], owner
		}
		e.ballots = append(e.ballots, ballot)
		e.bundle.Leaves = append(e.bundle.Leaves, ballot.Cast())
	}
	notice := ballotbox.Notice{ElectionID: id, Manifest: e.manifest.Hash(), ClosesAt: "2026-05-02T18:00:00Z",
		Reason: "Snow"}
	e.bundle.Notices = []string{string(must(e.signer.Notice(notice))(t))}
	return e
}

const witnessName = "witness.example/w"

// checkpoint is that of the first leaves of the log: the manifest, the ballots and, with its text,
// the end.
func (e *ended) checkpoint(t *testing.T, size int, end string) string {
	t.Helper()
	log := []ballotbox.Hash{e.manifest.OpenLeaf()}
	for _, cast := range e.bundle.Leaves {
		log = append(log, cast.Leaf(e.manifest.ElectionID))
	}
	log = append(log, ballotbox.EndLeaf(end))[:size]
	c := ballotbox.Checkpoint{Size: int64(size), Root: ballotbox.MerkleRoot(log)}
	return string(must(e.signer.Checkpoint(e.manifest.ElectionID, c))(t))
}

// file is the bundle, with the checkpoint of a log that ends with a text.
func (e *ended) file(t *testing.T, end string) []byte {
	t.Helper()
	signed := e.checkpoint(t, len(e.ballots)+2, end)
	e.bundle.Checkpoint = []byte(signed + cosignature(witnessName, e.witness, ballotbox.NoteText([]byte(signed))))
	if checks := ballotbox.Verify(&e.bundle, ballotbox.Evidence{}); !ballotbox.Valid(checks) {
		t.Fatalf("%+v", checks)
	}
	var file bytes.Buffer
	noError(t, e.bundle.Write(&file))
	return file.Bytes()
}

// box is the box of the election at its close, with its ballots.
func (e *ended) box(t *testing.T) (*ballotbox.Box, []ballotbox.Ballot) {
	t.Helper()
	return &ballotbox.Box{
		Manifest: e.bundle.Manifest, Checkpoint: []byte(e.checkpoint(t, len(e.ballots)+1, "")), Notices: e.bundle.Notices,
		Exports: 1,
		Ballots: func(yield func(ballotbox.Ballot, error) bool) {
			for _, ballot := range e.ballots {
				if !yield(ballot, nil) {
					return
				}
			}
		},
	}, e.ballots
}

// count opens the ballots with the sheets of two holders, and makes the bundle.
func (e *ended) count(t *testing.T) []byte {
	t.Helper()
	box, _ := e.box(t)
	sheets := map[int]*sealing.Secret{1: e.secrets[1], 3: e.secrets[3]}
	at := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	count := must(box.Count(t.Context(), sheets, ballotbox.CountedByTable, at, func(int) {}))(t)
	sealed := must(box.Accept(count, e.bundle.Leaves, e.signer))(t)
	e.bundle.Seal, e.bundle.Counts, e.bundle.Codes, e.bundle.Result = sealed.Seal, count.Counts, count.Codes, count.Result
	e.bundle.Invalid, e.bundle.Proof = count.Invalid, count.Proof
	return e.file(t, sealed.Text)
}

// cancel makes the bundle of the same election, cancelled instead.
func (e *ended) cancel(t *testing.T) []byte {
	t.Helper()
	b := ballotbox.Bundle{Manifest: e.bundle.Manifest, Notices: e.bundle.Notices, Leaves: e.bundle.Leaves}
	cancellation := must(e.signer.Cancellation(e.manifest.ElectionID, e.manifest.Hash(), "Flood"))(t)
	b.Notices = append(slices.Clip(b.Notices), string(cancellation))
	cancelled := *e
	cancelled.bundle = b
	return cancelled.file(t, ballotbox.NoteText(cancellation))
}

func TestPageCountsABundleAgain(t *testing.T) {
	e := endElection(t, false)
	runScript(t, "bundle.js", counted{e.count(t), e.cancel(t), e.checkpoint(t, 11, ""), e.receipt,
		e.manifest.KeyNumber().Short()})
}

func TestPageChecksTheProofOfACount(t *testing.T) {
	e := endElection(t, true)
	runScript(t, "proved.js", map[string][]byte{"bundle": e.count(t), "cancelled": e.cancel(t)})
}
