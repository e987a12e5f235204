package stl

import (
	"bytes"
	"runtime"
	"sync/atomic"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
	"ostrakon/convert/remark"
)

// sectionSize is how many bytes of text a core takes at a time, about: sections begin with a facet.
const sectionSize = 512 << 10

// readASCII parses as many sections of a text at a time as there are cores, and joins what they hold in order.
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
	var group cores.Group
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
	m.name(starts, &all)
	m.warnAll(text, &all)
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

// nextFacetLine returns the start of the first facet from p on that is the first word of a line: no
// other text can be mistaken for that, whether name or comment. Without one it returns the length
// of the text. It looks for lower and upper case only; files of mixed case are parsed on one core.
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
				if startsLine(text, p+from) { // first: a word may be as long as the text
					if _, key := word(text, p+from); key == wFacet {
						return p + from
					}
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
	var group cores.Group
	for i := range sections {
		group.Go(func() { copy(m.Corners[ends[i]-len(sections[i].corners):], sections[i].corners) })
	}
	group.Wait()
	return starts
}

// name makes the solids from their starts.
func (m *Model) name(starts []start, all *notes) {
	n := len(m.Corners) / 9
	if last := len(starts) - 1; last >= 0 && starts[last].facet == n {
		all.emptySolids.add(starts[last].at)
		starts = starts[:last]
	}
	if len(starts) == 0 || starts[0].facet > 0 {
		m.Solids = append(m.Solids, Solid{}) // facets before any solid
	}
	for _, s := range starts {
		m.Solids = append(m.Solids, Solid{Name: s.name, First: s.facet})
	}
	for i := range m.Solids {
		end := n
		if i+1 < len(m.Solids) {
			end = m.Solids[i+1].First
		}
		m.Solids[i].Facets = end - m.Solids[i].First
	}
}

// refuseAmbiguous refuses a file with both 1,234.5 and 1,234: a model a thousand times too large is worse than none.
func refuseAmbiguous(text []byte, all *notes) *Error {
	if all.grouped.n == 0 || all.commas.n == 0 {
		return nil
	}
	return refuseAt(text, all.grouped, remark.AmbiguousCommas, remark.Params{
		"grouped": shownWord(text, all.grouped.first), "comma": shownWord(text, all.commas.first),
	})
}

// refuseEmpty is the error of a file without facets. It says why, where the text shows it.
func (m *Model) refuseEmpty(text []byte, all *notes) *Error {
	switch {
	case len(m.Corners) > 0 || all.dropped > 0:
		return nil
	case all.unreadable.n > 0:
		return refuseAt(text, all.unreadable, remark.NotCoordinate,
			remark.Params{"text": shownWord(text, all.unreadable.first)})
	case all.broken.n > 0:
		return refuseAt(text, all.broken, remark.TooFewVertices, nil)
	case all.cut.n > 0:
		return refuseAt(text, all.cut, remark.CutInFirstFacet, nil)
	}
	return refuse(remark.NoFacets, nil)
}

// refuseAt makes an Error about the place where something was found first.
func refuseAt(text []byte, f found, kind remark.Kind, params remark.Params) *Error {
	return &Error{Remark: kind.With(params), Offset: int64(f.first), Line: lineOf(text, f.first)}
}

// shownWord is the word at a place, short and clean enough to be shown.
func shownWord(text []byte, at int) string { return cleanName(text[at:min(wordEnd(text, at), at+40)]) }

func (m *Model) warnAll(text []byte, all *notes) {
	for _, odd := range []struct {
		found found
		kind  remark.Kind
	}{
		{all.nonFinite, remark.NonFiniteText},
		{all.broken, remark.BrokenFacets},
		{all.polygons, remark.Polygons},
		{all.extra, remark.ExtraVertices},
		{all.skipped, remark.SkippedText},
		{all.after, remark.TrailingText},
		{all.unread, remark.UnreadText},
		{all.emptySolids, remark.EmptySolids},
	} {
		if odd.found.n > 0 {
			m.warn(odd.kind, remark.Params{"n": odd.found.n, "line": lineOf(text, odd.found.first)})
		}
	}
	if all.commas.n > 0 {
		m.warn(remark.DecimalCommas, remark.Params{"line": lineOf(text, all.commas.first)})
	}
	if all.lostSolids > 0 {
		m.warn(remark.ManySolids, remark.Params{"n": all.lostSolids + MaxSolids, "limit": MaxSolids})
	}
	switch {
	case all.cut.n > 0:
		m.warn(remark.TruncatedText, remark.Params{"n": m.Facets(), "line": lineOf(text, all.cut.first)})
	case !all.ended:
		m.warn(remark.NoEnd, nil)
	}
}
