package handlers_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/boltfile"
	"ostrakon/store/storetest"
)

// controlOffice is an office in a directory whose name is short enough for a socket.
func controlOffice(t *testing.T) *office {
	t.Helper()
	dir, err := os.MkdirTemp("", "ostrakon")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return openOffice(t, dir, storetest.NewClock())
}

func TestCommandsReachARunningServer(t *testing.T) {
	o := controlOffice(t)
	admin := handlers.AdminRequest{Email: "office" + addressMark, Password: rightPassword, FullName: "Olu Office"}
	if err := handlers.DialControl(o.dir).CreateAdmin(t.Context(), admin); !errors.Is(err, boltfile.ErrLocked) {
		t.Errorf("without a server: %v", err)
	}
	control, err := handlers.ListenControl(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, o, control)
	if err := handlers.DialControl(o.dir).CreateAdmin(t.Context(), admin); err != nil {
		t.Fatal(err)
	}
	a := o.login(t, admin.Email, rightPassword)
	if a.status != 200 || a.text(t, "user.role") != "ADMIN" {
		t.Errorf("%d %s", a.status, a.body)
	}
	for want, in := range map[string]handlers.AdminRequest{
		"email: This e-mail address is already registered.": admin,
		"password: A password needs at least 10 characters; this one has 6.": {Email: "x" + addressMark, Password: "plover",
			FullName: "X"},
		"fullName: This is required.": {Email: "x" + addressMark,
			Password: rightPassword},
	} {
		if err := handlers.DialControl(o.dir).CreateAdmin(t.Context(), in); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	checkLog(t, o.log.take(t))
	r.end(t)
	if _, err := os.Stat(filepath.Join(o.dir, "ostrakon.sock")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket outlived the server: %v", err)
	}
}

func TestTheControlSocketTakesCommandsOnly(t *testing.T) {
	o := controlOffice(t)
	control, err := handlers.ListenControl(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, o, control)
	client := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn,
		error) {
		return net.Dial("unix", control.Addr().String())
	}}}
	defer client.CloseIdleConnections()
	for _, s := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/api/info", "", 404}, {"POST", "/", "{}", 404}, {"GET", "/admins", "", 405}, {"POST", "/admins", "", 400},
		{"POST", "/admins", "[]", 400},
		{"POST", "/admins", `{"email":"x` + addressMark + `","role":"ADMIN"}`, 400},
		{"POST", "/admins", "{" + strings.Repeat(" ", 1<<20), 400},
	} {
		req, err := http.NewRequestWithContext(t.Context(), s.method, "http://ostrakon"+s.path, strings.NewReader(s.body))
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != s.want {
			t.Errorf("%s %s %.20s: %d, want %d", s.method, s.path, s.body, res.StatusCode, s.want)
		}
	}
	r.end(t)
}

