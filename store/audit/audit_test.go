package audit_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
)

func TestALineThatWasChangedIsFound(t *testing.T) {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "file.db"), 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	at := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	in := map[string]string{"election": "e"}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, name := range audit.Buckets() {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		if newest, err := audit.Newest(tx); err != nil || !newest.IsZero() || audit.ReadHead(tx).Seq != 0 {
			t.Errorf("an empty list ends at %v, %v", newest, err)
		}
		for _, action := range []string{"candidate.added", "candidate.updated", "candidate.removed"} {
			on := audit.Subject{Kind: "candidate", ID: "c"}
			if err := audit.Append(tx, at, audit.ByUser("u"), action, on, in); err != nil {
				return err
			}
		}
		return audit.Append(tx, at, audit.BySystem(), "installation.x", audit.Installation(), nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	wrong := func(tx *bolt.Tx) (all []string) {
		audit.Check(tx, func(err error) { all = append(all, err.Error()) })
		return all
	}
	err = db.Update(func(tx *bolt.Tx) error {
		if all := wrong(tx); all != nil {
			t.Errorf("a list in order: %q", all)
		}
		if newest, err := audit.Newest(tx); err != nil || !newest.Equal(at) || audit.ReadHead(tx).Seq != 4 {
			t.Errorf("the list ends at %v, %v", newest, err)
		}
		for f, want := range map[audit.Filter]int{
			{}: 4, {Kind: "candidate"}: 3, {Subject: "e"}: 3, {Subject: "c"}: 3, {Actor: "system"}: 1, {Actor: "nobody"}: 0,
			{Subject: strings.Repeat("x", 99)}: 0,
		} {
			l, err := audit.List(tx, f, kv.Page{})
			if err != nil || len(l.Items) != want || l.Total == nil || *l.Total != want {
				t.Errorf("%+v finds %d, %v", f, len(l.Items), err)
			}
		}
		if !audit.Has(tx, "c", "candidate.updated") || audit.Has(tx, "e", "candidate.moved") {
			t.Error("an action is not told from others")
		}
		b := tx.Bucket(audit.Buckets()[0])
		raw := b.Get(kv.Uint64(2))
		if err := b.Put(kv.Uint64(2), []byte(strings.Replace(string(raw), "2030", "2031", 1))); err != nil {
			return err
		}
		if all := wrong(tx); len(all) != 1 || !strings.Contains(all[0], "its hash differs") {
			t.Errorf("a line that was changed: %q", all)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLinesAboutAPersonAreTheNewestOnes(t *testing.T) {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "file.db"), 0o600, &bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bolt.Tx) error {
		for _, name := range audit.Buckets() {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		for _, line := range []struct{ actor, kind, id string }{
			{"ada", "user", "ada"}, {"office", "roll", "entry"}, {"office", "user", "ben"}, {"ada", "user", "ben"},
		} {
			on := audit.Subject{Kind: line.kind, ID: line.id}
			if err := audit.Append(tx, time.Time{}, audit.ByUser(line.actor), "x.y", on, nil); err != nil {
				return err
			}
		}
		for most, want := range map[int]string{1: "[4] true", 2: "[4 2] true", 3: "[4 2 1] false", 9: "[4 2 1] false"} {
			lines, more, err := audit.About(tx, "ada", []string{"ada", "entry"}, most)
			numbers := []uint64{}
			for _, r := range lines {
				numbers = append(numbers, r.Seq)
			}
			if got := fmt.Sprint(numbers, more); got != want || err != nil {
				t.Errorf("at most %d: %s, %v, want %s", most, got, err, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
