package handlers_test

import (
	"net/http/httptest"
	"testing"
	"time"
)

// deadlines is an answer that notes the deadlines set for its connection.
type deadlines struct {
	*httptest.ResponseRecorder
	reads, writes []time.Time
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.reads = append(d.reads, at)
	return nil
}

func (d *deadlines) SetWriteDeadline(at time.Time) error {
	d.writes = append(d.writes, at)
	return nil
}

func (o *office) observe(t *testing.T, c call) *deadlines {
	t.Helper()
	d := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	o.server.ServeHTTP(d, c.request(t))
	if d.Code >= 400 {
		t.Fatalf("%s %s: %d %s", c.method, c.path, d.Code, d.Body)
	}
	return d
}

// A large file may take longer than the server's time-outs, as long as it moves.
func TestDeadlinesMoveWithLargeFiles(t *testing.T) {
	o := newWorld(t)
	up := o.observe(t, convertCall(stl(terrain(100)), text("method", "custom"))) // 1 MB
	if n := len(up.reads); n < 3 || !up.reads[n-1].IsZero() {
		t.Errorf("an upload sets the deadlines of reading %v: want some, and none while it is converted", up.reads)
	}
	if n := len(up.writes); n != 2 || !up.writes[0].IsZero() || up.writes[1].IsZero() {
		t.Errorf("an upload sets the deadlines of writing %v: want none while it comes, and one for the answer", up.writes)
	}
	down := o.observe(t, get(o.converted(t, stl(terrain(100)), text("method", "custom"))[".bin"]))
	if len(down.writes) < 5 || down.writes[len(down.writes)-1].IsZero() {
		t.Errorf("a download of %d bytes sets the deadlines of writing %v", down.Body.Len(), down.writes)
	}
	bundle := o.observe(t, seeBoard(o.counted, "bundle"))
	if len(bundle.writes) == 0 || bundle.writes[0].IsZero() {
		t.Error("a bundle sets no deadline of writing")
	}
	for name, reads := range map[string][]time.Time{"download": down.reads, "bundle": bundle.reads} {
		if len(reads) != 1 || !reads[0].IsZero() {
			t.Errorf("a %s sets the deadlines of reading %v: one would be taken for a client that has gone", name, reads)
		}
	}
}
