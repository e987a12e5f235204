package attack

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/mod/sumdb/note"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// forger has the signing key of the server, the sheet of one of the two holders who are needed, and
// the honest count.
type forger struct {
	*election
	key    *ballotbox.Signer
	signer ed25519.PrivateKey
	known  map[string]*sealing.Secret // of the holder whose sheet the forger has, by the name of the key
	honest *ballotbox.Count
}

// newForger holds an election of five voters, of whom three choose the first candidate, closes it and
// counts it at a table.
func newForger(t *testing.T) *forger {
	t.Helper()
	f := &forger{election: openOffice(t, t.TempDir()).open(t, "Ada", "Grace")}
	for n, choice := range []int{0, 1, 0, 1, 0} {
		voter, b := f.voter(t, n)
		f.cast(t, voter, b, choice)
	}
	f.move(t, string(store.Completed))
	seed := must(os.ReadFile(filepath.Join(f.dir, "keys", "signing.key")))(t)
	f.signer = ed25519.NewKeyFromSeed(seed)
	f.known = map[string]*sealing.Secret{f.holder(1): f.secrets[1]}
	f.key = must(ballotbox.NewSigner(seed))(t)
	f.honest = f.countAtTable(t)
	return f
}

// signed is a text under signatures: of the server under a name, and of holders.
func (f *forger) signed(t *testing.T, text string, names ...string) []byte {
	t.Helper()
	var signers []note.Signer
	for _, name := range names {
		public, sign := f.key.Public(), func(text []byte) []byte { return ed25519.Sign(f.signer, text) }
		if secret, ok := f.known[name]; ok {
			public, sign = secret.SigningKey(), secret.Sign
		}
		vkey := must(note.NewEd25519VerifierKey(name, public))(t)
		v := must(note.NewVerifier(vkey))(t)
		signers = append(signers, signer{v, sign})
	}
	return must(note.Sign(&note.Note{Text: text}, signers...))(t)
}

type signer struct {
	note.Verifier
	sign func([]byte) []byte
}

func (s signer) Sign(text []byte) ([]byte, error) { return s.sign(text), nil }

func (f *forger) installation() string { return "ostrakon/" + f.id }

func (f *forger) holder(n int) string { return fmt.Sprintf("ostrakon/%s/holder/%d", f.id, n) }

// invented is a count in which everybody chose the second candidate, and the text of its seal.
func (f *forger) invented(t *testing.T) (c *ballotbox.Counted, text string) {
	t.Helper()
	var casts []ballotbox.Cast
	var leaves []ballotbox.Hash
	var opened []ballotbox.Opened
	for b, err := range f.ballotBox(t).Ballots {
		if err != nil {
			t.Fatal(err)
		}
		casts = append(casts, b.Cast())
		leaves = append(leaves, b.Cast().Leaf(f.id))
		opened = append(opened, ballotbox.Opened{Marks: []byte{0, 1}, Class: 1,
			Code: sealing.Seed{byte(len(opened))}.Code(b.Tag)})
	}
	c = must(f.manifest.Count(casts, opened, ballotbox.PapersIn{}))(t)
	s := ballotbox.NewSeal(f.manifest, ballotbox.Checkpoint{}, leaves, c, nil, nil, 0,
		ballotbox.CountedByTable, time.Now())
	text = ballotbox.NoteText(f.honest.Seal)
	for name, hash := range map[string]ballotbox.Hash{"counts": s.Counts, "codesRoot": s.CodesRoot, "result": s.Result} {
		before, rest, _ := strings.Cut(text, "\n"+name+" ")
		_, after, _ := strings.Cut(rest, "\n")
		text = before + "\n" + name + " " + hash.String() + "\n" + after
	}
	return c, text
}

// forgeries are seals of a text that lack what a count needs: two holders.
func (f *forger) forgeries(t *testing.T, text string) map[string][]byte {
	t.Helper()
	one := f.signed(t, text, f.holder(1))
	return map[string][]byte{
		"nobody's":                              []byte(text + "\n"),
		"the server's":                          f.signed(t, text, f.installation()),
		"one holder's":                          one,
		"one holder's, twice":                   append(slices.Clone(one), one[len(text)+1:]...),
		"one holder's and the server's":         f.signed(t, text, f.installation(), f.holder(1)),
		"the server's in the place of a holder": f.signed(t, text, f.installation(), f.holder(1), f.holder(2)),
	}
}

