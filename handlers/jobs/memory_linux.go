package jobs

import (
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// machineMemory is the memory of the machine, or what the control groups of this process leave of
// it: memory.max of version 2, memory.limit_in_bytes of version 1, of each group that is in sight.
func machineMemory() int64 {
	var sizes []int64
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err == nil {
		sizes = append(sizes, int64(uint64(info.Totalram)*uint64(info.Unit)))
	}
	groups, _ := os.ReadFile("/proc/self/cgroup") // without it, only the root is looked at
	for _, line := range append(strings.Split(string(groups), "\n"), "0::/", "1:memory:/") {
		fields := strings.SplitN(line, ":", 3)
		if len(fields) < 3 {
			continue
		}
		root, file := "/sys/fs/cgroup", "memory.max"
		if fields[1] == "memory" {
			root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if fields[1] != "" {
			continue
		}
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
			raw, _ := os.ReadFile(path.Join(root, group, file))
			size, _ := strconv.ParseInt(strings.TrimSpace(string(raw)), 10, 64) // "max" is no limit
			sizes = append(sizes, size)
			if group == "/" {
				break
			}
		}
	}
	return least(sizes...)
}
