package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The roles of controls that text is typed into.
var textRoles = []string{"textbox", "combobox", "searchbox", "spinbutton", "Date"}

// matches tells which accessible name is meant.
type matches func(name string) bool

func exactly(names ...string) matches {
	return func(name string) bool { return slices.Contains(names, squeezed(name)) }
}

func beginning(words string) matches {
	return func(name string) bool { return strings.HasPrefix(squeezed(name), words) }
}

// unmarked replaces what nobody sees in a text: spaces and hyphens that do not break, and the marks that isolate names.
var unmarked = strings.NewReplacer("\u00a0", " ", "\u2011", "-", "\u2068", "", "\u2069", "")

// squeezed text has single plain spaces and no marks, however it is written in the page.
func squeezed(text string) string { return strings.Join(strings.Fields(unmarked.Replace(text)), " ") }

// seek answers the first control with one of the roles whose name is meant, or 0. What is hidden or behind a dialog
// does not count: it is not in the tree of accessible things.
func (p *page) seek(meant matches, roles ...string) cdp.BackendNodeID {
	p.t.Helper()
	var found cdp.BackendNodeID
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		document, _, err := runtime.Evaluate("document").Do(ctx)
		if err != nil {
			return ctx.Err() // nil: the page is just being replaced
		}
		for _, role := range roles {
			nodes, err := accessibility.QueryAXTree().WithObjectID(document.ObjectID).WithRole(role).Do(ctx)
			if err != nil {
				return ctx.Err()
			}
			for _, node := range nodes {
				if !node.Ignored && node.Name != nil && meant(text(node.Name)) {
					found = node.BackendDOMNodeID
					return nil
				}
			}
		}
		return nil
	}))
	return found
}

func text(value *accessibility.Value) string {
	var words string
	if json.Unmarshal(value.Value, &words) != nil {
		return ""
	}
	return words
}

// find waits for a control.
func (p *page) find(meant matches, what string, roles ...string) cdp.BackendNodeID {
	p.t.Helper()
	var found cdp.BackendNodeID
	p.wait(fmt.Sprintf("%s %q", strings.Join(roles, " or "), what), func() bool {
		found = p.seek(meant, roles...)
		return found != 0
	})
	return found
}

// on calls a function of JavaScript with a node as its `this`; it answers false when the node has gone.
func (p *page) on(node cdp.BackendNodeID, function string, answer any) bool {
	p.t.Helper()
	there := true
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		object, err := dom.ResolveNode().WithBackendNodeID(node).Do(ctx)
		if err != nil {
			there = false
			return ctx.Err()
		}
		found, problem, err := runtime.CallFunctionOn(function).WithObjectID(object.ObjectID).WithReturnByValue(true).Do(ctx)
		if err != nil {
			there = false
			return ctx.Err()
		}
		if problem != nil {
			return problem
		}
		return json.Unmarshal(found.Value, answer)
	}))
	return there
}

// place brings a control to the middle of the screen and answers where a finger hits it: null when it is off, or
// something lies over it. The page may move under the finger: a click that hits something else then is a miss, and
// does nothing.
const place = `function () {
	this.scrollIntoView({ block: "center", behavior: "instant" });
	const label = this.labels?.[0];
	const box = (node) => node.getBoundingClientRect();
	const watch = (event) => {
		window.click = event.composedPath().some((node) => node === this || node === label) ? "hit" : "miss";
		if (window.click === "miss") {
			event.preventDefault();
			event.stopImmediatePropagation();
		}
	};
	for (const node of [this, label].filter(Boolean)) {
		const { left, top, width, height } = box(node);
		const at = { x: left + width / 2, y: top + height / 2 };
		const hit = document.elementFromPoint(at.x, at.y);
		if (hit && !this.matches(":disabled") && (node.contains(hit) || hit.contains(this) && hit.matches("label"))) {
			removeEventListener("click", window.clickWatch, true);
			addEventListener("click", window.clickWatch = watch, { capture: true, once: true });
			window.click = "none yet";
			return at;
		}
	}
	return null;
}`

type point struct{ X, Y float64 }

