package spool

import (
	"errors"
	"fmt"
)

// ErrFull means that a file does not fit now: files are being written or downloaded, or other data take the disk.
var ErrFull = errors.New("the directory of converted files is full")

// SizeError means that a file never fits, however much is removed for it.
type SizeError struct {
	Size  int64 // bytes of the file, and of the upload that it is made from
	Limit int64 // bytes of all files together
}

// Error names both numbers.
func (e *SizeError) Error() string {
	return fmt.Sprintf("%d bytes do not fit into a directory of converted files of %d", e.Size, e.Limit)
}

// The reserve is a tenth of the file system within these bounds, and at most a quarter of it.
const (
	minReserve = 1 << 30
	maxReserve = 10 << 30
)

// Reserve returns how much of a file system of total bytes stays free for everything else.
func Reserve(total int64) int64 { return min(max(minReserve, min(total/10, maxReserve)), total/4) }

// reserve counts bytes that a conversion, which holds held bytes, is about to write, and removes older files for them.
func (s *Spool) reserve(bytes, held int64) error {
	free, total, err := s.space(s.dir)
	if err != nil {
		return fmt.Errorf("measure the disk space for converted files: %w", err)
	}
	if limit := min(s.max, total-Reserve(total)); held+bytes > limit {
		return &SizeError{held + bytes, limit}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.makeRoom(max(s.used+bytes-s.max, s.lacking(free, total)+bytes)) {
		return ErrFull
	}
	s.used += bytes
	s.pending += bytes
	return nil
}

// lacking returns how many bytes less than the reserve will be free when every reserved byte is written; a negative
// number is free space. What is already written of a reserved file must not count twice.
func (s *Spool) lacking(free, total int64) int64 {
	coming := s.pending
	for f := range s.writing {
		if info, err := f.file.Stat(); err == nil { // else it was just closed
			coming -= min(info.Size(), f.size)
		}
	}
	return Reserve(total) + coming - free
}

// makeRoom removes files until so many bytes are free, and reports whether they are.
func (s *Spool) makeRoom(bytes int64) bool {
	goal := s.used - max(bytes, 0)
	s.removeWhile(func(*entry) bool { return s.used > goal })
	return s.used <= goal
}

// wrote notes that reserved bytes are on the disk.
func (s *Spool) wrote(bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending -= bytes
}

// release gives back bytes, of which some were never written.
func (s *Spool) release(bytes, pending int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used -= bytes
	s.pending -= pending
}
