package threemf

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

const (
	maxTag   = 64 << 10 // bytes of a tag
	maxDepth = 64       // of elements in elements
)

// attribute is one of a tag. Its bytes are good until the next tag.
type attribute struct {
	prefix, name []byte
	value        []byte // without references
}

// binding is a prefix that stands for a namespace in an element and below.
type binding struct {
	prefix, space string
	depth         int
}

// scanner reads the tags of an XML file in UTF-8 (XML 1.0, Namespaces in XML 1.0). It refuses document types.
type scanner struct {
	from   io.Reader
	window []byte
	at     int  // in window: what is before it has been read
	lines  int  // before window
	ended  bool // from, at its end
	rooted bool // the root has begun

	open     []byte // the names of open elements, one after the other
	starts   []int  // of these names
	bindings []binding

	prefix, local []byte // of the tag
	attributes    []attribute
	end, empty    bool // the tag is an end, or its own end
}

// errEnd means that the file ended after its root element.
var errEnd = errors.New("threemf: end")

func newScanner(from io.Reader) *scanner {
	return &scanner{from: from, window: make([]byte, 0, maxTag)}
}

// refuse is an error about the place that was read last.
func (s *scanner) refuse(kind remark.Kind, params remark.Params) error {
	return &stl.Error{Remark: kind.With(params), Line: s.lines + bytes.Count(s.window[:s.at], []byte("\n")) + 1}
}

func (s *scanner) malformed() error { return s.refuse(remark.XMLMalformed, nil) }

func (s *scanner) depth() int { return len(s.starts) }

// start goes to the next start of an element. It reports false at an end of one.
func (s *scanner) start() (bool, error) {
	if s.empty {
		s.empty = false
		return false, s.leave()
	}
	for {
		if err := s.text(); err != nil {
			return false, err
		}
		switch rest := s.window[s.at:]; {
		case bytes.HasPrefix(rest, []byte("<!--")):
			s.at += len("<!--")
			if err := s.skip("-->"); err != nil {
				return false, err
			}
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			if err := s.skip("]]>"); err != nil {
				return false, err
			}
		case bytes.HasPrefix(rest, []byte("<?")):
			if err := s.skip("?>"); err != nil {
				return false, err
			}
		case bytes.HasPrefix(rest, []byte("<!")):
			return false, s.refuse(remark.XMLDocumentType, nil)
		default:
			return s.tag()
		}
	}
}

// text skips what is before the next tag, and has enough of the file in the window to know its kind.
func (s *scanner) text() error {
	for {
		if i := bytes.IndexByte(s.window[s.at:], '<'); i >= 0 {
			s.at += i
		} else {
			s.at = len(s.window)
		}
		if len(s.window)-s.at >= len("<![CDATA[") {
			return nil
		}
		if more, err := s.fill(); err != nil {
			return err
		} else if !more {
			break
		}
	}
	switch {
	case s.at < len(s.window):
		return nil
	case s.depth() == 0 && s.rooted:
		return errEnd
	}
	return s.malformed()
}

// skip goes behind the next end of a comment, an instruction or a section.
func (s *scanner) skip(end string) error {
	for {
		if i := bytes.Index(s.window[s.at:], []byte(end)); i >= 0 {
			s.at += i + len(end)
			return nil
		}
		s.at = max(s.at, len(s.window)-len(end)+1)
		if more, err := s.fill(); err != nil {
			return err
		} else if !more {
			return s.malformed()
		}
	}
}

