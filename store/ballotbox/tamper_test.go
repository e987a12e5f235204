package ballotbox

import (
	"slices"
	"strings"
	"testing"
)

// tampering is one way to spoil an honest election, and how it comes out. Each is done to an
// election of twelve ballots, 5, 4 and 3, in two epochs, unless it holds its own.
type tampering struct {
	name  string
	do    func(*held)
	says  string   // part of what both verifiers say of the first check that fails
	fails []string // the checks that fail, no more and no less, in both verifiers
}

func TestTamperingIsFound(t *testing.T) {
	all := slices.Concat(ballotTampering(), manifestTampering(), manifestForms(), electorateTampering(), logTampering(), codeTampering(), resultTampering(),
		sealTampering(), sealFieldTampering(), checkpointTampering(), keyTampering(), receiptTampering(), earlierTampering(), fileTampering())
	if len(all) < 40 {
		t.Fatalf("only %d ways", len(all))
	}
	elections := make([]*held, len(all))
	for i, way := range all {
		elections[i] = hold(TieStated, 5, 4, 3)
		way.do(elections[i])
	}
	runs := make([]run, len(all))
	interpreter, found := python(t)
	if found {
		runs = runBatch(t, interpreter, elections)
	}
	for i, way := range all {
		t.Run(way.name, func(t *testing.T) {
			way.compare(t, "Verify", goVerdict(elections[i]))
			if found {
				way.compare(t, "verify.py", parseVerdict(t, runs[i].Out, runs[i].Status))
			}
		})
	}
}

func (way tampering) compare(t *testing.T, verifier string, v verdict) {
	t.Helper()
	if !slices.Equal(v.fails, way.fails) {
		t.Errorf("%s: %q fail, want %q", verifier, v.fails, way.fails)
	}
	if len(v.fails) > 0 && !strings.Contains(v.says[v.fails[0]], way.says) {
		t.Errorf("%s says of %s: %s\nwant in it: %s", verifier, v.fails[0], v.says[v.fails[0]], way.says)
	}
}

// unsealed is what fails when the seal cannot be relied on and the checkpoint with it: without the
// signing key nobody gets further, however well the hashes fit.
func unsealed() []string {
	return []string{"seal", "checkpoint", "cast log", "ballots", "codes", "result"}
}

const notSigned = "it is not signed by the key of the manifest"

func ballotTampering() []tampering {
	return []tampering{
		{"a ballot is dropped", func(h *held) { h.bundle.Ballots = h.bundle.Ballots[1:] }, "the root of the ballots", []string{"ballots", "result"}},
		{"a ballot is added", func(h *held) { h.bundle.Ballots = slices.Insert(h.bundle.Ballots, 0, h.bundle.Ballots[0]) }, "the root of the ballots", []string{"ballots", "result"}},
		{"a ballot is replayed in place of another", func(h *held) { replayBallot(h) }, "the root of the ballots", []string{"ballots", "result"}},
		{"a choice is changed", changeChoice, "the root of the ballots", []string{"ballots", "result"}},
		{"two ballots are swapped", swapBallots, "the root of the ballots", []string{"ballots"}},
		{"a choice is changed and the result with it", func(h *held) {
			changeChoice(h)
			h.recount()
		}, "the root of the ballots", []string{"ballots", "result"}},
		{"a choice is changed and all hashes with it, under the old signatures", func(h *held) {
			signature := signatureOf(h.bundle.Seal)
			changeChoice(h)
			h.recount()
			h.bundle.Seal = []byte(h.seal().text() + signature)
		}, notSigned, unsealed()},
		{"a choice is changed and all hashes with it, under forged signatures", func(h *held) {
			changeChoice(h)
			h.recount()
			h.reseal(pretending(h.signer.Public()))
		}, notSigned, unsealed()},
		{"the office adds a ballot that nobody cast", func(h *held) {
			h.bundle.Ballots = slices.Insert(h.bundle.Ballots, 0, h.bundle.Ballots[0])
			h.recount()
			h.reseal(h.signer.signNote)
		}, "the number of ballots is 13, the seal says 12", []string{"ballots"}},
		{"the office does not sort the ballots", func(h *held) {
			swapBallots(h)
			h.reseal(h.signer.signNote)
		}, "not sorted", []string{"ballots"}},
		{"the office counts a ballot for someone who is not a candidate", func(h *held) {
			h.bundle.Ballots[0] = Choice{}
			h.reseal(h.signer.signNote)
		}, "not for a candidate", []string{"result"}},
	}
}

// changeChoice makes a ballot for the first candidate by bytes one for the last.
func changeChoice(h *held) {
	h.bundle.Ballots[0] = h.bundle.Ballots[len(h.bundle.Ballots)-1]
	h.sort()
}

