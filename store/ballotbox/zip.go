package ballotbox

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// Bounds of archives, in bytes.
const (
	maxBundle = 512 << 20 // a bundle of five million votes, and each file of another archive but the ballots
	maxBox    = 1<<32 - 1 // what a zip can hold

	// maxJSONFile bounds each JSON file, which can take hundreds of times its size in memory. A full manifest has half.
	maxJSONFile = 8 << 20
)

// file is a file of an archive: how it is written, each time to the same bytes, and how it is read.
type file struct {
	name  string
	write func(w io.Writer) error
	read  func(r *io.SectionReader) error
}

// limit is how many bytes the file may have.
func (f file) limit() int64 {
	switch {
	case strings.HasSuffix(f.name, ".json"):
		return maxJSONFile
	case strings.HasSuffix(f.name, ".bin"):
		return maxBox
	}
	return maxBundle
}

// content is a file that is made and read in one piece.
func content(name string, write func() []byte, read func([]byte) error) file {
	return file{name,
		func(w io.Writer) error { _, err := w.Write(write()); return err },
		func(r *io.SectionReader) error {
			raw := make([]byte, r.Size())
			if _, err := io.ReadFull(r, raw); err != nil {
				return err
			}
			return read(raw)
		},
	}
}

// whole is a file that is kept as it is.
func whole(name string, to *[]byte) file {
	return content(name,
		func() []byte { return *to },
		func(raw []byte) error { *to = raw; return nil },
	)
}

// lines is a file with one value on each line. Each line ends with a line feed.
func lines[T fmt.Stringer](name string, to *[]T, parse func(string) (T, error)) file {
	return content(name,
		func() []byte { return linesOf(*to) },
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
	)
}

// The parts of a zip (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16). What is not in the code below is always 0.
const (
	localHeader, directoryHeader, directoryEnd = 30, 46, 22

	zipVersion  = 20
	zipUTF8     = 0x800
	zipFirstDay = 0x21 // 1 January 1980
)

// directory is the index of a zip in the making.
type directory struct {
	bytes []byte
	files int
	at    int64 // where the next file begins
}

// add enters the next file, and returns its local header with its name.
func (d *directory) add(name string, sum sum) []byte {
	h := binary.LittleEndian.AppendUint16(nil, zipVersion)
	h = binary.LittleEndian.AppendUint16(h, zipUTF8)
	h = append(h, 0, 0, 0, 0) // stored; midnight
	h = binary.LittleEndian.AppendUint16(h, zipFirstDay)
	h = binary.LittleEndian.AppendUint32(h, sum.crc)
	h = binary.LittleEndian.AppendUint32(h, uint32(sum.size))
	h = binary.LittleEndian.AppendUint32(h, uint32(sum.size))
	h = binary.LittleEndian.AppendUint16(h, uint16(len(name)))
	h = append(h, 0, 0) // no extra field
	d.bytes = binary.LittleEndian.AppendUint16(append(d.bytes, "PK\x01\x02"...), zipVersion)
	d.bytes = append(d.bytes, h...)
	d.bytes = append(d.bytes, make([]byte, 10)...) // no comment, disk 0, no attributes
	d.bytes = binary.LittleEndian.AppendUint32(d.bytes, uint32(d.at))
	d.bytes = append(d.bytes, name...)
	local := append(append([]byte("PK\x03\x04"), h...), name...)
	d.files, d.at = d.files+1, d.at+int64(len(local))+sum.size
	return local
}

// end is the directory with the end record.
func (d *directory) end() []byte {
	end := append(d.bytes, "PK\x05\x06\x00\x00\x00\x00"...) // this disk, and that of the directory
	end = binary.LittleEndian.AppendUint16(end, uint16(d.files))
	end = binary.LittleEndian.AppendUint16(end, uint16(d.files))
	end = binary.LittleEndian.AppendUint32(end, uint32(len(d.bytes)))
	end = binary.LittleEndian.AppendUint32(end, uint32(d.at))
	return append(end, 0, 0) // no comment
}

// sum is a writer that only takes the size and the CRC of what is written.
type sum struct {
	size int64
	crc  uint32
}

func (s *sum) Write(p []byte) (int, error) {
	s.size, s.crc = s.size+int64(len(p)), crc32.Update(s.crc, crc32.IEEETable, p)
	return len(p), nil
}

// writeArchive writes files as a zip in its one form: the same bytes for the same files, whoever writes them. Each file
// is written twice, first to its header. It is an error if the archive or a file is larger than a reader takes.
func writeArchive(to io.Writer, limit int64, files []file) error {
	w := bufio.NewWriterSize(to, 1<<16)
	d := &directory{}
	for _, f := range files {
		var once, again sum
		if err := f.write(&once); err != nil {
			return err
		}
		if once.size > f.limit() || d.at+once.size > limit {
			return fmt.Errorf("%s has %d bytes, more than a reader takes", f.name, once.size)
		}
		local := d.add(f.name, once)
		if _, err := w.Write(local); err != nil {
			return err
		}
		if err := f.write(io.MultiWriter(w, &again)); err != nil {
			return err
		}
		if again != once {
			return fmt.Errorf("%s was changed while it was written", f.name)
		}
	}
	if _, err := w.Write(d.end()); err != nil {
		return err
	}
	return w.Flush()
}

// readArchive reads the files of a zip of size bytes. It takes nothing but the one form that writeArchive gives them:
// otherwise one archive could be read as two. What a file holds has one form, too, which its read takes care of.
func readArchive(r io.ReaderAt, size, limit int64, files []file) error {
	if size > limit {
		return fmt.Errorf("more than %d bytes", limit)
	}
	d := &directory{}
	for _, f := range files {
		at := d.at
		start := at + localHeader + int64(len(f.name))
		header := make([]byte, start-at)
		if _, err := r.ReadAt(header, at); err != nil || string(header[localHeader:]) != f.name {
			return fmt.Errorf("%s is missing or not in its place", f.name)
		}
		length := int64(binary.LittleEndian.Uint32(header[18:]))
		if length > size-start {
			return fmt.Errorf("%s does not end", f.name)
		}
		if length > f.limit() {
			return fmt.Errorf("%s has more than %d bytes", f.name, f.limit())
		}
		var have sum
		if _, err := io.Copy(&have, io.NewSectionReader(r, start, length)); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if !bytes.Equal(d.add(f.name, have), header) {
			return fmt.Errorf("%s has a header in another form, or other content than it says", f.name)
		}
		if err := f.read(io.NewSectionReader(r, start, length)); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	want := d.end()
	end := make([]byte, len(want))
	if n, _ := r.ReadAt(end, d.at); n < len(end) || !bytes.Equal(end, want) || size != d.at+int64(len(end)) {
		return errors.New("its directory has another form, or is not its end")
	}
	return nil
}
