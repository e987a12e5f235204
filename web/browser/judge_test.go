package browser

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
)

// violation is what axe-core finds wrong, and where.
type violation struct {
	ID    string   `json:"id"`
	Help  string   `json:"help"`
	Where []string `json:"where"`
}

const runAxe = `axe.run(document, { %s resultTypes: ["violations"] }).then(({ violations }) => violations
	.map(({ id, help, nodes }) => ({
	id, help, where: nodes.slice(0, 4).map(({ target, failureSummary, html }) =>
		target.join(" ") + ": " + html.slice(0, 160) + "\n      " + failureSummary.replace(/\s+/g, " ")),
})))`

// Colours must be the ones that stay, not some on the way to them.
const still = `Promise.all(document.getAnimations().filter((a) => a.effect.getComputedTiming().iterations !== Infinity)
	.map((a) => a.finished.catch(() => {}))).then(() => new Promise((done) => requestAnimationFrame(() =>
		requestAnimationFrame(() => done(true)))))`

// judge finds no fault with what is shown, in either colour scheme: axe-core finds no violation, and nothing is wider
// than the screen. state tells what is shown.
func (p *page) judge(state string) {
	p.t.Helper()
	p.judgeIn(state, "dark", "light")
}

func (p *page) judgeIn(state string, schemes ...string) {
	p.t.Helper()
	p.isNarrow(state)
	if have.axe == "" {
		return
	}
	var loaded bool
	p.eval("Boolean(window.axe)", &loaded)
	if !loaded {
		p.run(chromedp.Evaluate(have.axe+";0", nil))
	}
	for i, scheme := range schemes {
		rules := ""
		if i > 0 { // the others know nothing of colours
			rules = `runOnly: ["color-contrast", "link-in-text-block"],`
		}
		if scheme == "forced" { // axe takes the colours of the page for those of the text
			rules = `rules: { "color-contrast": { enabled: false } },`
		}
		p.scheme(scheme)
		var done bool
		p.eval(still, &done)
		var found []violation
		p.eval(fmt.Sprintf(runAxe, rules), &found)
		for _, v := range found {
			p.t.Errorf("%s, %s, %s: %s (%s)\n    %s", p.name, state, scheme, v.Help, v.ID, strings.Join(v.Where, "\n    "))
		}
	}
}

// isNarrow sees that nothing is wider than the screen.
func (p *page) isNarrow(state string) {
	p.t.Helper()
	var wide float64
	p.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth", &wide)
	if wide > 0 {
		p.t.Errorf("%s, %s: the page is %v pixels wider than the screen", p.name, state, wide)
	}
}
