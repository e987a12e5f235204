package browser

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ostrakon/handlers/mailer/mailertest"
)

// publicAddress is that of the settings where e-mail is sent: one that begins with the reader's own machine is refused.
const publicAddress = "https://vote.example.org"

// An organisation votes by e-mail: its mail server is set up, people get a link and vote with it, only who has not
// voted is reminded, and a message that could not be delivered is listed. A member who has forgotten the password gets
// a link too, and later deletes the account. Another one gets the link from the administrator, who deletes that
// account, and at last drops what waits.
func TestInvitationsByMail(t *testing.T) {
	t.Parallel()
	s, post := startServer(t, "serve"), mailertest.Start(t)
	token := s.setUp()
	s.call("PUT", "/api/admin/settings", token, fields{"address": publicAddress, "contact": "Olu Adeyemi, 020 7946 0018"},
		&fields{})
	const election = ballotTitle
	id := s.draftElection(token, election, "Praxilla", "Korinna")
	for _, name := range []string{"Ada Okafor", "Ben Lind", "Cleo Marsh"} {
		first, _, _ := strings.Cut(strings.ToLower(name), " ")
		s.call("POST", "/api/admin/roll/entries", token,
			fields{"fullName": name, "email": first + "@example.org", "language": "en"}, &fields{})
	}
	s.call("PUT", "/api/admin/elections/"+id, token, fields{"settings": fields{"electorate": "roll"}}, &fields{})
	s.open(token, id)
	post.React(func(command string) mailertest.Reaction {
		if strings.Contains(command, "<cleo@") && strings.HasPrefix(command, "RCPT") {
			return mailertest.Reaction{Reply: "550 5.1.1 no such user"}
		}
		return mailertest.Reaction{}
	})

	chromium := newBrowser(t)
	admin := newPage(t, chromium, s, "secretary", desktop)
	admin.visit("/admin#mail")
	admin.signIn(adminEmail, password)
	admin.heading(admin.w("mail.title"))
	admin.look("mail, nothing yet")
	mailServer(admin, post)
	admin.inspect("mail")
	admin.visit("/admin#elections/" + id)
	admin.click("link", admin.w("mail.invite"))
	admin.heading(admin.w("mail.invite.title"))
	admin.fill(admin.w("mail.subject"), "{election}: your vote counts")
	admin.fill(admin.w("mail.body"), "Dear {name},\n\nwe need a treasurer. Vote here:\n\n{link}\n\nThank you. {contact}")
	admin.see(election + ": your vote counts") // the preview
	admin.inspect("invitations")
	send(admin, "mail.invite.confirm", 3)
	invited := post.Await(3)[1:]
	link := map[string]string{}
	for _, m := range invited {
		link[m.To] = m.Link()
		if m.Subject() != election+": your vote counts" || !strings.Contains(m.Text, "we need a treasurer") {
			t.Errorf("%s was sent %q: %q", m.To, m.Subject(), m.Text)
		}
	}

	ada := newPage(t, chromium, s, "ada", phone)
	ada.visit(link["ada@example.org"])
	ada.heading(ada.w("voter.slip.ask", "name", "Ada Okafor"))
	ada.inspect("whose link it is")
	ada.says("Ada Okafor")
	ada.votes()

	admin.visit("/admin#elections/" + id + "/invitations")
	admin.fill(admin.w("mail.body"), "No way to vote.")
	admin.click("button", admin.w("mail.send"))
	admin.see(admin.w("mail.body.link", "link", "{link}"))
	admin.reload()
	admin.choose("radio", admin.w("mail.kind.reminder"))
	admin.holds(admin.w("mail.subject"), "You can still vote: {election}")
	send(admin, "mail.remind.confirm", 2)
	if m := post.Await(4)[3]; m.To != "ben@example.org" || m.Subject() != "You can still vote: "+election {
		t.Errorf("a reminder went to %s: %q", m.To, m.Subject())
	}
	admin.wantMail(3, 0, 2)
	admin.click("link", admin.w("mail.state.failed")+" (2)")
	admin.see("Cleo Marsh")
	admin.see(admin.w("mail.code.noMailbox", "code", "550 5.1.1"))
	admin.inspect("not delivered")
	if sent := len(post.Messages()); sent != 4 {
		t.Errorf("%d messages were sent, want 4", sent)
	}

	forgotten(chromium, s, post)
	handOver(chromium, admin)
	drop(admin, post, id)
	frenchMail(chromium, s, id)
}

