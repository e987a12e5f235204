package memory

import "testing"

func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, hugeFrom/8 - 1, hugeFrom / 8, hugePage} {
		s := Make[uint64](n)
		if len(s) != n || cap(s) < n {
			t.Fatalf("Make(%d) has length %d", n, len(s))
		}
		for i := range s {
			if s[i] != 0 {
				t.Fatalf("Make(%d): element %d is %v", n, i, s[i])
			}
			s[i] = 1
		}
	}
}
