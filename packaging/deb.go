package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ostrakon/handlers/command"
)

// nfpm is the tool that writes Debian packages, as go run names it. Later versions need modules that the module proxy
// does not serve.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.0"

// debianPackage makes the package of a program, which nfpm.yaml describes.
func debianPackage(p *program) (file, error) {
	version := debianVersion(p.version)
	made, err := generated(p, version)
	if err != nil {
		return file{}, err
	}
	dir, err := os.MkdirTemp("", "ostrakon-packaging-")
	if err != nil {
		return file{}, err
	}
	defer os.RemoveAll(dir)
	for _, f := range made {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.content, 0o600); err != nil {
			return file{}, err
		}
	}
	name := fmt.Sprintf("ostrakon_%s_%s.deb", version, p.processor) // Debian's names of both processors are Go's
	path := filepath.Join(dir, name)
	environment := []string{
		"GOOS=", "GOARCH=", fmt.Sprintf("SOURCE_DATE_EPOCH=%d", p.time.Unix()),
		"VERSION=" + version, "ARCH=" + p.processor, "MADE=" + dir,
	}
	err = runGo(environment, "run", nfpm, "package", "-p", "deb", "-f", "packaging/nfpm.yaml", "-t", path)
	if err != nil {
		return file{}, err
	}
	content, err := os.ReadFile(path)
	return file{name: name, content: content}, err
}

// debianVersion returns a version as dpkg compares it: what comes before a release sorts before it (deb-version(7)).
func debianVersion(version string) string {
	return strings.ReplaceAll(strings.TrimPrefix(version, "v"), "-", "~")
}

// generated returns the files of a package that the source tree does not have: the program, its manual page, what
// completes its command line, the changelog, and the copyright file that Debian's policy wants (section 12.5).
func generated(p *program, version string) ([]file, error) {
	const own = "Ostrakon is free software under the Apache License, version 2.0. On Debian systems, its text is\n" +
		"in /usr/share/common-licenses/Apache-2.0.\n\nCopyright: the authors of Ostrakon\n\n"
	others, err := os.ReadFile(licences)
	if err != nil {
		return nil, err
	}
	changes := fmt.Sprintf("ostrakon (%s) stable; urgency=medium\n\n  * Version %s.\n\n"+
		" -- Ostrakon maintainers <maintainers@ostrakon.invalid>  %s\n",
		version, p.version, p.time.UTC().Format(time.RFC1123Z))
	files := []file{{name: "ostrakon", content: p.binary}, {name: "copyright", content: append([]byte(own), others...)}}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		files = append(files, file{name: shell, content: []byte(command.CompletionScript(shell))})
	}
	page := command.Manual(p.version, p.time)
	for _, f := range []file{{name: "ostrakon.1.gz", content: page}, {name: "changelog.gz", content: []byte(changes)}} {
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		files = append(files, file{name: f.name, content: packed.Bytes()})
	}
	return files, nil
}
