package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/store/sealing"
	"ostrakon/store/slip"
)

// bookAssembly is an assembly with a poll book, and all that its registrar knows.
type bookAssembly struct {
	*server
	token, election, keyNumber string
	people                     *slip.People
	codes                      map[string]slip.Codes   // by name
	sheets                     map[int]*sealing.Secret // of the key holders
}

// bookDraft makes a draft of three questions whose keys three people hold, and a roll in which Anna holds the proxy of
// Dörte.
func bookDraft(t *testing.T) *bookAssembly {
	t.Helper()
	s := startServer(t, "serve")
	b := &bookAssembly{server: s, token: s.setUp(), codes: make(map[string]slip.Codes)}
	names := []string{"Anna Müller", "Dörte Gößmann", "Noor Haddad", "Ben Lind", "Olu Office", "Cleo Marsh", "Dora Brandt"}
	s.call("POST", "/api/admin/roll", b.token, []byte("full_name\n"+strings.Join(names, "\n")), &fields{})
	s.call("PUT", "/api/admin/roll/"+s.entry(b.token, "Dörte Gößmann")+"/holder", b.token,
		fields{"holder": s.entry(b.token, "Anna Müller")}, &fields{})
	b.election = s.paper(b.token, ballotTitle, []fields{{"title": "Chair"}, {"title": "Clerk"}, {"title": "Cook"}},
		[][]string{{"Praxilla", "Korinna"}, {"Nossis", "Moero"}, {"Anyte", "Erinna"}})
	s.call("PUT", "/api/admin/elections/"+b.election, b.token,
		fields{"settings": fields{"electorate": "roll", "maxProxies": 1}}, &fields{})
	b.keyNumber, b.sheets = s.holderKeys(b.token, b.election)
	return b
}

// later makes a draft of another election in the same assembly.
func (b *bookAssembly) later() (id string) {
	b.t.Helper()
	id = b.draftElection(b.token, laterTitle, "Solon", "Bias")
	path := "/api/admin/elections/" + id
	b.call("PUT", path, b.token, fields{"settings": fields{"electorate": "roll", "maxProxies": 1}}, &fields{})
	names := []fields{{"name": "Zoe Abbot"}, {"name": "Kim Reed"}, {"name": "Lee Marsh"}}
	b.call("PUT", path+"/holders", b.token, fields{"threshold": 2, "holders": names}, &fields{})
	return id
}

const laterTitle = "Auditor"

// slipsPath is where the registrar's files are.
func (b *bookAssembly) slipsPath() string { return "/api/admin/elections/" + b.election + "/slips" }

// issue makes slips of a people file; it answers the credentials file.
func (b *bookAssembly) issue(people []byte) []byte {
	b.t.Helper()
	b.people = must(slip.ParsePeople(people))(b.t)
	codes := slip.NewCodes(len(b.people.People))
	for i, person := range b.people.People {
		b.codes[person.FullName] = codes[i]
	}
	return slip.Issue(b.people, codes).Marshal()
}

// link is the address in the QR code of a slip.
func (b *bookAssembly) link(name string) string {
	return fmt.Sprintf("/#slip=%s&a=%s&o=%s&n=%s", b.codes[name].Printed, b.people.Assembly, b.entry(b.token, name),
		b.keyNumber)
}

// secrets is what no request may have of a slip: the code as it is printed, its symbols, and what it gives.
func (b *bookAssembly) secrets(code slip.Code) []string {
	key := code.Key(b.people.Assembly)
	packed := must(json.Marshal(key[:]))(b.t)
	return []string{code.String(), strings.ReplaceAll(code.String(), "-", "")[:15], strings.Trim(string(packed), `"`)}
}

// keepsSecret sees that a page has sent nothing of a code.
func (p *page) keepsSecret(b *bookAssembly, code slip.Code) {
	p.t.Helper()
	for _, request := range p.guard.tells(b.secrets(code)...) {
		p.t.Errorf("%s: a request has the code of a slip: %s", p.name, request)
	}
}

