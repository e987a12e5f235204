package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Imports run one way: main -> handlers -> {store, convert, ocr, web}, and
// those four import nothing of each other, nor of what is above them.
func TestImportsRunOneWay(t *testing.T) {
	roots := []string{"store", "convert", "ocr", "web"}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}}{{range .Deps}} {{.}}{{end}}`, "./...").Output()
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

// rootOf is the folder below the module's root that a package of this module is in.
func rootOf(pkg string) string {
	path, ok := strings.CutPrefix(pkg, "ostrakon/")
	if !ok {
		return ""
	}
	root, _, _ := strings.Cut(path, "/")
	return root
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
		{"version", []string{"version"}, nil, exitDone, "ostrakon ", ""},
		{"convert nothing", []string{"convert"}, nil, exitUsage, "", "ostrakon convert -h"},
		{"convert by an unknown method", []string{"convert", "-method", "magic", "x.stl"}, nil, exitUsage, "", "meshlib, custom or custom-glb"},
		{"convert what is not there", []string{"convert", "nothing.stl"}, nil, exitFailure, "", "1 of 1 files could not be converted"},
		{"a size that is none", []string{"serve", "-max-stl", "lots"}, nil, exitUsage, "", "512MiB"},
		{"no time at all", []string{"serve", "-temp-ttl", "0s"}, nil, exitUsage, "", "-temp-ttl"},
		{"no such command", []string{"elect"}, nil, exitUsage, "", `there is no command "elect"`},
		{"no such flag", []string{"serve", "-colour"}, nil, exitUsage, "", "not defined: -colour"},
		{"the bare command is serve", []string{"-colour"}, nil, exitUsage, "", "not defined: -colour"},
		{"stray argument", []string{"version", "now"}, nil, exitUsage, "", `takes no argument "now"`},
		{"unknown scheme", []string{"serve", "-voter-id", "xx"}, nil, exitUsage, "", "-voter-id"},
		{"unknown policy", []string{"serve", "-identity", "vibes"}, nil, exitUsage, "", "number, card and roll"},
		{"unknown engine", []string{"serve", "-ocr-engine", "crystal-ball"}, nil, exitUsage, "", "embedded, native and off"},
		{"cards without a reader", []string{"serve", "-identity", "card"}, []string{"OSTRAKON_OCR_ENGINE=off"}, exitUsage, "", "-ocr-engine is off"},
		{"a card that is none", []string{"read-card", "main.go"}, nil, exitFailure, "", "not an image of an accepted kind"},
		{"no card", []string{"read-card"}, nil, exitUsage, "", "an argument is missing"},
		{"bad proxy", []string{"serve"}, []string{"OSTRAKON_TRUSTED_PROXIES=somewhere"}, exitUsage, "", "-trusted-proxies"},
		{"admin create without a name", []string{"admin", "create"}, nil, exitUsage, "", "-email and -name"},
		{"a stray argument behind a flag", []string{"backup", "-data", "x", "a.zip", "-with-keys", "b.zip"}, nil, exitUsage, "", `takes no argument "b.zip"`},
		{"a missing argument", []string{"verify", "-key", "x"}, nil, exitUsage, "", "ostrakon verify -h"},
		{"the flags of a command of two words", []string{"key", "export", "-h"}, nil, exitDone, "ELECTION-ID", ""},
		{"what does not hold", []string{"verify", "nothing.zip"}, nil, exitFailure, "FAIL  bundle", "does not hold"},
		{"half a command of two words", []string{"key", "exports"}, nil, exitUsage, "", "there is no command"},
		{"half a command", []string{"admin"}, nil, exitUsage, "", "there is no command"},
		{"no server to ask", []string{"healthcheck", "-addr", "127.0.0.1:1"}, nil, exitFailure, "", "ostrakon: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run(t.Context(), c.args, c.env, strings.NewReader(""), &stdout, &stderr); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			if !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) {
				t.Errorf("stdout %q, stderr %q", stdout.String(), stderr.String())
			}
		})
	}
}

func TestAnAddressInUseIsReportedAndTheStoreClosed(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range 2 { // a store left open would refuse the second try as locked
		var stderr bytes.Buffer
		code := run(ctx, []string{"serve", "-data", dir, "-addr", "256.0.0.1:1"}, nil, strings.NewReader(""), io.Discard, &stderr)
		if code != exitFailure || strings.Contains(stderr.String(), "in use by another process") {
			t.Fatalf("exit code %d: %s", code, stderr.String())
		}
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
			run(t.Context(), append([]string{"serve", "-data", "data", "-addr", "256.0.0.1:1"}, c.args...), []string{c.env}, strings.NewReader(""), io.Discard, io.Discard)
			for _, dir := range []string{"named", "flagged", "data/converted"} {
				if info, err := os.Stat(dir); (err == nil && info.IsDir()) != (dir == c.want) {
					t.Errorf("%s: %v", dir, err)
				}
			}
		})
	}
}
