package main

import (
	"bytes"
	"context"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers/command"
	"ostrakon/store/tally"
)

// The demo counts in a process of its own: this program once more.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "count-worker" {
		main()
	}
	os.Exit(m.Run())
}

// Imports run one way: main -> handlers -> {store, convert, ocr, web}, and
// those four import nothing of each other, nor of what is above them.
func TestImportsRunOneWay(t *testing.T) {
	roots := []string{"store", "convert", "ocr", "web"}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}}{{range .Deps}} {{.}}{{end}}`,
		"./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for line := range strings.Lines(string(out)) {
		pkg, deps, _ := strings.Cut(strings.TrimSpace(line), " ")
		root := rootOf(pkg)
		for _, r := range roots {
			if root != r {
				continue
			}
			checked++
			for dep := range strings.FieldsSeq(deps) {
				if d := rootOf(dep); d != "" && d != root {
					t.Errorf("%s imports %s", pkg, dep)
				}
			}
		}
	}
	if checked < 5 {
		t.Errorf("only %d packages looked at", checked)
	}
}

// The packages that know no election import only what their doc.go files name.
func TestTheCellarAndTheDoorsKnowNoElection(t *testing.T) {
	for pkg, may := range map[string]string{
		"handlers/rest": "ostrakon/store/input ostrakon/store/kv ostrakon/store/refusal",
		"handlers/makers": "ostrakon/convert ostrakon/convert/remark ostrakon/convert/solid ostrakon/convert/spool " +
			"ostrakon/convert/stl ostrakon/convert/unpack ostrakon/handlers/jobs ostrakon/handlers/models " +
			"ostrakon/handlers/rest ostrakon/handlers/worker ostrakon/store/refusal",
		"handlers/models": "ostrakon/convert/spool ostrakon/store/durable ostrakon/store/refusal",
		"store/audit":     "ostrakon/store/kv",
		"store/boltfile":  "ostrakon/store/durable ostrakon/store/refusal",
		"store/input":     "ostrakon/store/refusal",
		"store/kv":        "ostrakon/store/refusal",
		"store/search":    "ostrakon/store/kv ostrakon/store/refusal",
	} {
		const form = `{{join .Imports " "}} {{join .XTestImports " "}}`
		out, err := exec.CommandContext(t.Context(), "go", "list", "-f", form, "./"+pkg).Output()
		if err != nil {
			t.Fatal(err)
		}
		for imported := range strings.FieldsSeq(string(out)) {
			if rootOf(imported) != "" && imported != "ostrakon/"+pkg && !slices.Contains(strings.Fields(may), imported) {
				t.Errorf("%s imports %s", pkg, imported)
			}
		}
	}
}

// rootOf is the folder below the module's root that a package of this module is in.
func rootOf(pkg string) string {
	path, ok := strings.CutPrefix(pkg, "ostrakon/")
	if !ok {
		return ""
	}
	root, _, _ := strings.Cut(path, "/")
	return root
}

// What could weaken secrets, start programs or step around the compiler is used in few places, each for a reason. Tests
// use what they like.
func TestDangerousPackagesHaveTheirPlaces(t *testing.T) {
	places := map[string][]string{
		"crypto/des": {}, "crypto/md5": {}, "crypto/rc4": {}, "crypto/sha1": {},
		"expvar": {}, "net/http/pprof": {}, "plugin": {},
		"math/rand": {}, "math/rand/v2": {"convert", "ocr/train", "store/demo"}, // hash tables, training, invented voters
		// This program again.
		"os/exec": {"handlers/worker", "packaging", "store/counter", "store/subprocess", "handlers/e2e/servertest"},
		"unsafe":  {"convert", "handlers/command", "handlers/worker"}, // memory of solids, system calls
	}
	used := 0
	err := filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imported := range file.Imports {
			roots, dangerous := places[strings.Trim(imported.Path.Value, `"`)]
			if !dangerous {
				continue
			}
			used++
			if !slices.ContainsFunc(roots,
				func(root string) bool { return strings.HasPrefix(filepath.ToSlash(name), root+"/") }) {
				t.Errorf("%s imports %s", name, imported.Path.Value)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if used < 10 {
		t.Errorf("only %d imports looked at", used)
	}
}

