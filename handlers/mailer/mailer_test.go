package mailer

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"ostrakon/handlers/mailer/mailertest"
	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/words"
)

// post is a store with voters, and a mailer that sends to an SMTP server by pipes. It lives in a
// bubble of synctest, where time passes when everybody waits.
type post struct {
	store  *store.Store
	server *mailertest.Server
	mailer *Mailer
	stop   func()
}

// newPost opens the store of a directory with voters who have not been invited to an election yet.
func newPost(t *testing.T, voters int) *post {
	t.Helper()
	p := &post{server: new(mailertest.Server)}
	p.store = storetest.NewIn(t, filepath.Join(t.TempDir(), "data"), store.Options{})
	change := store.MailChange{Host: new("mail.test"), Security: new(store.MailPlain), From: new("vote@example.org"),
		PerMinute: new(60)}
	if err := p.store.ChangeMail(t.Context(), storetest.Admin, change); err != nil {
		t.Fatal(err)
	}
	settings := store.SettingsChange{Address: new("https://vote.example.org"), Organisation: new("Reed\u00a0Club & Sons"),
		Contact: new("Zoe <zoe@example.org>")}
	if _, err := p.store.ChangeSettings(t.Context(), storetest.Admin, settings); err != nil {
		t.Fatal(err)
	}
	for n := range voters {
		storetest.Voter(t, p.store, n+1)
	}
	return p
}

// run lets the mailer run until the test ends, or until stop is called.
func (p *post) run(t *testing.T) {
	settings, _, err := p.store.MailSettings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dial := func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		if settings.Security == store.MailTLS {
			server = tls.Server(server, p.server.TLS)
		}
		go p.server.Serve(server)
		return client, nil
	}
	p.mailer = New(p.store, Options{Dial: dial})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { p.mailer.Run(ctx); close(done) }()
	p.stop = func() { cancel(); <-done }
	t.Cleanup(p.stop)
}

// invite queues an invitation for every voter.
func (p *post) invite(t *testing.T, text store.MailText) store.Election {
	t.Helper()
	e := storetest.Election(t, p.store, "Chair {name} & <b>", "Grace", "Kim")
	storetest.Advance(t, p.store, e.ID, store.Active)
	if _, err := p.store.Invite(t.Context(), storetest.Admin, e.ID,
		store.Mailing{Kind: store.MailInvitation, Texts: map[string]store.MailText{"en": text}}); err != nil {
		t.Fatal(err)
	}
	p.mailer.Wake()
	return e
}

func (p *post) counts(t *testing.T) string {
	t.Helper()
	q, err := p.store.Messages(t.Context(), "", store.Page{})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d waiting, %d sent, %d failed", q.Waiting, q.Sent, q.Failed)
}

// expect waits for a time, and compares what the server has and what the queue says.
func (p *post) expect(t *testing.T, after time.Duration, taken int, counts string) {
	t.Helper()
	time.Sleep(after) // of the bubble
	synctest.Wait()
	if n := len(p.server.Messages()); n != taken {
		t.Errorf("the server took %d messages, want %d", n, taken)
	}
	if got := p.counts(t); got != counts {
		t.Errorf("%s, want %s", got, counts)
	}
}

var simple = store.MailText{Subject: "{election}",
	Body: "Hello {name}\n\n{link}\n\nUntil {end}, {organisation}: {contact}"}

func TestMessagesGoOutAtTheRateOfTheSettings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPost(t, 5)
		p.run(t)
		p.invite(t, simple)
		p.expect(t, 2500*time.Millisecond, 3, "2 waiting, 3 sent, 0 failed")
		p.expect(t, time.Minute, 5, "0 waiting, 5 sent, 0 failed")
		if n := p.server.Opened(); n != 1 {
			t.Errorf("%d connections", n)
		}
	})
}

