package handlers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/boltfile"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// A running server holds the lock of the database, so commands that need its data ask it, through a
// socket in the data directory. Only users who can enter that directory (0700) can reach it.

const (
	socketName = "ostrakon.sock"

	adminsPath = "/admins"
	keysPath   = "/keys"
	backupPath = "/backup"
	checkPath  = "/check"
	rollPath   = "/roll"
	statsPath  = "/stats"
)

// AdminRequest asks for a new administrator.
type AdminRequest struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	FullName string `json:"fullName"`
}

// ListenControl opens the control socket of a data directory. The caller holds the lock of the
// database, so a socket that is there is of a server that was killed, and is replaced.
func ListenControl(dir string) (net.Listener, error) {
	path := filepath.Join(dir, socketName)
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return net.Listen("unix", path)
}

// CreateAdmin creates an administrator in the store of this process.
func (s *Server) CreateAdmin(ctx context.Context, in AdminRequest) error {
	a, err := s.newAdmin(ctx, in.Email, in.Password, in.FullName)
	if err == nil {
		_, err = s.store.CreateAdmin(ctx, a)
	}
	return plain(err)
}

// ImportRoll imports a roll into the store of this process; see [registrar.Registrar.ImportRoll].
func ImportRoll(ctx context.Context, r *registrar.Registrar, table []byte, how registrar.Import) (RollReport, error) {
	report, err := r.ImportRoll(ctx, audit.ByCommand(), table, how)
	return viewRollReport(report), plain(err)
}

// plain returns an error in words for someone at the command line.
func plain(err error) error {
	if err == nil {
		return nil
	}
	p := rest.RefusalOf(err)
	switch fields := rest.FieldsOf(err); {
	case errors.Is(p, refusal.Internal):
		return err
	case len(fields) > 0:
		return fmt.Errorf("%s: %s", fields[0].Field, fields[0].Message)
	}
	return errors.New(p.Detail())
}

// controlHandler answers commands. It refuses them in words, which the commands print.
func (s *Server) controlHandler() http.Handler {
	mux := http.NewServeMux()
	for pattern, answer := range map[string]func(http.ResponseWriter, *http.Request) error{
		"POST " + adminsPath: s.controlAdmin,
		"GET " + checkPath:   s.controlCheck,
		"GET " + statsPath:   s.controlStats,
		"GET " + backupPath:  s.controlBackup,
		"GET " + rollPath:    s.controlRoll,
		"POST " + rollPath:   s.controlImport,
		"POST " + keysPath:   s.controlKey,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			rest.Patient(w) // a large database takes long
			if err := plain(answer(w, r)); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
			}
		})
	}
	return mux
}

func (s *Server) controlAdmin(w http.ResponseWriter, r *http.Request) error {
	var in AdminRequest
	if err := (&rest.Request{Request: r}).Decode(w, &in); err != nil {
		return err
	}
	return s.CreateAdmin(r.Context(), in)
}

func (s *Server) controlCheck(w http.ResponseWriter, r *http.Request) error {
	if err := s.store.Check(r.Context()); err != nil {
		return err
	}
	head, err := s.store.AuditHead(r.Context())
	return rest.Respond(w, head, err)
}

func (s *Server) controlStats(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Stats(r.Context())
	return rest.Respond(w, v, err)
}

func (s *Server) controlBackup(w http.ResponseWriter, r *http.Request) error {
	return stream(w, func(out io.Writer) error {
		return s.store.Backup(r.Context(), audit.ByCommand(), out, r.URL.Query().Has("keys"))
	})
}

func (s *Server) controlRoll(w http.ResponseWriter, r *http.Request) error {
	all, err := s.store.ExportRoll(r.Context(), audit.ByCommand())
	if err != nil {
		return err
	}
	return registrar.WriteTable(w, registrar.RollTable(all))
}

func (s *Server) controlImport(w http.ResponseWriter, r *http.Request) error {
	table, err := io.ReadAll(http.MaxBytesReader(w, r.Body, registrar.MaxRollBytes))
	if err != nil {
		return err
	}
	q := r.URL.Query()
	report, err := ImportRoll(r.Context(), s.registrar, table, registrar.Import{
		MemberKeys: q.Has("memberKeys"), DryRun: q.Has("dryRun"), SkipUnknown: q.Has("skipUnknown"),
		Dates: registrar.DateOrder(q.Get("dates")),
	})
	return rest.Respond(w, report, err)
}

