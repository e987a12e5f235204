package ballotbox

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
)

// entry is a file in a zip.
type entry struct{ name, content string }

func entriesOf(b *Bundle) []entry {
	var all []entry
	for _, f := range b.files() {
		all = append(all, entry{f.name, string(contentOf(f))})
	}
	return all
}

// contentOf is what a file of an archive holds.
func contentOf(f file) []byte {
	var out bytes.Buffer
	if err := f.write(&out); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// form writes entries in the one form of a bundle, whatever they are.
func form(entries []entry) []byte {
	var out []byte
	d := &directory{}
	for _, e := range entries {
		var have sum
		must(io.WriteString(&have, e.content))
		out = append(append(out, d.add(e.name, have)...), e.content...)
	}
	return append(out, d.end()...)
}

// anyZip writes entries as archive/zip does with a header of our choice.
func anyZip(entries []entry, header zip.FileHeader) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		h := header
		h.Name = e.name
		must(io.WriteString(must(z.CreateHeader(&h)), e.content))
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// rewrite changes a file of the bundle as text.
func (h *held) rewrite(name string, edit func(string) string) {
	entries := entriesOf(h.bundle)
	i := slices.IndexFunc(entries, func(e entry) bool { return e.name == name })
	entries[i].content = edit(entries[i].content)
	h.zipped = form(entries)
}

// fileTampering spoils the file itself, so that it cannot be read.
func fileTampering() []tampering {
	var ways []tampering
	refused := func(name string, do func(*held)) {
		ways = append(ways, tampering{name, do, "", []string{"bundle"}})
	}
	entries := func(edit func([]entry) []entry) func(*held) {
		return func(h *held) { h.zipped = form(edit(entriesOf(h.bundle))) }
	}
	for _, name := range []string{"manifest.json", "notices.json", "result.json"} {
		refused(name+" has more than 8 MiB", func(h *held) {
			h.rewrite(name, func(string) string { return `["` + strings.Repeat(" ", 8<<20) + `"]` })
		})
	}
	for i, e := range entriesOf(&Bundle{}) {
		refused(e.name+" is missing", entries(func(all []entry) []entry { return slices.Delete(all, i, i+1) }))
		refused(e.name+" is there twice", entries(func(all []entry) []entry { return append(all, all[i]) }))
		refused(e.name+" is first, or second", entries(func(all []entry) []entry {
			moved := all[i]
			return slices.Insert(slices.Delete(all, i, i+1), max(0, 1-i), moved)
		}))
		refused(e.name+" has a longer name", entries(func(all []entry) []entry { all[i].name += "x"; return all }))
	}
	refused("there is a file more", entries(func(all []entry) []entry { return append(all, entry{"notes.txt", ""}) }))
	refused("a name goes on after a NUL", entries(func(all []entry) []entry { all[0].name += "\x00.txt"; return all }))
	for _, name := range []string{"leaves.txt", "codes.txt"} {
		for form, edit := range map[string]func(string) string{
			"lines that end as on Windows":  func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
			"a last line that does not end": func(s string) string { return strings.TrimSuffix(s, "\n") },
			"an empty line":                 func(s string) string { return s + "\n" },
			"a space before a value":        func(s string) string { return " " + s },
			"a space after a value":         func(s string) string { return strings.Replace(s, "\n", " \n", 1) },
			"the other case":                func(s string) string { return strings.Map(otherCase, s) },
			"a byte order mark":             func(s string) string { return "\ufeff" + s },
			"a value that is short":         func(s string) string { return s[:10] + s[11:] },
			"a NUL":                         func(s string) string { return "\x00" + s[1:] },
			"digits of another script":      func(s string) string { return "\uff12" + s[1:] },
		} {
			refused(name+" has "+form, func(h *held) { h.rewrite(name, edit) })
		}
	}
	for form, commitment := range map[string]string{"zeros": Hash{}.String(), "capitals": strings.Repeat("A", 64),
		"nothing": "", "31 bytes": strings.Repeat("a", 62), "two hashes": Hash{1}.String() + " " + Hash{1}.String()} {
		refused("a commitment of "+form, func(h *held) {
			h.rewrite("leaves.txt", func(s string) string { return strings.Replace(s, "\n", " "+commitment+"\n", 1) })
		})
	}
	for _, class := range []string{"", "0", "00", "01", "+1", "-1", "1.0", "1001", "10000000000000000000000"} {
		refused("a class is "+class, func(h *held) {
			h.rewrite("leaves.txt", func(s string) string { return class + s[1:] })
		})
	}
	for _, notices := range []string{"", "null", "{}", "[null]", "[1]", "[ ]", "[]\n", `["a",]`, `["\u0061"]`, `["a"`,
		"\"a\"", "[\"\xff\"]", `["\ud800"]`, "[[]]"} {
		refused("the notices are "+notices,
			func(h *held) { h.rewrite("notices.json", func(string) string { return notices }) })
	}
	return append(ways, zipTampering()...)
}

// zipTampering are zips that show the files of a bundle to many readers, but not in its one form.
func zipTampering() []tampering {
	var ways []tampering
	bytewise := func(name string, edit func(raw []byte, end int) []byte) {
		ways = append(ways, tampering{name, func(h *held) {
			raw := h.file()
			h.zipped = edit(raw, len(raw)-directoryEnd)
		}, "", []string{"bundle"}})
	}
	for name, header := range map[string]zip.FileHeader{
		"deflated": {Method: zip.Deflate}, "stored with a data descriptor": {Method: zip.Store}, "commented": {Comment: "x"},
		"with an extra field": {Extra: []byte{1, 0, 0, 0}}, "made on a Unix": {CreatorVersion: 0x314},
	} {
		ways = append(ways, tampering{"the zip is " + name, func(h *held) { h.zipped = anyZip(entriesOf(h.bundle), header) },
			"", []string{"bundle"}})
	}
	second := func() []byte {
		h := hold(3, 4, 5)
		return h.file()
	}
	bytewise("two bundles are joined", func(raw []byte, _ int) []byte { return slices.Concat(raw, second()) })
	bytewise("two bundles are joined, the other first",
		func(raw []byte, _ int) []byte { return slices.Concat(second(), raw) })
	bytewise("the bundle is there twice", func(raw []byte, _ int) []byte { return slices.Concat(raw, raw) })
	bytewise("an end record is in the comment", func(raw []byte, end int) []byte {
		record := slices.Clone(raw[end:])
		raw = slices.Concat(raw, record)
		binary.LittleEndian.PutUint16(raw[end+20:], directoryEnd)
		return raw
	})
	bytewise("another bundle is in the comment", func(raw []byte, end int) []byte {
		other := second()
		binary.LittleEndian.PutUint16(raw[end+20:], uint16(len(other)))
		return slices.Concat(raw, other)
	})
	bytewise("there is a comment", func(raw []byte, end int) []byte {
		raw[end+20] = 1
		return append(raw, 'x')
	})
	bytewise("a byte comes before", func(raw []byte, _ int) []byte { return slices.Concat([]byte{0}, raw) })
	bytewise("a byte comes after", func(raw []byte, _ int) []byte { return append(raw, 0) })
	bytewise("a byte is between the files and the directory", func(raw []byte, end int) []byte {
		at := binary.LittleEndian.Uint32(raw[end+16:])
		binary.LittleEndian.PutUint32(raw[end+16:], at+1)
		return slices.Insert(raw, int(at), 0)
	})
	bytewise("the end is cut off", func(raw []byte, end int) []byte { return raw[:end] })
	bytewise("the last byte is cut off", func(raw []byte, _ int) []byte { return raw[:len(raw)-1] })
	bytewise("half is cut off", func(raw []byte, end int) []byte { return raw[:end/2] })
	bytewise("the file is empty", func([]byte, int) []byte { return []byte{} })
	bytewise("a size is huge", func(raw []byte, _ int) []byte {
		copy(raw[18:], "\xff\xff\xff\xff\xff\xff\xff\xff")
		return raw
	})
	return append(ways, flippedBits()...)
}

// flippedBits flips a bit of each byte of the first header, the directory's first header and the end.
func flippedBits() []tampering {
	var ways []tampering
	flip := func(name string, length int, start func(raw []byte, end int) int) {
		for at := range length {
			ways = append(ways, tampering{fmt.Sprintf("a bit of byte %d of %s is flipped", at, name), func(h *held) {
				h.zipped = h.file()
				h.zipped[start(h.zipped, len(h.zipped)-directoryEnd)+at] ^= 1
			}, "", []string{"bundle"}})
		}
	}
	flip("the first header", localHeader, func([]byte, int) int { return 0 })
	flip("the first content", 1, func([]byte, int) int { return localHeader + len("manifest.json") + 40 })
	flip("the directory", directoryHeader,
		func(raw []byte, end int) int { return int(binary.LittleEndian.Uint32(raw[end+16:])) })
	flip("the end record", directoryEnd, func(_ []byte, end int) int { return end })
	return ways
}

func otherCase(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case 'A' <= r && r <= 'Z':
		return r - 'A' + 'a'
	}
	return r
}
