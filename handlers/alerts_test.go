package handlers_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/backups"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// alerts returns what an administrator reads about the machine, by code.
func (w *world) alerts(t *testing.T) map[string]obj {
	t.Helper()
	found := make(map[string]obj)
	for _, n := range w.must(t, w.get("/api/admin/status")).json(t)["alerts"].([]any) {
		found[n.(obj)["code"].(string)] = n.(obj)
	}
	return found
}

func TestBallotsThatCouldNotBeErasedAreNotedUntilTheyAre(t *testing.T) {
	w := newWorld(t)
	if n := w.alerts(t); len(n) != 0 {
		t.Errorf("a machine in order has the alerts %v", n)
	}
	c := w.contest(t, "Last board")
	w.move(t, c, "ACTIVE")
	w.vote(t, w.ada, c, 0)
	w.move(t, c, "COMPLETED")
	inTheWay := filepath.Join(w.dir, store.FileName+".compact")
	noError(t, os.MkdirAll(filepath.Join(inTheWay, "x"), 0o700))
	w.must(t, w.post(adminElections+"/"+c.id+"/calculate-results", nil))
	if n := w.alerts(t)["compaction_waiting"]; n == nil || n["title"] == "" {
		t.Error("there is no notice")
	}
	noError(t, os.RemoveAll(inTheWay))
	w.store.Mend()
	if w.alerts(t)["compaction_waiting"] == nil {
		t.Error("it was tried again at once")
	}
	w.advance(time.Minute)
	w.store.Mend()
	if n := w.alerts(t); len(n) != 0 {
		t.Errorf("the notices stay: %v", n)
	}
}

func TestAProxyThatIsNotNamedIsNoted(t *testing.T) {
	w := newWorld(t)
	w.must(t, call{method: "GET", path: "/api/info", from: "172.17.0.1:1",
		header: http.Header{"X-Forwarded-For": {"198.51.100.7"}}})
	n := w.alerts(t)["proxy_unknown"]
	if n == nil || n["params"].(obj)["option"] != "-trusted-proxies 172.17.0.1" {
		t.Errorf("the notice is %v", n)
	}
	w.advance(time.Hour)
	if n := w.alerts(t); len(n) != 0 {
		t.Errorf("the notices stay: %v", n)
	}
}

func TestABackupThatIsOldIsNoted(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, func(o *handlers.Options) { o.Backups = backups.Options{Dir: dir, Every: 24 * time.Hour, Keep: 3} })
	status := func() obj { return w.must(t, w.get("/api/admin/status")).json(t) }
	if got := status()["backups"].(obj); got["directory"] != dir || got["everySeconds"] != 86400. || got["keep"] != 3. ||
		got["goodAt"] != nil {
		t.Errorf("the schedule is %v", got)
	}
	if n := w.alerts(t); len(n) != 0 {
		t.Errorf("a server that has just started has the alerts %v", n)
	}
	w.advance(25 * time.Hour)
	w.admin = w.signIn(t, w.admin.email, w.admin.name)
	if w.alerts(t)["backup_old"] == nil {
		t.Error("there is no notice")
	}
}

func TestAClockInDoubtIsNotedUntilSomebodyConfirmsIt(t *testing.T) {
	w := newWorld(t)
	clock := storetest.NewClock()
	clock.Set(w.clock.Now().AddDate(-20, 0, 0)) // the computer has no battery
	dir := t.TempDir()
	noError(t, os.CopyFS(dir, os.DirFS(w.dir)))
	w.office = openOffice(t, dir, clock)
	w.admin = w.signIn(t, w.admin.email, w.admin.name)
	if n := w.alerts(t)["clock_doubtful"]; n == nil || n["params"].(obj)["beforeAt"] == nil {
		t.Fatalf("the notice is %v", n)
	}
	w.must(t, w.post("/api/admin/status/clock", nil))
	if line := w.lastAudit(t); line["action"] != "installation.clock_confirmed" {
		t.Errorf("audit: %v", line)
	}
	if n := w.alerts(t); len(n) != 0 {
		t.Errorf("confirmed, and there are the notices %v", n)
	}
}
