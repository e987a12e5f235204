package browser

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// A whole election by clicks: from the link that the server prints to the results on every page that shows them.
func TestLifeOfAnElection(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	chromium := newBrowser(t)
	admin := newPage(t, chromium, s, "administrator", desktop)

	admin.visit(admin.server.told(setupURL))
	setUpAs(admin, "Kerameikos Makers", "number", false)
	admin.see(admin.w("admin.elections.none"))
	admin.judge("no elections")
	id := prepareElection(admin)
	openVoting(admin)

	ada := voteOnPhone(newPage(t, chromium, s, "ada", phone), "Ada Voter", "AB123401", "Sappho", true)
	voteOnPhone(newPage(t, chromium, s, "ben", phone), "Ben Voter", "AB123402", "Sappho", false)
	voteOnPhone(newPage(t, chromium, s, "cleo", phone), "Cleo Voter", "AB123403", "Themistocles", false)

	// One of them keeps the receipt and looks it up while the election runs: a ballot waits for others then.
	ada.click("button", ada.w("voter.receipt.save"))
	ada.see(ada.w("voter.receipt.saved"))
	receipt := ada.saved("ostrakon-receipt-*.json")
	ada.hasAPaperReceipt(id)
	ada.guard.expect("404 (Not Found) " + s.origin + "/api/board/elections/" + id + "/leaves") // the log is empty
	ada.click("link", ada.w("voter.receipt.check"))
	ada.heading(ada.w("board.verdict.pending.title"))
	ada.judge("board, receipt waits")
	ada.unfold("board.auditors")
	ada.see(ada.w("board.verify.later"))
	ada.seeNot("curl -o") // there is nothing to fetch yet

	closeAndCount(admin)

	ada.visit("/")
	ada.clickStart("link", ada.w("voter.card.results"))
	ada.heading(electionTitle)
	ada.see(ada.w("outcome.ending.elected", "names", "Sappho", "n", 1))
	ada.judge("results")

	checkReceiptOnBoard(ada, id, receipt)

	// Anyone sees the result, without signing in.
	anyone := newPage(t, chromium, s, "anyone", desktop)
	anyone.visit("/board")
	anyone.judge("board, list")
	anyone.clickStart("link", anyone.w("board.look"))
	anyone.heading(electionTitle)
	anyone.see(anyone.w("outcome.ending.elected", "names", "Sappho", "n", 1))
	anyone.see(anyone.w("board.bundle.passed"))
	anyone.judge("board, counted")
}

const electionTitle = "Keeper of the kiln"

// prepareElection makes a draft with three candidates and their photos, and answers its id.
func prepareElection(p *page) string {
	p.t.Helper()
	p.click("link", p.w("admin.elections.new"))
	p.heading(p.w("admin.election.new"))
	p.judge("what a new election decides")
	p.click("link", p.w("paper.purpose.one"))
	p.judge("new election")
	p.fill(p.w("admin.election.title"), electionTitle)
	p.clickStart("DisclosureTriangle", p.w("paper.new.more"))
	p.fill(p.w("admin.election.description"), "Who fires the kiln next year.")
	p.click("button", p.w("admin.election.new.submit"))
	p.heading(electionTitle)
	p.judge("draft")

	for i, name := range []string{"Sappho", "Themistocles", "Aspasia"} {
		p.clickStart("link", p.w("admin.candidates.add"))
		p.fill(p.w("admin.candidate.name"), name)
		p.fill(p.w("admin.candidate.description"), name+" has fired many a pot.")
		p.file(p.w("admin.photo.choose"), photo(p.t, i))
		p.see(p.w("admin.photo.crop.hint"))
		if i == 0 {
			p.judge("candidate with photo")
		}
		p.click("button", p.w("admin.candidates.add"))
		p.see(p.w("admin.candidate.saved", "name", name))
	}
	p.portraits(3)
	p.see(p.w("admin.candidates.order.shuffled"))
	p.until("no arrows where each voter has an order of their own", `!document.querySelector(".candidates .moves")`)
	p.judge("draft with candidates")
	var route string
	p.eval("location.hash", &route)
	return strings.TrimPrefix(route, "#elections/")
}

// openVoting opens the election, and looks at what can be done while it runs.
func openVoting(p *page) {
	p.t.Helper()
	p.click("button", p.w("admin.election.open"))
	p.see(p.w("admin.open.noReturn"))
	quoted, _ := json.Marshal(p.w("settings.policy.open"))
	p.until("that anybody can register", `document.querySelector("dialog[open]").textContent.includes(`+string(quoted)+`)`)
	p.judge("dialog to open")
	p.click("button", p.w("admin.open.yes"))
	p.see(p.w("admin.open.done"))
	p.see(p.w("admin.sheet.lead"))
	_, dir, _ := strings.Cut(p.server.output.String(), "(data in ")
	dir, _, _ = strings.Cut(dir, ")")
	p.see(" -data " + dir) // the command as it is to be typed
	p.judge("open election")
}

