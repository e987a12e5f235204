package ballotbox

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tampering is one way to spoil an honest election, and how it comes out. Each is done to an
// election of twelve ballots, 5, 4 and 3, in two epochs, unless it holds its own.
type tampering struct {
	name  string
	do    func(*held)
	says  string   // part of what Verify says of the first check that fails; verify.py is shorter and has its own words
	fails []string // the checks that fail, no more and no less, in all verifiers
}

// TestTamperingIsFound shows every spoilt election to Verify. To verify.py and to the page's modules,
// which take ten times as long, it shows one in three, and all of them on the machine that decides
// about a change.
func TestTamperingIsFound(t *testing.T) {
	all := slices.Concat(countsTampering(), moreCountsTampering(), manifestTampering(), manifestForms(),
		electorateTampering(), groupsTampering(), noticeTampering(), logTampering(), endTampering(), codeTampering(),
		resultTampering(), usedTampering(), stagesTampering(),
		sealTampering(), sealFieldTampering(), holderTampering(), secondSeals(), checkpointTampering(), witnessTampering(),
		cosignedTampering(), cancelTampering(), cancelForms(),
		keyTampering(), receiptTampering(), keptTampering(), earlierTampering(), fileTampering(), formTampering(),
		pollBookTampering(), credentialTampering(), stubTampering(), listsTampering(), quotasTampering(), peopleTampering(),
		paperTampering(), proofTampering())
	if len(all) < 300 {
		t.Fatalf("only %d ways", len(all))
	}
	step := 3
	if os.Getenv("CI") != "" {
		step = 1
	}
	elections := make([]*held, len(all))
	var shown []*held // to all three
	for i, way := range all {
		elections[i] = hold(5, 4, 3)
		way.do(elections[i])
		if i%step == 0 {
			shown = append(shown, elections[i])
		}
	}
	ofPage := pageVerdicts(t, shown)
	var runs []run
	interpreter, found := python(t)
	if found {
		runs = runBatch(t, interpreter, shown)
	}
	page := ofPage()
	for i, way := range all {
		t.Run(way.name, func(t *testing.T) {
			way.compare(t, "Verify", goVerdict(elections[i]))
			if i%step > 0 {
				return
			}
			n := i / step
			if want := way.onPage(); page[n] != want {
				t.Errorf("the page: %s, want %s", page[n], want)
			}
			if found {
				way.compare(t, "verify.py", parseVerdict(t, runs[n].Out, runs[n].Status))
			}
		})
	}
}

// pageVerdicts are what the page's modules will have said of the bundles of elections.
func pageVerdicts(t *testing.T, elections []*held) func() []string {
	dir := t.TempDir()
	var paths strings.Builder
	for i, h := range elections {
		path := filepath.Join(dir, strconv.Itoa(i))
		if err := os.WriteFile(path, h.file(), 0o600); err != nil {
			t.Fatal(err)
		}
		paths.WriteString(path + "\n")
	}
	return judging(t, paths.String(), len(elections), "node", "../../web/testdata/bundles.js")
}

// onPage is what the page's modules say of the bundle alone, without what people bring along.
func (way tampering) onPage() string {
	var fails []string
	for _, name := range way.fails {
		if name != "signing key" && !strings.HasPrefix(name, "receipt ") && !strings.HasPrefix(name, "checkpoint ") {
			fails = append(fails, name)
		}
	}
	if fails == nil {
		return "ok"
	}
	return "failed " + strings.Join(fails, ",")
}

func (way tampering) compare(t *testing.T, verifier string, v verdict) {
	t.Helper()
	if !slices.Equal(v.fails, way.fails) {
		t.Errorf("%s: %q fail, want %q", verifier, v.fails, way.fails)
	}
	if verifier == "Verify" && len(v.fails) > 0 && !strings.Contains(v.says[v.fails[0]], way.says) {
		t.Errorf("%s says of %s: %s\nwant in it: %s", verifier, v.fails[0], v.says[v.fails[0]], way.says)
	}
}

// unsealed is what fails when the seal cannot be relied on and the checkpoint with it: without the
// signing key nobody gets further, however well the hashes fit.
func unsealed() []string {
	return []string{"seal", "notices", "checkpoint", "cast log", "codes", "counts", "result", "recounts"}
}

const notSigned = "it is not signed by the key of the manifest"

