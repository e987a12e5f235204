package threemf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ostrakon/convert/stl"
)

// tags are the starts of elements in a text, with their attributes, and the ends.
func tags(from io.Reader) (list []string, err error) {
	s := newScanner(from)
	for {
		starts, err := s.start()
		switch {
		case errors.Is(err, errEnd):
			return list, nil
		case err != nil:
			return list, err
		case !starts:
			list = append(list, "end")
			continue
		}
		tag := whole(string(s.prefix), string(s.local))
		for _, a := range s.attributes {
			tag += fmt.Sprintf(" %s=%q", whole(string(a.prefix), string(a.name)), a.value)
		}
		list = append(list, tag)
	}
}

// whole is a name with its prefix.
func whole(prefix, local string) string {
	return strings.TrimPrefix(prefix+":"+strings.TrimPrefix(local, ":"), ":")
}

// standard is the same by encoding/xml, and false for what it does not take.
func standard(data []byte) (list []string, ok bool) {
	checked := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := checked.Token(); err == io.EOF {
			break
		} else if err != nil {
			return nil, false
		}
	}
	raw := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := raw.RawToken()
		if err != nil {
			return list, err == io.EOF
		}
		switch t := token.(type) {
		case xml.StartElement:
			tag := whole(t.Name.Space, t.Name.Local)
			for _, a := range t.Attr {
				tag += fmt.Sprintf(" %s=%q", whole(a.Name.Space, a.Name.Local), a.Value)
			}
			list = append(list, tag)
		case xml.EndElement:
			list = append(list, "end")
		}
	}
}

func TestTagsAreThoseOfEncodingXML(t *testing.T) {
	for _, text := range []string{
		relationships, model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1"/>`),
		"\ufeff<a/>", "<?xml version='1.0'?>\n<a b='\"' c=\"'\"\n d = '>/'><!-- <x> --><![CDATA[<y>]]> text &lt; <b:c " +
			"d:e='&#65;&#x42;&amp;&quot;&apos;&gt;'/></a>\n<!---->",
		"<a><b\t/><c></c ></a>",
	} {
		want, ok := standard([]byte(text))
		// Byte by byte, every tag comes in pieces.
		for _, from := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			if got, err := tags(from); err != nil || !ok || !slices.Equal(got, want) {
				t.Errorf("%q:\n%q, %v, want\n%q", text, got, err, want)
			}
		}
	}
	for _, text := range []string{
		"", "text", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a", "<a b", "<a b=", "<a b='", "<a b='c'd='e'/>", "<a b=c/>",
		"<a b='<'/>", "<a b='&x;'/>", "<a b='&#0;'/>", "<a b='&#xD800;'/>",
		"<a b='&'/>", "<!-- ", "<a><![CDATA[", "<?x", "</a/>", "<a/", "< a/>", "<a:/>", "<a =''/>", "</a b='c'>",
		"<a><a:b></a:c></a>",
	} {
		if got, err := tags(strings.NewReader(text)); err == nil {
			t.Errorf("%q is taken: %q", text, got)
		}
	}
}

func TestErrorsOfReadingAreNoDamage(t *testing.T) {
	broken := errors.New("the disk is broken")
	if _, err := tags(io.MultiReader(strings.NewReader("<a>"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestFaultsNameTheirLine(t *testing.T) {
	text := "<a>" + strings.Repeat("\n<b/>", 50_000) + "\n</c></a>"
	var e *stl.Error
	if _, err := tags(strings.NewReader(text)); !errors.As(err, &e) || e.Line != 50_002 {
		t.Error(err)
	}
}

// FuzzTags asks that what encoding/xml and the scanner both take has the same tags.
func FuzzTags(f *testing.F) {
	f.Add([]byte(relationships))
	f.Add([]byte("<?xml version='1.0'?><a b='\"' c=\"'\"\n d = '>/'><!-- <x> --><![CDATA[<y>]]> text &lt; <b:c " +
		"d:e='&#65;'/></a>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := tags(bytes.NewReader(data))
		if bytes.ContainsRune(data, '\r') { // which encoding/xml makes \n of
			return
		}
		if want, ok := standard(data); ok && err == nil && !slices.Equal(got, want) {
			t.Errorf("%q:\n%q, want\n%q", data, got, want)
		}
	})
}
