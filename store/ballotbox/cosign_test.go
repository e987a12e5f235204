package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestAWitnessHasAVerifierKey(t *testing.T) {
	w := witness(1)
	key := "\x04" + string(w.Key)
	id := sha256.Sum256([]byte(w.Name + "\n" + key))
	want := fmt.Sprintf("%s+%x+%s", w.Name, id[:4], base64.StdEncoding.EncodeToString([]byte(key)))
	if w.String() != want {
		t.Errorf("%s, want %s", w, want)
	}
	if got, err := ParseWitness(want); err != nil || got.Name != w.Name || !bytes.Equal(got.Key, w.Key) {
		t.Errorf("%s is read as %v, %v", want, got, err)
	}
	log := strings.Replace(want, base64.StdEncoding.EncodeToString([]byte(key)), base64.StdEncoding.EncodeToString([]byte("\x01"+key[1:])), 1)
	for _, wrong := range []string{"", "w", w.Name, log, want[1:], want + "=", want + "\n", strings.ToUpper(want), strings.Replace(want, "+", "++", 1), want[:len(want)-4], "a b" + want} {
		if got, err := ParseWitness(wrong); err == nil {
			t.Errorf("%q is read as %v", wrong, got)
		}
	}
}

func TestCosignaturesAreCollected(t *testing.T) {
	h := holdWith(watched, 2, 1)
	signed := h.checkpointAt(5, h.signer.signNote)
	text := NoteText(signed)
	from := func(lines ...string) []byte { return []byte(text + "\n" + strings.Join(lines, "")) }
	line := func(n int, at uint64) string { return cosigned(witness(n), witnessKey(n), at, text) }
	for _, more := range [][]byte{
		from(line(2, 7)), from(line(8, 1), line(0, 5), line(7, 1)), append(bytes.Clone(signed), line(2, 9)...), // w2 keeps its first line
	} {
		var err error
		if signed, err = h.manifest.AddCosignatures(signed, more); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(h.checkpointAt(5, h.signer.signNote)) + line(0, 5) + line(2, 7); string(signed) != want {
		t.Errorf("%s\nwant\n%s", signed, want)
	}
	c, names, err := h.manifest.OpenCosigned(signed)
	if err != nil || c.Size != 5 || !slices.Equal(names, []string{witness(0).Name, witness(2).Name}) {
		t.Errorf("%v by %q, %v", c, names, err)
	}
	other := NoteText(h.checkpoints[0].Signed)
	for name, wrong := range map[string][]byte{
		"a stranger":            from(line(8, 1)),
		"nobody":                from(),
		"another checkpoint":    []byte(other + "\n" + cosigned(witness(1), witnessKey(1), 1, other)),
		"another's text":        []byte(other + "\n" + line(1, 1)),
		"a wrong key":           from(cosigned(witness(1), witnessKey(2), 1, text)),
		"one right, one wrong":  from(line(1, 1), cosigned(witness(0), witnessKey(2), 1, text)),
		"nothing":               nil,
		"a line without a form": from(line(1, 1), "x\n"),
	} {
		if got, err := h.manifest.AddCosignatures(signed, wrong); err == nil {
			t.Errorf("%s: taken\n%s", name, got)
		}
	}
	if _, err := h.manifest.AddCosignatures(from(line(1, 1)), from(line(2, 1))); err == nil {
		t.Error("a checkpoint that the installation has not signed is cosigned")
	}
	if _, names, err := hold(2, 1).manifest.OpenCosigned(h.checkpointAt(5, h.signer.signNote)); err == nil && len(names) > 0 {
		t.Errorf("witnesses of no manifest: %q", names)
	}
}
