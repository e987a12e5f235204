package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"time"
)

// program is the program as go build makes it for one target.
type program struct {
	system, processor string // GOOS and GOARCH
	version           string // v1.2.3, or Go's name for a commit without a tag
	time              time.Time
	binary            []byte
}

// build builds the program for a target, linked without C, and reads the version and the time of the commit that Go
// stamped on it. It refuses a clone with changes that are not committed, because the version would not name them.
func build(system, processor string) (*program, error) {
	dir, err := os.MkdirTemp("", "ostrakon-packaging-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "ostrakon")
	// -s leaves out what only debuggers read, a quarter of the file; traces name functions all the same.
	err = runGo([]string{"GOOS=" + system, "GOARCH=" + processor},
		"build", "-trimpath", "-buildvcs=true", "-ldflags=-s", "-o", path, ".")
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if setting(info, "vcs.modified") != "false" {
		return nil, errors.New("no commit is stamped: run this at the top of a Git clone (a linked worktree is none) " +
			"in which everything is committed")
	}
	at, err := time.Parse(time.RFC3339, setting(info, "vcs.time"))
	if err != nil {
		return nil, err
	}
	binary, err := os.ReadFile(path)
	return &program{system, processor, info.Main.Version, at, binary}, err
}

// runGo runs the go command with further variables. The settings of one machine do not change the bytes that it makes.
func runGo(variables []string, arguments ...string) error {
	cmd := exec.Command("go", arguments...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOAMD64=v1", "GOARM64=v8.0",
		"GOEXPERIMENT=", "GOFIPS140=off")
	cmd.Env = append(cmd.Env, variables...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", arguments[0], err, out)
	}
	return nil
}

// setting returns the value that Go stamped on a build under a key, or "".
func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
