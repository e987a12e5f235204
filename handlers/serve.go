package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	drainTime   = 20 * time.Second // for requests under way when the server is told to stop
	closeEvery  = 5 * time.Second  // how often elections are looked at that close by the clock
	controlPath = "/admins"
)

// Run serves until ctx ends, then lets requests under way finish. public takes
// the API and the pages; control, which may be nil, takes commands of this
// machine's administrator. Elections whose closesAt has come are completed meanwhile.
func (s *Server) Run(ctx context.Context, public, control net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	servers := []*http.Server{s.httpServer(s)}
	listeners := []net.Listener{public}
	if control != nil {
		servers = append(servers, s.httpServer(s.controlHandler()))
		listeners = append(listeners, control)
	}
	failed := make(chan error, len(servers))
	for i, srv := range servers {
		go func() { failed <- srv.Serve(listeners[i]) }()
	}
	var clock sync.WaitGroup
	clock.Go(func() { s.closeOnTime(ctx) })

	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		s.log.Info("stopping")
	}
	cancel()
	drain, done := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer done()
	for _, srv := range servers {
		if serr := srv.Shutdown(drain); serr != nil {
			err = errors.Join(err, serr, srv.Close())
		}
	}
	clock.Wait()
	return err
}

// httpServer is an HTTP server that no slow client can hold up.
func (s *Server) httpServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       60 * time.Second,
		WriteTimeout:      90 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
}

// closeOnTime completes elections at their closesAt. Votes are refused from
// that moment in any case; this makes the status follow.
func (s *Server) closeOnTime(ctx context.Context) {
	tick := time.NewTicker(closeEvery)
	defer tick.Stop()
	for {
		completed, err := s.store.CloseDue(ctx)
		if err != nil && ctx.Err() == nil {
			s.log.Error("elections due to close", "error", err)
		}
		for _, e := range completed {
			s.log.Info("election completed by its closing time", "election", e.ID)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
