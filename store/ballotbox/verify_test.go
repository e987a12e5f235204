package ballotbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// verdict is what a verifier says: the names of its checks in order, those that fail, and what it
// says of them.
type verdict struct {
	checks, fails []string
	says          map[string]string
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
	for _, c := range Verify(b, h.bring) {
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
		mark, rest := line[:min(6, len(line))], strings.TrimSuffix(line[min(6, len(line)):], "\n")
		if mark != "ok    " && mark != "FAIL  " {
			t.Fatalf("verify.py prints %q", line)
		}
		name, says, _ := strings.Cut(rest, ": ")
		v.add(name, says, mark == "ok    ")
	}
	if want := min(len(v.fails), 1); status != want || len(v.checks) == 0 {
		t.Errorf("verify.py ends with status %d, want %d:\n%s", status, want, out)
	}
	return v
}

// save writes the bundle and what is brought along into a directory.
func save(t testing.TB, h *held) (dir string) {
	dir = t.TempDir()
	files := map[string][]byte{"bundle.zip": h.file()}
	for _, r := range h.bring.Receipts {
		kept := struct {
			Receipt
			ClientNonce string `json:"clientNonce,omitempty"`
		}{r.Receipt, r.ClientNonce}
		files[r.Name] = must(json.Marshal(kept))
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
	return arguments
}

// runPython runs verify.py in a directory.
func runPython(t testing.TB, interpreter, dir string, arguments ...string) (out string, status int) {
	cmd := exec.CommandContext(t.Context(), interpreter, append([]string{"-I", must(filepath.Abs("verify.py"))}, arguments...)...)
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
// longer than to verify a small bundle.
const batch = `
import contextlib, io, json, os, runpy, sys
for job in json.load(sys.stdin):
    os.chdir(job["dir"])
    sys.argv[1:] = job["arguments"]
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    status = 0
    with contextlib.redirect_stdout(out):
        try:
            runpy.run_path(sys.argv[0], run_name="__main__")
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
	interpreter, found := python(t)
	for name, h := range map[string]*held{
		"nobody voted":                       hold(TieStated, 0, 0),
		"nobody voted, a tie would be drawn": hold(TieDraw, 0, 0, 0),
		"one ballot":                         hold(TieStated, 0, 1),
		"two candidates, a winner":           hold(TieStated, 3, 2),
		"one whole epoch":                    hold(TieStated, 6, 4),
		"a tie that is stated":               hold(TieStated, 5, 5, 2),
		"a tie that is drawn":                hold(TieDraw, 2, 7, 7, 7),
		"a draw that is not needed":          hold(TieDraw, 4, 3),
		"a tie below the first place":        hold(TieDraw, 6, 2, 2, 1, 1, 0),
		"several epochs":                     hold(TieStated, 13, 9, 11),
	} {
		t.Run(name, func(t *testing.T) {
			h.bringAll()
			ours := goVerdict(h)
			if len(ours.fails) > 0 {
				t.Errorf("Verify: %s: %s", ours.fails[0], ours.says[ours.fails[0]])
			}
			if want := 9 + len(h.receipts) + len(h.checkpoints); len(ours.checks) != want {
				t.Errorf("%d checks, want %d", len(ours.checks), want)
			}
			if !found {
				return
			}
			out, status := runPython(t, interpreter, save(t, h), h.arguments()...)
			theirs := parseVerdict(t, out, status)
			if len(theirs.fails) > 0 {
				t.Errorf("verify.py: %s: %s", theirs.fails[0], theirs.says[theirs.fails[0]])
			}
			if !slices.Equal(theirs.checks, ours.checks) {
				t.Errorf("verify.py checks %q, Verify checks %q", theirs.checks, ours.checks)
			}
		})
	}
}

func TestVerifySaysTheResultInWords(t *testing.T) {
	h := open(TieDraw, 2)
	h.remanifest(func(m *Manifest) { m.Candidates[0].Name, m.Candidates[1].Name = "Ada\x1b[2K", "Grace" })
	for i, n := range []int{1, 2} {
		for range n {
			h.bundle.Ballots = append(h.bundle.Ballots, must(ParseChoice(h.manifest.Candidates[i].ID)))
			h.bundle.Codes = append(h.bundle.Codes, NewCode(NewSalt(), ""))
			h.bundle.Leaves = append(h.bundle.Leaves, Hash{byte(i), byte(len(h.bundle.Leaves))})
		}
	}
	h.sort()
	h.recount()
	h.reseal(h.signer.signNote)
	v := goVerdict(h)
	want := `counted again, byte for byte the same: winner. "Grace" 2 (winner); "Ada\x1b[2K" 1.`
	if len(v.fails) > 0 || v.says["result"] != want {
		t.Errorf("result: %s\nwant    %s\nfails %q", v.says["result"], want, v.fails)
	}
}

func TestNoCheckIsNoPass(t *testing.T) {
	if Valid(nil) {
		t.Error("a bundle of which nothing was checked is valid")
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
	if out, status := runPython(t, interpreter, dir, "none.zip"); status != 1 || !strings.HasPrefix(out, "FAIL  bundle: ") {
		t.Errorf("a bundle that is not there: status %d, %q", status, out)
	}
}

func TestVerifyPyRefusesWhatIsNoReceipt(t *testing.T) {
	interpreter, found := python(t)
	if !found {
		return
	}
	dir := save(t, hold(TieStated, 2, 1))
	for _, content := range []string{"", "{}", "[]", "null", `{"leaf":1}`, "\xff", strings.Repeat("[", 100000)} {
		if err := os.WriteFile(filepath.Join(dir, "r.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, status := runPython(t, interpreter, dir, "-receipt", "r.json", "bundle.zip"); status != 1 || !strings.Contains(out, "FAIL  receipt r.json: ") {
			t.Errorf("%.20q: status %d\n%s", content, status, out)
		}
	}
}
