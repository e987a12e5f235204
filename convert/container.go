package convert

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
)

const (
	// MaxOutputBytes is the largest .glb or .bin file: programs that read them count in 32 bits.
	MaxOutputBytes = math.MaxUint32
	// pieceBytes is how much is written between two looks at the context.
	pieceBytes   = 1 << 20
	glbMagic     = 0x46546C67 // "glTF"
	glbVersion   = 2
	glbChunkJSON = 0x4E4F534A // "JSON"
	glbChunkBIN  = 0x004E4942 // "BIN\0"
)

// SizeError says that an output would be larger than its container can be.
type SizeError struct {
	File string
	Size int64 // bytes it would have
}

// Error names the file, its size and the limit.
func (e *SizeError) Error() string {
	return fmt.Sprintf("%s would have %d bytes; glTF files of binary data end at %d (4 GiB)", e.File, e.Size,
		int64(MaxOutputBytes))
}

type output struct {
	ctx      context.Context
	create   Create
	report   func(fraction float64)
	expected int64 // bytes of all files
	written  int64
	files    []File
}

// writePair writes base.bin, then the base.gltf that names it.
func (out *output) writePair(d *document, base string) error {
	text, err := d.json()
	if err != nil {
		return err
	}
	bin := base + ".bin"
	if d.size > MaxOutputBytes {
		return &SizeError{bin, d.size}
	}
	out.expected = d.size + int64(len(text))
	if err := out.sections(bin, MediaTypeBin, d.sections, d.size); err != nil {
		return err
	}
	if err := out.sections(base+".gltf", MediaTypeGLTF, []section{stored(text)}, int64(len(text))); err != nil {
		return err
	}
	out.files[0], out.files[1] = out.files[1], out.files[0]
	return nil
}

// writeGLB writes base.glb: a header, the text padded with blanks, and the buffer, which is whole words already.
func (out *output) writeGLB(d *document, base string) error {
	text, err := d.json()
	if err != nil {
		return err
	}
	text = append(text, bytes.Repeat([]byte{' '}, int(aligned(int64(len(text))))-len(text))...)
	const header, chunk = 12, 8
	total := header + chunk + int64(len(text)) + chunk + d.size
	if total > MaxOutputBytes {
		return &SizeError{base + ".glb", total}
	}
	out.expected = total
	words := []uint32{glbMagic, glbVersion, uint32(total), uint32(len(text)), glbChunkJSON, uint32(d.size), glbChunkBIN}
	sections := make([]section, 0, len(d.sections)+3)
	sections = append(sections, stored(words[:5]), stored(text), stored(words[5:]))
	return out.sections(base+".glb", MediaTypeGLB, append(sections, d.sections...), total)
}

// picture writes the picture. It is small, and no part of what progress counts.
func (out *output) picture(name string, data []byte) error {
	w, err := out.create(name, int64(len(data)))
	if err != nil {
		return fmt.Errorf("convert: create %s: %w", name, err)
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("convert: write %s: %w", name, err)
	}
	out.files = append(out.files, File{Name: name, MediaType: MediaTypePNG, Size: int64(len(data))})
	return nil
}

// sections creates a file of sections.
func (out *output) sections(name, mediaType string, sections []section, size int64) error {
	return out.file(name, mediaType, size, func(w io.Writer) error { return pump(w, sections, size) })
}

// file creates a file and has its bytes written, which must be as many as size says.
func (out *output) file(name, mediaType string, size int64, write func(io.Writer) error) error {
	w, err := out.create(name, size)
	if err != nil {
		return fmt.Errorf("convert: create %s: %w", name, err)
	}
	sink := &sink{output: out, w: w}
	if err := write(sink); err != nil {
		return fmt.Errorf("convert: write %s: %w", name, err)
	}
	if sink.written != size {
		return fmt.Errorf("convert: write %s: %d bytes where the header says %d", name, sink.written, size)
	}
	out.files = append(out.files, File{Name: name, MediaType: mediaType, Size: size})
	return nil
}

// sink passes bytes on in pieces, and between them checks the context and reports progress. An error ends it.
type sink struct {
	*output
	w       io.Writer
	written int64
	err     error
}

// Write implements io.Writer.
func (s *sink) Write(p []byte) (int, error) {
	done := 0
	for s.err == nil && done < len(p) {
		if s.err = s.ctx.Err(); s.err != nil {
			break
		}
		piece := p[done:min(done+pieceBytes, len(p))]
		n, err := s.w.Write(piece)
		if err == nil && n < len(piece) {
			err = io.ErrShortWrite
		}
		n = max(0, min(n, len(piece)))
		done += n
		s.written += int64(n)
		s.output.written += int64(n)
		s.err = err
		s.report(float64(s.output.written) / float64(s.expected))
	}
	return done, s.err
}
