package convert

import (
	"encoding/binary"
	"unsafe"
)

// section is a run of bytes of the output: its size, and how to make it. Sizes are known before anything is written,
// because containers begin with them. make gives the bytes to emit in order, piece by piece, and stops when emit
// returns false. It gets memory for what it computes from take, in words, and stops as well if it gets none.
type section struct {
	size int64
	make func(take func(words int) []uint64, emit func(p piece) bool)
}

// piece is a part of a section on its way to the file. If buffer is not nil, it is free again once bytes are written.
type piece struct {
	bytes  []byte
	buffer []uint64
}

// bufferWords is the most that make takes at a time: 256 KiB, which fits into a core's own cache.
const bufferWords = 32 << 10

// stored is the section of numbers, or arrays of numbers, that lie in memory already.
func stored[T any](values []T) section {
	if littleEndian() {
		return section{
			size: sizeOf(values),
			make: func(_ func(int) []uint64, emit func(piece) bool) { emit(piece{bytes: bytesOf(values)}) },
		}
	}
	return computed(len(values), 1, func(dst []T, first int) { copy(dst, values[first:]) })
}

// computed is the section of groups of width values each. fill makes the groups from first on.
func computed[T any](groups, width int, fill func(dst []T, first int)) section {
	perGroup := width * int(unsafe.Sizeof(*new(T)))
	perBuffer := bufferWords * 8 / perGroup
	return section{
		size: int64(groups) * int64(perGroup),
		make: func(take func(int) []uint64, emit func(piece) bool) {
			for first := 0; first < groups; first += perBuffer {
				n := min(perBuffer, groups-first)
				buffer := take((n*perGroup + 7) / 8)
				if buffer == nil {
					return
				}
				// The words are aligned for any number, of which T consists.
				values := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(buffer))), n*width)
				fill(values, first)
				p := piece{bytesOf(values), buffer}
				if !littleEndian() {
					swapped, _ := binary.Append(nil, binary.LittleEndian, values) // sizes are fixed
					copy(p.bytes, swapped)
				}
				if !emit(p) {
					return
				}
			}
		},
	}
}

// littleEndian reports whether this machine stores numbers as glTF does.
func littleEndian() bool { return binary.NativeEndian.Uint16([]byte{1, 0}) == 1 }

// bytesOf is the memory of numbers without pointers or padding, as bytes. Both slices keep it alive.
func bytesOf[T any](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), sizeOf(values))
}

func sizeOf[T any](values []T) int64 { return int64(len(values)) * int64(unsafe.Sizeof(*new(T))) }

// each makes a section on the spot, piece by piece. A piece is valid until do returns.
func (s section) each(do func(p []byte) error) (err error) {
	var buffer []uint64
	take := func(words int) []uint64 {
		if len(buffer) < words {
			buffer = make([]uint64, words)
		}
		return buffer
	}
	s.make(take, func(p piece) bool {
		err = do(p.bytes)
		return err == nil
	})
	return err
}
