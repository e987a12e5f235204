package browser

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A file of several plates shows one and offers the others; any file can have fewer facets.
func TestAFileHasAPlateAndFacetsOfItsOwn(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	p := newPage(t, newBrowser(t, webGL()...), s, "maker", phone)
	p.visit("/convert")
	plates := must(filepath.Abs(filepath.Join("..", "..", "convert", "testdata", "bambustudio.3mf")))(t)
	p.file(p.w("convert.choose"), plates)
	p.see("20 × 20 × 35 mm")
	p.pick(p.w("convert.plate"), p.w("convert.plate.of", "plate", 2, "n", 2))
	p.see("20 × 62 × 5 mm")
	p.seeNot(p.w("convert.facets.fewer"))

	p.file(p.w("convert.more"), torus(t, 32, 16))
	p.click("button", p.w("convert.show")+" – torus.stl")
	p.see("56 × 56 × 16 mm")
	p.clickStart("DisclosureTriangle", p.w("convert.facets.fewer"))
	var focused bool
	if !p.on(p.find(exactly(p.w("convert.facets")), "the slider", "slider"),
		"function () { this.focus(); return this === document.activeElement; }", &focused) || !focused {
		t.Fatal("the slider does not take the focus")
	}
	for range 49 { // of 100, from the right end
		p.key(kb.ArrowLeft)
	}
	p.see(p.w("convert.facets.of", "facets", "460", "all", "1,024"))
	p.judgeIn("fewer facets", "light")
	p.click("button", p.w("convert.facets.again"))
	p.see("from 1,024 facets to 460, off by about")
}
