package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
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

// holderKey is the verifier key of a holder's lines.
func holderKey(h *held, number int) string {
	name, key := fmt.Sprintf("ostrakon/%s/holder/%d", h.manifest.ElectionID, number),
		"\x01"+string(h.secrets[number].SigningKey())
	id := sha256.Sum256([]byte(name + "\n" + key))
	return fmt.Sprintf("%s+%x+%s", name, id[:4], base64.StdEncoding.EncodeToString([]byte(key)))
}

func TestCheckpointsAndSealsAreSignedNotes(t *testing.T) {
	h := hold(2, 1)
	office := must(note.NewVerifier(vkey(h)))
	second, third := must(note.NewVerifier(holderKey(h, 2))), must(note.NewVerifier(holderKey(h, 3)))
	log := h.log()
	cast := MerkleRoot(log[:4])
	leaves := slices.SortedFunc(slices.Values(log[1:4]), func(a, b Hash) int { return bytes.Compare(a[:], b[:]) })
	whole := MerkleRoot(log)
	for _, c := range []struct {
		signed []byte
		by     []note.Verifier
		want   string
	}{
		{h.bundle.Checkpoint, []note.Verifier{office},
			fmt.Sprintf("ostrakon/%s\n5\n%s\n", h.manifest.ElectionID, base64.StdEncoding.EncodeToString(whole[:]))},
		{h.bundle.Seal, []note.Verifier{office, second, third},
			fmt.Sprintf("ostrakon/seal/4\nelection %s\nmanifest %s\ncastSize 4\ncastRoot %s\nballots %s\nnotices %s\n"+
				"counts %s\ncodesRoot %s\nresult %s\nexports 2\ncountedAt 2026-05-03T19:00:00Z\ncountedBy table\n",
				h.manifest.ElectionID, ManifestHash(h.bundle.Manifest), cast,
				domainHash("ostrakon/ballots/4", string(slices.Concat(leaves[0][:], leaves[1][:], leaves[2][:]))),
				domainHash("ostrakon/notices/4", "[]"), domainHash("ostrakon/counts/4", string(h.bundle.Counts)),
				h.seal().CodesRoot,
				domainHash("ostrakon/result/4", string(h.bundle.Result)))},
	} {
		n, err := note.Open(c.signed, note.VerifierList(c.by...))
		if err != nil || n.Text != c.want || len(n.Sigs) != len(c.by) || len(n.UnverifiedSigs) != 0 {
			t.Errorf("%v\n%s\nwant the text\n%s", err, c.signed, c.want)
		}
	}
}

// domainHash is a hash of the protocol, written out.
func domainHash(domain, content string) Hash { return sha256.Sum256([]byte(domain + "\x00" + content)) }

func TestACheckpointSurvivesItsText(t *testing.T) {
	h := open(2, nil)
	for _, c := range []Checkpoint{{0, MerkleRoot(nil)}, {1, Hash{1}}, {9_999_999_999_999_999, Hash(filled(255, 32))}} {
		got, err := h.manifest.OpenCheckpoint(must(h.signer.Checkpoint(h.manifest.ElectionID, c)))
		if err != nil || got != c {
			t.Errorf("%v is read as %v, %v", c, got, err)
		}
	}
}

func TestAStrangerMaySignACheckpointToo(t *testing.T) {
	h := hold(1, 2)
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
		if run := runBatch(t, interpreter, []*held{h})[0]; run.Status != 3 {
			t.Errorf("verify.py:\n%s", run.Out)
		}
	}
}

func TestACheckpointHasOneForm(t *testing.T) {
	h := open(2, nil)
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
	h := open(2, nil)
	c := Checkpoint{1, Hash{1}}
	right := string(must(h.signer.Checkpoint(h.manifest.ElectionID, c)))
	for name, signed := range map[string]string{
		"another key":      string(must(other().Checkpoint(h.manifest.ElectionID, c))),
		"another election": string(must(h.signer.Checkpoint(idOf("another"), c))),
		"another key in the same name": string(
			must(pretending(h.signer.Public())(h.manifest.origin(), c.text(h.manifest.origin())))),
		"an edited text":          strings.Replace(right, "\n1\n", "\n2\n", 1),
		"no signature":            right[:strings.Index(right, "\n\n")+2],
		"no line end":             strings.TrimSuffix(right, "\n"),
		"line ends as on Windows": strings.ReplaceAll(right, "\n", "\r\n"),
		"nothing":                 "",
		"spare bits in its base64": strings.TrimSuffix(right, "=\n")[:len(right)-3] + string(right[len(right)-3]+1) +
			"=\n",
		"a witness of no ASCII":       right + "— w\u00e9 AAAAAAA=\n",
		"a witness with a control":    right + "— w\x7f AAAAAAA=\n",
		"a witness with spare bits":   right + "— w AAAAAAB=\n",
		"a witness of four bytes":     right + "— w AAAAAA==\n",
		"a line that is no signature": right + "w AAAAAAA=\n",
		"a witness with two spaces":   right + "— w  AAAAAAA=\n",
	} {
		if got, err := h.manifest.OpenCheckpoint([]byte(signed)); err == nil {
			t.Errorf("%s: read as %v", name, got)
		}
	}
}

func TestSigningKeysHaveOneFormAndAHighOrder(t *testing.T) {
	if err := CheckSigningKey(other().Public()); err != nil {
		t.Error(err)
	}
	for name, key := range weakKeys() {
		if err := CheckSigningKey(key); err == nil {
			t.Errorf("%s is taken: %x", name, key)
		}
	}
}

// weakKeys are keys that no verifier takes.
func weakKeys() map[string][]byte {
	end := append(filled(0xff, 31), 0x7f) // 2^255-1, and p is 18 less
	at := func(low byte, sign byte) []byte {
		key := append([]byte{low}, end[1:]...)
		key[31] |= sign
		return key
	}
	eighth := must(hex.DecodeString("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
	return map[string][]byte{
		"the identity":           append([]byte{1}, make([]byte, 31)...),
		"the identity, sign set": append(append([]byte{1}, make([]byte, 30)...), 0x80),
		"order 2":                at(0xec, 0),
		"order 2, sign set":      at(0xec, 0x80),
		"order 4":                make([]byte, 32),
		"order 4, the other":     append(make([]byte, 31), 0x80),
		"order 8":                eighth,
		"order 8, the second":    append(bytes.Clone(eighth[:31]), eighth[31]|0x80),
		"order 8, the third": must(
			hex.DecodeString("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")),
		"order 8, the fourth": must(
			hex.DecodeString("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa")),
		"y = p":                      at(0xed, 0),
		"y = p + 1":                  at(0xee, 0),
		"y = p + 3":                  at(0xf0, 0),
		"y = 2^255-1, with its sign": at(0xff, 0x80),
		"no point":                   append([]byte{2}, make([]byte, 31)...), // 2 is no point's y
		"31 bytes":                   other().Public()[1:],
	}
}
