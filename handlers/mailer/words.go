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

// words holds what messages say in a language.
type words struct {
	Invitation  store.MailText `json:"invitation"`
	Reminder    store.MailText `json:"reminder"`
	Reset       store.MailText `json:"reset"`
	Test        store.MailText `json:"test"`
	VoteButton  string         `json:"voteButton"` // on the link of an invitation
	ResetButton string         `json:"resetButton"`
	Months      string         `json:"months"` // their names, divided by spaces
	Date        string         `json:"date"`   // format of day, month, year, hour, minute and zone
	NoEnd       string         `json:"noEnd"`  // in place of the end of an election that has none
}

// wordsOf reads the words of a language of store.Languages.
func wordsOf(language string) (w words, err error) {
	raw, err := files.ReadFile("words/" + language + ".json")
	if err != nil {
		return w, err
	}
	return w, json.Unmarshal(raw, &w)
}

// Texts returns the texts of invitations and reminders that an administrator begins with, by language.
func Texts() (invitation, reminder map[string]store.MailText, err error) {
	invitation, reminder = make(map[string]store.MailText), make(map[string]store.MailText)
	for _, language := range store.LanguageCodes() {
		w, err := wordsOf(language)
		if err != nil {
			return nil, nil, err
		}
		invitation[language], reminder[language] = w.Invitation, w.Reminder
	}
	return invitation, reminder, nil
}

// end writes a time in words, in a time zone.
func (w words) end(at time.Time, zone string) string {
	if at.IsZero() {
		return w.NoEnd
	}
	if in, err := time.LoadLocation(zone); err == nil {
		at = at.In(in)
	}
	month := strings.Fields(w.Months)[at.Month()-1]
	return fmt.Sprintf(w.Date, at.Day(), month, at.Year(), at.Hour(), at.Minute(), at.Format("MST"))
}