// decides fills a ballot of the assembly in and casts it.
func (p *page) decides() {
	p.t.Helper()
	p.marks()
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
}

// receipt saves the receipt that the page shows, and answers its members.
func (p *page) receipt() (members map[string]any) {
	p.t.Helper()
	p.click("button", p.w("voter.receipt.save"))
	noError(p.t, json.Unmarshal(p.saved("ostrakon-receipt-*.json"), &members))
	return members
}

// What voters of an assembly with a poll book meet: a slip that signs for its owner and for a giver, a reserve slip, a
// slip that is asked for after another way to sign in, and the question whether a slip was used.
func TestVotersOfAPollBook(t *testing.T) {
	t.Parallel()
	b := bookDraft(t)
	b.ask("PUT", b.slipsPath(), b.token, b.issue(b.ask("GET", b.slipsPath(), b.token, nil)))
	b.open(b.token, b.election)
	second := b.later()
	chromium := newBrowser(t)

	votesByCode(newPage(t, chromium, b.server, "noor", phone), b)
	votesForGiver(newPage(t, chromium, b.server, "anna", desktop), b)
	votesByReserve(newPage(t, chromium, b.server, "ben", phone), b)
	signsInFirst(newPage(t, chromium, b.server, "olu", phone), b)
	thief := newPage(t, chromium, b.server, "thief", desktop)
	thief.visit(b.link("Dora Brandt"))
	thief.says("Dora Brandt")
	thief.decides()

	b.open(b.token, second)
	for _, id := range []string{b.election, second} {
		b.call("PUT", "/api/admin/elections/"+id+"/status", b.token, fields{"status": "COMPLETED"}, &fields{})
	}
	wasUsed(newPage(t, chromium, b.server, "board", phone), b)
}

// votesByCode scans a slip and votes on three questions, with six presses.
func votesByCode(p *page, b *bookAssembly) {
	p.t.Helper()
	code := b.codes["Noor Haddad"].Printed
	p.visit(b.link("Noor Haddad"))
	p.says("Noor Haddad")
	p.see(p.w("voter.stub.book"))
	p.judge("a ballot with a poll book")
	p.keep("ballot with a poll book")
	p.decides()
	if did := p.spent(); did.presses > 6 || did.fields > 0 {
		p.t.Errorf("to vote by slip takes %v, want at most 6 presses and no field", did)
	}
	members := p.receipt()
	for name, want := range map[string]bool{"line": true, "stubPad": true, "owner": false} {
		if _, has := members[name]; has != want {
			p.t.Errorf("the receipt has %q: %v", name, has)
		}
	}
	p.keepsSecret(b, code)
}

// votesForGiver types a slip once, and votes for its owner and then for a giver.
func votesForGiver(p *page, b *bookAssembly) {
	p.t.Helper()
	code := b.codes["Anna Müller"].Printed
	p.visit("/")
	mistyped := mistype(code)
	p.fill(p.w("shell.slip"), mistyped)
	p.click("button", p.w("voter.slip.go"))
	p.see(p.w("shell.slip.mistyped"))
	p.fill(p.w("shell.slip"), strings.ToLower(code.String()))
	p.click("button", p.w("voter.slip.go"))
	p.says("Anna Müller")
	p.decides()
	p.receipt()
	p.clickStart("link", p.w("voter.paper.vote", "name", "Dörte Gößmann"))
	p.see(p.w("voter.paper.for", "name", "Dörte Gößmann"))
	p.decides()
	p.keep("receipt of a giver")
	p.keepsSecret(b, code)
	for _, request := range p.guard.tells(mistyped) {
		p.t.Errorf("a mistyped slip is sent: %s", request)
	}
}

