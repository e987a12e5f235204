package e2e

import (
	"encoding/binary"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// otherwise is how a line of a document runs where it cannot run as it is written: because it would
// start this test again, takes minutes, or has words that a reader replaces. All other lines run as
// they are.
var otherwise = map[string]string{
	// The program must not land in the source tree, nor the data of the demo.
	`CGO_ENABLED=0 go build .`: `(cd "$ROOT" && CGO_ENABLED=0 go build -o "$WORK/ostrakon" .)`,
	`go run . demo`:            `serve go -C "$ROOT" run . demo -data "$WORK/ostrakon-demo"`,
	// These are what runs this test: what they name must be there.
	`go test ./...`:                                     `(cd "$ROOT" && go list ./... | grep -qx ostrakon/handlers/e2e)`,
	`(cd web/browser && go test -count=1)`:              `test -s "$ROOT/web/browser/main_test.go"`,
	`(cd handlers/e2e/litewitness && go test -count=1)`: `test -s "$ROOT/handlers/e2e/litewitness/litewitness_test.go"`,
	// These write into the source tree, or need everything to be committed.
	`git tag v1.2.3`:                      `true`,
	`go run ./packaging -out dist`:        `(cd "$ROOT" && go list ./packaging)`,
	`go test ./handlers/licences -update`: `(cd "$ROOT" && go list ./handlers/licences)`,
	`go test ./store -run TestKeepRelease -release v1.2.3`: `(cd "$ROOT" && grep -q '^func TestKeepRelease'` +
		` store/office_releases_test.go)`,
	// A machine that tests need have no network of its own, and no name.
	`ostrakon serve -lan`:                                  `ostrakon serve -h | grep -e ' -lan$' >/dev/null`,
	`ostrakon serve -lan -tls`:                             `ostrakon serve -h | grep -e ' -tls$' >/dev/null`,
	`ostrakon serve -acme vote.example.org`:                `ostrakon serve -h | grep -e ' -acme ' >/dev/null`,
	`ostrakon serve -acme vote.example.org -acme-dns`:      `ostrakon serve -h | grep -e ' -acme-dns' >/dev/null`,
	`ostrakon serve -acme vote.example.org -acme-dns -lan`: `ostrakon serve -h | grep -e ' -acme-dns' >/dev/null`,
	`./ostrakon serve -lan -tls -data assembly`:            `serve ./ostrakon serve -data assembly`,
	`./ostrakon serve -lan -tls -data again`:               `serve ./ostrakon serve -data again`,
	// These take minutes: the packages must be there, and the quickest benchmark runs once.
	`go test -run '^$' -bench . ./handlers ./handlers/e2e ` +
		`./store ./store/ballotbox ./store/ballotbox/proof ./store/sealing ./convert/... ./ocr/...`: `(cd "$ROOT" &&
  go list ./handlers ./handlers/e2e ./store ./store/ballotbox ./store/ballotbox/proof ./store/sealing \
    ./convert/... ./ocr/... &&
  go test -run '^$' -bench . -benchtime 1x ./ocr | grep '^Benchmark')`,
	`convert/bench/compare.sh`: `bash -n "$ROOT/convert/bench/compare.sh"`,
	// A reader copies these from the terminal, and from the address of a page.
	`SETUP=paste-the-token-here`: `SETUP=$(sed -n 's/.*#setup=//p' server.log)`,
	`ELECTION=paste-the-id-here`: `ELECTION=$(curl -sf "$URL/api/board/elections" | grep -o '"id":"[^"]*' | head -n 1 |` +
		` cut -d '"' -f 4)`,
}

// prelude defines how a document's commands run: one server at a time, on a free port, whose
// address takes the place of the one that the documents name.
const prelude = `set -euo pipefail
trap 'echo "exit $? of: $BASH_COMMAND" >&2' ERR
trap 'stop' EXIT
pid=
stop() {
  if [ -n "$pid" ]; then kill -INT -- "-$pid" 2>/dev/null || true; wait "$pid" || true; pid=; fi
}
serve() {
  stop
  : > server.log
  set -m # a process group of its own, since "go run" starts the server as a child
  OSTRAKON_OCR=off OSTRAKON_ADDR=127.0.0.1:0 "$@" >> server.log 2>&1 &
  pid=$!
  set +m
  until grep -q ' is at http' server.log; do
    kill -0 "$pid" || { cat server.log >&2; return 1; }
    sleep 0.02
  done
  URL=$(sed -n 's/^  \(The demo\|Ostrakon\) is at \([^ ]*\).*/\2/p' server.log)
  export OSTRAKON_ADDR=${URL#http://}
}
`

// first is what comes before the commands of a document: the files and data that it supposes.
var first = map[string]string{
	"docs/kit.md":        "ln -s \"$(command -v ostrakon)\" ostrakon\n",
	"docs/identity.md":   "serve ostrakon demo -data ostrakon-data\n",
	"docs/operations.md": "serve ostrakon demo -data ostrakon-data\n",
}

var (
	fence   = regexp.MustCompile("(?ms)^ *```(\\w*)\n(.*?)^ *```$")
	command = regexp.MustCompile(`(?m)^ *(?:\./)?(go|ostrakon|curl|python3)\b.*$`)
	serving = regexp.MustCompile(`^(?:\./)?ostrakon(?: (?:serve|demo)\b.*| -.*)?$`)
	remark  = regexp.MustCompile(`\s+# .*$`)
)

// documents are the README and the documents that it leads to.
func documents(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	texts := map[string]string{}
	for _, file := range append(files, "../../README.md") {
		content := must(os.ReadFile(file))(t)
		texts[strings.TrimPrefix(filepath.ToSlash(file), "../../")] = string(content)
	}
	return texts
}

// scriptOf is what the commands of a document are as one script. It takes the lines that it uses
// out of unused.
func scriptOf(text string, unused map[string]bool) string {
	var script strings.Builder
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		if block[1] != "sh" {
			continue
		}
		for line := range strings.Lines(block[2]) {
			line = remark.ReplaceAllString(strings.TrimSpace(line), "")
			if other, ok := otherwise[line]; ok {
				delete(unused, line)
				line = other
			} else if serving.MatchString(line) {
				line = "serve " + line
			}
			script.WriteString(strings.ReplaceAll(line, "http://127.0.0.1:8080", "$URL") + "\n")
		}
	}
	return script.String()
}

