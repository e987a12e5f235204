package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// tools are what the tests need from outside; an empty path is something that is missing.
type tools struct {
	program  string // the program, built from this source
	chromium string
	browser  func() (context.Context, error) // the Chromium of all tests that need no other, started by the first
	axe      string                          // the source of axe-core
}

var have tools

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "ostrakon-browser-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if have, err = findTools(dir); err != nil {
		return 0, err
	}
	end := func() {}
	defer func() { end() }()
	have.browser = sync.OnceValues(func() (ctx context.Context, err error) {
		ctx, end, err = startBrowser()
		return ctx, err
	})
	return m.Run(), nil
}

func findTools(dir string) (tools, error) {
	var found tools
	var missing []string
	names := []string{os.Getenv("OSTRAKON_CHROMIUM")}
	if names[0] == "" { // the shell itself, as the script that Debian has in the PATH outlives it
		names = []string{"/usr/lib/chromium/chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			found.chromium = path
			break
		}
	}
	if found.chromium == "" {
		missing = append(missing, "there is no Chromium: all browser tests are left out")
	}
	source, err := os.ReadFile(filepath.Join(os.Getenv("OSTRAKON_NODE_MODULES"), "axe-core", "axe.min.js"))
	if err != nil {
		missing = append(missing, "OSTRAKON_NODE_MODULES names no directory with axe-core: accessibility is not judged")
	}
	found.axe = string(source)
	if len(missing) > 0 {
		words := strings.Join(missing, "; ")
		if os.Getenv("CI") == "true" {
			return tools{}, fmt.Errorf("browser tests: %s", words)
		}
		fmt.Fprintln(os.Stderr, "browser tests:", words)
	}
	if found.chromium == "" {
		return found, nil
	}
	found.program = filepath.Join(dir, "ostrakon")
	build := exec.Command("go", "build", "-o", found.program, ".")
	build.Dir = filepath.Join("..", "..")
	if output, err := build.CombinedOutput(); err != nil {
		return tools{}, fmt.Errorf("build the program: %w\n%s", err, output)
	}
	return found, nil
}
