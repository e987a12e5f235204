package e2e

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sector is the size of a sector in bytes: a disk writes a sector whole or not at all.
const sector = 512

// disk is a data directory on a disk that loses power. What was synced stays. Of the rest, each write, each sector of
// it, and each change of a name may have reached the disk or not, in any order. A rename changes both names or neither.
type disk struct {
	root *node
	path string           // that of root
	next map[string]int64 // where the next write to an open file goes, by its path
}

// node is a file or a directory.
type node struct {
	content []byte           // of a file: what was synced
	saved   map[string]*node // of a directory: what was synced
	names   map[string]*node // of a directory, as the program sees it; nil for a file
	pending []change
}

// change is a change of a file or directory that was not synced yet.
type change struct {
	ended   int // when its call did
	data    []byte
	at      int64            // where data goes; without data, the new length of the file
	entries map[string]*node // of a directory: nil for a name that goes
}

func newNode() *node { return &node{saved: make(map[string]*node), names: make(map[string]*node)} }

// find finds what has a path, or nil.
func (d *disk) find(path string) *node {
	below, ok := strings.CutPrefix(path, d.path)
	if !ok || below != "" && below[0] != '/' {
		return nil
	}
	n := d.root
	for name := range strings.SplitSeq(strings.Trim(below, "/"), "/") {
		if n != nil && name != "" && name != "." {
			n = n.names[name]
		}
	}
	return n
}

// apply does a call. A liar ignores syncs.
func (d *disk) apply(t *testing.T, c *sysCall, liar bool) {
	t.Helper()
	switch c.name {
	case "openat":
		d.open(c)
	case "write":
		if n := d.find(c.args[0]); n != nil {
			n.write(c, d.next[c.args[0]])
			d.next[c.args[0]] += int64(len(c.args[1]))
		}
	case "pwrite64":
		if n := d.find(c.args[0]); n != nil {
			n.write(c, number(t, c.args[3]))
		}
	case "ftruncate":
		if n := d.find(c.args[0]); n != nil {
			n.pending = append(n.pending, change{ended: c.ended, at: number(t, c.args[1])})
		}
	case "mkdirat":
		d.name(c, filepath.Join(c.args[0], c.args[1]), newNode())
	case "unlinkat":
		d.name(c, filepath.Join(c.args[0], c.args[1]), nil)
	case "renameat", "renameat2":
		d.rename(t, c, filepath.Join(c.args[0], c.args[1]), filepath.Join(c.args[2], c.args[3]))
	case "fsync", "fdatasync":
		if n := d.find(c.args[0]); n != nil && !liar {
			n.sync(c)
		}
	default:
		if slices.ContainsFunc(c.args, func(arg string) bool { return strings.HasPrefix(arg, d.path) }) {
			t.Fatalf("the recorder does not know what %s does", c.name)
		}
	}
}

func number(t *testing.T, text string) int64 { return must(strconv.ParseInt(text, 10, 64))(t) }

// open makes the file of a call, if there is none, or empties it.
func (d *disk) open(c *sysCall) {
	path := c.args[1]
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.args[0], path)
	}
	d.next[path] = 0
	n := d.find(path)
	switch {
	case n == nil && strings.Contains(c.args[2], "O_CREAT"):
		d.name(c, path, &node{})
	case n != nil && strings.Contains(c.args[2], "O_TRUNC"):
		n.pending = append(n.pending, change{ended: c.ended})
	}
}

// name gives something a name in its directory, in place of anything else.
func (d *disk) name(c *sysCall, path string, n *node) {
	if dir := d.find(filepath.Dir(path)); dir != nil {
		dir.change(c, map[string]*node{filepath.Base(path): n})
	}
}

// rename changes two names of a directory.
func (d *disk) rename(t *testing.T, c *sysCall, from, to string) {
	t.Helper()
	dir := d.find(filepath.Dir(from))
	if dir == nil {
		return
	}
	if filepath.Dir(from) != filepath.Dir(to) {
		t.Fatalf("%s became %s, in another directory", from, to)
	}
	dir.change(c, map[string]*node{filepath.Base(from): nil, filepath.Base(to): d.find(from)})
}

func (n *node) change(c *sysCall, entries map[string]*node) {
	put(n.names, entries)
	n.pending = append(n.pending, change{ended: c.ended, entries: entries})
}

// put changes the names of a directory.
func put(in, entries map[string]*node) {
	maps.Copy(in, entries)
	maps.DeleteFunc(in, func(_ string, n *node) bool { return n == nil })
}

func (n *node) write(c *sysCall, at int64) {
	n.pending = append(n.pending, change{ended: c.ended, data: []byte(c.args[1]), at: at})
}

// sync brings every change that had ended to the disk.
func (n *node) sync(c *sysCall) {
	n.pending = slices.DeleteFunc(n.pending, func(ch change) bool {
		over := ch.ended < c.began
		if over {
			n.keep(ch, func() bool { return true })
		}
		return over
	})
}

// keep applies a change to what the disk has saved. Of a write it applies those sectors for which chosen returns true.
func (n *node) keep(ch change, chosen func() bool) {
	switch {
	case ch.entries != nil:
		put(n.saved, ch.entries)
	case ch.data == nil:
		n.content = append(n.content, make([]byte, max(0, ch.at-int64(len(n.content))))...)[:ch.at]
	default:
		for from := 0; from < len(ch.data); {
			at := ch.at + int64(from)
			part := ch.data[from:min(len(ch.data), from+sector-int(at%sector))]
			from += len(part)
			if chosen() {
				n.content = append(n.content, make([]byte, max(0, at+int64(len(part))-int64(len(n.content))))...)
				copy(n.content[at:], part)
			}
		}
	}
}

// image writes what is on the disk after the power cut to a path. It keeps as many of the changes that were not synced
// as is likely: from 0, none, to 1, all.
func (n *node) image(t *testing.T, r *rand.Rand, likely float64, path string) {
	t.Helper()
	for _, ch := range n.pending {
		if r.Float64() < likely {
			n.keep(ch, func() bool { return true })
		} else if ch.data != nil && r.IntN(3) == 0 {
			n.keep(ch, func() bool { return r.Float64() < likely })
		}
	}
	if n.names == nil {
		noError(t, os.WriteFile(path, n.content, 0o600))
		return
	}
	noError(t, os.MkdirAll(path, 0o700))
	for _, name := range slices.Sorted(maps.Keys(n.saved)) {
		n.saved[name].image(t, r, likely, filepath.Join(path, name))
	}
}

// at returns the disk as it was when a line of the trace was written.
func (r *tape) at(t *testing.T, line int, liar bool) *disk {
	t.Helper()
	d := r.read(t)
	for _, c := range r.calls {
		if c.began > line {
			break
		}
		if c.ended > line && strings.HasSuffix(c.name, "sync") {
			continue // nobody knows whether it is over
		}
		d.apply(t, c, liar)
	}
	return d
}
