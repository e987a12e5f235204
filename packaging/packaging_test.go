package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// sample is a program that was not built.
func sample() *program {
	at := time.Date(2026, 3, 1, 10, 20, 30, 0, time.FixedZone("", 3600))
	return &program{system: "linux", processor: "amd64", version: "v1.2.3-rc.1", time: at, binary: []byte("#!/bin/sh\n")}
}

// unpacked reads a tar.gz.
func unpacked(t *testing.T, packed []byte) map[string]*tar.Header {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*tar.Header{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		found[h.Name] = h
	}
}

// A tar archive has each directory before what is in it, once, and nothing of the machine that made it.
func TestTarball(t *testing.T) {
	files := []file{{name: "b/c", content: []byte("c")}, {name: "a", mode: 0o755}, {name: "b/a/d"}}
	var b bytes.Buffer
	if err := writeTarball(&b, "root", files, sample().time); err != nil {
		t.Fatal(err)
	}
	found := unpacked(t, b.Bytes())
	for name, mode := range map[string]int64{"root/a": 0o755, "root/b/": 0o755, "root/b/a/": 0o755, "root/b/a/d": 0o644,
		"root/b/c": 0o644} {
		h := found[name]
		if h == nil || h.Mode != mode || h.Uid != 0 || h.Gid != 0 || h.Uname != "root" || h.Gname != "root" ||
			!h.ModTime.Equal(sample().time) {
			t.Errorf("%s: %+v", name, h)
		}
	}
	if len(found) != 5 {
		t.Errorf("%d entries", len(found))
	}
	var again bytes.Buffer
	slices.Reverse(files)
	if err := writeTarball(&again, "root", files, sample().time); err != nil || !bytes.Equal(again.Bytes(), b.Bytes()) {
		t.Errorf("in another order it is another archive: %v", err)
	}
}

func TestZip(t *testing.T) {
	var b bytes.Buffer
	if err := writeZip(&b, "root", []file{{name: "b/c", content: []byte("c")}, {name: "a", mode: 0o755}},
		sample().time); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || len(z.File) != 2 {
		t.Fatalf("%d files, %v", len(z.File), err)
	}
	if f := z.File[0]; f.Name != "root/a" || f.Mode() != 0o755 || !f.Modified.Equal(sample().time) {
		t.Errorf("%+v", f.FileHeader)
	}
}

// Versions of commits and of candidates sort before the release that they lead to.
func TestDebianVersion(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3": "1.2.3", "v1.2.3-rc.1": "1.2.3~rc.1",
		"v1.2.4-0.20261123022333-ecaa25f0a80d": "1.2.4~0.20261123022333~ecaa25f0a80d",
	} {
		if got := debianVersion(version); got != want {
			t.Errorf("%s is %s, want %s", version, got, want)
		}
	}
}

// The package has what dpkg needs, in its order, and the same bytes each time. Without CI set the test is skipped: it
// builds nfpm, which takes a minute and asks the module proxy.
func TestDebianPackage(t *testing.T) {
	if os.Getenv("CI") == "" {
		t.Skip("CI is not set: no package for Debian was made")
	}
	t.Chdir("..")
	deb, err := debianPackage(sample())
	if err != nil {
		t.Fatal(err)
	}
	if again, err := debianPackage(sample()); err != nil || !bytes.Equal(again.content, deb.content) {
		t.Errorf("the second time it is another package: %v", err)
	}
	if deb.name != "ostrakon_1.2.3~rc.1_amd64.deb" {
		t.Errorf("it is called %s", deb.name)
	}
	parts := membersOf(t, deb.content)
	if len(parts) != 3 || parts[0].name != "debian-binary" || string(parts[0].content) != "2.0\n" ||
		parts[1].name != "control.tar.gz" || parts[2].name != "data.tar.gz" {
		t.Fatalf("parts %v", parts)
	}
	control, data := unpacked(t, parts[1].content), unpacked(t, parts[2].content)
	for _, name := range []string{"control", "md5sums", "conffiles", "postinst", "prerm", "postrm"} {
		if control["./"+name] == nil {
			t.Errorf("no %s", name)
		}
	}
	for name, mode := range map[string]int64{
		"./usr/bin/ostrakon": 0o755, "./etc/default/ostrakon": 0o644, "./usr/lib/systemd/system/ostrakon.service": 0o644,
		"./usr/share/doc/ostrakon/copyright": 0o644, "./usr/share/doc/ostrakon/README.md": 0o644,
		"./usr/share/man/man1/ostrakon.1.gz": 0o644, "./usr/share/bash-completion/completions/ostrakon": 0o644,
		"./usr/share/zsh/vendor-completions/_ostrakon": 0o644, "./usr/share/fish/vendor_completions.d/ostrakon.fish": 0o644,
		"./usr/share/doc/ostrakon/store/ballotbox/verify.py": 0o644,
	} {
		if h := data[name]; h == nil || h.Mode != mode {
			t.Errorf("%s: %+v", name, h)
		}
	}
	listed, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range listed {
		if data["./usr/share/doc/ostrakon/"+f.name] == nil {
			t.Errorf("the archives contain %s, but the package does not", f.name)
		}
	}
}

// membersOf returns the files of an archive of ar(5).
func membersOf(t *testing.T, packed []byte) (files []file) {
	t.Helper()
	rest, found := bytes.CutPrefix(packed, []byte("!<arch>\n"))
	for found && len(rest) >= 60 {
		size := 0
		for _, digit := range bytes.TrimSpace(rest[48:58]) {
			size = size*10 + int(digit-'0')
		}
		files = append(files, file{name: strings.TrimSpace(string(rest[:16])), content: rest[60 : 60+size]})
		rest = rest[60+size+size%2:]
	}
	if !found || len(rest) != 0 {
		t.Errorf("%d bytes are left over", len(rest))
	}
	return files
}

// Each line of the configuration that is commented out is a flag that docs/operations.md
// explains.
func TestConfigurationNamesFlags(t *testing.T) {
	content, err := os.ReadFile("ostrakon.default")
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for line := range strings.Lines(string(content)) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "#OSTRAKON_"), "="); ok &&
			strings.HasPrefix(line, "#OSTRAKON_") {
			named++
			if flag := strings.ToLower(strings.ReplaceAll(name, "_", "-")); !strings.Contains(string(table), "`-"+flag+"`") {
				t.Errorf("nobody explains -%s", flag)
			}
		} else if line == "OSTRAKON_DATA=/var/lib/ostrakon\n" {
			named++ // without it, the service would not find the directory that its unit makes
		} else if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "# ") && line != "#\n" {
			t.Errorf("not a comment: %s", line)
		}
	}
	if named < 5 {
		t.Errorf("only %d flags", named)
	}
}
