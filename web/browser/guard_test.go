package browser

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// reportViolations makes a breach of the page's policy an error of the console, wherever it is noticed.
const reportViolations = `document.addEventListener("securitypolicyviolation", (event) =>
	console.error("policy broken:", event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber));`

// guard watches a page from its first request to the end of the test: nothing of what it collects may be a fault.
type guard struct {
	origin    string
	elsewhere string // another origin, to which the test leads the page

	mu        sync.Mutex
	requests  []*network.Request
	responses []*network.Response
	received  float64 // bytes, with headers
	faults    []string
	expected  []string // parts of the words of faults that the test is about
}

// on is told of everything that happens in the page.
func (g *guard) on(event any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		g.requests = append(g.requests, e.Request)
		if !g.allowed(e.Request.URL) {
			g.faults = append(g.faults, "a request to another origin: "+e.Request.URL)
		}
	case *network.EventResponseReceived:
		g.responses = append(g.responses, e.Response)
	case *network.EventLoadingFinished:
		g.received += e.EncodedDataLength
	case *network.EventWebSocketCreated:
		g.faults = append(g.faults, "a WebSocket: "+e.URL)
	case *runtime.EventExceptionThrown:
		g.faults = append(g.faults, "an uncaught exception: "+e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning || e.Type == runtime.APITypeAssert {
			var words []string
			for _, arg := range e.Args {
				words = append(words, string(arg.Value)+arg.Description)
			}
			g.faults = append(g.faults, "the console: "+strings.Join(words, " "))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
			g.faults = append(g.faults, fmt.Sprintf("the browser's log (%s): %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	}
}

func (g *guard) allowed(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	return u.Scheme == "data" || u.Scheme == "blob" ||
		slices.Contains([]string{g.origin, g.elsewhere}, u.Scheme+"://"+u.Host)
}

// expect names a fault that the test brings about, by a part of its words.
func (g *guard) expect(words string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expected = append(g.expected, words)
}

// sent are the addresses of the requests of a method to paths that end so.
func (g *guard) sent(method, ending string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var found []string
	for _, r := range g.requests {
		if r.Method == method && strings.HasSuffix(r.URL, ending) {
			found = append(found, r.URL)
		}
	}
	return found
}

// tells are the requests that have one of some texts in their address or their body.
func (g *guard) tells(texts ...string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var found []string
	for _, r := range g.requests {
		sent := r.URL
		for _, part := range r.PostDataEntries {
			body, _ := base64.StdEncoding.DecodeString(part.Bytes)
			sent += string(body)
		}
		if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(sent, text) }) {
			found = append(found, r.Method+" "+r.URL)
		}
	}
	return found
}

// judge fails the test for every fault that it does not expect.
func (g *guard) judge(t *testing.T) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.requests) == 0 {
		t.Error("the guard saw no request at all: it does not watch")
	}
	for _, fault := range g.faults {
		if !slices.ContainsFunc(g.expected, func(words string) bool { return strings.Contains(fault, words) }) {
			t.Error(fault)
		}
	}
}