func TestAStaleSocketIsReplaced(t *testing.T) {
	o := controlOffice(t)
	left, err := handlers.ListenControl(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	left.(*net.UnixListener).SetUnlinkOnClose(false) // as if the server had been killed
	left.Close()
	control, err := handlers.ListenControl(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, o, control)
	if err := handlers.DialControl(o.dir).CreateAdmin(t.Context(),
		handlers.AdminRequest{Email: "office" + addressMark, Password: rightPassword, FullName: "Olu"}); err != nil {
		t.Error(err)
	}
	r.end(t)
}

// served is the control socket of a running server.
func served(t *testing.T) (*running, *handlers.Control) {
	t.Helper()
	o := controlOffice(t)
	control, err := handlers.ListenControl(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	return run(t, o, control), handlers.DialControl(o.dir)
}

func TestBackupOfARunningServer(t *testing.T) {
	r, control := served(t)
	e := storetest.Election(t, r.store, "Board", "Noor", "Tomas")
	storetest.Advance(t, r.store, e.ID, store.Active)
	var plain, whole bytes.Buffer
	if err := errors.Join(control.Backup(t.Context(), &plain, false), control.Backup(t.Context(), &whole, true),
		control.ExportRoll(t.Context(), io.Discard)); err != nil {
		t.Fatal(err)
	}
	if got, err := r.store.Election(t.Context(), e.ID); err != nil || got.Exports != 3 {
		t.Errorf("after two backups and a roll: %d exports, %v", got.Exports, err)
	}
	head, err := control.Check(t.Context())
	if kept, kerr := r.store.AuditHead(t.Context()); err != nil || kerr != nil || head != kept || head.Seq == 0 {
		t.Errorf("checked: %+v, the audit list ends at %+v: %v %v", head, kept, err, kerr)
	}
	list, err := r.store.AuditList(t.Context(), audit.Filter{Actor: string(audit.Command)}, store.Page{})
	var noted []string
	for _, line := range list.Items {
		noted = append(noted, line.Action+line.Detail["keys"])
	}
	if want := []string{"roll.exported", "installation.backed_uptrue", "installation.backed_upfalse"}; err != nil ||
		len(noted) < 3 || !slices.Equal(noted[:3], want) {
		t.Errorf("the audit list has %v, want %v: %v", noted, want, err)
	}
	if got := entries(t, plain.Bytes()); !slices.Equal(got, []string{store.FileName}) {
		t.Errorf("without keys the backup holds %v", got)
	}
	if got := entries(t, whole.Bytes()); !slices.Contains(got, "keys/"+string(e.ID)+".key") {
		t.Errorf("with keys the backup holds %v", got)
	}
	r.end(t)
	dir := t.TempDir()
	if withKeys, err := store.Restore(t.Context(), dir, bytes.NewReader(whole.Bytes()), int64(whole.Len())); err != nil ||
		!withKeys {
		t.Fatalf("restored, with keys: %t: %v", withKeys, err)
	}
	restored := storetest.NewIn(t, dir, store.Options{})
	if got, err := restored.Election(t.Context(), e.ID); err != nil || got.Status != store.Active {
		t.Errorf("restored: %v, %v", got.Status, err)
	}
}

func TestABackupThatFailsIsAnError(t *testing.T) {
	r, control := served(t)
	t.Run("before it begins", func(t *testing.T) {
		blocked := filepath.Join(r.dir, store.FileName+".backup")
		if err := os.MkdirAll(filepath.Join(blocked, "x"), 0o700); err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(blocked)
		var out bytes.Buffer
		if err := control.Backup(t.Context(), &out, false); err == nil || out.Len() != 0 {
			t.Errorf("%v after %d bytes", err, out.Len())
		}
	})
	t.Run("when the reader fails", func(t *testing.T) {
		full := errors.New("no space left")
		if err := control.Backup(t.Context(), failing{full}, false); !errors.Is(err, full) {
			t.Errorf("error %v", err)
		}
	})
	if err := control.Backup(t.Context(), io.Discard, false); err != nil {
		t.Errorf("and then: %v", err)
	}
	r.end(t)
}

// failing is a writer that does not take anything.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestABackupThatBreaksOffDoesNotLookWhole(t *testing.T) {
	o := controlOffice(t)
	socket, err := handlers.ListenControl(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is broken")
	breaking := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		handlers.Stream(w, func(out io.Writer) error {
			io.WriteString(out, "half of a backup")
			return errors.Join(http.NewResponseController(w).Flush(), broken)
		})
	})}
	done := make(chan error)
	go func() { done <- breaking.Serve(socket) }()
	var out bytes.Buffer
	if err := handlers.DialControl(o.dir).Backup(t.Context(), &out, false); err == nil {
		t.Errorf("%q is taken for a complete backup", out.String())
	}
	breaking.Close()
	<-done
}

// entries are the names in a zip, each read to its end.
func entries(tb testing.TB, raw []byte) []string {
	tb.Helper()
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		tb.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			tb.Fatal(err)
		}
		_, err = io.Copy(io.Discard, in)
		if err := errors.Join(err, in.Close()); err != nil {
			tb.Errorf("%s: %v", f.Name, err)
		}
		names = append(names, f.Name)
	}
	return names
}

func TestStatsOfARunningServer(t *testing.T) {
	r, control := served(t)
	e := storetest.Election(t, r.store, "Board", "Noor", "Tomas")
	storetest.Advance(t, r.store, e.ID, store.Active)
	e, err := r.store.Election(t.Context(), e.ID)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if _, err := r.store.CastVote(t.Context(), storetest.Voter(t, r.store, n).ID, e.ID, "",
			store.Answers{Candidate: e.Questions[0].Candidates[0].ID}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := control.Stats(t.Context())
	last := len(got.Within) - 1
	if err != nil || got.Votes != 3 || got.Commits != 3 || got.Seconds <= 0 || got.Waiting != 0 || last < 0 ||
		got.Within[0] > got.Within[last] || got.Within[last] > 3 {
		t.Errorf("votes: %+v, %v", got.Stats, err)
	}
	if got.FileBytes <= got.FreeBytes || got.DiskTotal < got.DiskFree || got.Version == "" || got.Started.IsZero() ||
		len(got.Alerts) != 0 {
		t.Errorf("the rest: %+v", got)
	}
	r.end(t)
}
