package browser

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
)

// hues counts the pixels of some colours, whatever the light on them: which of red, green and blue are strong.
func (p *page) hues(node cdp.BackendNodeID) map[[3]bool]int {
	p.t.Helper()
	found := make(map[[3]bool]int)
	for c, many := range p.colours(node) {
		red, green, blue, _ := c.RGBA()
		if most := max(red, green, blue); most > 0x4000 {
			found[[3]bool{red > most/2, green > most/2, blue > most/2}] += many
		}
	}
	return found
}

// The stage shows the textures of a 3MF file, and colours that run between corners.
func TestAModelInColourIsDrawn(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	p := newPage(t, newBrowser(t, webGL()...), s, "maker", device{1280, 800, false})
	p.visit("/convert")
	testdata := filepath.Join("..", "..", "convert", "testdata")
	p.file(p.w("convert.choose"), must(filepath.Abs(filepath.Join(testdata, "textured.3mf")))(t),
		must(filepath.Abs(filepath.Join(testdata, "gradient.3mf")))(t))
	p.see(p.w("convert.ready", "n", 2, "all", 2))
	p.click("button", p.w("convert.show")+" – textured.3mf")
	canvas := p.find(beginning("textured.3mf in 3D: 12 facets"), "the model", "image", "img")
	p.wait("the quarters of the pictures", func() bool {
		seen := p.hues(canvas)
		return seen[[3]bool{true, false, false}] > 500 && seen[[3]bool{false, true, false}] > 500 &&
			seen[[3]bool{false, false, true}] > 500 && seen[[3]bool{true, true, false}] > 500
	})
	p.look("textured model")
	p.click("button", p.w("convert.show")+" – gradient.3mf")
	canvas = p.find(beginning("gradient.3mf in 3D: 8 facets"), "the model", "image", "img")
	p.wait("colours between the corners", func() bool { return len(p.colours(canvas)) > 1000 })
	p.look("gradients")
}
