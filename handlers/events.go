package handlers

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"ostrakon/convert/jobs"
)

// heartbeat is how often a stream of events without news says so, which keeps
// proxies from ending it.
const heartbeat = 15 * time.Second

// conversionEvents streams a conversion in the background as server-sent
// events: progress, and last the result or the problem. Of changes that come
// faster than the client reads, it gets the newest.
func (s *Server) conversionEvents(w http.ResponseWriter, r *request) error {
	job, err := s.conversions.converter.Job(r.params.ByName("id"))
	if err != nil {
		return err
	}
	state, seen := job.State(), lastEvent(r)
	if seen > state.Version {
		seen = 0 // it counts the events of something else
	}
	if state.Ended() && seen == state.Version {
		w.WriteHeader(http.StatusNoContent) // tells an EventSource not to come back
		return nil
	}
	ready := patient(w)
	defer ready()
	listening(w)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would gather the events
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	return s.streamJob(newEventWriter(w), r, job, seen)
}

// lastEvent is the event that a client saw last, before its connection broke.
func lastEvent(r *request) int {
	n, err := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// streamJob writes the states of a job after the one seen, until it has ended or the client has gone.
func (s *Server) streamJob(out *eventWriter, r *request, job *jobs.Job, seen int) error {
	for {
		wait, cancel := context.WithTimeout(r.Context(), heartbeat)
		state, err := job.Next(wait, seen)
		cancel()
		switch {
		case r.Context().Err() != nil:
			return nil
		case err != nil:
			err = out.comment()
		default:
			seen = state.Version
			err = out.event(seen, eventOf(state), s.dataOf(r, job, state))
		}
		if err != nil || state.Ended() {
			return nil // an error means that the client has gone
		}
	}
}

// eventOf names the event of a state.
func eventOf(state jobs.State) string {
	switch state.Status {
	case jobs.Done:
		return "result"
	case jobs.Failed:
		return "problem"
	}
	return "progress"
}

// dataOf is what the event of a state carries.
func (s *Server) dataOf(r *request, job *jobs.Job, state jobs.State) any {
	switch state.Status {
	case jobs.Done:
		return viewConversion(state.Conversion)
	case jobs.Failed:
		return s.problemOfJob(r, job, state.Err)
	}
	return progressView{state.Status, state.Stage, state.Fraction}
}

// eventWriter writes server-sent events, each at once.
type eventWriter struct {
	http.ResponseWriter
	control *http.ResponseController
}

func newEventWriter(w http.ResponseWriter) *eventWriter {
	return &eventWriter{w, http.NewResponseController(w)}
}

func (e *eventWriter) event(id int, name string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return e.send(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", id, name, raw))
}

// comment is an event that says nothing.
func (e *eventWriter) comment() error { return e.send(":\n\n") }

func (e *eventWriter) send(text string) error {
	e.control.SetWriteDeadline(time.Now().Add(paceTime))
	if _, err := e.Write([]byte(text)); err != nil {
		return err
	}
	return e.control.Flush()
}