func TestNoNameOrTextPutsInAHeaderOrMarkup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPost(t, 0)
		r := storetest.Registration(1)
		r.FullName = `{link} <script>alert("x")</script>`
		if _, err := p.store.Register(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		p.run(t)
		p.invite(t, store.MailText{Subject: "{organisation}: {name} {election}", Body: simple.Body + "\n<img src=x>"})
		time.Sleep(time.Second)
		synctest.Wait()
		m := p.server.Messages()[0]
		if m.From != "vote@example.org" || m.To != r.Email || len(m.Header["To"]) != 1 || m.Header.Get("Bcc") != "" {
			t.Errorf("from %s to %s, headers %v", m.From, m.To, m.Header)
		}
		if want := `Reed Club & Sons: {link} <script>alert("x")</script> Chair {name} & <b>`; strings.ReplaceAll(m.Subject(),
			"\u00a0", " ") != want {
			t.Errorf("subject %q", m.Subject())
		}
		want := "Hello {link} <script>alert(\"x\")</script>\n\nhttps://vote.example.org/\n\nUntil no fixed end, " +
			"Reed\u00a0Club & Sons: Zoe <zoe@example.org>\n<img src=x>"
		if strings.TrimSpace(m.Text) != want {
			t.Errorf("text %q", m.Text)
		}
		for _, markup := range []string{"<script", "<img", "<b>", "<zoe"} {
			if strings.Contains(m.HTML, markup) {
				t.Errorf("%s in %s", markup, m.HTML)
			}
		}
		if n := strings.Count(m.HTML, `href="https://vote.example.org/"`); n != 1 {
			t.Errorf("%d links in %s", n, m.HTML)
		}
	})
}

func TestOneRefusedMessageDelaysNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPost(t, 3)
		p.server.React(func(command string) mailertest.Reaction {
			switch {
			case strings.HasPrefix(command, "RCPT TO:<voter1@"):
				return mailertest.Reaction{Reply: "550 5.1.1 nobody here"}
			case strings.HasPrefix(command, "RCPT TO:<voter2@"):
				return mailertest.Reaction{Reply: "451 4.7.1 come back later"}
			}
			return mailertest.Reaction{}
		})
		p.run(t)
		p.invite(t, simple)
		p.expect(t, 10*time.Second, 1, "1 waiting, 1 sent, 1 failed")
		p.server.React(nil)
		p.expect(t, time.Minute, 2, "0 waiting, 2 sent, 1 failed")
		q, err := p.store.Messages(t.Context(), store.MailFailed, store.Page{})
		if err != nil || q.Items[0].Code != "550 5.1.1" || q.Items[0].Name != "Voter Number1" {
			t.Errorf("%+v, %v", q.Items, err)
		}
		if p.mailer.Problem() != nil {
			t.Errorf("the server is blamed: %+v", p.mailer.Problem())
		}
	})
}

func TestAServerThatTakesNothingPausesTheQueueAndFailsNoMessage(t *testing.T) {
	for name, reaction := range map[string]mailertest.Reaction{
		"refuses": {Reply: "554 5.7.1 go away"}, "drops": {Drop: true}, "stalls": {Stall: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPost(t, 2)
				p.server.React(func(command string) mailertest.Reaction {
					if command == "CONNECT" {
						return reaction
					}
					return mailertest.Reaction{}
				})
				p.run(t)
				p.invite(t, simple)
				p.expect(t, 3*time.Hour, 0, "2 waiting, 0 sent, 0 failed")
				problem := p.mailer.Problem()
				if problem == nil || problem.Reply == "" || time.Until(problem.Next) > longestPause {
					t.Errorf("%+v", problem)
				}
				if n := p.server.Opened(); n < 10 || n > 20 {
					t.Errorf("tried %d times in three hours", n)
				}
				p.server.React(nil)
				p.expect(t, longestPause+5*time.Second, 2, "0 waiting, 2 sent, 0 failed")
				if p.mailer.Problem() != nil {
					t.Error("the problem stays")
				}
			})
		})
	}
}

