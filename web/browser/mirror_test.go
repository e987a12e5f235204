package browser

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// mirror lets pages run from right to left, as in a language of which there are no texts yet.
const mirror = `new MutationObserver(() => {
	if (document.documentElement.dir !== "rtl") document.documentElement.dir = "rtl";
}).observe(document, { attributes: true, childList: true, subtree: true, attributeFilter: ["dir"] });`

// translate writes the words of the page in letters that run from right to left.
const translate = `(() => {
	const letters = "ابتثجحخدذرزسشصضطظعغفقكلمنه";
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const { currentNode } = texts;
		if (!currentNode.parentElement.closest("script, style, code, pre, .hash"))
			currentNode.data = currentNode.data.replace(/[a-z]/gi, (c) => letters[c.toLowerCase().charCodeAt(0) - 97]);
	}
	return true;
})()`

// covered are the words that a control lies over.
const covered = `[...document.querySelectorAll("input[type=radio], input[type=checkbox]")].flatMap((input) => {
	const label = input.labels[0];
	if (!label?.checkVisibility() || getComputedStyle(input).opacity === "0") return [];
	const own = input.getBoundingClientRect();
	const words = document.createRange();
	words.selectNodeContents(label);
	return [...words.getClientRects()].some(({ left, right, top, bottom, width }) => width > 1 &&
		Math.min(right, own.right) - Math.max(left, own.left) > 1 &&
		Math.min(bottom, own.bottom) - Math.max(top, own.top) > 1)
		? [label.textContent.trim()] : [];
})`

// Every page mirrors where its language runs from right to left: no control covers words, and nothing leaves the
// screen.
func TestPagesRunFromRightToLeft(t *testing.T) {
	t.Parallel()
	w := furnish(startServer(t, "demo"))
	at := func(title string) string { return "elections/" + w.elections[title] }
	look := func(p *page, on device, paths ...string) {
		t.Helper()
		p.run(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := cdppage.AddScriptToEvaluateOnNewDocument(mirror).Do(ctx)
			return err
		}))
		p.resize(on)
		for _, path := range paths {
			p.visit(path)
			if strings.HasPrefix(path, "/#elections/") && p.now(`document.querySelector("form.ballot")`) {
				markBallot(p)
			}
			var done bool
			p.eval(translate, &done)
			p.look("mirrored " + strings.NewReplacer("/", " ", "#", " ").Replace(path))
			p.judge("mirrored " + path)
			var words []string
			p.eval(covered, &words)
			if len(words) > 0 {
				t.Errorf("%s: a control lies over %q", path, words)
			}
		}
	}
	chromium := newBrowser(t)
	stranger := newPage(t, chromium, w.server, "stranger", phone)
	stranger.guard.expect("404 (Not Found)")
	look(stranger, phone, "/", "/#register", "/board", "/board/"+w.elections[lastYear], "/convert")

	voter := newPage(t, chromium, w.server, "ben", phone)
	voter.visit("/#key=" + w.slips["Ben Lind"])
	to("voter.slip.yes", "voter.elections")(voter)
	look(voter, phone, "/#"+at(thisYear), "/", "/#"+at(lastYear))

	admin := newPage(t, chromium, w.server, "manager", desktop)
	admin.visit("/admin")
	admin.signIn(w.told(demoAdmin), demoPassword)
	look(admin, desktop, "/admin#"+at(safety), "/admin#"+at(safety)+"/key", "/admin#settings")
	look(admin, phone, "/admin", "/admin#roll", "/admin#"+at(safety)+"/questions/new/stv")
}

// The picture of a result begins at the right where its language does: there the bars begin.
func TestTheChartOfAResultIsMirrored(t *testing.T) {
	t.Parallel()
	w := furnish(startServer(t, "demo"))
	chromium := newBrowser(t)
	for language, want := range map[string]image.Point{"en": {X: 832}, "ar": {Y: 1568}} {
		p := newPage(t, chromium, w.server, language, desktop)
		p.prefer(language)
		p.words = readWords(t, language)
		p.visit("/board/" + w.elections[lastYear] + "#minutes")
		p.heading(p.w("minutes.title"))
		p.click("button", p.w("minutes.chart"))
		picture := must(png.Decode(bytes.NewReader(p.saved("ostrakon-*.png"))))(t)
		left, right := picture.Bounds().Dx(), 0
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				if color.NRGBAModel.Convert(picture.At(x, y)) == (color.NRGBA{0xa3, 0x41, 0x1f, 0xff}) { // of a winner
					left, right = min(left, x), max(right, x+1)
				}
			}
		}
		if want.X > 0 && left != want.X || want.Y > 0 && right != want.Y {
			t.Errorf("in %s the bars are from %d to %d, want %v", language, left, right, want)
		}
	}
}
