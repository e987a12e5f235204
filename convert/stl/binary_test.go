package stl

import (
	"bytes"
	"encoding/binary"
	"math"
	"ostrakon/convert/remark"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// withCount sets the count of a binary file.
func withCount(data []byte, n uint32) []byte {
	binary.LittleEndian.PutUint32(data[80:], n)
	return data
}

func TestBinaryIsReadInPlace(t *testing.T) {
	for _, n := range []int{4, 1000, alone + 100, 200_000} { // the largest takes several rounds on two cores
		corners := sphere(n)
		data := binarySTL("made here", corners)
		m := must(Read(data))(t)
		check(t, m)
		if !slices.Equal(m.Corners, corners) {
			t.Errorf("%d facets: the corners differ", n)
		}
		first, last := uintptr(unsafe.Pointer(&data[0])), uintptr(unsafe.Pointer(&data[len(data)-1]))
		if p := uintptr(unsafe.Pointer(&m.Corners[0])); p < first || p > last {
			t.Errorf("%d facets: the corners are not in the memory of the file", n)
		}
		if m.Header != "made here" || m.Format != Binary {
			t.Errorf("header %q, format %v", m.Header, m.Format)
		}
	}
}

// TestBinaryAtAnyAddress reads from slices that are not aligned for floats.
func TestBinaryAtAnyAddress(t *testing.T) {
	corners := sphere(2000)
	file := binarySTL("", corners)
	for shift := range 8 {
		buffer := make([]byte, len(file)+shift)
		copy(buffer[shift:], file)
		m := must(Read(buffer[shift:]))(t)
		if !slices.Equal(m.Corners, corners) {
			t.Errorf("shifted by %d: the corners differ", shift)
		}
	}
}

func TestBinaryAllocatesLittle(t *testing.T) {
	data := binarySTL("", sphere(400_000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must(Read(data))(t)
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 64<<10 {
		t.Errorf("%d bytes allocated for a file of %d", got, len(data))
	}
}

func TestDamagedBinary(t *testing.T) {
	corners := sphere(100)
	n := len(corners) / 9
	whole := func() []byte { return binarySTL("solid by CAD", corners) }
	for _, c := range []struct {
		name     string
		file     []byte
		facets   int
		warnings []remark.Kind
		err      remark.Kind
	}{
		{"as it should be", whole(), n, nil, remark.Kind{}},
		{"one byte more", append(whole(), 0), n, []remark.Kind{remark.TrailingBytes}, remark.Kind{}},
		{"a block of zeros more", append(whole(), make([]byte, 500)...), n, []remark.Kind{remark.TrailingBytes},
			remark.Kind{}},
		{"text more", append(whole(), strings.Repeat("the end\n", 50)...), n, []remark.Kind{remark.TrailingBytes},
			remark.Kind{}},
		{"more noise than facets", append(whole(), noise(20_000)...), n, []remark.Kind{remark.TrailingBytes}, remark.Kind{}},
		{"zeros up to a large block", append(whole(), make([]byte, 1<<16)...), n, []remark.Kind{remark.TrailingBytes},
			remark.Kind{}},
		{"another binary file more", append(whole(), binarySTL("solid two", sphere(300))...), n,
			[]remark.Kind{remark.JoinedFiles}, remark.Kind{}},
		{"an ASCII file more", append(whole(), strings.Repeat(tetrahedron(), 40)...), n, []remark.Kind{remark.TrailingBytes},
			remark.Kind{}},
		{"cut in a record", whole()[:headerSize+recordSize*50+7], 50, []remark.Kind{remark.Truncated}, remark.Kind{}},
		{"cut after a record", whole()[:headerSize+recordSize*50], 50, []remark.Kind{remark.MissingFacets}, remark.Kind{}},
		{"cut in the first record", whole()[:headerSize+recordSize-1], 0, nil, remark.CutBeforeFacets},
		{"cut after the header", whole()[:headerSize], 0, nil, remark.CutBeforeFacets},
		{"cut in the header", append([]byte{1}, whole()[1:50]...), 0, nil, remark.TooShort},
		{"count too big", withCount(whole(), 1<<20), n, []remark.Kind{remark.MissingFacets}, remark.Kind{}},
		{"count too small", withCount(whole(), 7), n, []remark.Kind{remark.WrongCount}, remark.Kind{}},
		{"count zero with facets", withCount(whole(), 0), n, []remark.Kind{remark.WrongCount}, remark.Kind{}},
		{"count too small and a part of a record", append(withCount(whole(), 7), 1, 2, 3), n,
			[]remark.Kind{remark.WrongCount, remark.TrailingBytes}, remark.Kind{}},
		{"count zero with zeros", make([]byte, 10000), 0, nil, remark.NoneAnnounced},
		{"0xffffffff facets in 200 bytes", withCount(whole(), math.MaxUint32)[:200], 2, []remark.Kind{remark.Truncated},
			remark.Kind{}},
		{"0xffffffff facets in 200 bytes of nothing", withCount(make([]byte, 200), math.MaxUint32), 0, nil,
			remark.OtherBytes},
		{"no facets", withCount(make([]byte, headerSize), 0), 0, nil, remark.HeaderOnly},
		{"count too small, the first ones strange",
			withCount(slices.Insert(whole(), headerSize, make([]byte, 2*recordSize)...), 2), n + 2,
			[]remark.Kind{remark.WrongCount}, remark.Kind{}},
		{"all degenerate", binarySTL("", make([]float32, 90)), 0, nil, remark.AllDegenerate},
		{"all NaN", binarySTL("", slices.Repeat([]float32{float32(math.NaN())}, 90)), 0, nil, remark.AllNonFinite},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Read(c.file)
			if c.err != (remark.Kind{}) {
				refusal(t, err, c.err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			check(t, m)
			got := slices.DeleteFunc(kinds(m), func(kind remark.Kind) bool { return kind == remark.Degenerate })
			if m.Facets() != c.facets || !slices.Equal(got, c.warnings) || m.Solids[0].Name != "by CAD" {
				t.Errorf("%d facets of %q, %q; want %d, %q", m.Facets(), m.Solids[0].Name, m.Warnings, c.facets, c.warnings)
			}
		})
	}
}

func TestJoinedFilesAreCounted(t *testing.T) {
	one := binarySTL("solid a", sphere(300)[:9*200])
	for n, want := range map[int]string{1: "1 more binary STL file, of 200 facets in all.",
		4: "4 more binary STL files, of 800 facets in all."} {
		m := must(Read(slices.Concat(one, bytes.Repeat(one, n))))(t)
		if m.Facets() != 200 || !strings.HasSuffix(m.Warnings[0].String(), want) {
			t.Errorf("%d facets, %+v; want %q", m.Facets(), m.Warnings, want)
		}
	}
}

func TestBinaryThatWasTakenForText(t *testing.T) {
	file := binarySTL("made here", sphere(4000))
	for name, data := range map[string][]byte{
		"line feeds":      bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n")),
		"bytes not UTF-8": bytes.ToValidUTF8(file, []byte("\ufffd")),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(data)
			refusal(t, err, remark.TakenForText)
		})
	}
}

// A header may hold a name as the first line of a text does, and then colours, whose bytes are none
// of it.
func TestNamesInHeaders(t *testing.T) {
	for header, want := range map[string]string{
		"made here": "", "solid": "", "solid part": "part", "solid a\nfacet": "a", "solid a\x00b": "a",
		"solid part COLOR=\x10\x20\x30\xff,MATERIAL=\x01": "part", "solidus": "",
	} {
		m := must(Read(binarySTL(header, sphere(4))))(t)
		if got := m.Solids[0].Name; got != want {
			t.Errorf("%q: named %q, want %q", header, got, want)
		}
	}
}

// TestNonFiniteFacetsAreDropped puts bad facets where they are met alone and by several cores.
func TestNonFiniteFacetsAreDropped(t *testing.T) {
	corners := sphere(150_000)
	want := slices.Clone(corners)
	bad := []int{149_000, 70_000, 40_001, 5, 4}
	for k, i := range bad {
		corners[9*i+k] = []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}[k%3]
		want = slices.Delete(want, 9*i, 9*i+9)
	}
	m := must(Read(binarySTL("", corners, 1, 2, 3)))(t)
	check(t, m)
	if !slices.Equal(m.Corners, want) || m.Dropped != len(bad) {
		t.Errorf("%d dropped, %d left", m.Dropped, m.Facets())
	}
	if w := m.Warnings[0]; w.Kind != remark.NonFinite || !strings.Contains(w.String(), "5 facets were") ||
		!strings.Contains(w.String(), "facet 5.") {
		t.Errorf("warning %q", w)
	}
}

