package convert

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"ostrakon/convert/remark"
	"ostrakon/convert/solid"
	"ostrakon/convert/stl"
	"ostrakon/convert/threemf"
)

// Stages of a conversion, as progress names them.
const (
	StageReading  = "reading"
	StageWelding  = "welding"
	StageNormals  = "normals"
	StageEncoding = "encoding"
	StageWriting  = "writing"
)

// Create opens an output file by its name, the base name and an extension, and its size in bytes. Its provider also
// closes, syncs and renames what it opened, and removes it if Convert fails.
type Create func(name string, size int64) (io.Writer, error)

// Progress is told of the stage at work and how much of that stage is done, from 0 to 1. Calls never overlap.
type Progress func(stage string, fraction float64)

// File is one file that a conversion wrote.
type File struct {
	Name      string
	MediaType string // one of the MediaTypes
	Size      int64  // bytes
	Packed    int64  // bytes of a copy that is compressed with gzip; 0: there is none. Conversions make none.
}

// The media types of the files.
const (
	MediaTypeGLTF = "model/gltf+json"
	MediaTypeGLB  = "model/gltf-binary"
	MediaTypeBin  = "application/octet-stream"
	MediaTypePNG  = "image/png"
	MediaTypeUSDZ = "model/vnd.usdz+zip"
)

// Result is what a conversion made.
type Result struct {
	Options    Options    // with the unit that was meant
	Format     stl.Format // of the input
	Files      []File     // the one to open first, then the ones it names, then the picture
	Facets     int        // in the output
	Vertices   int        // in the output
	Solids     int        // in the input
	Dropped    int        // facets left out because a corner was not finite
	Degenerate int        // facets without area
	Bounds     stl.Bounds // in units of the input, before the root node's scale and rotation
	InputSize  int64      // bytes
	OutputSize int64      // bytes of all files but the picture
	Warnings   []remark.Remark
	Plate      int // which of the plates of a 3MF file this is, and of how many; 0 if it is none
	Plates     int
	Report     *solid.Report // nil if it was not asked for, or the file is too large for one
	Simplified *Simplified   // nil without a budget of facets
}

// Convert reads an STL file, which may be in a gzip or ZIP file, or a 3MF file, from data, which it consumes, and
// writes the glTF files of opts.Method, or the USDZ file, named base and an extension. progress may be nil.
//
// The uploader can correct an *stl.Error (the data cannot be read) and an *OptionError. Context errors come from ctx. A
// *SizeError says that the output does not fit into its container. Anything else is a failure to write. After an error
// the files are worthless.
func Convert(ctx context.Context, data []byte, opts Options, base string, create Create, progress Progress) (*Result,
	error) {
	return convert(ctx, source{data: data, size: int64(len(data))}, opts, base, create, progress)
}

// ConvertFile is Convert for a file of size bytes. It reads the file by parts where possible; that may fail.
func ConvertFile(ctx context.Context, file io.ReaderAt, size int64, opts Options, base string, create Create,
	progress Progress) (*Result, error) {
	return convert(ctx, source{file: file, size: size}, opts, base, create, progress)
}

func convert(ctx context.Context, from source, opts Options, base string, create Create, progress Progress) (*Result,
	error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if base == "" || base == "." || base == ".." || filepath.Base(base) != base {
		return nil, fmt.Errorf("convert: %q is no base name of a file", base)
	}
	if progress == nil {
		progress = func(string, float64) {}
	}
	run := &run{ctx: ctx, opts: opts, progress: progress, from: from, size: from.size}
	from = source{} // the run lets go of it as soon as it can
	if err := run.unpack(); err != nil {
		return nil, err
	}
	m, meshes, err := run.read()
	if err != nil {
		return nil, err
	}
	if run.opts.Unit == "" {
		run.opts.Unit = Millimetre
	}
	report := run.report(m, meshes)
	if opts.Inspect {
		r := run.result(m, nil, nil)
		r.Facets, r.Report = m.Facets(), report
		return r, run.ctx.Err()
	}
	simplified, err := run.simplify(m, meshes)
	if err != nil {
		return nil, err
	}
	parts, err := run.parts(m, meshes)
	if err != nil {
		return nil, err
	}
	files, err := run.write(parts, m, base, create)
	if err != nil {
		return nil, err
	}
	r := run.result(m, parts, files)
	r.Report, r.Simplified = report, simplified
	return r, nil
}

type run struct {
	ctx      context.Context
	opts     Options
	progress Progress
	from     source // until it is read
	about    threemf.About
	plate    int // that was read, of so many plates; 0 of 0 if the file is no 3MF file
	plates   int
	picture  []byte // as a PNG; nil: none
	size     int64  // of the input
	warnings []remark.Remark
}

// stage runs one stage over n things, and checks the context before each.
func (r *run) stage(name string, n int, do func(i int)) error {
	for i := range n {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.progress(name, float64(i)/float64(n))
		do(i)
	}
	r.progress(name, 1)
	return r.ctx.Err()
}

// gradual is progress through a stage, passed on in steps of a hundredth.
func (r *run) gradual(stage string) func(fraction float64) {
	reported := -1.0
	return func(fraction float64) {
		if fraction >= 1 || fraction-reported >= 0.01 {
			r.progress(stage, fraction)
			reported = fraction
		}
	}
}

// write lays out the document and writes the files of the method.
func (r *run) write(parts []part, m *stl.Model, base string, create Create) ([]File, error) {
	out := &output{ctx: r.ctx, create: create, report: r.gradual(StageWriting)}
	var err error
	if r.opts.As == USDZ {
		err = r.writeUSDZ(out, parts, m, base)
	} else {
		err = r.writeGLTF(out, parts, m, base)
	}
	if err == nil && r.picture != nil {
		err = out.picture(base+".png", r.picture)
	}
	return out.files, err
}

func (r *run) writeGLTF(out *output, parts []part, m *stl.Model, base string) error {
	uri, write := "", out.writeGLB
	if r.opts.Method != CustomGLB {
		uri, write = escapeURI(base+".bin"), out.writePair
	}
	d := newDocument(parts, m, r.opts, uri)
	d.credit(r.about)
	return write(d, base)
}

func (r *run) result(m *stl.Model, parts []part, files []File) *Result {
	res := &Result{
		Options: r.opts, Format: m.Format, Files: files, Solids: len(m.Solids), Dropped: m.Dropped, Degenerate: m.Degenerate,
		Bounds: m.Bounds, InputSize: r.size, Warnings: slices.Concat(r.warnings, m.Warnings),
		Plate: r.plate, Plates: r.plates,
	}
	for _, p := range parts {
		for _, q := range p.primitives {
			res.Facets += q.facets
			res.Vertices += q.vertices
		}
	}
	for _, f := range files {
		if f.MediaType != MediaTypePNG {
			res.OutputSize += f.Size
		}
	}
	return res
}