// mailServer enters the mail server on its page, and sends a test message.
func mailServer(p *page, post *mailertest.Server) {
	p.t.Helper()
	p.fill(p.w("mail.host"), post.Host())
	p.fill(p.w("mail.port"), strconv.Itoa(post.Port()))
	p.pick(p.w("mail.security"), p.w("mail.security.none"))
	p.fill(p.w("mail.username"), "club")
	p.fill(p.w("mail.password"), "mail password of the club")
	p.fill(p.w("mail.from"), "club@example.org")
	p.fill(p.w("mail.rate"), "1000")
	p.click("button", p.w("mail.save"))
	p.see(p.w("mail.saved"))
	p.fill(p.w("mail.test.to"), "theano@example.org")
	p.click("button", p.w("mail.test.submit"))
	p.see(p.w("mail.test.done", "to", "theano@example.org"))
	if m := post.Await(1)[0]; m.To != "theano@example.org" {
		p.t.Errorf("the test message went to %s", m.To)
	}
}

// send sends invitations or reminders, and sees how many wait.
func send(p *page, asked string, n int) {
	p.t.Helper()
	p.click("button", p.w("mail.send"))
	p.heading(p.w(asked))
	p.look(asked)
	p.click("button", p.w("mail.send"))
	p.see(p.w("mail.invite.done", "n", n))
}

// wantMail waits for the page of the queue to say so by itself.
func (p *page) wantMail(sent, waiting, failed int) {
	p.t.Helper()
	for state, n := range map[string]int{"sent": sent, "waiting": waiting, "failed": failed} {
		p.see(fmt.Sprintf("%s (%d)", p.w("mail.state."+state), n))
	}
}

// forgotten is a member who has forgotten the password, gets a link, and later deletes the account.
func forgotten(chromium context.Context, s *server, post *mailertest.Server) {
	s.t.Helper()
	email := s.register("Dora Brandt")
	p := newPage(s.t, chromium, s, "dora", phone)
	p.visit("/")
	p.click("DisclosureTriangle", p.w("voter.slip.without"))
	p.click("DisclosureTriangle", p.w("voter.link.password"))
	p.click("link", p.w("shell.forgotten"))
	p.heading(p.w("voter.forgotten"))
	p.fill(p.w("shell.email"), email)
	p.inspect("forgotten password")
	p.click("button", p.w("voter.forgotten.submit"))
	p.see(p.w("voter.forgotten.sent", "email", email))
	p.look("link is on its way")
	m := post.Await(5)[4]
	if m.To != email {
		s.t.Fatalf("the link for %s went to %s", email, m.To)
	}
	p.visit(m.Link())
	p.heading(p.w("voter.reset"))
	p.fill(p.w("voter.profile.new"), "another word at dusk")
	p.inspect("new password")
	p.click("button", p.w("voter.reset.submit"))
	p.see(p.w("voter.profile.password.done"))
	p.until("to be signed in", `!document.getElementById("account").hidden`)

	p.visit("/#profile")
	p.click("button", p.w("voter.delete.button"))
	p.heading(p.w("voter.delete.title"))
	p.inspect("deletion")
	p.fill(p.w("voter.profile.current"), "another word at dusk")
	p.click("button", p.w("voter.delete.button"))
	p.see(p.w("voter.delete.done"))
	p.look("deleted")
}

