package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// Bundle is everything public about a counted election: enough to check it and count it again
// without the server. BUNDLE.md describes its files.
type Bundle struct {
	Manifest   []byte   // canonical JSON
	Checkpoint []byte   // signed note: the cast log at the close
	Seal       []byte   // signed note
	Notices    []string // signed notes: how the end was moved, oldest first
	Counts     []byte   // the evidence of the count, see Counted
	Codes      []Code   // sorted
	Leaves     []Cast   // the cast log, in its order
	Result     []byte   // canonical JSON
}

// maxBundle bounds a bundle, in bytes: five million votes.
const maxBundle = 512 << 20

// maxJSONFile bounds each file of JSON in a bundle, in bytes, because what is read from one can take
// hundreds of times its size. A full manifest has half as many.
const maxJSONFile = 8 << 20

// bundleFile is a file of a bundle: how it is written and read.
type bundleFile struct {
	name  string
	write func() []byte
	read  func([]byte) error
}

// fits reports whether the file may have so many bytes.
func (f bundleFile) fits(size int) bool {
	return size <= maxJSONFile || !strings.HasSuffix(f.name, ".json")
}

// files are the files of a bundle, in their order.
func (b *Bundle) files() []bundleFile {
	return []bundleFile{
		whole("manifest.json", &b.Manifest),
		whole("checkpoint.txt", &b.Checkpoint),
		whole("seal.txt", &b.Seal),
		{
			"notices.json",
			func() []byte { return noticesFile(b.Notices) },
			func(raw []byte) (err error) { b.Notices, err = parseNotices(raw); return err },
		},
		whole("counts.txt", &b.Counts),
		lines("codes.txt", &b.Codes, ParseCode),
		lines("leaves.txt", &b.Leaves, ParseCast),
		whole("result.json", &b.Result),
	}
}

// whole is a file that is kept as it is.
func whole(name string, to *[]byte) bundleFile {
	return bundleFile{name,
		func() []byte { return *to },
		func(raw []byte) error { *to = raw; return nil },
	}
}

// lines is a file with one value on each line. Each line ends with a line feed.
func lines[T fmt.Stringer](name string, to *[]T, parse func(string) (T, error)) bundleFile {
	return bundleFile{name,
		func() []byte {
			var buf bytes.Buffer
			for _, v := range *to {
				buf.WriteString(v.String())
				buf.WriteByte('\n')
			}
			return buf.Bytes()
		},
		func(raw []byte) error {
			for n := 1; len(raw) > 0; n++ {
				line, rest, ended := bytes.Cut(raw, []byte("\n"))
				if !ended {
					return fmt.Errorf("line %d does not end", n)
				}
				v, err := parse(string(line))
				if err != nil {
					return fmt.Errorf("line %d: %w", n, err)
				}
				*to, raw = append(*to, v), rest
			}
			return nil
		},
	}
}

// The parts of a zip (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16). What is not in the code
// below is always 0.
const (
	localHeader, directoryHeader, directoryEnd = 30, 46, 22

	zipVersion  = 20
	zipUTF8     = 0x800
	zipFirstDay = 0x21 // 1 January 1980
)

// header is what the local header and the directory say alike of a file, from the version needed on.
func (f bundleFile) header(content []byte) []byte {
	h := binary.LittleEndian.AppendUint16(nil, zipVersion)
	h = binary.LittleEndian.AppendUint16(h, zipUTF8)
	h = append(h, 0, 0, 0, 0) // stored; midnight
	h = binary.LittleEndian.AppendUint16(h, zipFirstDay)
	h = binary.LittleEndian.AppendUint32(h, crc32.ChecksumIEEE(content))
	h = binary.LittleEndian.AppendUint32(h, uint32(len(content)))
	h = binary.LittleEndian.AppendUint32(h, uint32(len(content)))
	h = binary.LittleEndian.AppendUint16(h, uint16(len(f.name)))
	return append(h, 0, 0) // no extra field
}

