package main

import (
	"io/fs"
	"os"
	"path/filepath"

	"ostrakon/handlers/command"
)

// licences is the file in the source tree with the licences of other people's code.
const licences = "handlers/licences/licences.txt"

// archived returns the files of an archive.
func archived(p *program) ([]file, error) {
	binary := file{name: "ostrakon", mode: 0o755, content: p.binary}
	if p.system == "windows" {
		binary.name += ".exe"
	}
	files := []file{binary}
	if p.system != "windows" {
		files = append(files, file{name: "ostrakon.1", content: command.Manual(p.version, p.time)})
	}
	named := map[string]string{"LICENSE": "LICENSE", "LICENCES": licences}
	if p.system == "linux" {
		named["ostrakon.service"] = "packaging/ostrakon.service"
		named["ostrakon.default"] = "packaging/ostrakon.default"
		named["alerts.yml"] = "packaging/alerts.yml"
	}
	for name, source := range named {
		content, err := os.ReadFile(source)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, content: content})
	}
	read, err := documents()
	return append(files, read...), err
}

// documents returns the README, its pictures, the documents that it links to, and the verifier in Python.
func documents() (files []file, err error) {
	names := []string{"README.md", "web/ballot.png", "web/convert.png", "store/ballotbox/BUNDLE.md",
		"store/ballotbox/verify.py"}
	more, err := fs.Glob(os.DirFS("."), "docs/*.md")
	if err != nil {
		return nil, err
	}
	for _, name := range append(names, more...) {
		content, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, content: content})
	}
	return files, nil
}
