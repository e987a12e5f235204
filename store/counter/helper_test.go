package counter

import (
	"bytes"
	"context"
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/frame"
	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// asChild is the argument that makes the test program a child; what follows it is the child's kind.
const asChild = "run-as-counting-child"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == asChild {
		runChild(os.Args[2])
		syscall.Exit(0) // with the race detector os.Exit takes a second
	}
	os.Exit(m.Run())
}

// command starts the test program as a child of a kind.
func command(kind string) StartFunc { return Command(os.Args[0], asChild, kind) }

// runChild is a child of a kind: an ordinary one counts, the others do wrong.
func runChild(kind string) {
	out := io.Writer(os.Stdout)
	switch kind {
	case "mute":
		select {}
	case "dead":
		os.Exit(3)
	case "rude":
		os.Stdout.WriteString("HTTP/1.1 200 OK\r\n")
		select {}
	case "boastful":
		_ = frame.Write(os.Stdout, kindCount, []byte("everybody won"))
		select {}
	case "talks": // of shares that nobody gave
		out = talker{}
	case "slow": // to tell the count
		out = sloth{}
	case "lies": // about the count
		out = liar{}
	}
	if err := Serve(context.Background(), os.Stdin, out); err != nil {
		os.Exit(1)
	}
}

// talker answers before it was asked.
type talker struct{}

func (talker) Write(p []byte) (int, error) {
	n, err := os.Stdout.Write(p)
	if p[0] == kindKey {
		_ = frame.Write(os.Stdout, kindAnswer, []byte{1})
	}
	return n, err
}

// sloth never tells the count.
type sloth struct{}

func (sloth) Write(p []byte) (int, error) {
	if p[0] == kindCount {
		select {}
	}
	return os.Stdout.Write(p)
}

// liar tells a count that is none.
type liar struct{}

func (liar) Write(p []byte) (int, error) {
	// by itself, or behind its header
	if bytes.HasPrefix(p, []byte("PK")) || p[0] == kindCount && bytes.Contains(p, []byte("PK")) {
		p = bytes.Clone(p)
		p[len(p)/2]++
	}
	return os.Stdout.Write(p)
}

// must returns a value that cannot fail to be made.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// filled is n bytes of one value.
func filled(value byte, n int) []byte { return bytes.Repeat([]byte{value}, n) }

// idOf is an id that begins with a letter.
func idOf(letter string) string { return letter + "aaaaaaaaaaaaaaaaaaaaaaaaa" }

// poll is a closed election of two candidates, the first of whom has two votes of three. Of its
// three holders, two open the ballots.
type poll struct {
	signer   *ballotbox.Signer
	manifest *ballotbox.Manifest
	secrets  []*sealing.Secret
	box      *ballotbox.Box
	cast     ballotbox.Checkpoint // at the close
	log      []ballotbox.Cast
	ballots  []ballotbox.Ballot // in the order of the log
}

// proved has a count proved.
func proved(m *ballotbox.Manifest) {
	m.Proof, m.Electorate = true, &ballotbox.Electorate{Size: 100, RollHash: ballotbox.Hash{}.String(),
		Classes: []ballotbox.Class{{Weight: 1, People: 100}}}
}

