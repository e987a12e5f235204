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
	drainTime = 20 * time.Second // for requests under way when the server is told to stop
	tendEvery = time.Second      // how often the cast logs and the closing times are looked at
)

// Listeners are where a server is reached. Control and Metrics may be nil.
type Listeners struct {
	Public  net.Listener // the API and the pages
	Control net.Listener // commands of this machine's administrator
	Metrics net.Listener // counts of requests, for Prometheus
}

// Run serves until ctx ends, then lets requests under way finish. Elections whose closesAt has come are completed meanwhile.
func (s *Server) Run(ctx context.Context, at Listeners) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.public = at.Public.Addr()
	var servers []*http.Server
	var listeners []net.Listener
	for _, each := range []struct {
		at      net.Listener
		handler http.Handler
	}{{at.Public, s}, {at.Control, s.controlHandler()}, {at.Metrics, s.metricsHandler()}} {
		if each.at != nil {
			servers, listeners = append(servers, s.httpServer(each.handler)), append(listeners, each.at)
		}
	}
	failed := make(chan error, len(servers))
	for i, srv := range servers {
		go func() { failed <- srv.Serve(listeners[i]) }()
	}
	var clock sync.WaitGroup
	clock.Go(func() { s.tend(ctx) })
	clock.Go(func() { s.conversions.spool.Run(ctx) })

	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		s.log.Info("stopping")
	}
	cancel()
	s.conversions.converter.Close() // what they make would not outlive the process
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

// tend does what follows from time passing: ballots that have gathered enter
// the cast logs, and elections are completed at their closesAt. Votes are
// refused from that moment in any case; this makes the status follow.
func (s *Server) tend(ctx context.Context) {
	tick := time.NewTicker(tendEvery)
	defer tick.Stop()
	for {
		if err := s.store.ExtendLogs(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("cast logs", "error", err)
		}
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
