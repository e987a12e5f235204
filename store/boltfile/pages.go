package boltfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// bbolt trusts what the pages of a file say: where they lead, and how long they are. One wrong byte can send it round
// in circles, through all memory, or beyond the end of the file, where the kernel ends the process. So pages are
// followed here first, by ordinary reads, each page once at most, and no page outside of the file.

// maxPageErrors is the most that is reported: one bad page can cause millions.
const maxPageErrors = 100

// maxDepth bounds how deep trees, with the buckets in buckets, may be. A tree of 2^40 pages is not as deep.
const maxDepth = 64

// checkFile follows the pages of a file that nobody writes to. It returns what is wrong, joined, or nil. An error of
// ctx ends it early. What it reads is bounded by the size of the file, and it keeps a bit for each page.
func checkFile(ctx context.Context, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	newest, err := newestMeta(f)
	if err != nil {
		return err
	}
	return checkState(ctx, f, newest)
}

// errState means that one of the two meta pages is damaged: the file works, but may lack its last change.
var errState = errors.New("the page of a state is damaged, and the last change may be lost")

// checkStates checks the pages of both states, in a file that nobody writes to.
func checkStates(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	metas, err := readMetas(f)
	if err == nil && !(metas[0].valid && metas[0].whole && metas[1].valid && metas[1].whole) {
		err = errState
	}
	return err
}

// CheckPages follows a snapshot's pages, but no free pages after two later commits. Errors: ErrDamaged.
func CheckPages(ctx context.Context, tx *bolt.Tx) error {
	return damage(filepath.Base(tx.DB().Path()), checkPages(ctx, tx))
}

func checkPages(ctx context.Context, tx *bolt.Tx) error {
	f, err := os.Open(tx.DB().Path())
	if err != nil {
		return err
	}
	defer f.Close()
	metas, err := readMetas(f)
	if err != nil {
		return err
	}
	size := int64(tx.DB().Info().PageSize)
	state := meta{pageSize: size, high: uint64(tx.Size() / size), freelist: noFreelist}
	state.root = uint64(tx.Cursor().Bucket().Root())
	for _, m := range metas {
		if m.valid && m.txid == uint64(tx.ID()) {
			state.freelist = m.freelist
		}
	}
	return checkState(ctx, f, state)
}

// errCut means that a file ends before the pages that it should have.
var errCut = errors.New("the file was cut off")

func checkState(ctx context.Context, f *os.File, at meta) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if has := uint64(info.Size() / at.pageSize); has < at.high {
		return fmt.Errorf("%w: it has %d of its %d pages", errCut, has, at.high)
	}
	w := &pageWalk{ctx: ctx, page: pageReader{file: f, size: at.pageSize}, meta: at, seen: make([]uint64, at.high/64+1)}
	w.free()
	free := len(w.wrong) == 0 && at.freelist != noFreelist
	w.tree(at.root, nil, nil, 0)
	if err := ctx.Err(); err != nil {
		return err // what was not reached is not wrong
	}
	if free && len(w.wrong) == 0 {
		for id := uint64(2); id < w.high; id++ {
			if w.seen[id/64]&(1<<(id%64)) == 0 {
				w.reportf("page %d: it is neither used nor free", id)
			}
		}
	}
	return errors.Join(w.wrong...)
}

// pageWalk follows the pages of one state of a file.
type pageWalk struct {
	meta
	ctx   context.Context
	page  pageReader
	seen  []uint64 // a bit for each page that is used or free
	wrong []error
}

func (w *pageWalk) reportf(format string, args ...any) {
	if len(w.wrong) < maxPageErrors {
		w.wrong = append(w.wrong, fmt.Errorf(format, args...))
	}
}

