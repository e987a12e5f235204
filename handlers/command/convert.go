package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ostrakon/convert"
	"ostrakon/convert/unpack"
)

const convertHelp = `
A directory means the files in it that are named .stl, .stlb, .stla, .obj or .ply, the same with .gz, .zip or
.3mf; - means standard input. Each output goes beside its input, under the same name, unless -o names a file, a
directory, or - for standard output. With several inputs, or a directory of them, -o must be a directory, and is
created if it is missing. Outputs are written whole or not at all, and replace older ones. A 3MF file keeps its
own unit unless -unit is given. If one file cannot be converted, the others still are.

  meshlib     .gltf and .bin, by the libraries hschendel/stl and qmuntal/gltf; the default
  custom      .gltf and .bin, by Ostrakon's own reader and writer
  custom-glb  one .glb, by the same; the default with -level and -as, and if -o ends in .glb or .usdz or is -

With -as usdz, or if -o ends in .usdz, each method writes one .usdz instead, which iPhones and iPads show in the room.
`

// standardStream means standard input or output on the command line.
const standardStream = "-"

// Convert converts STL, 3MF, OBJ and PLY files to glTF and prints a line for each. It is an error if one of
// them cannot be converted.
func Convert(ctx context.Context, a *App, args []string) error {
	f := a.flags("convert", "IN...")
	f.more = convertHelp
	out := f.String("o", "", "`PATH` to write to")
	values := optionFlags(f)
	inputs, err := a.parse(f, args, 1, 1<<20)
	if err != nil {
		return err
	}
	if values["as"] == "" && strings.EqualFold(filepath.Ext(*out), ".usdz") {
		values["as"] = string(convert.USDZ)
	}
	if values["method"] == "" && (strings.EqualFold(filepath.Ext(*out), ".glb") || *out == standardStream) {
		values["method"] = string(convert.CustomGLB)
	}
	opts, err := convert.ParseOptions(values)
	if err != nil {
		return UsageError{err}
	}
	if *out == standardStream && opts.Thumbnail > 0 {
		return Usagef("-thumbnail writes a file of its own, which does not fit into standard output")
	}
	tasks, err := plan(inputs, *out, opts)
	if err != nil {
		return err
	}
	failed := 0
	for _, t := range tasks {
		if err := a.convertOne(ctx, t, opts); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			fmt.Fprintf(a.Stderr, "%s: %v\n", t.in, err)
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d files could not be converted", failed, len(tasks))
	}
	return nil
}

// optionFlags adds the options of a conversion. Parsing the flags fills the map that it returns.
func optionFlags(f *flagSet) map[string]string {
	values := make(map[string]string)
	add := func(name, usage string) {
		f.Func(name, usage, func(value string) error {
			values[name] = value
			return nil
		})
	}
	add("method", "`METHOD` of conversion: meshlib, custom or custom-glb")
	for _, m := range convert.Methods() {
		if m.Method != convert.CustomGLB { // which has every option
			continue
		}
		for _, o := range m.Options {
			takes := strings.Trim(strings.Join(o.Choices, ", ")+"; "+o.Limits, "; ")
			add(o.Name, fmt.Sprintf("`%s`: %s (%s)", strings.ToUpper(o.Name), o.Description, takes))
		}
	}
	return values
}

// task is one file to convert.
type task struct {
	in   string // "-" is standard input
	dir  string // of the output
	base string // of the output, without extension
	out  string // "-" is standard output
}

// plan finds the files to convert and where each goes. If several files go into the directory out
// and it is missing, plan creates it.
func plan(inputs []string, out string, opts convert.Options) ([]task, error) {
	var files []string
	several := len(inputs) > 1
	for _, in := range inputs {
		found, err := expand(in)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
		several = several || isFolder(in)
	}
	if out == "" && slices.Contains(files, standardStream) {
		return nil, Usagef("-o must say where to write what comes from standard input")
	}
	folder, err := outputFolder(out, len(files), several, opts)
	if err != nil {
		return nil, err
	}
	var tasks []task
	from := make(map[string]string) // output -> input
	for _, in := range files {
		t := task{in: in, out: out, dir: filepath.Dir(in), base: baseOf(in)}
		switch {
		case folder:
			t.dir = out
		case out != "" && out != standardStream:
			t.dir, t.base = filepath.Dir(out), baseOf(out)
		}
		to := filepath.Join(t.dir, t.base)
		if other, taken := from[to]; taken {
			return nil, Usagef("%s and %s would both be written to %s", other, in, to+extensionOf(opts))
		}
		from[to] = in
		tasks = append(tasks, t)
	}
	if folder {
		err = os.MkdirAll(out, 0o777)
	}
	return tasks, err
}