func (p *page) point(meant matches, what string, roles ...string) point {
	p.t.Helper()
	var at *point
	p.wait(fmt.Sprintf("%s %q to be in reach", strings.Join(roles, " or "), what), func() bool {
		at = nil
		return p.on(p.find(meant, what, roles...), place, &at) && at != nil
	})
	return *at
}

// effort is what a person does on a page by hand.
type effort struct {
	presses, fields, letters int
	keys                     int // those of the letters that are of keys
}

func (e effort) plus(more effort) effort {
	return effort{e.presses + more.presses, e.fields + more.fields, e.letters + more.letters, e.keys + more.keys}
}

// seconds is how long it takes somebody who thinks for a second before each press, and types four letters a second.
func (e effort) seconds() float64 { return float64(e.presses) + float64(e.letters)/4 }

func (e effort) String() string {
	return fmt.Sprintf("%d presses, %d fields, %d letters: %.0f s", e.presses, e.fields, e.letters, e.seconds())
}

// spent is what was done on the page since the last call.
func (p *page) spent() effort {
	did := p.did
	p.did = effort{}
	return did
}

// press clicks on a control, or on a phone taps it: again when the page moved, as a person would.
func (p *page) press(meant matches, what string, roles ...string) {
	p.t.Helper()
	p.did.presses++
	for p.pressAt(p.point(meant, what, roles...)); p.missed(); {
		p.pressAt(p.point(meant, what, roles...))
	}
}

// missed tells whether the press hit something other than what was meant, or nothing. A page that has gone was hit.
func (p *page) missed() bool {
	p.t.Helper()
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(pause) {
		if p.now(`window.click !== "none yet"`) {
			return p.now(`window.click === "miss"`)
		}
	}
	return true
}

func (p *page) pressAt(at point) {
	p.t.Helper()
	if !p.touch {
		p.run(chromedp.MouseClickXY(at.X, at.Y))
		return
	}
	p.run(
		input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at.X, Y: at.Y}}),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}),
	)
}

// click presses the control with a role and a name.
func (p *page) click(role, name string) {
	p.t.Helper()
	p.press(exactly(squeezed(name)), name, role)
}

// clickStart presses the control with a role whose name begins so.
func (p *page) clickStart(role, words string) {
	p.t.Helper()
	p.press(beginning(squeezed(words)), words, role)
}

// choose presses a radio button or a box whose name begins so, and sees that it is chosen.
func (p *page) choose(role, words string) {
	p.t.Helper()
	p.clickStart(role, words)
	p.wait(words+" to be chosen", func() bool {
		var chosen bool
		return p.on(p.find(beginning(squeezed(words)), words, role), "function () { return this.checked; }", &chosen) &&
			chosen
	})
}

// fill types into the field of a label, in place of what is there.
func (p *page) fill(label, value string) {
	p.t.Helper()
	meant := exactly(squeezed(label), squeezed(label+" "+p.w("shell.optional")))
	p.press(meant, label, textRoles...)
	node := p.find(meant, label, textRoles...)
	var ready bool
	if !p.on(node, "function () { this.select(); return this === document.activeElement; }", &ready) || !ready {
		p.t.Fatalf("%s: the field %q does not take the focus", p.name, label)
	}
	p.run(input.InsertText(value))
	p.did = p.did.plus(effort{fields: 1, letters: utf8.RuneCountInString(value)})
	p.holds(label, value)
}

// fillKey types a key, or a part of one, into the field of a label.
func (p *page) fillKey(label, key string) {
	p.t.Helper()
	p.fill(label, key)
	p.did.keys += len(strings.ReplaceAll(key, " ", ""))
}

// route is the part of the address that says which view is shown.
func (p *page) route() (hash string) {
	p.t.Helper()
	p.eval("location.hash", &hash)
	return hash
}

// holds sees that a field has a value.
func (p *page) holds(label, want string) {
	p.t.Helper()
	meant := exactly(squeezed(label), squeezed(label+" "+p.w("shell.optional")))
	var got string
	if !p.on(p.find(meant, label, textRoles...), "function () { return this.value; }", &got) || got != want {
		p.t.Fatalf("%s: the field %q holds %q, want %q", p.name, label, got, want)
	}
}

