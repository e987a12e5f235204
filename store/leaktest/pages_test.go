package leaktest

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// pageSize is that of the files of these tests.
const pageSize = 4096

// Kinds of pages; the numbers are bbolt's.
const (
	branchPage = 1
	leafPage   = 2
)

// image is the raw bytes of a bbolt file. It is read without bbolt, since that shows only what is
// not deleted.
type image []byte

// element is one line of a leaf page, or of a branch page, where child is set.
type element struct {
	isBucket   bool
	key, value []byte
	child      uint64
}

// page reads the page of a number, whether it is in use or free.
func (im image) page(id uint64) (kind uint16, elements []element, ok bool) {
	at := id * pageSize
	if id >= uint64(len(im))/pageSize || binary.LittleEndian.Uint64(im[at:]) != id {
		return 0, nil, false
	}
	overflow := uint64(binary.LittleEndian.Uint32(im[at+12:]))
	end := at + (overflow+1)*pageSize
	if end > uint64(len(im)) {
		return 0, nil, false
	}
	return parsePage(im[at:end])
}

// parsePage reads a page or the inline page of a small bucket.
func parsePage(raw []byte) (kind uint16, elements []element, ok bool) {
	const header, line = 16, 16
	if len(raw) < header {
		return 0, nil, false
	}
	kind = binary.LittleEndian.Uint16(raw[8:])
	count := int(binary.LittleEndian.Uint16(raw[10:]))
	if kind != leafPage && kind != branchPage || header+count*line > len(raw) {
		return 0, nil, false
	}
	for i := range count {
		from := header + i*line
		u32 := func(at int) int { return int(binary.LittleEndian.Uint32(raw[from+at:])) }
		var e element
		var pos, keyLen, valueLen int
		if kind == leafPage {
			e.isBucket, pos, keyLen, valueLen = u32(0) == 1, u32(4), u32(8), u32(12)
		} else {
			pos, keyLen, e.child = u32(0), u32(4), binary.LittleEndian.Uint64(raw[from+8:])
		}
		data := from + pos
		if data+keyLen+valueLen > len(raw) {
			return 0, nil, false
		}
		e.key, e.value = raw[data:data+keyLen], raw[data+keyLen:data+keyLen+valueLen]
		elements = append(elements, e)
	}
	return kind, elements, true
}

// leaves visits the elements of every leaf page, also of the free ones, in the order of the file.
func (im image) leaves(visit func(page uint64, elements []element)) {
	for id := range uint64(len(im) / pageSize) {
		if kind, elements, ok := im.page(id); ok && kind == leafPage {
			visit(id, elements)
		}
	}
}

// lookup finds a bucket by name below a page that is taken for the root of the file.
func (im image) lookup(root uint64, name string) (element, bool) {
	for range 16 { // no tree is deeper
		kind, elements, ok := im.page(root)
		if !ok || len(elements) == 0 {
			break
		}
		if kind == leafPage {
			i := slices.IndexFunc(elements, func(e element) bool { return e.isBucket && string(e.key) == name })
			if i < 0 {
				break
			}
			return elements[i], true
		}
		root = elements[0].child
		for _, e := range elements {
			if bytes.Compare(e.key, []byte(name)) <= 0 {
				root = e.child
			}
		}
	}
	return element{}, false
}

// walk visits all that is in a bucket, and in the buckets in it, in key order. It reports whether
// every page was still there.
func (im image) walk(path string, bucket element, visit func(path string, e element)) bool {
	if len(bucket.value) < 16 {
		return false
	}
	root := binary.LittleEndian.Uint64(bucket.value)
	if root != 0 {
		return im.walkPage(path, root, 16, visit)
	}
	_, elements, ok := parsePage(bucket.value[16:])
	return ok && im.walkElements(path, elements, visit)
}

func (im image) walkPage(path string, id uint64, depth int, visit func(string, element)) bool {
	kind, elements, ok := im.page(id)
	if !ok || depth == 0 {
		return false
	}
	if kind == leafPage {
		return im.walkElements(path, elements, visit)
	}
	for i, e := range elements {
		// A page that was written over has keys that do not belong between its neighbours.
		_, below, ok := im.page(e.child)
		if !ok || len(below) == 0 || bytes.Compare(below[0].key, e.key) < 0 ||
			i+1 < len(elements) && bytes.Compare(below[len(below)-1].key, elements[i+1].key) >= 0 {
			return false
		}
		if !im.walkPage(path, e.child, depth-1, visit) {
			return false
		}
	}
	return true
}

func (im image) walkElements(path string, elements []element, visit func(string, element)) bool {
	for _, e := range elements {
		if !e.isBucket {
			visit(path, e)
		} else if !im.walk(path+"/"+string(e.key), e, visit) {
			return false
		}
	}
	return true
}

// live is the root of the file as it is: that of the meta page with the later transaction.
func (im image) live() uint64 {
	const root, txid = 32, 64
	first, second := im[:pageSize], im[pageSize:]
	if binary.LittleEndian.Uint64(second[txid:]) > binary.LittleEndian.Uint64(first[txid:]) {
		first = second
	}
	return binary.LittleEndian.Uint64(first[root:])
}