// recounted is what fails where the counts do: what does not hold is not counted.
func recounted() []string { return []string{"counts", "result"} }

// countsTampering spoils counts.txt, first in the file, then by the office itself.
func countsTampering() []tampering {
	var ways []tampering
	for _, c := range []struct{ name, from, to, says string }{
		{"a vote is moved", "1 5 votes 1\n1 4 votes 2", "1 4 votes 1\n1 5 votes 2", ""},
		{"a vote is dropped", "1 5 votes 1", "1 4 votes 1", ""},
		{"a vote is added", "1 5 votes 1", "1 6 votes 1", ""},
		{"a paper is dropped", "1 12 papers", "1 11 papers", "do not weigh 12"},
		{"a paper is blank", "1 12 papers\n1 0 blank", "1 11 papers\n1 1 blank", ""},
		{"a paper is called invalid", "0 0 invalid", "0 1 invalid", "do not weigh 12"},
		{"a line is dropped", "1 3 votes 3\n", "", ""},
		{"a line is there twice", "1 3 votes 3\n", "1 3 votes 3\n1 3 votes 3\n", ""},
		{"a line is of an option too many", "1 3 votes 3\n", "1 3 votes 3\n1 0 votes 4\n", ""},
		{"a line is of another question", "1 3 votes 3\n", "2 3 votes 3\n", ""},
		{"a line is of no question", "1 3 votes 3\n", "0 3 votes 3\n", ""},
		{"a line is unknown", "1 3 votes 3\n", "1 3 votes 3\n1 3 stars 3\n", ""},
		{"lines are swapped", "1 5 votes 1\n1 4 votes 2", "1 4 votes 2\n1 5 votes 1", ""},
		{"a number has a zero before", "1 5 votes", "1 05 votes", ""},
		{"a number has a sign", "1 5 votes", "1 +5 votes", ""},
		{"a number is below zero", "1 5 votes", "1 -5 votes", ""},
		{"a vote is huge", "1 5 votes", "1 9999999999999999 votes", ""},
		{"a number has 17 digits", "1 5 votes", "1 10000000000000000 votes", ""},
		{"a number has more than 64 bits", "1 5 votes", "1 99999999999999999999 votes", ""},
		{"a number has digits of another script", "1 5 votes", "1 \uff15 votes", ""},
		{"an option has a zero before", "votes 3", "votes 03", ""},
		{"there is a space more", "1 5 votes", "1  5 votes", ""},
		{"a space ends a line", "votes 3\n", "votes 3 \n", ""},
		{"lines end as on Windows", "votes 3\n", "votes 3\r\n", ""},
		{"the last line does not end", "votes 3\n", "votes 3", ""},
		{"there is an empty line", "votes 3\n", "votes 3\n\n", ""},
	} {
		edit := func(h *held) {
			h.bundle.Counts = []byte(strings.Replace(string(h.bundle.Counts), c.from, c.to, 1))
		}
		fails := recounted()
		if strings.HasPrefix(c.name, "a vote is ") || c.name == "a paper is blank" {
			fails = fails[1:] // the counts have their form and add up
		}
		ways = append(ways, tampering{c.name + " in the counts", edit, "the hash of counts.txt is", recounted()},
			tampering{c.name + " in the counts by the office", office(edit), c.says, fails})
	}
	return ways
}

