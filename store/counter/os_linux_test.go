package counter

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The child has nothing of its parent: no environment, no file but the two pipes, and it gets no
// signal of the terminal.
func TestChildHasNothingOfItsParent(t *testing.T) {
	t.Setenv("OSTRAKON_SECRET", "xyzzy")
	database := must(os.Create(filepath.Join(t.TempDir(), "database")))
	defer database.Close()
	c := newPoll(t, 1).start(t, command(""))
	pid := processOf(t, c).Pid
	if env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid)); err != nil || len(env) > 0 {
		t.Errorf("its environment is %q, %v", env, err)
	}
	dir := fmt.Sprintf("/proc/%d/fd/", pid)
	files := must(os.ReadDir(dir))
	for _, f := range files {
		target, err := os.Readlink(dir + f.Name())
		// Go's runtime itself reads how many cores it may use.
		own := strings.HasPrefix(target, "pipe:") || strings.HasPrefix(target, "anon_inode:") ||
			strings.HasPrefix(target, "/sys/") || target == os.DevNull
		if err != nil || !own {
			t.Errorf("file %s is %s, %v", f.Name(), target, err)
		}
	}
	if group, err := syscall.Getpgid(pid); err != nil || group != pid {
		t.Errorf("its group is %d, %v", group, err)
	}
}