func TestAConnectionThatBreaksInTheMiddleLosesNothing(t *testing.T) {
	for _, at := range []string{"RCPT", "DATA", "."} {
		for name, reaction := range map[string]mailertest.Reaction{"drop": {Drop: true}, "stall": {Stall: true}} {
			t.Run(at+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := newPost(t, 2)
					broken := 0
					p.server.React(func(command string) mailertest.Reaction {
						if strings.HasPrefix(command, at) && broken < 2 {
							broken++
							return reaction
						}
						return mailertest.Reaction{}
					})
					p.run(t)
					p.invite(t, simple)
					time.Sleep(time.Hour)
					synctest.Wait()
					if got := p.counts(t); got != "0 waiting, 2 sent, 0 failed" {
						t.Error(got)
					}
					got := make(map[string]bool)
					for _, m := range p.server.Messages() {
						got[m.To] = true
					}
					if len(got) != 2 {
						t.Errorf("taken for %v", got)
					}
				})
			})
		}
	}
}

func TestAnEarlierLinkWorksUntilTheTextOfANewOneIsSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPost(t, 1)
		u, err := p.store.AccountByEmail(t.Context(), "voter1@example.org")
		if err != nil {
			t.Fatal(err)
		}
		p.run(t)
		reset := func() {
			t.Helper()
			if err := p.store.RequestReset(t.Context(), u.Email); err != nil {
				t.Fatal(err)
			}
			p.mailer.Wake()
			time.Sleep(2 * time.Second)
			synctest.Wait()
		}
		reset()
		link := p.server.Messages()[0].Link()
		p.server.React(func(command string) mailertest.Reaction {
			if strings.HasPrefix(command, "RCPT") {
				return mailertest.Reaction{Reply: "451 4.2.1 mailbox busy"}
			}
			return mailertest.Reaction{}
		})
		reset()
		_, token, _ := strings.Cut(link, "#reset=")
		if got, err := p.store.ResetUser(t.Context(), token); err != nil || got.ID != u.ID {
			t.Errorf("the link %s is %v", link, err)
		}
	})
}

func TestTheQueueSurvivesARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPost(t, 6)
		p.run(t)
		p.invite(t, simple)
		p.expect(t, 2500*time.Millisecond, 3, "3 waiting, 3 sent, 0 failed")
		p.stop()
		p.run(t)
		p.expect(t, time.Minute, 6, "0 waiting, 6 sent, 0 failed")
	})
}

func TestATestMessageSaysWhatTheServerSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPost(t, 0)
		p.run(t)
		if err := p.mailer.Test(t.Context(), "zoe@example.org", "Reed Club", "fr"); err != nil {
			t.Fatal(err)
		}
		if m := p.server.Messages(); len(m) != 1 || m[0].Subject() != "Message d’essai de Reed Club" {
			t.Errorf("%+v", m)
		}
		p.server.React(func(command string) mailertest.Reaction {
			if strings.HasPrefix(command, "MAIL") {
				return mailertest.Reaction{Reply: "550 5.7.1 not your address"}
			}
			return mailertest.Reaction{}
		})
		err := p.mailer.Test(t.Context(), "zoe@example.org", "Reed Club", "fr")
		if err == nil || !strings.Contains(err.Error(), "5.7.1 not your address") {
			t.Errorf("%v", err)
		}
	})
}

