package stl

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"ostrakon/convert/remark"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// tetrahedron is a small ASCII file in its most usual form.
func tetrahedron() string {
	return string(asciiSTL("part", []float32{
		0, 0, 0, 0, 1, 0, 1, 0, 0,
		0, 0, 0, 1, 0, 0, 0, 0, 2.5,
		0, 0, 0, 0, 0, 2.5, 0, 1, 0,
		1, 0, 0, 0, 1, 0, 0, 0, 2.5}, 'f', -1))
}

const oneFacet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"

func inUTF16(order binary.AppendByteOrder, text string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

// TestWildASCII reads the same tetrahedron from every form that writers give it.
func TestWildASCII(t *testing.T) {
	usual := tetrahedron()
	want := must(Read([]byte(usual)))(t)
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(usual) }
	fields := strings.Join(strings.Fields(usual), " ")
	for _, c := range []struct {
		name, file string
		solid      string
		warnings   []remark.Kind
	}{
		{"as usual", usual, "part", nil},
		{"CR LF", replace("\n", "\r\n"), "part", nil},
		{"CR alone", replace("\n", "\r"), "part", nil},
		{"one line", fields, "part", nil},
		{"one word a line", "solid part\n" +
			strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(fields, "solid part "), "part"), " ", "\n"), "part", nil},
		{"tabs", replace(" ", "\t"), "part", nil},
		{"wide blanks", replace(" ", strings.Repeat(" ", 100)), "part", nil},
		{"blank lines first", "\n \r\n\t\n" + usual, "part", nil},
		{"blank lines between", replace("\n", "\n\n \n"), "part", nil},
		{"byte order mark", "\xef\xbb\xbf" + usual, "part", nil},
		{"upper case", strings.ToUpper(usual), "PART", nil},
		{"mixed case", replace("facet", "Facet", "normal", "Normal", "vertex", "Vertex", "outer loop", "Outer Loop",
			"solid part", "Solid part"), "part", nil},
		{"exponents", replace(" 2.5", " 2.5e+00", " 1", " 10e-1"), "part", nil},
		{"exponents of three digits", replace(" 2.5", " 2.500000e+000", " 1", " 1.0000e+000"), "part", nil},
		{"capital E", replace(" 2.5", " 0.25E1"), "part", nil},
		{"typographic minus", replace(" 2.5", " 25e\u221201", " 0", " \u22120"), "part", nil},
		{"no-break spaces", replace("normal ", "normal\u00a0", "facet ", "facet\u00a0", "  vertex ", "\u00a0 vertex\u00a0"),
			"part", nil},
		{"no-break spaces in the name alone", replace("solid part", "solid my\u00a0part"), "my\u00a0part", nil},
		{"Fortran exponents", replace(" 2.5", " 0.25D+01"), "part", nil},
		{"plus signs", replace(" 2.5", " +2.5", " 1", " +1", " 0", " +0"), "part", nil},
		{"no digit before the point", replace(" 0", " .0", " 1", " 1."), "part", nil},
		{"thirty digits", replace(" 2.5", " 2.500000000000000000000000000000"), "part", nil},
		{"decimal commas", replace(".", ","), "part", []remark.Kind{remark.DecimalCommas}},
		{"commas after numbers", replace("vertex 0 ", "vertex 0, ", "vertex 1 ", "vertex 1, "), "part", nil},
		{"normals of nan", replace("0.267261", "nan", "-0.534522", "-nan(ind)", "0.801784", "1.#QNAN"), "part", nil},
		{"normals of junk", replace("0.267261", "###", "-0.534522", "§", "0.801784", "x"), "part", nil},
		{"normals of one word", replace("0.267261 -0.534522 0.801784", "none"), "part", nil},
		{"no normal", replace(" normal 0.267261 -0.534522 0.801784", ""), "part", nil},
		{"words of a facet in a comment after the name", replace("part\n", "part # facet normal 0 0 1\n"), "part", nil},
		{"comments", "# made by hand\n// twice\n" + replace("\n", " # vertex 9 9 9\n", "    endloop", "; loop\nendloop"),
			"part", nil},
		{"several words on a line", replace("\n      vertex", " vertex", "\n    endloop\n", " endloop "), "part", nil},
		{"ends in two words", replace("endloop", "end loop", "endfacet", "end facet", "endsolid", "END SOLID"), "part", nil},
		{"ends in two words on one line", strings.ReplaceAll(fields, "end", "end "), "part", nil},
		{"no endloop", replace("    endloop\n", ""), "part", nil},
		{"no endfacet", replace("  endfacet\n", ""), "part", nil},
		{"no outer loop", replace("    outer loop\n", ""), "part", nil},
		{"no endsolid", replace("endsolid part\n", ""), "part", []remark.Kind{remark.NoEnd}},
		{"no solid", replace("solid part\n  ", ""), "", nil},
		{"a line before solid", "Exported by hand\n" + usual, "part", []remark.Kind{remark.SkippedText}},
		{"no name", replace("solid part", "solid"), "", nil},
		{"a name of many words", replace("solid part", "solid  My solid facet, left (v2) #3 "),
			"My solid facet, left (v2) #3", nil},
		{"a name in UTF-8", replace("solid part", "solid 部品 ß"), "部品 ß", nil},
		{"a name in Latin-1", replace("solid part", "solid Geh\xe4use"), "Geh\ufffduse", nil},
		{"a name with controls", replace("solid part", "solid a\x00b\x07c"), "a b c", nil},
		{"a name of 1 MB", replace("solid part\n  ", "solid "+strings.Repeat("ab", 1<<19)+"\n"),
			strings.Repeat("ab", maxName/2), nil},
		{"an unknown line of 1 MB", replace("solid part\n  ", "solid part\n "+strings.Repeat("x", 1<<20)+"\n"), "part",
			[]remark.Kind{remark.SkippedText}},
		{"a colour line", replace("  endfacet\n", "  color 0.5 0.5 0.5\n endfacet\n"), "part",
			[]remark.Kind{remark.SkippedText}},
		{"cut after the vertices of its last facet", usual[:strings.LastIndex(usual, "endloop")+4], "part",
			[]remark.Kind{remark.NoEnd}},
		{"cut in its last word", strings.TrimSuffix(usual, "lid part\n"), "part", []remark.Kind{remark.NoEnd}},
		{"text after the end", usual + "Thank you\n", "part", []remark.Kind{remark.TrailingText}},
		{"NULs after the end", usual + strings.Repeat("\x00", 4096), "part", nil},
		{"Ctrl-Z after the end", usual + "\x1a", "part", nil},
		{"first vertex again", replace("vertex 1 0 0\n    endloop", "vertex 1 0 0\n vertex 0 0 0\n endloop"), "part", nil},
		{"cut in a facet", usual + "solid b\n" + oneFacet[:50], "part",
			[]remark.Kind{remark.EmptySolids, remark.TruncatedText}},
		{"marks where files were joined", "\xef\xbb\xbfsolid nothing\nendsolid nothing\n\xef\xbb\xbf" + usual, "part",
			[]remark.Kind{remark.EmptySolids}},
		{"an empty solid first", "solid nothing\nendsolid nothing\n" + usual, "part", []remark.Kind{remark.EmptySolids}},
		{"a facet of two vertices", replace("endsolid part",
			"facet outer loop vertex 0 0 0 vertex 1 1 1 endloop endfacet endsolid part"),
			"part", []remark.Kind{remark.BrokenFacets}},
		{"a facet with a word for a number",
			replace("endsolid part", "facet outer loop vertex 0 0 0 vertex 1 1 1 vertex 1 O 0 endloop endfacet endsolid part"),
			"part", []remark.Kind{remark.BrokenFacets}},
		{"a facet with nan", replace("endsolid part",
			"facet outer loop vertex 0 0 0 vertex 1 1 1 vertex 1 NaN 0 endloop endfacet endsolid part"),
			"part", []remark.Kind{remark.NonFiniteText}},
		{"a facet with infinity", replace("endsolid part", strings.Replace(oneFacet, "1 0", "-1.#INF 0", 1)+"endsolid part"),
			"part", []remark.Kind{remark.NonFiniteText}},
		{"a facet that overflows", replace("endsolid part", strings.Replace(oneFacet, "1 0", "1e39 0", 1)+"endsolid part"),
			"part", []remark.Kind{remark.NonFiniteText}},
		{"UTF-16 little-endian", inUTF16(binary.LittleEndian, "\ufeff"+usual), "part", []remark.Kind{remark.Transcoded}},
		{"UTF-16 big-endian", inUTF16(binary.BigEndian, "\ufeff"+usual), "part", []remark.Kind{remark.Transcoded}},
		{"UTF-16 without a mark", inUTF16(binary.LittleEndian, usual), "part", []remark.Kind{remark.Transcoded}},
		{"UTF-16 with a Chinese name", inUTF16(binary.BigEndian, "\ufeff"+replace("solid part", "solid 部品😀")), "部品😀",
			[]remark.Kind{remark.Transcoded}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := must(Read([]byte(c.file)))(t)
			check(t, m)
			if !slices.Equal(m.Corners, want.Corners) {
				t.Errorf("corners %v, want %v", m.Corners, want.Corners)
			}
			if !slices.Equal(names(m), []string{c.solid}) {
				t.Errorf("solids %q, want %q", names(m), c.solid)
			}
			if !slices.Equal(kinds(m), c.warnings) {
				t.Errorf("warnings %q, want %q", m.Warnings, c.warnings)
			}
		})
	}
}

