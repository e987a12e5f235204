package handlers_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"ostrakon/handlers/command"
)

// uploadRequest is a conversion as it goes over the wire, in two pieces: the file follows the head.
func uploadRequest(file []byte, query string) (head, tail []byte) {
	before := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"part.stl\"\r\n\r\n"
	after := "\r\n--b--\r\n"
	return fmt.Appendf(nil, "POST /api/convert-stl?%s HTTP/1.1\r\nHost: ostrakon\r\nContent-Type: multipart/form-data; "+
		"boundary=b\r\nContent-Length: %d\r\n\r\n%s",
		query, len(before)+len(file)+len(after), before), []byte(after)
}

func BenchmarkConvert(b *testing.B) {
	s := newBench(b, cheap)
	file := terrain(32) // 2,048 facets, 102 kB
	for _, query := range []string{"method=custom-glb", "method=custom-glb&level=positions", "method=meshlib"} {
		b.Run(query, func(b *testing.B) {
			head, tail := uploadRequest(file, query)
			request := append(append(head, file...), tail...)
			b.SetBytes(int64(len(file)))
			s.load(b, 16, "conversions", func(int) []byte { return request })
		})
	}
}

// BenchmarkUpload compares a file of 250 MB sent over HTTP with the same on the
// command line, both in this process. peak-MB is the most memory that the heap took.
func BenchmarkUpload(b *testing.B) {
	file := terrain(1581) // 4,999,122 facets
	path := filepath.Join(b.TempDir(), "large.stl")
	noError(b, os.WriteFile(path, file, 0o600))
	for _, level := range []string{"standard", "positions"} {
		b.Run("http/"+level, func(b *testing.B) {
			s := newBench(b, cheap)
			head, tail := uploadRequest(file, "method=custom-glb&level="+level)
			b.SetBytes(int64(len(file)))
			peak := watchHeap()
			for b.Loop() {
				conn := must(net.Dial("tcp", s.addr))(b)
				w := wire{conn, bufio.NewReader(conn)}
				conn.Write(head)
				conn.Write(file)
				noError(b, w.exchange(tail))
				conn.Close()
			}
			b.ReportMetric(peak(), "peak-MB")
		})
		b.Run("command/"+level, func(b *testing.B) {
			out := filepath.Join(b.TempDir(), "large.glb")
			b.SetBytes(int64(len(file)))
			peak := watchHeap()
			for b.Loop() {
				a := &command.App{Stdout: io.Discard, Stderr: io.Discard}
				noError(b, command.Convert(context.Background(), a, []string{path, "-o", out, "-level", level}))
			}
			b.ReportMetric(peak(), "peak-MB")
		})
	}
}

// watchHeap looks at the heap until what it returns is called, which tells by
// how much it grew at most, in megabytes.
func watchHeap() (peak func() float64) {
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	most := before.HeapAlloc
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
	})
	return func() float64 {
		close(stop)
		wg.Wait()
		return float64(most-before.HeapAlloc) / 1e6
	}
}
