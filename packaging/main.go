package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

// run makes the packages of the targets that the arguments name, and prints their sums.
func run(args []string, stdout io.Writer) error {
	f := flag.NewFlagSet("packaging", flag.ContinueOnError)
	out := f.String("out", "dist", "`DIRECTORY` for the packages; it must be empty or not exist")
	only := f.String("targets", "linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64",
		"`SYSTEMS` to make packages for, separated by spaces")
	if err := f.Parse(args); err != nil {
		return err
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	if entries, err := os.ReadDir(*out); err != nil || len(entries) > 0 {
		return errors.Join(err, fmt.Errorf("%s is not empty", *out))
	}
	var all []file
	for name := range strings.FieldsSeq(*only) {
		made, err := packages(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, made...)
	}
	// A file that was written before could make Go take the clone for one that is not committed.
	var sums []string
	for _, p := range all {
		if err := os.WriteFile(filepath.Join(*out, p.name), p.content, 0o644); err != nil {
			return err
		}
		sums = append(sums, fmt.Sprintf("%x  %s\n", sha256.Sum256(p.content), p.name))
		fmt.Fprintf(stdout, "%10d  %s\n", len(p.content), p.name)
	}
	slices.SortFunc(sums, func(a, b string) int { return strings.Compare(a[2*sha256.Size:], b[2*sha256.Size:]) })
	return os.WriteFile(filepath.Join(*out, "SHA256SUMS"), []byte(strings.Join(sums, "")), 0o644)
}

// packages makes the files that a release publishes for one target, such as linux/amd64.
func packages(name string) ([]file, error) {
	system, processor, ok := strings.Cut(name, "/")
	if !ok {
		return nil, errors.New("a target is a system and a processor, such as linux/amd64")
	}
	p, err := build(system, processor)
	if err != nil {
		return nil, err
	}
	content, err := archived(p)
	if err != nil {
		return nil, err
	}
	root := fmt.Sprintf("ostrakon_%s_%s_%s", strings.TrimPrefix(p.version, "v"), system, processor)
	var packed bytes.Buffer
	if system == "windows" {
		err = writeZip(&packed, root, content, p.time)
		return []file{{name: root + ".zip", content: packed.Bytes()}}, err
	}
	if err := writeTarball(&packed, root, content, p.time); err != nil {
		return nil, err
	}
	made := []file{{name: root + ".tar.gz", content: packed.Bytes()}}
	if system == "linux" {
		debian, err := debianPackage(p)
		if err != nil {
			return nil, err
		}
		made = append(made, debian)
	}
	return made, nil
}
