package handlers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"sync"

	"ostrakon/handlers/rest"
	"ostrakon/store"
)

// boardBundle serves everything that is public of a counted election, as one zip file.
func (s *Server) boardBundle(w http.ResponseWriter, r *request) error {
	b, err := s.bundles.get(r.Context(), s.store, r.election)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", `attachment; filename="ostrakon-`+string(r.election)+`.zip"`)
	h.Set("Cache-Control", askAgain)
	return rest.RespondRanges(w, r.Request, b.sha256, int64(len(b.zipped)), bytes.NewReader(b.zipped))
}

// maxBundles bounds the bundles that are kept, in bytes: two of 100,000 ballots. A larger one is kept alone.
const maxBundles = 32 << 20

// bundleCache keeps the bundles that were last asked for, and makes one at a time: it is a lot of work to make, and
// anyone may ask for it.
type bundleCache struct {
	mu   sync.Mutex
	kept []keptBundle // the one that was asked for last comes first
}

// keptBundle is a bundle. Nothing in it changes but its checkpoint, which witnesses cosign, and the second counts.
type keptBundle struct {
	id         store.ElectionID
	checkpoint []byte
	recounts   int
	zipped     []byte
	sha256     string
}

// get returns the bundle of an election as it is now.
func (c *bundleCache) get(ctx context.Context, st *store.Store, id store.ElectionID) (keptBundle, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.kept, func(b keptBundle) bool { return b.id == id })
	if at >= 0 {
		b := c.kept[at]
		if same, err := b.holds(ctx, st); err != nil || same {
			c.kept = slices.Insert(slices.Delete(c.kept, at, at+1), 0, b)
			return b, err
		}
		c.kept = slices.Delete(c.kept, at, at+1)
	}
	b, err := makeBundle(ctx, st, id)
	if err == nil {
		c.keep(b)
	}
	return b, err
}

// holds reports whether the bundle that is made now would be the same.
func (b keptBundle) holds(ctx context.Context, st *store.Store) (bool, error) {
	newest, err := st.Checkpoint(ctx, b.id)
	if err != nil {
		return false, err
	}
	e, err := st.Election(ctx, b.id)
	return bytes.Equal(newest, b.checkpoint) && len(e.Recounts) == b.recounts, err
}

// keep keeps a bundle, and lets those go for which there is no room beside it.
func (c *bundleCache) keep(b keptBundle) {
	c.kept = slices.Insert(c.kept, 0, b)
	size := 0
	for i, b := range c.kept {
		if size += len(b.zipped); size > maxBundles && i > 0 {
			clear(c.kept[i:])
			c.kept = c.kept[:i]
			return
		}
	}
}

// makeBundle makes the bundle of an election.
func makeBundle(ctx context.Context, st *store.Store, id store.ElectionID) (keptBundle, error) {
	b, err := st.Bundle(ctx, id)
	if err != nil {
		return keptBundle{}, err
	}
	var zipped bytes.Buffer
	proof := len(b.Proof)
	if proof > 0 { // up to hundreds of megabytes; the rest is small beside it
		zipped.Grow(proof + proof/16 + 1<<20)
	}
	if err := b.Write(&zipped); err != nil {
		return keptBundle{}, err
	}
	sum, kept := sha256.Sum256(zipped.Bytes()), zipped.Bytes()
	if proof == 0 {
		kept = bytes.Clone(kept) // without the room that the buffer has left
	}
	return keptBundle{id, b.Checkpoint, len(b.Recounts), kept, hex.EncodeToString(sum[:])}, nil
}
