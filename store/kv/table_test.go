package kv_test

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// thing is a record with a label that only it has, and a colour that it shares.
type thing struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Colour string `json:"colour"`
}

var errTaken = errors.New("the label is taken")

var (
	bucketThings   = []byte("things")
	bucketByLabel  = []byte("by_label")
	bucketByColour = []byte("by_colour")
	bucketTotals   = []byte("counters")
	totalRed       = []byte("red")
)

const width = 8 // of a colour in its index

func things() kv.Table[string, thing] {
	return kv.Table[string, thing]{
		Bucket: bucketThings,
		ID:     func(r thing) string { return r.ID },
		Indexes: []kv.Index[thing]{
			{Bucket: bucketByLabel, Clash: errTaken, Lines: func(r thing) []kv.Line {
				if r.Label == "" {
					return nil
				}
				return []kv.Line{{Key: []byte(r.Label), Value: []byte(r.ID)}}
			}},
			{Bucket: bucketByColour, Lines: func(r thing) []kv.Line {
				return []kv.Line{{Key: kv.Key(kv.Fixed(r.Colour, width), []byte(r.ID))}}
			}},
		},
		Totals: []kv.Total[thing]{
			{Bucket: bucketTotals, Key: totalRed, Counts: func(r thing) bool { return r.Colour == "red" }},
		},
	}
}

