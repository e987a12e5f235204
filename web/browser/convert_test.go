package browser

import (
	"bytes"
	"context"
	"encoding/binary"
	"image/color"
	"image/png"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// shaded is how many colours a smooth solid under a light has at least; the empty stage has a few dozen.
const shaded = 300

// A solid goes up, is converted, turns on the screen and comes down again; a file that is none is told apart in words.
func TestConvertASolid(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	p := newPage(t, newBrowser(t, webGL()...), s, "maker", desktop)
	p.visit("/convert")
	p.heading(p.w("convert.title"))
	p.judge("convert, empty")

	p.file(p.w("convert.choose"), torus(t, 32, 16))
	p.see(p.w("convert.badge.done"))
	p.see(p.w("convert.fact.facets"))
	p.see("1,024")
	canvas := p.find(beginning("torus.stl in 3D: 1,024 facets"), "the model", "image", "img")
	p.judge("convert, done")

	if n := len(p.colours(canvas)); n < shaded {
		t.Errorf("the viewer shows %d colours: it is empty", n)
	}
	before := p.picture(canvas)
	p.click("button", p.w("convert.view.do.up"))
	p.wait("the model to turn", func() bool { return !bytes.Equal(p.picture(canvas), before) })
	turned := p.picture(canvas)
	p.click("button", p.w("convert.view.wires"))
	p.wait("the edges to show", func() bool { return !bytes.Equal(p.picture(canvas), turned) })
	if n := len(p.colours(canvas)); n < shaded {
		t.Errorf("the viewer shows %d colours with edges: it is empty", n)
	}

	p.clickStart("link", "GLB (")
	if glb := p.saved("*.glb"); !bytes.HasPrefix(glb, []byte("glTF")) {
		t.Errorf("the download begins with %q, want a GLB", glb[:min(len(glb), 8)])
	}

	p.guard.expect("the server responded with a status of 4")
	p.file(p.w("convert.choose"), written(t, "broken.stl", []byte("this is no solid at all")), written(t, "notes.txt", []byte("notes")))
	p.see(p.w("convert.problem.file_type_unsupported"))
	p.see("This is not an STL file: it is text without the words of one (solid, facet, vertex).") // the server's own sentence
	p.judge("convert, bad files")
}

// The same on a phone, where all is operated by taps and the result is two files.
func TestConvertOnPhone(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	p := newPage(t, newBrowser(t, webGL()...), s, "maker", phone)
	p.visit("/convert")
	p.choose("radio", p.w("convert.method.custom"))
	p.judge("convert, on a phone")
	p.file(p.w("convert.choose"), torus(t, 8, 6))
	p.see(p.w("convert.badge.done"))
	p.find(beginning("torus.stl in 3D: 96 facets"), "the model", "image", "img")
	p.judge("convert, done on a phone")
	p.click("button", p.w("convert.download.zip"))
	if zip := p.saved("*.zip"); !bytes.HasPrefix(zip, []byte("PK")) {
		t.Errorf("the download begins with %q, want a ZIP", zip[:min(len(zip), 4)])
	}
}

// Who cancels a conversion that the server has accepted takes it back from the server too.
func TestCancelAConversion(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	p := newPage(t, newBrowser(t, webGL()...), s, "maker", phone)
	p.visit("/convert")
	// No news of the conversion reaches the page, so it stays under way until it is cancelled.
	p.run(fetch.Enable().WithPatterns([]*fetch.RequestPattern{{URLPattern: "*/events"}}))
	p.file(p.w("convert.choose"), torus(t, 32, 16))
	p.wait("the conversion to be accepted", func() bool { return len(p.guard.sent("GET", "/events")) == 1 })
	p.judgeIn("conversion under way", "light")
	p.click("button", p.w("convert.cancel"))
	p.see(p.w("convert.cancelled"))
	p.wait("the server to be told", func() bool { return len(p.guard.sent("DELETE", "")) == 1 })

	p.wait("the server to forget it", func() bool {
		response, err := http.Get(p.guard.sent("DELETE", "")[0])
		if err != nil {
			t.Fatal(err)
		}
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
		picture, err = cdppage.CaptureScreenshot().WithClip(&cdppage.Viewport{X: box.X, Y: box.Y, Width: box.Width, Height: box.Height, Scale: 1}).Do(ctx)
		return err
	}))
	return picture
}

// colours are those of the middle of an element, where its border and what lies over its corners are not.
func (p *page) colours(node cdp.BackendNodeID) map[color.Color]int {
	p.t.Helper()
	picture, err := png.Decode(bytes.NewReader(p.picture(node)))
	if err != nil {
		p.t.Fatal(err)
	}
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
		u, v := 2*math.Pi*float64(i)/float64(around), 2*math.Pi*float64(j)/float64(across)
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
	var out bytes.Buffer
	out.Write(make([]byte, 80))
	put := func(value any) {
		if err := binary.Write(&out, binary.LittleEndian, value); err != nil {
			t.Fatal(err)
		}
	}
	put(uint32(len(facets)))
	for _, corners := range facets {
		put([3]float32{}) // a reader works the normal out
		put(corners)
		put(uint16(0))
	}
	return written(t, "torus.stl", out.Bytes())
}

// written puts a file where a person could choose it.
func written(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
