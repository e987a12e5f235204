package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// On a phone, what leads elsewhere leaves the screen to the page, and the section that is shown is in sight.
func TestNavigationOfAdministratorsIsSmallOnAPhone(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	p := newPage(t, newBrowser(t), s, "theano", device{390, 740, true})
	p.visit("/admin")
	p.signIn(adminEmail, password)
	for _, section := range []string{"", "settings"} {
		p.visit("/admin#" + section)
		var above float64
		p.eval(`document.querySelector("h1").getBoundingClientRect().top`, &above)
		if above > 220 {
			t.Errorf("the heading of %q is %v pixels from the top, want 220 at most", section, above)
		}
		p.until("the section to be in sight", `(() => {
			const { left, right } = document.querySelector(".admin-nav [aria-current]").getBoundingClientRect();
			return left >= 0 && right <= innerWidth;
		})()`)
	}
	p.judge("sections that scroll")
}

// Menus stay on the screen, also in letters of twice the size.
func TestMenusStayOnTheScreen(t *testing.T) {
	t.Parallel()
	s := startServer(t, "demo")
	p := newPage(t, newBrowser(t), s, "manager", phone)
	p.visit("/admin")
	p.signIn(s.told(demoAdmin), demoPassword)
	for _, on := range []device{narrow, phone, desktop} {
		p.resize(on)
		for _, size := range []string{"100%", "200%"} {
			for _, menu := range []string{"account", "languages"} {
				var at [4]float64
				p.eval(fmt.Sprintf(`(() => {
					document.documentElement.style.fontSize = %q;
					const menu = document.getElementById(%q);
					menu.open = true;
					const { left, right, top, bottom } = menu.querySelector(".menu-list").getBoundingClientRect();
					return [left, right - document.documentElement.clientWidth, top, bottom - innerHeight];
				})()`, size, menu), &at)
				if at[0] < 0 || at[1] > 0 || at[2] < 0 || at[3] > 0 {
					t.Errorf("%d pixels wide, letters of %s: the menu %s is off the screen: %v", on.width, size, menu, at)
				}
				p.isNarrow(fmt.Sprintf("letters of %s with the menu %s", size, menu))
			}
		}
		p.judge(fmt.Sprintf("menus, %d pixels wide", on.width))
	}
}

// In colours that the system forces on pages, one line is under the page that is shown, and none under the others.
func TestForcedColoursTellTheCurrentPage(t *testing.T) {
	t.Parallel()
	s := startServer(t, "demo")
	p := newPage(t, newBrowser(t), s, "manager", desktop)
	p.visit("/admin")
	p.signIn(s.told(demoAdmin), demoPassword)
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}))
	var seen []string
	p.eval(`[".pages a", ".admin-nav a"].flatMap((links) => [...document.querySelectorAll(links)]
		.filter((link) => link.checkVisibility()).filter((link) => {
			const { borderBlockEndColor: line, backgroundColor: ground } = getComputedStyle(link);
			return (line !== getComputedStyle(document.body).backgroundColor) !== link.hasAttribute("aria-current");
		}).map((link) => link.textContent + ": " + getComputedStyle(link).borderBlockEndColor))`, &seen)
	if len(seen) > 0 {
		t.Errorf("these links have the line of another: %v", seen)
	}
}

// Whoever forces colours reads every page as well.
func TestPagesWithForcedColours(t *testing.T) {
	t.Parallel()
	w := furnish(startServer(t, "demo"))
	chromium := newBrowser(t)
	at := func(title string) string { return "elections/" + w.elections[title] }
	for _, v := range []struct {
		who, email string
		paths      []string
	}{
		{"stranger", "", []string{"/", "/board", "/board/" + w.elections[lastYear], "/convert", "/docs"}},
		{"voter", w.told(demoVoter), []string{"/", "/#" + at(thisYear), "/#" + at(lastYear), "/#profile"}},
		{"administrator", w.told(demoAdmin), []string{"/admin", "/admin#" + at(thisYear),
			"/admin#" + at(lastYear) + "/results", "/admin#roll", "/admin#people", "/admin#settings"}},
	} {
		p := newPage(t, chromium, w.server, v.who, phone)
		if v.email != "" {
			p.visit("/")
			p.unfold("voter.slip.without")
			p.unfold("voter.link.password")
			p.signIn(v.email, demoPassword)
		}
		p.scheme("forced")
		for _, path := range v.paths {
			p.visit(path)
			p.judgeIn(path, "forced")
		}
	}
}
