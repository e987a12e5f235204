package spool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func open(t *testing.T, dir string, opts Options) *Spool {
	t.Helper()
	if opts.Space == nil {
		opts.Space = space(1 << 40)
	}
	s := must(Open(dir, opts))(t)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// space measures a disk of 1 TiB with so many bytes free.
func space(free int64) func(string) (int64, int64, error) {
	return func(string) (int64, int64, error) { return free, 1 << 40, nil }
}

// put writes files of the given extensions and sizes, and keeps them. It returns their base name.
func put(t *testing.T, s *Spool, sizes map[string]int) string {
	t.Helper()
	out := s.Begin()
	write(t, out, sizes)
	must(out.Keep("part"))(t)
	return out.Base()
}

func write(t *testing.T, out *Output, sizes map[string]int) {
	t.Helper()
	for extension, size := range sizes {
		name := out.Base() + extension
		err := out.Create(name, int64(size))
		if err == nil {
			err = os.WriteFile(out.Path(name), bytes.Repeat([]byte{'x'}, size), 0)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries := must(os.ReadDir(dir))(t)
	found := []string{}
	for _, e := range entries {
		found = append(found, e.Name())
	}
	return found
}

func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("the directory holds %v, want %v", got, want)
	}
}

func wantGone(t *testing.T, s *Spool, name string) {
	t.Helper()
	if _, err := s.Open(name, false); !errors.Is(err, ErrNotFound) {
		t.Errorf("opening %s: %v, want ErrNotFound", name, err)
	}
}

func TestFilesAppearWholeAndTogether(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := open(t, dir, Options{})
	out := s.Begin()
	write(t, out, map[string]int{".gltf": 10, ".bin": 2000})
	wantGone(t, s, out.Base()+".gltf")
	wantNames(t, dir, out.Base()+".gltf.part", out.Base()+".bin.part")
	must(out.Keep("part"))(t)
	out.Discard() // as a deferred call does
	wantNames(t, dir, out.Base()+".gltf", out.Base()+".bin")
	d := must(s.Open(out.Base()+".bin", false))(t)
	defer d.Close()
	if data, err := io.ReadAll(d); err != nil || len(data) != 2000 || d.Size != 2000 {
		t.Errorf("read %d bytes of %d: %v", len(data), d.Size, err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory is %v: %v", info.Mode(), err)
	}
	if info, err := os.Stat(filepath.Join(dir, out.Base()+".gltf")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v: %v", info.Mode(), err)
	}
}

// A copy takes the room that it needs, which nobody knows before it is made, and goes with its file.
func TestAPackedCopyBelongsToItsFile(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{Cap: 20_000})
	out := s.Begin()
	write(t, out, map[string]int{".bin": 5000})
	noError(t, out.Create(out.Base()+".bin.gz", 5000))
	noError(t, os.WriteFile(out.Path(out.Base()+".bin.gz"), make([]byte, 70), 0o600))
	must(out.Keep("part"))(t)
	name := out.Base() + ".bin"
	for packed, size := range map[bool]int64{false: 5000, true: 70} {
		d := must(s.Open(name, packed))(t)
		data := must(io.ReadAll(d))(t)
		if d.Packed != packed || d.Size != size || len(data) != int(size) || d.Name != name {
			t.Errorf("packed %v: %s of %d bytes, packed %v, %d bytes read", packed, d.Name, d.Size, d.Packed, len(data))
		}
		noError(t, d.Close())
	}
	if used := s.used; used != 5000+70+2*perFile {
		t.Errorf("%d bytes are counted", used)
	}
	wantGone(t, s, name+".gz")
	s.Remove(name)
	wantNames(t, dir)
	if s.used != 0 || s.pending != 0 {
		t.Errorf("%d bytes are counted, %d of them pending", s.used, s.pending)
	}
}

func TestDownloadsAreOfferedUnderTheUploadersName(t *testing.T) {
	s := open(t, t.TempDir(), Options{})
	base := put(t, s, map[string]int{".gltf": 1, ".bin": 1})
	for name, want := range map[string]string{base + ".gltf": "part.gltf", base + ".bin": base + ".bin"} {
		d := must(s.Open(name, false))(t)
		if d.Title != want {
			t.Errorf("%s is saved as %q, want %q", name, d.Title, want)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestDiscardLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{Cap: 50_000})
	for range 20 { // what is discarded counts no more
		out := s.Begin()
		write(t, out, map[string]int{".gltf": 10, ".bin": 30_000})
		out.Discard()
		out.Discard()
	}
	wantNames(t, dir)
}

// Whoever writes a file may stop before its end, or go on after it. It is refused all the same.
func TestAFileOfAnotherSizeIsNeverKept(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{Cap: 10_000})
	for _, size := range []int{0, 4999, 5001} {
		out := s.Begin()
		name := out.Base() + ".glb"
		noError(t, out.Create(name, 5000))
		noError(t, os.WriteFile(out.Path(name), make([]byte, size), 0))
		if _, err := out.Keep("part"); err == nil {
			t.Errorf("kept with %d bytes", size)
		}
		wantNames(t, dir)
	}
	put(t, s, map[string]int{".glb": 5000}) // there is room again
}

// An upload goes with its conversion, however that ends.
func TestUploadsGoWithTheirConversion(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	for _, kept := range []bool{true, false} {
		out := s.Begin()
		upload := must(out.Upload())(t)
		for range 3 {
			must(upload.Write([]byte("solid ")))(t)
		}
		if got, err := os.ReadFile(upload.Path()); err != nil || string(got) != "solid solid solid " || upload.Size() != 18 {
			t.Errorf("the file holds %q, %d bytes: %v", got, upload.Size(), err)
		}
		write(t, out, map[string]int{".glb": 10})
		if !kept {
			out.Discard()
		} else if _, err := out.Keep("part"); err != nil {
			t.Error(err)
		} else {
			s.Remove(out.Base() + ".glb")
		}
		wantNames(t, dir)
		if s.used != 0 || s.pending != 0 {
			t.Errorf("%d bytes are still counted, %d pending", s.used, s.pending)
		}
	}
}

func TestAFileThatVanishedIsNotKept(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	out := s.Begin()
	write(t, out, map[string]int{".gltf": 1, ".bin": 1})
	noError(t, os.Remove(filepath.Join(dir, out.Base()+".bin.part")))
	if _, err := out.Keep("part"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("kept: %v", err)
	}
	wantNames(t, dir)
}

func TestOnlyOutputNamesAreMade(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	out := s.Begin()
	for _, name := range []string{"", "x.glb", out.Base(), out.Base() + ".stl", out.Base() + ".glb.part",
		"../" + out.Base() + ".glb", s.Begin().Base() + ".glb"} {
		if err := out.Create(name, 1); err == nil {
			t.Errorf("%q was made", name)
		}
	}
	wantNames(t, dir)
}

func TestOpenFindsKeptNamesAlone(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	base := put(t, s, map[string]int{".glb": 3})
	foreign := strings.Repeat("a", baseLength) + ".glb"
	noError(t, os.WriteFile(filepath.Join(dir, foreign), nil, 0o600))
	for _, name := range []string{
		"", ".", "..", "/", base, base + ".", base + ".gltf", base + ".bin", base + ".glb.part", base + ".GLB",
		strings.ToUpper(base) + ".glb", base[1:] + ".glb",
		"x" + base + ".glb", base + ".glb ", base + ".glb\x00", "./" + base + ".glb",
		"../" + filepath.Base(dir) + "/" + base + ".glb", "/etc/passwd",
		foreign, strings.Repeat("a", 100_000), base + ".glb.glb", "a\x00.glb",
	} {
		wantGone(t, s, name)
	}
}

func TestFilesGoWhenTheyExpire(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, dir, Options{TTL: time.Hour})
		ctx, stop := context.WithCancel(t.Context())
		defer synctest.Wait()
		defer stop()
		go s.Run(ctx)
		first := put(t, s, map[string]int{".gltf": 1, ".bin": 1})
		time.Sleep(59 * time.Minute)
		second := put(t, s, map[string]int{".glb": 1})
		wantNames(t, dir, first+".gltf", first+".bin", second+".glb")
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		wantNames(t, dir, second+".glb")
		wantGone(t, s, first+".gltf")
		time.Sleep(time.Hour)
		synctest.Wait()
		wantNames(t, dir)
	})
}

