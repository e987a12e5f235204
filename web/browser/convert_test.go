package browser

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// shaded is how many colours a smooth solid under a light has at least; the empty stage has a few dozen.
const shaded = 300

// firstScreen sees that things are on the screen before anybody scrolls, each named by a selector.
func (p *page) firstScreen(state string, selectors ...string) {
	p.t.Helper()
	quoted, _ := json.Marshal(selectors)
	p.until(state+": what matters is on the first screen", fmt.Sprintf(`(() => {
		scrollTo({ top: 0, behavior: "instant" });
		return %s.every((selector) => {
			const { top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
			return bottom > top && top >= 0 && bottom <= innerHeight;
		});
	})()`, quoted))
}

// reds is how much of the picture is drawn in the red of open edges.
func (p *page) reds() int {
	p.t.Helper()
	n := 0
	for c, many := range p.colours(p.find(beginning("open.stl in 3D: "), "the model", "image", "img")) {
		if r, g, b, _ := c.RGBA(); r > 0xb000 && g < 0x5000 && b < 0x6000 {
			n += many
		}
	}
	return n
}

// Two solids are dropped, seen with their size, mended by what the report says, and downloaded together, on a desktop
// and on a phone; the list is there after a reload, without what the server has no longer.
func TestConvertSolids(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	p := newPage(t, newBrowser(t, webGL()...), s, "maker", device{1280, 800, false})
	p.visit("/convert")
	p.heading(p.w("convert.title"))
	p.firstScreen("empty", ".drop-zone .button", ".purposes .choice label")
	p.judgeIn("convert, empty", "dark")

	p.file(p.w("convert.choose"), torus(t, 32, 16), openBox(t))
	p.see(p.w("convert.ready", "n", 2, "all", 2))
	p.until("a picture of each in the list",
		`[...document.querySelectorAll(".file img")].filter(({ naturalWidth }) => naturalWidth > 0).length === 2`)
	p.click("button", p.w("convert.show")+" – torus.stl")
	p.see(p.w("convert.report.closed"))
	p.see("56 × 56 × 16 mm")
	p.see(p.w("convert.view.grid", "step", "10 mm"))
	canvas := p.find(beginning("torus.stl in 3D: 1,024 facets"), "the model", "image", "img")
	if n := len(p.colours(canvas)); n < shaded {
		t.Errorf("the viewer shows %d colours: it is empty", n)
	}
	before := p.picture(canvas)
	p.click("button", p.w("convert.view.do.up"))
	p.wait("the model to turn", func() bool { return !bytes.Equal(p.picture(canvas), before) })

	p.click("button", p.w("convert.show")+" – open.stl")
	p.see(p.w("convert.report.notClosed"))
	p.see(p.w("convert.report.open", "n", 4))
	if n := p.reds(); n > 0 {
		t.Errorf("%d red pixels before open edges are asked for", n)
	}
	p.click("button", p.w("convert.view.open"))
	p.wait("open edges in red", func() bool { return p.reds() > 100 })
	p.firstScreen("two files", ".drop-zone .button", ".model-download .button", ".model-frame")
	p.judgeIn("convert, open edges", "dark")

	p.choose("radio", p.w("convert.purpose.raw"))
	p.click("button", p.w("convert.again", "n", 2))
	p.until("two files each", `document.querySelectorAll(".file .download").length === 2`)
	p.click("button", p.w("convert.download.all"))
	if got := strings.Join(entries(t, p.saved("*.zip")),
		" "); !regexp.MustCompile(`^open\.gltf torus\.gltf \w+\.bin \w+\.bin$`).MatchString(got) {
		t.Errorf("the zip holds %s", got)
	}

	p.resize(phone)
	p.reload()
	p.see(p.w("convert.ready", "n", 2, "all", 2))
	p.find(beginning("torus.stl in 3D: "), "the model", "image", "img")
	p.firstScreen("on a phone", ".drop-zone .button", ".model-download .button", ".model-frame")
	p.judgeIn("convert, on a phone", "light")
	drawer := must(filepath.Abs(filepath.Join("..", "..", "convert", "testdata", "drawer.3mf")))(t)
	p.file(p.w("convert.more"), drawer)
	p.click("button", p.w("convert.show")+" – drawer.3mf")
	p.see("63.5 × 101.6 × 25.4 mm")
	p.see(p.w("convert.report.inFile", "extent", "2.5 × 4 × 1 in"))
	var url string
	p.eval(`JSON.parse(sessionStorage.getItem("ostrakon.conversions"))[0].url`, &url)
	s.call("DELETE", url, "", nil, &fields{})
	p.guard.expect("404 (Not Found)")
	p.reload()
	p.see(p.w("convert.expired", "n", 1))
	p.find(beginning("open.stl in 3D: "), "the model", "image", "img")
	p.click("button", p.w("convert.view.open"))
	p.see(p.w("convert.view.noFile"))
	p.seeNot("torus.stl")
	p.resize(narrow)
	p.isNarrow("one file has expired")
}

