package jobs

import "math"

// elsewhere is the assumed memory, in bytes, of a machine that does not tell its own.
const elsewhere = 4 << 30

// MachineMemory is the memory, in bytes, that conversions may take on this machine: what the machine or the control
// group has, less a quarter for everything else, and less at least 256 MiB where there is more than twice that.
func MachineMemory() int64 {
	all := machineMemory()
	return all - min(max(all/4, 256<<20), all/2)
}

// least is the smallest of the sizes that are known; 0 is none.
func least(sizes ...int64) int64 {
	found := int64(math.MaxInt64)
	for _, size := range sizes {
		if size > 0 {
			found = min(found, size)
		}
	}
	if found == math.MaxInt64 {
		return elsewhere
	}
	return found
}