// file chooses files with the file input of a label.
func (p *page) file(label string, paths ...string) {
	p.t.Helper()
	quoted, _ := json.Marshal(label)
	input := fmt.Sprintf(`[...document.querySelectorAll("input[type=file]")].find(({ labels }) =>`+
		` labels[0]?.textContent.trim() === %s)`, quoted)
	p.until("a place for files: "+label, input)
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		object, _, err := runtime.Evaluate(input).Do(ctx)
		if err != nil {
			return err
		}
		return dom.SetFileInputFiles(paths).WithObjectID(object.ObjectID).Do(ctx)
	}))
	p.did = p.did.plus(effort{presses: 2, fields: 1}) // one for the button, one for the file
}

// key presses a key of the keyboard.
func (p *page) key(key string) {
	p.t.Helper()
	p.did.presses++
	p.run(chromedp.KeyEvent(key))
}

// tabTo goes on by the keyboard until a control has the focus, with a mark of it that can be seen.
func (p *page) tabTo(role string, meant matches, what string) {
	p.t.Helper()
	for range 60 {
		p.key(kb.Tab)
		node := p.seek(meant, role)
		if node == 0 {
			continue
		}
		var focused bool
		if p.on(node, `function () { return this === document.activeElement; }`, &focused) && focused {
			return
		}
	}
	p.t.Fatalf("%s: no way by the keyboard to the %s %q", p.name, role, what)
}

// heading waits for a heading with these words.
func (p *page) heading(words string) {
	p.t.Helper()
	p.find(exactly(squeezed(words)), words, "heading")
}

// deepest reports whether the page shows an element that has the words and has no child with them.
const deepest = `((words) => {
	const has = (node) => node.textContent.replace(/[\u2068\u2069]/g, "").replaceAll("\u2011", "-")
		.replace(/\s+/g, " ").includes(words);
	const shows = (node) => {
		const parts = [...node.children].filter(has);
		if (parts.length > 0) return parts.some(shows);
		return node.checkVisibility({ visibilityProperty: true }) && !node.matches("script, noscript");
	};
	return has(document.documentElement) && shows(document.documentElement);
})`

// see waits for words on the screen.
func (p *page) see(words string) {
	p.t.Helper()
	quoted, _ := json.Marshal(squeezed(words))
	p.until("the words "+words, fmt.Sprintf("%s(%s)", deepest, quoted))
}

// seeNot sees that words are not on the screen.
func (p *page) seeNot(words string) {
	p.t.Helper()
	var there bool
	quoted, _ := json.Marshal(squeezed(words))
	p.eval(fmt.Sprintf("%s(%s)", deepest, quoted), &there)
	if there {
		p.t.Errorf("%s: %q is on the screen", p.name, words)
	}
}

// portraits waits for so many photos of candidates to be drawn.
func (p *page) portraits(n int) {
	p.t.Helper()
	p.until(fmt.Sprintf("%d photos", n), fmt.Sprintf(`(() => {
		const frames = [...document.querySelectorAll("main .portrait")];
		for (const frame of frames) frame.scrollIntoView({ behavior: "instant" });
		return frames.filter((frame) => frame.querySelector("img")?.naturalWidth > 0).length === %d;
	})()`, n))
}

// signIn fills the form to sign in with.
func (p *page) signIn(email, password string) {
	p.t.Helper()
	p.fill(p.w("shell.email"), email)
	p.fill(p.w("shell.password"), password)
	p.click("button", p.w("shell.signIn"))
	p.until("to be signed in", `!document.getElementById("account").hidden`)
	p.settled()
}

// signInAgain fills the dialog that asks for the password when the session has ended.
func (p *page) signInAgain(password string) {
	p.t.Helper()
	p.heading(p.w("shell.expired.title"))
	p.judge("session expired")
	p.fill(p.w("shell.password"), password)
	p.click("button", p.w("shell.signIn"))
	p.until("the dialog to close", `!document.querySelector("dialog")`)
	time.Sleep(pause)
	p.settled()
}
