package store

import (
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// KeepDays says after how many days what is known of people is deleted. 0 means never.
type KeepDays struct {
	Applications int `json:"applications,omitempty"` // registrations that nobody decides on, or that were refused
	Accounts     int `json:"accounts,omitempty"`     // accounts of voters
	Rolls        int `json:"rolls,omitempty"`        // frozen rolls of elections that have ended
}

// maxKeepDays is the longest time that people can be kept, short of for ever: a hundred years.
const maxKeepDays = 36_525

// checkKeep notes the faults of numbers of days.
func (c SettingsChange) checkKeep(faults *input.Faults) {
	for _, f := range []struct {
		name string
		days *int
	}{{"applications", c.KeepApplications}, {"accounts", c.KeepAccounts}, {"rolls", c.KeepRolls}} {
		if f.days != nil && (*f.days < 0 || *f.days > maxKeepDays) {
			faults.Add(f.name, refusal.NotInteger, refusal.Facts{"min": 0, "max": maxKeepDays})
		}
	}
}
