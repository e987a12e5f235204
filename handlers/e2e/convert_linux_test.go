package e2e

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// facets is a binary STL file of so many facets, as it is sent: a step of stairs again and again.
func facets(n int) io.Reader {
	const repeated = 10_000
	var step bytes.Buffer
	for i := range repeated {
		corners := [9]float32{float32(i), 0, 0, float32(i + 1), 0, 0, float32(i), 1, float32(math.Sin(float64(i)))}
		step.Write(make([]byte, 12))
		binary.Write(&step, binary.LittleEndian, corners)
		step.Write(make([]byte, 2))
	}
	parts := []io.Reader{bytes.NewReader(binary.LittleEndian.AppendUint32(make([]byte, 80), uint32(n)))}
	for range n / repeated {
		parts = append(parts, bytes.NewReader(step.Bytes()))
	}
	return io.MultiReader(parts...)
}

// peakOf is the most memory that a process has had, in bytes.
func peakOf(t *testing.T, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}

// What clients send does not decide how much memory the server takes.
func TestUploadsTakeLittleOfTheServersMemory(t *testing.T) {
	uploads, size, bound := rounds(4, 16), rounds(600_000, 5_000_000), int64(rounds(64, 200))<<20 // 30 MB and 250 MB each
	s, err := start(t.Context(), t.TempDir(), "serve", "-data", "data", "-temp-cap", "16GiB")
	if err != nil {
		t.Fatal(err)
	}
	defer s.kill()
	idle := peakOf(t, s.process.Pid)
	var clients sync.WaitGroup
	for range uploads {
		clients.Go(func() {
			before := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"part.stl\"\r\n\r\n"
			body := io.MultiReader(strings.NewReader(before), facets(size), strings.NewReader("\r\n--b--\r\n"))
			res, err := http.Post(s.url+"/api/convert-stl?method=custom-glb&level=positions", "multipart/form-data; boundary=b", body)
			if err != nil {
				t.Error(err)
				return
			}
			defer res.Body.Close()
			if answer, err := io.ReadAll(res.Body); res.StatusCode != http.StatusOK {
				t.Errorf("%d %s %v", res.StatusCode, answer, err)
			}
		})
	}
	clients.Wait()
	if took := peakOf(t, s.process.Pid) - idle; took > bound {
		t.Errorf("%d uploads of %d facets took %d MiB beside the %d MiB of the idle server", uploads, size, took>>20, idle>>20)
	} else {
		t.Logf("%d uploads of %d facets took %d MiB beside the %d MiB of the idle server", uploads, size, took>>20, idle>>20)
	}
}