// Methods and custodies are named where their rows are, where they are counted and where somebody chooses
// one. All other code asks for their traits. Tests and catalogues of messages name what they like.
func TestMethodsAndCustodiesAreNamedInFewPlaces(t *testing.T) {
	places := []string{
		"store/tally/method.go", "store/ballotbox/custody.go", "web/static/lib/tally/rules.js", "web/static/lib/custody.js",
		"store/election_motion.go", "store/election_change.go", "store/election_duplicate.go", "store/election_holder.go",
		"store/election_second_round.go", "store/hands.go",
		"store/demo/people.go", "store/demo/lists.go", "store/demo/branches.go",
		"web/static/lib/tally/votes.js", "web/static/lib/tally/transfers.js", "web/static/lib/tally/pairs.js",
	}
	var names []string
	for _, m := range tally.Methods() {
		names = append(names, string(m))
	}
	// Values that are compared or listed, and in Go the constants.
	method := strings.Join(names, "|")
	custody := `(?:[=!]==? |case )"(?:server|holders)"|\bCustody(?:Server|Holders)\b`
	named := regexp.MustCompile(`(?:[=!]==? |case |\[|method: )"(?:` + method + `)"|\btally\.(?i:` + method + `)\b|` +
		custody)
	looked := 0
	err := filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		name = filepath.ToSlash(name)
		page := strings.HasPrefix(name, "web/static/")
		switch filepath.Ext(name) {
		case ".go":
			page = !strings.HasSuffix(name, "_test.go")
		case ".js":
		default:
			return err
		}
		if err != nil || !page || slices.Contains(places, name) {
			return err
		}
		content, err := os.ReadFile(name)
		if found := named.Find(content); found != nil {
			t.Errorf("%s names a method or a custody: %s", name, found)
		}
		looked++
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if looked < 500 {
		t.Errorf("only %d files looked at", looked)
	}
}