func TestSeveralSolids(t *testing.T) {
	for name, file := range map[string]string{
		"in lines": "solid a\n" + oneFacet + "endsolid\nsolid b c\n" + oneFacet + oneFacet + "endsolid a\nsolid\n" +
			oneFacet + "ENDSOLID x y\n",
		"some without end": "solid a\n" + oneFacet + "solid b c\n" + oneFacet + oneFacet + "solid\n" + oneFacet +
			"endsolid\n",
		"all on one line": strings.ReplaceAll(
			"solid a\n"+oneFacet+"endsolid a\nsolid b c\n"+oneFacet+oneFacet+"endsolid b c\nsolid\n"+oneFacet+"endsolid", "\n",
			" "),
		"with an empty one": "solid a\n" + oneFacet + "endsolid\nsolid empty\nendsolid\nsolid b c\n" + oneFacet + oneFacet +
			"endsolid a\nsolid\n" + oneFacet + "endsolid\n",
	} {
		t.Run(name, func(t *testing.T) {
			m := must(Read([]byte(file)))(t)
			want := []Solid{{"a", 0, 1}, {"b c", 1, 2}, {"", 3, 1}}
			if !reflect.DeepEqual(m.Solids, want) {
				t.Errorf("got %+v, want %+v", m.Solids, want)
			}
		})
	}
}

