package e2e

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
)

// phase is how far an election came before the kill; the phases are in order.
type phase int

const (
	phaseVoting     phase = iota // ACTIVE
	phaseClosed                  // COMPLETED, nothing counted yet
	phaseSealed                  // the seal is on disk, and so is the key
	phaseKeyGone                 // the key is destroyed, the file not compacted
	phaseCompacting              // a compacted copy is being made
	phaseDone                    // it has taken the file's place
)

var phases = []phase{phaseVoting, phaseClosed, phaseSealed, phaseKeyGone, phaseCompacting, phaseDone}

func (p phase) String() string {
	return []string{"voting", "closed", "sealed", "key destroyed", "compacting", "done"}[p]
}

// look finds the phase in the data directory of a dead server, and changes nothing there. In every
// phase that needs the key, the key must be there.
func look(t *testing.T, dir string, id store.ElectionID) phase {
	t.Helper()
	db := must(bolt.Open(filepath.Join(dir, store.FileName), 0o600, &bolt.Options{ReadOnly: true}))(t)
	defer db.Close()
	var record struct {
		Status store.Status `json:"status"`
	}
	sealed, marked := false, false
	noError(t, db.View(func(tx *bolt.Tx) error {
		sealed = tx.Bucket([]byte("results")).Get([]byte(id)) != nil
		marked = tx.Bucket([]byte("meta")).Get([]byte("compact")) != nil
		return json.Unmarshal(tx.Bucket([]byte("elections")).Get([]byte(id)), &record)
	}))
	key := keyStands(filepath.Join(dir, "keys", string(id)+".key"))
	switch {
	case !sealed && !key:
		t.Fatal("the key is destroyed and there is no seal")
	case record.Status == store.Active:
		return phaseVoting
	case !sealed:
		return phaseClosed
	case !marked && key:
		t.Fatal("the file is compacted and the key still stands")
	case !marked:
		return phaseDone
	case key:
		return phaseSealed
	case exists(filepath.Join(dir, store.FileName+".compact")):
		return phaseCompacting
	}
	return phaseKeyGone
}

// keyStands reports whether a key file exists and is not overwritten with zeros.
func keyStands(path string) bool {
	raw, err := os.ReadFile(path)
	return err == nil && slices.ContainsFunc(raw, func(b byte) bool { return b != 0 })
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// written reports whether a write transaction has reached the file since the last call: the number
// of the last one is in the meta pages.
func written(t *testing.T, dir string) func() bool {
	t.Helper()
	const txid = 64 // offset in a meta page
	f := must(os.Open(filepath.Join(dir, store.FileName)))(t)
	t.Cleanup(func() { f.Close() })
	page := os.Getpagesize()
	raw := make([]byte, page+txid+8)
	last := func() uint64 {
		f.ReadAt(raw, 0) // what cannot be read has not been written
		return max(binary.LittleEndian.Uint64(raw[txid:]), binary.LittleEndian.Uint64(raw[page+txid:]))
	}
	before := last()
	return func() bool { return last() > before }
}

// filesIn lists the files below a directory.
func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	noError(t, fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, path)
		}
		return err
	}))
	return all
}