// handOver gives a member without a password a link by hand. Later the administrator deletes the account.
func handOver(chromium context.Context, admin *page) {
	s := admin.server
	s.t.Helper()
	const name = "Eve Stone"
	email := s.register(name)
	token := s.signIn(adminEmail, password)
	var found struct{ Items []struct{ ID string } }
	s.call("GET", "/api/admin/users?query=Stone", token, nil, &found)
	admin.visit("/admin#people/" + found.Items[0].ID)
	admin.click("button", admin.w("admin.person.reset"))
	admin.heading(admin.w("admin.person.reset.title", "name", name))
	admin.click("button", admin.w("admin.person.reset"))
	admin.heading(admin.w("admin.person.reset.made", "name", name))
	admin.inspect("link to hand over")
	var link string
	admin.eval(`document.querySelector("dialog[open] code").textContent`, &link)
	admin.click("button", admin.w("admin.person.reset.close"))

	eve := newPage(s.t, chromium, s, "eve", phone)
	eve.visit(link)
	eve.fill(eve.w("voter.profile.new"), "a third word at dawn")
	eve.click("button", eve.w("voter.reset.submit"))
	eve.see(eve.w("voter.profile.password.done"))
	s.signIn(email, "a third word at dawn")
	eve.run(chromedp.Navigate("about:blank")) // before the account goes

	admin.click("button", admin.w("admin.person.delete"))
	admin.heading(admin.w("admin.person.delete.title", "name", name))
	admin.inspect("deletion of somebody else")
	admin.fill(admin.w("shell.typed.label", "text", name), name)
	admin.click("button", admin.w("admin.person.delete"))
	admin.see(admin.w("admin.person.delete.done", "name", name))
	s.call("GET", "/api/admin/users?query=Stone", token, nil, &found)
	if len(found.Items) != 0 {
		s.t.Errorf("%s is still there: %v", name, found.Items)
	}
}

// drop removes reminders that the mail server has put off.
func drop(admin *page, post *mailertest.Server, id string) {
	admin.t.Helper()
	post.React(func(command string) mailertest.Reaction {
		if strings.HasPrefix(command, "RCPT") {
			return mailertest.Reaction{Reply: "451 4.3.0 later"}
		}
		return mailertest.Reaction{}
	})
	admin.visit("/admin#elections/" + id + "/invitations")
	admin.choose("radio", admin.w("mail.kind.reminder"))
	admin.holds(admin.w("mail.subject"), "You can still vote: {election}")
	send(admin, "mail.remind.confirm", 2)
	admin.visit("/admin#mail/waiting")
	admin.see(admin.w("mail.code", "code", "451 4.3.0"))
	admin.wantMail(3, 2, 1)
	admin.click("button", admin.w("mail.drop"))
	admin.heading(admin.w("mail.drop.title", "n", 2))
	admin.inspect("drop what waits")
	admin.click("button", admin.w("mail.drop"))
	admin.see(admin.w("mail.drop.done"))
	admin.wantMail(3, 0, 1)
}

// frenchMail sees the pages in French on the narrowest phone.
func frenchMail(chromium context.Context, s *server, id string) {
	s.t.Helper()
	p := newPage(s.t, chromium, s, "secrétaire", narrow)
	p.words = readWords(s.t, "fr")
	p.prefer("fr-CH")
	p.visit("/admin#mail/failed")
	p.signIn(adminEmail, password)
	p.see(p.w("mail.code.noMailbox", "code", "550 5.1.1"))
	p.judgeIn("e-mail", "light")
	p.photograph()
	p.visit("/admin#elections/" + id + "/invitations")
	p.heading(p.w("mail.invite.title"))
	p.judgeIn("invitations", "light")
	p.photograph()
}

// inspect judges a state on a phone and on a desktop, and keeps pictures of it.
func (p *page) inspect(state string) {
	p.t.Helper()
	own := desktop
	if p.touch {
		own = phone
	}
	p.judgeBoth(state)
	p.resize(own)
	p.judgeIn(state, "dark")
	p.scheme("light")
	p.look(state)
}
