package stl

import (
	"bytes"
	"encoding/binary"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"ostrakon/convert/notice"
	"ostrakon/convert/workers"
)

// readDamaged reads binary data whose count does not fit its size, if its records look like facets.
func readDamaged(data []byte) (*Model, *Error) {
	sound := plausible(announced(data))
	if startsLikeSTL(data) && mentionsFacets(data) && !sound {
		return readASCII(data) // text with many controls
	}
	if len(data) < headerSize {
		return nil, refuse(notice.TooShort, notice.Params{"n": len(data), "header": headerSize})
	}
	told := int64(binary.LittleEndian.Uint32(data[80:]))
	body := data[headerSize:]
	fit := len(body) / recordSize
	switch {
	case fit == 0 && told > 0:
		return nil, &Error{Notice: notice.CutBeforeFacets.With(notice.Params{"announced": told}), Offset: headerSize}
	case !sound && !plausible(body):
		return nil, refuseBytes(data, told)
	case told > int64(fit):
		kind := notice.MissingFacets
		if len(body)%recordSize > 0 {
			kind = notice.Truncated
		}
		return readBinary(data, fit, kind.With(notice.Params{"announced": told, "n": fit}))
	}
	rest := body[told*recordSize:]
	files, more := joinedFiles(rest)
	if plausible(rest) && !isText(rest) && files == 0 {
		damage := []notice.Notice{notice.WrongCount.With(notice.Params{"announced": told, "n": fit})}
		if left := len(body) % recordSize; left > 0 {
			damage = append(damage, notice.TrailingBytes.With(notice.Params{"n": left, "facets": fit}))
		}
		return readBinary(data, fit, damage...)
	}
	if told == 0 {
		return nil, refuse(notice.NoneAnnounced, nil)
	}
	damage := notice.TrailingBytes.With(notice.Params{"n": len(rest), "facets": told})
	if files > 0 {
		damage = notice.JoinedFiles.With(notice.Params{"bytes": len(rest), "facets": told, "n": files, "more": more})
	}
	return readBinary(data, int(told), damage)
}

// refuseBytes is the error for binary data whose records are no facets.
func refuseBytes(data []byte, told int64) *Error {
	switch {
	case told == 0:
		return refuse(notice.NoneAnnounced, nil)
	case takenForText(data):
		return refuse(notice.TakenForText, nil)
	}
	return refuse(notice.OtherBytes, nil)
}

// joinedFiles counts the binary files, and their facets, that data consists of; none if there is anything else.
func joinedFiles(data []byte) (files, facets int) {
	for len(data) > 0 {
		if len(data) < headerSize {
			return 0, 0
		}
		n := int64(binary.LittleEndian.Uint32(data[80:]))
		size := headerSize + recordSize*n
		if n == 0 || size > int64(len(data)) {
			return 0, 0
		}
		files, facets, data = files+1, facets+int(n), data[size:]
	}
	return files, facets
}

// takenForText reports whether every line feed comes after a carriage return, or bytes were replaced that are no UTF-8: in so much binary
// data neither is by chance.
func takenForText(data []byte) bool {
	lines := bytes.Count(data, []byte("\n"))
	replaced := bytes.Count(data, []byte("\ufffd"))
	return lines >= 8 && lines == bytes.Count(data, []byte("\r\n")) || replaced >= 8 && replaced > len(data)/200
}

// announced returns the records that the header counts if the file has so many, else all there are.
func announced(data []byte) []byte {
	if len(data) < headerSize {
		return nil
	}
	body := data[headerSize:]
	if size := recordSize * int64(binary.LittleEndian.Uint32(data[80:])); size > 0 && size < int64(len(body)) {
		return body[:size]
	}
	return body
}

// readBinary reads the first n records of data. damage is what was odd about the file.
func readBinary(data []byte, n int, damage ...notice.Notice) (*Model, *Error) {
	if n == 0 {
		return nil, refuse(notice.HeaderOnly, nil)
	}
	header := [headerSize]byte(data) // whose memory is about to hold corners
	c := newCompaction(data, n)
	c.run(n)
	if c.tally.dropped > 0 {
		c.drop()
	}
	m, err := c.model(header[:80], len(c.corners)/9, damage)
	if err != nil {
		return nil, err
	}
	m.Corners = c.corners
	return m, nil
}

// binaryName takes the name of a solid from a header that was written like the first line of an ASCII file.
func binaryName(header []byte) string {
	end, first := word(header, skipBlanks(header, 0))
	if first != wSolid {
		return ""
	}
	rest := header[end:]
	if stop := bytes.IndexAny(rest, "\x00\n\r"); stop >= 0 {
		rest = rest[:stop]
	}
	rest, _, _ = bytes.Cut(rest, []byte("COLOR=")) // and bytes that are no text
	return cleanName(rest)
}

// survey is what the cores that read the records of a file find out together.
type survey struct {
	facets int    // records
	first  uint16 // attribute of the first record

	mu         sync.Mutex
	tally      tally
	firstBad   int
	attributes []uint16 // one a facet, made when one differs from first
}

func newSurvey(facets int, first uint16) survey {
	return survey{facets: facets, first: first, tally: newTally(), firstBad: facets}
}

// add takes in what one core found.
func (s *survey) add(t *tally, firstBad int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally.merge(t)
	s.firstBad = min(s.firstBad, firstBad)
}

