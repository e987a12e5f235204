package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ostrakon/handlers/e2e/servertest"
)

// program is the path of the program that was built.
var program string

// start starts the program in a directory and waits until it is ready.
func start(ctx context.Context, dir string, args ...string) (*servertest.Server, error) {
	return servertest.Start(exec.CommandContext(ctx, program, args...), dir)
}

func TestMain(m *testing.M) {
	other()
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "ostrakon-e2e")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "ostrakon")
		build := exec.Command("go", "build", "-o", program, "ostrakon")
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // as README says
		if out, err := build.CombinedOutput(); err != nil {
			panic(fmt.Sprintf("build: %v\n%s", err, out))
		}
		return m.Run()
	}())
}

// rounds is how often a test that kills the server does so: many times where OSTRAKON_LONG is set.
func rounds(few, many int) int {
	if os.Getenv("OSTRAKON_LONG") != "" {
		return many
	}
	return few
}

// TestScripts runs testdata/*.txtar. Beside testscript's own commands there are
//
//	serve COMMAND [flags]    starts the program on a free port; sets URL, and SETUP if it prints a set-up link
//	stop                     ends it with SIGTERM and waits
//	json FILE PATH VAR       sets VAR to a value of a JSON file (items.0.id); with VAR omitted, prints it
//	photo FILE               writes a small JPEG
//	card FILE NUMBER NAME BIRTH  writes a photo of an identity card
//	answer ELECTIONS OUT     makes a vote in the first election: the first option, the rest blank
func TestScripts(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed: the walk through the API was left out")
	}
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			verifier, err := filepath.Abs("../../store/ballotbox/verify.py")
			env.Setenv("VERIFY_PY", verifier)
			env.Values[runningKey{}] = new(*servertest.Server)
			env.Setenv("PATH", filepath.Dir(program)+string(os.PathListSeparator)+env.Getenv("PATH"))
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve": serveCmd, "stop": stopCmd, "json": jsonCmd, "photo": photoCmd, "card": cardCmd, "answer": answerCmd,
		},
	})
}

// runningKey is the key of the server that a script started.
type runningKey struct{}

func serveCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serve COMMAND [flags]")
	}
	s, err := start(context.Background(), ts.MkAbs("."), args...)
	ts.Check(err)
	ts.Setenv("URL", s.URL)
	ts.Setenv("SETUP", s.Setup)
	*ts.Value(runningKey{}).(**servertest.Server) = s
	ts.Defer(s.Kill)
}

func stopCmd(ts *testscript.TestScript, neg bool, _ []string) {
	ts.Check((*ts.Value(runningKey{}).(**servertest.Server)).Stop())
}

func jsonCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: json FILE PATH [VAR]")
	}
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &v))
	for _, step := range strings.Split(args[1], ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(at) {
				ts.Fatalf("%s: no item %s of %d", args[1], step, len(at))
			}
			v = at[i]
		}
	}
	if v == nil {
		ts.Fatalf("%s: there is no %s in %s", args[0], args[1], ts.ReadFile(args[0]))
	}
	text := fmt.Sprint(v)
	if len(args) == 3 {
		ts.Setenv(args[2], text)
		return
	}
	fmt.Fprintln(ts.Stdout(), text)
}

func photoCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: photo FILE")
	}
	img := image.NewRGBA(image.Rect(0, 0, 64, 48))
	for i := range img.Pix {
		img.Pix[i] = byte(i)
	}
	img.Set(0, 0, color.White)
	var buf bytes.Buffer
	ts.Check(jpeg.Encode(&buf, img, nil))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), buf.Bytes(), 0o600))
}

func answerCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: answer ELECTIONS OUT")
	}
	var list struct {
		Items []struct {
			Questions []struct {
				ID         string
				Candidates []struct{ ID string }
			}
		}
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &list))
	answers := make(map[string]map[string]string)
	for i, q := range list.Items[0].Questions {
		answers[q.ID] = make(map[string]string)
		for n, c := range q.Candidates {
			answers[q.ID][c.ID] = "00"
			if i == 0 && n == 0 {
				answers[q.ID][c.ID] = "01"
			}
		}
	}
	raw, err := json.Marshal(map[string]any{"answers": answers})
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), raw, 0o600))
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
