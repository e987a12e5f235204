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

// ErrMissing means that the ring has no secret of the name asked for.
var ErrMissing = errors.New("key file is missing")

// ErrDamaged means that a key file has not the length of its secret. A shorter secret
// would sign and seal all the same, for anyone to guess.
var ErrDamaged = errors.New("key file is damaged")

// Ring is a directory of secrets. Its methods are safe for concurrent use on different names.
type Ring struct {
	root *os.Root
}

// Open opens the directory, making it (0700) if need be.
func Open(dir string) (*Ring, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
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

// Get reads the secret of a name, of size bytes. Errors: ErrMissing, ErrDamaged.
func (r *Ring) Get(name string, size int) ([]byte, error) {
	secret, err := r.root.ReadFile(FileName(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", FileName(name), ErrMissing)
	}
	if err != nil {
		return nil, err
	}
	if len(secret) != size {
		return nil, fmt.Errorf("%s: %d bytes, want %d: %w", FileName(name), len(secret), size, ErrDamaged)
	}
	return secret, nil
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

// Put keeps a secret under a name, replacing any. When it returns nil the secret survives a power cut.
func (r *Ring) Put(name string, secret []byte) error {
	return durable.WriteVia(r.root, FileName(name)+unfinished, FileName(name), func(f *os.File) error {
		_, err := f.Write(secret)
		return err
	})
}

// Destroy overwrites a secret and removes it; a name that is not there is no
// error. A file system or disk that keeps old blocks may keep the old bytes.
func (r *Ring) Destroy(name string) error {
	// A crash while the secret was being put may have left it under the other name too.
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

// overwrite replaces the bytes of a file, if there is one, by zeros on the disk.
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

// ErrDifferent means that there is another secret under a name already.
var ErrDifferent = errors.New("there is another key of this name already")

// Adopt keeps a secret from a backup under its file name. One that is there
// already must be the same. Errors: ErrDifferent, ErrMissing for a name that is no key file's.
func (r *Ring) Adopt(filename string, secret []byte) error {
	name, ok := strings.CutSuffix(filename, suffix)
	if !ok || name == "" || strings.ContainsAny(name, "/\\.") {
		return fmt.Errorf("%q: %w", filename, ErrMissing)
	}
	have, err := r.root.ReadFile(filename)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r.Put(name, secret)
	case err == nil && !bytes.Equal(have, secret):
		return fmt.Errorf("%s: %w", filename, ErrDifferent)
	}
	return err
}

// All adds every secret to a map by its file name; one that is in it already stays.
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

// unfinished ends the name of a key file until it is whole.
const unfinished = ".tmp"

// FileName is the name of the file that keeps the secret of a name.
func FileName(name string) string { return name + suffix }