// moreCountsTampering changes counts.txt and what follows from it.
func moreCountsTampering() []tampering {
	return []tampering{
		{"the counts are empty", func(h *held) { h.bundle.Counts = nil }, "the hash of counts.txt is", recounted()},
		{"a vote is moved and all with it, under the old signatures", func(h *held) {
			text := string(h.bundle.Seal)
			signature := text[strings.LastIndex(text, "\n\n")+1:]
			changeVote(h)
			h.bundle.Seal = []byte(h.seal().text() + signature)
			h.recheckpoint(h.signer.signNote)
		}, notSigned, unsealed()},
		{"a vote is moved and all with it, under forged signatures", func(h *held) {
			changeVote(h)
			h.reseal(pretending(h.signer.Public()))
		}, notSigned, unsealed()},
		{"the office adds a paper that nobody cast", office(func(h *held) {
			h.bundle.Counts = []byte(strings.NewReplacer("1 12 papers", "1 13 papers", "1 5 votes",
				"1 6 votes").Replace(string(h.bundle.Counts)))
		}), "do not weigh 12", recounted()},
		{"the office calls a ballot invalid that has a code", office(func(h *held) {
			h.bundle.Counts = []byte(strings.NewReplacer("0 0 invalid", "0 1 invalid", "1 12 papers", "1 11 papers", "1 5 votes",
				"1 4 votes").Replace(string(h.bundle.Counts)))
		}), "0 ballots have no code, and those that are invalid weigh 1", recounted()},
		{"the office says that one invalid ballot weighs more than any class", office(func(h *held) {
			*h = *open(3, func(m *Manifest) {
				m.Electorate = &Electorate{3, 0, []Class{{1, 1, nil}, {1000, 2, nil}}, Hash{}.String()}
			})
			papers := votesFor(1, 1, 1)
			papers[1].Class, papers[2].Class, papers[1].Marks = 2, 2, filled(1, 3)
			h.cast(papers...)
			h.bundle.Counts = []byte(strings.NewReplacer("0 1000 invalid", "0 1001 invalid", "1 1001 papers", "1 1000 papers",
				"1 1 votes 1", "1 0 votes 1").Replace(string(h.bundle.Counts)))
		}), "1 ballots have no code, and those that are invalid weigh 1001", recounted()},
		{"the office drops a ballot that opened", office(func(h *held) {
			h.opened = h.opened[1:]
			h.recount()
			h.bundle.Counts = []byte(strings.NewReplacer("0 1 invalid", "0 0 invalid", "1 0 blank",
				"1 1 blank").Replace(string(h.bundle.Counts)))
		}), "", recounted()},
	}
}

// changeVote moves a vote from the first candidate to the last and counts again.
func changeVote(h *held) {
	h.opened[0].Marks = paper(1, 3, 2).Marks
	h.recount()
}

// otherLog is what fails where the leaves are not those that were sealed.
func otherLog() []string { return []string{"checkpoint", "cast log"} }

// allOfLog is what fails where a leaf too many is in the log: the papers do not weigh what was cast.
func allOfLog() []string { return []string{"checkpoint", "cast log", "counts", "result"} }

// fewerLeaves is what fails where a leaf is missing: there are more codes than ballots, too.
func fewerLeaves() []string { return []string{"checkpoint", "cast log", "codes", "counts", "result"} }

func logTampering() []tampering {
	const size, root = "its size is", "its root is"
	return []tampering{
		{"a leaf is dropped", func(h *held) { h.bundle.Leaves = slices.Delete(h.bundle.Leaves, 4, 5) }, size, fewerLeaves()},
		{"a leaf is added", func(h *held) { h.bundle.Leaves = append(h.bundle.Leaves, Cast{Class: 1, Sealed: Hash{1}}) },
			size, allOfLog()},
		{"a leaf is there twice", func(h *held) { h.bundle.Leaves = slices.Insert(h.bundle.Leaves, 4, h.bundle.Leaves[4]) },
			size, allOfLog()},
		{"a leaf is replaced", func(h *held) { h.bundle.Leaves[4].Sealed = Hash{1} }, root, otherLog()},
		{"a leaf is given a commitment", func(h *held) { h.bundle.Leaves[4].Commitment[0] = 1 }, root, otherLog()},
		{"a ballot is bound to another person", func(h *held) { h.bundle.Leaves[4].Tag[0] ^= 1 }, root, otherLog()},
		{"ballots change persons", func(h *held) {
			h.bundle.Leaves[4].Tag, h.bundle.Leaves[5].Tag = h.bundle.Leaves[5].Tag, h.bundle.Leaves[4].Tag
		}, root, otherLog()},
		{"leaves are in another order", func(h *held) { slices.Reverse(h.bundle.Leaves) }, root, otherLog()},
		{"the log is truncated", func(h *held) { h.bundle.Leaves = h.bundle.Leaves[:10] }, size, fewerLeaves()},
		{"the log is empty", func(h *held) { h.bundle.Leaves = nil }, size, fewerLeaves()},
		{"the log is truncated and all hashes with it, under forged signatures", func(h *held) {
			h.bundle.Leaves = h.bundle.Leaves[:10]
			h.reseal(pretending(h.signer.Public()))
		}, notSigned, unsealed()},
		{"the log is truncated to an epoch that the office signed", func(h *held) {
			h.bundle.Leaves, h.bundle.Checkpoint = h.bundle.Leaves[:10], h.checkpoints[1].Signed
		}, "its size is 11, the log has 12", fewerLeaves()},
		{"a full subtree is given as its root", func(h *held) {
			leaves := leavesOf(h.manifest.ElectionID, h.bundle.Leaves)
			h.bundle.Leaves = []Cast{{Class: 1, Sealed: MerkleRoot(leaves[:8])}, {Class: 1, Sealed: MerkleRoot(leaves[8:])}}
		}, size, fewerLeaves()},
		{"the office enters a leaf twice", office(func(h *held) { h.bundle.Leaves[4] = h.bundle.Leaves[5] }),
			"is there twice", []string{"cast log"}},
		{"the office enters a sealed ballot for a second person",
			office(func(h *held) { h.bundle.Leaves[4].Sealed = h.bundle.Leaves[5].Sealed }), "is there twice",
			[]string{"cast log"}},
		{"the office drops a leaf and keeps its paper", office(func(h *held) { h.bundle.Leaves = h.bundle.Leaves[1:] }),
			"12 codes of 11 ballots", []string{"codes", "counts", "result"}},
		{"the office gives a ballot a second leaf of another class", office(func(h *held) {
			*h = *holdWith(func(m *Manifest) { m.Electorate = rollOf(12, 3) }, 5, 4, 3)
			h.bundle.Leaves[4] = Cast{Class: 2, Sealed: h.bundle.Leaves[5].Sealed}
			h.bundle.Counts = []byte(strings.NewReplacer("12 papers", "14 papers", "5 votes",
				"7 votes").Replace(string(h.bundle.Counts)))
			h.bundle.Result = must(h.manifest.Recount(h.bundle.Leaves, h.bundle.Codes, h.bundle.Counts, nil)).Raw
		}), "is there twice", []string{"cast log"}},
	}
}

