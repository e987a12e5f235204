package handlers

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"ostrakon/handlers/makers"
	"ostrakon/store"
)

// The log must not show who voted when: not by the line of a vote, and not by the lines around it.
// So only the requests of administrators and of makers have a line each, with address and time. All
// others are counted, and each full hour has one line for each route, method and status. Even the
// order of lines would say something, and some programs that keep logs add the time themselves.

// logGrain is how exact the log is about when voters did something.
const logGrain = time.Hour

// answered is the key by which requests without a line are counted.
type answered struct {
	method, route string
	status        int
}

// hourly counts the requests of an hour.
type hourly struct {
	mu     sync.Mutex
	hour   time.Time
	counts map[answered]int
}

// add counts a request.
func (h *hourly) add(a answered) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.counts[a]++
}

// take returns the counts of the hour that is over at a time, and begins the next. If the hour is
// not over, there are none.
func (h *hourly) take(now time.Time) (hour time.Time, counts map[answered]int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now = now.Truncate(logGrain)
	if now.Equal(h.hour) {
		return h.hour, nil
	}
	hour, counts = h.hour, h.counts
	h.hour, h.counts = now, make(map[answered]int)
	return hour, counts
}

// logHour writes the counts of the hour that is over at a time.
func (s *Server) logHour(ctx context.Context, now time.Time) {
	hour, counts := s.counted.take(now)
	var lines []answered
	for a := range counts {
		lines = append(lines, a)
	}
	slices.SortFunc(lines, func(a, b answered) int {
		return cmp.Or(strings.Compare(a.route, b.route), strings.Compare(a.method, b.method), cmp.Compare(a.status, b.status))
	})
	for _, a := range lines {
		s.writeLine(ctx, hour, slog.LevelInfo, "requests of an hour", slog.String("method", a.method),
			slog.String("route", a.route), slog.Int("status", a.status), slog.Int("count", counts[a]))
	}
}

// logRequest writes the line of a request, or counts it.
func (s *Server) logRequest(x *exchange, r *http.Request, start time.Time) {
	now := s.now()
	s.logHour(r.Context(), now)
	if !x.exact {
		method, route := x.series(r.Method)
		s.counted.add(answered{method, route, x.status})
		return
	}
	attrs := []slog.Attr{
		slog.String("method", r.Method), slog.String("route", x.route), slog.Int("status", x.status),
		slog.Int("bytes", x.size), slog.Float64("ms", float64(now.Sub(start).Microseconds())/1000),
		slog.String("request", x.id), slog.String("client", x.client),
	}
	if x.user.ID != "" {
		attrs = append(attrs, slog.String("user", string(x.user.ID)))
	}
	s.writeLine(r.Context(), now, slog.LevelInfo, "request", attrs...)
}

// logFault writes a line about a request that failed. If the request was not an administrator's or a maker's, the line
// says neither who nor, within the hour, when. Whoever was told the id of the request can still ask about it.
func (s *Server) logFault(ctx context.Context, x *exchange, level slog.Level, msg string, attrs ...slog.Attr) {
	at := s.now()
	if !x.exact {
		at = at.Truncate(logGrain)
		for i, a := range attrs {
			attrs[i].Value = slog.StringValue(x.withoutUser(a.Value.String()))
		}
	}
	s.writeLine(ctx, at, level, msg, append([]slog.Attr{slog.String("request", x.id)}, attrs...)...)
}

// withoutUser removes the ids of the person who asks from a text.
func (x *exchange) withoutUser(text string) string {
	for _, id := range []string{string(x.user.ID), string(x.user.RollEntry)} {
		if id != "" {
			text = strings.ReplaceAll(text, id, "(the person)")
		}
	}
	return text
}

// writeLine writes a line of a given time.
func (s *Server) writeLine(ctx context.Context, at time.Time, level slog.Level, msg string, attrs ...slog.Attr) {
	if !s.log.Enabled(ctx, level) {
		return
	}
	line := slog.NewRecord(at, level, msg, 0)
	line.AddAttrs(attrs...)
	s.log.Handler().Handle(ctx, line) // there is nowhere to report a failure to log
}

// series is a request as it is counted. All paths that are not routes count as one, and all methods
// of pages but those that read, so that strangers cannot make counts without end.
func (x *exchange) series(method string) (string, string) {
	switch {
	case x.route == "":
		return "any", "none"
	case x.route == pagesRoute && method != http.MethodGet && method != http.MethodHead:
		return "any", pagesRoute
	}
	return method, x.route
}

// mayTell reports whether the log may say who uses a route, and when: an administrator does, or
// somebody who is not signed in uses a route for administrators or makers.
func mayTell(rt route, path string, by store.User) bool {
	if by.ID != "" {
		return by.Role == store.RoleAdmin
	}
	return rt.access == admin || makers.Serves(path)
}
