package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/convert/stl"
)

// TestCompactBesideGltfpack compares level compact with what gltfpack -cc -vp 16 makes of the same
// content, which level standard wrote: every shared file of 500 facets or more, with crease and
// with smooth normals. Both are compressed with gzip, as they go to a browser.
func TestCompactBesideGltfpack(t *testing.T) {
	needGltfpack(t)
	if _, err := os.Stat(shared); errors.Is(err, os.ErrNotExist) {
		t.Skipf("the collection of STL files is not at %s", shared)
	}
	dir := t.TempDir()
	ours := make(map[string]int) // bytes on the wire at level compact, by the name of the file at level standard
	for _, shading := range []Shading{Crease, Smooth} {
		for _, file := range samples(t, shared) {
			writeStandard(t, ours, dir, file, shading)
		}
	}
	theirs := gltfpack(t, dir, t.TempDir(), "-cc", "-vp", "16")
	if len(ours) == 0 || len(theirs) != len(ours) {
		t.Fatalf("gltfpack packed %d of %d files", len(theirs), len(ours))
	}
	for _, c := range []struct {
		shading     Shading
		file, total float64 // our bytes by those of gltfpack, at most
	}{{Crease, 1.08, 0.985}, {Smooth, 1.06, 0.92}} {
		var all, allTheirs int
		worst := 0.0
		for name, size := range ours {
			if !strings.HasSuffix(name, "."+string(c.shading)+".glb") {
				continue
			}
			ratio := float64(size) / float64(theirs[name])
			worst = max(worst, ratio)
			all, allTheirs = all+size, allTheirs+theirs[name]
			if ratio > c.file {
				t.Errorf("%s: %d bytes, %.3f times gltfpack's %d", name, size, ratio, theirs[name])
			}
		}
		total := float64(all) / float64(allTheirs)
		t.Logf("%s: %.4f of gltfpack's bytes in total, %.4f at worst", c.shading, total, worst)
		if total > c.total && !testing.Short() {
			t.Errorf("%s: %.4f of gltfpack's bytes in total, want at most %.3f", c.shading, total, c.total)
		}
	}
}

func needGltfpack(t *testing.T) {
	t.Helper()
	if os.Getenv(modulesVariable) == "" {
		t.Skipf("%s does not name a folder node_modules with gltfpack", modulesVariable)
	}
}

// gltfpack packs the files of a folder into another one, and returns their sizes on the wire by their names.
func gltfpack(t *testing.T, from, to string, options ...string) (sizes map[string]int) {
	t.Helper()
	node := exec.CommandContext(t.Context(), "node",
		append([]string{"testdata/gltfpack.mjs", os.Getenv(modulesVariable), from, to}, options...)...)
	node.Stderr = os.Stderr
	out, err := node.Output()
	if err != nil {
		t.Fatalf("gltfpack: %v", err)
	}
	if err := json.Unmarshal(out, &sizes); err != nil {
		t.Fatalf("gltfpack: %v in %q", err, out)
	}
	return sizes
}

// writeStandard converts a file to dir at level standard, and notes its size at level compact.
func writeStandard(t *testing.T, sizes map[string]int, dir, file string, shading Shading) {
	t.Helper()
	data := must(os.ReadFile(file))(t)
	o := defaults(CustomGLB)
	o.Shading = shading
	if shading != Crease {
		o.Angle = 0
	}
	name := fmt.Sprintf("%s.%s.glb", filepath.Base(file), shading)
	f := folder{}
	r, err := Convert(t.Context(), data, o, "out", f.create, nil)
	if errors.As(err, new(*stl.Error)) {
		return
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if r.Facets < leastFacets {
		return
	}
	noError(t, os.WriteFile(filepath.Join(dir, name), f["out.glb"].Bytes(), 0o600))
	if data, err = os.ReadFile(file); err != nil { // the first conversion consumed it
		t.Fatal(err)
	}
	o.Level = Compact
	if _, err = Convert(t.Context(), data, o, "out", f.create, nil); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	sizes[name] = onTheWire(t, f["out.glb"].Bytes())
}
