package boltfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"

	bolt "go.etcd.io/bbolt"
)

// The form of a page, as go.etcd.io/bbolt/internal/common has it. Numbers are in the order of bytes of the machine.
const (
	headerSize = 16 // id (8), kind (2), number of elements (2), number of pages that follow (4)
	metaSize   = 64
	bucketSize = 16 // before the page of a bucket that is in a value: page or 0 (8), sequence (8)

	// In a leaf: flags, place, size of the key, size of the value. In a branch: place, size of the key, page (8).
	elementSize = 16

	kindBranch   = 0x01
	kindLeaf     = 0x02
	kindMeta     = 0x04
	kindFreelist = 0x10

	isBucket    = 1              // the flags of an element that is a bucket
	countBeside = math.MaxUint16 // the number of free pages is too large for the header, and follows it

	noFreelist = math.MaxUint64

	metaMagic, metaVersion = 0xED0CDAED, 2

	minPageSize, maxPageSize = 1 << 10, 16 << 20
)

// native is the order of bytes of the machine.
var native = binary.NativeEndian

// errPlace means that something is at a place outside of its page.
var errPlace = errors.New("what it holds is not within it")

// meta is one of the two pages that say where a state of the file begins.
type meta struct {
	pageSize             int64
	root, freelist, high uint64
	txid                 uint64
	valid                bool // bbolt accepts the page
	whole                bool // the header, which bbolt does not read, is right too
}

// errNoDatabase means that a file is no database, or that its beginning is damaged.
var errNoDatabase = errors.New("the file is no database, or its beginning is damaged")

// readMetas reads both metas, of which at least one is valid.
func readMetas(f io.ReaderAt) (metas [2]meta, err error) {
	metas[0] = readMeta(f, 0, 0)
	if metas[0].valid {
		metas[1] = readMeta(f, 1, metas[0].pageSize)
		return metas, nil
	}
	for size := int64(minPageSize); size <= maxPageSize; size *= 2 {
		if metas[1] = readMeta(f, 1, size); metas[1].valid && metas[1].pageSize == size {
			return metas, nil
		}
	}
	return metas, errNoDatabase
}

// newestMeta reads the meta that bbolt goes by.
func newestMeta(f io.ReaderAt) (meta, error) {
	metas, err := readMetas(f)
	if !metas[0].valid || metas[1].valid && metas[1].txid > metas[0].txid {
		return metas[1], err
	}
	return metas[0], err
}

func readMeta(f io.ReaderAt, id uint64, at int64) (m meta) {
	var raw [headerSize + metaSize]byte
	if _, err := f.ReadAt(raw[:], at); err != nil {
		return m
	}
	b := raw[headerSize:]
	sum := fnv.New64a()
	sum.Write(b[:56])
	if native.Uint32(b) != metaMagic || native.Uint32(b[4:]) != metaVersion || native.Uint64(b[56:]) != sum.Sum64() {
		return m
	}
	m = meta{
		pageSize: int64(native.Uint32(b[8:])), root: native.Uint64(b[16:]), freelist: native.Uint64(b[32:]),
		high: native.Uint64(b[40:]), txid: native.Uint64(b[48:]),
	}
	m.whole = native.Uint64(raw[:]) == id && native.Uint16(raw[8:]) == kindMeta
	m.valid = m.pageSize >= minPageSize && m.pageSize <= maxPageSize
	return m
}

type pageHeader struct {
	id       uint64
	kind     uint16
	count    uint16
	overflow uint64
}

// entry is an element of a tree.
type entry struct {
	key   []byte
	child uint64 // the page that it leads to; 0 for a value, and for a bucket that is in one
}

// pageReader reads the page of a file that it was turned to, a part at a time: a page can be as long as the file.
type pageReader struct {
	file   *os.File
	size   int64 // bytes in a page
	begin  int64 // where the page begins in the file
	length int64 // bytes in the page, with the pages that follow it

	window []byte // what was read
	from   int64  // where in the page
	buffer []byte // the memory of the window
}

// windowSize is what is read at a time.
const windowSize = 64 << 10

