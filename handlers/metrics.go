package handlers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"ostrakon/handlers/jobs"
	"ostrakon/handlers/worker"
)

// meter counts requests by route and status, never by voter or choice.
type meter struct {
	set *metrics.Set
}

func newMeter() meter { return meter{metrics.NewSet()} }

// note counts a request that was answered, see series.
func (m meter) note(method, route string, status int, took time.Duration) {
	labels := fmt.Sprintf(`{method=%q,route=%q,status="%d"}`, method, route, status)
	m.set.GetOrCreateCounter("ostrakon_requests_total" + labels).Inc()
	m.set.GetOrCreateFloatCounter("ostrakon_request_seconds_total" + labels).Add(took.Seconds())
}

// noteConversion counts a conversion that ended, by its method and its outcome: done, refused for
// its input, cancelled or failed.
func (m meter) noteConversion(o jobs.Outcome, outcome string) {
	labels := fmt.Sprintf(`{method=%q,outcome=%q}`, o.Options.Method, outcome)
	m.set.GetOrCreateCounter("ostrakon_conversions_total" + labels).Inc()
	m.set.GetOrCreateCounter("ostrakon_conversion_input_bytes_total" + labels).Add(int(o.InputSize))
	if o.Err == nil {
		m.set.GetOrCreateCounter("ostrakon_conversion_output_bytes_total" + labels).Add(int(o.Conversion.OutputSize))
		m.set.GetOrCreateFloatCounter("ostrakon_conversion_seconds_total" + labels).Add(o.Conversion.Duration.Seconds())
	}
}

// card counts a photo of a card by its outcome.
func (m meter) card(err error) {
	outcome := "refused" // it is damaged, but not in its header
	switch {
	case err == nil:
		outcome = "answered"
	case failedToRead(err), errors.Is(err, worker.ErrStart), errors.Is(err, worker.ErrClosed):
		outcome = "failed"
	case errors.Is(err, worker.ErrBusy), errors.Is(err, worker.ErrStarved):
		outcome = "busy"
	case errors.Is(err, context.Canceled):
		outcome = "abandoned"
	}
	m.set.GetOrCreateCounter(fmt.Sprintf("ostrakon_cards_total{outcome=%q}", outcome)).Inc()
}

// metricsHandler serves the counts in the text format of Prometheus.
func (s *Server) metricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		v, err := s.Stats(r.Context())
		if err != nil { // also of a store that cannot be read
			s.log.Error("could not read the counts", "error", err)
			http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		var samples bytes.Buffer
		s.meter.set.WritePrometheus(&samples)
		v.writeMetrics(&samples)
		explain(w, samples.String())
		metrics.WriteProcessMetrics(w)
	})
	return mux
}
