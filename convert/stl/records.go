package stl

import (
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"sync"

	"ostrakon/convert/memory"
	"ostrakon/convert/remark"
)

// Records is a binary STL file of exactly the length that its count says. Several cores can read it part by part.
type Records struct {
	source io.ReaderAt
	header [80]byte
	facets int    // records
	first  uint16 // attribute of the first record

	mu         sync.Mutex
	tally      tally
	firstBad   int // the first facet that was left out
	parts      []recordsPart
	attributes []uint16 // one a facet, made when one differs from first
}

// recordsPart is what is left of the facets of one pass.
type recordsPart struct{ from, left int }

// OpenRecords looks at a file of so many bytes. It returns nil if Read must find out what it is.
func OpenRecords(source io.ReaderAt, size int64) (*Records, error) {
	var start [headerSize + recordSize]byte
	if size < int64(len(start)) {
		return nil, nil
	}
	if err := memory.Fill(start[:], source, 0); err != nil {
		return nil, err
	}
	count := int64(binary.LittleEndian.Uint32(start[80:]))
	if headerSize+recordSize*count != size {
		return nil, nil
	}
	r := newRecords(start[:], int(count))
	r.source = source
	return r, nil
}

// newRecords makes Records of so many facets for a file that begins with the header and record in start.
func newRecords(start []byte, facets int) *Records {
	first := binary.LittleEndian.Uint16(start[headerSize+recordSize-2:])
	return &Records{header: [80]byte(start), facets: facets, first: first, tally: newTally(), firstBad: facets}
}

// Count is the number of facets that the header announces; Model knows how many of them are usable.
func (r *Records) Count() int { return r.facets }

// recordsRead is how many facets Read holds at a time: their bytes and corners fit into a core's own cache.
const recordsRead = 2048

// Read gives the corners of the facets from one number up to another to take, some at a time, nine
// floats a facet. It leaves out facets with a coordinate that is not finite. Several goroutines may
// call it, each for its own facets. The error is that of take or of the source.
func (r *Records) Read(from, to int, take func(corners []float32) error) error {
	records := make([]byte, recordSize*min(recordsRead, to-from))
	corners := make([]float32, 9*min(recordsRead, to-from))
	p := r.begin(from)
	for start := from; start < to; start += recordsRead {
		records = records[:recordSize*min(recordsRead, to-start)]
		if err := memory.Fill(records, r.source, headerSize+recordSize*int64(start)); err != nil {
			return err
		}
		n := p.take(records, start, corners)
		if err := take(corners[:9*n]); err != nil {
			return err
		}
	}
	r.end(p)
	return nil
}

// Model is the file, all of whose facets have been read, without its corners. The error is an *Error.
func (r *Records) Model() (*Model, error) {
	m, err := r.model(r.closeGaps(nil), nil)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// pass takes records apart, one after another.
type pass struct {
	records    *Records
	from, left int // the first facet, and how many are left of those so far
	tally      tally
	bad        int // the first facet left out
	attributes []uint16
}

func (r *Records) begin(from int) *pass {
	return &pass{records: r, from: from, tally: newTally(), bad: r.facets}
}

// take writes the corners of records, from facet first on, and returns how many are left; it may do so in place.
func (p *pass) take(records []byte, first int, corners []float32) (kept int) {
	usual, at := p.records.first, p.from+p.left
	for i := range len(records) / recordSize {
		record := (*[recordSize]byte)(records[recordSize*i:])
		attribute := binary.LittleEndian.Uint16(record[recordSize-2:])
		if !move((*[9]float32)(corners[9*kept:]), record) {
			p.tally.dropped++
			p.bad = min(p.bad, first+i)
			continue
		}
		if attribute != usual || p.attributes != nil {
			if p.attributes == nil {
				p.attributes = p.records.keepAttributes()
			}
			p.attributes[at+kept] = attribute
		}
		kept++
	}
	p.tally.measure(corners[:9*kept])
	p.left += kept
	return kept
}

// move copies the corners of a record, on any machine, and reports whether all are finite.
func move(corners *[9]float32, record *[recordSize]byte) bool {
	const exponent, one = 0x7f800000, 0x00800000
	var carry uint32 // an exponent of ones, which infinities and NaNs have, sets the sign bit
	for k := range 9 {
		b := binary.LittleEndian.Uint32(record[12+4*k:])
		carry |= b&exponent + one
		corners[k] = math.Float32frombits(b)
	}
	return carry>>31 == 0
}

func (r *Records) end(p *pass) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tally.merge(&p.tally)
	r.firstBad = min(r.firstBad, p.bad)
	r.parts = append(r.parts, recordsPart{p.from, p.left})
}

// keepAttributes makes the slice of all attributes at the first call: facets done before have the first attribute.
func (r *Records) keepAttributes() []uint16 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.attributes == nil {
		r.attributes = make([]uint16, r.facets)
		for i := range r.attributes {
			r.attributes[i] = r.first
		}
	}
	return r.attributes
}

// closeGaps closes the gaps of facets left out, in attributes and held corners, and returns how many facets are left.
func (r *Records) closeGaps(corners []float32) (left int) {
	slices.SortFunc(r.parts, func(a, b recordsPart) int { return cmp.Compare(a.from, b.from) })
	for _, p := range r.parts {
		if left < p.from {
			if r.attributes != nil {
				copy(r.attributes[left:], r.attributes[p.from:p.from+p.left])
			}
			if corners != nil {
				copy(corners[9*left:], corners[9*p.from:9*(p.from+p.left)])
			}
		}
		left += p.left
	}
	if r.attributes != nil {
		r.attributes = r.attributes[:left]
	}
	return left
}

// model is what the file came to, without corners. damage is what was odd about it so far.
func (r *Records) model(left int, damage []remark.Remark) (*Model, *Error) {
	header := r.header[:]
	m := &Model{Format: Binary, Header: headerText(header), Warnings: damage}
	if n := r.tally.dropped; n > 0 {
		m.warn(remark.NonFinite, remark.Params{"n": n, "facet": r.firstBad + 1})
	}
	if err := m.finish(&r.tally, left); err != nil {
		return nil, err
	}
	m.paint(newPalette(header), attributes{first: r.first, all: r.attributes})
	m.Solids = []Solid{{Name: binaryName(header), Facets: left}}
	return m, nil
}
