package ballotbox

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/tally"
)

// judge runs verify.py over many bundles in one interpreter: to start one takes longer than to
// verify a small bundle. It reads paths and prints for each what the verifier prints, as JSON.
const judge = `
import contextlib, io, json, os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.getcwd())
from verify import verify
for path in sys.stdin.read().splitlines():
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        verify(path)
    print(json.dumps(out.getvalue()))
`

// TestVerifiersAgree changes bundles at random, in their bytes, lines and JSON, and most of them are
// signed anew afterwards. Verify, verify.py and the page's modules must name the same checks that
// fail: in 150 bundles, and in 5,000 other ones each time where OSTRAKON_LONG is set.
func TestVerifiersAgree(t *testing.T) {
	n, seed := 150, uint64(1)
	if os.Getenv("OSTRAKON_LONG") != "" {
		n, seed = 5000, rand.Uint64()
	}
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	honest := []*held{assembly(), hold(3, 2, 2), hold(0, 0), elsewhere(), stopped(), holdBook(), wards(), council(),
		board(), urn(), owners(), holdProved()}
	bundles, how := make([][]byte, n), make([]string, n)
	for i := range n {
		// One thing of a bundle changes, or two.
		h := honest[rng.IntN(len(honest))]
		c := &alteration{rng: rng, h: h, files: make(map[string][]byte)}
		for _, f := range h.bundle.files() {
			c.names, c.files[f.name] = append(c.names, f.name), contentOf(f)
		}
		for range 1 + rng.IntN(2) {
			name := c.names[rng.IntN(len(c.names))]
			before := c.files[name]
			if strings.HasSuffix(name, ".json") && rng.IntN(3) > 0 {
				c.files[name] = c.changeJSON(before)
			} else if rng.IntN(6) > 0 {
				c.files[name] = c.changeLines(before)
			} else {
				c.files[name] = c.changeBytes(before)
			}
			c.how = append(c.how, fmt.Sprintf("%s: %s", name, difference(before, c.files[name])))
		}
		if rng.IntN(5) > 0 {
			c.signAnew()
		}
		bundles[i], how[i] = c.file(), strings.Join(c.how, ", ")
	}
	ends := agree(t, bundles, how, judge)
	if len(ends) < 10 || ends[""] == 0 {
		t.Errorf("only these checks fail: %v", ends)
	}
}

// agree runs the three verifiers over bundles and compares their verdicts. how says what each bundle
// is. It returns how many bundles fail which checks.
func agree(t *testing.T, bundles [][]byte, how []string, python string) map[string]int {
	t.Helper()
	dir := t.TempDir()
	var paths strings.Builder
	for i, bundle := range bundles {
		path := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(path, bundle, 0o600); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&paths, path)
	}
	for _, pattern := range []string{"verify.py", "../../web/testdata/bundles.js", "../../web/static/lib/*.js",
		"../../web/static/lib/crypto/*.js", "../../web/static/lib/tally/*.js"} {
		programs, err := filepath.Glob(pattern)
		if err != nil || len(programs) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, program := range programs {
			if _, err := os.Stat(program); err != nil { // so that go test runs again when it changes
				t.Fatal(err)
			}
		}
	}
	ofPage := judging(t, paths.String(), len(bundles), "node", "../../web/testdata/bundles.js")
	ofPython := judging(t, paths.String(), len(bundles), "python3", "-c", python)
	page := ofPage()
	differ, ends := 0, make(map[string]int)
	for i, raw := range ofPython() {
		var theirs string
		if err := json.Unmarshal([]byte(raw), &theirs); err != nil {
			t.Fatal(err)
		}
		ours := said(bundles[i])
		ends[strings.Join(failures(ours), " ")]++
		verdict := "ok"
		if failed := failures(ours); len(failed) > 0 {
			verdict = "failed " + strings.Join(failed, ",")
		}
		if withoutWords(ours) == withoutWords(theirs) && page[i] == verdict {
			continue
		}
		if differ++; differ <= 3 {
			t.Errorf("bundle %d: %s\nVerify says\n%.3000s\nverify.py says\n%.3000s\nthe page says\n%s", i, how[i], ours, theirs,
				page[i])
		}
	}
	if differ > 3 {
		t.Errorf("%d bundles differ", differ)
	}
	t.Logf("what fails: %v", ends)
	return ends
}

