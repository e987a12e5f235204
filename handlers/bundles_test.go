package handlers

import (
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// counted makes an election that nobody voted in, and counts it.
func counted(t *testing.T, st *store.Store) store.ElectionID {
	t.Helper()
	e := storetest.Election(t, st, "Counted", "Ada", "Grace")
	storetest.Advance(t, st, e.ID, store.Active)
	storetest.Advance(t, st, e.ID, store.Completed)
	if _, err := st.CalculateResults(t.Context(), storetest.Admin, e.ID); err != nil {
		t.Fatal(err)
	}
	return e.ID
}

func TestBundlesAskedForInTurnAreMadeOnce(t *testing.T) {
	st := storetest.New(t, store.Options{})
	var c bundleCache
	ids := []store.ElectionID{counted(t, st), counted(t, st), counted(t, st)}
	first := make(map[store.ElectionID]*byte)
	for range 3 {
		for _, id := range ids {
			b, err := c.get(t.Context(), st, id)
			if err != nil {
				t.Fatal(err)
			}
			if at := &b.zipped[0]; first[id] == nil {
				first[id] = at
			} else if at != first[id] {
				t.Errorf("the bundle of %s was made again", id)
			}
		}
	}
}

func TestBundlesThatAreKeptAreBounded(t *testing.T) {
	var c bundleCache
	keep := func(id store.ElectionID, size int) { c.keep(keptBundle{id: id, zipped: make([]byte, size)}) }
	want := func(ids ...store.ElectionID) {
		t.Helper()
		var got []store.ElectionID
		for _, b := range c.kept {
			got = append(got, b.id)
		}
		if !slices.Equal(got, ids) {
			t.Errorf("kept %v, want %v", got, ids)
		}
	}
	keep("a", maxBundles/2)
	keep("b", maxBundles/2)
	want("b", "a")
	keep("c", 1)
	want("c", "b")
	keep("d", maxBundles+1)
	want("d")
	keep("e", 1)
	want("e")
}
