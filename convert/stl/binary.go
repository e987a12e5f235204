package stl

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"sync/atomic"
	"unsafe"

	"ostrakon/convert/cores"
	"ostrakon/convert/remark"
)

// readDamaged reads binary data whose count does not fit its size, if its records look like facets.
func readDamaged(data []byte) (*Model, *Error) {
	sound := plausible(announced(data))
	if startsLikeSTL(data) && mentionsFacets(data) && !sound {
		return readASCII(data) // text with many controls
	}
	if len(data) < headerSize {
		return nil, refuse(remark.TooShort, remark.Params{"n": len(data), "header": headerSize})
	}
	told := int64(binary.LittleEndian.Uint32(data[80:]))
	body := data[headerSize:]
	fit := len(body) / recordSize
	switch {
	case fit == 0 && told > 0:
		return nil, &Error{Remark: remark.CutBeforeFacets.With(remark.Params{"announced": told}), Offset: headerSize}
	case !sound && !plausible(body):
		return nil, refuseBytes(data, told)
	case told > int64(fit):
		kind := remark.MissingFacets
		if len(body)%recordSize > 0 {
			kind = remark.Truncated
		}
		return readBinary(data, fit, kind.With(remark.Params{"announced": told, "n": fit}))
	}
	rest := body[told*recordSize:]
	files, more := joinedFiles(rest)
	if plausible(rest) && !isText(rest) && files == 0 {
		damage := []remark.Remark{remark.WrongCount.With(remark.Params{"announced": told, "n": fit})}
		if left := len(body) % recordSize; left > 0 {
			damage = append(damage, remark.TrailingBytes.With(remark.Params{"n": left, "facets": fit}))
		}
		return readBinary(data, fit, damage...)
	}
	if told == 0 {
		return nil, refuse(remark.NoneAnnounced, nil)
	}
	damage := remark.TrailingBytes.With(remark.Params{"n": len(rest), "facets": told})
	if files > 0 {
		damage = remark.JoinedFiles.With(remark.Params{"bytes": len(rest), "facets": told, "n": files, "more": more})
	}
	return readBinary(data, int(told), damage)
}

// refuseBytes is the error for binary data whose records are not facets.
func refuseBytes(data []byte, told int64) *Error {
	switch {
	case told == 0:
		return refuse(remark.NoneAnnounced, nil)
	case takenForText(data):
		return refuse(remark.TakenForText, nil)
	}
	return refuse(remark.OtherBytes, nil)
}

// joinedFiles counts the binary files that data consists of, and their facets; none if there is anything else in it.
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

// takenForText reports whether every line feed follows a carriage return, or bytes became U+FFFD: never by chance.
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

// readBinary reads the first n records of data, whose memory then holds the corners. damage is already known.
func readBinary(data []byte, n int, damage ...remark.Remark) (*Model, *Error) {
	if n == 0 {
		return nil, refuse(remark.HeaderOnly, nil)
	}
	r := newRecords(data[:headerSize+recordSize], n)
	corners := Overlay(data)[:9*n]
	r.readInPlace(data[headerSize:headerSize+recordSize*n], corners)
	left := r.closeGaps(corners)
	m, err := r.model(left, damage)
	if err != nil {
		return nil, err
	}
	m.Corners = corners[: 9*left : 9*left]
	return m, nil
}

// binaryName takes the name of a solid from a header that reads like the first line of an ASCII file.
func binaryName(header []byte) string {
	end, first := word(header, skipBlanks(header, 0))
	if first != wSolid {
		return ""
	}
	rest := header[end:]
	if stop := bytes.IndexAny(rest, "\x00\n\r"); stop >= 0 {
		rest = rest[:stop]
	}
	rest, _, _ = bytes.Cut(rest, []byte("COLOR=")) // which bytes that are not text follow
	return cleanName(rest)
}

const (
	piece = 8192  // facets that a core takes at a time
	alone = 32768 // facets that one core does before others join
	near  = 256   // facets that are measured while they are in the cache
)

// readInPlace moves the corners of all records together, in the memory of the records. The record
// of facet i is bytes 84+50i to 134+50i of the file, and its corners go to bytes 36i to 36i+36, or
// up to 3 later so that floats are aligned: writing never overtakes reading.
//
// The facets from a up to b can even be done in any order, once those before a are done, as long as
// 36b+3 is at most 84+50a: then all of them are written to where only done facets were read. So
// several cores work in rounds, and each round is 1.38 times as long as the last.
func (r *Records) readInPlace(records []byte, corners []float32) {
	part := func(from, to int) {
		p := r.begin(from)
		for start := from; start < to; start += near {
			end := min(to, start+near)
			p.take(records[recordSize*start:recordSize*end], start, corners[9*(from+p.left):])
		}
		r.end(p)
	}
	workers := min(runtime.GOMAXPROCS(0), 8)
	done := min(r.facets, alone)
	if workers == 1 {
		done = r.facets
	}
	part(0, done)
	for done < r.facets {
		end := min(r.facets, (headerSize-3+recordSize*done)/36)
		var next atomic.Int64
		next.Store(int64(done))
		var group cores.Group
		for range workers {
			group.Go(func() {
				for from := int(next.Add(piece)) - piece; from < end; from = int(next.Add(piece)) - piece {
					part(from, min(end, from+piece))
				}
			})
		}
		group.Wait()
		done = end
	}
}

// Overlay returns the memory of data as floats, from its first byte on that is aligned for them. A slice of bytes has
// no pointers in it, and its memory lives as long as any slice of it, so only alignment and length matter. What the
// floats hold before they are written means nothing, but any four bytes are a float32.
func Overlay(data []byte) []float32 {
	start := unsafe.Pointer(unsafe.SliceData(data))
	skip := int(-uintptr(start) & 3)
	return unsafe.Slice((*float32)(unsafe.Add(start, skip)), (len(data)-skip)/4)
}
