package browser

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// iPhone is how Safari names itself there.
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
	"Version/18.5 Mobile/15E148 Safari/604.1"

// An iPhone is offered the model in its room, where it opens after a press on a link whose only element is a picture.
// Other devices are not.
func TestViewInTheRoom(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	b := newBrowser(t, webGL()...)
	desk := newPage(t, b, s, "maker at a desk", device{1280, 800, false})
	desk.visit("/convert")
	desk.file(desk.w("convert.choose"), torus(t, 32, 16))
	desk.find(beginning("torus.stl in 3D: "), "the model", "image", "img")
	desk.seeNot(desk.w("convert.room"))

	p := newPage(t, b, s, "maker with a phone", phone)
	p.run(emulation.SetUserAgentOverride(iPhone))
	p.visit("/convert")
	p.choose("radio", p.w("convert.purpose.small"))
	p.file(p.w("convert.choose"), torus(t, 32, 16))
	p.find(beginning("torus.stl in 3D: "), "the model", "image", "img")
	p.click("button", p.w("convert.room"))
	p.find(exactly(p.w("convert.room.open")), "the way into the room", "link")
	p.until("the only element of the link is a picture, and the focus is on it", `(() => {
		const link = document.querySelector("a[rel=ar]");
		return link.children.length === 1 && link.firstElementChild.naturalWidth > 0 && link === document.activeElement;
	})()`)
	p.judgeIn("convert, the room", "light")
	var url string
	p.eval(`document.querySelector("a[rel=ar]").href`, &url)
	response := must(http.Get(url))(t)
	defer response.Body.Close()
	content := string(must(io.ReadAll(response.Body))(t))
	if kind := response.Header.Get("Content-Type"); kind != "model/vnd.usdz+zip" || !strings.HasSuffix(url, ".usdz") ||
		!strings.Contains(content, "#usda 1.0") {
		t.Errorf("%s is %s of %d bytes", url, kind, len(content))
	}
	p.reload()
	p.find(beginning("torus.stl in 3D: "), "the model", "image", "img")
	p.seeNot(p.w("convert.room")) // the page has the file no longer
}
