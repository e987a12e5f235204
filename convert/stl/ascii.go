package stl

import (
	"bytes"
	"fmt"
	"runtime"
	"sync/atomic"

	"ostrakon/convert/memory"
	"ostrakon/convert/workers"
)

// sectionSize is how many bytes of text a core takes at a time, about: sections begin with a facet.
const sectionSize = 512 << 10

// readASCII parses the sections of a text, as many at a time as there are cores, and joins what they hold in order.
func readASCII(text []byte) (*Model, *Error) {
	plainBlanks(text)
	sections := cutSections(text)
	read := func(i int) {
		sections[i].parse(text, i == 0)
		sections[i].measure(sections[i].corners)
	}
	read(0)
	if s := &sections[0]; s.trouble > hopeless && len(s.corners) == 0 {
		sections = sections[:1]
	}
	var next atomic.Int64
	var group workers.Group
	for range min(runtime.GOMAXPROCS(0), 8, len(sections)-1) {
		group.Go(func() {
			for i := int(next.Add(1)); i < len(sections); i = int(next.Add(1)) {
				read(i)
			}
		})
	}
	group.Wait()
	m := &Model{Format: ASCII}
	all := notes{tally: newTally()}
	starts := m.join(sections, &all)
	if err := refuseAmbiguous(text, &all); err != nil {
		return nil, err
	}
	if err := m.refuseEmpty(text, &all); err != nil {
		return nil, err
	}
	if err := m.finish(&all.tally, len(m.Corners)/9); err != nil {
		return nil, err
	}
	m.name(text, starts, &all)
	m.tell(text, &all)
	return m, nil
}

// cutSections cuts a text before facets, into at least one section.
func cutSections(text []byte) []section {
	var sections []section
	for from := skipMark(text); len(sections) == 0 || from < len(text); {
		to := from + sectionSize
		if to >= len(text)-sectionSize/2 {
			to = len(text)
		} else {
			to = nextFacetLine(text, to)
		}
		sections = append(sections, section{from: from, to: to})
		from = to
	}
	return sections
}

// nextFacetLine returns the start of the first facet from p on that is the first word of a line: no other text can be taken for that, be it a
// name or a comment. Without one it returns the length of the text. It looks for lower and upper case only; others are parsed on one core.
func nextFacetLine(text []byte, p int) int {
	const step, overlap = 4096, len("facet")
	for ; p < len(text); p += step {
		part := text[p:min(len(text), p+step+overlap)]
		for _, facet := range []string{"facet", "FACET"} {
			for from := 0; ; from = lineEnd(part, from) {
				at := bytes.Index(part[from:], []byte(facet))
				if at < 0 {
					break
				}
				from += at
				if _, key := word(text, p+from); key == wFacet && startsLine(text, p+from) {
					return p + from
				}
			}
		}
	}
	return len(text)
}

// startsLine reports whether only blanks are before p on its line.
func startsLine(text []byte, p int) bool {
	for p--; p >= 0 && text[p] <= ' '; p-- {
		if text[p] == '\n' || text[p] == '\r' {
			return true
		}
	}
	return p < 0
}

// join puts what all sections hold together.
func (m *Model) join(sections []section, all *notes) (starts []start) {
	ends := make([]int, len(sections)) // of the floats of each
	n := 0
	for i := range sections {
		s := &sections[i]
		for _, at := range s.starts {
			at.facet += n / 9
			starts = addStart(starts, at, all)
		}
		all.merge(&s.notes)
		n += len(s.corners)
		ends[i] = n
	}
	if len(sections) == 1 {
		m.Corners = sections[0].corners
		return starts
	}
	m.Corners = memory.Make[float32](n)
	var group workers.Group
	for i := range sections {
		group.Go(func() { copy(m.Corners[ends[i]-len(sections[i].corners):], sections[i].corners) })
	}
	group.Wait()
	return starts
}

// name makes the solids of their starts.
func (m *Model) name(text []byte, starts []start, all *notes) {
	n := len(m.Corners) / 9
	if last := len(starts) - 1; last >= 0 && starts[last].facet == n {
		all.emptySolids.add(starts[last].from)
		starts = starts[:last]
	}
	if len(starts) == 0 || starts[0].facet > 0 {
		m.Solids = append(m.Solids, Solid{}) // facets before any solid
	}
	for _, s := range starts {
		m.Solids = append(m.Solids, Solid{Name: cleanName(text[s.from:s.to]), First: s.facet})
	}
	for i := range m.Solids {
		end := n
		if i+1 < len(m.Solids) {
			end = m.Solids[i+1].First
		}
		m.Solids[i].Facets = end - m.Solids[i].First
	}
}