func TestForgedCountsAreRefused(t *testing.T) {
	f := newForger(t)
	upload := func(c *ballotbox.Count) answer { return f.admin.ask(t, "POST", f.path("count/upload"), zipped(t, c)) }
	c, text := f.invented(t)
	counts := make(map[string]*ballotbox.Count)
	for name, seal := range f.forgeries(t, ballotbox.NoteText(f.honest.Seal)) {
		counts["the honest count, "+name] = &ballotbox.Count{Seal: seal, Counts: f.honest.Counts, Result: f.honest.Result,
			Codes: f.honest.Codes}
	}
	for name, seal := range f.forgeries(t, text) {
		counts["an invented count, "+name] = &ballotbox.Count{Seal: seal, Counts: c.Counts, Result: c.Raw, Codes: c.Codes}
	}
	counts["other counts"] = &ballotbox.Count{Seal: f.honest.Seal, Counts: c.Counts, Result: f.honest.Result,
		Codes: f.honest.Codes}
	counts["another result"] = &ballotbox.Count{Seal: f.honest.Seal, Counts: f.honest.Counts, Result: c.Raw,
		Codes: f.honest.Codes}
	counts["other codes"] = &ballotbox.Count{Seal: f.honest.Seal, Counts: f.honest.Counts, Result: f.honest.Result,
		Codes: c.Codes}
	counts["all but the seal"] = &ballotbox.Count{Seal: f.honest.Seal, Counts: c.Counts, Result: c.Raw, Codes: c.Codes}
	for name, count := range counts {
		if a := upload(count); a.status != http.StatusBadRequest || !bytes.Contains(a.body, []byte(`"count_refused"`)) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if a := f.admin.ask(t, "GET", f.path("results"), nil); a.status == http.StatusOK {
		t.Errorf("there are results: %s", a.body)
	}
	if a := upload(f.honest); a.status != http.StatusOK {
		t.Errorf("the honest count is refused: %s", a.body)
	}
}

// The forger writes an invented count, a seal and a checkpoint over it into the file. The board serves
// them, and every verifier finds them: With the signatures
// of two holders all checks hold, so that the test can fail.
func TestForgedCountsInTheFileAreFound(t *testing.T) {
	f := newForger(t)
	c, text := f.invented(t)
	forged := f.forgeries(t, text)
	const complete = "two holders'"
	f.known[f.holder(3)] = f.secrets[3]
	forged[complete] = f.signed(t, text, f.installation(), f.holder(1), f.holder(3))
	f.admin.must(t, "POST", f.path("count/upload"), zipped(t, f.honest))
	bundle := f.admin.must(t, "GET", "/api/board/elections/"+f.id+"/bundle", nil)
	judge(t, "the honest count", bundle, "")
	b := must(ballotbox.ReadBundle(bytes.NewReader(bundle), int64(len(bundle))))(t)
	leaves := []ballotbox.Hash{f.manifest.OpenLeaf()}
	for _, l := range b.Leaves {
		leaves = append(leaves, l.Leaf(f.id))
	}
	leaves = append(leaves, ballotbox.EndLeaf(text))
	size := int64(len(leaves))
	checkpoint := must(f.key.Checkpoint(f.id, ballotbox.Checkpoint{Size: size, Root: ballotbox.MerkleRoot(leaves)}))(t)
	backup := filepath.Join(t.TempDir(), "copy")
	noError(t, os.CopyFS(backup, os.DirFS(f.dir)))
	for name, seal := range forged {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			noError(t, os.CopyFS(dir, os.DirFS(backup)))
			f.force(t, dir, c, seal, checkpoint, size)
			s := must(store.Open(t.Context(), dir, store.Options{}))(t)
			defer s.Close()
			if err := s.Check(t.Context()); err == nil {
				t.Error("the check of the file finds nothing")
			}
			served := must(s.Bundle(t.Context(), store.ElectionID(f.id)))(t)
			var zipped bytes.Buffer
			noError(t, served.Write(&zipped))
			if name == complete {
				judge(t, name, zipped.Bytes(), "")
			} else {
				judge(t, name, zipped.Bytes(), "seal")
			}
		})
	}
}

// force writes a count into the file of a data directory.
func (f *forger) force(t *testing.T, dir string, c *ballotbox.Counted, seal, checkpoint []byte, size int64) {
	t.Helper()
	db := must(bolt.Open(filepath.Join(dir, store.FileName), 0o600, nil))(t)
	defer db.Close()
	if err := db.Update(func(tx *bolt.Tx) error {
		counted := tx.Bucket([]byte("counted")).Bucket([]byte(f.id))
		var codes []byte
		for _, code := range c.Codes {
			codes = append(codes, code[:]...)
		}
		return errors.Join(
			counted.Put([]byte("codes"), codes), counted.Put([]byte("counts"), c.Counts), counted.Put([]byte("result"), c.Raw),
			counted.Put([]byte("seal"), seal),
			tx.Bucket([]byte("checkpoints")).Bucket([]byte(f.id)).Put(binary.BigEndian.AppendUint64(nil, uint64(size)),
				checkpoint),
		)
	}); err != nil {
		t.Fatal(err)
	}
}

// judge asks the three verifiers, and wants one check to fail, or none.
func judge(t *testing.T, name string, bundle []byte, want string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bundle.zip")
	noError(t, os.WriteFile(path, bundle, 0o600))
	b := must(ballotbox.ReadBundle(bytes.NewReader(bundle), int64(len(bundle))))(t)
	var failed []string
	for _, c := range ballotbox.Verify(b, ballotbox.Evidence{}) {
		if c.Err != nil {
			failed = append(failed, c.Name)
		}
	}
	check := func(verifier string, failed []string) {
		if (want == "") != (len(failed) == 0) || want != "" && !slices.Contains(failed, want) {
			t.Errorf("%s: %s finds that these fail: %v, want %q", name, verifier, failed, want)
		}
	}
	check("verify", failed)
	failed = nil
	for line := range strings.Lines(run(t, path, "python3", "../../store/ballotbox/verify.py", path)) {
		if rest, ok := strings.CutPrefix(line, "FAIL  "); ok {
			check, _, _ := strings.Cut(rest, ":")
			failed = append(failed, check)
		}
	}
	check("verify.py", failed)
	says := strings.TrimSpace(run(t, path+"\n", "node", "../../web/testdata/bundles.js"))
	failed = nil
	if rest, ok := strings.CutPrefix(says, "failed "); ok {
		failed = strings.Split(rest, ",")
	} else if says != "ok" {
		t.Errorf("%s: the page says %q", name, says)
	}
	check("the page", failed)
}

// run is what a program prints. Its exit code says what it found, and is not looked at. Where the
// program is missing the test is skipped, but not on the machine that decides about a change.
func run(t *testing.T, input, program string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), path, args...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return string(out)
}
