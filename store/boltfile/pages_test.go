package boltfile

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// pagedFile is a closed file with all kinds of pages: trees of several levels, buckets in buckets,
// values that are longer than a page, and free pages.
func pagedFile(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "pages.db")
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoSync: true, PageSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for round := range 3 {
		update(t, db, func(tx *bolt.Tx) error {
			for b := range 5 {
				outer, err := tx.CreateBucketIfNotExists(fmt.Append(nil, "outer ", b))
				if err != nil {
					return err
				}
				inner, err := outer.CreateBucketIfNotExists([]byte("inner"))
				if err != nil {
					return err
				}
				for n := range 40 << b {
					if err := inner.Put(binary.BigEndian.AppendUint64(nil, uint64(n*7+round)), make([]byte, 20*b+n%50)); err != nil {
						return err
					}
				}
				if err := outer.Put([]byte("long"), make([]byte, 9000*b)); err != nil {
					return err
				}
				small, err := outer.CreateBucketIfNotExists([]byte("small"))
				if err != nil {
					return err
				}
				if err := small.Put([]byte("key"), []byte("value")); err != nil {
					return err
				}
			}
			if round == 1 {
				return tx.DeleteBucket([]byte("outer 3"))
			}
			return nil
		})
	}
	return path
}

func update(tb testing.TB, db *bolt.DB, fn func(*bolt.Tx) error) {
	tb.Helper()
	if err := db.Update(fn); err != nil {
		tb.Fatal(err)
	}
}

func view(tb testing.TB, db *bolt.DB, fn func(*bolt.Tx) error) {
	tb.Helper()
	if err := db.View(fn); err != nil {
		tb.Fatal(err)
	}
}

// damaged writes a copy of a file that change has changed.
func damaged(tb testing.TB, path string, change func([]byte) []byte) string {
	tb.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	copied := filepath.Join(tb.TempDir(), "damaged.db")
	if err := os.WriteFile(copied, change(raw), 0o600); err != nil {
		tb.Fatal(err)
	}
	return copied
}

