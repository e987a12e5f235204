package handlers

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// Whatever an error or a panic quotes, a line of the log stays one line, without control characters.
func TestNothingAddsALineToTheLog(t *testing.T) {
	var out bytes.Buffer
	for name, handler := range map[string]slog.Handler{"text": slog.NewTextHandler(&out, nil),
		"JSON": slog.NewJSONHandler(&out, nil)} {
		out.Reset()
		s := &Server{log: slog.New(handler), now: time.Now}
		quoted := "name\n{\"level\":\"INFO\"}\r\ntime=now level=INFO msg=nothing\x1b[2J\x00"
		s.logFault(t.Context(), &exchange{id: "id", exact: true}, slog.LevelError, "panic",
			slog.Any("panic", errors.New(quoted)), slog.String("stack", quoted))
		line, more, _ := strings.Cut(out.String(), "\n")
		if line == "" || more != "" || strings.ContainsAny(line, "\r\x1b\x00") {
			t.Errorf("%s: %q", name, out.String())
		}
	}
}
