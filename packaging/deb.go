package main

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"os"
	"strings"
	"time"
)

// maintainer is whom the package names, as Debian's policy wants (section 5.6.2).
const maintainer = "Ostrakon maintainers <maintainers@ostrakon.invalid>"

// debianPackage makes the package of a program, in the format of deb(5).
func debianPackage(p *program) (file, error) {
	version := debianVersion(p.version)
	files, err := installed(p, version)
	if err != nil {
		return file{}, err
	}
	about, err := control(p, version, files)
	if err != nil {
		return file{}, err
	}
	parts := []file{{name: "debian-binary", content: []byte("2.0\n")}}
	for _, part := range []struct {
		name  string
		files []file
	}{{"control.tar.gz", about}, {"data.tar.gz", files}} {
		var packed bytes.Buffer
		if err := writeTarball(&packed, ".", part.files, p.time); err != nil {
			return file{}, err
		}
		parts = append(parts, file{name: part.name, content: packed.Bytes()})
	}
	name := fmt.Sprintf("ostrakon_%s_%s.deb", version, p.processor) // Debian's names of both processors are Go's
	return file{name: name, content: ar(parts, p.time)}, nil
}

// debianVersion is a version as dpkg compares it: what comes before a release sorts before it
// (deb-version(7)).
func debianVersion(version string) string {
	return strings.ReplaceAll(strings.TrimPrefix(version, "v"), "-", "~")
}

// ar packs files into the common format of ar(5).
func ar(files []file, at time.Time) []byte {
	var b bytes.Buffer
	b.WriteString("!<arch>\n")
	for _, f := range files {
		fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", f.name, at.Unix(), 0, 0, "100644", len(f.content))
		b.Write(f.content)
		if len(f.content)%2 == 1 {
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

// installed are the files that a package installs.
func installed(p *program, version string) ([]file, error) {
	const doc = "usr/share/doc/ostrakon/"
	files := []file{{name: "usr/bin/ostrakon", mode: 0o755, content: p.binary}}
	for name, source := range map[string]string{
		"usr/lib/systemd/system/ostrakon.service": "packaging/ostrakon.service",
		"etc/default/ostrakon":                    "packaging/ostrakon.default",
		"usr/share/lintian/overrides/ostrakon":    "packaging/debian/lintian-overrides",
		doc + "examples/alerts.yml":               "packaging/alerts.yml",
	} {
		content, err := os.ReadFile(source)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, content: content})
	}
	copyright, err := copyright()
	if err != nil {
		return nil, err
	}
	page, err := manual(p)
	if err != nil {
		return nil, err
	}
	changes := fmt.Sprintf("ostrakon (%s) stable; urgency=medium\n\n  * Version %s.\n\n -- %s  %s\n", version, p.version,
		maintainer, p.time.UTC().Format(time.RFC1123Z))
	for name, content := range map[string][]byte{"usr/share/man/man1/ostrakon.1.gz": page,
		doc + "changelog.gz": []byte(changes)} {
		packed, err := gzipped(content)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, content: packed})
	}
	read, err := documents()
	for _, f := range read {
		files = append(files, file{name: doc + f.name, content: f.content})
	}
	return append(files, file{name: doc + "copyright", content: copyright}), err
}

// copyright is the file that Debian's policy wants (section 12.5): whose the program is, under which
// licence, and the same of what is in it.
func copyright() ([]byte, error) {
	others, err := os.ReadFile(licences)
	const own = "Ostrakon is free software under the Apache License, version 2.0. On Debian systems, its text is\n" +
		"in /usr/share/common-licenses/Apache-2.0.\n\nCopyright: the authors of Ostrakon\n\n"
	return append([]byte(own), others...), err
}

// gzipped compresses without a name and a time.
func gzipped(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// control are the files that tell dpkg about a package (deb-control(5)).
func control(p *program, version string, files []file) ([]file, error) {
	size := 0
	var sums bytes.Buffer
	for _, f := range inOrder(files) {
		if strings.HasSuffix(f.name, "/") {
			size++
			continue
		}
		size += (len(f.content) + 1023) / 1024
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.content), f.name)
	}
	about := fmt.Sprintf(`Package: ostrakon
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Recommends: ca-certificates
Section: web
Priority: optional
Description: elections of an organisation from one program and one directory
 Ostrakon runs elections for a club, a school, a union or a makerspace. Voters
 come with a slip, a link or a password and vote from a phone. Ballots are
 sealed on their devices, and anyone can count again. It also turns STL and
 3MF models into glTF.
`, version, p.processor, maintainer, size)
	all := []file{
		{name: "control", content: []byte(about)},
		{name: "md5sums", content: sums.Bytes()},
		{name: "conffiles", content: []byte("/etc/default/ostrakon\n")},
	}
	for _, script := range []string{"postinst", "prerm", "postrm"} {
		content, err := os.ReadFile("packaging/debian/" + script)
		if err != nil {
			return nil, err
		}
		all = append(all, file{name: script, mode: 0o755, content: content})
	}
	return all, nil
}