// Every command of the README and the documents works, from the top of a document to its end.
func TestCommandsOfTheDocumentsWork(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "python3"} {
		if _, err := exec.LookPath(tool); err != nil && os.Getenv("CI") == "" {
			t.Skip(tool + " is not installed: the commands of the documents were not run")
		}
	}
	unused := map[string]bool{}
	for line := range otherwise {
		unused[line] = true
	}
	scripts := map[string]string{}
	for name, text := range documents(t) {
		if script := scriptOf(text, unused); script != "" {
			scripts[name] = first[name] + script
		}
	}
	for line := range unused {
		t.Errorf("no document has the line %q", line)
	}
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// The commands run in a directory with the files that they name.
			dir := t.TempDir()
			root := must(filepath.Abs("../.."))(t)
			card := must(drawCard("AB 123 456", "Ada Okafor", "17 MAR 1984"))(t)
			model := must(os.ReadFile("../../convert/testdata/drawer.3mf"))(t)
			for name, content := range map[string][]byte{
				"photo.jpg": card, "part.stl": wedge(), "part.3mf": model, "models/a.stl": wedge(), "models/b.stl": wedge(),
			} {
				noError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
				noError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
			}
			noError(t, os.Symlink(filepath.Join(root, "store"), filepath.Join(dir, "store")))
			cmd := exec.CommandContext(t.Context(), "bash", "-c", prelude+script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "ROOT="+root, "WORK="+dir, "OSTRAKON_OCR_TIME=1h",
				"PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// wedge is a binary STL file of four facets.
func wedge() []byte {
	corners := [4][3]float32{{0, 0, 0}, {10, 0, 0}, {0, 10, 0}, {0, 0, 10}}
	stl := binary.LittleEndian.AppendUint32(make([]byte, 80), 4)
	for _, facet := range [4][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}} {
		stl = append(stl, make([]byte, 12)...) // the normal, which readers compute
		for _, corner := range facet {
			for _, coordinate := range corners[corner] {
				stl = binary.LittleEndian.AppendUint32(stl, math.Float32bits(coordinate))
			}
		}
		stl = append(stl, 0, 0)
	}
	return stl
}

// A command that stands in a block of another kind would never run.
func TestCommandsStandInBlocksThatRun(t *testing.T) {
	for name, text := range documents(t) {
		ran := 0
		for _, block := range fence.FindAllStringSubmatch(text, -1) {
			commands := command.FindAllString(block[2], -1)
			if block[1] != "sh" && len(commands) > 0 {
				t.Errorf("%s: %q stands in a block of the kind %q, which does not run", name, commands, block[1])
			}
			ran += len(commands)
		}
		if name == "README.md" && ran < 5 {
			t.Errorf("%s has only %d commands", name, ran)
		}
		if fences := strings.Count(text, "```"); fences != 2*len(fence.FindAllString(text, -1)) {
			t.Errorf("%s: a block does not end, or its first line has more than a kind", name)
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	mark    = regexp.MustCompile(`[^\pL\pN -]`)
)

// A link within the source leads to a file that is there, and to a heading in it.
func TestLinksOfTheDocumentsLead(t *testing.T) {
	for name, text := range documents(t) {
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := filepath.Join("../..", filepath.Dir(name), target)
			if target == "" {
				file = filepath.Join("../..", name)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s leads to %s, which is not there", name, match[1])
				continue
			}
			if anchor == "" {
				continue
			}
			content := must(os.ReadFile(file))(t)
			found := false
			for _, title := range heading.FindAllStringSubmatch(string(content), -1) {
				found = found || strings.ReplaceAll(mark.ReplaceAllString(strings.ToLower(title[1]), ""), " ", "-") == anchor
			}
			if !found {
				t.Errorf("%s leads to %s, which has no such heading", name, match[1])
			}
		}
	}
}

func TestReadmeIsShort(t *testing.T) {
	if size := len(documents(t)["README.md"]); size > 8<<10 {
		t.Errorf("README.md has %d bytes, and may have 8192: move something to docs", size)
	}
}