// Write writes the bundle as a zip in its one form: the same bytes for the same bundle, whoever
// writes it. It is an error if the bundle is larger than a reader takes.
func (b *Bundle) Write(w io.Writer) error {
	var directory []byte
	at, count := 0, 0
	for _, f := range b.files() {
		content := f.write()
		header := f.header(content)
		if at+len(content) > maxBundle || !f.fits(len(content)) {
			return fmt.Errorf("the bundle is larger than %d bytes, or its %s than %d", maxBundle, f.name, maxJSONFile)
		}
		local := append(append([]byte("PK\x03\x04"), header...), f.name...)
		for _, part := range [][]byte{local, content} {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		directory = binary.LittleEndian.AppendUint16(append(directory, "PK\x01\x02"...), zipVersion)
		directory = append(directory, header...)
		directory = append(directory, make([]byte, 10)...) // no comment, disk 0, no attributes
		directory = binary.LittleEndian.AppendUint32(directory, uint32(at))
		directory = append(directory, f.name...)
		at, count = at+len(local)+len(content), count+1
	}
	end := append([]byte("PK\x05\x06"), 0, 0, 0, 0) // this disk, and that of the directory
	end = binary.LittleEndian.AppendUint16(end, uint16(count))
	end = binary.LittleEndian.AppendUint16(end, uint16(count))
	end = binary.LittleEndian.AppendUint32(end, uint32(len(directory)))
	end = binary.LittleEndian.AppendUint32(end, uint32(at))
	_, err := w.Write(append(append(directory, end...), 0, 0)) // no comment
	return err
}

// ErrBundle means that a file is not a bundle, or not in its one form.
var ErrBundle = errors.New("not a bundle of a counted election")

// ReadBundle reads a bundle of size bytes. It does not check what the bundle says: Verify does.
// What it read it writes again, and it takes nothing but the same bytes: otherwise one file could
// be read as two bundles. Errors: ErrBundle, with what is missing or unreadable.
func ReadBundle(r io.ReaderAt, size int64) (*Bundle, error) {
	if size > maxBundle {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrBundle, maxBundle)
	}
	raw := make([]byte, size)
	if _, err := io.ReadFull(io.NewSectionReader(r, 0, size), raw); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBundle, err)
	}
	b, rest := &Bundle{}, raw
	for _, f := range b.files() {
		start := localHeader + len(f.name)
		if len(rest) < start || string(rest[localHeader:start]) != f.name {
			return nil, fmt.Errorf("%w: %s is missing or not in its place", ErrBundle, f.name)
		}
		length := int64(binary.LittleEndian.Uint32(rest[18:]))
		if length > int64(len(rest)-start) {
			return nil, fmt.Errorf("%w: %s does not end", ErrBundle, f.name)
		}
		if !f.fits(int(length)) {
			return nil, fmt.Errorf("%w: %s has more than %d bytes", ErrBundle, f.name, maxJSONFile)
		}
		end := start + int(length)
		if err := f.read(rest[start:end:end]); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrBundle, f.name, err)
		}
		rest = rest[end:]
	}
	again := &comparer{rest: raw}
	if err := b.Write(again); err != nil || len(again.rest) > 0 {
		return nil, fmt.Errorf("%w: written again it has other bytes", ErrBundle)
	}
	return b, nil
}

// comparer is a writer that takes only certain bytes.
type comparer struct{ rest []byte }

func (c *comparer) Write(p []byte) (int, error) {
	rest, same := bytes.CutPrefix(c.rest, p)
	if !same {
		return 0, io.ErrShortWrite
	}
	c.rest = rest
	return len(p), nil
}

// Digests name a bundle and its contents, for people to compare.
type Digests struct {
	Bundle   Hash // SHA-256 of the file
	Manifest Hash // the manifest hash
	Seal     Hash // SHA-256 of seal.txt
}

func (d Digests) String() string {
	return fmt.Sprintf("sha256 %s manifest %s seal %s", d.Bundle, d.Manifest, d.Seal)
}

// Digests computes the digests. Its error is that of Write, which a bundle that was read has not.
func (b *Bundle) Digests() (Digests, error) {
	h := sha256.New()
	err := b.Write(h)
	return Digests{Hash(h.Sum(nil)), ManifestHash(b.Manifest), sha256.Sum256(b.Seal)}, err
}