// judging starts a program that reads the paths of n bundles and prints a line about each, which the
// function it returns waits for. Where the program is missing the test is skipped, but not on the
// machine that decides about a change.
func judging(t *testing.T, paths string, n int, program ...string) (verdicts func() []string) {
	t.Helper()
	path, err := exec.LookPath(program[0])
	if err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	cmd := exec.CommandContext(t.Context(), path, program[1:]...)
	cmd.Stdin = strings.NewReader(paths)
	var out, complaints strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return func() []string {
		t.Helper()
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%s: %v\n%s", program[0], err, &complaints)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != n {
			t.Fatalf("%d verdicts of %s on %d bundles", len(lines), program[0], n)
		}
		return lines
	}
}

// said is what Verify says of a bundle, a line a check.
func said(file []byte) string {
	b, err := read(file)
	if err != nil {
		return fmt.Sprintf("FAIL  bundle: %v\n", err)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s\nok    bundle: every file is there and can be read\n", must(b.Digests()))
	for _, c := range Verify(b, Evidence{}) {
		if c.Err != nil {
			fmt.Fprintf(&out, "FAIL  %s: %v\n", c.Name, c.Err)
		} else {
			fmt.Fprintf(&out, "ok    %s: %s\n", c.Name, c.Says)
		}
	}
	return out.String()
}

// withoutWords leaves of each check only its name and whether it holds.
func withoutWords(lines string) string {
	var out strings.Builder
	for line := range strings.Lines(lines) {
		name, _, _ := strings.Cut(line, ": ")
		fmt.Fprintln(&out, strings.TrimSpace(name))
	}
	return out.String()
}

// failures are the names of the checks that fail.
func failures(lines string) []string {
	var names []string
	for line := range strings.Lines(lines) {
		if name, _, _ := strings.Cut(line, ": "); strings.HasPrefix(name, "FAIL  ") {
			names = append(names, name[6:])
		}
	}
	return names
}

// elsewhere holds an election that misses its quorum, with stages of an irv, whose key the server has.
func elsewhere() *held {
	h := open(2, func(m *Manifest) {
		byServer(m)
		irv := question("speaker", tally.IRV, 4)
		irv.Max, irv.Draw, irv.Evidence = 4, true, EvidenceStages
		m.Questions = append(m.Questions, irv)
		m.Electorate = rollOf(9, 1)
		m.Quorum = &Quorum{Least: []int{2, 3}}
	})
	var papers []Opened
	for n := range 4 {
		papers = append(papers, Opened{Marks: ballotOf(h.manifest, n), Class: 1})
	}
	h.cast(papers...)
	return h
}

// stopped holds an election that was cancelled after its end was moved.
func stopped() *held {
	h := open(3, watched)
	h.notice("2026-05-02T18:00:00Z", "Snow")
	h.cast(votesFor(5, 4, 3)...)
	h.cancel("A candidate has withdrawn — again")
	return h
}

// alteration is a bundle in the making: files in their order, some changed, and how.
type alteration struct {
	rng   *rand.Rand
	h     *held
	names []string
	files map[string][]byte
	how   []string
}

// file is the bundle, rarely with changed bytes of the zip itself.
func (c *alteration) file() []byte {
	var entries []entry
	for _, name := range c.names {
		entries = append(entries, entry{name, string(c.files[name])})
	}
	zip := form(entries)
	if c.rng.IntN(25) > 0 {
		return zip
	}
	changed := c.changeBytes(zip)
	c.how = append(c.how, "zip: "+difference(zip, changed))
	return changed
}

// signAnew makes the seal and the checkpoint that the changed files give, as far as they can be
// read, so that the checks behind them are tried. The result names a changed manifest.
func (c *alteration) signAnew() {
	m := *c.h.manifest
	m.hash = ManifestHash(c.files["manifest.json"])
	c.files["result.json"] = bytes.ReplaceAll(c.files["result.json"], []byte(c.h.manifest.hash.String()),
		[]byte(m.hash.String()))
	if m.hash != c.h.manifest.hash && c.rng.IntN(2) == 0 {
		c.files["notices.json"] = notesFile(c.notices(&m))
	}
	h := &held{signer: c.h.signer, secrets: c.h.secrets, manifest: &m, bundle: &Bundle{Seal: c.files["seal.txt"]}}
	for _, f := range h.bundle.files() {
		if f.name != "seal.txt" && f.read(
			io.NewSectionReader(bytes.NewReader(c.files[f.name]), 0, int64(len(c.files[f.name])))) != nil {
			switch f.name {
			case "codes.txt":
				h.bundle.Codes = c.h.bundle.Codes
			case "leaves.txt":
				h.bundle.Leaves = c.h.bundle.Leaves
			case "pollbook.txt":
				h.bundle.Stubs = c.h.bundle.Stubs
			case "handed.txt":
				h.bundle.Handed = c.h.bundle.Handed
			}
		}
	}
	s := h.seal()
	s.Notices = hashOf("ostrakon/notices/4\x00", c.files["notices.json"])
	text := s.text()
	if c.rng.IntN(8) == 0 {
		text = string(c.changeLines([]byte(text)))
		c.how = append(c.how, "the seal's text: "+difference([]byte(s.text()), []byte(text)))
	}
	if _, err := h.signer.signNote(m.origin(), text); err == nil && len(h.bundle.Seal) > 0 {
		by := h.secrets
		if c.rng.IntN(10) == 0 {
			by = h.bySome(1)
			c.how = append(c.how, "one holder has signed")
		}
		h.bundle.Seal = h.signedBy(h.signer.signNote, text, by)
		c.files["seal.txt"] = h.bundle.Seal
	}
	if c.rng.IntN(4) > 0 {
		h.recheckpoint(h.signer.signNote)
		c.files["checkpoint.txt"] = h.bundle.Checkpoint
	}
	if c.rng.IntN(8) == 0 {
		c.files["checkpoint.txt"] = c.changeLines(c.files["checkpoint.txt"])
		c.how = append(c.how, "the checkpoint: "+difference(h.bundle.Checkpoint, c.files["checkpoint.txt"]))
	}
}

// notices are those of the honest election, signed anew for another manifest.
func (c *alteration) notices(m *Manifest) []string {
	var notices []string
	for _, signed := range c.h.bundle.Notices {
		n, err := c.h.manifest.OpenNotice([]byte(signed))
		n.Manifest = m.hash
		again := []byte(nil)
		if err == nil {
			again = must(c.h.signer.Notice(n))
		} else {
			again = must(c.h.signer.Cancellation(m.ElectionID, m.hash, must(c.h.manifest.OpenCancellation([]byte(signed)))))
		}
		notices = append(notices, string(again))
	}
	return notices
}

// difference shows where two texts begin to differ.
func difference(a, b []byte) string {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	from := max(0, at-30)
	return fmt.Sprintf("at %d %.80q became %.80q", at, a[from:], b[from:])
}

// changeBytes changes a byte, leaves some out, or repeats some.
func (c *alteration) changeBytes(raw []byte) []byte {
	if len(raw) == 0 {
		return []byte("\n")
	}
	at := c.rng.IntN(len(raw))
	some := min(len(raw)-at, 1+c.rng.IntN(40))
	switch c.rng.IntN(4) {
	case 0:
		raw = bytes.Clone(raw)
		raw[at] ^= 1 << c.rng.IntN(8)
		return raw
	case 1:
		return slices.Concat(raw[:at], raw[at+some:])
	case 2:
		return slices.Concat(raw[:at], raw[at:at+some], raw[at:])
	}
	odd := []string{"\x00", "\r", "\n", " ", "0", "é", "\xff", "\u0085", "-", "=", "A"}
	return slices.Concat(raw[:at], []byte(odd[c.rng.IntN(len(odd))]), raw[at:])
}

// changeLines changes, leaves out, repeats or moves a line, or a number in it.
func (c *alteration) changeLines(raw []byte) []byte {
	lines := bytes.SplitAfter(raw, []byte("\n"))
	i, k := c.rng.IntN(len(lines)), c.rng.IntN(len(lines))
	switch c.rng.IntN(5) {
	case 0:
		lines = slices.Delete(lines, i, i+1)
	case 1:
		lines = slices.Insert(lines, i, lines[k])
	case 2:
		lines[i], lines[k] = lines[k], lines[i]
	case 3:
		words := strings.Split(string(lines[i]), " ")
		w := c.rng.IntN(len(words))
		words[w] = []string{"0", "1", "2", "9007199254740993", "01", "+1", "-1", "1e3", "", words[w] + "0",
			words[0]}[c.rng.IntN(11)]
		lines[i] = []byte(strings.Join(words, " "))
	default:
		lines[i] = c.changeBytes(lines[i])
	}
	return bytes.Join(lines, nil)
}

// changeJSON changes one value anywhere, and writes the whole in its canonical form, if it has one.
func (c *alteration) changeJSON(raw []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return c.changeBytes(raw)
	}
	tree = c.changeValue(tree)
	if changed, err := appendCanonical(nil, tree); err == nil {
		return changed
	}
	return must(json.Marshal(tree))
}

