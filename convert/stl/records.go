package stl

import (
	"cmp"
	"encoding/binary"
	"io"
	"slices"

	"ostrakon/convert/memory"
)

// Records is a binary STL file of exactly the length that its count says, as nearly all are: it can be read part by part, by several
// cores and without holding it.
type Records struct {
	survey
	source io.ReaderAt
	header [80]byte
	parts  []recordsPart
}

// recordsPart is what is left of the facets that one call of Read read.
type recordsPart struct{ from, left int }

// OpenRecords looks at a file of so many bytes. It returns nil if that is no such file, or one without facets: then Read tells what it is. An error comes
// from source.
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
	return &Records{
		survey: newSurvey(int(count), binary.LittleEndian.Uint16(start[headerSize+48:])),
		source: source, header: [80]byte(start[:]),
	}, nil
}

// Count is the number of facets that the header announces; Model tells how many of them are usable.
func (r *Records) Count() int { return r.facets }

// recordsRead is how many facets Read holds at a time: their bytes and corners fit into a core's own cache.
const recordsRead = 2048

// Read gives the corners of the facets from one number up to another to take, some at a time, nine floats a facet. Facets with a coordinate that is not
// finite are left out. It may be called by several goroutines, for facets of their own. The error is that of take or of the source.
func (r *Records) Read(from, to int, take func(corners []float32) error) error {
	var (
		records = make([]byte, recordSize*min(recordsRead, to-from))
		corners = make([]float32, 9*min(recordsRead, to-from))
		found   = newTally()
		bad     = r.facets // the first facet left out
		left    = 0
		differ  []uint16
	)
	for start := from; start < to; start += recordsRead {
		records = records[:recordSize*min(recordsRead, to-start)]
		if err := memory.Fill(records, r.source, headerSize+recordSize*int64(start)); err != nil {
			return err
		}
		kept := 0
		for i := range len(records) / recordSize {
			record := (*[recordSize]byte)(records[recordSize*i:])
			if !move((*[9]float32)(corners[9*kept:]), record) {
				found.dropped++
				bad = min(bad, start+i)
				continue
			}
			if attribute := binary.LittleEndian.Uint16(record[48:]); attribute != r.first || differ != nil {
				if differ == nil {
					differ = r.keepAttributes()
				}
				differ[from+left+kept] = attribute
			}
			kept++
		}
		found.measure(corners[:9*kept])
		if err := take(corners[:9*kept]); err != nil {
			return err
		}
		left += kept
	}
	r.add(&found, bad)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.parts = append(r.parts, recordsPart{from, left})
	return nil
}

// Model is the file, all of whose facets have been read, but for its corners. The error is an *Error.
func (r *Records) Model() (*Model, error) {
	slices.SortFunc(r.parts, func(a, b recordsPart) int { return cmp.Compare(a.from, b.from) })
	left := 0
	for _, p := range r.parts {
		if r.attributes != nil {
			copy(r.attributes[left:], r.attributes[p.from:p.from+p.left])
		}
		left += p.left
	}
	if r.attributes != nil {
		r.attributes = r.attributes[:left]
	}
	m, err := r.model(r.header[:], left, nil)
	if err != nil {
		return nil, err
	}
	return m, nil
}