// outputFolder reports whether -o names a directory, and refuses what it cannot name. The outputs
// of several inputs, or of a directory of them, go into a directory, which may be missing.
func outputFolder(out string, files int, several bool, opts convert.Options) (bool, error) {
	ext := extensionOf(opts)
	named := out == standardStream || strings.EqualFold(filepath.Ext(out), ext)
	switch {
	case out == "":
		return false, nil
	case out == standardStream && ext == ".gltf":
		return false, Usagef("method %s writes two files, which do not fit into standard output: use custom-glb", opts.Method)
	case isFolder(out):
		return true, nil
	case files == 1 && named:
		return false, nil
	case !several:
		return false, Usagef("method %s writes %s: name the output so, or a directory that exists", opts.Method, ext)
	}
	if _, err := os.Stat(out); err == nil || named {
		return false, Usagef("-o must be a directory when there are several files to convert")
	}
	return true, nil
}

// extensionOf is the extension of the file that the output is named by.
func extensionOf(opts convert.Options) string {
	switch {
	case opts.As == convert.USDZ:
		return ".usdz"
	case opts.Method == convert.CustomGLB:
		return ".glb"
	}
	return ".gltf"
}

// baseOf is the name of a file without directory and extension; if nothing is left, it is a name of our own.
func baseOf(path string) string {
	name := filepath.Base(path)
	base, known := unpack.Split(name)
	if known == "" {
		base = strings.TrimSuffix(name, filepath.Ext(name))
	}
	if path == standardStream || base == "" {
		return "model"
	}
	return base
}

// expand lists the files that an argument means.
func expand(in string) ([]string, error) {
	if in == standardStream || !isFolder(in) {
		return []string{in}, nil
	}
	entries, err := os.ReadDir(in)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if _, known := unpack.Split(e.Name()); !e.IsDir() && known != "" {
			files = append(files, filepath.Join(in, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there is no STL, 3MF, OBJ or PLY file in %s", in)
	}
	return files, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// convertOne converts one file and prints the result.
func (a *App) convertOne(ctx context.Context, t task, opts convert.Options) (err error) {
	start := time.Now()
	bar := newProgressBar(a.Stderr, t.in)
	defer bar.clear()
	out := outputFiles{dir: t.dir, stdout: a.Stdout, toStdout: t.out == standardStream}
	defer out.discard()
	result, err := a.convertInput(ctx, t, opts, &out, bar.progress())
	if err != nil {
		return err
	}
	if err := out.keep(t.in); err != nil {
		return err
	}
	bar.clear()
	for _, w := range result.Warnings {
		a.warn(t.in, w)
	}
	to, where := a.Stdout, filepath.Join(t.dir, result.Files[0].Name)
	if out.toStdout {
		to, where = a.Stderr, "standard output"
	}
	_, err = fmt.Fprintf(to, "%s -> %s: %d facets, %d vertices, %s to %s in %.0f ms\n", t.in, where,
		result.Facets, result.Vertices, sizeOf(result.InputSize), sizeOf(result.OutputSize),
		float64(time.Since(start).Microseconds())/1000)
	return err
}

// convertInput converts a regular file in place. It reads anything else to its end first. What is
// packed may unpack to as much as an output can hold.
func (a *App) convertInput(ctx context.Context, t task, opts convert.Options, out *outputFiles,
	progress convert.Progress) (*convert.Result, error) {
	opts.Largest = convert.MaxOutputBytes
	in := a.Stdin
	if t.in != standardStream {
		f, err := os.Open(t.in)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	if f, ok := in.(*os.File); ok {
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if at, err := f.Seek(0, io.SeekCurrent); err == nil && at == 0 && info.Mode().IsRegular() {
			return convert.ConvertFile(ctx, f, info.Size(), opts, t.base, out.create, progress)
		}
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	return convert.Convert(ctx, data, opts, t.base, out.create, progress)
}

// sizeOf is a size in kB or MB, which are powers of ten.
func sizeOf(bytes int64) string {
	if bytes < 1e6 {
		return fmt.Sprintf("%.1f kB", float64(bytes)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// outputFiles are the temporary files of one conversion, before they get their names.
type outputFiles struct {
	dir      string
	stdout   io.Writer
	toStdout bool
	made     []*os.File
	names    []string
}

func (o *outputFiles) create(name string, _ int64) (io.Writer, error) {
	if o.toStdout {
		return o.stdout, nil
	}
	part := filepath.Join(o.dir, "."+name+".part")
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s exists already: if no other conversion is writing it, remove it and try again", part)
	}
	if err != nil {
		return nil, err
	}
	o.made, o.names = append(o.made, f), append(o.names, name)
	return f, nil
}

// keep gives the files their names, but never the name of the input.
func (o *outputFiles) keep(in string) error {
	input, err := os.Stat(in)
	for i, f := range o.made {
		name := filepath.Join(o.dir, o.names[i])
		if there, serr := os.Stat(name); err == nil && serr == nil && os.SameFile(input, there) {
			return fmt.Errorf("the output %s is the input itself", name)
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	for i, f := range o.made {
		if err := os.Rename(f.Name(), filepath.Join(o.dir, o.names[i])); err != nil {
			return err
		}
	}
	o.made = nil
	return nil
}

// discard removes the files that keep has not named.
func (o *outputFiles) discard() {
	for _, f := range o.made {
		f.Close()
		os.Remove(f.Name())
	}
}
