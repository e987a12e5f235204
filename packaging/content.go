package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// manual returns the page for man(1), with the text that "ostrakon help" prints.
func manual(p *program) ([]byte, error) {
	source, err := os.ReadFile("main.go")
	if err != nil {
		return nil, err
	}
	_, usage, found := strings.Cut(string(source), "const usage = `")
	usage, _, ended := strings.Cut(usage, "`")
	if !found || !ended {
		return nil, errors.New("main.go has no usage")
	}
	var page bytes.Buffer
	fmt.Fprintf(&page, ".TH OSTRAKON 1 %s \"ostrakon %s\"\n", p.time.UTC().Format("2006-01-02"), p.version)
	fmt.Fprint(&page, ".SH NAME\nostrakon \\- run an organisation's elections, and turn STL, 3MF, OBJ and PLY "+
		"files into glTF\n.SH DESCRIPTION\n.nf\n")
	for line := range strings.Lines(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(usage)) {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			page.WriteString(`\&`)
		}
		page.WriteString(line)
	}
	fmt.Fprint(&page, ".fi\n.SH FILES\n.TP\n.I /etc/default/ostrakon\nflags of the service\n.TP\n.I "+
		"/var/lib/ostrakon\ndata directory of the service\n.SH SEE ALSO\n/usr/share/doc/ostrakon\n")
	return page.Bytes(), nil
}
