package convert

import (
	"bufio"
	"io"

	"ostrakon/convert/cores"
)

const (
	// lookAhead is the most buffers, of 256 KiB, that are filled ahead of writing.
	lookAhead = 64
	// inlineBytes is the size up to which a file is made and written on one core.
	inlineBytes = 256 << 10
	// joinBytes is the size of the buffer that joins the many small sections of small solids.
	joinBytes = 32 << 10
)

// pump writes sections one after another. While one piece is written, another core makes the next ones.
func pump(w io.Writer, sections []section, size int64) error {
	buffered := bufio.NewWriterSize(w, int(min(size, joinBytes)))
	var err error
	if size <= inlineBytes {
		err = pumpInline(buffered, sections)
	} else {
		err = pumpBeside(buffered, sections)
	}
	if err != nil {
		return err
	}
	return buffered.Flush()
}

func pumpInline(w io.Writer, sections []section) error {
	for _, s := range sections {
		if err := s.each(func(p []byte) error {
			_, err := w.Write(p)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// pumpBeside makes pieces in a goroutine of its own. Buffers go round between the two: taken, filled, written, free.
func pumpBeside(w io.Writer, sections []section) error {
	made, stop := make(chan piece, lookAhead), make(chan struct{})
	free := make(chan []uint64, lookAhead)
	var maker cores.Group
	maker.Go(func() {
		defer close(made)
		makeAll(sections, made, free, stop)
	})
	for p := range made {
		if _, err := w.Write(p.bytes); err != nil {
			close(stop)
			for range made { // until the other goroutine is gone: it reads the caller's slices
			}
			return err
		}
		if p.buffer != nil {
			free <- p.buffer
		}
	}
	maker.Wait()
	return nil
}

// makeAll sends the pieces of all sections, until stop is closed.
func makeAll(sections []section, made chan<- piece, free <-chan []uint64, stop <-chan struct{}) {
	buffers := 0
	take := func(int) []uint64 {
		if len(free) == 0 && buffers < lookAhead {
			buffers++
			return make([]uint64, bufferWords)
		}
		select {
		case b := <-free:
			return b
		case <-stop:
			return nil
		}
	}
	stopped := false
	emit := func(p piece) bool {
		select {
		case made <- p:
		case <-stop:
			stopped = true
		}
		return !stopped
	}
	for _, s := range sections {
		if s.make(take, emit); stopped {
			return
		}
	}
}
