package ballotbox

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
)

func TestASigningKeyHas32Bytes(t *testing.T) {
	for _, n := range []int{0, 31, 33, 64} {
		if _, err := NewSigner(make([]byte, n)); err == nil {
			t.Errorf("a seed of %d bytes is taken", n)
		}
	}
}

// vkey is the verifier key of an election's notes, made from the C2SP signed-note specification.
func vkey(h *held) string {
	name, key := "ostrakon/"+h.manifest.ElectionID, "\x01"+string(h.signer.Public())
	id := sha256.Sum256([]byte(name + "\n" + key))
	return fmt.Sprintf("%s+%x+%s", name, id[:4], base64.StdEncoding.EncodeToString([]byte(key)))
}

func TestCheckpointsAndSealsAreSignedNotes(t *testing.T) {
	h := hold(TieStated, 2, 1)
	v := must(note.NewVerifier(vkey(h)))
	cast := h.seal().Cast
	for signed, want := range map[string]string{
		string(h.bundle.Checkpoint): fmt.Sprintf("ostrakon/%s\n3\n%s\n", h.manifest.ElectionID, base64.StdEncoding.EncodeToString(cast.Root[:])),
		string(h.bundle.Seal): fmt.Sprintf("ostrakon/seal/1\nelection %s\nmanifest %s\ncastSize 3\ncastRoot %s\nballotsRoot %s\ncodesRoot %s\nresult %s\ntieSeed %x\n",
			h.manifest.ElectionID, ManifestHash(h.bundle.Manifest), cast.Root, h.seal().BallotsRoot, h.seal().CodesRoot, ResultHash(h.bundle.Result), h.secret.TieSeed()),
	} {
		n, err := note.Open([]byte(signed), note.VerifierList(v))
		if err != nil || n.Text != want || len(n.Sigs) != 1 {
			t.Errorf("%v\n%s\nwant the text\n%s", err, signed, want)
		}
	}
}

func TestACheckpointSurvivesItsText(t *testing.T) {
	h := open(TieStated, 2)
	for _, c := range []Checkpoint{{0, MerkleRoot(nil)}, {1, Hash{1}}, {1<<63 - 1, Hash(filled(255, 32))}} {
		got, err := h.manifest.OpenCheckpoint(must(h.signer.Checkpoint(h.manifest.ElectionID, c)))
		if err != nil || got != c {
			t.Errorf("%v is read as %v, %v", c, got, err)
		}
	}
}

func TestAWitnessMaySignACheckpointToo(t *testing.T) {
	h := hold(TieStated, 1, 2)
	interpreter, found := python(t)
	skey, _, err := note.GenerateKey(nil, "witness.example/w")
	if err != nil {
		t.Fatal(err)
	}
	n := must(note.Open(h.bundle.Checkpoint, note.VerifierList(must(note.NewVerifier(vkey(h))))))
	h.bundle.Checkpoint = must(note.Sign(n, must(note.NewSigner(skey))))
	if strings.Count(string(h.bundle.Checkpoint), "— ") != 2 {
		t.Fatalf("not two signatures:\n%s", h.bundle.Checkpoint)
	}
	if v := goVerdict(h); len(v.fails) > 0 {
		t.Errorf("Verify: %q fail: %s", v.fails, v.says["checkpoint"])
	}
	if found {
		if run := runBatch(t, interpreter, []*held{h})[0]; run.Status != 0 {
			t.Errorf("verify.py:\n%s", run.Out)
		}
	}
}

func TestACheckpointHasOneForm(t *testing.T) {
	h := open(TieStated, 2)
	origin, root := h.manifest.origin(), base64.StdEncoding.EncodeToString(filled(1, 32))
	for name, text := range map[string]string{
		"no size":                    origin + "\n" + root + "\n",
		"a size with a zero before":  origin + "\n01\n" + root + "\n",
		"a size with a sign":         origin + "\n+1\n" + root + "\n",
		"a size below zero":          origin + "\n-1\n" + root + "\n",
		"a size of 65 bits":          origin + "\n18446744073709551616\n" + root + "\n",
		"a size that is a fraction":  origin + "\n1.0\n" + root + "\n",
		"a root that is short":       origin + "\n1\n" + root[:40] + "\n",
		"a root in hexadecimal":      origin + "\n1\n" + Hash{1}.String() + "\n",
		"a root with its spare bits": origin + "\n1\n" + root[:42] + string(root[42]+1) + "=\n",
		"a line more":                origin + "\n1\n" + root + "\nmore\n",
		"another origin":             "ostrakon/" + idOf("another") + "\n1\n" + root + "\n",
	} {
		if c, err := h.manifest.OpenCheckpoint(must(h.signer.signNote(origin, text))); err == nil {
			t.Errorf("%s: read as %v", name, c)
		}
	}
}

func TestNotesOfOthersAreRefused(t *testing.T) {
	h := open(TieStated, 2)
	c := Checkpoint{1, Hash{1}}
	right := string(must(h.signer.Checkpoint(h.manifest.ElectionID, c)))
	for name, signed := range map[string]string{
		"another key":                  string(must(other().Checkpoint(h.manifest.ElectionID, c))),
		"another election":             string(must(h.signer.Checkpoint(idOf("another"), c))),
		"another key in the same name": string(must(pretending(h.signer.Public())(h.manifest.origin(), c.text(h.manifest.origin())))),
		"an edited text":               strings.Replace(right, "\n1\n", "\n2\n", 1),
		"no signature":                 right[:strings.Index(right, "\n\n")+2],
		"no line end":                  strings.TrimSuffix(right, "\n"),
		"line ends as on Windows":      strings.ReplaceAll(right, "\n", "\r\n"),
		"nothing":                      "",
	} {
		if got, err := h.manifest.OpenCheckpoint([]byte(signed)); err == nil {
			t.Errorf("%s: read as %v", name, got)
		}
	}
}