func TestFacetsBeforeTheFirstSolidHaveOneOfTheirOwn(t *testing.T) {
	m := must(Read([]byte(oneFacet + "solid b\n" + oneFacet + "endsolid")))(t)
	if want := []Solid{{"", 0, 1}, {"b", 1, 1}}; !reflect.DeepEqual(m.Solids, want) {
		t.Errorf("got %+v, want %+v", m.Solids, want)
	}
}

func TestSolidsBeyondTheLimitAreJoined(t *testing.T) {
	var file bytes.Buffer
	for i := range MaxSolids + 100 {
		fmt.Fprintf(&file, "solid %d\n%sendsolid\n", i, oneFacet)
	}
	m := must(Read(file.Bytes()))(t)
	check(t, m)
	last := m.Solids[len(m.Solids)-1]
	if len(m.Solids) != MaxSolids || last.Facets != 101 || last.Name != fmt.Sprint(MaxSolids-1) {
		t.Errorf("%d solids, the last is %+v", len(m.Solids), last)
	}
	if !slices.Equal(kinds(m), []remark.Kind{remark.ManySolids}) ||
		!strings.Contains(m.Warnings[0].String(), fmt.Sprint(MaxSolids+100)) {
		t.Errorf("warnings %q", m.Warnings)
	}
}

