package web

import "testing"

func TestTimesAreShownByTheClocksOfTheOrganisation(t *testing.T) {
	type vector struct {
		Zone      string `json:"zone"`
		Time      string `json:"time"`
		Wall      string `json:"wall"`
		Elsewhere bool   `json:"elsewhere"`      // the reader, in Kathmandu, sees something else on the wall
		Back      string `json:"back,omitempty"` // the time that the clocks lead to; "" is Time
	}
	runScript(t, "zone.js", []vector{
		{"UTC", "2026-11-21T18:00:00.000Z", "2026-11-21T18:00", true, ""},
		{"Europe/Zurich", "2026-11-21T18:00:00.000Z", "2026-11-21T19:00", true, ""},
		{"Europe/Zurich", "2026-07-01T22:30:00.000Z", "2026-07-02T00:30", true, ""},
		{"Asia/Kathmandu", "2026-11-21T18:15:00.000Z", "2026-11-22T00:00", false, ""},
		{"America/St_Johns", "2026-01-01T03:29:00.000Z", "2025-12-31T23:59", true, ""},
		{"Pacific/Kiritimati", "2026-11-21T10:00:00.000Z", "2026-11-22T00:00", true, ""},
		// Around the changes of the clocks, at 01:00 UTC: the hour before and after.
		{"Europe/Zurich", "2026-03-29T00:59:00.000Z", "2026-03-29T01:59", true, ""},
		{"Europe/Zurich", "2026-03-29T01:00:00.000Z", "2026-03-29T03:00", true, ""},
		{"Europe/Zurich", "2026-10-24T23:59:00.000Z", "2026-10-25T01:59", true, ""},
		{"Europe/Zurich", "2026-10-25T02:00:00.000Z", "2026-10-25T03:00", true, ""},
		// 02:30 comes twice: the two times of the day lead to one of them.
		{"Europe/Zurich", "2026-10-25T00:30:00.000Z", "2026-10-25T02:30", true, "2026-10-25T01:30:00.000Z"},
		{"Europe/Zurich", "2026-10-25T01:30:00.000Z", "2026-10-25T02:30", true, ""},
	})
}