// mistype is a code with another check symbol, which is not that of a member key either.
func mistype(code slip.Code) string {
	typed := code.String()
	first := typed[:len(typed)-1]
	for _, last := range []string{"0", "1", "2"} {
		if !strings.HasSuffix(typed, last) && slip.Check(strings.ReplaceAll(first, "-", "")) != last {
			return first + last
		}
	}
	panic("two check symbols cannot be three")
}

// votesByReserve votes with the reserve slip of somebody who has lost theirs; whoever finds that cannot vote again.
func votesByReserve(p *page, b *bookAssembly) {
	p.t.Helper()
	codes := b.codes["Ben Lind"]
	p.visit("/")
	p.fill(p.w("shell.slip"), codes.Reserve.String())
	p.click("button", p.w("voter.slip.go"))
	p.says("Ben Lind")
	p.decides()
	p.click("button", p.w("voter.receipt.save"))
	p.keepsSecret(b, codes.Reserve)
	p.visit(b.link("Ben Lind"))
	p.heading(p.w("voter.slip.ask", "name", "Ben Lind"))
	p.click("button", p.w("voter.slip.yes"))
	p.see(p.w("voter.voted"))
}

// blocksLost blocks a slip that is lost, on the page of its owner. Whoever scans it then cannot sign in.
func blocksLost(p, finder *page, b *bookAssembly) {
	p.t.Helper()
	const owner = "Cleo Marsh"
	p.visit("/admin#roll/" + b.entry(b.token, owner))
	p.see(p.w("roll.person.slip.unused", "name", owner))
	p.click("button", p.w("roll.person.slip.block"))
	p.heading(p.w("roll.person.slip.block.title", "name", owner))
	p.judge("dialog to block a slip")
	p.press(exactly(p.w("roll.person.slip.block")), "to block", "button")
	p.see(p.w("roll.person.slip.block.done", "name", owner))
	p.see(p.w("roll.person.slip.blocked", "name", owner))
	p.seeNot(p.w("roll.person.slip.block"))
	p.judge("a person whose slip is blocked")
	p.keep("slip blocked")
	finder.guard.expect("401 (Unauthorized)")
	finder.visit(b.link(owner))
	finder.heading(finder.w("voter.slip.wrong"))
}

// signsInFirst signs in by a link, and is asked for the slip before the ballot. A slip of somebody else and a link are
// none. The slip stays for a reload.
func signsInFirst(p *page, b *bookAssembly) {
	p.t.Helper()
	code := b.codes["Olu Office"].Printed
	login := code.Key(b.people.Assembly).Login()
	p.visit("/#key=" + login)
	p.heading(p.w("voter.slip.ask", "name", "Olu Office"))
	p.click("button", p.w("voter.slip.yes"))
	p.heading(p.w("voter.stub.ask"))
	p.judge("the slip is asked for")
	p.keep("the slip is asked for")
	for typed, words := range map[string]string{
		b.codes["Cleo Marsh"].Printed.String(): "shell.slip.other", login: "voter.stub.noCode",
	} {
		p.fill(p.w("shell.slip"), typed)
		p.click("button", p.w("voter.slip.go"))
		p.see(p.w(words))
	}
	p.judge("a slip that is none")
	p.keep("a slip that is none")
	p.fill(p.w("shell.slip"), code.String())
	p.click("button", p.w("voter.slip.go"))
	p.heading(ballotTitle)
	p.reload()
	p.heading(ballotTitle)
	p.decides()
	p.click("button", p.w("voter.receipt.save"))
	p.keepsSecret(b, code)
}

