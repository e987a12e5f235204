package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

const (
	patience = 2 * time.Minute // for anything to appear; it is there long before, unless it never comes
	pause    = 50 * time.Millisecond
)

// newBrowser is a Chromium for the windows of a test: the one of all tests or, with more options, one that ends with
// the test.
func newBrowser(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	start := have.browser
	if len(more) > 0 {
		start = func() (context.Context, error) {
			ctx, end, err := startBrowser(more...)
			t.Cleanup(end)
			return ctx, err
		}
	}
	ctx, err := start()
	if err != nil {
		t.Fatalf("start %s: %v", have.chromium, err)
	}
	return ctx
}

// startBrowser starts a Chromium with a profile of its own until end is called.
func startBrowser(more ...chromedp.ExecAllocatorOption) (ctx context.Context, end func(), err error) {
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(have.chromium), chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Headless,
		chromedp.NoSandbox,
		chromedp.WSURLReadTimeout(patience),
		chromedp.DisableGPU, // to draw pages with WebGL's software takes twice the time
		// Processes that no page needs take a quarter of the time: two that suggest addresses for each window, and
		// a new one for each visit. Chromium on phones with little memory does not isolate sites either.
		chromedp.Flag("disable-features", "WebUIOmniboxPopup,WebUIOmniboxAimPopup"),
		chromedp.Flag("disable-site-isolation-trials", true),
		// What the browser would ask the network for on its own account.
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-extensions", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("lang", "en-GB"),
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	ctx, _ = chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // of newer events than it knows
	return ctx, end, chromedp.Run(ctx)
}

// webGL are options for tests of the stage: WebGL without a graphics card.
func webGL() []chromedp.ExecAllocatorOption {
	return []chromedp.ExecAllocatorOption{
		chromedp.Flag("disable-gpu", false), chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
	}
}

// device is what a page is shown on.
type device struct {
	width, height int64
	touch         bool
}

var (
	narrow  = device{320, 640, true}
	phone   = device{390, 844, true}
	desktop = device{1280, 900, false}
)

// page is a tab of a person of their own: it shares nothing with other pages.
type page struct {
	t         *testing.T
	ctx       context.Context
	server    *server
	guard     *guard
	words     words
	foreign   map[string]string // on the tour: texts of other languages, see foreignTexts
	name      string
	touch     bool
	did       effort
	downloads string
}

// newPage opens an empty page; name tells whose it is when something fails.
func newPage(t *testing.T, in context.Context, s *server, name string, on device) *page {
	t.Helper()
	ctx, profile := newWindow(t, in)
	p := &page{
		t: t, ctx: ctx, server: s, guard: &guard{origin: s.origin}, words: readWords(t, "en"), name: name, touch: on.touch,
		downloads: t.TempDir(),
	}
	chromedp.ListenTarget(ctx, func(event any) {
		p.guard.on(event)
		if _, ok := event.(*cdppage.EventJavascriptDialogOpening); ok {
			// A page that asks before it is left: leave.
			go func() { _ = chromedp.Run(ctx, cdppage.HandleJavaScriptDialog(true)) }()
		}
	})
	p.run(
		network.Enable(),
		emulation.SetTouchEmulationEnabled(on.touch).WithMaxTouchPoints(5),
		emulation.SetLocaleOverride().WithLocale("en-GB"),
		chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := cdppage.AddScriptToEvaluateOnNewDocument(reportViolations).Do(ctx)
			return err
		}),
		chromedp.ActionFunc(func(ctx context.Context) error {
			return browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).
				WithBrowserContextID(profile).WithDownloadPath(p.downloads).
				Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		}),
	)
	p.resize(on)
	p.scheme("light")
	t.Cleanup(func() {
		p.guard.judge(t)
		if t.Failed() {
			p.photograph()
		}
	})
	return p
}

// newWindow opens a window of a profile of its own.
func newWindow(t *testing.T, in context.Context) (context.Context, cdp.BrowserContextID) {
	t.Helper()
	whole := cdp.WithExecutor(in, chromedp.FromContext(in).Browser)
	profile := must(target.CreateBrowserContext().Do(whole))(t)
	window := must(target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(whole))(t)
	ctx, cancel := chromedp.NewContext(in, chromedp.WithTargetID(window))
	t.Cleanup(func() {
		cancel()
		if err := target.DisposeBrowserContext(profile).Do(whole); err != nil {
			t.Error(err)
		}
	})
	return ctx, profile
}