// voteOnPhone registers somebody and casts their vote, all by taps.
func voteOnPhone(p *page, name, number, candidate string, judged bool) *page {
	p.t.Helper()
	judge := func(state string) {
		p.t.Helper()
		if judged {
			p.judge(state)
		}
	}
	p.visit("/")
	judge("sign-in")
	p.click("link", p.w("voter.register.link"))
	p.heading(p.w("voter.register.title"))
	judge("registration")
	p.fill(p.w("voter.number"), number)
	p.fill(p.w("voter.name"), name)
	p.fill(p.w("shell.email"), strings.ToLower(strings.Fields(name)[0])+"@example.org")
	p.fill(p.w("shell.password"), password)
	p.click("button", p.w("voter.register"))
	p.see(p.w("voter.register.welcome", "name", name))
	judge("elections")

	p.click("link", p.w("voter.card.vote")+" "+p.w("voter.card.vote.in", "title", electionTitle))
	p.heading(electionTitle)
	p.portraits(3)
	judge("ballot")
	p.choose("radio", candidate)
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	judge("review")
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
	if did := p.spent(); did.presses > 11 || did.fields > 4 {
		p.t.Errorf("to register and vote takes %v, want at most 11 presses and 4 fields", did)
	} else if judged {
		p.t.Logf("register and vote: %v", did)
	}
	p.seeNot(candidate)
	judge("receipt")
	return p
}

// hasAPaperReceipt sees that a printed receipt has the address where it can be checked, and no buttons.
func (p *page) hasAPaperReceipt(id string) {
	p.t.Helper()
	p.run(emulation.SetEmulatedMedia().WithMedia("print"))
	var shown []string
	p.eval(`[...document.querySelectorAll("main a, main button, .paper-address")].filter((node) =>`+
		` node.checkVisibility()).map((node) => node.textContent)`, &shown)
	if address := p.server.origin + "/board/" + id + "#receipt="; len(shown) != 1 ||
		!strings.HasPrefix(shown[0], address) {
		p.t.Errorf("a printed receipt shows %q, want only an address that begins with %s", shown, address)
	}
	p.run(emulation.SetEmulatedMedia().WithMedia("screen"))
}

// closeAndCount sees the turnout, and ends the election.
func closeAndCount(p *page) {
	p.t.Helper()
	p.click("button", p.w("admin.election.turnout.now"))
	p.see(p.w("admin.election.turnout.ballots", "n", 3))
	p.click("button", p.w("admin.election.close"))
	p.see(p.w("admin.close.noReturn"))
	p.see(p.w("paper.warning.few_ballots"))
	p.judge("dialog to close")
	p.click("button", p.w("admin.close.yes"))
	p.see(p.w("admin.close.done"))
	p.judge("closed election")
	p.click("button", p.w("admin.election.count"))
	p.see(p.w("admin.count.once"))
	p.judge("dialog to count")
	p.click("button", p.w("admin.count.yes"))
	p.see(p.w("admin.count.done"))
	p.see(p.w("outcome.ending.elected", "names", "Sappho", "n", 1))
	p.portraits(3)
	p.judge("administrator's results")
}

// checkReceiptOnBoard opens the saved receipt on the board: the browser proves that the ballot is in the log and was
// counted. A receipt that was tampered with does not hold.
func checkReceiptOnBoard(p *page, id string, receipt []byte) {
	p.t.Helper()
	p.visit("/board/" + id)
	p.file(p.w("board.check.file"), written(p.t, "receipt.json", receipt))
	p.heading(p.w("board.verdict.counted.title"))
	p.unfold("board.check.details")
	p.see(p.w("board.step.path.title"))
	p.see(p.w("board.step.counted.title"))
	p.judge("board, receipt holds")

	var members fields
	if err := json.Unmarshal(receipt, &members); err != nil {
		p.t.Fatalf("the saved receipt: %v", err)
	}
	code := members["code"].(string)
	members["code"] = code[1:] + code[:1]
	forged := must(json.Marshal(members))(p.t)
	p.file(p.w("board.check.file"), written(p.t, "forged.json", forged))
	p.heading(p.w("board.verdict.notCounted.title"))
	p.judge("board, receipt does not hold")
}

// photo makes the picture of somebody: two colours, taller than wide.
func photo(t *testing.T, of int) string {
	t.Helper()
	grounds := []color.RGBA{{188, 86, 52, 255}, {60, 110, 140, 255}, {120, 130, 60, 255}}
	picture := image.NewRGBA(image.Rect(0, 0, 300, 400))
	for y := range 400 {
		for x := range 300 {
			c := grounds[of%len(grounds)]
			if dx, dy := x-150, y-150; dx*dx+dy*dy < 90*90 {
				c = color.RGBA{230, 190, 160, 255}
			}
			picture.SetRGBA(x, y, c)
		}
	}
	var out bytes.Buffer
	noError(t, png.Encode(&out, picture))
	return written(t, "portrait.png", out.Bytes())
}