// entries are the names of the files in a zip, sorted, but for those that the page gives no name.
func entries(t *testing.T, content []byte) []string {
	t.Helper()
	archive := must(zip.NewReader(bytes.NewReader(content), int64(len(content))))(t)
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(-cmp.Compare(path.Ext(a), path.Ext(b)), cmp.Compare(a, b))
	})
	return names
}

// Who cancels a conversion that the server has accepted takes it back from the server too.
func TestCancelAConversion(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	p := newPage(t, newBrowser(t, webGL()...), s, "maker", phone)
	p.visit("/convert")
	// No news of the conversion reaches the page, so it stays under way until it is cancelled.
	p.run(fetch.Enable().WithPatterns(
		[]*fetch.RequestPattern{{URLPattern: "*/api/conversions/*", RequestStage: fetch.RequestStageResponse}}))
	p.file(p.w("convert.choose"), torus(t, 32, 16))
	p.wait("the conversion to be accepted", func() bool {
		return slices.ContainsFunc(p.guard.sent("GET", ""),
			func(url string) bool { return strings.Contains(url, "/api/conversions/") })
	})
	p.judgeIn("conversion under way", "light")
	p.clickStart("button", p.w("convert.cancel"))
	p.see(p.w("convert.cancelled"))
	p.wait("the server to be told", func() bool { return len(p.guard.sent("DELETE", "")) == 1 })

	p.wait("the server to forget it", func() bool {
		response := must(http.Get(p.guard.sent("DELETE", "")[0]))(t)
		response.Body.Close()
		return response.StatusCode == http.StatusNotFound
	})
}

// picture is what an element looks like on the screen, as PNG.
func (p *page) picture(node cdp.BackendNodeID) []byte {
	p.t.Helper()
	var box struct{ X, Y, Width, Height float64 }
	p.on(node, `function () {
		this.scrollIntoView({ block: "center", behavior: "instant" });
		const { x, y, width, height } = this.getBoundingClientRect();
		return { x: x + scrollX, y: y + scrollY, width, height };
	}`, &box)
	var picture []byte
	p.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		picture, err = cdppage.CaptureScreenshot().WithClip(
			&cdppage.Viewport{X: box.X, Y: box.Y, Width: box.Width, Height: box.Height, Scale: 1}).Do(ctx)
		return err
	}))
	return picture
}

// colours are those of the middle of an element, where its border and what lies over its corners are not.
func (p *page) colours(node cdp.BackendNodeID) map[color.Color]int {
	p.t.Helper()
	picture := must(png.Decode(bytes.NewReader(p.picture(node))))(p.t)
	found := map[color.Color]int{}
	size := picture.Bounds()
	for y := size.Dy() / 4; y < size.Dy()*3/4; y++ {
		for x := size.Dx() / 4; x < size.Dx()*3/4; x++ {
			found[picture.At(x, y)]++
		}
	}
	return found
}

// torus writes a binary STL of a ring of around × across quadrilaterals, twice as many facets.
func torus(t *testing.T, around, across int) string {
	t.Helper()
	at := func(i, j int) [3]float32 {
		// it closes to the bit
		u, v := 2*math.Pi*float64(i%around)/float64(around), 2*math.Pi*float64(j%across)/float64(across)
		r := 20 + 8*math.Cos(v)
		return [3]float32{float32(r * math.Cos(u)), float32(r * math.Sin(u)), float32(8 * math.Sin(v))}
	}
	facets := [][3][3]float32{}
	for i := range around {
		for j := range across {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			facets = append(facets, [3][3]float32{a, b, c}, [3][3]float32{a, c, d})
		}
	}
	return stlOf(t, "torus.stl", facets)
}

// openBox writes a box of 80 × 40 × 25 mm without its top.
func openBox(t *testing.T) string {
	t.Helper()
	corner := func(i int) [3]float32 { return [3]float32{80 * float32(i&1), 40 * float32(i>>1&1), 25 * float32(i>>2)} }
	facets := [][3][3]float32{}
	for _, q := range [][4]int{{0, 2, 3, 1}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		a, b, c, d := corner(q[0]), corner(q[1]), corner(q[2]), corner(q[3])
		facets = append(facets, [3][3]float32{a, b, c}, [3][3]float32{a, c, d})
	}
	return stlOf(t, "open.stl", facets)
}

// stlOf writes a binary STL.
func stlOf(t *testing.T, name string, facets [][3][3]float32) string {
	t.Helper()
	var out bytes.Buffer
	out.Write(make([]byte, 80))
	put := func(value any) {
		noError(t, binary.Write(&out, binary.LittleEndian, value))
	}
	put(uint32(len(facets)))
	for _, corners := range facets {
		put([3]float32{}) // a reader works the normal out
		put(corners)
		put(uint16(0))
	}
	return written(t, name, out.Bytes())
}

// written puts a file where a person could choose it.
func written(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	noError(t, os.WriteFile(path, content, 0o600))
	return path
}