// fill reads more of the file behind what is unread, and reports whether there was any.
func (s *scanner) fill() (bool, error) {
	if s.ended {
		return false, nil
	}
	first := s.lines == 0 && s.at == 0 && len(s.window) == 0
	s.lines += bytes.Count(s.window[:s.at], []byte("\n"))
	s.window = s.window[:copy(s.window, s.window[s.at:])]
	s.at = 0
	if len(s.window) == cap(s.window) {
		return false, s.refuse(remark.XMLTagTooLong, remark.Params{"limit": maxTag})
	}
	n, err := io.ReadAtLeast(s.from, s.window[len(s.window):cap(s.window)], 1)
	s.window = s.window[:len(s.window)+n]
	switch {
	case errors.Is(err, io.EOF):
		s.ended = true
	case err != nil:
		return false, err
	}
	if first && (bytes.HasPrefix(s.window, []byte("\xfe\xff")) || bytes.HasPrefix(s.window, []byte("\xff\xfe"))) {
		return false, s.refuse(remark.XMLEncoding, remark.Params{"encoding": "UTF-16"})
	}
	return n > 0, nil
}

// tag reads the tag at the place that was reached, of which more may have to come.
func (s *scanner) tag() (bool, error) {
	for {
		n, err := s.parse(s.window[s.at:])
		if err != nil {
			return false, err
		}
		if n > 0 {
			s.at += n
			switch {
			case len(s.local) == 0:
				return false, s.malformed()
			case s.end:
				return false, s.leave()
			}
			return true, s.enter()
		}
		if more, err := s.fill(); err != nil {
			return false, err
		} else if !more {
			return false, s.malformed()
		}
	}
}

// parse takes a tag apart and returns its length, which is 0 if more of it has to come.
func (s *scanner) parse(tag []byte) (int, error) {
	at := 1
	s.empty, s.end = false, len(tag) > 1 && tag[1] == '/'
	if s.end {
		at++
	}
	n, colon := nameLength(tag[at:])
	s.prefix, s.local = divide(tag[at:at+n], colon)
	at += n
	s.attributes = s.attributes[:0]
	for {
		blanks := blankLength(tag[at:])
		at += blanks
		switch {
		case at == len(tag), tag[at] == '/' && at+1 == len(tag):
			return 0, nil
		case tag[at] == '>':
			return at + 1, nil
		case tag[at] == '/' && tag[at+1] == '>' && !s.end:
			s.empty = true
			return at + 2, nil
		case blanks == 0 || s.end:
			return 0, s.malformed()
		}
		n, err := s.attribute(tag[at:])
		if n == 0 {
			return 0, err
		}
		at += n
	}
}

// attribute adds the attribute that begins here and returns its length, which is 0 if more of it has to come.
func (s *scanner) attribute(rest []byte) (int, error) {
	var a attribute
	n, colon := nameLength(rest)
	a.prefix, a.name = divide(rest[:n], colon)
	at := n + blankLength(rest[n:])
	switch {
	case at == len(rest):
		return 0, nil
	case len(a.name) == 0 || rest[at] != '=':
		return 0, s.malformed()
	}
	at++
	at += blankLength(rest[at:])
	if at == len(rest) {
		return 0, nil
	}
	quote := rest[at]
	if quote != '"' && quote != '\'' {
		return 0, s.malformed()
	}
	at++
	n, marked := valueLength(rest[at:], quote)
	if at+n == len(rest) {
		return 0, nil
	}
	a.value = rest[at : at+n]
	if marked {
		var ok bool
		if a.value, ok = resolve(a.value); !ok {
			return 0, s.malformed()
		}
	}
	s.attributes = append(s.attributes, a)
	return at + n + 1, nil
}

func (s *scanner) enter() error {
	switch {
	case s.depth() == maxDepth:
		return s.refuse(remark.XMLTooDeep, remark.Params{"limit": maxDepth})
	case s.depth() == 0 && s.rooted:
		return s.malformed() // there is one root
	}
	s.rooted = true
	s.starts = append(s.starts, len(s.open))
	s.open = append(append(append(s.open, s.prefix...), ':'), s.local...)
	for _, a := range s.attributes {
		switch {
		case string(a.prefix) == "xmlns":
			s.bindings = append(s.bindings, binding{string(a.name), string(a.value), s.depth()})
		case len(a.prefix) == 0 && string(a.name) == "xmlns":
			s.bindings = append(s.bindings, binding{"", string(a.value), s.depth()})
		}
	}
	return nil
}

