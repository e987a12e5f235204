package web

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
	"testing"

	"ostrakon/store/ballotbox"
	"ostrakon/store/tally"
)

// counted is a bundle as the server makes it, and a receipt whose ballot is in it.
type counted struct {
	Bundle     []byte            `json:"bundle"`
	Checkpoint string            `json:"checkpoint"` // of the log before its end
	Receipt    ballotbox.Receipt `json:"receipt"`
}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
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
	ask := func(title string, method tally.Method, seats, minimum, maximum int, draw bool, names ...string) ballotbox.Question {
		q := ballotbox.Question{
			ID: id(), Title: title, Method: method, Seats: seats, Min: minimum, Max: maximum, Draw: draw, Evidence: ballotbox.EvidencePapers,
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
		Quorum:     &ballotbox.Quorum{Least: []int{1, 4}},
		Electorate: &ballotbox.Electorate{Size: 20, Weights: [][2]int{{1, 15}, {3, 5}}, RollHash: strings.Repeat("5a", 32)},
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

// countedElection makes the bundle of an election in which twelve people voted, of whom two count
// three times, and whose end was moved. One ballot did not open and one is not valid.
func countedElection(t *testing.T) counted {
	t.Helper()
	signer := must[*ballotbox.Signer](t)(ballotbox.NewSigner(bytes.Repeat([]byte{7}, ed25519.SeedSize)))
	secret := must[*ballotbox.Secret](t)(ballotbox.NewSecret())
	m, raw, err := ballotbox.NewManifest(paperOfAllKinds(), secret, signer)
	if err != nil {
		t.Fatal(err)
	}
	b := ballotbox.Bundle{Manifest: raw}
	var leaves []ballotbox.Hash
	var papers []ballotbox.Opened
	var salt ballotbox.Salt
	var receipt ballotbox.Receipt
	for n := range 12 {
		cast := ballotbox.Cast{Weight: 1, Sealed: ballotbox.SealedHash(fmt.Appendf(nil, "ballot %d", n))}
		if n%5 == 4 {
			cast.Weight = 3
		}
		b.Leaves, leaves = append(b.Leaves, cast), append(leaves, cast.Leaf(m.ElectionID))
		if n == 11 {
			break // did not open
		}
		salt[0] = byte(n)
		code := ballotbox.NewCode(salt, "")
		b.Codes, papers = append(b.Codes, code), append(papers, ballotbox.Opened{Marks: marksOf(n), Weight: cast.Weight})
		receipt = signer.Receipt(m.ElectionID, leaves[n], code, salt)
	}
	ballotbox.SortCodes(b.Codes)
	notice := must[[]byte](t)(signer.Notice(ballotbox.Notice{ElectionID: m.ElectionID, Manifest: m.Hash(), ClosesAt: "2026-05-02T18:00:00Z", Reason: "Snow"}))
	b.Notices = []string{string(notice)}
	result := must[*ballotbox.Counted](t)(ballotbox.Count(m, b.Leaves, papers, b.Codes))
	b.Counts, b.Result = result.Counts, result.Raw
	checkpoint := func(size int) ballotbox.Checkpoint {
		return ballotbox.Checkpoint{Size: int64(size), Root: ballotbox.MerkleRoot(leaves[:size])}
	}
	b.Checkpoint = must[[]byte](t)(signer.Checkpoint(m.ElectionID, checkpoint(12)))
	b.Seal = must[[]byte](t)(signer.Seal(ballotbox.NewSeal(m, checkpoint(12), result, b.Codes, b.Notices)))
	if checks := ballotbox.Verify(&b, ballotbox.Evidence{}); !ballotbox.Valid(checks) {
		t.Fatalf("%+v", checks)
	}
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	return counted{file.Bytes(), string(must[[]byte](t)(signer.Checkpoint(m.ElectionID, checkpoint(10)))), receipt}
}

func TestPageCountsABundleAgain(t *testing.T) {
	runScript(t, "bundle.js", countedElection(t))
}