// A password goes out only over TLS, to a server whose certificate is valid for its name.
func TestThePasswordGoesOnlyToTheRightServerOverTLS(t *testing.T) {
	vouched := httptest.NewTLSServer(nil) // whose certificate is for example.com
	vouched.Close()
	roots := x509.NewCertPool()
	roots.AddCert(vouched.Certificate())
	for name, test := range map[string]struct {
		security store.MailSecurity
		host     string
		plain    bool // the server knows no TLS
		roots    *x509.CertPool
		want     error
	}{
		"STARTTLS": {security: store.MailStartTLS, host: "example.com", roots: roots},
		"TLS":      {security: store.MailTLS, host: "example.com", roots: roots},
		"STARTTLS with another name": {security: store.MailStartTLS, host: "mail.test", roots: roots,
			want: refusal.MailCertificate},
		"TLS with another name": {security: store.MailTLS, host: "mail.test", roots: roots,
			want: refusal.MailCertificate},
		"STARTTLS with an unknown issuer": {security: store.MailStartTLS, host: "example.com", roots: x509.NewCertPool(),
			want: refusal.MailCertificate},
		"STARTTLS that the server has not": {security: store.MailStartTLS, host: "example.com", roots: roots, plain: true,
			want: refusal.MailRefused},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPost(t, 0)
				change := store.MailChange{Host: &test.host, Security: &test.security, Username: new("club"),
					Password: new("plover")}
				if err := p.store.ChangeMail(t.Context(), storetest.Admin, change); err != nil {
					t.Fatal(err)
				}
				if !test.plain {
					p.server.TLS = vouched.TLS
				}
				signedIn := false
				p.server.React(func(command string) mailertest.Reaction {
					if strings.HasPrefix(command, "AUTH") {
						signedIn = true
					}
					return mailertest.Reaction{}
				})
				p.run(t)
				p.mailer.roots = test.roots
				err := p.mailer.Test(t.Context(), "zoe@example.org", "Reed Club", "en")
				if !errors.Is(err, test.want) {
					t.Errorf("%v, want %v", err, test.want)
				}
				if test.plain && !strings.Contains(fmt.Sprintf("%+v", err), "does not offer STARTTLS on this port") {
					t.Errorf("it is said of a server without STARTTLS: %+v", err)
				}
				if signedIn != (test.want == nil) {
					t.Errorf("a password was sent: %v", signedIn)
				}
			})
		})
	}
}

// An administrator reads what became of a connection in words, not in those of the operating system.
func TestTheEndOfAConnectionIsToldInWords(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free.Close()
	_, refused := net.Dial("tcp", free.Addr().String())
	here, there := net.Pipe()
	go io.Copy(io.Discard, there)
	go io.WriteString(there, "220 ready")
	_, plain := tls.Client(here, &tls.Config{ServerName: "example.com"}).Write(nil)
	for want, err := range map[string]error{
		"no server listens on this port":             refused,
		"the server does not speak TLS on this port": plain,
		"the server cannot be reached":               &net.OpError{Op: "dial", Err: syscall.ENETUNREACH},
		"the server closed the connection":           fmt.Errorf("read: %w", io.EOF),
	} {
		if got := replyOf(fmt.Errorf("deliver: %w", err)); got != want {
			t.Errorf("%v is told as %q, want %q", err, got, want)
		}
	}
}

// Whatever a server answers, it is read within limits, and says nothing on more than one line.
func FuzzReplies(f *testing.F) {
	f.Add("550 no\r\n250 ok\r\n")
	f.Add("220 \x1b[31m\r\n" + strings.Repeat("250-x\r\n", 3000))
	f.Fuzz(func(t *testing.T, said string) {
		reply := replyOf(fmt.Errorf("%s", said))
		if strings.ContainsAny(reply, "\r\n\x1b") || len([]rune(reply)) > maxQuoted {
			t.Errorf("%q", reply)
		}
	})
}

func TestEveryLanguageWritesTheEndOfTheVote(t *testing.T) {
	for _, language := range words.Codes() {
		say, err := phrasesOf(language)
		if err != nil {
			t.Fatal(err)
		}
		if months := strings.Fields(say.of("months")); len(months) != 12 {
			t.Errorf("%s has the months %q", language, months)
			continue
		}
		end := say.end(time.Date(2031, time.May, 2, 9, 5, 0, 0, time.UTC), "UTC")
		if strings.Contains(end, "{") || !strings.Contains(end, "05") || !strings.Contains(end, "2031") {
			t.Errorf("%s writes the end as %s", language, end)
		}
	}
}