// replayBallot puts a ballot that is there a second time in place of the last one.
func replayBallot(h *held) {
	h.bundle.Ballots[len(h.bundle.Ballots)-1] = h.bundle.Ballots[0]
	h.sort()
}

// swapBallots swaps the first two neighbours that differ.
func swapBallots(h *held) {
	b := h.bundle.Ballots
	for i := range b[1:] {
		if b[i] != b[i+1] {
			b[i], b[i+1] = b[i+1], b[i]
			return
		}
	}
}

// signatureOf is the end of a note, from the empty line on.
func signatureOf(signed []byte) string {
	text := string(signed)
	return text[strings.LastIndex(text, "\n\n")+1:]
}

// electorateTampering spoils elections for the people of a frozen roll.
func electorateTampering() []tampering {
	ways := []tampering{{"more have voted than are on the roll", func(h *held) { *h = *holdFor(rollOf(11), TieStated, 5, 4, 3) }, "there are 12 ballots of an electorate of 11 people", []string{"cast log"}}}
	for name, edit := range map[string]func(*Manifest){
		"a larger roll":  func(m *Manifest) { m.Electorate.Size++ },
		"another roll":   func(m *Manifest) { m.Electorate.RollHash = Hash{1}.String() },
		"no roll at all": func(m *Manifest) { m.Electorate, m.Version = nil, 1 },
	} {
		ways = append(ways, tampering{"the manifest is edited to name " + name, func(h *held) {
			*h = *holdFor(rollOf(12), TieStated, 5, 4, 3)
			h.remanifest(edit)
		}, "the manifest's hash is", []string{"seal", "result"}})
	}
	for name, edit := range map[string]func(*Manifest){
		"of nobody":                    func(m *Manifest) { m.Electorate.Size = 0 },
		"of fewer than nobody":         func(m *Manifest) { m.Electorate.Size = -1 },
		"with a hash that is none":     func(m *Manifest) { m.Electorate.RollHash = "none" },
		"in the version that has none": func(m *Manifest) { m.Version = 1 },
	} {
		ways = append(ways, tampering{"the manifest has a roll " + name, func(h *held) {
			*h = *holdFor(rollOf(12), TieStated, 5, 4, 3)
			h.remanifest(edit)
		}, "", []string{"manifest"}})
	}
	return append(ways, tampering{"a roll is added to the manifest of an open election", func(h *held) {
		h.remanifest(func(m *Manifest) { m.Electorate, m.Version = rollOf(12), 2 })
	}, "the manifest's hash is", []string{"seal", "result"}})
}

func logTampering() []tampering {
	return []tampering{
		{"a leaf is dropped", func(h *held) { h.bundle.Leaves = slices.Delete(h.bundle.Leaves, 4, 5) }, "the root of the cast log", []string{"cast log"}},
		{"a leaf is added", func(h *held) { h.bundle.Leaves = append(h.bundle.Leaves, Hash{1}) }, "the root of the cast log", []string{"cast log"}},
		{"a leaf is there twice", func(h *held) { h.bundle.Leaves = slices.Insert(h.bundle.Leaves, 4, h.bundle.Leaves[4]) }, "the root of the cast log", []string{"cast log"}},
		{"a leaf is replaced", func(h *held) { h.bundle.Leaves[4] = Hash{1} }, "the root of the cast log", []string{"cast log"}},
		{"leaves are in another order", func(h *held) { slices.Reverse(h.bundle.Leaves) }, "the root of the cast log", []string{"cast log"}},
		{"the log is truncated", func(h *held) { h.bundle.Leaves = h.bundle.Leaves[:10] }, "the root of the cast log", []string{"cast log"}},
		{"the log is empty", func(h *held) { h.bundle.Leaves = nil }, "the root of the cast log", []string{"cast log"}},
		{"the log is truncated and all hashes with it, under forged signatures", func(h *held) {
			h.bundle.Leaves = h.bundle.Leaves[:10]
			h.reseal(pretending(h.signer.Public()))
		}, notSigned, unsealed()},
		{"the log is truncated to an epoch that the office signed", func(h *held) {
			h.bundle.Leaves, h.bundle.Checkpoint = h.bundle.Leaves[:10], h.checkpoints[0].Signed
		}, "its root is", []string{"checkpoint", "cast log"}},
		{"a full subtree is given as its root", func(h *held) {
			h.bundle.Leaves = []Hash{MerkleRoot(h.bundle.Leaves[:8]), MerkleRoot(h.bundle.Leaves[8:])}
		}, "the number of leaves is 2, the seal says 12", []string{"cast log"}},
		{"the office enters a leaf twice", func(h *held) {
			h.bundle.Leaves[4] = h.bundle.Leaves[5]
			h.reseal(h.signer.signNote)
		}, "is there twice", []string{"cast log"}},
		{"the office drops a leaf and keeps its ballot", func(h *held) {
			h.bundle.Leaves = h.bundle.Leaves[1:]
			h.reseal(h.signer.signNote)
		}, "the number of ballots is 12, the seal says 11", []string{"ballots", "codes"}},
	}
}

