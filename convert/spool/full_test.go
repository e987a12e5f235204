package spool

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
)

// When somebody else took the disk, the oldest go, so that the next conversion has room.
func TestAFullDiskIsErrFullAndMakesRoom(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	put(t, s, map[string]int{".glb": 50_000})
	newer := put(t, s, map[string]int{".glb": 50_000})
	out := s.Begin()
	noError(t, out.reserve(20_000))
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT} {
		if err := out.full(fmt.Errorf("write: %w", cause)); !errors.Is(err, ErrFull) || !errors.Is(err, cause) {
			t.Errorf("%v becomes %v", cause, err)
		}
		if cause == syscall.ENOSPC {
			wantNames(t, dir, newer+".glb")
		}
	}
	wantNames(t, dir)
	if err := out.full(syscall.EIO); errors.Is(err, ErrFull) {
		t.Errorf("%v: any error is a full disk", err)
	}
}
