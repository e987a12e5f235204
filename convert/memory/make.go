package memory

import "unsafe"

const (
	// hugePage is the size of a huge page.
	hugePage = 2 << 20
	// hugeFrom is the size from which a slice gets pages of its own.
	hugeFrom = hugePage / 2
)

// Make is make([]T, n) for a T without pointers, on huge pages, which takes less time but may take a page more.
func Make[T any](n int) []T {
	size := n * int(unsafe.Sizeof(*new(T)))
	if size < hugeFrom {
		return make([]T, n)
	}
	// Whole huge pages, wherever the first one begins.
	whole := (size + hugePage - 1) &^ (hugePage - 1)
	raw := make([]byte, whole+hugePage)
	start := unsafe.Pointer(unsafe.SliceData(raw))
	start = unsafe.Add(start, -uintptr(start)&(hugePage-1))
	hugePages(unsafe.Slice((*byte)(start), whole))
	return unsafe.Slice((*T)(start), n)
}
