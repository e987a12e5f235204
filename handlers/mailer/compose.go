package mailer

import (
	"cmp"
	"context"
	"crypto/rand"
	"html"
	"io"
	"strings"
	"time"
	"unicode"

	mail "github.com/wneessen/go-mail"

	"ostrakon/store"
	"ostrakon/store/words"
)

// message is a message for the library. failed is the error of making its link, which the library does not return.
type message struct {
	*mail.Msg
	failed error
}

// message makes the message that is due. Its link gets its key when the text is asked for.
func (m *Mailer) message(ctx context.Context, settings store.MailSettings, out store.Outgoing) (*message, error) {
	say, err := phrasesOf(out.Language)
	if err != nil {
		return nil, err
	}
	text, button := say.text("reset"), say.of("voteButton")
	switch out.Kind {
	case store.MailReset:
		button = say.of("resetButton")
	case store.MailLink:
		text = say.text("link")
	default:
		text = *out.Text
	}
	values := map[string]string{
		"{name}": out.Name, "{election}": out.Title, "{end}": say.end(out.ClosesAt, out.TimeZone),
		"{organisation}": out.Organisation, "{contact}": out.Contact, "{opens}": out.Opens,
	}
	msg, err := newMessage(settings, out.FromName, out.To, out.Name, onOneLine(fill(text.Subject, values)), m.now())
	if err != nil {
		return nil, err
	}
	link := ""
	made := func() error {
		if link == "" {
			link, msg.failed = m.link(ctx, out)
		}
		return msg.failed
	}
	msg.SetBodyWriter(mail.TypeTextPlain, func(to io.Writer) (int64, error) {
		if err := made(); err != nil {
			return 0, err
		}
		values["{link}"] = link
		n, err := io.WriteString(to, fill(text.Body, values))
		return int64(n), err
	})
	msg.AddAlternativeWriter(mail.TypeTextHTML, func(to io.Writer) (int64, error) {
		if err := made(); err != nil {
			return 0, err
		}
		n, err := io.WriteString(to, asHTML(text.Body, values, link, button, out.Language))
		return int64(n), err
	})
	return msg, nil
}

// link makes the link of a message, with its key.
func (m *Mailer) link(ctx context.Context, out store.Outgoing) (string, error) {
	switch {
	case out.Kind == store.MailReset:
		token, err := m.store.NewMailedReset(ctx, out.User)
		return out.Address + "/#reset=" + token, err
	case out.Kind == store.MailLink:
		key, err := m.store.NewAskedLinkKey(ctx, out.Entry)
		return out.Address + "/#key=" + key, err
	case out.Entry != "":
		key, err := m.store.NewLinkKey(ctx, out.Entry)
		return out.Address + "/#key=" + key, err
	}
	return out.Address + "/", nil
}

// plainMessage makes a message without HTML.
func plainMessage(settings store.MailSettings, to, organisation string, text store.MailText, values map[string]string,
	now time.Time) (*message, error) {
	name := cmp.Or(settings.FromName, organisation)
	msg, err := newMessage(settings, name, to, "", onOneLine(fill(text.Subject, values)), now)
	if err != nil {
		return nil, err
	}
	msg.SetBodyString(mail.TypeTextPlain, fill(text.Body, values))
	return msg, nil
}

// newMessage makes a message without a text. No name can add a header: text from people is encoded, and addresses
// are parsed again.
func newMessage(settings store.MailSettings, fromName, to, toName, subject string, now time.Time) (*message, error) {
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := msg.FromFormat(onOneLine(fromName), settings.From); err != nil {
		return nil, err
	}
	if err := msg.AddToFormat(onOneLine(toName), to); err != nil {
		return nil, err
	}
	msg.Subject(subject)
	msg.SetDateWithValue(now)
	_, domain, _ := strings.Cut(settings.From, "@")
	msg.SetMessageIDWithValue(strings.ToLower(rand.Text()) + "@" + domain)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no answer by a machine, please
	return &message{Msg: msg}, nil
}

// fill replaces names in a text by their values, once: it does not look into the values.
func fill(text string, values map[string]string) string {
	var pairs []string
	for name, value := range values {
		pairs = append(pairs, name, value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// onOneLine replaces each run of spaces, line breaks and control characters by one space, as headers need.
func onOneLine(text string) string {
	apart := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	return strings.Join(strings.FieldsFunc(text, apart), " ")
}

// asHTML writes a plain text as HTML. The link is a button where it is alone in a paragraph. Nothing else in the text
// is markup.
func asHTML(text string, values map[string]string, link, button, language string) string {
	const style = "display:inline-block;padding:12px 24px;border-radius:6px;background:#8a3b12;color:#ffffff;" +
		"text-decoration:none;font-weight:bold"
	href := html.EscapeString(link)
	escaped := make(map[string]string)
	for name, value := range values {
		escaped[name] = lines(html.EscapeString(value))
	}
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="` + html.EscapeString(language) + `" dir="` +
		words.Direction(language) + `"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width"></head><body style="font-family:sans-serif;font-size:16px;` +
		`line-height:1.5;color:#222222;max-width:36em;margin:0 auto;padding:16px">`)
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		escaped["{link}"] = `<a href="` + href + `">` + href + `</a>`
		if strings.TrimSpace(paragraph) == "{link}" {
			escaped["{link}"] = `<a href="` + href + `" style="` + style + `">` + html.EscapeString(button) + `</a>`
		}
		b.WriteString("<p>" + fill(lines(html.EscapeString(strings.TrimSpace(paragraph))), escaped) + "</p>")
	}
	b.WriteString("</body></html>\n")
	return b.String()
}

// lines marks the line breaks of an escaped text.
func lines(escaped string) string { return strings.ReplaceAll(escaped, "\n", "<br>\n") }
