package mailer

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ostrakon/store"
	"ostrakon/store/words"
)

// phrases are what messages say in a language: the part "email" of its words.
type phrases map[string]words.Forms

// phrasesOf reads the phrases of a language of words.Languages.
func phrasesOf(language string) (phrases, error) { return words.Texts(language, "email") }

// of returns the phrase of a key.
func (p phrases) of(key string) string { return p["email."+key]["other"] }

// text returns the text of a kind of message.
func (p phrases) text(kind string) store.MailText {
	return store.MailText{Subject: p.of(kind + ".subject"), Body: p.of(kind + ".body")}
}

// Texts returns the texts of one kind that an administrator begins with, by language: announcement, which is an
// invitation to an election that is not open yet, invitation or reminder.
func Texts(kind string) (map[string]store.MailText, error) {
	texts := make(map[string]store.MailText)
	for _, language := range words.Codes() {
		p, err := phrasesOf(language)
		if err != nil {
			return nil, err
		}
		texts[language] = p.text(kind)
	}
	return texts, nil
}

// end writes a time in words, in a time zone.
func (p phrases) end(at time.Time, zone string) string {
	if at.IsZero() {
		return p.of("noEnd")
	}
	if in, err := time.LoadLocation(zone); err == nil {
		at = at.In(in)
	}
	return fill(p.of("date"), map[string]string{
		"{day}": strconv.Itoa(at.Day()), "{month}": strings.Fields(p.of("months"))[at.Month()-1],
		"{year}": strconv.Itoa(at.Year()), "{hour}": strconv.Itoa(at.Hour()),
		"{minute}": fmt.Sprintf("%02d", at.Minute()), "{zone}": at.Format("MST"),
	})
}