// file is an empty database with the buckets of things.
func file(tb testing.TB) *bolt.DB {
	tb.Helper()
	db, err := bolt.Open(filepath.Join(tb.TempDir(), "file.db"), 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	update(tb, db, func(tx *bolt.Tx) error {
		for _, name := range [][]byte{bucketThings, bucketByLabel, bucketByColour, bucketTotals} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return nil
	})
	return db
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

// put writes new things.
func put(tb testing.TB, db *bolt.DB, all ...thing) {
	tb.Helper()
	update(tb, db, func(tx *bolt.Tx) error {
		for _, r := range all {
			if err := things().Put(tx, nil, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// dump is every line of a bucket.
func dump(tb testing.TB, db *bolt.DB, bucket []byte) map[string]string {
	tb.Helper()
	lines := make(map[string]string)
	view(tb, db, func(tx *bolt.Tx) error {
		return tx.Bucket(bucket).ForEach(func(k, v []byte) error {
			lines[string(k)] = string(v)
			return nil
		})
	})
	return lines
}

func TestARecordIsFoundByItsIDAndItsLabel(t *testing.T) {
	db := file(t)
	want := thing{"1", "one", "red"}
	put(t, db, want)
	view(t, db, func(tx *bolt.Tx) error {
		if got, err := things().Get(tx, "1"); err != nil || got != want {
			t.Errorf("got %v, %v", got, err)
		}
		if got, err := things().By(tx, bucketByLabel, []byte("one")); err != nil || got != want {
			t.Errorf("by label %v, %v", got, err)
		}
		if !things().Has(tx, "1") || things().Has(tx, "2") {
			t.Error("Has is wrong")
		}
		for name, err := range map[string]error{
			"Get":              errOf(things().Get(tx, "2")),
			"By":               errOf(things().By(tx, bucketByLabel, []byte("two"))),
			"By without a key": errOf(things().By(tx, bucketByLabel, nil)),
		} {
			if !errors.Is(err, refusal.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		return nil
	})
	if got := dump(t, db, bucketThings)["1"]; got != `{"id":"1","label":"one","colour":"red"}` {
		t.Errorf("stored %s", got)
	}
}

func errOf[T any](_ T, err error) error { return err }

func TestARecordThatClashesChangesNothing(t *testing.T) {
	db := file(t)
	one, two := thing{"1", "one", "red"}, thing{"2", "two", "blue"}
	put(t, db, one, two)
	view := func() []map[string]string {
		return []map[string]string{dump(t, db, bucketThings), dump(t, db, bucketByLabel), dump(t, db, bucketByColour),
			dump(t, db, bucketTotals)}
	}
	before := view()
	update(t, db, func(tx *bolt.Tx) error {
		if err := things().Put(tx, nil, thing{"3", "one", "red"}); !errors.Is(err, errTaken) {
			t.Errorf("a new record: %v", err)
		}
		if err := things().Put(tx, &two, thing{"2", "one", "red"}); !errors.Is(err, errTaken) {
			t.Errorf("a changed record: %v", err)
		}
		return things().Put(tx, &one, one) // its own label is no clash
	})
	if after := view(); !slices.EqualFunc(before, after, maps.Equal) {
		t.Errorf("was %q, is %q", before, after)
	}
}

func TestIndexesAndTotalsFollowTheRecords(t *testing.T) {
	db := file(t)
	rapid.Check(t, func(rt *rapid.T) {
		update(t, db, func(tx *bolt.Tx) error {
			for _, name := range [][]byte{bucketThings, bucketByLabel, bucketByColour, bucketTotals} {
				if err := errors.Join(tx.DeleteBucket(name), errOf(tx.CreateBucket(name))); err != nil {
					return err
				}
			}
			return nil
		})
		model := make(map[string]thing)
		word := rapid.SampledFrom([]string{"", "a", "b", "c"})
		for range rapid.IntRange(1, 20).Draw(rt, "steps") {
			next := thing{rapid.SampledFrom([]string{"1", "2", "3"}).Draw(rt, "id"), word.Draw(rt, "label"),
				rapid.SampledFrom([]string{"red", "blue"}).Draw(rt, "colour")}
			previous, have := model[next.ID]
			var replaced *thing
			if have {
				replaced = &previous
			}
			update(t, db, func(tx *bolt.Tx) error {
				if have && rapid.Bool().Draw(rt, "delete") {
					delete(model, next.ID)
					return things().Delete(tx, previous)
				}
				err := things().Put(tx, replaced, next)
				taken := false
				for id, other := range model {
					taken = taken || id != next.ID && other.Label == next.Label && next.Label != ""
				}
				if taken != errors.Is(err, errTaken) {
					rt.Fatalf("put %v beside %v: %v", next, model, err)
				}
				if taken {
					return nil
				}
				model[next.ID] = next
				return err
			})
		}
		view(t, db, func(tx *bolt.Tx) error {
			all := slices.Collect(things().Check(tx, func(err error) { rt.Error(err) }))
			red := uint64(0)
			for _, r := range all {
				if model[r.ID] != r {
					rt.Errorf("%v, want %v", r, model[r.ID])
				}
				if r.Colour == "red" {
					red++
				}
			}
			if len(all) != len(model) || kv.Count(tx.Bucket(bucketTotals), totalRed) != red {
				rt.Errorf("%d records of %d, %d red", len(all), len(model), red)
			}
			return nil
		})
	})
}

func TestCheckReportsWhatDoesNotFollow(t *testing.T) {
	for name, tc := range map[string]struct {
		damage func(tx *bolt.Tx) error
		want   string
	}{
		"a record that is no JSON": {func(tx *bolt.Tx) error { return tx.Bucket(bucketThings).Put([]byte("9"), []byte("{")) },
			`things: record "9"`},
		"a record under another id": {func(tx *bolt.Tx) error {
			return tx.Bucket(bucketThings).Put([]byte("1"), []byte(`{"id":"8","label":"one","colour":"red"}`))
		}, `record "1" has the id "8"`},
		"a line too few": {func(tx *bolt.Tx) error { return tx.Bucket(bucketByLabel).Delete([]byte("one")) },
			`index by_label: line "one" is missing`},
		"a line too many": {func(tx *bolt.Tx) error { return tx.Bucket(bucketByLabel).Put([]byte("ten"), []byte("1")) },
			`line "ten" belongs to no record`},
		"a line in place of another": {func(tx *bolt.Tx) error {
			return errors.Join(tx.Bucket(bucketByLabel).Delete([]byte("one")),
				tx.Bucket(bucketByLabel).Put([]byte("ten"), []byte("1")))
		}, `line "ten" belongs to no record`},
		"a line to another": {func(tx *bolt.Tx) error {
			return tx.Bucket(bucketByLabel).Put([]byte("one"), []byte("2"))
		}, `line "one" says "2", its record "1"`},
		"a wrong number": {func(tx *bolt.Tx) error { return kv.AddCount(tx.Bucket(bucketTotals), totalRed, 5) },
			"total red says 6, the records 1"},
	} {
		t.Run(name, func(t *testing.T) {
			db := file(t)
			put(t, db, thing{"1", "one", "red"}, thing{"2", "two", "blue"})
			update(t, db, tc.damage)
			var reported []string
			view(t, db, func(tx *bolt.Tx) error {
				for range things().Check(tx, func(err error) { reported = append(reported, err.Error()) }) {
				}
				return nil
			})
			if !strings.Contains(strings.Join(reported, "\n"), tc.want) {
				t.Errorf("reported %q, want %q", reported, tc.want)
			}
		})
	}
}
