package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ostrakon/store/tally"
)

// verdict is what a verifier says: the names of its checks in order, those that fail, and what it
// says of them.
type verdict struct {
	checks, fails []string
	says          map[string]string
	digests       string // the first line
	compared      bool   // a key was compared
}

func (v *verdict) add(name, says string, holds bool) {
	v.checks = append(v.checks, name)
	if !holds {
		v.fails = append(v.fails, name)
	}
	v.says[name] = says
}

// goVerdict is what this package says of a bundle. To read it is the first check.
func goVerdict(h *held) verdict {
	v := verdict{says: make(map[string]string)}
	b, err := read(h.file())
	if err != nil {
		v.add("bundle", err.Error(), false)
		return v
	}
	v.add("bundle", "", true)
	v.digests = must(b.Digests()).String()
	checks := Verify(b, h.bring)
	v.compared = Compared(checks)
	for _, c := range checks {
		if c.Err != nil {
			v.add(c.Name, c.Err.Error(), false)
		} else {
			v.add(c.Name, c.Says, true)
		}
	}
	return v
}

// python finds the interpreter of verify.py. Where there is none that half of a test is left out,
// but not on the machine that decides about a change.
func python(t testing.TB) (path string, found bool) {
	path, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("verify.py needs python3: ", err)
	}
	if err != nil {
		t.Log("no python3 here: verify.py is left out")
	}
	return path, err == nil
}

// parseVerdict reads what verify.py prints and how it ends.
func parseVerdict(t *testing.T, out string, status int) verdict {
	t.Helper()
	v := verdict{says: make(map[string]string)}
	for line := range strings.Lines(out) {
		if len(v.checks) == 0 && strings.HasPrefix(line, "sha256 ") {
			v.digests = strings.TrimSuffix(line, "\n")
			continue
		}
		mark, rest := line[:min(6, len(line))], strings.TrimSuffix(line[min(6, len(line)):], "\n")
		if mark != "ok    " && mark != "FAIL  " {
			t.Fatalf("verify.py prints %q", line)
		}
		name, says, _ := strings.Cut(rest, ": ")
		v.add(name, says, mark == "ok    ")
	}
	v.compared = !strings.HasPrefix(v.says["signing key"], "NOT compared: ")
	want := 0
	switch {
	case len(v.fails) > 0:
		want = 1
	case !v.compared:
		want = 3
	}
	if status != want || len(v.checks) == 0 {
		t.Errorf("verify.py ends with status %d, want %d:\n%s", status, want, out)
	}
	return v
}

