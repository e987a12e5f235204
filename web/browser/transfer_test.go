package browser

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// What the first page may take; the bytes are those of bodies and headers.
const (
	firstPageBytes   = 100_000
	firstPageAnswers = 8
)

func TestFirstPageIsSmall(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	// Each visit has a process of its own, which has nothing in memory. Chromium's shell keeps nothing that it fetched.
	whole := have.chromium
	if path, err := exec.LookPath("chromium"); err == nil {
		whole = path
	}
	isolated := newBrowser(t, chromedp.ExecPath(whole), chromedp.Flag("disable-site-isolation-trials", false))
	p := newPage(t, isolated, s, "newcomer", phone)
	p.visit("/")
	p.heading(p.w("voter.welcome.of", "organisation", "Kerameikos Makers"))
	p.until("everything to have arrived", `document.readyState === "complete"`)
	time.Sleep(10 * pause) // for what a page might fetch later

	p.guard.mu.Lock()
	received, responses := p.guard.received, p.guard.responses
	p.guard.mu.Unlock()
	if received == 0 || received >= firstPageBytes {
		t.Errorf("the first page took %.0f bytes, want fewer than %d", received, firstPageBytes)
	}
	styles := 0
	var answers []string
	for _, r := range responses {
		if !strings.HasPrefix(r.URL, "data:") {
			answers = append(answers, r.URL)
		}
		if strings.HasPrefix(r.MimeType, "text/css") {
			styles++
		}
		if !strings.Contains(r.URL, "/assets/") {
			continue
		}
		if cache, _ := r.Headers["Cache-Control"].(string); !strings.Contains(cache, "immutable") ||
			!strings.Contains(cache, "max-age=31536000") {
			t.Errorf("%s may be kept as %q, want for ever", r.URL, cache)
		}
	}
	if len(answers) > firstPageAnswers {
		t.Errorf("the first page took %d answers, want at most %d: %q", len(answers), firstPageAnswers, answers)
	}
	t.Logf("the first page took %.0f bytes in %d answers: %q", received, len(answers), answers)
	if styles != 1 {
		t.Errorf("the page has %d stylesheets, want one", styles)
	}

	seen := len(responses)
	p.visit("/")
	p.heading(p.w("voter.welcome.of", "organisation", "Kerameikos Makers"))
	p.guard.mu.Lock()
	defer p.guard.mu.Unlock()
	for _, r := range p.guard.responses[seen:] {
		if strings.Contains(r.URL, "/assets/") && !r.FromDiskCache && !r.FromPrefetchCache {
			t.Errorf("%s was fetched again at the second visit", r.URL)
		}
	}
}
