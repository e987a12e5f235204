package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"ostrakon/handlers/listen"
	"ostrakon/store"
)

const (
	drainTime       = 20 * time.Second // for requests to finish when the server stops
	failedCountWait = time.Minute      // before a count that failed is tried again
	sweepEvery      = 24 * time.Hour   // how often people go who have stayed long enough
	tendEvery       = time.Second      // how often the cast logs and the closing times are checked
	maxStreams      = 32               // requests at a time on a connection over HTTP/2
)

// Listeners are where a server is reached. Control and Metrics may be nil.
type Listeners struct {
	Public  *listen.Door // the API and the pages
	Control net.Listener // commands on this machine
	Metrics net.Listener // counts of requests, for Prometheus
}

// Run serves until ctx ends, then lets requests finish. Meanwhile it completes elections at their closesAt.
func (s *Server) Run(ctx context.Context, at Listeners) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.door = at.Public
	plain, upgrade := at.Public.HTTP()
	s.crowd = listen.NewCrowd(s.trusts)
	var servers []*http.Server
	var listeners []net.Listener
	for _, each := range []struct {
		at      net.Listener
		handler http.Handler
	}{{at.Public, s}, {plain, upgrade}, {at.Control, s.controlHandler()}, {at.Metrics, s.metricsHandler()}} {
		if each.at == nil {
			continue
		}
		srv := s.httpServer(each.handler)
		if each.at != at.Control { // commands on this machine are no crowd
			s.crowd.Watch(srv)
		}
		servers, listeners = append(servers, srv), append(listeners, each.at)
	}
	failed := make(chan error, len(servers))
	for i, srv := range servers {
		go func() { failed <- srv.Serve(listeners[i]) }()
	}
	var clock sync.WaitGroup
	clock.Go(func() { s.tend(ctx) })
	clock.Go(func() { s.count(ctx) })
	clock.Go(func() { s.mailer.Run(ctx) })
	clock.Go(func() { s.makers.Spool.Run(ctx) })
	if s.backups != nil {
		clock.Go(func() { s.backups.Run(ctx) })
	}

	var err error
	select {
	case err = <-failed:
	case err = <-s.store.Failed():
	case <-ctx.Done():
		s.log.Info("stopping")
	}
	cancel()
	s.room.stop()
	s.makers.Converter.Close() // their results would not outlive the process
	drain, done := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer done()
	for _, srv := range servers {
		if serr := srv.Shutdown(drain); serr != nil && !errors.Is(serr, net.ErrClosed) { // as a Door closes two listeners
			err = errors.Join(err, serr, srv.Close())
		}
	}
	s.room.ending.Wait()
	clock.Wait()
	return err
}

// httpServer is an HTTP server that slow and idle clients cannot block. The time of ReadHeaderTimeout is also that of a
// TLS handshake. Idle connections have no time: a Crowd closes them where room is short. With a time, net/http would
// keep the memory of each connection over HTTP/2 that ended with a request, for as long again.
func (s *Server) httpServer(h http.Handler) *http.Server {
	return &http.Server{
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: maxStreams, MaxReceiveBufferPerConnection: listen.MostHeld,
			MaxReceiveBufferPerStream: listen.MostHeld},
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       60 * time.Second,
		WriteTimeout:      90 * time.Second,
		IdleTimeout:       -1,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
}

// tend does what is due: it puts the ballots that wait into the cast logs, logs the requests of an
// hour that is over, removes what ended elections leave behind, erases what was deleted and, unless the clock
// is in doubt, opens elections that should open by themselves, completes elections at their closesAt, and
// deletes the sealed ballots and people that have stayed long enough. Votes are refused at closesAt anyway;
// tend makes the status follow.
func (s *Server) tend(ctx context.Context) {
	tick := time.NewTicker(tendEvery)
	defer tick.Stop()
	for {
		if err := s.store.ExtendLogs(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("could not put ballots into the logs", "error", err)
		}
		s.store.Mend()
		s.logHour(ctx, s.now())
		s.watchCrowd(s.crowd)
		if !s.clock.look(s.now(), func() bool { return s.anythingDue(ctx) }) {
			s.doDue(ctx, "open", s.store.OpenDue)
			s.doDue(ctx, "close", s.store.CloseDue)
			s.doDue(ctx, "delete the sealed ballots", s.store.DropDue)
			s.sweep(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// sweep deletes, once a day, the people who have stayed as long as the settings say.
func (s *Server) sweep(ctx context.Context) {
	now := s.now()
	if since := now.Sub(s.swept); since >= 0 && since < sweepEvery {
		return
	}
	s.swept = now
	done, err := s.store.Sweep(ctx)
	if err != nil && ctx.Err() == nil {
		s.log.Error("could not delete what has stayed long enough", "error", err)
	}
	if done != (store.Swept{}) {
		s.log.Info("deleted what has stayed long enough", "applications", done.Applications, "accounts", done.Accounts,
			"rolls", done.Rolls)
	}
}

// anythingDue reports whether an election would open or close by itself now, or somebody be deleted, or nobody knows.
func (s *Server) anythingDue(ctx context.Context) bool {
	due, err := s.store.AnythingDue(ctx)
	return due || err != nil
}

// count counts the elections that should be counted by themselves. It does not run in tend, because
// a count can take minutes.
func (s *Server) count(ctx context.Context) {
	for {
		wait := tendEvery
		if s.doDue(ctx, "count", s.store.CountDue) != nil {
			wait = failedCountWait
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// doDue does what is due with some elections, and logs it.
func (s *Server) doDue(ctx context.Context, what string, do func(context.Context) ([]store.Election, error)) error {
	done, err := do(ctx)
	if err != nil && ctx.Err() == nil {
		s.log.Error("could not do what is due with an election", "what", what, "error", err)
	}
	for _, e := range done {
		s.log.Info("did what was due with an election", "what", what, "election", e.ID)
	}
	return err
}
