package keyring

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// secretLen is the length of every secret, in bytes.
const secretLen = 32

// ErrMissing means that the ring has no secret of the name asked for.
var ErrMissing = errors.New("key file is missing")

// ErrDamaged means that a key file does not hold 32 bytes. A shorter secret
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

// Get reads the secret of a name, 32 bytes. Errors: ErrMissing, ErrDamaged.
func (r *Ring) Get(name string) ([]byte, error) {
	secret, err := r.root.ReadFile(file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", file(name), ErrMissing)
	}
	if err != nil {
		return nil, err
	}
	if len(secret) != secretLen {
		return nil, fmt.Errorf("%s: %d bytes, want %d: %w", file(name), len(secret), secretLen, ErrDamaged)
	}
	return secret, nil
}

// GetOrMake reads the secret of a name, or draws and keeps 32 random bytes. Errors: ErrDamaged.
func (r *Ring) GetOrMake(name string) ([]byte, error) {
	secret, err := r.Get(name)
	if !errors.Is(err, ErrMissing) {
		return secret, err
	}
	secret = make([]byte, secretLen)
	rand.Read(secret)
	return secret, r.Put(name, secret)
}

// Put keeps a secret under a name, replacing any. When it returns nil the
// secret survives a power cut: the file is synced before it takes its name,
// and the directory after.
func (r *Ring) Put(name string, secret []byte) error {
	tmp := file(name) + ".tmp"
	f, err := r.root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(secret)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = r.root.Rename(tmp, file(name))
	}
	if err == nil {
		err = r.sync()
	}
	return err
}

// Remove forgets a secret; a name that is not there is no error.
func (r *Ring) Remove(name string) error {
	if err := r.root.Remove(file(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return r.sync()
}

// sync makes a rename or removal durable. Windows has no sync of directories.
func (r *Ring) sync() error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := r.root.Open(".")
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

func file(name string) string { return name + ".key" }
