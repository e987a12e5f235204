package e2e

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// peakOf is the most memory that a process has had, in bytes.
func peakOf(t *testing.T, pid int) int64 {
	t.Helper()
	status := must(os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)))(t)
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kib := must(strconv.ParseInt(strings.Fields(rest)[0], 10, 64))(t)
	return kib << 10
}

// What clients send does not decide how much memory the server takes.
func TestUploadsTakeLittleOfTheServersMemory(t *testing.T) {
	uploads, size, bound := rounds(4, 16), rounds(600_000, 5_000_000), int64(rounds(64, 200))<<20 // 30 MB and 250 MB each
	s := must(start(t.Context(), t.TempDir(), "serve", "-data", "data", "-temp-cap", "16GiB"))(t)
	defer s.Kill()
	idle := peakOf(t, s.Process.Pid)
	var clients sync.WaitGroup
	for range uploads {
		clients.Go(func() { convert(t, s.URL, size, "level=positions") })
	}
	clients.Wait()
	if took := peakOf(t, s.Process.Pid) - idle; took > bound {
		t.Errorf("%d uploads of %d facets took %d MiB beside the %d MiB of the idle server", uploads, size, took>>20,
			idle>>20)
	} else {
		t.Logf("%d uploads of %d facets took %d MiB beside the %d MiB of the idle server", uploads, size, took>>20, idle>>20)
	}
}

// convert has the server at url convert a solid, by custom-glb.
func convert(t *testing.T, url string, size int, options string) {
	before := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"part.stl\"\r\n\r\n"
	body := io.MultiReader(strings.NewReader(before), facets(size), strings.NewReader("\r\n--b--\r\n"))
	res, err := http.Post(url+"/api/convert-stl?method=custom-glb&"+options, "multipart/form-data; boundary=b", body)
	if err != nil {
		t.Error(err)
		return
	}
	defer res.Body.Close()
	if answer, err := io.ReadAll(res.Body); res.StatusCode != http.StatusOK {
		t.Errorf("%d facets, %s: %d %s %v", size, options, res.StatusCode, answer, err)
	}
}

// The program itself maps more memory than a small solid takes. Every solid has enough beside that.
func TestSolidsOfEachSizeHaveTheMemoryTheyTake(t *testing.T) {
	s := must(start(t.Context(), t.TempDir(), "serve", "-data", "data"))(t)
	defer s.Kill()
	for _, size := range []int{10_000, rounds(100_000, 3_000_000)} {
		for _, options := range []string{"level=positions", "level=standard&thumbnail=2048", "level=compact&thumbnail=2048"} {
			convert(t, s.URL, size, options)
		}
	}
}