// A package whose doc.go names files names all of them but the tests, and none that is not there. In a name, * stands
// for any letters.
func TestMapsNameTheFiles(t *testing.T) {
	named := regexp.MustCompile(`(?:^|[^\w/*])([\w*]+\.go)\b`)
	maps := 0
	err := filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Base(name) != "doc.go" {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		entries, err := os.ReadDir(filepath.Dir(name))
		if err != nil {
			return err
		}
		found := map[string]bool{"doc.go": true}
		for _, match := range named.FindAllStringSubmatch(string(content), -1) {
			files, err := filepath.Glob(filepath.Join(filepath.Dir(name), match[1]))
			if err != nil {
				return err
			}
			for _, file := range files {
				found[filepath.Base(file)] = true
			}
			if len(files) == 0 {
				t.Errorf("%s names %s, which is not there", name, match[1])
			}
		}
		if len(found) == 1 {
			return nil // it has no map
		}
		maps++
		for _, entry := range entries {
			if file := entry.Name(); filepath.Ext(file) == ".go" && !strings.HasSuffix(file, "_test.go") && !found[file] {
				t.Errorf("%s does not name %s", name, file)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if maps < 15 {
		t.Errorf("only %d maps looked at", maps)
	}
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		name           string
		args           []string
		env            []string
		code           int
		stdout, stderr string
	}{
		{"help is no error", []string{"help"}, nil, exitDone, "ostrakon demo", ""},
		{"a command's flags", []string{"serve", "-h"}, nil, exitDone, "-addr", ""},
		{"help of a command", []string{"help", "serve"}, nil, exitDone, "Usage: ostrakon serve [flags]", ""},
		{"help of two words", []string{"help", "key", "new"}, nil, exitDone, "Usage: ostrakon key new [flags] FILE", ""},
		{"help of a first word", []string{"roll", "-h"}, nil, exitDone, "roll export [FILE.csv]", ""},
		{"help of no command", []string{"help", "elect"}, nil, exitUsage, "", `unknown command "elect"; "ostrakon help"`},
		{"help of half a command", []string{"help", "key", "exports"}, nil, exitUsage, "", `did you mean "key export"?`},
		{"version as a flag", []string{"--version"}, nil, exitDone, "ostrakon ", ""},
		{"version", []string{"version"}, nil, exitDone, "ostrakon ", ""},
		{"licences", []string{"licences"}, nil, exitDone, "go.etcd.io/bbolt", ""},
		{"convert nothing", []string{"convert"}, nil, exitUsage, "",
			"missing argument; usage: ostrakon convert [flags] IN..."},
		{"convert by an unknown method", []string{"convert", "-method", "magic", "x.stl"}, nil, exitUsage, "",
			"meshlib, custom or custom-glb"},
		{"convert what is not there", []string{"convert", "nothing.stl"}, nil, exitFailure, "",
			"1 of 1 files could not be converted"},
		{"a size that is none", []string{"serve", "-max-stl", "lots"}, nil, exitUsage, "", "512MiB"},
		{"no time at all", []string{"serve", "-temp-ttl", "0s"}, nil, exitUsage, "", "-temp-ttl"},
		{"no such command", []string{"elect"}, nil, exitUsage, "", `unknown command "elect"; "ostrakon help" lists`},
		{"a slip of the keyboard", []string{"serv", "-data", "x"}, nil, exitUsage, "", `did you mean "serve"?`},
		{"a local network and an address", []string{"serve", "-lan", "-addr", "127.0.0.1:0"}, nil, exitUsage, "",
			"-lan chooses the addresses"},
		{"two certificates", []string{"serve", "-tls"}, []string{"OSTRAKON_ACME=vote.example.org"}, exitUsage, "",
			"-acme gets a certificate: leave out -tls"},
		{"no such flag", []string{"serve", "-colour"}, nil, exitUsage, "", "not defined: -colour"},
		{"the bare command is serve", []string{"-colour"}, nil, exitUsage, "", "not defined: -colour"},
		{"stray argument", []string{"version", "now"}, nil, exitUsage, "", `takes no argument "now"`},
		{"unknown scheme", []string{"serve", "-voter-id", "xx"}, nil, exitUsage, "", "-voter-id"},
		{"unknown policy", []string{"serve", "-identity", "vibes"}, nil, exitUsage, "", "number, card and roll"},
		{"cards read or not", []string{"serve", "-ocr", "crystal-ball"}, nil, exitUsage, "", "-ocr: must be on or off"},
		{"cards without a reader", []string{"serve", "-identity", "card"}, []string{"OSTRAKON_OCR=off"}, exitUsage, "",
			"-ocr is off"},
		{"cards of no kind", []string{"serve", "-identity", "card", "-addr", "127.0.0.1:0", "-data", t.TempDir()}, nil,
			exitUsage, "", "-national-id or -voter-id"},
		{"a card that is none", []string{"read-card", "main.go"}, nil, exitFailure, "", "This kind of image is not accepted"},
		{"no card", []string{"read-card"}, nil, exitUsage, "",
			"missing argument; usage: ostrakon read-card [flags] IMAGE..."},
		{"bad proxy", []string{"serve"}, []string{"OSTRAKON_TRUSTED_PROXIES=somewhere"}, exitUsage, "",
			`-trusted-proxies: "somewhere" is neither an address nor a network`},
		{"admin create without a name", []string{"admin", "create"}, nil, exitUsage, "", "-email and -name"},
		{"a stray argument behind a flag", []string{"backup", "-data", "x", "a.zip", "-with-keys", "b.zip"}, nil, exitUsage,
			"", `takes no argument "b.zip"`},
		{"a missing argument", []string{"verify", "-key", "x"}, nil, exitUsage, "",
			"missing argument; usage: ostrakon verify [flags] BUNDLE.zip"},
		{"the flags of a command of two words", []string{"key", "export", "-h"}, nil, exitDone, "ELECTION-ID", ""},
		{"a bundle that fails", []string{"verify", "main.go"}, nil, exitFailure, "FAIL  bundle", "failed a check"},
		{"a bundle that is not there", []string{"verify", "nothing.zip"}, nil, exitNotRead, "",
			"nothing was checked: nothing.zip: "},
		{"a receipt that is not there", []string{"verify", "main.go", "-receipt", "none.json"}, nil, exitNotRead, "",
			"nothing was checked: none.json: "},
		{"half a command of two words", []string{"key", "exports"}, nil, exitUsage, "",
			`unknown command "key exports"; did you mean "key export"?`},
		{"half a command", []string{"admin"}, nil, exitUsage, "", `unknown command "admin"; did you mean "admin create"?`},
		{"a roll without a file", []string{"roll", "import"}, nil, exitUsage, "",
			"missing argument; usage: ostrakon roll import [flags] FILE"},
		{"a roll of numbers of no kind", []string{"roll", "import", "x.csv"}, []string{"OSTRAKON_NATIONAL_ID=xx"}, exitUsage,
			"", "-national-id"},
		{"a roll from nowhere", []string{"roll", "export", "-data", "nowhere"}, nil, exitFailure, "",
			"no database in nowhere: name its directory with -data, or with OSTRAKON_DATA"},
		{"no server to ask", []string{"healthcheck", "-addr", "127.0.0.1:1"}, nil, exitFailure, "", "ostrakon: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			a := &command.App{Env: c.env, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr}
			if code := run(t.Context(), a, c.args); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			if !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) {
				t.Errorf("stdout %q, stderr %q", stdout.String(), stderr.String())
			}
		})
	}
}

