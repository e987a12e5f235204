package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"ostrakon/store/refusal"
)

// byTheMinute keeps what a page would do in a minute or later until the test lets it: nobody waits for a minute.
const byTheMinute = `{
	const later = setTimeout;
	window.setTimeout = (act, wait, ...more) => {
		if (!(wait >= 60_000)) return later(act, wait, ...more);
		window.nextLook = act;
		return 0;
	};
}`

// newWatcher is a member who comes from the board of an election to the page that watches its log.
func newWatcher(t *testing.T, in context.Context, s *server, id string) *page {
	t.Helper()
	p := newPage(t, in, s, "watcher", phone)
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(byTheMinute).Do(ctx)
		return err
	}))
	p.visit("/board/" + id)
	p.unfold("board.auditors")
	p.click("link", p.w("board.watch.link"))
	p.heading(p.w("board.watch.title"))
	return p
}

// afterAMinute lets the page look again, and sees what it says then.
func afterAMinute(p *page, words string) {
	p.t.Helper()
	p.until("the page to wait for its next look", "window.nextLook")
	var done bool
	p.eval(`(() => { const look = nextLook; nextLook = null; look(); return true; })()`, &done)
	p.see(words)
}

// contradict makes the browser remember another manifest than the server shows, and sees the alarm.
func contradict(p *page, id string) {
	p.t.Helper()
	var kept string
	p.eval(fmt.Sprintf(`(() => {
		const key = "ostrakon.watch.%s";
		const sight = JSON.parse(localStorage.getItem(key));
		localStorage.setItem(key, JSON.stringify({ ...sight, manifest: sight.manifest.replace("Praxilla", "Prexilla") }));
		return sight.manifest;
	})()`, id), &kept)
	p.reload()
	p.heading(p.w("board.watch.alarm"))
	if seen := p.text("main li"); !strings.Contains(seen, p.w("board.watch.alarm.manifest")) {
		p.t.Errorf("the page says that it saw %q", seen)
	}
	p.seeNot(p.w("board.watch.ended"))
	p.judge("alarm of a watcher")
	p.look("alarm")
	p.click("button", p.w("board.watch.save.before"))
	if saved := string(p.saved("ostrakon-" + id + "-before.json")); !strings.Contains(saved, "Prexilla") {
		p.t.Errorf("what the page showed before is not in the file: %s", saved)
	}
	p.click("button", p.w("board.watch.save.now"))
	if saved := string(p.saved("ostrakon-" + id + "-now.json")); strings.Contains(saved, "Prexilla") ||
		!strings.Contains(kept, "Praxilla") {
		p.t.Errorf("what the page shows now is not in the file: %s", saved)
	}
}

// neighbour is the verifier key of a witness.
const neighbour = "neighbours.example/witness+03d75983+BOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs"

// nameWitness names a witness of a draft, after a key that is none, and takes it back.
func nameWitness(p *page, id string) {
	p.t.Helper()
	p.guard.expect("400 (Bad Request) " + p.server.origin + "/api/admin/elections/" + id + "/witnesses")
	p.visit("/admin#elections/" + id)
	p.see(p.w("admin.witness.none"))
	p.click("link", p.w("admin.witness.name"))
	p.heading(p.w("admin.witness.title"))
	p.fill(p.w("admin.witness.keys"), strings.Replace(neighbour, "03d75983", "03d75984", 1))
	p.click("button", p.w("admin.save"))
	p.see(refusal.NotWitnessKey.Text())
	p.judge("a key of no witness")
	p.look("a key of no witness")
	p.fill(p.w("admin.witness.keys"), neighbour)
	p.fill(p.w("admin.witness.count"), "2")
	p.click("button", p.w("admin.save"))
	p.see(p.w("admin.witness.count.wrong"))
	p.fill(p.w("admin.witness.count"), "1")
	p.click("button", p.w("admin.save"))
	p.see(p.w("admin.witness.needed", "n", 1, "of", 1))
	p.see(neighbour)
	p.judge("draft with a witness")
	p.look("draft with a witness")
	p.click("link", p.w("admin.witness.name"))
	p.holds(p.w("admin.witness.keys"), neighbour)
	p.fill(p.w("admin.witness.keys"), "")
	p.click("button", p.w("admin.save"))
	p.see(p.w("admin.witness.none"))
	p.seeNot(neighbour)
}
