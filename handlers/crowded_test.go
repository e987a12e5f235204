package handlers

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/handlers/listen"
)

// The log says when connections have to go, and when that is over; administrators are told meanwhile.
func TestShortRoomIsToldWhileItLasts(t *testing.T) {
	var lines bytes.Buffer
	now := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	s := &Server{log: slog.New(slog.NewTextHandler(&lines, nil)), now: func() time.Time { return now }}
	crowd, watched := listen.NewCrowd(s.trusts), new(http.Server)
	crowd.Watch(watched)
	first, client := net.Pipe()
	watched.ConnContext(t.Context(), first)
	come := func(connections int) {
		for range connections {
			conn, _ := net.Pipe()
			watched.ConnContext(t.Context(), conn)
		}
	}
	look := func(said string, told bool) {
		t.Helper()
		lines.Reset()
		s.watchCrowd(crowd)
		if line := lines.String(); said == "" && line != "" || !strings.Contains(line, said) {
			t.Errorf("the log has %q, want %q", line, said)
		}
		all := alerts()
		at := slices.IndexFunc(all, func(a alert) bool { return a.code == "crowded" })
		if due, _, err := all[at].due(t.Context(), s); due != told || err != nil {
			t.Errorf("administrators are told: %t %v, want %t", due, err, told)
		}
	}
	look("", false)
	come(listen.MostConnections)
	if _, err := client.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the first connection is still here: %v", err)
	}
	look("connections=", true)
	come(10)
	look("", true)
	now = now.Add(crowdedFor - time.Second)
	look("", true)
	come(1)
	look("", true)
	now = now.Add(crowdedFor)
	look("closed=", false)
	come(1)
	look("connections=", true)
}
