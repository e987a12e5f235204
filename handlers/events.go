package handlers

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"ostrakon/handlers/jobs"
)

// heartbeat is how often a stream without events sends a comment, so that proxies do not end it.
const heartbeat = 15 * time.Second

// conversionEvents streams a conversion in the background as server-sent events: progress and, at
// the end, the result or the problem. A client that reads slowly gets only the newest state.
func (s *Server) conversionEvents(w http.ResponseWriter, r *request) error {
	job, err := s.conversions.converter.Job(r.params.ByName("id"))
	if err != nil {
		return err
	}
	state, seen := job.State(), lastEvent(r)
	if seen > state.Version {
		seen = 0 // it is of another stream
	}
	if state.Ended() && seen == state.Version {
		w.WriteHeader(http.StatusNoContent) // an EventSource then stops trying
		return nil
	}
	ready := patient(w)
	defer ready()
	listening(w)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would hold the events back
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

// streamJob writes the states of a job after the one that was seen, until the job ends or the
// client goes away.
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

// dataOf is the data of a state's event.
func (s *Server) dataOf(r *request, job *jobs.Job, state jobs.State) any {
	switch state.Status {
	case jobs.Done:
		return viewConversion(state.Conversion)
	case jobs.Failed:
		return s.problemOfJob(r, job, state.Err)
	}
	return progressView{state.Status, state.Stage, state.Fraction}
}

// eventWriter writes server-sent events and sends each at once.
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

// comment writes a comment, which is no event.
func (e *eventWriter) comment() error { return e.send(":\n\n") }

func (e *eventWriter) send(text string) error {
	e.control.SetWriteDeadline(time.Now().Add(paceTime))
	if _, err := e.Write([]byte(text)); err != nil {
		return err
	}
	return e.control.Flush()
}