func (s *scanner) leave() error {
	depth := s.depth()
	if depth == 0 {
		return s.malformed()
	}
	name := s.open[s.starts[depth-1]:]
	if len(name) != len(s.prefix)+1+len(s.local) || !bytes.HasPrefix(name, s.prefix) || !bytes.HasSuffix(name, s.local) {
		return s.malformed()
	}
	s.open, s.starts = s.open[:s.starts[depth-1]], s.starts[:depth-1]
	for n := len(s.bindings); n > 0 && s.bindings[n-1].depth == depth; n-- {
		s.bindings = s.bindings[:n-1]
	}
	return nil
}

// space is the namespace that a prefix stands for here; "" if none.
func (s *scanner) space(prefix []byte) string {
	for i := len(s.bindings) - 1; i >= 0; i-- {
		if s.bindings[i].prefix == string(prefix) {
			return s.bindings[i].space
		}
	}
	return ""
}

// value is that of an attribute without a prefix; nil if the tag has none.
func (s *scanner) value(name string) []byte {
	for i := range s.attributes {
		if a := &s.attributes[i]; len(a.prefix) == 0 && string(a.name) == name {
			return a.value
		}
	}
	return nil
}

// valueIn is that of an attribute with a prefix for a namespace; nil if the tag has none.
func (s *scanner) valueIn(space, name string) []byte {
	for i := range s.attributes {
		if a := &s.attributes[i]; len(a.prefix) > 0 && string(a.name) == name && s.space(a.prefix) == space {
			return a.value
		}
	}
	return nil
}

// nameLength returns the length of the name at the start of b, and the place of its colon, or -1 without a colon.
func nameLength(b []byte) (n, colon int) {
	colon = -1
	for i, c := range b {
		if c > '>' {
			continue
		}
		switch c {
		case ' ', '\t', '\r', '\n', '=', '/', '>', '<', '"', '\'':
			return i, colon
		case ':':
			if colon < 0 {
				colon = i
			}
		}
	}
	return len(b), colon
}

// valueLength is the length of the value before a quote, or of b. marked: it has a reference, or the start of a tag.
func valueLength(b []byte, quote byte) (n int, marked bool) {
	for i, c := range b {
		switch c {
		case quote:
			return i, marked
		case '&', '<':
			marked = true
		}
	}
	return len(b), marked
}

func blankLength(b []byte) int {
	for i, c := range b {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return i
		}
	}
	return len(b)
}

func divide(name []byte, colon int) (prefix, local []byte) {
	if colon < 0 {
		return nil, name
	}
	return name[:colon], name[colon+1:]
}

// resolve replaces the references in a value (XML 1.0, section 4.6), which may not hold a <.
func resolve(value []byte) ([]byte, bool) {
	if bytes.IndexByte(value, '<') >= 0 {
		return nil, false
	}
	var out []byte
	for next := bytes.IndexByte(value, '&'); next >= 0; next = bytes.IndexByte(value, '&') {
		out = append(out, value[:next]...)
		name, rest, ok := bytes.Cut(value[next+1:], []byte(";"))
		if !ok {
			return nil, false
		}
		switch string(name) {
		case "lt":
			out = append(out, '<')
		case "gt":
			out = append(out, '>')
		case "amp":
			out = append(out, '&')
		case "quot":
			out = append(out, '"')
		case "apos":
			out = append(out, '\'')
		default:
			r, ok := character(string(name))
			if !ok {
				return nil, false
			}
			out = utf8.AppendRune(out, r)
		}
		value = rest
	}
	return append(out, value...), true
}

// character is what #38 or #x26 stands for.
func character(name string) (rune, bool) {
	base := 10
	switch {
	case len(name) > 2 && name[:2] == "#x":
		name, base = name[2:], 16
	case len(name) > 1 && name[0] == '#':
		name = name[1:]
	default:
		return 0, false
	}
	v, err := strconv.ParseUint(name, base, 21)
	return rune(v), err == nil && v != 0 && utf8.ValidRune(rune(v))
}
