package mailer

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ostrakon/store"
)

// files holds words/<code>.json for each language.
//
//go:embed words
var files embed.FS

// Words holds what messages say in a language.
type Words struct {
	Announcement store.MailText `json:"announcement"` // an invitation to an election that is not open yet
	Invitation   store.MailText `json:"invitation"`
	Reminder     store.MailText `json:"reminder"`
	Reset        store.MailText `json:"reset"`
	Link         store.MailText `json:"link"`  // for somebody who asked for it
	Admin        store.MailText `json:"admin"` // for somebody who is invited to be an administrator
	Test         store.MailText `json:"test"`
	VoteButton   string         `json:"voteButton"` // on the link of an invitation
	ResetButton  string         `json:"resetButton"`
	Months       string         `json:"months"` // their names, divided by spaces
	Date         string         `json:"date"`   // format of day, month, year, hour, minute and zone
	NoEnd        string         `json:"noEnd"`  // in place of the end of an election that has none
}

// wordsOf reads the words of a language of store.Languages.
func wordsOf(language string) (w Words, err error) {
	raw, err := files.ReadFile("words/" + language + ".json")
	if err != nil {
		return w, err
	}
	return w, json.Unmarshal(raw, &w)
}

// Texts returns the texts of one kind that an administrator begins with, by language.
func Texts(of func(Words) store.MailText) (map[string]store.MailText, error) {
	texts := make(map[string]store.MailText)
	for _, language := range store.LanguageCodes() {
		w, err := wordsOf(language)
		if err != nil {
			return nil, err
		}
		texts[language] = of(w)
	}
	return texts, nil
}

// end writes a time in words, in a time zone.
func (w Words) end(at time.Time, zone string) string {
	if at.IsZero() {
		return w.NoEnd
	}
	if in, err := time.LoadLocation(zone); err == nil {
		at = at.In(in)
	}
	month := strings.Fields(w.Months)[at.Month()-1]
	return fmt.Sprintf(w.Date, at.Day(), month, at.Year(), at.Hour(), at.Minute(), at.Format("MST"))
}
