package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

const (
	// parallelRead is from how many bytes on a file is read in two halves at once.
	parallelRead = 4 << 20
	// maxInput is more than any output can hold, whose limit is 4 GiB. To ask for
	// memory that no machine has would end the program on the spot.
	maxInput = 64 << 30
)

// readInput reads a whole file, or standard input.
func (a *App) readInput(path string) ([]byte, error) {
	if path != standardStream {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return readFile(f)
	}
	if f, ok := a.Stdin.(*os.File); ok {
		return readFile(f)
	}
	return io.ReadAll(a.Stdin)
}

// readFile reads a regular file with one allocation, and anything else as it comes.
func readFile(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil || at != 0 || !info.Mode().IsRegular() {
		return io.ReadAll(f)
	}
	if info.Size() > maxInput {
		return nil, fmt.Errorf("the file has %d bytes, more than an output can hold", info.Size())
	}
	data := make([]byte, info.Size())
	if len(data) < parallelRead {
		n, err := io.ReadFull(f, data)
		return data[:n], atEnd(err)
	}
	hugePages(data)
	half := len(data) / 2 &^ 4095
	var second error
	var wg sync.WaitGroup
	wg.Go(func() { _, second = f.ReadAt(data[half:], int64(half)) })
	_, first := f.ReadAt(data[:half], 0)
	wg.Wait()
	if err := errors.Join(first, second); err != nil { // io.EOF too: the file has become shorter
		return nil, err
	}
	return data, nil
}

// atEnd takes the end of a file for no error.
func atEnd(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}
