package handlers_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

// lastAudit is the newest line of the audit.
func (w *world) lastAudit(tb testing.TB) obj {
	tb.Helper()
	return w.must(tb, call{method: "GET", path: "/api/admin/audit?limit=1", token: w.admin.token}).list(tb)[0].(obj)
}

func (w *world) backup(body any) call {
	return call{method: "POST", path: "/api/admin/backup", token: w.admin.token, body: body, from: w.elsewhere()}
}

func TestNoRouteGivesOutKeys(t *testing.T) {
	w := newWorld(t)
	w.try(t, []scenario{
		{"no sheet", call{method: "POST", path: "/api/admin/elections/" + w.active.id + "/key", token: w.admin.token,
			body: obj{"password": rightPassword}}, 404, "route_not_found", ""},
		{"no keys in a backup", w.backup(obj{"password": rightPassword, "keys": true}), 400, "validation_failed", "keys"},
		{"nor the word", w.backup(obj{"password": rightPassword, "keys": false}), 400, "validation_failed", "keys"},
	})
}

func TestGuessingAPasswordThroughABackupIsLimited(t *testing.T) {
	w := newWorld(t)
	for range 10 {
		checkRefusal(t, w.do(t, w.backup(obj{"password": "not the plover"})), "wrong_password", "password")
	}
	w.try(t, []scenario{{"the backup", w.backup(obj{"password": rightPassword}), 429, "rate_limited", ""}})
	t.Run("signing in has attempts of its own", func(t *testing.T) { w.signIn(t, w.admin.email, w.admin.name) })
}

func TestDownloadBackup(t *testing.T) {
	w := newWorld(t)
	a := w.must(t, w.backup(obj{"password": rightPassword}))
	if got := entries(t, a.body); !slices.Equal(got, []string{store.FileName}) {
		t.Errorf("the backup holds %v", got)
	}
	if a.header.Get("Content-Type") != "application/zip" || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers %v", a.header)
	}
	if got := w.must(t, w.get(adminElections+"/"+w.active.id)).json(t)["exports"]; got != 1. {
		t.Errorf("%v exports of the open election", got)
	}
	line := w.lastAudit(t)
	if line["action"] != "installation.backed_up" || line["actor"].(obj)["id"] != w.admin.id ||
		line["detail"].(obj)["keys"] != "false" {
		t.Errorf("audit: %v", line)
	}
	dir := t.TempDir()
	withKeys, err := store.Restore(t.Context(), dir, bytes.NewReader(a.body), int64(len(a.body)))
	if err = errors.Join(err, os.CopyFS(filepath.Join(dir, "keys"), os.DirFS(filepath.Join(w.dir, "keys")))); err != nil ||
		withKeys {
		t.Fatalf("restored, with keys: %t: %v", withKeys, err)
	}
	restored := storetest.NewIn(t, dir, store.Options{})
	if e, err := restored.Election(t.Context(), store.ElectionID(w.active.id)); err != nil || e.Turnout.Ballots != 1 {
		t.Errorf("restored: %+v, %v", e.Turnout, err)
	}
}

func TestABackupIsRefused(t *testing.T) {
	w := newWorld(t)
	ask := func(password string) call { return w.backup(obj{"password": password}) }
	w.try(t, []scenario{
		{"with a wrong password", ask("not the plover"), 400, "wrong_password", "password"},
		{"without a password", ask(""), 400, "validation_failed", "password"},
	})
	noError(t, os.MkdirAll(filepath.Join(w.dir, store.FileName+".backup", "x"), 0o700))
	a := w.do(t, ask(rightPassword))
	if a.status != 500 || a.header.Get("Content-Disposition") != "" {
		t.Errorf("a backup that cannot be made is answered with %d %v", a.status, a.header)
	}
}

func TestOrderCandidates(t *testing.T) {
	w := newWorld(t)
	path := "/api/admin/elections/" + w.draft.id + "/candidates"
	first, second := w.draft.candidates[0], w.draft.candidates[1]
	put := func(order ...string) call {
		return call{method: "PUT", path: path, token: w.admin.token, body: obj{"order": order}}
	}
	refuse := func(name string, order ...string) scenario {
		return scenario{name, put(order...), 400, "validation_failed", "order"}
	}
	w.try(t, []scenario{
		refuse("nobody", []string{}...),
		refuse("one left out", first),
		refuse("one twice", first, first),
		refuse("one too many", first, second, second),
		refuse("a candidate of another election", first, w.active.candidates[0]),
		{"of an open election", call{method: "PUT", path: "/api/admin/elections/" + w.active.id + "/candidates",
			token: w.admin.token, body: obj{"order": w.active.candidates}}, 400, "election_not_draft", ""},
	})
	text := w.do(t, call{method: "PUT", path: path, token: w.admin.token, body: obj{"order": first}})
	if errs, _ := text.json(t)["errors"].([]any); len(errs) != 1 || errs[0].(obj)["code"] != "not_list" {
		t.Errorf("text in place of a list: %s", text.body)
	}
	empty := w.must(t, call{method: "POST", path: "/api/admin/elections", token: w.admin.token,
		body: obj{"title": "Nobody stands"}}).text(t, "id")
	w.try(t, []scenario{{
		"one, where nobody stands",
		call{method: "PUT", path: "/api/admin/elections/" + empty + "/candidates", token: w.admin.token,
			body: obj{"order": []string{first}}},
		400, "validation_failed", "order",
	}})
	if got := w.must(t, put(second, first)).column(t, "id"); !slices.Equal(got, []string{second, first}) {
		t.Errorf("answered %v", got)
	}
	if got := w.must(t, call{method: "GET", path: path, token: w.admin.token}).column(t, "id"); !slices.Equal(got,
		[]string{second, first}) {
		t.Errorf("kept %v", got)
	}
	if line := w.lastAudit(t); line["action"] != "election.candidates_ordered" {
		t.Errorf("audit: %v", line)
	}
	// One who is added afterwards comes last.
	third := w.must(t, call{method: "POST", path: path, token: w.admin.token, body: obj{"name": "Late Entry"}}).text(t,
		"id")
	if got := w.must(t, call{method: "GET", path: path, token: w.admin.token}).column(t, "id"); !slices.Equal(got,
		[]string{second, first, third}) {
		t.Errorf("with a late entry: %v", got)
	}
}