func codeTampering() []tampering {
	return []tampering{
		{"a code is dropped", func(h *held) { h.bundle.Codes = h.bundle.Codes[1:] }, "the root of the codes", []string{"codes"}},
		{"a code is added", func(h *held) { h.bundle.Codes = append(h.bundle.Codes, Code(filled(255, codeLen))) }, "the root of the codes", []string{"codes"}},
		{"a code is there twice", func(h *held) { h.bundle.Codes[0] = h.bundle.Codes[1] }, "the root of the codes", []string{"codes"}},
		{"a code is changed", func(h *held) { h.bundle.Codes[11][9] ^= 1 }, "the root of the codes", []string{"codes"}},
		{"two codes are swapped", swapCodes, "the root of the codes", []string{"codes"}},
		{"the office publishes a code twice", func(h *held) {
			h.bundle.Codes[0] = h.bundle.Codes[1]
			h.reseal(h.signer.signNote)
		}, "is there twice", []string{"codes"}},
		{"the office does not sort the codes", func(h *held) {
			swapCodes(h)
			h.reseal(h.signer.signNote)
		}, "not sorted", []string{"codes"}},
		{"the office publishes a code too many", func(h *held) {
			h.bundle.Codes = append(h.bundle.Codes, Code(filled(255, codeLen)))
			h.reseal(h.signer.signNote)
		}, "the number of codes is 13, the seal says 12", []string{"codes"}},
	}
}

func swapCodes(h *held) { h.bundle.Codes[0], h.bundle.Codes[1] = h.bundle.Codes[1], h.bundle.Codes[0] }

func resultTampering() []tampering {
	result := []string{"result"}
	parsed := func(h *held) *Result { return must(ParseResult(h.bundle.Result)) }
	return []tampering{
		{"votes in the result are edited", func(h *held) {
			r := parsed(h)
			r.Candidates[0].Votes, r.Candidates[1].Votes = 4, 5
			h.bundle.Result = must(canonical(r))
		}, "counting the ballots gives", result},
		{"the winner in the result is edited", func(h *held) {
			r := parsed(h)
			r.Winners[0], r.Candidates[0].Winner, r.Candidates[1].Winner = r.Candidates[1].CandidateID, false, true
			h.bundle.Result = must(canonical(r))
		}, "counting the ballots gives", result},
		{"the result is written in another way", func(h *held) {
			h.bundle.Result = []byte(strings.Replace(string(h.bundle.Result), ":", ": ", 1))
		}, "counting the ballots gives", result},
		{"the result ends in a line feed", func(h *held) { h.bundle.Result = append(h.bundle.Result, '\n') }, "counting the ballots gives", result},
		{"the result is empty", func(h *held) { h.bundle.Result = nil }, "counting the ballots gives", result},
		{"the office seals another result", func(h *held) {
			r := parsed(h)
			r.Candidates[2].Votes++
			h.bundle.Result = must(canonical(r))
			h.reseal(h.signer.signNote)
		}, "counting the ballots gives", result},
		{"the draw is won by another", func(h *held) { otherDraw(h) }, "counting the ballots gives", result},
		{"the office seals that the draw is won by another", func(h *held) {
			otherDraw(h)
			h.reseal(h.signer.signNote)
		}, "counting the ballots gives", result},
		{"a tie that is to be drawn is only stated", func(h *held) {
			*h = *hold(TieDraw, 4, 4)
			r := parsed(h)
			r.Outcome, r.Winners = "tie", []string{}
			r.Candidates[0].Winner, r.Candidates[1].Winner = false, false
			h.bundle.Result = must(canonical(r))
			h.reseal(h.signer.signNote)
		}, "counting the ballots gives", result},
		{"the office draws with another seed until its own candidate wins", func(h *held) {
			*h = *hold(TieDraw, 4, 4)
			won := parsed(h).Winners[0]
			for n := byte(3); parsed(h).Winners[0] == won; n++ {
				h.secret = must(ParseSecret(slices.Concat(filled(2, seedLen), filled(n, seedLen))))
				h.recount()
			}
			h.reseal(h.signer.signNote)
		}, "its tie seed is not the one committed to", []string{"seal"}},
	}
}

// otherDraw holds an election with a tie and lets the loser win the draw.
func otherDraw(h *held) {
	*h = *hold(TieDraw, 4, 4)
	r := must(ParseResult(h.bundle.Result))
	for i := range r.Candidates {
		c := &r.Candidates[i]
		if c.Winner = !c.Winner; c.Winner {
			r.Winners = []string{c.CandidateID}
		}
	}
	h.bundle.Result = must(canonical(r))
}