// open turns to a page, which must be of one of the kinds. It reports whether the page may be read.
func (w *pageWalk) open(id uint64, kinds uint16) (h pageHeader, ok bool) {
	if w.ctx.Err() != nil || len(w.wrong) == maxPageErrors {
		return h, false
	}
	if id < 2 || id >= w.high {
		w.reportf("page %d: there is no such page among %d", id, w.high)
		return h, false
	}
	h, err := w.page.turn(id)
	switch {
	case err != nil:
		w.reportf("page %d: %w", id, err)
	case h.id != id:
		w.reportf("page %d: it says that it is page %d", id, h.id)
	case h.kind&kinds == 0 || h.kind&(h.kind-1) != 0:
		w.reportf("page %d: its kind is %#x", id, h.kind)
	case h.overflow >= w.high-id:
		w.reportf("page %d: it says that it goes on for %d pages, and only %d follow", id, h.overflow, w.high-id-1)
	default:
		for n := range h.overflow + 1 {
			if !w.see(id + n) {
				return h, false
			}
		}
		return h, true
	}
	return h, false
}

// see notes that a page is used or free, which it can be once.
func (w *pageWalk) see(id uint64) bool {
	at, bit := &w.seen[id/64], uint64(1)<<(id%64)
	if *at&bit != 0 {
		w.reportf("page %d: it is used twice, or used and free", id)
		return false
	}
	*at |= bit
	return true
}

// free notes the free pages.
func (w *pageWalk) free() {
	if w.freelist == noFreelist {
		return
	}
	h, ok := w.open(w.freelist, kindFreelist)
	if !ok {
		return
	}
	count, begin := uint64(h.count), int64(headerSize)
	if h.count == countBeside {
		raw, err := w.page.read(begin, 8)
		if err != nil {
			w.reportf("page %d: %w", w.freelist, err)
			return
		}
		count, begin = native.Uint64(raw), begin+8
	}
	if count > uint64(w.page.length-begin)/8 {
		w.reportf("page %d: it says that %d pages are free, and has no room for so many", w.freelist, count)
		return
	}
	for n := range int64(count) {
		raw, err := w.page.read(begin+8*n, 8)
		if err != nil {
			w.reportf("page %d: %w", w.freelist, err)
			return
		}
		if id := native.Uint64(raw); id < 2 || id >= w.high {
			w.reportf("page %d: page %d is free, and there is no such page among %d", w.freelist, id, w.high)
		} else {
			w.see(id)
		}
		if len(w.wrong) == maxPageErrors {
			return
		}
	}
}

// tree follows a tree whose keys are from low up to, not including, high. nil means that there is no bound.
func (w *pageWalk) tree(id uint64, low, high []byte, depth int) {
	h, ok := w.open(id, kindBranch|kindLeaf)
	if !ok {
		return
	}
	if depth == maxDepth {
		w.reportf("page %d: it is %d pages below the first", id, depth)
		return
	}
	entries, err := w.page.entries(h)
	if err != nil {
		w.reportf("page %d: %w", id, err)
		return
	}
	if len(entries) == 0 && h.kind == kindBranch {
		w.reportf("page %d: it leads nowhere", id)
	}
	for i, e := range entries {
		var before []byte
		if i > 0 {
			before = entries[i-1].key
		}
		if bytes.Compare(e.key, low) < 0 || high != nil && bytes.Compare(e.key, high) >= 0 ||
			i > 0 && bytes.Compare(e.key, before) <= 0 {
			w.reportf("page %d: its key %d is out of order", id, i)
			return
		}
	}
	for i, e := range entries {
		switch {
		case h.kind == kindBranch && i+1 < len(entries):
			w.tree(e.child, e.key, entries[i+1].key, depth+1)
		case h.kind == kindBranch:
			w.tree(e.child, e.key, high, depth+1)
		case e.child != 0:
			w.tree(e.child, nil, nil, depth+1)
		}
	}
}

// rewriteStates writes both meta pages again, as they are read, and syncs the file: after a failed sync the kernel may
// never write such pages. Nobody else writes to the file meanwhile.
func rewriteStates(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	metas, err := readMetas(f)
	if err == nil {
		size := metas[0].pageSize
		if !metas[0].valid {
			size = metas[1].pageSize
		}
		raw := make([]byte, 2*size)
		if _, err = f.ReadAt(raw, 0); err == nil {
			_, err = f.WriteAt(raw, 0)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
