package keyring

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"ostrakon/store/durable"
)

// secretLen is the length of the secrets that GetOrMake makes, in bytes.
const secretLen = 32

// ErrMissing means that there is no secret of that name.
var ErrMissing = errors.New("key file is missing")

// ErrDamaged means that a key file has another length than its secret. A shorter secret could be guessed.
var ErrDamaged = errors.New("key file is damaged")

// Ring is a directory of secrets. Its methods are safe for concurrent use on different names.
type Ring struct {
	root *os.Root
}

// Open opens the directory, and makes it (0700) if need be.
func Open(dir string) (*Ring, error) {
	if err := durable.MakeDir(dir); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Ring{root: root}, nil
}

// Close releases the directory.
func (r *Ring) Close() error { return r.root.Close() }

// Get reads the secret of a name, which has size bytes. The caller clears it after use. Errors: ErrMissing, ErrDamaged.
func (r *Ring) Get(name string, size int) ([]byte, error) {
	secret, err := r.root.ReadFile(FileName(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", FileName(name), ErrMissing)
	}
	if err != nil {
		return nil, err
	}
	if len(secret) != size {
		defer clear(secret)
		return nil, fmt.Errorf("%s: %d bytes, want %d: %w", FileName(name), len(secret), size, ErrDamaged)
	}
	return secret, nil
}

// Has reports whether there is a secret of a name.
func (r *Ring) Has(name string) bool {
	_, err := r.root.Stat(FileName(name))
	return err == nil
}

// GetOrMake reads the secret of a name, or draws and keeps 32 random bytes. Errors: ErrDamaged.
func (r *Ring) GetOrMake(name string) ([]byte, error) {
	secret, err := r.Get(name, secretLen)
	if !errors.Is(err, ErrMissing) {
		return secret, err
	}
	secret = make([]byte, secretLen)
	rand.Read(secret)
	return secret, r.Put(name, secret)
}

// Put keeps a secret under a name, in place of any other. When it returns nil, the secret survives a power cut.
func (r *Ring) Put(name string, secret []byte) error {
	return durable.WriteVia(r.root, FileName(name)+unfinished, FileName(name), func(f *os.File) error {
		_, err := f.Write(secret)
		return err
	})
}

// Destroy overwrites and removes a secret, if there is one. The file system or disk may keep old blocks.
func (r *Ring) Destroy(name string) error {
	// A crash during Put may have left the secret under the other name too.
	for _, path := range []string{FileName(name) + unfinished, FileName(name)} {
		if err := r.overwrite(path); err != nil {
			return err
		}
		if err := r.root.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return durable.SyncDir(r.root)
}

// overwrite replaces the bytes of a file on the disk by zeros, if there is a file.
func (r *Ring) overwrite(path string) error {
	f, err := r.root.OpenFile(path, os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.Write(make([]byte, info.Size()))
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// ErrDifferent means that there is already another secret of that name.
var ErrDifferent = errors.New("there is another key of this name already")

// Adopt keeps a backup's secret under its file name. Errors: ErrDifferent, ErrMissing for no key file's name.
func (r *Ring) Adopt(filename string, secret []byte) error {
	name, ok := strings.CutSuffix(filename, suffix)
	if !ok || name == "" || strings.ContainsAny(name, "/\\.") {
		return fmt.Errorf("%q: %w", filename, ErrMissing)
	}
	have, err := r.root.ReadFile(filename)
	defer clear(have)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r.Put(name, secret)
	case err == nil && !bytes.Equal(have, secret):
		return fmt.Errorf("%s: %w", filename, ErrDifferent)
	}
	return err
}

// All adds every secret to a map, by file name. Secrets that are in the map already stay.
func (r *Ring) All(to map[string][]byte) error {
	entries, err := fs.ReadDir(r.root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if _, have := to[e.Name()]; have || !strings.HasSuffix(e.Name(), suffix) {
			continue
		}
		secret, err := r.root.ReadFile(e.Name())
		if errors.Is(err, fs.ErrNotExist) {
			continue // destroyed a moment ago
		}
		if err != nil {
			return err
		}
		to[e.Name()] = secret
	}
	return nil
}

// suffix ends the name of every key file.
const suffix = ".key"

// unfinished ends the name of a key file that is not complete yet.
const unfinished = ".tmp"

// FileName is the name of the file with the secret of a name.
func FileName(name string) string { return name + suffix }