func (s *Server) controlKey(w http.ResponseWriter, r *http.Request) error {
	raw, err := io.ReadAll(io.LimitReader(r.Body, sealing.SecretSize+1))
	if err != nil {
		return err
	}
	defer clear(raw)
	secret, err := sealing.ParseSecret(raw)
	if err != nil {
		return err
	}
	id, err := s.store.ImportKey(r.Context(), secret)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, string(id))
	return err
}

// stream answers with what write writes. If that fails on the way, the connection breaks, so that
// the client cannot take a part for the whole.
func stream(w http.ResponseWriter, write func(io.Writer) error) error {
	out := &started{Writer: w}
	err := write(out)
	if err != nil && out.yes {
		panic(http.ErrAbortHandler)
	}
	return err
}

// started remembers whether anything was written.
type started struct {
	io.Writer
	yes bool
}

func (s *started) Write(p []byte) (int, error) {
	s.yes = true
	return s.Writer.Write(p)
}

// Control is a client of the server that runs on a data directory.
type Control struct {
	client *http.Client
}

// DialControl makes a client for the server that runs on a data directory.
func DialControl(dir string) *Control {
	return &Control{client: &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(dir, socketName))
		},
	}}}
}

// CreateAdmin creates an administrator.
func (c *Control) CreateAdmin(ctx context.Context, in AdminRequest) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return c.call(ctx, http.MethodPost, adminsPath, bytes.NewReader(body), io.Discard)
}

// Backup writes a backup of the running server's store to w. After an error it is incomplete.
func (c *Control) Backup(ctx context.Context, w io.Writer, withKeys bool) error {
	path := backupPath
	if withKeys {
		path += "?keys"
	}
	return c.call(ctx, http.MethodGet, path, http.NoBody, w)
}

// ImportRoll imports a roll into the running server's store; see [registrar.Registrar.ImportRoll].
func (c *Control) ImportRoll(ctx context.Context, table []byte, how registrar.Import) (RollReport, error) {
	query := make(url.Values)
	if how.MemberKeys {
		query.Set("memberKeys", "")
	}
	if how.DryRun {
		query.Set("dryRun", "")
	}
	if how.SkipUnknown {
		query.Set("skipUnknown", "")
	}
	query.Set("dates", string(how.Dates))
	return ask[RollReport](ctx, c, http.MethodPost, rollPath+"?"+query.Encode(), bytes.NewReader(table))
}

// ImportKey gives the running server the key of one of its elections; see [store.Store.ImportKey].
func (c *Control) ImportKey(ctx context.Context, secret *sealing.Secret) (store.ElectionID, error) {
	var id strings.Builder
	err := c.call(ctx, http.MethodPost, keysPath, bytes.NewReader(secret.Bytes()), &id)
	return store.ElectionID(id.String()), err
}

// ExportRoll writes the roll of the running server to w as a table.
func (c *Control) ExportRoll(ctx context.Context, w io.Writer) error {
	return c.call(ctx, http.MethodGet, rollPath, http.NoBody, w)
}

// Stats reads the counts of the running server.
func (c *Control) Stats(ctx context.Context) (Stats, error) {
	return ask[Stats](ctx, c, http.MethodGet, statsPath, http.NoBody)
}

// Check checks the running server's store, see [store.Store.Check], and returns the end of its audit list.
func (c *Control) Check(ctx context.Context) (audit.Head, error) {
	return ask[audit.Head](ctx, c, http.MethodGet, checkPath, http.NoBody)
}

// ask sends a request and reads the answer, which is JSON.
func ask[T any](ctx context.Context, c *Control, method, path string, body io.Reader) (v T, err error) {
	var answer bytes.Buffer
	if err = c.call(ctx, method, path, body, &answer); err == nil {
		err = json.Unmarshal(answer.Bytes(), &v)
	}
	return v, err
}

func (c *Control) call(ctx context.Context, method, path string, body io.Reader, answer io.Writer) error {
	req, err := http.NewRequestWithContext(ctx, method, "http://ostrakon"+path, body)
	if err != nil {
		return err
	}
	res, err := c.client.Do(req)
	if err != nil {
		return fmt.Errorf("%w, and its server cannot be reached: %w", boltfile.ErrLocked, err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20))
		return errors.New(string(bytes.TrimSpace(said)))
	}
	_, err = io.Copy(answer, res.Body)
	return err
}
