package browser

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// errorSentences makes a sentence about an error that a page shows an error of the console, so that the guard finds it.
const errorSentences = `{
	const said = new Set();
	new MutationObserver(() => {
		for (const node of document.querySelectorAll(".notice-problem, .field-error")) {
			const words = node.textContent.trim();
			if (words && node.checkVisibility() && !said.has(words)) console.error("an error sentence:", words);
			said.add(words);
		}
	}).observe(document, { subtree: true, childList: true, attributes: true });
}`

// quickLooks makes a page look four times as often at what others do: otherwise a test waits for that most of the time.
const quickLooks = `for (const name of ["setTimeout", "setInterval"]) {
	const start = window[name];
	window[name] = (then, wait, ...more) => start(then, wait >= 1000 && wait < 10000 ? wait / 4 : wait, ...more);
}`

// newAttentive opens a page that looks often, and on which no sentence about an error may appear.
func newAttentive(t *testing.T, in context.Context, s *server, name string, on device) *page {
	t.Helper()
	p := newPage(t, in, s, name, on)
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(errorSentences + quickLooks).Do(ctx)
		return err
	}))
	return p
}

// step does a part of the day, and logs what it took the secretary.
func (d *clubDay) step(name string, do func()) {
	d.t.Helper()
	before, start := d.admin.did, time.Now()
	d.t.Logf("step: %s", name)
	do()
	did := d.admin.did
	d.t.Logf("%s: %d presses, %.1f s", name, did.presses-before.presses, time.Since(start).Seconds())
}

// quoted writes a text as JavaScript does.
func quoted(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}
