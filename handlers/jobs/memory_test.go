package jobs

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
)

// A conversion that needs more memory than there is says so, alone.
func TestRunningOutOfMemoryEndsOneConversion(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("the memory of a process is not bounded here")
		return
	}
	f := newFixture(t, Options{Workers: 1, Memory: SmallMemory})
	_, err := f.Convert(t.Context(), f.admit(t, "c"), f.large(t, 2_000_000)) // 400 MB
	if short, ok := errors.AsType[*MemoryError](err); !ok || short.Limit != SmallMemory {
		t.Errorf("error %v", err)
	}
	f.wantFiles(t, 0)
	if _, err := f.Convert(t.Context(), f.admit(t, "c"), f.input()); err != nil {
		t.Error(err)
	}
}

// A small file can need much memory.
func TestAMultiplyingFileRunsOutOfMemoryAlone(t *testing.T) {
	if runtime.GOOS != "linux" || raceMemory > 0 {
		t.Log("the memory of a process is not bounded here, or ends the race detector first")
		return
	}
	f := newFixture(t, Options{Workers: 1, Memory: SmallMemory})
	multiplied := f.input()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range map[string]string{
		"_rels/.rels": `<Relationships><Relationship Target="/a"` +
			` Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
		"a": `<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1"><mesh>` +
			`<vertices>` +
			`<vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles>` +
			strings.Repeat(`<triangle v1="0" v2="1" v3="2"/>`, 1000) + `</triangles></mesh></object></resources><build>` +
			strings.Repeat(`<item objectid="1"/>`, 60_000) + `</build></model>`,
	} {
		part, err := w.Create(name)
		if err == nil {
			_, err = part.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	noError(t, w.Close())
	multiplied.FileName, multiplied.Data = "part.3mf", out.Bytes()
	_, err := f.Convert(t.Context(), f.admit(t, "c"), multiplied)
	if short, ok := errors.AsType[*MemoryError](err); !ok || short.Limit != SmallMemory {
		t.Errorf("error %v", err)
	}
	f.wantFiles(t, 0)
	if _, err := f.Convert(t.Context(), f.admit(t, "c"), f.input()); err != nil {
		t.Error(err)
	}
}

func TestMemoryIsSharedOut(t *testing.T) {
	for _, c := range []struct {
		workers      int
		memory, most int64
		want         int
	}{
		{4, 16 << 30, 16<<30 - 3*SmallMemory, 4},
		{4, 700 << 20, 700<<20 - SmallMemory, 2},
		{4, 100 << 20, SmallMemory, 1},
	} {
		f := newFixture(t, Options{Workers: c.workers, Memory: c.memory})
		if got := cap(f.workers); got != c.want || f.children.most != c.most {
			t.Errorf("of %d bytes: %d children, %d bytes for a large upload", c.memory, got, f.children.most)
		}
	}
	f := newFixture(t, Options{Workers: 1, Memory: 16 << 30})
	for _, c := range []struct {
		begins        string // of a megabyte; "" for an STL file
		largest, want int64  // megabytes
	}{{"", 512, 128 + 6}, {"PK\x03\x04", 512, 128 + 60}, {"\x1f\x8b", 4, 128 + 24}, {"ply\n", 512, 128 + 24}} {
		in := f.large(t, 5000)
		if c.begins != "" {
			noError(t, os.WriteFile(in.Upload.Path(), []byte(c.begins), 0o600))
		}
		in.Options.Largest = c.largest << 20
		if got := f.children.memoryFor(&in); got < (c.want-4)<<20 || got > c.want<<20 {
			t.Errorf("%q takes %d bytes, want %d MB", c.begins, got, c.want)
		}
		in.Files.Discard()
	}
	if all := MachineMemory(); all < 64<<20 || all > 1<<45 {
		t.Errorf("this machine has %d bytes for conversions", all)
	}
}
