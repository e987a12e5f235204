package handlers_test

import (
	"bytes"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
)

// restored is the world as a backup of this moment gives it, with people who signed in again.
func (w *world) restored(t *testing.T) *world {
	t.Helper()
	var backup bytes.Buffer
	noError(t, w.store.Backup(t.Context(), audit.ByCommand(), &backup, true))
	dir := t.TempDir()
	must(store.Restore(t.Context(), dir, bytes.NewReader(backup.Bytes()), int64(backup.Len())))(t)
	again := *w
	again.office = openOffice(t, dir, w.clock)
	again.admin = again.signIn(t, w.admin.email, w.admin.name)
	again.ada, again.ben = again.signIn(t, w.ada.email, w.ada.name), again.signIn(t, w.ben.email, w.ben.name)
	return &again
}

func TestAnElectionThatARestoredBackupStopped(t *testing.T) {
	w := newWorld(t).restored(t)
	if n := w.alerts(t)["restored_open"]; n == nil || n["params"].(obj)["title"] != "Active board" {
		t.Errorf("the notice is %v", n)
	}
	shown := w.must(t, call{method: "GET", path: "/api/user/elections/" + w.active.id, token: w.ada.token}).json(t)
	if shown["stopped"] == nil || shown["eligibility"].(obj)["reason"] != "voting_stopped" {
		t.Errorf("voters see %v, %v", shown["stopped"], shown["eligibility"])
	}
	ballot := call{method: "POST", path: "/api/user/elections/" + w.active.id + "/vote", token: w.ada.token,
		body: obj{"candidateId": w.active.candidates[0]}}
	resume := func(c contest, reason any) call {
		return w.post(adminElections+"/"+c.id+"/resume", obj{"reason": reason})
	}
	w.try(t, []scenario{
		{"nobody votes", ballot, 400, "voting_stopped", ""},
		{"it does not close", w.put(adminElections+"/"+w.active.id+"/status", obj{"status": "COMPLETED"}), 400,
			"voting_stopped", ""},
		{"it does not go on without a reason", resume(w.active, " "), 400, "validation_failed", "reason"},
		{"only what was open goes on", resume(w.completed, "The disk broke."), 400, "election_not_stopped", ""},
		{"voters do not let it go on",
			call{method: "POST", path: adminElections + "/" + w.active.id + "/resume", token: w.ada.token,
				body: obj{"reason": "x"}}, 403, "role_required", ""},
	})
	went := w.must(t, resume(w.active, "The disk broke.")).json(t)
	notices := went["notices"].([]any)
	if len(notices) != 1 || notices[0].(obj)["backupAt"] == nil || notices[0].(obj)["closesAt"] != nil ||
		went["stopped"] != nil {
		t.Errorf("went on as %v, stopped %v", notices, went["stopped"])
	}
	w.must(t, ballot)
	if n := w.alerts(t); len(n) != 0 {
		t.Errorf("the notices stay: %v", n)
	}
}
