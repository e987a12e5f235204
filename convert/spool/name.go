package spool

import (
	"crypto/rand"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"ostrakon/convert/unpack"
)

const (
	baseLength = 26        // characters of base32: 130 bits
	partSuffix = ".part"   // of a file that is not whole yet
	uploadExt  = ".upload" // of a file that is to be converted
	packedExt  = ".gz"     // of the copy of a file that is compressed with gzip
)

// randomBase is the name, without extension, of a conversion's files.
func randomBase() string { return strings.ToLower(rand.Text())[:baseLength] }

// Packed returns the name of the copy of a file that is compressed with gzip (RFC 1952).
func Packed(name string) string { return name + packedExt }

// baseOf splits the name of a converted file. ok is false for a name that the spool cannot have given.
func baseOf(name string) (base string, ok bool) {
	base, extension, _ := strings.Cut(name, ".")
	if !isBase(base) {
		return "", false
	}
	switch extension {
	case "glb", "gltf", "bin", "usdz", "png":
		return base, true
	}
	return base, false
}

func isBase(base string) bool {
	return len(base) == baseLength && strings.Trim(base, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// ours reports whether a name in the directory is one that the spool gives.
func ours(name string) bool {
	_, output := baseOf(strings.TrimSuffix(strings.TrimSuffix(name, partSuffix), packedExt))
	base, upload := strings.CutSuffix(name, uploadExt)
	return output || upload && isBase(base)
}

// maxTitle is how many bytes of the uploader's file name are kept.
const maxTitle = 120

// Title makes the name that downloads are offered under from the name of the uploaded file: no folder, no extension,
// nothing that a file system or a header could misread. It is "model" if nothing is left.
func Title(uploaded string) string {
	uploaded = path.Base(strings.ReplaceAll(strings.ToValidUTF8(uploaded, ""), `\`, "/"))
	uploaded, _ = unpack.Split(uploaded)
	title := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|%`, r) {
			return '_'
		}
		return r
	}, uploaded)
	for len(title) > maxTitle {
		_, size := utf8.DecodeLastRuneInString(title)
		title = title[:len(title)-size]
	}
	if title = strings.Trim(title, " ."); title == "" {
		return "model"
	}
	return title
}
