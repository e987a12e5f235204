package command_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers/command"
)

const wedge = `solid wedge
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 0 20 0
vertex 10 0 0
endloop
endfacet
endsolid wedge
`

// convert runs the command and returns its output.
func convert(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, log strings.Builder
	err = command.Convert(t.Context(), &command.App{Stdout: &out, Stderr: &log}, args)
	return out.String(), log.String(), err
}

func TestConversionIsToldInALine(t *testing.T) {
	in := filepath.Join(t.TempDir(), "wedge.stl")
	write(t, in, wedge)
	stdout, _, err := convert(t, "-method", "custom", in)
	line := regexp.MustCompile(`^.*wedge\.stl -> .*wedge\.gltf: 1 facets, 3 vertices, 0\.1 kB to 0\.\d kB in [\d.]+ ms\n$`)
	if err != nil || !line.MatchString(stdout) {
		t.Errorf("%q, %v", stdout, err)
	}
}

// The output of a file that is called just .stl still gets a name.
func TestAFileWithoutANameIsConverted(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".stl"), wedge)
	if _, stderr, err := convert(t, filepath.Join(dir, ".stl"), "-method", "custom-glb"); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "model.glb")); err != nil {
		t.Error(err)
	}
}

// A sparse file may be larger than any memory. That is an error like others: the program and the
// other conversions go on.
func TestAFileBeyondAllMemoryIsRefused(t *testing.T) {
	dir := t.TempDir()
	huge, small := filepath.Join(dir, "huge.stl"), filepath.Join(dir, "small.stl")
	write(t, huge, "")
	write(t, small, wedge)
	noError(t, os.Truncate(huge, 3<<40))
	stdout, stderr, err := convert(t, huge, small)
	if err == nil || !strings.Contains(stderr, "3298534883328 bytes") {
		t.Errorf("%v: %s", err, stderr)
	}
	if !strings.Contains(stdout, "small.gltf") {
		t.Errorf("the other file was not converted: %q", stdout)
	}
}

func TestAnOptionThatDoesNotBelongIsNamedWithWhatItBelongsTo(t *testing.T) {
	in := filepath.Join(t.TempDir(), "wedge.stl")
	write(t, in, wedge)
	_, _, err := convert(t, in, "-method", "custom", "-level", "compact")
	if err == nil || err.Error() != `option "level": This goes only with the method custom-glb.` {
		t.Errorf("%v", err)
	}
}

// The directory of the outputs need not be there, whether one file goes into it or several.
func TestOutputDirectoryIsMade(t *testing.T) {
	dir := t.TempDir()
	models := filepath.Join(dir, "models")
	noError(t, os.Mkdir(models, 0o777))
	one, two := filepath.Join(models, "one.stl"), filepath.Join(models, "two.stl")
	for _, c := range []struct {
		name   string
		add    string
		inputs []string
		want   []string
	}{
		{"a directory of one file", one, []string{models}, []string{"one.glb"}},
		{"a directory of two files", two, []string{models}, []string{"one.glb", "two.glb"}},
		{"two files", two, []string{one, two}, []string{"one.glb", "two.glb"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			write(t, c.add, wedge)
			out := filepath.Join(t.TempDir(), "not", "there")
			if _, stderr, err := convert(t, append(c.inputs, "-o", out, "-method", "custom-glb")...); err != nil {
				t.Fatalf("%v: %s", err, stderr)
			}
			made := must(os.ReadDir(out))(t)
			var names []string
			for _, file := range made {
				names = append(names, file.Name())
			}
			if !slices.Equal(names, c.want) {
				t.Errorf("%q, want %q", names, c.want)
			}
		})
	}
}

func TestOutputThatCannotHoldSeveralFilesIsRefused(t *testing.T) {
	dir := t.TempDir()
	one, two, file := filepath.Join(dir, "one.stl"), filepath.Join(dir, "two.stl"), filepath.Join(dir, "file")
	for _, name := range []string{one, two, file} {
		write(t, name, wedge)
	}
	for _, out := range []string{filepath.Join(dir, "all.glb"), file, "-"} {
		_, _, err := convert(t, one, two, "-o", out, "-method", "custom-glb")
		if err == nil || !strings.Contains(err.Error(), "-o must be a directory") {
			t.Errorf("%s: %v", out, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "all.glb")); err == nil {
		t.Error("a directory was made for a usage that was refused")
	}
}

// A USDZ file is one file of any method, and the name of the output may ask for it.
func TestUSDZIsAskedForByOptionOrName(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "wedge.stl")
	write(t, in, wedge)
	for _, c := range []struct {
		arguments []string
		out       string // on the disk; "" is standard output
	}{
		{[]string{"-as", "usdz"}, "wedge.usdz"},
		{[]string{"-o", filepath.Join(dir, "named.usdz")}, "named.usdz"},
		{[]string{"-o", filepath.Join(dir, "custom.usdz"), "-method", "custom"}, "custom.usdz"},
		{[]string{"-o", "-", "-as", "usdz", "-method", "meshlib"}, ""},
	} {
		stdout, stderr, err := convert(t, append([]string{in}, c.arguments...)...)
		content := []byte(stdout)
		if c.out != "" {
			content, _ = os.ReadFile(filepath.Join(dir, c.out))
		}
		if err != nil || !strings.HasPrefix(string(content), "PK") {
			t.Errorf("%q: %v: %s", c.arguments, err, stderr)
		}
	}
	if _, _, err := convert(t, in, "-as", "usdz", "-o", filepath.Join(dir, "wedge.glb")); err == nil {
		t.Error("a USDZ file was called .glb")
	}
}

// A directory means its 3MF files too, which come with a unit of their own.
func TestThreeMFFilesAreConvertedAndInspected(t *testing.T) {
	dir := t.TempDir()
	drawer := must(os.ReadFile("../../convert/testdata/drawer.3mf"))(t)
	write(t, filepath.Join(dir, "drawer.3mf"), string(drawer))
	write(t, filepath.Join(dir, "wedge.stl"), wedge)
	stdout, stderr, err := convert(t, "-level", "compact", dir)
	if err != nil || !strings.Contains(stdout, "drawer.glb: 36 facets") ||
		!strings.Contains(stdout, "wedge.glb: 1 facet") ||
		!strings.Contains(stderr, "drawer.3mf: warning: 1 object of a type other than model") {
		t.Errorf("%q, %q, %v", stdout, stderr, err)
	}
	for unit, says := range map[string]string{"": "drawer.3mf: 36 facets, 3 solids, 2.5 x 4 x 1 in\n",
		"mm": "2.5 x 4 x 1 mm\n"} {
		var out, log strings.Builder
		err := command.Inspect(t.Context(), &command.App{Stdout: &out, Stderr: &log}, []string{"-unit", unit, dir})
		if err != nil || !strings.Contains(out.String(), says) ||
			!strings.Contains(out.String(), "wedge.stl: 1 facet, 1 solid, 10 x 20 x 0 mm\n") {
			t.Errorf("%q, %q, %v", out.String(), log.String(), err)
		}
	}
}
