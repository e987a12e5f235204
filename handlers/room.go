package handlers

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"

	"ostrakon/handlers/listen"
	"ostrakon/handlers/rest"
	"ostrakon/store/refusal"
)

// room is the door that an administrator opens for the local network beside one that only this machine reaches. It
// stays open until somebody closes it or the server stops.
type room struct {
	mu      sync.Mutex
	door    *listen.Door // nil while it is closed
	server  *http.Server // of door
	stopped bool         // the server stops, and opens none
	ending  sync.WaitGroup
}

// openRoom lets other devices in the local network reach this server.
func (s *Server) openRoom(w http.ResponseWriter, r *request) error {
	var in struct {
		Encrypted *bool `json:"encrypted"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	if in.Encrypted == nil {
		return refusal.Invalid("encrypted", refusal.Required, nil)
	}
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	switch {
	case s.room.door != nil:
		return refusal.RoomOpen
	case s.room.stopped || s.door.Addr() == nil || !s.door.LocalOnly() || len(s.proxies) > 0:
		return refusal.RoomReachable
	}
	door, err := s.door.Room(*in.Encrypted)
	if err != nil {
		s.log.Warn("cannot listen to the local network", "error", err)
		return refusal.RoomImpossible
	}
	found, err := door.Addresses()
	if err == nil && len(found) == 0 {
		err = refusal.RoomWithoutNetwork
	}
	if err == nil {
		err = s.store.NoteRoom(r.Context(), r.by(), true)
	}
	if err != nil {
		return errors.Join(err, door.Close())
	}
	s.room.door, s.room.server = door, s.httpServer(s)
	s.crowd.Watch(s.room.server)
	go s.serveRoom(s.room.server, door)
	s.log.Info("the local network is let in", "address", door.Addr())
	v, err := viewNetwork(door, true)
	return rest.Respond(w, v, err)
}

// serveRoom serves the room until its door is closed.
func (s *Server) serveRoom(server *http.Server, door *listen.Door) {
	if err := server.Serve(door); !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
		s.log.Error("the local network cannot reach this server any more", "error", err)
	}
}

// closeRoom shuts the local network out. Requests that are under way, of which this one may be, get their answers.
func (s *Server) closeRoom(w http.ResponseWriter, r *request) error {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	if s.room.door == nil {
		return refusal.RoomClosed
	}
	if err := s.store.NoteRoom(r.Context(), r.by(), false); err != nil {
		return err
	}
	s.room.shut()
	s.log.Info("the local network is shut out")
	return rest.RespondDeleted(w, nil)
}

// shut ends listening at once, and each connection once its requests have their answers. The caller holds the lock.
func (r *room) shut() {
	server := r.server
	r.door.Close()
	r.door, r.server = nil, nil
	r.ending.Go(func() {
		drain, done := context.WithTimeout(context.Background(), drainTime)
		defer done()
		if server.Shutdown(drain) != nil {
			server.Close()
		}
	})
}

// stop shuts the room for good. Wait for ending after it.
func (r *room) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = true
	if r.door != nil {
		r.shut()
	}
}

// outside is the door by which other machines come, and whether it is that of the room.
func (s *Server) outside() (door *listen.Door, room bool) {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	if s.room.door != nil {
		return s.room.door, true
	}
	return s.door, false
}
