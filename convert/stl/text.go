package stl

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"sync/atomic"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
)

const (
	// textHead is how much of a file tells whether it is text, and text of STL.
	textHead = 8192
	// textFacet is more bytes than the lines of a facet have.
	textFacet = 16 << 10
	// textIndent is more blanks than a line begins with.
	textIndent = 256
)

// ReadText reads an ASCII file of size bytes section by section, so that its text is never in memory as a whole. The
// model is nil if anything about the file is odd, as well as if it is short: only Read knows what to do about it. The
// error is that of the source. It uses all the cores that the process may use.
func ReadText(source io.ReaderAt, size int64) (*Model, error) {
	return readSections(source, size, sectionSize)
}

// readSections is ReadText with sections of about so many bytes.
func readSections(source io.ReaderAt, size int64, about int) (*Model, error) {
	if size < 2*int64(about) {
		return nil, nil
	}
	head := make([]byte, min(textHead, size))
	if err := memory.Fill(head, source, 0); err != nil || !usualHead(head) {
		return nil, err
	}
	cuts, err := cutFile(source, size, about)
	if err != nil || cuts == nil {
		return nil, err
	}
	t := &textFile{source: source, cuts: cuts, sections: make([]section, len(cuts)-1)}
	if err := t.parse(); err != nil || t.odd.Load() {
		return nil, err
	}
	return t.model(), nil
}

// usualHead reports whether a file that begins like this is surely text that readASCII would read as it is.
func usualHead(head []byte) bool {
	if _, ok := decodeUTF16(head); ok || !isText(head) || pasted(head) {
		return false
	}
	_, first := word(head, skipComments(head, skipMark(head)))
	return first == wSolid || first == wFacet
}

// cutFile cuts a file where cutSections might, and returns the cuts with both ends; nil if it needs more of the file.
func cutFile(source io.ReaderAt, size int64, about int) ([]int64, error) {
	cuts := []int64{0}
	text := make([]byte, textIndent+textFacet)
	for near := int64(about); near < size-int64(about)/2; near += int64(about) {
		from := max(0, near-textIndent)
		part := text[:min(int64(len(text)), size-from)]
		if err := memory.Fill(part, source, from); err != nil {
			return nil, err
		}
		at := nextFacetLine(part, int(near-from))
		if at == len(part) && from+int64(at) == size {
			break // after the last facet
		}
		if at == len(part) || !bytes.ContainsAny(part[max(0, at-textIndent):at], "\r\n") {
			return nil, nil
		}
		if cut := from + int64(at); cut > cuts[len(cuts)-1] {
			cuts = append(cuts, cut)
		}
	}
	return append(cuts, size), nil
}

// textFile is a file while its sections are parsed.
type textFile struct {
	source   io.ReaderAt
	cuts     []int64
	sections []section
	odd      atomic.Bool
}

// parse parses the sections, several at a time, until one is odd.
func (t *textFile) parse() error {
	var next atomic.Int64
	errs := make([]error, max(1, min(runtime.GOMAXPROCS(0), 8, len(t.sections))))
	cores.Run(len(errs), func(w int) {
		var text []byte
		for i := int(next.Add(1)) - 1; i < len(t.sections) && !t.odd.Load() && errs[w] == nil; i = int(next.Add(1)) - 1 {
			if n := int(t.cuts[i+1] - t.cuts[i]); cap(text) < n {
				text = make([]byte, n, n+n/8)
			} else {
				text = text[:n]
			}
			if errs[w] = memory.Fill(text, t.source, t.cuts[i]); errs[w] == nil && !t.parseOne(i, text) {
				t.odd.Store(true)
			}
		}
	})
	return errors.Join(errs...)
}

// parseOne parses a section and reports whether nothing is odd about it.
func (t *textFile) parseOne(i int, text []byte) bool {
	s := &t.sections[i]
	s.to = len(text)
	if i == 0 {
		s.from = skipMark(text)
	}
	s.parse(text, i == 0)
	s.text = nil // is read over
	s.measure(s.corners)
	return s.usual()
}

// usual reports whether there is nothing to say about what was read.
func (n *notes) usual() bool { return *n == notes{tally: n.tally, ended: n.ended} && n.dropped == 0 }

// model joins the sections. It is nil if they make sense alone only.
func (t *textFile) model() *Model {
	m := &Model{Format: ASCII}
	all := notes{tally: newTally()}
	starts := m.join(t.sections, &all)
	if err := m.finish(&all.tally, len(m.Corners)/9); err != nil {
		return nil
	}
	if m.name(starts, &all); !all.ended || !all.usual() {
		return nil
	}
	return m
}
