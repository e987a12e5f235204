package memory

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

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

func TestFill(t *testing.T) {
	file := strings.NewReader("0123456789")
	p := make([]byte, 4)
	for offset, want := range map[int64]string{0: "0123", 3: "3456", 6: "6789"} {
		if err := Fill(p, file, offset); err != nil || string(p) != want {
			t.Errorf("from %d: %q, %v", offset, p, err)
		}
	}
	for _, offset := range []int64{7, 10, 99} {
		if err := Fill(p, file, offset); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("from %d: %v", offset, err)
		}
	}
	if err := Fill(p, broken{}, 0); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("a broken file: %v", err)
	}
}

// broken is a file that cannot be read.
type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, iotest.ErrTimeout }