// wasUsed asks the board of a closed election for slips: of one who stayed away, of one who voted, of one whose
// slip a thief has used, and of two whose papers another slip has signed. Nothing of them is sent.
func wasUsed(p *page, b *bookAssembly) {
	p.t.Helper()
	p.visit("/board/" + b.election)
	p.heading(p.w("board.slip.title"))
	p.judge("was my slip used")
	for name, words := range map[string]string{
		"Cleo Marsh": "board.slip.unused", "Noor Haddad": "board.slip.used", "Dora Brandt": "board.slip.used",
		"Ben Lind": "board.slip.usedOther", "Dörte Gößmann": "board.slip.usedOther",
	} {
		p.fill(p.w("shell.slip"), p.server.origin+b.link(name))
		p.click("button", p.w("board.slip.look"))
		p.see(p.w(words))
		p.heading(laterTitle) // where nobody has voted
		p.see(p.w("board.slip.unused"))
		p.keep("slip of " + name)
		p.keepsSecret(b, b.codes[name].Printed)
		for _, request := range p.guard.tells(b.codes[name].Printed.Key(b.people.Assembly).Login()) {
			p.t.Errorf("the board sends what signs somebody in: %s", request)
		}
	}
	p.judge("a slip was used")
	if posted := p.guard.sent("POST", ""); len(posted) > 0 {
		p.t.Errorf("the board sends %v", posted)
	}
	p.fill(p.w("shell.slip"), b.codes["Cleo Marsh"].Printed.String())
	p.click("button", p.w("board.slip.look"))
	p.see(p.w("board.slip.whose"))
}

// The secretary saves the file for the registrar, uploads what comes back, and is told before and after a change of the
// roll that new slips are needed; then the election does without the poll book.
func TestTheSecretaryTakesCredentials(t *testing.T) {
	t.Parallel()
	b := bookDraft(t)
	chromium := newBrowser(t)
	p := newPage(t, chromium, b.server, "administrator", desktop)
	p.visit("/admin#elections/" + b.election)
	p.signIn(adminEmail, password)
	p.heading(p.w("roll.book.title"))
	p.judge("a draft without slips")
	p.keep("draft without slips")
	p.click("button", p.w("roll.book.save"))
	credentials := filepath.Join(t.TempDir(), "credentials.json")
	noError(t, os.WriteFile(credentials, b.issue(p.saved("slips-people.json")), 0o600))
	wrong := filepath.Join(t.TempDir(), "wrong.json")
	noError(t, os.WriteFile(wrong, []byte("{}"), 0o600))
	p.guard.expect("400 (Bad Request)")
	p.file(p.w("roll.book.upload"), wrong)
	p.see("This is not the file that was made with the slips, or it is damaged.")
	p.file(p.w("roll.book.upload"), credentials)
	p.see(p.w("roll.book.done", "n", len(b.people.People)))
	p.see(p.w("roll.book.state", "n", len(b.people.People), "first", 1, "last", 30))
	p.judge("a draft with slips")
	p.keep("draft with slips")
	blocksLost(p, newPage(t, chromium, b.server, "finder", phone), b)

	p.visit("/admin#roll/new")
	p.see(p.w("roll.out"))
	p.visit("/admin#roll/" + b.entry(b.token, "Cleo Marsh"))
	p.clickStart("DisclosureTriangle", p.w("roll.person.more"))
	p.fill(p.w("roll.field.weight"), "3")
	p.click("button", p.w("admin.save"))
	p.heading(p.w("roll.out.title"))
	p.judge("slips that would no longer fit")
	p.click("button", p.w("shell.cancel"))
	p.click("button", p.w("admin.save"))
	p.click("button", p.w("roll.out.save"))
	p.see(p.w("roll.person.saved", "name", "Cleo Marsh"))

	p.visit("/admin#elections/" + b.election)
	p.see("Cleo Marsh")
	p.seeNot(p.w("steps.open.ready"))
	p.judge("slips that no longer fit")
	p.keep("slips no longer fit")
	p.resize(phone)
	p.judge("slips that no longer fit on a phone")
	p.keep("slips no longer fit on a phone")
	p.click("button", p.w("roll.book.drop"))
	p.heading(p.w("roll.book.drop.title"))
	p.judge("dialog to do without the poll book")
	p.press(exactly(p.w("roll.book.drop")), "to do without", "button")
	p.see(p.w("roll.book.dropped"))
	p.see(p.w("roll.book.steps"))
	p.seeNot("Cleo Marsh")
}