func TestDegenerateFacetsAreKeptAndCounted(t *testing.T) {
	m, err := Read(binarySTL("", []float32{
		0, 0, 0, 1, 0, 0, 0, 1, 0,
		1, 2, 3, 1, 2, 3, 4, 5, 6, // two equal corners
		0, 0, 0, 1, 1, 1, 3, 3, 3, // on a line
		0, 0, 0, 1, 1, 1, 3, 3, math.Nextafter32(3, 4), // nearly
		0, 0, 0, 1e-30, 0, 0, 0, 1e-30, 0, // tiny, but with an area
	}))
	if err != nil {
		t.Fatal(err)
	}
	if m.Facets() != 5 || m.Degenerate != 2 || !slices.Equal(kinds(m), []remark.Kind{remark.Degenerate}) {
		t.Errorf("%d facets, %d degenerate, %q", m.Facets(), m.Degenerate, m.Warnings)
	}
}

func TestColours(t *testing.T) {
	grey := plain()
	red, green, blue := Color{255, 0, 0, 255}, Color{0, 255, 0, 255}, Color{0, 0, 255, 255}
	const magics = "COLOR=\x10\x20\x30\xff,MATERIAL=\x01\x02\x03\xff"
	part := Color{0x10, 0x20, 0x30, 0xff}
	for _, c := range []struct {
		name, header string
		attributes   []uint16
		all          *Color
		each         []Color
		warnings     []remark.Kind
	}{
		{"none", "", []uint16{0}, nil, nil, nil},
		{"VisCAM, low bits blue", "", []uint16{0xfc00, 0x83e0, 0x801f}, nil, []Color{red, green, blue}, nil},
		{"VisCAM, one for all", "", []uint16{0xfc00}, &red, nil, nil},
		{"VisCAM, some", "", []uint16{0xfc00, 0, 0x7c00}, nil, []Color{red, grey, grey},
			[]remark.Kind{remark.PartlyColoured}},
		{"VisCAM, five bits become eight", "", []uint16{0x8000 | 16<<10 | 1<<5 | 30}, &Color{132, 8, 247, 255}, nil, nil},
		{"0x8000 everywhere is no black", "", []uint16{0x8000}, nil, nil, nil},
		{"0xffff everywhere is no white", "", []uint16{0xffff}, nil, nil, nil},
		{"0xb000 everywhere is a count", "", []uint16{0xb000}, nil, nil, nil},
		{"0xe000 under blanks, too", strings.Repeat(" ", 80), []uint16{0xe000}, nil, nil, nil},
		{"0xb000 under a header", "VisCAM", []uint16{0xb000}, &Color{99, 0, 0, 255}, nil, nil},
		{"0xfc00 everywhere is red", "", []uint16{0xfc00}, &Color{255, 0, 0, 255}, nil, nil},
		{"blanks everywhere are none", "", []uint16{0x2020}, nil, nil, nil},
		{"counters with bit 15 clear are none", "", []uint16{1, 2, 3, 4}, nil, nil, nil},
		{"Magics, low bits red", magics, []uint16{0x001f, 0x03e0, 0x7c00}, nil, []Color{red, green, blue}, nil},
		{"Magics, bit 15 means the part's", magics, []uint16{0x001f, 0xffff, 0x8000}, nil, []Color{red, part, part}, nil},
		{"Magics header, bit 15 set as VisCAM does", magics, []uint16{0x801f, 0x83e0, 0xfc00}, nil, []Color{red, green, blue},
			nil},
		{"MeshLab in Magics order", meshLab + "\x7f\x7f\x7f", []uint16{0x801f, 0xfc00}, nil, []Color{red, blue}, nil},
		{"MeshLab in Magics order, one for all", meshLab + "\x7f\x7f\x7f", []uint16{0x801f}, &red, nil, nil},
		{"MeshLab in Magics order, zero everywhere", meshLab + "\x7f\x7f\x7f", []uint16{0}, &Color{127, 127, 127, 255}, nil,
			nil},
		{"Magics, bit 15 everywhere", magics, []uint16{0xffff, 0x8000}, &part, nil, nil},
		{"Magics, zero everywhere means the part's", magics, []uint16{0}, &part, nil, nil},
		{"Magics, zero beside others is black", magics, []uint16{0, 0x001f}, nil, []Color{{0, 0, 0, 255}, red}, nil},
		{"Magics, blanks everywhere", magics, []uint16{0x2020}, &part, nil, nil},
		{"Magics, half transparent", "COLOR=\xff\x00\x00\x80", []uint16{0}, &Color{255, 0, 0, 128}, nil, nil},
		{"Magics, a blank is no alpha", "COLOR=\x10\x20\x30 ", []uint16{0}, &part, nil, nil},
		{"Magics, nothing is invisible", "COLOR=\x10\x20\x30\x00", []uint16{0}, &part, nil, nil},
		{"Magics, anywhere in the header", strings.Repeat("x", 70) + "COLOR=\x10\x20\x30\xff", []uint16{0}, &part, nil, nil},
		{"COLOR= cut off by the header's end", strings.Repeat("x", 71) + "COLOR=\x10\x20\x30", []uint16{0}, nil, nil, nil},
		{"Autodesk without COLOR=", "STLB ATF 9.0.0", []uint16{0x001f}, &red, nil, nil},
		{"Autodesk's other header", "STLB ASM 229.0.0.0", []uint16{0x001f}, &red, nil, nil},
		{"Autodesk without COLOR=, none", "STLB ATF 9.0.0", []uint16{0}, nil, nil, nil},
		{"Autodesk without COLOR=, some", "STLB ATF 9.0.0", []uint16{0x001f, 0x8000}, nil, []Color{red, grey},
			[]remark.Kind{remark.PartlyColoured}},
		{"two values of one colour", "", []uint16{0x8000, 0x8000, 0x8000, 0}, nil,
			[]Color{{0, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 0, 255}, grey}, []remark.Kind{remark.PartlyColoured}},
	} {
		t.Run(c.name, func(t *testing.T) {
			corners := slices.Repeat([]float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, len(c.attributes))
			m := must(Read(binarySTL(c.header, corners, c.attributes...)))(t)
			check(t, m)
			if !reflect.DeepEqual(m.Color, c.all) || !slices.Equal(m.Colors, c.each) || !slices.Equal(kinds(m), c.warnings) {
				t.Errorf("all %v, each %v, warnings %q", m.Color, m.Colors, m.Warnings)
			}
		})
	}
}

// TestColoursOfManyFacets has several cores meet the first differing attribute at once.
func TestColoursOfManyFacets(t *testing.T) {
	corners := sphere(200_000)
	attributes := make([]uint16, len(corners)/9)
	for i := range attributes {
		attributes[i] = 0x8000
		if i > alone+10 {
			attributes[i] |= uint16(i % 31)
		}
	}
	m := must(Read(binarySTL("", corners, attributes...)))(t)
	check(t, m)
	for i, c := range m.Colors {
		if c != (Color{0, 0, expand(attributes[i]), 255}) {
			t.Fatalf("facet %d of %#04x is %v", i, attributes[i], c)
		}
	}
}