// endTampering spoils the first and the last leaf of the log, with the office's key and its holders'.
func endTampering() []tampering {
	checkpoint := []string{"checkpoint"}
	ending := func(log func(h *held) []Hash) func(*held) {
		return func(h *held) {
			leaves := log(h)
			c := Checkpoint{int64(len(leaves)), MerkleRoot(leaves)}
			h.bundle.Checkpoint = must(h.signer.Checkpoint(h.manifest.ElectionID, c))
		}
	}
	last := func(h *held) int { return len(h.log()) - 1 }
	return []tampering{
		{"the log has no end", ending(func(h *held) []Hash { return h.log()[:last(h)] }), "its size is 13, the log has 14",
			checkpoint},
		{"the log has no beginning", ending(func(h *held) []Hash { return h.log()[1:] }), "its size is 13, the log has 14",
			checkpoint},
		{"the log ends twice", ending(func(h *held) []Hash { return append(h.log(), h.log()[last(h)]) }),
			"its size is 15, the log has 14", checkpoint},
		{"the log ends with another seal", ending(func(h *held) []Hash {
			return append(h.log()[:last(h)], EndLeaf("ostrakon/seal/4\n"))
		}), "its root is", checkpoint},
		{"the log ends with the signed seal", ending(func(h *held) []Hash {
			return append(h.log()[:last(h)], EndLeaf(string(h.bundle.Seal)))
		}), "its root is", checkpoint},
		{"the log ends before its last ballot", ending(func(h *held) []Hash {
			log := h.log()
			log[last(h)], log[last(h)-1] = log[last(h)-1], log[last(h)]
			return log
		}), "its root is", checkpoint},
		{"the log begins with another manifest", ending(func(h *held) []Hash {
			log := h.log()
			log[0] = Hash{1}
			return log
		}), "its root is", checkpoint},
		{"log and seal begin with another manifest", func(h *held) {
			log := h.log()
			log[0] = Hash{1}
			s := h.seal()
			s.Cast.Root = MerkleRoot(log[:13])
			h.bundle.Seal = h.signedBy(h.signer.signNote, s.text(), h.enough())
			log[13] = EndLeaf(s.text())
			h.bundle.Checkpoint = must(h.signer.Checkpoint(h.manifest.ElectionID, Checkpoint{14, MerkleRoot(log)}))
		}, "its root is", otherLog()},
	}
}