func TestWhatCannotBeDoneMakesNoDirectory(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"serve, taken": {[]string{"serve", "-addr", taken.Addr().String()},
			"another program already listens on " + taken.Addr().String() + ": choose another port with -addr"},
		"demo, taken": {[]string{"demo", "-addr", taken.Addr().String()}, "choose another port with -addr"},
		"metrics, taken": {[]string{"serve", "-addr", "127.0.0.1:0", "-metrics-addr", taken.Addr().String()},
			"choose another port with -metrics-addr"},
		"no such time zone": {[]string{"serve", "-addr", "127.0.0.1:0", "-time-zone", "Europe/Nowhere"},
			`-time-zone: "Europe/Nowhere" is not the name of a time zone, such as Europe/Zurich`},
		"no backup": {[]string{"restore", "main.go"}, "not a"},
		"no such port": {[]string{"serve", "-addr", "0.0.0.0:99999"},
			"cannot listen on 0.0.0.0:99999: address 99999: invalid port: choose another address with -addr"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			var stderr bytes.Buffer
			a := &command.App{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &stderr}
			code := run(t.Context(), a, append(c.args, "-data", dir))
			if code == exitDone || !strings.Contains(stderr.String(), c.says) {
				t.Errorf("exit code %d: %s", code, stderr.String())
			}
			if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the data directory was made: %v", err)
			}
		})
	}
}

// untilReady is where a server writes that ends as soon as it says that it is ready.
type untilReady struct {
	bytes.Buffer
	stop context.CancelFunc
}

func (u *untilReady) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(" is at http://")) {
		u.stop()
	}
	return u.Buffer.Write(p)
}

// runUntilReady runs a server until it is ready.
func runUntilReady(t *testing.T, env []string, args ...string) (stdout, stderr string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	out, log := untilReady{stop: stop}, untilReady{stop: stop}
	a := &command.App{Env: env, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &log}
	if code := run(ctx, a, append(args, "-addr", "127.0.0.1:0", "-ocr", "off")); code != exitDone {
		t.Fatalf("exit code %d: %s", code, log.String())
	}
	return out.String(), log.String()
}

// Who reads the line with the address has read the set-up link and the sign-ins too.
func TestTheLastLineOfABannerIsTheAddress(t *testing.T) {
	serve, demo := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "data")
	_, first := runUntilReady(t, nil, "serve", "-data", serve)
	if at := strings.Index(first, "#setup="); at < 0 || at > strings.Index(first, "Ostrakon is at http://") {
		t.Errorf("serve says %s", first)
	}
	first, log := runUntilReady(t, nil, "demo", "-data", demo)
	if at := strings.Index(first, "administer as "); at < 0 || at > strings.Index(first, "The demo is at http://") ||
		log != "" {
		t.Errorf("demo says %s\nand logs %s", first, log)
	}
}

// The conversion side's own specification names its directory TEMP_DIR; a flag wins over it.
func TestTEMP_DIRIsHonoured(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		env  string
		want string
	}{
		"the environment": {nil, "TEMP_DIR=named", "named"},
		"the flag":        {[]string{"-temp-dir", "flagged"}, "TEMP_DIR=named", "flagged"},
		"neither":         {nil, "OTHER=x", "data/converted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			runUntilReady(t, []string{c.env}, append([]string{"serve", "-data", "data"}, c.args...)...)
			for _, dir := range []string{"named", "flagged", "data/converted"} {
				if info, err := os.Stat(dir); (err == nil && info.IsDir()) != (dir == c.want) {
					t.Errorf("%s: %v", dir, err)
				}
			}
		})
	}
}
