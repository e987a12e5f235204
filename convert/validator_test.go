package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"ostrakon/convert/stl"
)

// modulesVariable names the folder node_modules with gltf-validator, meshoptimizer and gltfpack.
const modulesVariable = "OSTRAKON_NODE_MODULES"

// TestKhronosValidatorFindsNoErrors writes what every method makes of every
// sample into one folder and lets one process of node look through it.
func TestKhronosValidatorFindsNoErrors(t *testing.T) {
	modules := os.Getenv(modulesVariable)
	if modules == "" {
		t.Skipf("%s does not name a folder node_modules with gltf-validator and meshoptimizer", modulesVariable)
	}
	dir := t.TempDir()
	others := must(filepath.Glob("testdata/*.3mf"))(t)
	for _, p := range polygonFiles() {
		others = append(others, filepath.Join("testdata", p.name))
	}
	for i, file := range slices.Concat(samples(t, "testdata"), samples(t, shared), others) {
		data := must(os.ReadFile(file))(t)
		for _, o := range variants() {
			o.Name = filepath.Base(file)
			writeInto(t, dir, fmt.Sprintf("%02d_%s_%s", i, filepath.Base(file), variantName(o)), data, o)
		}
	}
	for _, o := range variants() {
		writeInto(t, dir, "surface_"+variantName(o), surface(150_000), o)
		o.Facets = 10_000
		writeInto(t, dir, "fewer_"+variantName(o), surface(150_000), o)
	}
	out, err := exec.Command("node", "testdata/validate.mjs", modules, dir).CombinedOutput()
	if err != nil {
		t.Errorf("validator: %v\n%s", err, out)
	}
	t.Logf("%s", bytes.TrimSpace(out))
}

// writeInto converts data to files of a folder. The result is nil for files that cannot be read.
func writeInto(t testing.TB, dir, base string, data []byte, o Options) *Result {
	t.Helper()
	var open []io.Closer
	r, err := Convert(context.Background(), bytes.Clone(data), o, base, func(name string, _ int64) (io.Writer, error) {
		f, err := os.Create(filepath.Join(dir, name))
		open = append(open, f)
		return f, err
	}, nil)
	for _, f := range open {
		noError(t, f.Close())
	}
	var unreadable *stl.Error
	if err != nil && !errors.As(err, &unreadable) {
		t.Errorf("%s: %v", base, err)
	}
	return r
}
