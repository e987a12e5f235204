package unpack

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

const (
	// MaxRatio is how many times its packed size a file may be, from MinDense on. Models are packed to a thirtieth.
	MaxRatio = 200
	// MinDense is the size of a file, in bytes, up to which any ratio will do.
	MinDense = 16 << 20
	// MaxEntries is the most files and folders of a ZIP archive.
	MaxEntries = 10_000
)

// The names of the formats in what is said about a file.
const (
	formatZIP  = "ZIP"
	formatGzip = "gzip"
)

// Content is a file that was packed.
type Content struct {
	Data     []byte
	Name     string // of the entry of an archive
	Warnings []remark.Remark
}

// Kind is a form in which a file can be packed.
type Kind int

// The kinds.
const (
	Plain Kind = iota // not packed in a way that this package knows
	Gzip
	ZIP
)

// Sniff tells by its first bytes how a file of size bytes is packed. A binary STL file of exact size is Plain.
func Sniff(file io.ReaderAt, size int64) (Kind, error) {
	start := make([]byte, min(size, 84))
	if _, err := file.ReadAt(start, 0); err != nil && !errors.Is(err, io.EOF) {
		return Plain, err
	}
	if stl.IsExact(start, size) {
		return Plain, nil
	}
	switch {
	case strings.HasPrefix(string(start), "PK\x03\x04"):
		return ZIP, nil
	case strings.HasPrefix(string(start), "\x1f\x8b"):
		return Gzip, nil
	}
	return Plain, nil
}

// FromGzip unpacks a gzip file, into limit bytes at most. The error is an *stl.Error for a bad file, or that of ctx.
func FromGzip(ctx context.Context, file io.ReaderAt, size, limit int64) ([]byte, error) {
	data, err := gunzip(ctx, file, size, limit)
	if err != nil {
		return nil, err
	}
	if format := archiveOf(data); format != "" {
		return nil, refuse(remark.PackedNested, remark.Params{"format": format})
	}
	return data, nil
}

// Model unpacks the first STL file of an archive by name, or else the first OBJ or PLY file; a warning counts the
// others. See FromGzip for errors.
func (a *Archive) Model(ctx context.Context, limit int64) (Content, error) {
	models := a.models()
	if len(models) == 0 {
		return Content{}, a.without()
	}
	first := models[0]
	data, err := a.Read(ctx, first, limit)
	if err != nil {
		return Content{}, err
	}
	if format := archiveOf(data); format != "" {
		return Content{}, refuse(remark.PackedNested, remark.Params{"format": format})
	}
	c := Content{Data: data, Name: first.Name}
	if others := len(models) - 1; others > 0 {
		c.Warnings = []remark.Remark{remark.PackedOthers.With(remark.Params{"n": others, "name": baseName(first.Name)})}
	}
	return c, nil
}

// models are the entries with models in them, STL first, by name. macOS adds files that are named like others.
func (a *Archive) models() []*Entry {
	var list []*Entry
	for _, e := range a.entries {
		if name := baseName(e.Name); IsModel(name) && !strings.HasPrefix(name, "._") {
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(x, y *Entry) int {
		if first := IsSTL(x.Name); first != IsSTL(y.Name) {
			if first {
				return -1
			}
			return 1
		}
		return cmp.Compare(x.Name, y.Name)
	})
	return list
}

// Beside unpacks a file of an archive that an entry names: from the folder of the entry or, since people pack files
// anew, from any. It is nil if there is none that unpacks to limit bytes at most.
func (a *Archive) Beside(ctx context.Context, entry, name string, limit int64) ([]byte, error) {
	name = strings.ReplaceAll(name, `\`, "/")
	e := a.Find(path.Join(path.Dir(entry), name))
	for _, other := range a.entries {
		if e == nil && strings.EqualFold(path.Base(other.Name), path.Base(name)) {
			e = other
		}
	}
	if e == nil {
		return nil, nil
	}
	data, err := a.Read(ctx, e, limit)
	if errors.As(err, new(*stl.Error)) {
		return nil, nil
	}
	return data, err
}

// without is the error for an archive without a model.
func (a *Archive) without() error {
	for _, e := range a.entries {
		switch strings.ToLower(path.Ext(e.Name)) {
		case ".3mf", ".zip", ".gz", ".7z", ".rar", ".tar", ".tgz", ".xz", ".bz2":
			return refuse(remark.PackedNested, remark.Params{"format": strings.ToUpper(path.Ext(e.Name)[1:])})
		}
	}
	return refuse(remark.PackedNoModel, remark.Params{"n": len(a.entries)})
}

// IsSTL reports whether a file is STL by its name: .stl, or .stlb and .stla for one of its forms.
func IsSTL(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".stl", ".stlb", ".stla":
		return true
	}
	return false
}

// IsModel reports whether a file is STL, OBJ or PLY by its name.
func IsModel(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".obj", ".ply":
		return true
	}
	return IsSTL(name)
}

// archiveOf is the format of an archive by its first bytes, and empty for other files.
func archiveOf(data []byte) string {
	if stl.IsExact(data, int64(len(data))) {
		return ""
	}
	for magic, format := range map[string]string{
		"PK\x03\x04": formatZIP, "\x1f\x8b": formatGzip, "BZh": "bzip2", "\xfd7zXZ\x00": "xz",
		"\x28\xb5\x2f\xfd": "Zstandard", "7z\xbc\xaf\x27\x1c": "7-Zip", "Rar!\x1a\x07": "RAR",
	} {
		if strings.HasPrefix(string(data[:min(len(data), 8)]), magic) {
			return format
		}
	}
	if len(data) > 512 && string(data[257:262]) == "ustar" {
		return "tar"
	}
	return ""
}

// baseName is the last part of an entry's name, fit for display.
func baseName(name string) string {
	name = strings.ToValidUTF8(path.Base(strings.ReplaceAll(name, `\`, "/")), "\ufffd")
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, name)
	const most = 200
	if len(name) > most {
		name = strings.ToValidUTF8(name[len(name)-most:], "")
	}
	return name
}

func tooDense(unpacked, packed int64) bool { return unpacked > MinDense && unpacked/MaxRatio > packed }

// megabyte is the unit in which limits are told.
const megabyte = 1 << 20

func tooLarge(format string, limit int64) error {
	return refuse(remark.PackedTooLarge, remark.Params{"format": format, "megabytes": limit / megabyte})
}

func dense(format string) error {
	return refuse(remark.PackedTooDense, remark.Params{"format": format, "ratio": MaxRatio})
}

func damaged(format string) error {
	return refuse(remark.PackedDamaged, remark.Params{"format": format})
}

func refuse(kind remark.Kind, params remark.Params) error {
	return &stl.Error{Remark: kind.With(params)}
}
