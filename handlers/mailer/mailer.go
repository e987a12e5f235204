package mailer

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"ostrakon/store"
	"ostrakon/store/refusal"
)

// The pauses of the queue after a failure of the server: the first, doubled each time, up to the longest.
const (
	firstPause   = time.Minute
	longestPause = 15 * time.Minute
)

// keepFor is the longest time for which a connection stays open until the next message.
const keepFor = 10 * time.Second

// Options of a Mailer. The zero value is ready to use.
type Options struct {
	Now    func() time.Time // the clock; nil means time.Now
	Logger *slog.Logger     // nil means silence

	// Dial opens a connection to host:port; nil means over TCP.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Mailer sends the e-mail of a store. Its methods are safe for concurrent use.
type Mailer struct {
	store *store.Store
	now   func() time.Time
	log   *slog.Logger
	dial  func(ctx context.Context, network, address string) (net.Conn, error)
	roots *x509.CertPool // that vouch for servers; nil means those of the system
	wake  chan struct{}

	mu      sync.Mutex
	problem *Problem
}

// Problem is why nothing can be sent at the moment.
type Problem struct {
	Reply string    // of the SMTP server, or what became of the connection
	Next  time.Time // when it is tried again
}

// New makes the mailer of a store. Nothing is sent before Run.
func New(st *store.Store, opts Options) *Mailer {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Dial == nil {
		opts.Dial = new(net.Dialer).DialContext
	}
	return &Mailer{store: st, now: opts.Now, log: opts.Logger, dial: opts.Dial, wake: make(chan struct{}, 1)}
}

// Wake makes Run look again: there may be a message to send, or another server.
func (m *Mailer) Wake() {
	select {
	case m.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// Problem is why nothing can be sent at the moment; nil if nothing is known to be wrong.
func (m *Mailer) Problem() *Problem {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.problem
}

func (m *Mailer) setProblem(p *Problem) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.problem = p
}

// Run sends what is due until ctx ends.
func (m *Mailer) Run(ctx context.Context) {
	pause := firstPause
	for ctx.Err() == nil {
		due, err := m.sendDue(ctx)
		var wait <-chan time.Time // none: until there is something
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			m.setProblem(&Problem{Reply: replyOf(err), Next: m.now().Add(pause)})
			m.log.Warn("e-mail cannot be sent", "code", codeOf(err), "pause", pause)
			wait = time.After(pause)
			pause = min(2*pause, longestPause)
		default:
			m.setProblem(nil)
			pause = firstPause
			if !due.IsZero() {
				wait = time.After(due.Sub(m.now()))
			}
		}
		select {
		case <-ctx.Done():
		case <-m.wake:
		case <-wait:
		}
	}
}

// sendDue sends every message that is due, no faster than the settings say, and returns when the
// next one will be; zero if none waits. The error is that of the server.
func (m *Mailer) sendDue(ctx context.Context) (due time.Time, err error) {
	var c *connection
	defer func() { c.close() }()
	for {
		settings, _, err := m.store.MailSettings(ctx)
		if err != nil || settings.Host == "" {
			return time.Time{}, err
		}
		out, due, err := m.store.NextMail(ctx)
		if err != nil || out.Number == 0 {
			return due, err
		}
		if c != nil && c.settings != settings {
			c.close()
			c = nil
		}
		fresh := c == nil
		if fresh {
			if c, err = m.open(ctx, settings); err != nil {
				return time.Time{}, err
			}
		}
		err = m.send(ctx, c, out)
		if errors.Is(err, errGone) && !fresh { // the server had enough of this connection
			c.close()
			c = nil
			continue
		}
		if err != nil {
			return time.Time{}, err
		}
		interval := time.Minute / time.Duration(settings.PerMinute)
		if c.broken || interval > keepFor {
			c.close()
			c = nil
		}
		select {
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		case <-time.After(interval):
		}
	}
}

// send sends a message, and notes what came of it. The error is that of the server, for which the
// message is not to blame.
func (m *Mailer) send(ctx context.Context, c *connection, out store.Outgoing) error {
	msg, err := m.message(ctx, c.settings, out)
	if err != nil {
		return m.note(ctx, out, &failure{code: codeAddress, lasting: true}, err)
	}
	err = c.send(msg)
	ctx = context.WithoutCancel(ctx) // what was sent is noted even if the program ends
	var failed *failure
	switch {
	case err == nil:
		m.setProblem(nil)
		return m.store.MailSent(ctx, out.Number)
	case errors.Is(err, refusal.NotFound): // the person was removed meanwhile
		return m.store.DropMessage(ctx, out.Number)
	case errors.As(err, &failed):
		return m.note(ctx, out, failed, err)
	}
	return err
}

// note notes why a message was not taken. If the connection broke, it may have been the server's
// fault too, so the queue pauses: that is the error.
func (m *Mailer) note(ctx context.Context, out store.Outgoing, f *failure, err error) error {
	m.log.Info("a message was not taken", "kind", out.Kind, "code", f.code, "lasting", f.lasting)
	if noted := m.store.MailFailed(ctx, out.Number, store.MailFailure{Code: f.code, Lasting: f.lasting}); noted != nil {
		return noted
	}
	if f.code == codeConnection {
		return err
	}
	return nil
}

// Test sends a message to an address at once, to see whether it can be done. Errors:
// refusal.MailNotSet, refusal.MailCertificate, refusal.MailRefused with what the server said.
func (m *Mailer) Test(ctx context.Context, to, organisation, language string) error {
	say, err := phrasesOf(language)
	if err != nil {
		return err
	}
	return m.sendNow(ctx, to, organisation, say.text("test"), map[string]string{"{organisation}": organisation})
}

// InviteAdmin sends a person the link with which they become an administrator, at once. Errors: those of Test.
func (m *Mailer) InviteAdmin(ctx context.Context, to, name, link, organisation, language string) error {
	say, err := phrasesOf(language)
	if err != nil {
		return err
	}
	return m.sendNow(ctx, to, organisation, say.text("admin"),
		map[string]string{"{organisation}": organisation, "{name}": name, "{link}": link})
}

// sendNow sends a text to an address, past the queue.
func (m *Mailer) sendNow(ctx context.Context, to, organisation string, text store.MailText,
	values map[string]string) error {
	settings, _, err := m.store.MailSettings(ctx)
	if err != nil {
		return err
	}
	if settings.Host == "" {
		return refusal.MailNotSet
	}
	c, err := m.open(ctx, settings)
	if err == nil {
		defer c.close()
		msg, merr := plainMessage(settings, to, organisation, text, values, m.now())
		if merr != nil {
			return refusal.Invalid("to", refusal.NotEmail, nil)
		}
		err = c.send(msg)
	}
	if wrong := new(tls.CertificateVerificationError); errors.As(err, &wrong) {
		return refusal.MailCertificate.With(refusal.Facts{"reply": replyOf(wrong.Err)})
	}
	if err != nil {
		return refusal.MailRefused.With(refusal.Facts{"reply": replyOf(err)})
	}
	m.Wake() // what waits for a pause to end need not wait longer
	return nil
}
