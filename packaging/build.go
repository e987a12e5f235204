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

// program is the built program of a target.
type program struct {
	system, processor string // GOOS and GOARCH
	version           string // v1.2.3, or Go's name for a commit without a tag
	time              time.Time
	binary            []byte
}

// build builds the program for a target, linked without C, and reads the version and the time of the
// commit that Go stamped on it. It refuses files that are not committed: the version would not be
// theirs.
func build(system, processor string) (*program, error) {
	dir, err := os.MkdirTemp("", "ostrakon-packaging-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "ostrakon")
	// -s leaves out what only debuggers read, a quarter of the file; traces name functions all the same.
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s", "-o", path, ".")
	// Nothing that is set on one machine alone may change the bytes.
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor,
		"GOFLAGS=-mod=readonly", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOFIPS140=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if setting(info, "vcs.modified") != "false" {
		return nil, errors.New("no commit is stamped: run this at the top of a Git clone (a linked worktree is none) in " +
			"which everything is committed")
	}
	at, err := time.Parse(time.RFC3339, setting(info, "vcs.time"))
	if err != nil {
		return nil, err
	}
	binary, err := os.ReadFile(path)
	return &program{system, processor, info.Main.Version, at, binary}, err
}

// setting is what Go noted about a build under a key, "" if it noted nothing.
func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
