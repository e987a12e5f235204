package witness_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/tally"
	"ostrakon/store/witness"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// election is the id of the election of all tests.
const election = "eaaaaaaaaaaaaaaaaaaaaaaaaa"

// board is a server that signs what a test wants it to.
type board struct {
	signer   *ballotbox.Signer
	raw      []byte
	manifest *ballotbox.Manifest
	hashes   []tlog.Hash // as tlog stores them
	size     int64
}

func newBoard(title string, witnesses ...*witness.Key) *board {
	b := &board{signer: must(ballotbox.NewSigner(bytes.Repeat([]byte{1}, 32)))}
	secret := must(sealing.ParseSecret(bytes.Repeat([]byte{2}, sealing.SecretSize)))
	m := ballotbox.Manifest{
		ElectionID: election, Title: title, TimeZone: "UTC", Custody: ballotbox.CustodyServer, Threshold: 1,
		Questions: []ballotbox.Question{{
			ID: "qaaaaaaaaaaaaaaaaaaaaaaaaa", Title: "Chair",
			QuestionRules: ballotbox.QuestionRules{Method: tally.Plurality, Seats: 1, Max: 1,
				Evidence: ballotbox.EvidencePapers},
			Options: []ballotbox.Option{{ID: "aaaaaaaaaaaaaaaaaaaaaaaaaa", Name: "Noor"},
				{ID: "baaaaaaaaaaaaaaaaaaaaaaaaa", Name: "Tomas"}},
		}},
		Holders: []ballotbox.Holder{{Name: "server", PublicKey: secret.PublicKey(), SigningKey: secret.SigningKey()}},
	}
	if len(witnesses) > 0 {
		m.Witnesses = &ballotbox.Witnesses{Needed: 1}
		for _, w := range witnesses {
			m.Witnesses.Keys = append(m.Witnesses.Keys, w.Witness)
		}
	}
	manifest, raw, err := ballotbox.NewManifest(m, b.signer)
	b.manifest, b.raw = manifest, must(raw, err)
	b.add(b.manifest.OpenLeaf())
	return b
}

func (b *board) add(leaves ...ballotbox.Hash) {
	for _, leaf := range leaves {
		b.hashes = append(b.hashes, must(
			tlog.StoredHashesForRecordHash(b.size, tlog.Hash(leaf), tlog.HashReaderFunc(b.read)))...)
		b.size++
	}
}

// ballots are leaves of a log, each different for every name and number.
func ballots(name string, n int) (leaves []ballotbox.Hash) {
	for i := range n {
		leaves = append(leaves, ballotbox.EndLeaf(fmt.Sprint(name, i)))
	}
	return leaves
}

func (b *board) read(at []int64) ([]tlog.Hash, error) {
	var out []tlog.Hash
	for _, i := range at {
		out = append(out, b.hashes[i])
	}
	return out, nil
}

func (b *board) sight(ended bool) witness.Sight {
	root := must(tlog.TreeHash(b.size, tlog.HashReaderFunc(b.read)))
	return witness.Sight{Manifest: b.raw,
		Checkpoint: must(b.signer.Checkpoint(election, ballotbox.Checkpoint{Size: b.size, Root: ballotbox.Hash(root)})),
		Ended:      ended}
}

func (b *board) prove(from, to int64) ([]string, error) {
	return ballotbox.ConsistencyProof(from, to, b.read)
}