func newPoll(t testing.TB, ballots int, edits ...func(*ballotbox.Manifest)) *poll {
	t.Helper()
	p := &poll{signer: must(ballotbox.NewSigner(filled(1, 32)))}
	m := ballotbox.Manifest{
		ElectionID: idOf("e"), Title: "Board", TimeZone: "UTC", Custody: ballotbox.CustodyHolders, Threshold: 2,
		Number: new(int),
		Questions: []ballotbox.Question{{
			ID: idOf("q"), Title: "Chair",
			QuestionRules: ballotbox.QuestionRules{Method: tally.Plurality, Seats: 1, Max: 1,
				Evidence: ballotbox.EvidencePapers},
			Options: []ballotbox.Option{{ID: idOf("a"), Name: "Noor"}, {ID: idOf("b"), Name: "Tomas"}},
		}},
	}
	for n, name := range []string{"Ada", "Grace", "Mary"} {
		secret := must(sealing.ParseSecret(filled(byte(20+n), sealing.SecretSize)))
		p.secrets = append(p.secrets, secret)
		keys := make([]sealing.Keys, sealing.Numbers)
		keys[0] = sealing.Keys{PublicKey: secret.PublicKey(), SigningKey: secret.SigningKey()}
		m.Holders = append(m.Holders, ballotbox.NewHolder(name, keys, 0))
	}
	for _, edit := range edits {
		edit(&m)
	}
	manifest, raw, err := ballotbox.NewManifest(m, p.signer)
	if err != nil {
		t.Fatal(err)
	}
	p.manifest = manifest
	sealer := must(manifest.SealingBox())
	for n := range ballots {
		pad, seed := sealing.Device([32]byte{byte(n), byte(n >> 8)})
		marks := [][]byte{{1, 0}, {0, 1}, {1, 0}}[n%3]
		tag := sealing.TagOf(pad, idOf("v"))
		p.ballots = append(p.ballots, ballotbox.Ballot{Class: 1, Tag: tag,
			Commitment: manifest.Commitment(seed, tag, marks, 1), Sealed: must(sealer.Seal(seed, marks, tag))})
	}
	leaves := []ballotbox.Hash{manifest.OpenLeaf()}
	for _, b := range p.ballots {
		p.log = append(p.log, b.Cast())
		leaves = append(leaves, b.Cast().Leaf(p.manifest.ElectionID))
	}
	p.cast = ballotbox.Checkpoint{Size: int64(len(leaves)), Root: ballotbox.MerkleRoot(leaves)}
	p.box = &ballotbox.Box{
		Manifest: raw, Checkpoint: must(p.signer.Checkpoint(manifest.ElectionID, p.cast)), Notices: []string{}, Exports: 3,
		Ballots: func(yield func(ballotbox.Ballot, error) bool) {
			for _, b := range p.ballots {
				if !yield(b, nil) {
					return
				}
			}
		},
	}
	return p
}

// halt makes the stream of ballots stop before one of them. It returns what is closed when the
// stream got there, and the function that lets it go on.
func (p *poll) halt(before int) (reached <-chan struct{}, goOn func()) {
	at, going, ballots := make(chan struct{}), make(chan struct{}), p.box.Ballots
	p.box.Ballots = func(yield func(ballotbox.Ballot, error) bool) {
		n := 0
		for b, err := range ballots {
			if n == before {
				close(at)
				<-going
			}
			n++
			if !yield(b, err) {
				return
			}
		}
	}
	return at, func() { close(going) }
}

// countedAt is the time of all counts.
func countedAt() time.Time { return time.Date(2026, 5, 1, 18, 30, 0, 0, time.UTC) }

// start starts a count in a child, which is gone when the test ends.
func (p *poll) start(t testing.TB, start StartFunc) *Counting {
	t.Helper()
	c := must(Start(t.Context(), start, p.box, countedAt))
	t.Cleanup(c.Kill)
	return c
}

// give gives the shares of holders, by their numbers.
func (p *poll) give(t testing.TB, c *Counting, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		if got, err := c.Give(t.Context(), p.sealed(c.Key(), n)); got != n || err != nil {
			t.Fatalf("the shares of holder %d are those of %d, %v", n, got, err)
		}
	}
}

// shares are the shares of a holder, as their page opens them.
func (p *poll) shares(number int) (shares []byte) {
	opener := must(must(p.manifest.SealingBox()).ShareOpener(number, p.secrets[number-1]))
	for _, b := range p.ballots {
		shares = append(shares, opener.Open(sealing.PartOf(b.Sealed, number))...)
	}
	return shares
}

// sealed are the shares of a holder, sealed to a key.
func (p *poll) sealed(key []byte, number int) []byte {
	return must(SealShares(key, p.manifest.ElectionID, p.cast, number, p.secrets[number-1], p.shares(number)))
}

// signed is a count that holders have signed.
func (p *poll) signed(count *ballotbox.Count, numbers ...int) *ballotbox.Count {
	for _, n := range numbers {
		signature := p.secrets[n-1].Sign([]byte(ballotbox.NoteText(count.Seal)))
		count.Seal = must(p.manifest.AddSignature(count.Seal, n, signature))
	}
	return count
}

// starts are the ways to start a child.
func starts() map[string]StartFunc {
	return map[string]StartFunc{"a process": command(""), "this process": InProcess}
}

// processOf is the child of a count.
func processOf(t *testing.T, c *Counting) *os.Process {
	t.Helper()
	return must(os.FindProcess(c.conn.(*process).child.PID()))
}

// gone fails the test unless the child of a count has ended.
func gone(t *testing.T, c *Counting) {
	t.Helper()
	select {
	case <-c.conn.(*process).child.Gone:
	default:
		t.Error("the child has not ended")
	}
}