// TestLongTextBetweenFacetsIsPassedOver asks that neither the facets after much junk are lost nor
// the solid that they belong to.
func TestLongTextBetweenFacetsIsPassedOver(t *testing.T) {
	junk := strings.Repeat("neither here nor there\n", hopeless)
	for name, between := range map[string]string{
		"words": junk, "vertices": strings.Repeat("vertex 1 2 3\n", 2*hopeless),
		"facets without vertices": strings.Repeat("facet\nendfacet\n", 2*hopeless),
	} {
		m, err := Read([]byte("solid a\n" + oneFacet + between + "endsolid a\nsolid b\n" + oneFacet + oneFacet +
			"endsolid b\n"))
		if err != nil {
			t.Fatal(err)
		}
		check(t, m)
		if want := []Solid{{"a", 0, 1}, {"b", 1, 2}}; !reflect.DeepEqual(m.Solids, want) {
			t.Errorf("%s: got %+v, want %+v", name, m.Solids, want)
		}
		if got := kinds(m); name == "words" && !slices.Equal(got, []remark.Kind{remark.SkippedText, remark.UnreadText}) ||
			len(got) == 0 {
			t.Errorf("%s: warnings %q", name, m.Warnings)
		}
	}
}

func TestPolygonsAreFans(t *testing.T) {
	m, err := Read([]byte("solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 3 2 0\nvertex 1 3 0\nvertex 0 2 " +
		"0.01\nendloop\nendfacet\nendsolid"))
	if err != nil {
		t.Fatal(err)
	}
	want := []float32{0, 0, 0, 2, 0, 0, 3, 2, 0, 0, 0, 0, 3, 2, 0, 1, 3, 0, 0, 0, 0, 1, 3, 0, 0, 2, 0.01}
	if !slices.Equal(m.Corners, want) || !slices.Equal(kinds(m), []remark.Kind{remark.Polygons}) {
		t.Errorf("corners %v, warnings %q", m.Corners, m.Warnings)
	}
}

// Room for facets is made by how many the rest of the text may bring, also where they come as the
// loops of a single facet.
func TestLoopsOfOneFacetAllocateLittle(t *testing.T) {
	loop := "outer loop\n" + strings.Repeat("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n", 50) + "endloop\n"
	text := []byte("solid\nfacet\n" + strings.Repeat(loop, 1000) + "endfacet\nendsolid\n")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m := must(Read(text))(t)
	runtime.ReadMemStats(&after)
	held := uint64(4 * len(m.Corners))
	if got := after.TotalAlloc - before.TotalAlloc; m.Facets() != 148_000 || got > 2*held {
		t.Errorf("%d facets; %d bytes allocated, of which %d are the facets", m.Facets(), got, held)
	}
}

// TestSectionsJoin reads files of several sections and asks for what one core alone would find:
// each facet, solid and line number.
func TestSectionsJoin(t *testing.T) {
	corners := sphere(12000)
	for name, change := range map[string]func(string) string{
		"LF":       func(s string) string { return s },
		"CR":       func(s string) string { return strings.ReplaceAll(s, "\n", "\r") },
		"one line": func(s string) string { return strings.ReplaceAll(s, "\n", " ") },
		"upper":    strings.ToUpper,
	} {
		t.Run(name, func(t *testing.T) {
			half := len(corners) / 18 * 9
			broken := "  facet normal 0 0 1\n    outer loop\n      vertex 1 2 3\n    endloop\n  endfacet\n"
			file := string(asciiSTL("first", corners[:half], 'e', 8)) + string(asciiSTL("second", corners[half:], 'e', 8)) +
				"solid third\n" + broken + oneFacet + "endsolid\n"
			lines := strings.Count(file[:strings.Index(file, "solid third")], "\n")
			m := must(Read([]byte(change(file))))(t)
			check(t, m)
			if !slices.Equal(m.Corners[:len(corners)], corners) {
				t.Error("the corners differ")
			}
			n := len(corners) / 9
			want := []Solid{{"first", 0, n / 2}, {"second", n / 2, n - n/2}, {"third", n, 1}}
			for i, s := range m.Solids {
				if s.First != want[i].First || s.Facets != want[i].Facets || !strings.EqualFold(s.Name, want[i].Name) {
					t.Errorf("solid %+v, want %+v", s, want[i])
				}
			}
			place := fmt.Sprintf("line %d.", lines+2)
			if name == "one line" {
				place = "line 1."
			}
			if at := slices.IndexFunc(m.Warnings, func(w remark.Remark) bool { return w.Kind == remark.BrokenFacets }); at < 0 ||
				!strings.HasSuffix(m.Warnings[at].String(), place) {
				t.Errorf("warnings %q, want %s", m.Warnings, place)
			}
		})
	}
}

