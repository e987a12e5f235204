package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
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
	log := strings.Replace(want, base64.StdEncoding.EncodeToString([]byte(key)),
		base64.StdEncoding.EncodeToString([]byte("\x01"+key[1:])), 1)
	for _, wrong := range []string{"", "w", w.Name, log, want[1:], want + "=", want + "\n", strings.ToUpper(want),
		strings.Replace(want, "+", "++", 1), want[:len(want)-4], "a b" + want} {
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
		// w2 keeps its first line
		from(line(2, 7)), from(line(8, 1), line(0, 5), line(7, 1)), append(bytes.Clone(signed), line(2, 9)...),
	} {
		signed = must(h.manifest.AddCosignatures(signed, more))
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
	if _, names, err := hold(2, 1).manifest.OpenCosigned(h.checkpointAt(5, h.signer.signNote)); err == nil &&
		len(names) > 0 {
		t.Errorf("witnesses of no manifest: %q", names)
	}
}

// judgeKeys tells of each line whether verify.py takes it for the key of a witness.
const judgeKeys = `
import json, os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.getcwd())
from verify import parse_witness
for text in json.load(sys.stdin):
    try: print(json.dumps(":".join(part if type(part) is str else part.hex()
                                    for part in parse_witness(text) if type(part) is not int)))
    except Exception: print('""')
`

// Keys of witnesses that were changed in one place are read by both verifiers, to the same name and
// key, or by neither.
func TestVerifiersAgreeAboutTheKeysOfWitnesses(t *testing.T) {
	interpreter, found := python(t)
	if !found {
		return
	}
	vkey := func(name string, key []byte) string { return Witness{name, key}.String() }
	good, key := witness(1).String(), []byte(witness(1).Key)
	keys := []string{
		good, "", "+", "++", good + " ", good + "\n", " " + good, good + "=", good + "+", good[:len(good)-1],
		strings.ToUpper(good), strings.Replace(good, "+", "+0", 1),
		vkey("", key), vkey("é", key), vkey("a b", key), vkey("a+b", key), vkey("a\x7f", key), vkey("a\x00", key),
		vkey("a\nb", key), vkey("\xff", key), vkey("~!", key),
		vkey("ostrakon/w", key), vkey(strings.Repeat("w", MaxHolderName), key),
		vkey(strings.Repeat("w", MaxHolderName+1), key),
		vkey("w", nil), vkey("w", key[1:]), vkey("w", append(slices.Clone(key), 0)), vkey("w", append([]byte{4}, key...)),
	}
	for _, odd := range []byte{0, 1, 2, 0x7f, 0x80, 0xff} { // points of low order, points in a second form, and no points
		for _, last := range []byte{0, 0x7f, 0x80, 0xff} {
			keys = append(keys, vkey("w", slices.Concat([]byte{odd}, bytes.Repeat([]byte{last &^ 0x80}, 30), []byte{last})),
				vkey("w", slices.Concat([]byte{odd}, bytes.Repeat([]byte{0xff}, 30), []byte{last})))
		}
	}
	rng := rand.New(rand.NewPCG(3, 0))
	for range 400 {
		keys = append(keys, string((&alteration{rng: rng}).changeBytes([]byte(good))))
	}
	keys = slices.DeleteFunc(keys, func(k string) bool { return !utf8.ValidString(k) }) // which JSON cannot say
	cmd := exec.CommandContext(t.Context(), interpreter, "-c", judgeKeys)
	cmd.Stdin = bytes.NewReader(must(json.Marshal(keys)))
	out, err := cmd.Output()
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if err != nil || len(lines) != len(keys) {
		t.Fatalf("%d answers to %d keys: %v", len(lines), len(keys), err)
	}
	taken := 0
	for i, key := range keys {
		ours := ""
		if w, err := ParseWitness(key); err == nil {
			ours = fmt.Sprintf("%s:%08x:%x", w.Name, w.KeyHash(), w.Key)
			taken++
		}
		var theirs string
		if err := json.Unmarshal([]byte(lines[i]), &theirs); err != nil || ours != theirs {
			t.Errorf("%q: read as %q, and by verify.py as %q, %v", key, ours, theirs, err)
		}
	}
	if taken < 3 || taken > len(keys)/2 {
		t.Errorf("%d of %d keys are taken", taken, len(keys))
	}
}

// A witness whom no manifest names is given; the lines of the checkpoint are changed in one place, or
// are there in another order or number. Both verifiers give one verdict.
func TestVerifiersAgreeAboutCosignaturesOfOthers(t *testing.T) {
	interpreter, found := python(t)
	if !found {
		return
	}
	rng := rand.New(rand.NewPCG(4, 0))
	var elections []*held
	for n := range 60 {
		h := hold(2, 1)
		if n%3 == 0 {
			h = holdWith(watched, 2, 1)
		}
		text, own := NoteText(h.bundle.Checkpoint), len(h.bundle.Checkpoint)
		for _, of := range rng.Perm(4)[:1+rng.IntN(4)] {
			of += rng.IntN(2) * 2
			h.bundle.Checkpoint = append(h.bundle.Checkpoint,
				cosigned(witness(of), witnessKey(of+rng.IntN(8)/7), rng.Uint64(), text)...)
		}
		if n > 10 {
			c := &alteration{rng: rng}
			change := []func([]byte) []byte{c.changeBytes, c.changeLines}[rng.IntN(2)]
			h.bundle.Checkpoint = slices.Concat(h.bundle.Checkpoint[:own], change(h.bundle.Checkpoint[own:]))
		}
		h.bring = Evidence{Witnesses: []Witness{witness(rng.IntN(5))}}
		elections = append(elections, h)
	}
	ends := make(map[string]int)
	for i, run := range runBatch(t, interpreter, elections) {
		ours, theirs := goVerdict(elections[i]), parseVerdict(t, run.Out, run.Status)
		if !slices.Equal(ours.fails, theirs.fails) {
			t.Errorf("%q fail, and for verify.py %q:\n%s", ours.fails, theirs.fails, elections[i].bundle.Checkpoint)
		}
		ends[strings.Join(ours.fails, " ")]++
	}
	if len(ends) < 3 || ends[""] == 0 {
		t.Errorf("only these checks fail: %v", ends)
	}
}
