package ply

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

const (
	maxHeader     = 1 << 20 // bytes
	maxElements   = 64
	maxProperties = 1024 // of all elements
	maxShown      = 40   // bytes of a text in a refusal
)

// The names of the forms of a file.
const (
	text         = "ascii"
	littleEndian = "binary_little_endian"
	bigEndian    = "binary_big_endian"
)

// kind is a type of values.
type kind uint8

const (
	noKind kind = iota
	int8Kind
	uint8Kind
	int16Kind
	uint16Kind
	int32Kind
	uint32Kind
	floatKind
	doubleKind
)

// size is that of a value in a binary file, in bytes.
func (k kind) size() int { return [...]int{0, 1, 1, 2, 2, 4, 4, 4, 8}[k] }

// kindOf is the type of a name.
func kindOf(name string) kind {
	switch name {
	case "char", "int8":
		return int8Kind
	case "uchar", "uint8":
		return uint8Kind
	case "short", "int16":
		return int16Kind
	case "ushort", "uint16":
		return uint16Kind
	case "int", "int32":
		return int32Kind
	case "uint", "uint32":
		return uint32Kind
	case "float", "float32":
		return floatKind
	case "double", "float64":
		return doubleKind
	}
	return noKind
}

// property is a value of each element, or a list of values.
type property struct {
	name  string
	kind  kind
	count kind // of the length of a list; noKind: it is none
}

// element is a kind of thing in the file, of which there are so many.
type element struct {
	name       string
	count      int64
	properties []property
}

// find returns the place of the first property of one of some names, which is a list or not; -1 if there is none.
func (e *element) find(list bool, names ...string) int {
	return slices.IndexFunc(e.properties, func(p property) bool {
		return slices.Contains(names, p.name) && (p.count != noKind) == list
	})
}

// header holds the elements that a file declares, and how their values are written.
type header struct {
	form     string
	elements []element
	textures bool // are named in a comment
	end      int  // where the values begin
}

// Is reports whether a file begins as PLY does.
func Is(start []byte) bool {
	return bytes.HasPrefix(start, []byte("ply\n")) || bytes.HasPrefix(start, []byte("ply\r"))
}

// parseHeader reads the lines of a header, which all end as the first one does.
func parseHeader(data []byte) (*header, error) {
	ending := []byte("\n")
	if data[3] == '\r' {
		ending = []byte("\r")
		if len(data) > 4 && data[4] == '\n' {
			ending = []byte("\r\n")
		}
	}
	h, p, properties := &header{}, 3+len(ending), 0
	for number := 2; ; number++ {
		line, _, whole := bytes.Cut(data[p:min(len(data), maxHeader)], ending)
		if !whole {
			return nil, &stl.Error{Remark: remark.MeshNoHeaderEnd.With(nil), Line: number}
		}
		p += len(line) + len(ending)
		words := strings.Fields(string(line))
		if len(words) == 0 {
			continue
		}
		if words[0] == "end_header" {
			h.end = p
			return h, h.check()
		}
		if words[0] == "property" {
			properties++
		}
		if !h.add(words) || properties > maxProperties || len(h.elements) > maxElements {
			return nil, &stl.Error{Remark: remark.MeshHeader.With(remark.Params{"text": shown(line)}), Line: number}
		}
	}
}

// add takes in a line of the header. It is false for one that makes no sense.
func (h *header) add(words []string) bool {
	switch {
	case words[0] == "comment" || words[0] == "obj_info":
		h.textures = h.textures || len(words) > 1 && strings.EqualFold(words[1], "TextureFile")
		return true
	case words[0] == "format" && len(words) >= 2:
		h.form = words[1]
		return h.form == text || h.form == littleEndian || h.form == bigEndian
	case words[0] == "element" && len(words) == 3:
		count, err := strconv.ParseUint(words[2], 10, 32)
		h.elements = append(h.elements, element{name: words[1], count: int64(count)})
		return err == nil
	case words[0] == "property" && len(h.elements) > 0:
		e := &h.elements[len(h.elements)-1]
		var p property
		switch {
		case len(words) == 3:
			p = property{name: words[2], kind: kindOf(words[1])}
		case len(words) == 5 && words[1] == "list":
			p = property{name: words[4], kind: kindOf(words[3]), count: kindOf(words[2])}
			if p.count == noKind {
				return false
			}
		}
		e.properties = append(e.properties, p)
		return p.kind != noKind
	}
	return false
}

// check refuses a header whose values could not be told apart, or have no places.
func (h *header) check() error {
	if h.form == "" {
		return &stl.Error{Remark: remark.MeshHeader.With(remark.Params{"text": "end_header"})}
	}
	at := slices.IndexFunc(h.elements, func(e element) bool { return e.name == vertexElement })
	for _, name := range [3]string{"x", "y", "z"} {
		if at < 0 || h.elements[at].find(false, name) < 0 {
			return &stl.Error{Remark: remark.MeshNoProperty.With(remark.Params{"property": name})}
		}
	}
	return nil
}

// shown is a text of the file, short and clean enough to be shown.
func shown(text []byte) string {
	text = text[:min(len(text), maxShown)]
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(text), "\ufffd")))
}