// turn turns to a page and reads its header. The caller checks it before it reads on.
func (p *pageReader) turn(id uint64) (pageHeader, error) {
	p.begin, p.length, p.window = int64(id)*p.size, p.size, nil
	raw, err := p.read(0, headerSize)
	if err != nil {
		return pageHeader{}, err
	}
	h := pageHeader{native.Uint64(raw), native.Uint16(raw[8:]), native.Uint16(raw[10:]), uint64(native.Uint32(raw[12:]))}
	p.length = p.size * int64(h.overflow+1)
	return h, nil
}

// read returns bytes of the page, until the next read.
func (p *pageReader) read(from, n int64) ([]byte, error) {
	if from < 0 || n < 0 || from > p.length || n > p.length-from {
		return nil, errPlace
	}
	if from < p.from || from+n > p.from+int64(len(p.window)) || p.window == nil {
		size := max(n, min(windowSize, p.length-from))
		if int64(cap(p.buffer)) < size {
			p.buffer = make([]byte, size)
		}
		p.window, p.from = p.buffer[:size], from
		if _, err := p.file.ReadAt(p.window, p.begin+from); err != nil {
			p.window = nil
			return nil, fmt.Errorf("it cannot be read: %w", err)
		}
	}
	return p.window[from-p.from:][:n], nil
}

// entries reads the elements of a page of a tree.
func (p *pageReader) entries(h pageHeader) ([]entry, error) {
	end := int64(headerSize + elementSize*int(h.count))
	raw, err := p.read(headerSize, end-headerSize)
	if err != nil {
		return nil, err
	}
	elements := append([]byte(nil), raw...) // they stay while others are read
	all := make([]entry, h.count)
	keys := p.size + 4*bolt.MaxKeySize // the most that keys take: bbolt splits a page whose elements are small
	space := p.length - end            // for all elements: elements that lie over each other could be read for days
	for i := range all {
		e := element(elements[i*elementSize:][:elementSize], h.kind)
		at := headerSize + int64(i*elementSize) + e.place
		keys, space = keys-e.keySize, space-e.keySize-e.valueSize
		if space < 0 || at < end || keys < 0 || e.keySize == 0 || e.flags&^isBucket != 0 || e.valueSize > p.length ||
			at+e.keySize+e.valueSize > p.length {
			return nil, errPlace
		}
		if raw, err = p.read(at, e.keySize); err != nil {
			return nil, err
		}
		all[i] = entry{append([]byte(nil), raw...), e.child}
		if e.flags == isBucket {
			if all[i].child, err = p.bucket(at+e.keySize, e.valueSize); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// bucket reads a bucket in a value: the root page of its tree, or 0 if its only page is in the value too.
func (p *pageReader) bucket(at, size int64) (root uint64, err error) {
	raw, err := p.read(at, min(size, maxPageSize))
	if err != nil || len(raw) < bucketSize {
		return 0, errPlace
	}
	if root = native.Uint64(raw); root != 0 {
		return root, nil
	}
	page := raw[bucketSize:]
	if len(page) < headerSize || native.Uint16(page[8:]) != kindLeaf {
		return 0, errPlace
	}
	length, count := int64(len(page)), int(native.Uint16(page[10:]))
	end := int64(headerSize + elementSize*count)
	if end > length {
		return 0, errPlace
	}
	for i := range count {
		e := element(page[headerSize+i*elementSize:][:elementSize], kindLeaf)
		at := headerSize + int64(i*elementSize) + e.place
		if at < end || e.flags != 0 || e.keySize == 0 || e.valueSize > length || at+e.keySize+e.valueSize > length {
			return 0, errPlace
		}
	}
	return 0, nil
}

// elementView is an element as a page has it. Its sizes are in bytes; its place is counted from its own beginning.
type elementView struct {
	flags                     uint32
	place, keySize, valueSize int64
	child                     uint64
}

func element(raw []byte, kind uint16) elementView {
	n := func(i int) int64 { return int64(native.Uint32(raw[4*i:])) }
	if kind == kindBranch {
		return elementView{place: n(0), keySize: n(1), child: native.Uint64(raw[8:])}
	}
	return elementView{flags: native.Uint32(raw), place: n(1), keySize: n(2), valueSize: n(3)}
}