// save writes the bundle and what is brought along into a directory.
func save(t testing.TB, h *held) (dir string) {
	dir = t.TempDir()
	files := map[string][]byte{"bundle.zip": h.file()}
	for _, r := range h.bring.Receipts {
		files[r.Name] = must(json.Marshal(r.Receipt))
	}
	for _, c := range h.bring.Checkpoints {
		files[c.Name] = c.Signed
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// arguments name for verify.py what save has written.
func (h *held) arguments() []string {
	arguments := []string{"bundle.zip"}
	if h.bring.SigningKey != "" {
		arguments = append(arguments, "-key", h.bring.SigningKey)
	}
	for _, r := range h.bring.Receipts {
		arguments = append(arguments, "-receipt", r.Name)
	}
	for _, c := range h.bring.Checkpoints {
		arguments = append(arguments, "-checkpoint", c.Name)
	}
	for _, w := range h.bring.Witnesses {
		arguments = append(arguments, "-witness", w.String())
	}
	return arguments
}

// runPython runs verify.py in a directory.
func runPython(t testing.TB, interpreter, dir string, arguments ...string) (out string, status int) {
	cmd := exec.CommandContext(t.Context(), interpreter,
		append([]string{"-I", must(filepath.Abs("verify.py"))}, arguments...)...)
	cmd.Dir = dir
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	raw, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(complaints.String(), "Traceback") {
		t.Errorf("verify.py breaks off:\n%s", &complaints)
	}
	return string(raw), status
}

// batch runs the script that is its argument again and again in one interpreter: to start one takes
// longer than to verify a small bundle. A signature that many bundles share is checked once.
const batch = `
import ast, contextlib, functools, io, json, os, sys
with open(sys.argv[0], "rb") as script:
    *definitions, main = ast.parse(script.read()).body
names = {"__name__": "__main__"}
exec(compile(ast.Module(definitions, []), sys.argv[0], "exec"), names)
main = compile(ast.Module([main], []), sys.argv[0], "exec")
for pure in "is_signed", "decode_point":
    names[pure] = functools.lru_cache(maxsize=None)(names[pure])
for job in json.load(sys.stdin):
    os.chdir(job["dir"])
    sys.argv[1:] = job["arguments"]
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    status = 0
    with contextlib.redirect_stdout(out):
        try:
            exec(main, names)
        except SystemExit as e:
            status = e.code
    out.flush()
    print(json.dumps({"out": out.buffer.getvalue().decode(), "status": status}))
`

// run is one run of verify.py in a batch.
type run struct {
	Out    string
	Status int
}

// runBatch runs verify.py over elections that were held.
func runBatch(t *testing.T, interpreter string, elections []*held) []run {
	type job struct {
		Dir       string   `json:"dir"`
		Arguments []string `json:"arguments"`
	}
	var jobs []job
	for _, h := range elections {
		jobs = append(jobs, job{save(t, h), h.arguments()})
	}
	code := fmt.Sprintf("import sys\nsys.argv = [%q]\n%s", must(filepath.Abs("verify.py")), batch)
	cmd := exec.CommandContext(t.Context(), interpreter, "-I", "-c", code)
	cmd.Stdin = bytes.NewReader(must(json.Marshal(jobs)))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var runs []run
	for line := range bytes.Lines(out) {
		var r run
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		runs = append(runs, r)
	}
	if len(runs) != len(elections) {
		t.Fatalf("%d runs of %d", len(runs), len(elections))
	}
	return runs
}

func TestHonestBundlesPass(t *testing.T) {
	drawn := func(m *Manifest) { m.Questions[0].Draw = true }
	h := hold(5, 4, 3)
	last := len(h.receipts) - 1
	h.receipts, h.opened = h.receipts[:last], h.opened[:last]
	h.recount()
	h.reseal(h.signer.signNote)
	elections := map[string]*held{
		"moved, and counted again":           movedAndCountedAgain(),
		"nobody voted":                       hold(0, 0),
		"nobody voted, a tie would be drawn": holdWith(drawn, 0, 0, 0),
		"one ballot":                         hold(0, 1),
		"two candidates, a winner":           hold(3, 2),
		"one whole epoch":                    hold(6, 4),
		"a tie that is stated":               hold(5, 5, 2),
		"a tie that is drawn":                holdWith(drawn, 2, 7, 7, 7),
		"a draw that is not needed":          holdWith(drawn, 4, 3),
		"several epochs":                     hold(13, 9, 11),
		"for people on a roll":               holdWith(func(m *Manifest) { m.Electorate = rollOf(12, 0) }, 5, 4, 3),
		"a quorum that is missed": holdWith(
			func(m *Manifest) { m.Electorate, m.Quorum = rollOf(90, 10), &Quorum{Least: []int{1, 4}} }, 5, 4, 3),
		"no majority": holdWith(
			func(m *Manifest) { m.Questions[0].Threshold = moreThan(1, 2, tally.OfDecided) }, 5, 4, 3),
		"stages alone":                stages(false),
		"stages without a quorum":     stages(true),
		"a general assembly":          assembly(),
		"groups":                      wards(),
		"a proof":                     holdProved(),
		"a proof that a restore ends": assembly(proved),
		"a proof with groups":         wards(proved),
		"a ballot that does not open": h,
		"a key that the server has":   elsewhere(),
		"one holder": holdWith(func(m *Manifest) { m.Holders, m.Threshold = holders("Ada"), 1 }, 3,
			2),
		"nine of nine holders": holdWith(
			func(m *Manifest) { m.Holders, m.Threshold = holders("1", "2", "3", "4", "5", "6", "7", "8", "9"), 9 }, 3, 2),
		"a rehearsal":                    holdWith(rehearsed, 5, 4),
		"witnesses":                      holdWith(watched, 5, 4, 3),
		"an election that was cancelled": stopped(),
		"cancelled before anybody voted": cancelledAtOnce(),
	}
	names := slices.Sorted(maps.Keys(elections))
	var all []*held
	for _, name := range names {
		elections[name].bringAll()
		all = append(all, elections[name])
	}
	runs := make(map[string]run)
	interpreter, found := python(t)
	if found {
		for i, run := range runBatch(t, interpreter, all) {
			runs[names[i]] = run
		}
	}
	for name, h := range elections {
		t.Run(name, func(t *testing.T) {
			ours := goVerdict(h)
			if len(ours.fails) > 0 {
				t.Errorf("Verify: %s: %s", ours.fails[0], ours.says[ours.fails[0]])
			}
			if want := 14 + len(h.receipts) + len(h.checkpoints); len(ours.checks) != want {
				t.Errorf("%d checks, want %d", len(ours.checks), want)
			}
			if !found {
				return
			}
			theirs := parseVerdict(t, runs[name].Out, runs[name].Status)
			if len(theirs.fails) > 0 {
				t.Errorf("verify.py: %s: %s", theirs.fails[0], theirs.says[theirs.fails[0]])
			}
			if ours, theirs := keysIn(ours.says["manifest"]), keysIn(theirs.says["manifest"]); ours != theirs {
				t.Errorf("verify.py says of the keys %q, Verify %q", theirs, ours)
			}
			if !slices.Equal(theirs.checks, ours.checks) || theirs.digests != ours.digests {
				t.Errorf("verify.py prints %s and checks %q, Verify prints %s and checks %q", theirs.digests, theirs.checks,
					ours.digests, ours.checks)
			}
		})
	}
}

// movedAndCountedAgain is an election whose end was moved twice, and which others counted again.
func movedAndCountedAgain() *held {
	h := hold(5, 4)
	h.notice("2026-05-02T18:00:00Z", "The post is late.")
	h.resumed("2026-05-02T12:00:00Z", "A disk broke.")
	h.reseal(h.signer.signNote)
	h.again(func(*Recount) {})
	return h
}

func cancelledAtOnce() *held {
	h := open(2, nil)
	h.cast()
	h.cancel("x")
	return h
}

// Both verifiers say who is elected and who is tied, so that nobody takes one for the other.
func TestVerifySaysTheResultInWords(t *testing.T) {
	chair := func(seats int) func(m *Manifest) {
		return func(m *Manifest) {
			q := &m.Questions[0]
			q.Title, q.Options[0].Name, q.Options[1].Name = "Chair", "Ada\x1b[2K", "Grace"
			q.Seats = seats
			for i := range q.Options[2:] {
				q.Options[2+i].Name = []string{"Mia", "Zoe", "Noor"}[i]
			}
		}
	}
	interpreter, found := python(t)
	for name, c := range map[string]struct {
		held *held
		want string
	}{
		"two are elected":  {holdWith(chair(2), 1, 2), `elected: "Grace", "Ada\x1b[2K"`},
		"one seat is tied": {holdWith(chair(2), 1, 3, 1), `elected: "Grace"; tied for 1 seat: "Ada\x1b[2K", "Mia"`},
		"several seats are tied": {holdWith(chair(3), 1, 3, 1, 1),
			`elected: "Grace"; tied for 2 seats: "Ada\x1b[2K", "Mia", "Zoe"`},
		"nobody is elected": {holdWith(chair(1), 2, 2), `tied for 1 seat: "Ada\x1b[2K", "Grace"`},
		"nobody voted":      {holdWith(chair(1), 0, 0), `no_votes`},
	} {
		v := goVerdict(c.held)
		if want := `"Chair" counted again, the same: ` + c.want; len(v.fails) > 0 || v.says["result"] != want {
			t.Errorf("%s: %s\nwant %s\nfails %q", name, v.says["result"], want, v.fails)
		}
		if !found {
			continue
		}
		ran := runBatch(t, interpreter, []*held{c.held})[0]
		want := "'Chair' counted again: " + strings.ReplaceAll(c.want, `"`, "'")
		if got := parseVerdict(t, ran.Out, ran.Status).says["result"]; got != want {
			t.Errorf("%s: verify.py says %s\nwant %s", name, got, want)
		}
	}
	if v := goVerdict(stages(false)); !strings.Contains(v.says["result"], "not recounted: elected: ") {
		t.Errorf("of stages: %s", v.says["result"])
	}
}

func TestAKeyThatWasNotComparedIsSaid(t *testing.T) {
	h := hold(2, 1)
	unknown := Verify(h.bundle, Evidence{})
	if !Valid(unknown) || Compared(unknown) {
		t.Errorf("without a key: valid %t, compared %t", Valid(unknown), Compared(unknown))
	}
	h.bringAll()
	if known := Verify(h.bundle, h.bring); !Valid(known) || !Compared(known) {
		t.Errorf("with the key: valid %t, compared %t", Valid(known), Compared(known))
	}
	if Compared(nil) {
		t.Error("a key was compared where nothing was checked")
	}
}

func TestDigestsNameTheFileTheManifestAndTheSeal(t *testing.T) {
	h := hold(2, 1)
	want := fmt.Sprintf("sha256 %x manifest %s seal %x", sha256.Sum256(h.file()),
		domainHash("ostrakon/manifest/4", string(h.bundle.Manifest)), sha256.Sum256([]byte(h.seal().text())))
	if got := must(h.bundle.Digests()).String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	h.cancel("Snow")
	text := fmt.Sprintf("ostrakon/cancelled/4\nelection %s\nmanifest %s\nreason Snow\n", h.manifest.ElectionID,
		h.manifest.Hash())
	if got, want := must(h.bundle.Digests()).Seal, Hash(sha256.Sum256([]byte(text))); got != want {
		t.Errorf("of a cancelled election: %s, want %s", got, want)
	}
}

func TestNoCheckIsNoPass(t *testing.T) {
	if Valid(nil) {
		t.Error("a bundle of which nothing was checked is valid")
	}
}

func TestVerifyPyIsReadInOneSitting(t *testing.T) {
	lines := strings.Split(string(must(os.ReadFile("verify.py"))), "\n")
	if len(lines) > 940 { // fourteen methods and quotas take two fifths of them, and the proof of the count a tenth
		t.Errorf("verify.py has %d lines, at most 940 are read in one sitting", len(lines))
	}
	for n, line := range lines {
		if utf8.RuneCountInString(line) > 140 {
			t.Errorf("line %d is longer than 140 characters", n+1)
		}
	}
}

func TestVerifyPyTellsWrongArguments(t *testing.T) {
	interpreter, found := python(t)
	if !found {
		return
	}
	dir := t.TempDir()
	for _, arguments := range [][]string{nil, {"-receipt"}, {"-unknown", "bundle.zip"}, {"one.zip", "two.zip"}} {
		if out, status := runPython(t, interpreter, dir, arguments...); status != 2 || out != "" {
			t.Errorf("%q: status %d, want 2; prints %q", arguments, status, out)
		}
	}
	if out, status := runPython(t, interpreter, dir, "none.zip"); status != 1 ||
		!strings.HasPrefix(out, "FAIL  bundle: ") {
		t.Errorf("a bundle that is not there: status %d, %q", status, out)
	}
}

func TestVerifyPyRefusesWhatIsNoReceipt(t *testing.T) {
	interpreter, found := python(t)
	if !found {
		return
	}
	dir := save(t, hold(2, 1))
	for _, content := range []string{"", "{}", "[]", "null", `{"leaf":1}`, "\xff", strings.Repeat("[", 100000)} {
		if err := os.WriteFile(filepath.Join(dir, "r.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, status := runPython(t, interpreter, dir, "-receipt", "r.json", "bundle.zip"); status != 1 ||
			!strings.Contains(out, "FAIL  receipt r.json: ") {
			t.Errorf("%.20q: status %d\n%s", content, status, out)
		}
	}
}
