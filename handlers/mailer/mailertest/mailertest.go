// Package mailertest is an SMTP server for tests (RFC 5321). It keeps what it takes, and can refuse, stall and drop.
package mailertest

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// Message is a message that the server took.
type Message struct {
	From, To string // of the envelope
	Header   mail.Header
	Text     string // its plain part
	HTML     string
}

// Subject is the subject, decoded.
func (m Message) Subject() string {
	text, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return "not decodable: " + err.Error()
	}
	return text
}

// Link is the first link in the plain text; "" if there is none.
func (m Message) Link() string { return regexp.MustCompile(`https?://\S+`).FindString(m.Text) }

// Reaction replaces the usual answer of a server to a command. The zero value answers as usual.
type Reaction struct {
	Reply string // such as "550 5.1.1 no such user"
	Drop  bool   // closes the connection
	Stall bool   // never answers, until the client hangs up
}

// Server is an SMTP server for tests.
type Server struct {
	TLS *tls.Config // offers STARTTLS (RFC 3207) unless nil; it is set before the server is used

	listener net.Listener

	mu       sync.Mutex
	taken    *sync.Cond // a message was taken
	react    func(command string) Reaction
	messages []Message
	opened   int
}

// Start starts a server on a free port of this machine. It stops when the test ends.
func Start(tb testing.TB) *Server {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	s := &Server{listener: listener}
	s.taken = sync.NewCond(&s.mu)
	tb.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.Serve(conn)
		}
	}()
	return s
}

// Host and Port are where the server listens.
func (s *Server) Host() string { return "127.0.0.1" }

// Port is the port at which the server listens.
func (s *Server) Port() int { return s.listener.Addr().(*net.TCPAddr).Port }

// React sets what the server does at each command, such as "RCPT TO:<ada@example.org>"; after the
// text of a message the command is ".", and CONNECT is a new connection.
func (s *Server) React(to func(command string) Reaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.react = to
}

// Messages returns the messages that the server took, in order.
func (s *Server) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message(nil), s.messages...)
}

// Await waits until a started server has taken n messages, and returns them.
func (s *Server) Await(n int) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.messages) < n {
		s.taken.Wait()
	}
	return append([]Message(nil), s.messages...)
}

// Opened counts the connections so far.
func (s *Server) Opened() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened
}

func (s *Server) reaction(command string) Reaction {
	s.mu.Lock()
	defer s.mu.Unlock()
	if command == "CONNECT" {
		s.opened++
	}
	if s.react == nil {
		return Reaction{}
	}
	return s.react(command)
}

// Serve serves a connection until it ends.
func (s *Server) Serve(conn net.Conn) {
	defer conn.Close()
	in := textproto.NewReader(bufio.NewReader(conn))
	answer := func(r Reaction, usual string) bool { // reports whether the connection goes on
		if r.Stall {
			io.Copy(io.Discard, conn)
		}
		if r.Stall || r.Drop {
			return false
		}
		if r.Reply != "" {
			usual = r.Reply
		}
		_, err := io.WriteString(conn, usual+"\r\n")
		return err == nil
	}
	if !answer(s.reaction("CONNECT"), "220 mail.test ready") {
		return
	}
	var m Message
	for {
		line, err := in.ReadLine()
		if err != nil {
			return
		}
		verb, _, _ := strings.Cut(strings.ToUpper(line), " ")
		usual := "250 2.0.0 ok"
		switch verb {
		case "EHLO":
			usual = "250-mail.test\r\n250-AUTH PLAIN LOGIN\r\n250-8BITMIME\r\n"
			if _, secured := conn.(*tls.Conn); s.TLS != nil && !secured {
				usual += "250-STARTTLS\r\n"
			}
			usual += "250 ENHANCEDSTATUSCODES"
		case "STARTTLS":
			usual = "220 2.0.0 go on"
		case "AUTH":
			usual = "235 2.7.0 welcome"
		case "DATA":
			usual = "354 go on"
		case "QUIT":
			usual = "221 2.0.0 bye"
		}
		r := s.reaction(line)
		if !answer(r, usual) {
			return
		}
		switch verb {
		case "STARTTLS":
			conn = tls.Server(conn, s.TLS)
			in = textproto.NewReader(bufio.NewReader(conn))
		case "MAIL":
			m = Message{From: address(line)}
		case "RCPT":
			m.To = address(line)
		case "DATA":
			if r.Reply == "" && !s.take(in, m, answer) {
				return
			}
		case "QUIT":
			return
		}
	}
}

// take reads the text of a message, and keeps the message unless it is refused.
func (s *Server) take(in *textproto.Reader, m Message, answer func(r Reaction, usual string) bool) bool {
	raw, err := in.ReadDotBytes()
	if err != nil {
		return false
	}
	if err := m.read(raw); err != nil {
		return answer(Reaction{}, fmt.Sprintf("554 5.6.0 %v", err))
	}
	r := s.reaction(".")
	if r.Reply == "" || r.Reply[0] < '4' { // it is taken, even if the client never hears of it
		s.mu.Lock()
		s.messages = append(s.messages, m)
		if s.taken != nil {
			s.taken.Broadcast()
		}
		s.mu.Unlock()
	}
	return answer(r, "250 2.0.0 taken")
}

// read reads the text of a message: a plain part alone, or a plain part and one of HTML.
func (m *Message) read(raw []byte) error {
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	m.Header = msg.Header
	kind, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	if kind == "text/plain" {
		text, err := io.ReadAll(quotedprintable.NewReader(msg.Body))
		m.Text = plain(text)
		return err
	}
	parts := multipart.NewReader(msg.Body, params["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		text, err := io.ReadAll(part) // decoded from quoted-printable
		if err != nil {
			return err
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			m.HTML = plain(text)
		} else {
			m.Text = plain(text)
		}
	}
}

func plain(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }

// address is the address in a command such as RCPT TO:<ada@example.org>.
func address(command string) string {
	_, rest, _ := strings.Cut(command, "<")
	inside, _, _ := strings.Cut(rest, ">")
	return inside
}