// resize gives the page the screen of a device.
func (p *page) resize(to device) {
	p.t.Helper()
	p.run(emulation.SetDeviceMetricsOverride(to.width, to.height, 1, to.touch))
}

// w is a text of the catalogue.
func (p *page) w(key string, parameters ...any) string { return p.words.of(key, parameters...) }

func (p *page) run(actions ...chromedp.Action) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

// visit goes to an address of the server, and waits for the page to be there.
func (p *page) visit(path string) {
	p.t.Helper()
	path = strings.TrimPrefix(strings.TrimPrefix(path, p.server.origin), publicAddress)
	p.run(chromedp.Navigate("about:blank"), chromedp.Navigate(p.server.origin+path))
	p.settled()
}

func (p *page) reload() {
	p.t.Helper()
	p.run(chromedp.Reload())
	p.settled()
}

// back presses the browser's button.
func (p *page) back() {
	p.t.Helper()
	var from string
	p.eval("location.href", &from)
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, err := runtime.Evaluate("history.back()").Do(ctx)
		return err
	}))
	p.until("another address", fmt.Sprintf("location.href !== %q", from))
	p.settled()
}

// settled waits until a view is shown: it has a heading, and none is on its way.
func (p *page) settled() {
	p.t.Helper()
	p.until("a view is shown", `Boolean(document.querySelector("main h1")) && !document.querySelector("main[aria-busy]")`)
}

// eval answers the value of an expression, or of the promise that it is.
func (p *page) eval(expression string, answer any) {
	p.t.Helper()
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		found, problem, err := runtime.Evaluate(expression).WithAwaitPromise(true).WithReturnByValue(true).Do(ctx)
		if err != nil {
			return err
		}
		if problem != nil {
			return problem
		}
		return json.Unmarshal(found.Value, answer)
	}))
}

// until waits for an expression to be true.
func (p *page) until(what, expression string) {
	p.t.Helper()
	p.wait(what, func() bool { return p.now(expression) })
}

// now tells whether an expression is true. While a page is being replaced nothing is.
func (p *page) now(expression string) (holds bool) {
	p.t.Helper()
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		found, problem, err := runtime.Evaluate("Boolean(" + expression + ")").Do(ctx)
		if err != nil || problem != nil {
			return ctx.Err()
		}
		return json.Unmarshal(found.Value, &holds)
	}))
	return holds
}

func (p *page) wait(what string, holds func() bool) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(pause) {
		if time.Now().After(deadline) {
			var text string
			p.eval(`location.href + "\n" + document.body?.innerText.slice(0, 2000)`, &text)
			p.t.Fatalf("%s: waited in vain for: %s\nat %s", p.name, what, text)
		}
	}
}

// scheme chooses the colours that the person prefers, "light" or "dark", or has "forced". All of them prefer things not
// to move.
func (p *page) scheme(name string) {
	p.t.Helper()
	colours := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: name}
	if name == "forced" {
		colours = &emulation.MediaFeature{Name: "forced-colors", Value: "active"}
	}
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		colours, {Name: "prefers-reduced-motion", Value: "reduce"},
	}))
}

// prefer makes the browser one of somebody with another language, such as "fr-CH".
func (p *page) prefer(language string) {
	p.t.Helper()
	p.run(
		chromedp.ActionFunc(func(ctx context.Context) error {
			_, agent, _, _, _, err := browser.GetVersion().Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
			if err != nil {
				return err
			}
			return emulation.SetUserAgentOverride(agent).WithAcceptLanguage(language).Do(ctx)
		}),
	)
}

// saved waits for a download and answers its content. The browser keeps the name with an empty file
// until the download is complete, and then puts the whole file in its place.
func (p *page) saved(pattern string) []byte {
	p.t.Helper()
	var content []byte
	p.wait("a download "+pattern, func() bool {
		found, _ := filepath.Glob(filepath.Join(p.downloads, pattern))
		if len(found) != 1 {
			return false
		}
		content = must(os.ReadFile(found[0]))(p.t)
		return len(content) > 0
	})
	return content
}

// photograph keeps a picture of the page of a test that fails.
func (p *page) photograph() {
	var picture []byte
	if err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot(&picture)); err != nil {
		p.t.Logf("no picture of %s: %v", p.name, err)
		return
	}
	name := strings.ReplaceAll(p.name, " ", "-") + ".png"
	if err := os.WriteFile(filepath.Join(p.t.ArtifactDir(), name), picture, 0o644); err != nil {
		p.t.Log(err)
	}
}