func TestASCIIErrorsTellThePlace(t *testing.T) {
	for _, c := range []struct {
		name, file string
		kind       remark.Kind
		line       int
		offset     int64
		reason     string
	}{
		{"a word for a number", "solid\r\nfacet\r\nouter loop\r\nvertex 1 two 3\r\n", remark.NotCoordinate, 4, 35, `“two”`},
		{"commas of two meanings", "solid\n" + oneFacet + strings.ReplaceAll(oneFacet, "1 0", "1,234.5 2,000"),
			remark.AmbiguousCommas, 12, 142, `“1,234.5” has`},
		{"two vertices", "solid\rfacet\router loop\rvertex 1 2 3\rendloop\rendfacet\rendsolid", remark.TooFewVertices, 2, 6,
			"fewer than three"},
		{"cut in the first facet", "solid\n\n" + oneFacet[:60], remark.CutInFirstFacet, 3, 7, "ends inside its first facet"},
		{"cut in a fourth vertex", "solid\n" + strings.TrimSuffix(oneFacet, "endloop\nendfacet\n") + "vertex 1 1",
			remark.CutInFirstFacet, 2, 6, "ends inside its first facet"},
		{"no facets", "solid a\nendsolid a\n", remark.NoFacets, 0, 0, "no facets"},
		{"all nan", "solid\n" + strings.ReplaceAll(oneFacet, "1 0", "nan 0") + "endsolid", remark.AllNonFinite, 0, 0,
			"1 of 1 has a coordinate"},
		{"all degenerate", "solid\n" + strings.ReplaceAll(oneFacet, "0 1 0", "2 0 0") + "endsolid", remark.AllDegenerate, 0,
			0, "1 of 1 is degenerate"},
		{"30 MB of facet", strings.Repeat("facet\n", 5<<20), remark.TooFewVertices, 1, 0, "fewer than three"},
		{"30 MB of vertex on one line", "solid\nfacet " + strings.Repeat("vertex ", 30<<20/7), remark.NotCoordinate, 2, 19,
			`“vertex”`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read([]byte(c.file))
			e := refusal(t, err, c.kind)
			if e.Line != c.line || e.Offset != c.offset || !strings.Contains(e.Error(), c.reason) {
				t.Errorf("line %d, byte %d, %q; want line %d, byte %d, %q", e.Line, e.Offset, e.Remark, c.line, c.offset, c.reason)
			}
		})
	}
}

// A word without end is passed over once, not from each facet in it to its end: that would read the
// 32 MB of this text thousands of times.
func TestNextFacetLineAfterALongWord(t *testing.T) {
	long := append(bytes.Repeat([]byte("facet"), 32<<20/5), '\n')
	want := len(long) + len("solid facet\n\t ")
	text := append(append([]byte("x"), long...), "solid facet\n\t facet normal"...)
	if got := nextFacetLine(text, 0); got != want+1 {
		t.Errorf("a facet begins a line at %d, want %d", got, want+1)
	}
	if got := nextFacetLine(text[:len(long)], 0); got != len(long) {
		t.Errorf("a facet begins a line at %d, where none does", got)
	}
}
