package kv_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// keys is what a scan of a list takes, page by page.
func keys(tb testing.TB, db *bolt.DB, limit int, prefix string, backward bool, wanted func(k []byte) bool) []string {
	tb.Helper()
	var all []string
	for page := (kv.Page{Limit: limit}); ; {
		sc, err := page.Scan(bucketByColour, []byte(prefix), width+1)
		if err != nil {
			tb.Fatal(err)
		}
		sc.Backward = backward
		view(tb, db, func(tx *bolt.Tx) (err error) {
			page.After, err = sc.Run(tx, func(k, _ []byte) (bool, error) {
				if !wanted(k) {
					return false, nil
				}
				all = append(all, string(k))
				return true, nil
			})
			return err
		})
		if page.After == "" {
			return all
		}
	}
}

func TestAScanTakesEveryKeyOnceWhateverTheLimit(t *testing.T) {
	db := file(t)
	rapid.Check(t, func(rt *rapid.T) {
		update(t, db, func(tx *bolt.Tx) error {
			if err := tx.DeleteBucket(bucketByColour); err != nil {
				return err
			}
			return errOf(tx.CreateBucket(bucketByColour))
		})
		colours := rapid.SliceOf(rapid.SampledFrom(
			[]string{"red", "redder", "blue", "\xff\xff\xff\xff\xff\xff\xff\xff"})).Draw(rt, "colours")
		prefix := rapid.SampledFrom([]string{"", "red", "blue", "\xff", "green"}).Draw(rt, "prefix")
		limit := rapid.IntRange(1, 4).Draw(rt, "limit")
		backward := rapid.Bool().Draw(rt, "backward")
		even := rapid.Bool().Draw(rt, "even keys alone")
		wanted := func(k []byte) bool { return !even || k[len(k)-1]%2 == 0 }
		var want []string
		update(t, db, func(tx *bolt.Tx) error {
			for n, c := range colours {
				k := kv.Key(kv.Fixed(c, width), []byte{byte(n)})
				if bytes.HasPrefix(k, []byte(prefix)) && wanted(k) {
					want = append(want, string(k))
				}
				if err := tx.Bucket(bucketByColour).Put(k, nil); err != nil {
					return err
				}
			}
			return nil
		})
		slices.Sort(want)
		var walked []string
		view(t, db, func(tx *bolt.Tx) error {
			for k := range kv.Walk(tx, bucketByColour, []byte(prefix)) {
				if wanted(k) {
					walked = append(walked, string(k))
				}
			}
			return nil
		})
		if !slices.Equal(walked, want) {
			rt.Errorf("walked %q, want %q", walked, want)
		}
		if backward {
			slices.Reverse(want)
		}
		if got := keys(t, db, limit, prefix, backward, wanted); !slices.Equal(got, want) {
			rt.Errorf("scanned %q, want %q", got, want)
		}
	})
}

func TestPagesAreRefused(t *testing.T) {
	raw := base64.RawURLEncoding.EncodeToString
	for name, tc := range map[string]struct {
		page  kv.Page
		field string
	}{
		"a limit below zero":        {kv.Page{Limit: -1}, "limit"},
		"a limit too high":          {kv.Page{Limit: kv.MaxPage + 1}, "limit"},
		"no base64":                 {kv.Page{After: "!"}, "after"},
		"a key too short":           {kv.Page{After: raw([]byte("red"))}, "after"},
		"a key of another prefix":   {kv.Page{After: raw(kv.Key(kv.Fixed("blue", width), []byte{1}))}, "after"},
		"a key with bits to spare":  {kv.Page{After: "AAAAAAAAAAB"}, "after"},
		"a cursor that goes on":     {kv.Page{After: raw(kv.Key(kv.Fixed("red", width), []byte{1, 2}))}, "after"},
		"the default, and no start": {kv.Page{}, ""},
	} {
		sc, err := tc.page.Scan(bucketByColour, []byte("red"), width+1)
		if tc.field == "" {
			if err != nil || sc.Limit != kv.DefaultPage {
				t.Errorf("%s: %+v, %v", name, sc, err)
			}
			continue
		}
		p, ok := err.(*refusal.Problem)
		if !ok || len(p.Fields()) != 1 || p.Fields()[0].Name != tc.field {
			t.Errorf("%s: %v, want a fault of %s", name, err, tc.field)
		}
	}
}

func TestKeyPartsSortAsWhatTheyStandFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		if (a < b) != (bytes.Compare(kv.Uint64(a), kv.Uint64(b)) < 0) {
			t.Errorf("%d and %d", a, b)
		}
		at := time.UnixMilli(rapid.Int64Range(0, 1<<42).Draw(t, "time"))
		if later := at.Add(time.Millisecond); bytes.Compare(kv.Time(at), kv.Time(later)) >= 0 {
			t.Errorf("%s does not sort before %s", at, later)
		}
		text := rapid.String().Draw(t, "text")
		if part := kv.Fixed(text, width); len(part) != width || !bytes.HasPrefix(part, []byte(text[:min(len(text), width)])) {
			t.Errorf("%q becomes %q", text, part)
		}
	})
}

func TestIDsAreTakenInOneFormAlone(t *testing.T) {
	seen := make(map[string]bool)
	for range 1000 {
		id := kv.NewID[string]()
		if seen[id] || !kv.IsID(id) || kv.LastID[string]([]byte(fmt.Sprint("before", id))) != id {
			t.Fatalf("drew %q", id)
		}
		seen[id] = true
		for _, other := range []string{id[1:], id + "a", "A" + id[1:], "1" + id[1:], id[:kv.IDLen-1] + "b", ""} {
			if kv.IsID(other) {
				t.Errorf("%q is taken for an id", other)
			}
		}
	}
}
