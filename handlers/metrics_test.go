package handlers_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"ostrakon/handlers"
	"ostrakon/handlers/listen"
	"ostrakon/handlers/registrar"
)

func TestMetricsCountRequestsByRouteAndStatusAlone(t *testing.T) {
	w := newWorld(t)
	w.do(t, call{method: "GET", path: "/api/info"})
	w.do(t, call{method: "GET", path: "/api/info"})
	w.do(t, call{method: "GET", path: "/api/user/elections/" + string(w.active.id) + "/has-voted"})
	w.do(t, call{method: "BREW", path: "/api/a-path-that-a-stranger-made-up"})

	text := w.metrics(t)
	for _, want := range []string{
		`ostrakon_requests_total{method="GET",route="/api/info",status="200"} `,
		`ostrakon_requests_total{method="GET",route="/api/user/elections/:id/has-voted",status="401"} 1`,
		`ostrakon_requests_total{method="any",route="none",status="404"} 1`,
		"process_resident_memory_bytes",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	for _, never := range []string{string(w.active.id), "stranger", "BREW", string(w.ada.id)} {
		if strings.Contains(text, never) {
			t.Errorf("the metrics tell %q", never)
		}
	}
}

func TestMetricsCountCardsByOutcomeAlone(t *testing.T) {
	w := newWorld(t, readsCards(t, registrar.PolicyNumber))
	w.read(t, cardOf(cardNumber, cardName, cardBirth))
	w.read(t, cardOf(cardNumber, cardName, cardBirth))
	for _, what := range []string{"crash", "damaged"} {
		w.do(t, w.order(t, what))
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	w.server.ServeHTTP(httptest.NewRecorder(), w.order(t, "hang").request(t).WithContext(gone))
	text := w.metrics(t)
	for outcome, n := range map[string]int{"answered": 2, "failed": 1, "refused": 1, "abandoned": 1} {
		if want := fmt.Sprintf("ostrakon_cards_total{outcome=%q} %d\n", outcome, n); !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	for _, never := range []string{numberMark, nameMark, cardBirth} {
		if strings.Contains(text, never) {
			t.Errorf("the metrics tell %q", never)
		}
	}
}

func (w *world) metrics(t *testing.T) string { return scrape(t, w.server) }

// scrape is what the listener for Prometheus answers at this moment.
func scrape(t *testing.T, server *handlers.Server) string {
	t.Helper()
	public, metrics := listenAnywhere(t), listenAnywhere(t)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- server.Run(ctx, handlers.Listeners{Public: listen.New(public, listen.Options{}), Metrics: metrics})
	}()
	res := must(http.Get("http://" + metrics.Addr().String() + "/metrics"))(t)
	raw, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-done; err != nil && err != http.ErrServerClosed {
		t.Error(err)
	}
	return string(raw)
}

func listenAnywhere(t *testing.T) net.Listener {
	t.Helper()
	return must(net.Listen("tcp", "127.0.0.1:0"))(t)
}

func TestMetricsCountConversions(t *testing.T) {
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.Workers = 1 })
	o.must(t, convertCall(stl(tetrahedron()), text("method", "custom-glb")))
	o.do(t, convertCall(stl([]byte("no model")), text("method", "custom")))
	o.do(t, convertCall(stl(nil))) // never gets so far
	text := scrape(t, o.server)
	for _, want := range []string{
		`ostrakon_conversions_total{method="custom-glb",outcome="done"} 1`,
		`ostrakon_conversions_total{method="custom",outcome="refused"} 1`,
		`ostrakon_conversion_input_bytes_total{method="custom-glb",outcome="done"} 284`,
		`ostrakon_conversion_output_bytes_total{method="custom-glb",outcome="done"} `,
		`ostrakon_conversion_seconds_total{method="custom-glb",outcome="done"} `,
		"ostrakon_conversions_running 0",
		"ostrakon_conversions_admitted 0",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
}

// Each sample stands below the help and the kind of its metric.
func TestMetricsHaveHelp(t *testing.T) {
	w := newWorld(t)
	w.vote(t, w.ada, w.active, 0)
	w.must(t, convertCall(stl(tetrahedron()), text("method", "custom-glb")))
	metric, samples := "", 0
	for line := range strings.Lines(w.metrics(t)) {
		words := strings.Fields(line)
		switch {
		case words[0] == "#" && words[1] == "HELP":
			if metric = words[2]; len(words) < 5 {
				t.Errorf("%s has no help: %s", metric, line)
			}
		case words[0] == "#" && (words[1] != "TYPE" || words[2] != metric):
			t.Errorf("below the help of %s stands %s", metric, line)
		case strings.HasPrefix(line, "ostrakon_"):
			samples++
			if rest, found := strings.CutPrefix(line, metric); !found || !strings.ContainsAny(rest[:1], "{ _") {
				t.Errorf("below the help of %s stands %s", metric, line)
			}
		}
	}
	if samples < 30 {
		t.Errorf("only %d samples", samples)
	}
}

func TestMetricsTellHowVotesAndTheDiskAre(t *testing.T) {
	w := newWorld(t)
	w.vote(t, w.ada, w.active, 0)
	text := w.metrics(t)
	for _, want := range []string{
		"ostrakon_votes_total 1\n", "ostrakon_votes_waiting 0\n", `ostrakon_vote_commit_seconds_bucket{le="+Inf"} 1` + "\n",
		"ostrakon_vote_commit_seconds_count 1\n",
		"ostrakon_disk_free_bytes ", "ostrakon_mail_waiting 0\n", "ostrakon_alerts 0\n",
		"ostrakon_backup_good_timestamp_seconds 0\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	for _, name := range []string{"ostrakon_database_bytes", "ostrakon_database_free_bytes",
		"ostrakon_vote_commit_seconds_sum"} {
		if !strings.Contains(text, "\n"+name+" ") || strings.Contains(text, "\n"+name+" 0\n") {
			t.Errorf("%s is missing or 0", name)
		}
	}
}

// The example of alerts names only metrics that there are.
func TestAlertsAreAboutMetricsThatExist(t *testing.T) {
	w := newWorld(t)
	w.do(t, call{method: "GET", path: "/api/info"})
	text := w.metrics(t)
	raw := must(os.ReadFile("../packaging/alerts.yml"))(t)
	names := regexp.MustCompile(`ostrakon_[a-z_]+`).FindAllString(string(raw), -1)
	if len(names) < 6 {
		t.Errorf("the alerts name %q", names)
	}
	for _, name := range names {
		if !strings.Contains(text, "\n"+name) && !strings.HasPrefix(text, name) {
			t.Errorf("there is no metric %s", name)
		}
	}
}
