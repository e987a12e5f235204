package proof

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/vectors.json and testdata/proof.bin anew")

// vectors are known answers for all who commit to ballots and check proofs. Bytes are hexadecimal.
type vectors struct {
	Ballots []goldenBallot `json:"ballots"` // each of a form of its own
	Proof   goldenProof    `json:"proof"`   // testdata/proof.bin
}

type goldenBallot struct {
	Questions  []goldenQuestion `json:"questions,omitempty"` // of a ballot of the proof: those of the proof
	Seed       string           `json:"seed"`
	Tag        string           `json:"tag"`
	Class      int              `json:"class,omitempty"`
	Marks      []string         `json:"marks"` // of each question, a byte each option
	Cells      []uint32         `json:"cells"`
	Split      string           `json:"split"`
	Parts      [3]string        `json:"parts"` // of round 0: s_0, s_1, s_2
	Third      []uint32         `json:"third"` // of round 0: x_2
	Commits    [3]string        `json:"commits"`
	Commitment string           `json:"commitment"`
}

type goldenQuestion struct {
	Options int  `json:"options"`
	Min     int  `json:"min"`
	Max     int  `json:"max"`
	YesNo   bool `json:"yesNo"`
	People  bool `json:"people"`
}

type goldenProof struct {
	Questions []goldenQuestion `json:"questions"`
	Manifest  string           `json:"manifest"`
	Log       string           `json:"log"`
	Invalid   string           `json:"invalid"` // SHA-256 of invalid.txt
	Totals    []uint32         `json:"totals"`
	Scales    [][]uint32       `json:"scales"` // of each class
	Ballots   []goldenBallot   `json:"ballots"`
	First     string           `json:"first"`
	Opened    []int            `json:"opened"` // e of each round
	SHA256    string           `json:"sha256"` // of testdata/proof.bin
}

// goldenOf returns a ballot and what a device makes of it.
func goldenOf(r *rand.Rand, questions []Question, marks [][]byte) (goldenBallot, Ballot) {
	seed, tag := drawHash(r), drawHash(r)
	b := Ballot{Split(seed, tag), NewForm(questions).Encode(marks)}
	g := goldenBallot{Seed: hex.EncodeToString(seed[:]), Tag: hex.EncodeToString(tag[:]), Cells: b.Cells,
		Split: hex.EncodeToString(b.Split[:])}
	for _, m := range marks {
		g.Marks = append(g.Marks, hex.EncodeToString(m))
	}
	p := newParts(len(b.Cells))
	p.split(&b.Split, 0, b.Cells)
	for e := range 3 {
		c := p.commit(e)
		g.Parts[e], g.Commits[e] = hex.EncodeToString(p.seeds[e][:]), hex.EncodeToString(c[:])
	}
	c := Commit(b.Split, b.Cells)
	g.Third, g.Commitment = p.cells[2], hex.EncodeToString(c[:])
	return g, b
}

// goldenQuestions writes questions.
func goldenQuestions(questions []Question) (out []goldenQuestion) {
	for _, q := range questions {
		out = append(out, goldenQuestion(q))
	}
	return out
}

// goldenVectors returns the known answers and the proof among them.
func goldenVectors(t *testing.T) (v vectors, raw []byte) {
	r := rand.New(rand.NewPCG(36, 5))
	for _, questions := range forms {
		blank := make([][]byte, len(questions))
		drawn := make([][]byte, len(questions))
		for i, q := range questions {
			blank[i], drawn[i] = make([]byte, q.Options), drawMarks(r, q)
		}
		for _, marks := range [][][]byte{drawn, blank} {
			g, _ := goldenOf(r, questions, marks)
			g.Questions = goldenQuestions(questions)
			v.Ballots = append(v.Ballots, g)
		}
	}
	questions := []Question{{Options: 3, Min: 1, Max: 1, People: true}, {Options: 2, Max: 2, YesNo: true}}
	e := draw(r, 0, Rounds, questions...)
	for class, marks := range [][][]byte{{{0, 1, 0}, {1, 3}}, {{1, 0, 0}, {0, 0}}, {{0, 1, 0}, {2, 0}}} {
		g, b := goldenOf(r, questions, marks)
		g.Class = 1 + class%2
		v.Proof.Ballots = append(v.Proof.Ballots, g)
		e.take(b, g.Class, Rounds)
	}
	raw = e.proveBytes(t, Rounds)
	head, rest := raw[:Rounds*e.headSize()], raw[Rounds*e.headSize():]
	first := e.first(head)
	p := &v.Proof
	p.Questions, p.Totals, p.Scales = goldenQuestions(questions), e.Statement.Totals, e.Scales
	p.Manifest, p.Log = hex.EncodeToString(e.Manifest[:]), hex.EncodeToString(e.Log[:])
	p.Invalid, p.First = hex.EncodeToString(e.Invalid[:]), hex.EncodeToString(first[:])
	p.Opened = open(first, rest[:8*Rounds], Rounds)
	sum := digest("", raw)
	p.SHA256 = hex.EncodeToString(sum[:])
	return v, raw
}

// TestVectors holds what devices commit to, and a whole proof, to the known answers that the pages and verify.py are
// held to as well.
func TestVectors(t *testing.T) {
	v, raw := goldenVectors(t)
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	for name, made := range map[string][]byte{"testdata/vectors.json": append(text, '\n'), "testdata/proof.bin": raw} {
		if *update {
			if err := os.WriteFile(name, made, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if known, err := os.ReadFile(name); err != nil || !bytes.Equal(known, made) {
			t.Errorf("%s differs from what is made now (%v)", name, err)
		}
	}
}
