package witness

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ostrakon/store/ballotbox"
	"ostrakon/store/durable"
)

// Dir is a witness's memory: a file for each election, and the proofs of alarms. One process uses it at a time.
type Dir string

const sightSuffix = ".json"

func (d Dir) sight(election string) string { return filepath.Join(string(d), election+sightSuffix) }

// Open makes the directory, if it is not there.
func (d Dir) Open() error { return durable.MakeDir(string(d)) }

// Load reads what the witness remembers of an election: the zero Sight if that is nothing.
func (d Dir) Load(election string) (Sight, error) {
	var s Sight
	if err := ballotbox.ParseID(election); err != nil {
		return s, err
	}
	raw, err := os.ReadFile(d.sight(election))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(raw, &s); err != nil || s.Manifest == nil || s.Checkpoint == nil {
		return s, fmt.Errorf("%s is not what a witness wrote", d.sight(election))
	}
	return s, nil
}

// Save remembers what the witness saw of an election. When it returns nil, that survives a power cut.
func (d Dir) Save(election string, s Sight) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return write(d.sight(election), raw)
}

func write(path string, raw []byte) error {
	return durable.Write(path, func(f *os.File) error {
		_, err := f.Write(raw)
		return err
	})
}

// Elections are the ids of the elections that the witness remembers.
func (d Dir) Elections() ([]string, error) {
	entries, err := os.ReadDir(string(d))
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), sightSuffix); ok && ballotbox.ParseID(id) == nil {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// maxKept bounds the proofs kept of an election: a server can sign many logs, and one proof is enough.
const maxKept = 20

// Keep keeps both sides of an alarm in a directory, and returns its path. known: it, or enough others, were there.
func (d Dir) Keep(a *Alarm) (path string, known bool, err error) {
	of := sha256.Sum256(slices.Concat(a.Now.Manifest, []byte(ballotbox.NoteText(a.Now.Checkpoint))))
	prefix := filepath.Join(string(d), "proof-"+a.Election+"-")
	path = fmt.Sprintf("%s%x", prefix, of[:6])
	const last = "alarm.txt"
	if _, err := os.Stat(filepath.Join(path, last)); err == nil {
		return path, true, nil
	}
	if kept, err := filepath.Glob(prefix + "*"); err != nil || len(kept) >= maxKept {
		return prefix + "*", true, err
	}
	if err := durable.MakeDir(path); err != nil {
		return path, false, err
	}
	for _, f := range []struct {
		name string
		raw  []byte
	}{
		{"manifest-before.json", a.Was.Manifest}, {"checkpoint-before.txt", a.Was.Checkpoint},
		{"manifest-now.json", a.Now.Manifest}, {"checkpoint-now.txt", a.Now.Checkpoint},
		{last, []byte(a.Error() + "\n")},
	} {
		if f.raw == nil {
			continue
		}
		if err := write(filepath.Join(path, f.name), f.raw); err != nil {
			return path, false, err
		}
	}
	return path, false, nil
}
