package unpack

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"ostrakon/convert/stl"
)

const limit = 64 << 20

// file is an entry to be packed.
type file struct {
	name string
	data []byte
}

func zipped(t testing.TB, files ...file) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		e, err := w.Create(f.name)
		if err == nil {
			_, err = e.Write(f.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// unpacked is what Sniff and the functions after it make of a file; nil if it is plain.
func unpacked(ctx context.Context, data []byte, limit int64) (Content, error) {
	file, size := bytes.NewReader(data), int64(len(data))
	kind, err := Sniff(file, size)
	switch {
	case err != nil || kind == Plain:
		return Content{}, err
	case kind == Gzip:
		data, err := FromGzip(ctx, file, size, limit)
		return Content{Data: data}, err
	}
	a, err := OpenZIP(file, size)
	if err != nil {
		return Content{}, err
	}
	return a.Model(ctx, limit)
}

func TestUnpackedIsWhatWasPacked(t *testing.T) {
	model, other := bytes.Repeat([]byte("solid a"), 300_000), []byte("solid b")
	for name, c := range map[string]struct {
		packed []byte
		others int
	}{
		"gzip":                 {gzipped(t, model), 0},
		"two members":          {append(gzipped(t, model[:7000]), gzipped(t, model[7000:])...), 0},
		"zip":                  {zipped(t, file{"readme.txt", other}, file{"parts/A.STL", model}), 0},
		"names that lead away": {zipped(t, file{"../../etc/a.stl", model}), 0},
		"an absolute name":     {zipped(t, file{`C:\a.stlb`, model}), 0},
		"several":              {zipped(t, file{"c.stla", other}, file{"a.stl", model}, file{"b.stl", other}), 2},
		"STL before others":    {zipped(t, file{"a.obj", other}, file{"b.stl", model}, file{"c.ply", other}), 2},
		"OBJ alone":            {zipped(t, file{"b.mtl", other}, file{"a.OBJ", model}), 0},
		"with what macOS adds": {zipped(t, file{"__MACOSX/._a.stl", other}, file{"a.stl", model}), 0},
	} {
		got, err := unpacked(t.Context(), c.packed, limit)
		if err != nil || !bytes.Equal(got.Data, model) {
			t.Errorf("%s: %d bytes, want %d: %v", name, len(got.Data), len(model), err)
			continue
		}
		switch {
		case c.others == 0 && len(got.Warnings) > 0:
			t.Errorf("%s: warns %v", name, got.Warnings)
		case c.others > 0 && (len(got.Warnings) != 1 || got.Warnings[0].Params["n"] != c.others ||
			got.Warnings[0].Params["name"] != path.Base(got.Name)):
			t.Errorf("%s: warns %v, want %d others", name, got.Warnings, c.others)
		}
	}
}

// Materials lie beside a model, or where somebody has put them.
func TestFilesBesideAModelAreFoundByTheirNames(t *testing.T) {
	data := zipped(t, file{"m/a.obj", nil}, file{"m/A.mtl", []byte("beside")}, file{"a.mtl", []byte("above")},
		file{"maps/b.mtl", []byte("elsewhere")}, file{"large.mtl", make([]byte, 100)})
	a, err := OpenZIP(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a.mtl": "beside", "../a.mtl": "above", `C:\work\b.mtl`: "elsewhere",
		"c.mtl": "", "large.mtl": "", "": "", "..": ""} {
		got, err := a.Beside(t.Context(), "m/a.obj", name, 20)
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// A binary STL file may begin with any bytes.
func TestSniffTellsSTLFromArchives(t *testing.T) {
	model := make([]byte, 84+50)
	copy(model, "PK\x03\x04")
	binary.LittleEndian.PutUint32(model[80:], 1)
	for want, data := range map[Kind][]byte{Plain: model, ZIP: model[:100], Gzip: gzipped(t, model)} {
		if got, err := Sniff(bytes.NewReader(data), int64(len(data))); got != want || err != nil {
			t.Errorf("%d, want %d: %v", got, want, err)
		}
	}
	if got, err := Sniff(bytes.NewReader(nil), 0); got != Plain || err != nil {
		t.Errorf("no bytes: %d, %v", got, err)
	}
}

func TestBombsAndDamageAreRefused(t *testing.T) {
	zeros := make([]byte, 10<<20)
	model := bytes.Repeat([]byte("solid a"), 1000)
	var many []file
	for i := range MaxEntries + 1 {
		many = append(many, file{fmt.Sprint(i), nil})
	}
	plain := zipped(t, file{"a.stl", model})
	for name, c := range map[string]struct {
		packed []byte
		limit  int64
		code   string
	}{
		"zeros":               {gzipped(t, bytes.Repeat(zeros, 3)), limit, "packed_too_dense"},
		"zeros in a zip":      {zipped(t, file{"a.stl", bytes.Repeat(zeros, 3)}), limit, "packed_too_dense"},
		"packed twice":        {gzipped(t, gzipped(t, model)), limit, "packed_nested"},
		"packed three times":  {gzipped(t, zipped(t, file{"a.stl", gzipped(t, model)})), limit, "packed_nested"},
		"an archive in a zip": {zipped(t, file{"a.stl", gzipped(t, model)}), limit, "packed_nested"},
		"a zip in a zip":      {zipped(t, file{"b.zip", zipped(t, file{"a.stl", model})}), limit, "packed_nested"},
		"over the limit":      {gzipped(t, model), 6999, "packed_too_large"},
		"over the limit, zip": {plain, 6999, "packed_too_large"},
		"many members":        {bytes.Repeat(gzipped(t, make([]byte, 1<<20)), 40), 30 << 20, "packed_too_dense"},
		"a 3MF file in a zip": {zipped(t, file{"a.3mf", model}), limit, "packed_nested"},
		"no model":            {zipped(t, file{"a.obj.txt", model}), limit, "packed_no_model"},
		"too many files":      {zipped(t, many...), limit, "packed_too_many"},
		"the same file twice": {quoted(t, model), limit, "packed_damaged"},
		"a size too small":    {claims(t, model, 24, 100), limit, "packed_damaged"},
		"a size too large":    {claims(t, model, 24, 1<<20), limit, "packed_damaged"},
		"a size of 4 GiB":     {claims(t, model, 24, 1<<32-2), limit, "packed_too_large"},
		"more than there is":  {claims(t, model, 20, 1<<30), limit, "packed_damaged"},
		"encrypted":           {claims(t, model, 8, 9), limit, "packed_encrypted"},
		"another method":      {claims(t, model, 8, 14<<16), limit, "packed_method"},
		"a zip cut off":       {plain[:len(plain)/2], limit, "packed_damaged"},
		"a gzip cut off":      {gzipped(t, model)[:40], limit, "packed_damaged"},
		"another checksum":    {flipped(gzipped(t, model), -6), limit, "packed_damaged"},
	} {
		got, err := unpacked(t.Context(), c.packed, c.limit)
		var refused *stl.Error
		if !errors.As(err, &refused) || refused.Code() != c.code || got.Data != nil {
			t.Errorf("%s: %v and %d bytes, want %s", name, err, len(got.Data), c.code)
		}
	}
}

// traced is a file that remembers how far it was read.
type traced struct {
	*bytes.Reader
	to int64
}

func (f *traced) ReadAt(p []byte, offset int64) (int, error) {
	if end := offset + int64(len(p)); end < f.Size()-4 { // the last four bytes are a size
		f.to = max(f.to, end)
	}
	return f.Reader.ReadAt(p, offset)
}

// What is behind a bomb does not make it less dense.
func TestABombIsRefusedWhereItIsDense(t *testing.T) {
	noise := make([]byte, 2<<20)
	rand.NewChaCha8([32]byte{}).Read(noise)
	packed := gzipped(t, append(make([]byte, 80<<20), noise...))
	f := &traced{Reader: bytes.NewReader(packed)}
	_, err := FromGzip(t.Context(), f, f.Size(), limit*4)
	var refused *stl.Error
	if !errors.As(err, &refused) || refused.Code() != "packed_too_dense" || f.to > f.Size()/2 {
		t.Errorf("%v after %d of %d bytes", err, f.to, f.Size())
	}
}

func TestA3MFFileThatIsCutOffIsCalledSo(t *testing.T) {
	packed := zipped(t, file{"[Content_Types].xml", []byte("<Types/>")}, file{"3D/3dmodel.model", make([]byte, 1000)})
	_, err := OpenZIP(bytes.NewReader(packed[:len(packed)/2]), int64(len(packed)/2))
	if err == nil || !strings.Contains(err.Error(), "The 3MF file is damaged, or was cut off") {
		t.Error(err)
	}
}

func TestUnpackingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, packed := range [][]byte{gzipped(t, []byte("solid")), zipped(t, file{"a.stl", []byte("solid")})} {
		if _, err := unpacked(ctx, packed, limit); !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want the end of the context", err)
		}
	}
}

// broken is a file that cannot be read.
type broken struct{ bytes.Reader }

var errBroken = errors.New("the disk is broken")

func (*broken) ReadAt([]byte, int64) (int, error) { return 0, errBroken }

func TestErrorsOfReadingAreNoDamage(t *testing.T) {
	if _, err := Sniff(new(broken), 100); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if _, err := OpenZIP(new(broken), 100); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if _, err := FromGzip(t.Context(), new(broken), 100, limit); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string][2]string{
		"a.STL": {"a", ".STL"}, "b.stl.gz": {"b", ".stl.gz"}, "c.stlb": {"c", ".stlb"}, "d.zip": {"d", ".zip"},
		"e.gz": {"e.gz", ""}, ".stl": {"", ".stl"}, "f": {"f", ""}, "g.stl.exe": {"g.stl.exe", ""},
	} {
		if base, extension := Split(name); base != want[0] || extension != want[1] {
			t.Errorf("%s: %q, %q", name, base, extension)
		}
	}
}

// claims is a ZIP archive of one entry with 4 bytes of its directory changed: 8 flags and method, 20
// packed size, 24 size, by APPNOTE 4.3.12.
func claims(t testing.TB, data []byte, at int, value uint32) []byte {
	packed := zipped(t, file{"a.stl", data})
	entry := bytes.Index(packed, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(packed[entry+at:], value)
	return packed
}

// quoted is a ZIP archive whose directory lists the same bytes twice, under two names.
func quoted(t testing.TB, data []byte) []byte {
	packed := zipped(t, file{"a.stl", data})
	from, end := bytes.Index(packed, []byte("PK\x01\x02")), bytes.Index(packed, []byte("PK\x05\x06"))
	entry := bytes.Clone(packed[from:end])
	again := bytes.Clone(entry)
	again[46] = 'b'
	tail := bytes.Clone(packed[end:])
	binary.LittleEndian.PutUint16(tail[8:], 2)
	binary.LittleEndian.PutUint16(tail[10:], 2)
	binary.LittleEndian.PutUint32(tail[12:], uint32(2*len(entry)))
	return bytes.Join([][]byte{packed[:from], entry, again, tail}, nil)
}

func flipped(data []byte, at int) []byte {
	data[len(data)+at] ^= 1
	return data
}

func fuzz(t *testing.T, data []byte) {
	const limit = 1 << 20
	got, err := unpacked(t.Context(), data, limit)
	var refused *stl.Error
	if err != nil && !errors.As(err, &refused) || len(got.Data) > limit {
		t.Errorf("%d bytes, %v", len(got.Data), err)
	}
}

// FuzzGzip asks that any gzip file is refused or unpacks to no more than the limit.
func FuzzGzip(f *testing.F) {
	f.Add(gzipped(f, []byte("solid a")))
	f.Add(gzipped(f, make([]byte, 2<<20)))
	f.Fuzz(func(t *testing.T, data []byte) { fuzz(t, append([]byte("\x1f\x8b"), data[min(2, len(data)):]...)) })
}

// FuzzZIP asks the same of ZIP archives.
func FuzzZIP(f *testing.F) {
	f.Add(zipped(f, file{"a.stl", []byte("solid a")}, file{"b.stl", make([]byte, 2<<20)}))
	f.Add(quoted(f, []byte("solid a")))
	f.Fuzz(func(t *testing.T, data []byte) { fuzz(t, append([]byte("PK\x03\x04"), data[min(4, len(data)):]...)) })
}
