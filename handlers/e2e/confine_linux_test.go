package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestEveryChildIsConfined starts the three commands that the server starts, and waits until the
// kernel says that each has given up what it does not need. What that keeps them from is tried in
// handlers/worker.
func TestEveryChildIsConfined(t *testing.T) {
	t.Parallel()
	known := runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64"
	if !known || !strings.Contains(proc(t, os.Getpid(), "status"), "\nSeccomp:") {
		t.Skip("there is no filter of calls here")
	}
	const noFiles, anyFiles = "Max file size             0                    0 ", "Max file size             unlimited"
	for _, c := range []struct {
		writes string
		args   []string
	}{
		{noFiles, []string{"ocr-worker"}},
		{noFiles, []string{"count-worker"}},
		{anyFiles, []string{"convert-worker", "-files", t.TempDir()}},
	} {
		t.Run(c.args[0], func(t *testing.T) {
			child := exec.CommandContext(t.Context(), program, c.args...)
			orders := must(child.StdinPipe())(t) // open until the end: the child waits for orders
			noError(t, child.Start())
			defer child.Wait()
			defer orders.Close()
			for confined := false; !confined; time.Sleep(10 * time.Millisecond) {
				status := proc(t, child.Process.Pid, "status")
				if strings.Contains(status, "State:\tZ") {
					t.Fatal("the child has ended")
				}
				confined = strings.Contains(status, "NoNewPrivs:\t1\n") && strings.Contains(status, "Seccomp:\t2\n") &&
					strings.Contains(status, "CapEff:\t0000000000000000\n")
			}
			limits := proc(t, child.Process.Pid, "limits")
			if !strings.Contains(limits, c.writes) ||
				!strings.Contains(limits, "Max open files            32                   32 ") {
				t.Errorf("its limits are\n%s", limits)
			}
		})
	}
}

// proc reads what the kernel tells of a process.
func proc(t *testing.T, pid int, what string) string {
	t.Helper()
	data := must(os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, what)))(t)
	return string(data)
}