// seen is what a witness remembers of a board.
func seen(t *testing.T, before witness.Sight, b *board, ended bool) witness.Sight {
	t.Helper()
	s, err := before.Next(election, b.sight(ended), b.prove)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestALogThatOnlyGrewIsCosigned(t *testing.T) {
	k := must(witness.NewKey("neighbours.example/witness"))
	b := newBoard("Board", k)
	var s witness.Sight
	for n := range 40 {
		s = seen(t, s, b, false)
		cosigned := k.Cosign(s.Checkpoint, time.Unix(1_900_000_000+int64(n), 0))
		if c, by, err := b.manifest.OpenCosigned(cosigned); err != nil || c.Size != b.size ||
			!slices.Equal(by, []string{k.Name}) {
			t.Fatalf("size %d: cosigned by %q, %v", c.Size, by, err)
		}
		b.add(ballots("honest", 1+n%3)...)
	}
	b.add(ballotbox.EndLeaf("the seal"))
	s = seen(t, s, b, true)
	if s = seen(t, s, b, true); !s.Ended {
		t.Error("the end is forgotten")
	}
}

func TestWhatContradictsIsAnAlarm(t *testing.T) {
	grown := func(title, name string, n int) *board {
		b := newBoard(title)
		b.add(ballots(name, n)...)
		return b
	}
	ended := func(text ...string) *board {
		b := grown("Board", "honest", 12)
		for _, seal := range text {
			b.add(ballotbox.EndLeaf(seal))
		}
		return b
	}
	replaced := grown("Another", "honest", 12) // its manifest is not that of its log
	replaced.raw, replaced.manifest = newBoard("Board").raw, newBoard("Board").manifest
	empty := newBoard("Board")
	empty.size = 0
	for name, c := range map[string]struct {
		before, now *board
		ended       bool
		kind        witness.Kind
	}{
		"a fork of the same size": {grown("Board", "honest", 12), grown("Board", "other", 12), false, witness.Fork},
		"a fork that has grown":   {grown("Board", "honest", 12), grown("Board", "other", 25), false, witness.Fork},
		"a shorter log": {grown("Board", "honest", 12), grown("Board", "honest", 11), false,
			witness.Shrunk},
		"a second manifest": {grown("Board", "honest", 12), grown("Another", "honest", 12), false,
			witness.SecondManifest},
		"a log of a second manifest":       {nil, replaced, false, witness.SecondManifest},
		"an empty log":                     {nil, empty, false, witness.SecondManifest},
		"a second seal":                    {ended("first"), ended("second"), true, witness.SecondSeal},
		"a second seal after the first":    {ended("first"), ended("first", "second"), true, witness.SecondSeal},
		"a second seal before it was seen": {ended("first"), ended("second"), false, witness.Fork},
	} {
		t.Run(name, func(t *testing.T) {
			var s witness.Sight
			if c.before != nil {
				s = seen(t, s, c.before, c.ended)
			}
			kept, err := s.Next(election, c.now.sight(c.ended), c.now.prove)
			var alarm *witness.Alarm
			if !errors.As(err, &alarm) || alarm.Kind != c.kind {
				t.Fatalf("%v, want an alarm about a %s", err, c.kind)
			}
			if !bytes.Equal(kept.Checkpoint, s.Checkpoint) || kept.Ended != s.Ended {
				t.Error("the witness remembers what it warned of")
			}
			if !strings.Contains(err.Error(), election) || !strings.HasPrefix(err.Error(), "ALARM") {
				t.Errorf("the words are %q", err)
			}
		})
	}
}

func TestWhatIsNotSignedIsNoAlarm(t *testing.T) {
	b := newBoard("Board")
	s := seen(t, witness.Sight{}, b, false)
	b.add(ballots("honest", 12)...)
	stranger := newBoard("Board")
	stranger.signer = must(ballotbox.NewSigner(bytes.Repeat([]byte{9}, 32)))
	silent := errors.New("the board does not answer")
	for name, c := range map[string]struct {
		now   witness.Sight
		prove witness.Prove
	}{
		"no manifest":             {witness.Sight{Checkpoint: b.sight(false).Checkpoint}, b.prove},
		"no checkpoint":           {witness.Sight{Manifest: b.raw}, b.prove},
		"a stranger's checkpoint": {witness.Sight{Manifest: b.raw, Checkpoint: stranger.sight(false).Checkpoint}, b.prove},
		"no answer":               {b.sight(false), func(int64, int64) ([]string, error) { return nil, silent }},
	} {
		_, err := s.Next(election, c.now, c.prove)
		if err == nil || errors.As(err, new(*witness.Alarm)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Next("baaaaaaaaaaaaaaaaaaaaaaaaa", b.sight(false), b.prove); err == nil {
		t.Error("a manifest of another election is taken")
	}
	proof := must(b.prove(1, b.size))
	for name, wrong := range map[string][]string{
		"none": nil, "one too many": append(slices.Clone(proof), proof[0]), "no hashes": {"?"},
		"very many": slices.Repeat(proof[:1], 65),
	} {
		_, err := s.Next(election, b.sight(false), func(int64, int64) ([]string, error) { return wrong, nil })
		if !errors.As(err, new(*witness.Alarm)) {
			t.Errorf("a proof of %s: %v", name, err)
		}
	}
}

func TestKeysAreReadAsTheyWereWritten(t *testing.T) {
	k := must(witness.NewKey("neighbours.example/witness"))
	again, err := witness.ParseKey(k.Secret())
	if err != nil || again.Witness.String() != k.Witness.String() {
		t.Fatalf("%v, %v", again, err)
	}
	checkpoint, at := newBoard("Board").sight(false).Checkpoint, time.Unix(1_900_000_000, 0)
	if !bytes.Equal(again.Cosign(checkpoint, at), k.Cosign(checkpoint, at)) {
		t.Error("the key that was read signs something else")
	}
	if _, err := ballotbox.ParseWitness(k.Witness.String()); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"", k.Witness.String(), k.Secret() + "\n", k.Secret()[:len(k.Secret())-4],
		strings.Replace(k.Secret(), "neighbours", "others", 1)} {
		if _, err := witness.ParseKey(text); err == nil {
			t.Errorf("%q is read as a key", text)
		}
	}
	for _, name := range []string{"", "two words", "a+b", "ostrakon/x", "é", strings.Repeat("n", 101)} {
		if _, err := witness.NewKey(name); err == nil {
			t.Errorf("%q is the name of a witness", name)
		}
	}
}

func TestADirectoryRemembers(t *testing.T) {
	dir := witness.Dir(filepath.Join(t.TempDir(), "a", "b"))
	if err := dir.Open(); err != nil {
		t.Fatal(err)
	}
	if s, err := dir.Load(election); err != nil || s.Manifest != nil {
		t.Fatalf("before anything was seen: %v", err)
	}
	if _, err := dir.Load("../../etc/passwd"); err == nil {
		t.Error("a path is taken for an election")
	}
	b := newBoard("Board")
	s := seen(t, witness.Sight{}, b, true)
	if err := dir.Save(election, s); err != nil {
		t.Fatal(err)
	}
	if again := must(dir.Load(election)); !bytes.Equal(again.Checkpoint, s.Checkpoint) ||
		!bytes.Equal(again.Manifest, s.Manifest) || !again.Ended {
		t.Error("something else is remembered")
	}
	if ids := must(dir.Elections()); !slices.Equal(ids, []string{election}) {
		t.Errorf("elections %q", ids)
	}
	first := ""
	for n := range 30 {
		b.add(ballots("more", 1)...)
		path, known, err := dir.Keep(&witness.Alarm{Kind: witness.SecondSeal, Election: election, Was: s, Now: b.sight(true)})
		if err != nil || known != (n >= 20) {
			t.Fatalf("proof %d is known: %v, %v", n, known, err)
		}
		if n == 0 {
			first = path
			if raw := must(os.ReadFile(filepath.Join(path, "checkpoint-now.txt"))); !bytes.Equal(raw, b.sight(true).Checkpoint) {
				t.Error("the proof has another checkpoint")
			}
			if _, known, err := dir.Keep(&witness.Alarm{Kind: witness.SecondSeal, Election: election, Was: s,
				Now: b.sight(true)}); err != nil || !known {
				t.Errorf("the same alarm again: %v, %v", known, err)
			}
		}
	}
	if raw := must(os.ReadFile(filepath.Join(first, "checkpoint-before.txt"))); !bytes.Equal(raw, s.Checkpoint) {
		t.Error("the proof has another checkpoint from before")
	}
	if err := os.WriteFile(filepath.Join(string(dir), election+".json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dir.Load(election); err == nil {
		t.Error("what a witness did not write is remembered")
	}
}
