package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// file is one file of a package. Its name is relative, with slashes.
type file struct {
	name    string
	mode    fs.FileMode // permissions; 0 is 0644
	content []byte
}

// permissions returns the permissions that a file is packed with.
func (f file) permissions() fs.FileMode {
	if f.mode == 0 {
		return 0o644
	}
	return f.mode
}

// inOrder returns the files and their directories, sorted by name. The name of a directory ends in a slash.
func inOrder(files []file) (all []file) {
	for _, f := range files {
		all = append(all, f)
		for dir := path.Dir(f.name); dir != "."; dir = path.Dir(dir) {
			all = append(all, file{name: dir + "/", mode: 0o755})
		}
	}
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return slices.CompactFunc(all, func(a, b file) bool { return a.name == b.name })
}

// writeTarball writes files below a root as tar.gz, with the user root as their owner.
func writeTarball(w io.Writer, root string, files []file, at time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(packed)
	for _, f := range inOrder(files) {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: root + "/" + f.name, Mode: int64(f.permissions()), Size: int64(len(f.content)),
			ModTime: at, Uname: "root", Gname: "root", Format: tar.FormatUSTAR,
		}
		if strings.HasSuffix(f.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.content); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// writeZip writes files below a root as ZIP.
func writeZip(w io.Writer, root string, files []file, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range inOrder(files) {
		if strings.HasSuffix(f.name, "/") {
			continue // unzip makes the directories that the names of files contain
		}
		h := &zip.FileHeader{Name: root + "/" + f.name, Method: zip.Deflate, Modified: at.UTC()}
		h.SetMode(f.permissions())
		part, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := part.Write(f.content); err != nil {
			return err
		}
	}
	return z.Close()
}
