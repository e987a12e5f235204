package meshopttest

const (
	groupSize = 16 // deltas that share one width
	minTail   = 32 // the baseline vertex is padded to this
)

// Vertices decodes so many vertices of stride bytes each.
func Vertices(stream []byte, count, stride int) ([]byte, error) {
	tail := max(stride, minTail)
	if len(stream) < 1+tail {
		return nil, errTruncated
	}
	if stream[0] != 0xa0 {
		return nil, errHeader
	}
	body, at := stream[:len(stream)-tail], 1
	previous := stream[len(stream)-stride:]
	data := make([]byte, count*stride)
	perBlock := min(8192/stride&^(groupSize-1), 256)
	for rest := data; len(rest) > 0; {
		block := rest[:min(len(rest), perBlock*stride)]
		rest = rest[len(block):]
		for k := range stride {
			var ok bool
			if at, ok = oneByte(block[k:], body, at, stride, previous[k]); !ok {
				return nil, errTruncated
			}
		}
		previous = block[len(block)-stride:]
	}
	if at != len(body) {
		return nil, errTrailing
	}
	return data, nil
}

// oneByte reads one byte of each vertex of a block and returns the new position in src; false if src is too short.
func oneByte(block, src []byte, at, stride int, value byte) (int, bool) {
	count := (len(block) + stride - 1) / stride
	groups := (count + groupSize - 1) / groupSize
	header := at
	at += (groups + 3) / 4
	if at > len(src) {
		return at, false
	}
	for g := range groups {
		width := src[header+g/4] >> (g % 4 * 2) & 3
		deltas, size, ok := group(src[at:], width)
		if !ok {
			return at, false
		}
		at += size
		for i := g * groupSize; i < min(count, (g+1)*groupSize); i++ {
			d := deltas[i%groupSize]
			value += d>>1 ^ -(d & 1)
			block[i*stride] = value
		}
	}
	return at, true
}

// group reads sixteen deltas of a width from src and returns how many bytes they took; false if src is too short.
func group(src []byte, width byte) (deltas [groupSize]byte, size int, ok bool) {
	switch width {
	case 0:
		return deltas, 0, true
	case 3:
		return deltas, copy(deltas[:], src), len(src) >= groupSize
	}
	bits := 2 * int(width)
	size = groupSize * bits / 8
	if len(src) < size {
		return deltas, 0, false
	}
	spelt := byte(1)<<bits - 1 // means that the byte comes after the group
	perByte := 8 / bits
	for i := range deltas {
		deltas[i] = src[i/perByte] >> (8 - bits - i%perByte*bits) & spelt
		if deltas[i] != spelt {
			continue
		}
		if size >= len(src) {
			return deltas, 0, false
		}
		deltas[i] = src[size]
		size++
	}
	return deltas, size, true
}