func TestPagesInOrderAreFoundSo(t *testing.T) {
	path := pagedFile(t)
	if err := errors.Join(checkFile(t.Context(), path), checkStates(path)); err != nil {
		t.Error(err)
	}
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	view(t, db, func(tx *bolt.Tx) error {
		// A snapshot is followed as it is, whatever others commit meanwhile.
		for n := range 3 {
			done := make(chan error)
			go func() {
				done <- db.Update(func(tx *bolt.Tx) error { return tx.DeleteBucket(fmt.Append(nil, "outer ", n)) })
			}()
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		return CheckPages(t.Context(), tx)
	})
}

// Each of these sent bbolt round for minutes, through all memory, or out of the file.
func TestPagesThatLeadAstrayAreReported(t *testing.T) {
	path := pagedFile(t)
	const page = 4096
	// find is where the first page of a kind begins that is in use, by its first two pages.
	find := func(raw []byte, kind uint16) int {
		for at := 2 * page; at < len(raw); at += page {
			id := binary.NativeEndian.Uint64(raw[at:])
			if binary.NativeEndian.Uint16(raw[at+8:]) == kind && id == uint64(at/page) && used(t, path, at/page) {
				return at
			}
		}
		t.Fatalf("there is no page of kind %d", kind)
		return 0
	}
	set16, set32, set64 := binary.NativeEndian.PutUint16, binary.NativeEndian.PutUint32, binary.NativeEndian.PutUint64
	for name, c := range map[string]struct {
		change func(raw []byte)
		want   string
	}{
		"a leaf that goes on for ever": {func(raw []byte) { set32(raw[find(raw, 2)+12:], 0xff000000) }, "goes on for"},
		"a branch that leads to itself": {func(raw []byte) {
			at := find(raw, 1)
			set64(raw[at+16+8:], uint64(at/page))
		}, "used twice"},
		"a branch that leads out":           {func(raw []byte) { set64(raw[find(raw, 1)+16+8:], 1<<60) }, "no such page"},
		"a branch that leads to the states": {func(raw []byte) { set64(raw[find(raw, 1)+16+8:], 1) }, "no such page"},
		"more elements than fit":            {func(raw []byte) { set16(raw[find(raw, 2)+10:], 0xffff) }, "not within it"},
		"values that lie over each other": {func(raw []byte) { // of which a page could have terabytes
			at := find(raw, 2) + 16
			place, key := binary.NativeEndian.Uint32(raw[at+4:]), binary.NativeEndian.Uint32(raw[at+8:])
			set32(raw[at+12:], page-16-place-key)
		}, "not within it"},
		"a key outside of its page": {func(raw []byte) { set32(raw[find(raw, 2)+16+4:], 0xfffffff0) }, "not within it"},
		"a value without an end":    {func(raw []byte) { set32(raw[find(raw, 2)+16+12:], 0xffffffff) }, "not within it"},
		"a page of another kind":    {func(raw []byte) { set16(raw[find(raw, 2)+8:], 0x10) }, "its kind"},
		"a page of two kinds":       {func(raw []byte) { set16(raw[find(raw, 2)+8:], 3) }, "its kind"},
		"a page of another number":  {func(raw []byte) { set64(raw[find(raw, 2):], 3) }, "says that it is page"},
		"a list of free pages without an end": {func(raw []byte) {
			at := find(raw, 0x10)
			set16(raw[at+10:], 0xffff)
			set64(raw[at+16:], 1<<40)
		}, "no room"},
		"a free page that is none": {func(raw []byte) { set64(raw[find(raw, 0x10)+16:], 1<<40) }, "no such page"},
		"no page is free":          {func(raw []byte) { set16(raw[find(raw, 0x10)+10:], 0) }, "neither used nor free"},
	} {
		t.Run(name, func(t *testing.T) {
			copied := damaged(t, path, func(raw []byte) []byte { c.change(raw); return raw })
			if err := checkFile(t.Context(), copied); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	cut := damaged(t, path, func(raw []byte) []byte { return raw[:len(raw)/2] })
	if err := checkFile(t.Context(), cut); !errors.Is(err, errCut) {
		t.Errorf("a file that was cut: %v", err)
	}
	for _, left := range []int{0, 50, page, page + 20} {
		cut := damaged(t, path, func(raw []byte) []byte { return raw[:left] })
		if err := checkFile(t.Context(), cut); !errors.Is(err, errNoDatabase) && !errors.Is(err, errCut) {
			t.Errorf("a file of %d bytes: %v", left, err)
		}
	}
	for _, state := range []int{0, page} {
		copied := damaged(t, path, func(raw []byte) []byte { raw[state+16+40] ^= 1; return raw })
		if err := checkStates(copied); !errors.Is(err, errState) {
			t.Errorf("a damaged state at %d: %v", state, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := checkFile(ended, path); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}

// used reports whether bbolt finds a page in use.
func used(t *testing.T, path string, id int) (found bool) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true, PreLoadFreelist: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	view(t, db, func(tx *bolt.Tx) error {
		info, err := tx.Page(id)
		found = err == nil && info != nil && info.Type != "free"
		return err
	})
	return found
}

// What is found in order, bbolt can read to the last byte.
func TestDamageIsFoundBeforeBboltMeetsIt(t *testing.T) {
	path := pagedFile(t)
	rounds := 300
	if testing.Short() {
		rounds = 100
	}
	found := 0
	for seed := range rounds {
		copied := damaged(t, path, func(raw []byte) []byte { return spoil(rand.New(rand.NewPCG(uint64(seed), 5)), raw) })
		if err := errors.Join(checkFile(t.Context(), copied), checkStates(copied)); err != nil {
			found++
			continue
		}
		if err := readAll(copied); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if found < rounds/3 || found == rounds {
		t.Errorf("%d of %d were found", found, rounds)
	}
}

// spoil changes bytes, clears pages or cuts off the end. Most changes are where pages say what they
// are: bytes of values mean nothing to bbolt.
func spoil(r *rand.Rand, raw []byte) []byte {
	const page = 4096
	switch r.IntN(8) {
	case 0:
		return raw[:r.IntN(len(raw))]
	case 1:
		clear(raw[page*r.IntN(len(raw)/page):][:page])
	default:
		for range 1 + r.IntN(3) {
			at := page * r.IntN(len(raw)/page)
			raw[at+r.IntN(200)] = byte(r.Uint32())
		}
	}
	return raw
}

// readAll reads every page of a file as bbolt does.
func readAll(path string) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	return db.View(func(tx *bolt.Tx) error {
		var all []error
		for err := range tx.Check() {
			all = append(all, err)
		}
		if _, err := tx.WriteTo(io.Discard); err != nil {
			all = append(all, err)
		}
		return errors.Join(all...)
	})
}
