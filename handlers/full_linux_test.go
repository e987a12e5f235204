package handlers_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// tinyDisk mounts a disk for the temporary files of the test, see [storetest.Disk].
func tinyDisk(t *testing.T, size int) (fill func(room int64), free func()) {
	t.Helper()
	disk := storetest.NewDisk(t, size)
	t.Setenv("TMPDIR", disk.Dir)
	or := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	return func(room int64) { t.Helper(); or(disk.Fill(room)) }, func() { t.Helper(); or(disk.Free()) }
}

// A disk that fills up while people vote loses no vote, says what is wrong, and when there is room
// again, people vote on. One that is full after the count keeps no server from starting.
func TestAFullDiskStopsNothingForGood(t *testing.T) {
	fill, free := tinyDisk(t, 8<<20)
	w := newWorld(t)
	c := w.crowd(t, 150)
	for i := range c.voters {
		c.voters[i].token = c.sign(t, c.sessionClaims(c.voters[i], "USER"))
	}
	cast := func(i int) call {
		return call{method: "POST", path: userElections + c.id + "/ballots", token: c.voters[i].token, body: c.bodies[i]}
	}
	ready := get("/readyz")
	w.must(t, cast(0))
	fill(0)
	next := 1
	for ; next < len(c.voters); next++ {
		if a := w.do(t, cast(next)); a.status != 200 {
			if a.status != 503 {
				t.Errorf("status %d", a.status)
			}
			checkRefusal(t, a, "storage_full", "")
			break
		}
	}
	if next == len(c.voters) {
		t.Fatal("the disk did not fill up")
	}
	a := w.do(t, ready)
	checkRefusal(t, a, "storage_full", "")
	if a.status != 503 || w.alerts(t)["storage_full"] == nil {
		t.Errorf("%d, with the notices %v", a.status, w.alerts(t))
	}
	w.store.Mend()
	if w.do(t, ready).status != 503 {
		t.Error("a full disk has room")
	}
	if a := w.must(t, call{method: "GET", path: userElections + c.id + "/has-voted", token: c.voters[next].token}); a.json(
		t)["hasVoted"] != false {
		t.Error("a vote that was refused is there")
	}
	free()
	w.must(t, cast(next)) // before anything has looked whether there is room
	w.store.Mend()
	w.must(t, ready)
	if n := w.alerts(t); len(n) != 0 {
		t.Errorf("there is room, and the notices %v", n)
	}
	w.move(t, c.contest, "COMPLETED")
	fill(128 << 10)
	w.must(t, w.post(adminElections+"/"+c.id+"/calculate-results", nil))
	if w.alerts(t)["compaction_waiting"] == nil {
		t.Error("nothing says that ballots wait to be erased")
	}
	fill2, free2 := tinyDisk(t, 32<<20)
	dir := filepath.Join(os.TempDir(), "data") // t.TempDir is on the first disk
	noError(t, os.CopyFS(dir, os.DirFS(w.dir)))
	fill2(0)
	st, err := store.Open(t.Context(), dir, store.Options{Now: w.clock.Now})
	if err != nil {
		t.Fatalf("a full disk: %v", err)
	}
	if !st.State().EndsWaiting {
		t.Error("after the start, no ballots wait to be erased")
	}
	free2()
	w.advance(time.Minute)
	st.Mend()
	if st.State().EndsWaiting {
		t.Error("ballots still wait to be erased")
	}
	r, err := st.Results(t.Context(), store.ElectionID(c.id), true)
	if err = errors.Join(err, st.Check(t.Context()), st.Close()); err != nil || r.Turnout.Ballots != next+1 {
		t.Errorf("%d ballots, want %d: %v", r.Turnout.Ballots, next+1, err)
	}
}
