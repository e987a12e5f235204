package ballotbox

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

const many = 100_000

// crowd is an election with many ballots, whose leaves are invented rather than sealed.
func crowd() *held {
	h := open(5, nil)
	for n := range uint32(many) {
		seed := sealing.Seed(binary.BigEndian.AppendUint32(make([]byte, 28), n))
		h.bundle.Leaves = append(h.bundle.Leaves, Cast{Class: 1, Sealed: SealedHash(seed[:])})
		p := paper(1, 5, int(n*n%5))
		p.Code = seed.Code(sealing.Tag{})
		h.opened = append(h.opened, p)
	}
	h.recount()
	h.reseal(h.signer.signNote)
	return h
}

func BenchmarkReceipt(b *testing.B) {
	s := must(NewSigner(filled(1, 32)))
	sealed := make([]byte, sealing.Size(3, 5))
	for b.Loop() {
		s.Receipt("e", Ballot{Class: 1, Sealed: sealed}.Cast().Leaf("e"))
	}
}

func BenchmarkVerify(b *testing.B) {
	file := crowd().file()
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		if !Valid(Verify(must(read(file)), Evidence{})) {
			b.Fatal("not valid")
		}
	}
}

// congress is an election of 10,000 papers: a board of seven by stv of 20 candidates, a motion and a
// committee.
func congress() *held {
	h := open(2, func(m *Manifest) {
		board, motion, committee := question("board", tally.STV, 20), question("statutes", tally.Motion, 3),
			question("committee", tally.Block, 12)
		board.Seats, board.Max, board.Draw, committee.Seats, committee.Max, motion.Min = 7, 20, true, 5, 5, 1
		motion.Threshold = moreThan(2, 3, tally.OfDecided)
		for i, answer := range []string{"yes", "no", "abstain"} {
			motion.Options[i].Name = answer
		}
		m.Questions = []Question{board, motion, committee}
	})
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range uint32(10_000) {
		seed := sealing.Seed(binary.BigEndian.AppendUint32(make([]byte, 28), n))
		marks := make([]byte, 20+3+12)
		rank := byte(0)
		for _, candidate := range rng.Perm(20)[:1+rng.IntN(20)] {
			rank++
			marks[candidate] = rank
		}
		marks[20+rng.IntN(3)] = 1
		for _, candidate := range rng.Perm(12)[:rng.IntN(6)] {
			marks[23+candidate] = 1
		}
		h.bundle.Leaves = append(h.bundle.Leaves, Cast{Class: 1, Sealed: SealedHash(seed[:])})
		h.opened = append(h.opened, Opened{marks, 1, seed.Code(sealing.Tag{})})
	}
	h.recount()
	h.reseal(h.signer.signNote)
	return h
}

func BenchmarkVerifyPy(b *testing.B) {
	proved := open(10, threeOfTen)
	proved.cast(fewMarks()...)
	for name, h := range map[string]*held{"crowd": crowd(), "congress": congress(), "proved": proved} {
		b.Run(name, func(b *testing.B) { verifyPy(b, h) })
	}
}

func verifyPy(b *testing.B, h *held) {
	path := filepath.Join(b.TempDir(), "bundle.zip")
	if err := os.WriteFile(path, h.file(), 0o600); err != nil {
		b.Fatal(err)
	}
	interpreter, found := python(b)
	if !found {
		return
	}
	key := Fingerprint(open(2, nil).manifest.SigningKey)
	for b.Loop() {
		if out, err := exec.CommandContext(b.Context(), interpreter, "-I", "verify.py", "-key", key,
			path).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
}

func BenchmarkTally(b *testing.B) {
	h := crowd()
	for b.Loop() {
		h.recount()
	}
}

// BenchmarkCount opens and counts the box of 10,000 ballots.
func BenchmarkCount(b *testing.B) {
	for name, edit := range map[string]func(*Manifest){"two_of_three": nil, "server": byServer} {
		b.Run(name, func(b *testing.B) {
			c := &closed{held: open(5, edit)}
			for batch := range slices.Chunk(votesFor(2000, 2000, 2000, 2000, 2000), 50) {
				c.put(batch...)
			}
			box, _ := c.box()
			box = must(readBox(fileOf(b, box.Write)))
			for b.Loop() {
				must(box.Count(b.Context(), c.enough(), CountedByServer, closeAt(), func(int) {}))
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N)/10_000, "µs/ballot")
		})
	}
}

func BenchmarkMerkleRoot(b *testing.B) {
	leaves := leavesOf("e", crowd().bundle.Leaves)
	for b.Loop() {
		MerkleRoot(leaves)
	}
}

func BenchmarkProof(b *testing.B) {
	log := &stored{}
	leaves := leavesOf("e", crowd().bundle.Leaves)
	for n, leaf := range leaves {
		log.add(int64(n), leaf)
	}
	root := MerkleRoot(leaves)
	for b.Loop() {
		p := must(NewProof(many, 77_777, log.ReadHashes))
		if err := p.Check(leaves[77_777], root); err != nil {
			b.Fatal(err)
		}
	}
}

// threeOfTen is an election of three among ten whose count is proved.
func threeOfTen(m *Manifest) {
	m.Questions[0].Method, m.Questions[0].Seats, m.Questions[0].Max = tally.Block, 3, 3
	m.Electorate, m.Proof = rollOf(1000, 1), true
}

// fewMarks are 1,000 papers of threeOfTen, which mark one or two.
func fewMarks() (papers []Opened) {
	for n := range 1000 {
		p := paper(1, 10, n%10)
		p.Marks[n*n%10] = 1
		papers = append(papers, p)
	}
	return papers
}

// BenchmarkProvedCount counts 1,000 ballots of a paper with 10 options, of which three may be marked, with a proof, and
// accepts the count as the server does.
func BenchmarkProvedCount(b *testing.B) {
	c := &closed{held: open(10, threeOfTen)}
	c.put(fewMarks()...)
	box, log := c.box()
	var count *Count
	b.Run("count", func(b *testing.B) {
		for b.Loop() {
			count = c.counted(b, box, 1, 2)
		}
		b.ReportMetric(float64(len(count.Proof))/1000, "proof-B/ballot")
	})
	b.Run("accept", func(b *testing.B) {
		for b.Loop() {
			must(box.Accept(count, log, c.signer))
		}
	})
}