func (c *alteration) changeValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		name := names[c.rng.IntN(len(names))]
		switch c.rng.IntN(20) {
		case 0:
			delete(v, name)
		case 1:
			v["more"] = []any{json.Number("1"), json.Number("2")}
		default:
			v[name] = c.changeValue(v[name])
		}
		return v
	case []any:
		if len(v) == 0 {
			return []any{json.Number("1")}
		}
		i, k := c.rng.IntN(len(v)), c.rng.IntN(len(v))
		switch c.rng.IntN(12) {
		case 0:
			return slices.Delete(v, i, i+1)
		case 1:
			return slices.Insert(v, i, v[k])
		case 2:
			v[i], v[k] = v[k], v[i]
		default:
			v[i] = c.changeValue(v[i])
		}
		return v
	}
	return c.otherValue(v)
}

// otherValue is another value in the place of a string, number or boolean.
func (c *alteration) otherValue(v any) any {
	if c.rng.IntN(20) == 0 {
		return []any{nil, true, "", json.Number("1"), json.Number("1.0"), []any{}, map[string]any{}}[c.rng.IntN(7)]
	}
	switch v := v.(type) {
	case bool:
		return !v
	case json.Number:
		n, _ := v.Int64() // 0 for the 1.0 of an earlier change
		return json.Number(fmt.Sprint([]int64{n + 1, n - 1, 0, 1, 2, 100, 101, 1 << 52, 1<<52 - 1, n + 1}[c.rng.IntN(10)]))
	case string:
		words := []string{
			"", v + " ", v + "\x7f", strings.ToUpper(v), "no", "yes", "stages", "papers", "elected", "no_votes", "no_quorum",
			"star", "approval", "block",
			"2026-02-29T18:00:00Z", "0000-01-01T00:00:00Z", "2026-05-01T24:00:00Z", "2026-05-01T18:00:00.5Z", "électorate",
			hex.EncodeToString([]byte(v)),
			"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", // the identity: of low order
			"7v///////////////////////////////////////38=", // p+1: another form of 1
		}
		if c.rng.IntN(3) == 0 {
			return string(c.changeBytes([]byte(v)))
		}
		return words[c.rng.IntN(len(words))]
	}
	return v
}
