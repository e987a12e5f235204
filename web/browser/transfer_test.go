package browser

import (
	"strings"
	"testing"
	"time"
)

const firstPageLimit = 100_000 // bytes, headers and all

func TestFirstPageIsSmall(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	p := newPage(t, newBrowser(t), s, "newcomer", phone)
	p.visit("/")
	p.heading(p.w("voter.welcome.of", "organisation", "Kerameikos Makers"))
	p.until("everything to have arrived", `document.readyState === "complete"`)
	time.Sleep(10 * pause) // for what a page might fetch later

	p.guard.mu.Lock()
	received, responses := p.guard.received, p.guard.responses
	p.guard.mu.Unlock()
	if received == 0 || received >= firstPageLimit {
		t.Errorf("the first page took %.0f bytes, want fewer than %d", received, firstPageLimit)
	}
	t.Logf("the first page took %.0f bytes in %d answers", received, len(responses))
	styles := 0
	for _, r := range responses {
		if strings.HasPrefix(r.MimeType, "text/css") {
			styles++
		}
		if !strings.Contains(r.URL, "/assets/") {
			continue
		}
		if cache, _ := r.Headers["Cache-Control"].(string); !strings.Contains(cache, "immutable") || !strings.Contains(cache, "max-age=31536000") {
			t.Errorf("%s may be kept as %q, want for ever", r.URL, cache)
		}
	}
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