// keepAttributes returns the slice of all attributes, which it makes at the first call. All facets that were done before have the first one,
// else they would have called.
func (s *survey) keepAttributes() []uint16 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.attributes == nil {
		s.attributes = make([]uint16, s.facets)
		for i := range s.attributes {
			s.attributes[i] = s.first
		}
	}
	return s.attributes
}

// model is what the survey came to, without corners, once attributes are those of the facets that are left.
func (s *survey) model(header []byte, left int, damage []notice.Notice) (*Model, *Error) {
	m := &Model{Format: Binary, Header: headerText(header), Warnings: damage}
	if n := s.tally.dropped; n > 0 {
		m.warn(notice.NonFinite, notice.Params{"n": n, "facet": s.firstBad + 1})
	}
	if err := m.finish(&s.tally, left); err != nil {
		return nil, err
	}
	m.paint(newPalette(header), attributes{first: s.first, all: s.attributes})
	m.Solids = []Solid{{Name: binaryName(header), Facets: left}}
	return m, nil
}

// compaction moves the corners of all records together in place. Facet i is read from bytes 84+50i to 134+50i and written to bytes
// 36i to 36i+36 (up to 3 more, so that floats are aligned), so that writing never overtakes reading; and the facets from a up to b can even be done
// in any order once those before a are, as long as 36b+3 is at most 84+50a, as then all of them are written where only done facets were
// read. So several cores work in rounds, each 1.38 times as far as the last.
type compaction struct {
	survey
	records []byte    // the data from its first record on
	corners []float32 // the same memory, from its first aligned byte on
}

func newCompaction(data []byte, n int) *compaction {
	return &compaction{
		survey:  newSurvey(n, binary.LittleEndian.Uint16(data[headerSize+48:])),
		records: data[headerSize : headerSize+recordSize*n],
		corners: Overlay(data)[: 9*n : 9*n],
	}
}

// Overlay returns the memory of data, from its first byte aligned for it on, as floats. A slice of bytes has no pointers in it and its memory lives as long as
// any slice of it does, so that only alignment and length must hold, and both are seen to here. What the floats hold before they are written is
// meaningless, but any four bytes are a float32.
func Overlay(data []byte) []float32 {
	start := unsafe.Pointer(unsafe.SliceData(data))
	skip := int(-uintptr(start) & 3)
	return unsafe.Slice((*float32)(unsafe.Add(start, skip)), (len(data)-skip)/4)
}

const (
	piece = 8192  // facets that a core takes at a time
	alone = 32768 // facets that one core does before others join
)

func (c *compaction) run(n int) {
	cores := min(runtime.GOMAXPROCS(0), 8)
	done := min(n, alone)
	if cores == 1 {
		done = n
	}
	c.part(0, done)
	for done < n {
		end := min(n, (headerSize-3+recordSize*done)/36)
		var next atomic.Int64
		next.Store(int64(done))
		var group workers.Group
		for range cores {
			group.Go(func() {
				for {
					from := int(next.Add(piece)) - piece
					if from >= end {
						return
					}
					c.part(from, min(end, from+piece))
				}
			})
		}
		group.Wait()
		done = end
	}
}

// part moves the facets from one index up to another. Values are decoded as little-endian and written as floats, so that this is right on any
// machine. Facets with a coordinate that is not finite become NaNs throughout, for drop to find.
func (c *compaction) part(from, to int) {
	t := newTally()
	firstBad := to
	var differing []uint16
	for start := from; start < to; {
		end := min(to, start+256) // small enough to be measured while it is near
		for i := start; i < end; i++ {
			record := (*[recordSize]byte)(c.records[recordSize*i:])
			corners := (*[9]float32)(c.corners[9*i:])
			attribute := binary.LittleEndian.Uint16(record[48:]) // before corners overtake it
			if !move(corners, record) {
				t.dropped++
				firstBad = min(firstBad, i)
			} else if attribute != c.first {
				if differing == nil {
					differing = c.keepAttributes()
				}
				differing[i] = attribute
			}
		}
		t.measure(c.corners[9*start : 9*end])
		start = end
	}
	c.add(&t, firstBad)
}

// move copies the corners of a record and reports whether all are finite; if not, it writes NaNs.
func move(corners *[9]float32, record *[recordSize]byte) bool {
	const exponent, one = 0x7f800000, 0x00800000
	var carry uint32 // the sign bit is set by an exponent of ones, which infinities and NaNs have
	for k := range 9 {
		b := binary.LittleEndian.Uint32(record[12+4*k:])
		carry |= b&exponent + one
		corners[k] = math.Float32frombits(b)
	}
	if carry>>31 == 0 {
		return true
	}
	for k := range corners {
		corners[k] = float32(math.NaN())
	}
	return false
}

// drop takes out the facets that part filled with NaNs.
func (c *compaction) drop() {
	kept := 0
	for i := range len(c.corners) / 9 {
		if c.corners[9*i] != c.corners[9*i] {
			continue
		}
		copy(c.corners[9*kept:9*kept+9], c.corners[9*i:9*i+9])
		if c.attributes != nil {
			c.attributes[kept] = c.attributes[i]
		}
		kept++
	}
	c.corners = c.corners[:9*kept]
	if c.attributes != nil {
		c.attributes = c.attributes[:kept]
	}
}
