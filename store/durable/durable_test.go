package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"ostrakon/store/durable"
)

// ways are the two ways to write the file path.
func ways(path string) map[string]func(func(*os.File) error) error {
	return map[string]func(func(*os.File) error) error{
		"Write":    func(write func(*os.File) error) error { return durable.Write(path, write) },
		"WriteVia": func(write func(*os.File) error) error { return writeVia(path, write) },
	}
}

// writeVia writes the file path through path.tmp.
func writeVia(path string, write func(*os.File) error) error {
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	return durable.WriteVia(dir, filepath.Base(path)+".tmp", filepath.Base(path), write)
}

// names lists the files of a directory.
func names(tb testing.TB, dir string) []string {
	tb.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		tb.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func put(text string) func(*os.File) error {
	return func(f *os.File) error {
		_, err := f.WriteString(text)
		return err
	}
}

func TestWriteMakesAndReplacesAFile(t *testing.T) {
	for name := range ways("") {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			write := ways(path)[name]
			for _, text := range []string{"the first, which is longer", "the second"} {
				if err := write(put(text)); err != nil {
					t.Fatal(err)
				}
				if got, err := os.ReadFile(path); err != nil || string(got) != text {
					t.Errorf("the file holds %q, %v; want %q", got, err, text)
				}
			}
			info, err := os.Stat(path)
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
			if all := names(t, filepath.Dir(path)); len(all) != 1 {
				t.Errorf("the directory holds %q", all)
			}
		})
	}
}

func TestFileHasItsNameOnlyWhenItIsWhole(t *testing.T) {
	for name := range ways("") {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			err := ways(path)[name](func(f *os.File) error {
				if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("while it is written: %v", err)
				}
				if filepath.Dir(f.Name()) != filepath.Dir(path) {
					t.Errorf("%s is in another directory, perhaps on another disk", f.Name())
				}
				return put("whole")(f)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestFailureLeavesThePathAsItWas(t *testing.T) {
	broken := errors.New("broken off")
	for name := range ways("") {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			if err := durable.Write(path, put("old")); err != nil {
				t.Fatal(err)
			}
			err := ways(path)[name](func(f *os.File) error { return errors.Join(put("new")(f), broken) })
			if !errors.Is(err, broken) {
				t.Errorf("error %v", err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != "old" {
				t.Errorf("the file holds %q, %v", got, err)
			}
			if all := names(t, filepath.Dir(path)); len(all) != 1 {
				t.Errorf("the directory holds %q", all)
			}
		})
	}
}

func TestWriteViaReplacesWhatACrashLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path+".tmp", []byte("half of a much longer file"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeVia(path, put("whole")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "whole" {
		t.Errorf("the file holds %q, %v", got, err)
	}
}

func TestNamesStayInTheDirectory(t *testing.T) {
	dir, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	for tmp, name := range map[string]string{"../outside.tmp": "file", "file.tmp": "../outside"} {
		if err := durable.WriteVia(dir, tmp, name, put("text")); err == nil {
			t.Errorf("%s and %s were written", tmp, name)
		}
	}
	if all := names(t, filepath.Dir(dir.Name())); len(all) != 1 {
		t.Errorf("beside the directory: %q", all)
	}
}

func TestMakeDir(t *testing.T) {
	above := t.TempDir()
	path := filepath.Join(above, "one", "two")
	for range 2 { // the second time it is there
		if err := durable.MakeDir(path); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{path, filepath.Dir(path)} {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", dir, info, err)
		}
	}
	file := filepath.Join(above, "file")
	if err := durable.Write(file, put("text")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below")} {
		if err := durable.MakeDir(path); err == nil {
			t.Errorf("%s was made", path)
		}
	}
}

func TestWithoutADirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "file")
	for name, write := range ways(path) {
		if err := write(put("text")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := durable.Rename(path, path+"2"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Rename: %v", err)
	}
}