func TestAnExpiredFileIsNotFoundEvenBeforeItIsRemoved(t *testing.T) {
	now := time.Unix(0, 0)
	s := open(t, t.TempDir(), Options{TTL: time.Minute, Now: func() time.Time { return now }})
	base := put(t, s, map[string]int{".glb": 1})
	now = now.Add(time.Minute)
	wantGone(t, s, base+".glb")
}

func TestADownloadIsNotCutOff(t *testing.T) {
	now := time.Unix(0, 0)
	dir := t.TempDir()
	s := open(t, dir, Options{TTL: time.Minute, Cap: 50_000, Now: func() time.Time { return now }})
	base := put(t, s, map[string]int{".glb": 20_000})
	d := must(s.Open(base+".glb", false))(t)
	now = now.Add(time.Hour)
	s.Clean()
	out := s.Begin()
	if err := out.Create(out.Base()+".glb", 30_000); !errors.Is(err, ErrFull) {
		t.Errorf("the room of a file being downloaded was given away: %v", err)
	}
	out.Discard()
	wantNames(t, dir, base+".glb")
	if data, err := io.ReadAll(d); err != nil || len(data) != 20_000 {
		t.Errorf("read %d bytes: %v", len(data), err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	s.Clean()
	wantNames(t, dir)
}

func TestRemovedFilesAreGone(t *testing.T) {
	now := time.Unix(0, 0)
	dir := t.TempDir()
	s := open(t, dir, Options{TTL: time.Minute, Now: func() time.Time { return now }})
	older, removed := put(t, s, map[string]int{".glb": 10}), put(t, s, map[string]int{".gltf": 10, ".bin": 10})
	d := must(s.Open(removed+".bin", false))(t)
	for range 2 { // the second finds nothing new to do
		s.Remove(removed + ".gltf")
		wantGone(t, s, removed+".gltf")
		wantGone(t, s, removed+".bin")
	}
	if data, err := io.ReadAll(d); err != nil || len(data) != 10 {
		t.Errorf("the download under way read %d bytes: %v", len(data), err)
	}
	d.Close()
	s.Clean()
	wantNames(t, dir, older+".glb")
	s.Remove(removed + ".gltf")
	s.Remove("nothing")
	wantNames(t, dir, older+".glb")
}

func TestOpeningRemovesWhatAnEarlierRunLeftAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	base := strings.Repeat("b", baseLength)
	foreign := []string{"notes.txt", "model.glb", base, base + ".stl", base + ".glb.bak", strings.ToUpper(base) + ".glb",
		"x" + base + ".bin", base[1:] + ".gltf"}
	ours := []string{base + ".glb", base + ".gltf", base + ".bin", base + ".glb.part", base + ".bin.part",
		base + ".upload"}
	for _, name := range slices.Concat(foreign, ours) {
		noError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
	}
	folder := strings.Repeat("c", baseLength) + ".glb"
	noError(t, os.Mkdir(filepath.Join(dir, folder), 0o700))
	open(t, dir, Options{})
	wantNames(t, dir, append(foreign, folder)...)
}

func TestConcurrentUse(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{Cap: 200_000})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for n := range 25 {
				out := s.Begin()
				base := out.Base()
				write(t, out, map[string]int{".gltf": n, ".bin": 1000})
				noError(t, out.Create(Packed(base+".bin"), 1000))
				noError(t, os.WriteFile(out.Path(Packed(base+".bin")), make([]byte, 30+n), 0))
				must(out.Keep("part"))(t)
				d, err := s.Open(base+".bin", false)
				if err != nil {
					continue // it had to make room
				}
				if data, err := io.ReadAll(d); err != nil || len(data) != 1000 {
					t.Errorf("read %d bytes: %v", len(data), err)
				}
				d.Close()
			}
		})
	}
	wg.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	var size int64
	for at := s.age.Front(); at != nil; at = at.Next() {
		size += at.Value.(*entry).size
	}
	if size != s.used || s.used > 200_000 {
		t.Errorf("%d bytes counted, %d kept", s.used, size)
	}
	if len(s.kept) != s.age.Len() || len(names(t, dir)) != 3*s.age.Len() {
		t.Errorf("%d kept, %d by age, %d files", len(s.kept), s.age.Len(), len(names(t, dir)))
	}
}

