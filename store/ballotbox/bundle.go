package ballotbox

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Bundle is everything public about a counted election: enough to check it and count it again
// without the server. BUNDLE.md describes its files.
type Bundle struct {
	Manifest   []byte // canonical JSON
	Checkpoint []byte // signed note: the cast log at the close
	Seal       []byte // signed note
	Result     []byte // canonical JSON
	Leaves     []Hash // the cast log, in its order
	Ballots    []Choice
	Codes      []Code
}

// maxBundleFile bounds one file of a bundle, in bytes: the leaves of four million votes.
const maxBundleFile = 256 << 20

// files are the files of a bundle: how each is written and read.
func (b *Bundle) files() []bundleFile {
	raw := func(name string, to *[]byte) bundleFile {
		return bundleFile{name,
			func(w io.Writer) error { _, err := w.Write(*to); return err },
			func(content []byte) error { *to = content; return nil },
		}
	}
	return []bundleFile{
		raw("manifest.json", &b.Manifest),
		raw("checkpoint.txt", &b.Checkpoint),
		raw("seal.txt", &b.Seal),
		raw("result.json", &b.Result),
		lines("leaves.txt", &b.Leaves, ParseHash),
		lines("ballots.txt", &b.Ballots, ParseChoice),
		lines("codes.txt", &b.Codes, ParseCode),
	}
}

type bundleFile struct {
	name  string
	write func(io.Writer) error
	read  func([]byte) error
}

// lines is a file with one value on each line. Each line ends with a line feed.
func lines[T fmt.Stringer](name string, to *[]T, parse func(string) (T, error)) bundleFile {
	return bundleFile{name,
		func(w io.Writer) error {
			var buf bytes.Buffer
			for _, v := range *to {
				buf.WriteString(v.String())
				buf.WriteByte('\n')
			}
			_, err := w.Write(buf.Bytes())
			return err
		},
		func(content []byte) error {
			for n := 1; len(content) > 0; n++ {
				line, rest, ended := bytes.Cut(content, []byte("\n"))
				if !ended {
					return fmt.Errorf("line %d does not end", n)
				}
				v, err := parse(string(line))
				if err != nil {
					return fmt.Errorf("line %d: %w", n, err)
				}
				*to, content = append(*to, v), rest
			}
			return nil
		},
	}
}

// Write writes the bundle as a zip, the same bytes for the same bundle.
func (b *Bundle) Write(w io.Writer) error {
	z := zip.NewWriter(w)
	for _, f := range b.files() {
		out, err := z.Create(f.name)
		if err != nil {
			return err
		}
		if err := f.write(out); err != nil {
			return err
		}
	}
	return z.Close()
}

// ErrBundle means that a file is not a bundle, or not a complete one.
var ErrBundle = errors.New("not a bundle of a counted election")

// ReadBundle reads a bundle of size bytes. It does not check what the bundle says: Verify does.
// Errors: ErrBundle, with what is missing or unreadable.
func ReadBundle(r io.ReaderAt, size int64) (*Bundle, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBundle, err)
	}
	b := &Bundle{}
	want := make(map[string]bundleFile)
	for _, f := range b.files() {
		want[f.name] = f
	}
	for _, entry := range z.File {
		f, ok := want[entry.Name]
		if !ok {
			return nil, fmt.Errorf("%w: %q does not belong in it, or is there twice", ErrBundle, entry.Name)
		}
		delete(want, entry.Name)
		content, err := readEntry(entry)
		if err == nil {
			err = f.read(content)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrBundle, entry.Name, err)
		}
	}
	for _, f := range b.files() {
		if _, missing := want[f.name]; missing {
			return nil, fmt.Errorf("%w: %s is missing", ErrBundle, f.name)
		}
	}
	return b, nil
}

func readEntry(entry *zip.File) ([]byte, error) {
	if entry.UncompressedSize64 > maxBundleFile {
		return nil, fmt.Errorf("more than %d bytes", maxBundleFile)
	}
	r, err := entry.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r) // fails at the first byte beyond the declared size
}
