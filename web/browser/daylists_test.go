package browser

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The people of the club in the order of their numbers, from 101: those who vote, and then those who may not. One more
// joins late.
const (
	clubVoters  = 54
	clubPassive = 3
	clubPeople  = clubVoters + 1
)

// clubMember is the name of a person of the club.
func clubMember(i int) (first, last string) {
	firsts := []string{"Anna", "Björn", "Céline", "Dörte", "Emil", "Françoise", "Günther", "Irène", "Märta", "Zoë"}
	lasts := []string{"Ammann", "Bösch", "Cömert", "von Känel", "de la Cruz", "Ünal"}
	return firsts[i%len(firsts)], lasts[i/len(firsts)]
}

// clubPerson is the whole name of a person of the club.
func clubPerson(i int) string {
	first, last := clubMember(i)
	return first + " " + last
}

// clubNumber is the membership number of a person of the club.
func clubNumber(i int) string { return strconv.Itoa(101 + i) }

// birthday is when a person of the club was born.
func birthday(i int) time.Time { return time.Date(1950, 3, 14+97*i, 0, 0, 0, 0, time.UTC) }

// inDays writes a date as a spreadsheet keeps it.
func inDays(date time.Time) string {
	return strconv.Itoa(int(date.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24))
}

// inDots writes a date as people do.
func inDots(date time.Time) string { return date.Format("02.01.2006") }

// clubLine is the line of a person in the club's list.
func clubLine(i int, date func(time.Time) string) []string {
	first, last := clubMember(i)
	mailbox := fmt.Sprintf("p%d@example.org", i)
	category, remark := "Aktiv", ""
	switch {
	case i >= clubVoters:
		category, remark = "Passiv", "kein Stimmrecht"
	case i >= 10 && i < 13: // couples
		mailbox, remark = fmt.Sprintf("p%d@example.org", i+10), "Partner von "+clubPerson(i+10)
	case i%9 == 4:
		mailbox = ""
	case i == 15:
		mailbox = "p15(at)example.org"
	case i == 16:
		mailbox = "p16@example.org; privat@p16.example.org"
	case i == 30:
		last = "von\nKänel"
	}
	return []string{clubNumber(i), "", first, last, fmt.Sprintf("Seestrasse %d", i+1), strconv.Itoa(8700 + i), "Küsnacht",
		mailbox, fmt.Sprintf("079 302 12 %02d", i), date(birthday(i)), date(birthday(i).AddDate(20, 0, 0)), category, "ja",
		remark}
}

// clubList is the list as the club has it: a title, heads over the heads, an empty line, doubles, a remark under no
// head, and a total.
func clubList(date func(time.Time) string) [][]string {
	lines := [][]string{
		{"Ruderclub Krähe – Mitgliederliste"}, {""},
		{"Mitglied", "", "", "", "Adresse", "", "", "Kontakt", "", "", "Mitgliedschaft", "", "", "Bemerkungen"},
		{"Nr.", "Anrede", "Vorname", "Nachname", "Strasse", "PLZ", "Ort", "E-Mail", "Telefon", "Geb.-Datum", "Eintritt",
			"Kategorie", "Beitrag bezahlt", ""},
	}
	for i := range clubVoters + clubPassive {
		if i == 20 {
			lines = append(lines, []string{""})
		}
		lines = append(lines, clubLine(i, date))
	}
	for n, i := range []int{1, 19, 25} { // doubles, of whom only the name is always the same
		line := clubLine(i, date)
		line[0], line[4], line[9], line[13] = strconv.Itoa(201+n), "Rain 7", date(birthday(60+i)), "doppelt?"
		if n == 2 {
			line[2], line[7] = line[2]+" ", "neu@example.org"
		}
		lines = append(lines, line)
	}
	return append(lines, []string{""}, []string{"Total", "", "60 Mitglieder"})
}

// correctedList is the list after the secretary's work: without doubles, total and those who may not vote, with
// weights, and with proxies.
func correctedList() [][]string {
	lines := [][]string{{"Mitgliedernummer", "Anrede", "Vorname", "Nachname", "Strasse", "PLZ", "Ort", "E-Mail", "Telefon",
		"Geburtsdatum", "Eintritt", "Kategorie", "Beitrag bezahlt", "Bemerkungen", "Stimmen", "Vertritt"}}
	for i := range clubVoters {
		line := append(clubLine(i, inDays), strconv.Itoa(clubWeight(i)), "")
		if i == 15 || i == 16 {
			line[7] = fmt.Sprintf("p%d@example.org", i)
		}
		var givers []string
		for _, giver := range clubProxies()[i] {
			givers = append(givers, clubNumber(giver))
		}
		line[15] = strings.Join(givers, "; ")
		lines = append(lines, line)
	}
	return lines
}

// clubTwin is the one whose name and birthday another person has, who joins late.
const clubTwin = 20

// lateList has the one who joins late.
func lateList() [][]string {
	return [][]string{{"Mitgliedernummer", "Name", "Geburtsdatum"},
		{clubNumber(clubVoters), clubPerson(clubTwin), inDots(birthday(clubTwin))}}
}

// clubWeight is how many votes the ballot of a person counts for.
func clubWeight(i int) int {
	if i == 2 {
		return 2
	}
	return 1
}

// clubProxies are the people whose votes others hold. Number 5 comes, and the holder of their proxy does not.
func clubProxies() map[int][]int { return map[int][]int{0: {30, 31}, 3: {33}, 40: {5}, 41: {34}} }

// clubPresent is how many people come to the assembly: the first of the list.
const clubPresent = 20

// clubRepresented is how many people have given their vote to somebody who comes.
func clubRepresented() (n int) {
	for holder, givers := range clubProxies() {
		if holder < clubPresent {
			n += len(givers)
		}
	}
	return n
}

// semicolons writes a table as a German spreadsheet saves it: with semicolons, in Windows-1252.
func semicolons(t *testing.T, lines [][]string) []byte {
	t.Helper()
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.Comma, w.UseCRLF = ';', true
	for _, line := range lines {
		noError(t, w.Write(append(slices.Clone(line), make([]string, max(0, 14-len(line)))...)))
	}
	w.Flush()
	var table []byte
	for _, r := range text.String() {
		if r == '–' { // the only letter here that is not in Latin-1 too
			r = 0x96
		}
		table = append(table, byte(r))
	}
	return table
}

// attendance is what pages say of who is there.
func attendance(p *page) string {
	votes := 0
	for i := range clubPresent {
		votes += clubWeight(i)
	}
	here := p.w("shell.withVotes", "people", p.w("shell.present", "n", clubPresent), "n", votes)
	represented := p.w("shell.represented", "n", clubRepresented()) // of whom each has one vote
	return here + ", " + p.w("shell.withVotes", "people", represented, "n", clubRepresented())
}