// refuseAmbiguous is the error of a file where 1,234.5 stands beside 1,234: a thousand times too much or too little is worse than nothing.
func refuseAmbiguous(text []byte, all *notes) *Error {
	if all.grouped.n == 0 || all.commas.n == 0 {
		return nil
	}
	shown := func(at int) string { return cleanName(text[at:min(wordEnd(text, at), at+40)]) }
	at := all.grouped.first
	return &Error{Offset: int64(at), Line: lineOf(text, at), Err: ErrSyntax, Reason: fmt.Sprintf(
		"%q has a comma between thousands, while in %q it may be one or a decimal comma. Write the numbers without separators of thousands.", shown(at), shown(all.commas.first))}
}

// refuseEmpty is the error of a file without facets, where there is more to say than that.
func (m *Model) refuseEmpty(text []byte, all *notes) *Error {
	if len(m.Corners) > 0 || all.dropped > 0 {
		return nil
	}
	fail := func(at int, err error, reason string) *Error {
		return &Error{Offset: int64(at), Line: lineOf(text, at), Reason: reason, Err: err}
	}
	switch {
	case all.unreadable.n > 0:
		at := all.unreadable.first
		return fail(at, ErrSyntax, fmt.Sprintf("No facet could be read: %q is not a coordinate.", cleanName(text[at:min(wordEnd(text, at), at+40)])))
	case all.broken.n > 0:
		return fail(all.broken.first, ErrSyntax, "No facet could be read: this one, like those after it, has fewer than three vertices.")
	case all.cut.n > 0:
		return fail(all.cut.first, ErrTruncated, "The file ends inside its first facet.")
	}
	return refuse(ErrNoFacets, "The file holds no facets, only words around them.")
}

// tell makes the warnings.
func (m *Model) tell(text []byte, all *notes) {
	warn := func(f found, code, format string) {
		if f.n > 0 {
			m.warn(code, fmt.Sprintf(format, f.n, pick(f.n, "", "s"), pick(f.n, "was", "were"), lineOf(text, f.first)))
		}
	}
	warn(all.nonFinite, WarnNonFinite, "%d facet%s %s dropped for a coordinate that is not a finite number; the first is on line %d.")
	warn(all.broken, WarnBrokenFacets, "%d facet%s %s dropped for want of three readable vertices; the first is on line %d.")
	warn(all.polygons, WarnPolygons, "%d loop%s with more than three vertices %s cut into triangles; the first is on line %d.")
	warn(all.extra, WarnExtraVertices, "%d loop%s with further vertices outside the plane of the first three %s cut down to those; the first is on line %d.")
	warn(all.skipped, WarnSkippedText, "%d word%s unknown to STL %s skipped; the first is on line %d.")
	warn(all.after, WarnTrailingBytes, "%d word%s after endsolid %s ignored; the first is on line %d.")
	warn(all.unread, WarnUnreadText, "%d byte%s in which nothing could be understood %s passed over, up to the next facet; the first is on line %d.")
	warn(all.emptySolids, WarnEmptySolids, "%d solid%s without facets %s left out; the first is on line %d.")
	if all.commas.n > 0 {
		m.warn(WarnDecimalCommas, fmt.Sprintf("The numbers have decimal commas, the first on line %d; they were read as points.", lineOf(text, all.commas.first)))
	}
	if all.lostSolids > 0 {
		m.warn(WarnManySolids, fmt.Sprintf("The file has %d solids; those after the first %d were joined to the last of these.", all.lostSolids+MaxSolids, MaxSolids))
	}
	switch {
	case all.cut.n > 0:
		m.warn(WarnTruncated, fmt.Sprintf("The file ends inside a facet that begins on line %d; the %s before it %s read.",
			lineOf(text, all.cut.first), facets(m.Facets()), pick(m.Facets(), "was", "were")))
	case !all.ended:
		m.warn(WarnNoEnd, "The file ends without endsolid; it may have been cut off.")
	}
}
