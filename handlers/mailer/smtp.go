package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"
	"unicode"

	mail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"ostrakon/store"
)

const (
	timeout   = 30 * time.Second // for a whole message, or to connect
	grace     = 5 * time.Second  // for a message under way when the program ends
	maxReply  = 1 << 20          // bytes of all answers of a server on one connection
	maxQuoted = 300              // characters of an answer that are shown
)

// connection is an open connection to an SMTP server, signed in. It is for one goroutine.
type connection struct {
	settings store.MailSettings
	client   *mail.Client
	session  *smtp.Client
	stop     func() bool // stops waiting for the end of the program
	broken   bool        // nothing more can be sent
}

// open connects to the SMTP server and signs in. When run ends, the connection has a little time left.
func (m *Mailer) open(run context.Context, settings store.MailSettings) (*connection, error) {
	password, err := m.store.MailPassword()
	if err != nil {
		return nil, err
	}
	c := &connection{settings: settings, stop: func() bool { return true }}
	var raw net.Conn
	secure := &tls.Config{ServerName: settings.Host, MinVersion: tls.VersionTLS12, RootCAs: m.roots}
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		opened, err := m.dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		raw = &boundedConn{Conn: opened, left: maxReply}
		c.stop = context.AfterFunc(run, func() { raw.SetDeadline(time.Now().Add(grace)) })
		if settings.Security != store.MailTLS {
			return raw, nil
		}
		wrapped := tls.Client(raw, secure)
		return wrapped, wrapped.HandshakeContext(ctx)
	}
	policy := mail.NoTLS
	if settings.Security == store.MailStartTLS {
		policy = mail.TLSMandatory
	}
	options := []mail.Option{
		mail.WithPort(settings.Port), mail.WithTimeout(timeout), mail.WithTLSPolicy(policy), mail.WithTLSConfig(secure),
		mail.WithDialContextFunc(dial),
	}
	if settings.Username != "" {
		// Without TLS, PLAIN and LOGIN are refused by the library except to this machine.
		options = append(options, mail.WithUsername(settings.Username), mail.WithPassword(password),
			mail.WithOpportunisticSMTPAuth(
				mail.SMTPAuthSCRAMSHA256, mail.SMTPAuthSCRAMSHA1, mail.SMTPAuthPlain, mail.SMTPAuthLogin, mail.SMTPAuthCramMD5))
	}
	if c.client, err = mail.NewClient(settings.Host, options...); err != nil {
		return nil, err
	}
	c.session, err = c.client.DialToSMTPClientWithContext(run)
	if err != nil {
		c.stop()
		if raw != nil {
			raw.Close()
		}
		return nil, err
	}
	return c, nil
}

// close ends the connection. It is no error if there is none.
func (c *connection) close() {
	if c == nil {
		return
	}
	c.stop()
	if !c.broken {
		c.client.CloseWithSMTPClient(c.session) // says goodbye; nothing depends on the answer
	}
	c.session.Close()
}

// errGone means that the server has closed the connection, before it heard of the message.
var errGone = errors.New("the connection was closed")

// The codes of failures that are not answers of a server.
const (
	codeConnection = "connection" // it broke, or no answer came in time
	codeAddress    = "address"    // it is none
)

// failure is why a server did not take a message. It is about that message.
type failure struct {
	code    string
	lasting bool
	err     error
}

func (f *failure) Error() string { return f.err.Error() }

// send sends a message. Errors: *failure if it was about the message, errGone, and others about the
// server as a whole; what making the text returned.
func (c *connection) send(msg *message) error {
	err := c.client.SendWithSMTPClient(c.session, msg.Msg)
	if msg.IsDelivered() { // what came after does not matter
		c.broken = err != nil
		return nil
	}
	if err == nil {
		return errors.New("the message was neither sent nor refused")
	}
	c.broken = true // in the middle of a message, even QUIT would become a part of it
	if msg.failed != nil {
		return msg.failed
	}
	var refused *mail.SendError
	if !errors.As(err, &refused) {
		return err
	}
	answered := refused.ErrorCode() >= 400
	switch refused.Reason {
	case mail.ErrConnCheck:
		return errGone
	case mail.ErrSMTPMailFrom: // the sender is the same for all
		return err
	case mail.ErrSMTPRcptTo:
		c.broken = !answered
	}
	if !answered || refused.ErrorCode() == 421 {
		return &failure{code: codeConnection, err: err}
	}
	code := strings.TrimSpace(fmt.Sprint(refused.ErrorCode(), " ", refused.EnhancedStatusCode()))
	return &failure{code: code, lasting: refused.ErrorCode() >= 500, err: err}
}

// boundedConn is a connection from which only so many bytes can be read, whatever the server sends.
type boundedConn struct {
	net.Conn
	left int
}

// Read reads from the connection.
func (b *boundedConn) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errors.New("the server says too much")
	}
	n, err := b.Conn.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// replyOf describes an error to an administrator, on one line.
func replyOf(err error) string {
	text := err.Error()
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var plain tls.RecordHeaderError
	var network *net.OpError
	var refused *mail.SendError
	switch {
	case strings.Contains(text, "does not support STARTTLS"): // the library has no error of its own for it
		text = "the server does not offer STARTTLS on this port"
	case errors.As(err, &refused): // "step: answer, affected ..."
		text, _, _ = strings.Cut(text, ", affected ")
		_, text, _ = strings.Cut(text, ": ")
	case errors.As(err, &dns):
		text = "there is no server of this name"
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		text = "the server did not answer in time"
	case errors.Is(err, io.EOF), errors.Is(err, errGone):
		text = "the server closed the connection"
	case errors.As(err, &certificate):
		text = "the certificate of the server is not valid for its name"
	case errors.As(err, &plain):
		text = "the server does not speak TLS on this port"
	case errors.Is(err, syscall.ECONNREFUSED):
		text = "no server listens on this port"
	case errors.As(err, &network):
		text = "the server cannot be reached"
	}
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	shown := []rune(strings.ToValidUTF8(text, ""))
	return string(shown[:min(len(shown), maxQuoted)])
}

// codeOf returns the code of an error for the log: a whole answer could name an address.
func codeOf(err error) string {
	if refused := new(mail.SendError); errors.As(err, &refused) && refused.ErrorCode() > 0 {
		return fmt.Sprint(refused.ErrorCode())
	}
	return codeConnection
}
