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
	"os"
	"path/filepath"

	"ostrakon/store"
)

// A running server holds the lock of the database, so commands that change
// data speak to it over a socket in the data directory. Only those who can
// enter that directory (0700) can reach it.

const socketName = "ostrakon.sock"

// AdminRequest asks for an administrator to be made.
type AdminRequest struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	FullName string `json:"fullName"`
}

// ListenControl opens the control socket of a data directory. A socket that a
// killed server left behind is replaced: whoever calls this holds the database's lock.
func ListenControl(dir string) (net.Listener, error) {
	path := filepath.Join(dir, socketName)
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return net.Listen("unix", path)
}

// CreateAdmin makes an administrator on a store that this process holds.
func (s *Server) CreateAdmin(ctx context.Context, in AdminRequest) error {
	a, err := s.newAdmin(ctx, in.Email, in.Password, in.FullName)
	if err == nil {
		_, err = s.store.CreateAdmin(ctx, a)
	}
	return plain(err)
}

// plain is an error in words for a person at the command line.
func plain(err error) error {
	if err == nil {
		return nil
	}
	p := problemOf(err)
	switch {
	case p.Code == "internal":
		return err
	case len(p.Errors) > 0:
		return fmt.Errorf("%s: %s", p.Errors[0].Field, p.Errors[0].Message)
	}
	return errors.New(p.Detail)
}

func (s *Server) controlHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+controlPath, func(w http.ResponseWriter, r *http.Request) {
		var in AdminRequest
		err := (&request{Request: r}).decode(w, &in)
		if err == nil {
			err = s.CreateAdmin(r.Context(), in)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	})
	return mux
}

// CreateAdminAt makes an administrator through the server that runs on a data directory.
func CreateAdminAt(ctx context.Context, dir string, in AdminRequest) error {
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(dir, socketName))
		},
	}}
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://ostrakon"+controlPath, bytes.NewReader(body))
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("%w, and its server cannot be reached: %w", store.ErrLocked, err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(res.Body, 4096))
		return errors.New(string(bytes.TrimSpace(said)))
	}
	return nil
}