func TestNamesDoNotRepeat(t *testing.T) {
	seen := make(map[string]bool)
	for range 10_000 {
		base := randomBase()
		if _, ok := baseOf(base + ".glb"); !ok || seen[base] {
			t.Fatalf("name %q", base)
		}
		seen[base] = true
	}
}

func TestTitle(t *testing.T) {
	for uploaded, want := range map[string]string{
		"part.stl": "part", "PART.STL": "PART", "a.b.Stl": "a.b", "no extension": "no extension", "": "model",
		".stl": "model", "..": "model", "...stl": "model",
		"../../etc/passwd.stl": "passwd", `C:\models\gear.stl`: "gear", "naïve 部品.stl": "naïve 部品",
		"a\x00b\r\nc.stl": "a_b__c", `q"uo%te;<>.stl`: "q_uo_te;__",
		"\xff\xfe.stl": "model", " . x . .stl": "x", strings.Repeat("é", 500) + ".stl": strings.Repeat("é", 60),
		"\u202egnp.stl": "_gnp",
	} {
		if got := Title(uploaded); got != want {
			t.Errorf("Title(%q) is %q, want %q", uploaded, got, want)
		}
	}
}

func BenchmarkKeep(b *testing.B) {
	for _, parallel := range []int{1, 8} {
		b.Run(fmt.Sprint(parallel), func(b *testing.B) {
			s := must(Open(b.TempDir(), Options{}))(b)
			defer s.Close()
			data := make([]byte, 70_000)
			b.SetParallelism(parallel)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					out := s.Begin()
					name := out.Base() + ".glb"
					err := out.Create(name, int64(len(data)))
					if err == nil {
						err = os.WriteFile(out.Path(name), data, 0)
					}
					if err == nil {
						_, err = out.Keep("part")
					}
					if err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

func TestADirectoryThatSomebodyRemovedIsMadeAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "converted")
	s := open(t, dir, Options{})
	lost := put(t, s, map[string]int{".glb": 10})
	noError(t, os.RemoveAll(dir))
	kept := put(t, s, map[string]int{".glb": 10})
	wantNames(t, dir, kept+".glb")
	if _, err := s.Open(lost+".glb", false); !errors.Is(err, ErrNotFound) {
		t.Errorf("a file of the directory that is gone: %v", err)
	}
}

func TestCloseRemovesTheFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "converted")
	s := must(Open(dir, Options{}))(t)
	put(t, s, map[string]int{".gltf": 1, ".bin": 1})
	noError(t, s.Close())
	wantNames(t, dir)
	noError(t, s.Close())
}

func TestADirectoryThatCannotBeWrittenIsRefusedAtOnce(t *testing.T) {
	dir := "/proc/self/fd"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("needs a directory in which nobody may write, not even root")
	}
	if _, err := Open(dir, Options{}); err == nil {
		t.Error("it was opened")
	}
}
