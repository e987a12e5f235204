package registrar_test

import (
	"fmt"
	"testing"
	"time"

	"ostrakon/handlers/registrar"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

const (
	clubVoters  = 55
	clubPassive = 3 // who may not vote, and stand below the others
)

// clubLine is somebody in the list of a club. Numbers 53 and 54 are twins with one name and one birthday, and 10 and
// 11 a couple with one mailbox.
func clubLine(i int) []any {
	first := []string{"Anna", "Björn", "Céline", "Dörte", "Günther", "Françoise"}
	last := []string{"Ammann", "Bösch", "Cömert", "von Känel", "de la Cruz", "Ünal", "Weiß", "O’Brien", "Rötheli",
		"Zürcher"}
	named := i
	if i == 54 {
		named = 53
	}
	email, category := fmt.Sprintf("p%d@example.org", i), "Aktiv"
	switch {
	case i == 11:
		email = "p10@example.org"
	case i%8 == 4:
		email = ""
	case i >= clubVoters:
		category = "Passiv"
	}
	return []any{fmt.Sprint(101 + i), first[named%6], last[named/6], fmt.Sprintf("Seeweg %d", i+1), "8700", "Küsnacht",
		email, birthday(named), category}
}

func birthday(i int) string {
	return time.Date(1950, 3, 14+97*i, 0, 0, 0, 0, time.UTC).Format("02.01.2006")
}

// clubVersions are the list as the club has it, the same as CSV without what stands above the heads, and a corrected
// one without doubles, total and those who may not vote.
func clubVersions(tb testing.TB) [3][]byte {
	heads := []any{"Nr.", "Vorname", "Nachname", "Strasse", "PLZ", "Ort", "E-Mail", "Geb.-Datum", "Kategorie"}
	above := [][]any{{"Ruderclub Krähe, Mitglieder 2026"}, {}, {"Mitglied", "", "", "Adresse", "", "", "Kontakt"}}
	whole := [][]any{heads}
	for i := range clubVoters + clubPassive {
		whole = append(whole, clubLine(i))
	}
	corrected := append([][]any{{"Mitgliedernummer", "Vorname", "Nachname", "Strasse", "PLZ", "Ort", "E-Mail",
		"Geburtsdatum", "Kategorie"}}, whole[1:1+clubVoters]...)
	for n, i := range []int{1, 19} { // doubles under other numbers, with another address and birthday
		line := clubLine(i)
		line[0], line[3], line[7] = fmt.Sprint(201+n), "Rain 7", birthday(60+n)
		whole = append(whole, line)
	}
	whole = append(whole, []any{"", "", "", "", "", "", "", "", ""},
		[]any{"Total", "", "60 Mitglieder", "", "", "", "", "", ""})
	return [3][]byte{sheetOf(tb, append(above, whole...)), asCSV(tb, whole), asCSV(tb, corrected)}
}

// decisions answers the questions about a list as its secretary does: who may not vote and the total stay out, the twin
// is another person, and everybody else of one name is the same.
func (o office) decisions(tb testing.TB, table []byte, plan *registrar.Plan) {
	tb.Helper()
	report := must(o.ImportRoll(tb.Context(), storetest.Admin, table, registrar.Import{DryRun: true, Plan: plan}))(tb)
	plan.Answers = make(map[int]store.RollAnswer)
	for _, l := range report.Lines {
		passive := l.Member > fmt.Sprint(100+clubVoters) && l.Member <= fmt.Sprint(100+clubVoters+clubPassive)
		switch {
		case l.Question == store.AskTotal, passive:
			plan.Answers[l.Line] = store.RollAnswer{Choice: store.RollSkip}
		case l.Question == store.AskPerson && l.Member == clubLine(54)[0]:
			plan.Answers[l.Line] = store.RollAnswer{Choice: store.RollAnother}
		case l.Question == store.AskPerson: // with another birthday too
			c := l.Candidates[0]
			plan.Answers[l.Line] = store.RollAnswer{Choice: store.RollSame, Entry: c.Entry, OfLine: c.Line}
		}
	}
	plan.AllSame = true
}

// Whatever version of its list a club imports first and whichever next, three times, everybody is on the roll once.
func TestTheVersionsOfAClubsListMakeNobodyTwice(t *testing.T) {
	versions := clubVersions(t)
	for _, order := range [][3]int{
		{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
	} {
		o := newOffice(t, registrar.Rules{})
		for _, version := range order {
			plan := new(registrar.Plan)
			o.decisions(t, versions[version], plan)
			report := must(o.ImportRoll(t.Context(), storetest.Admin, versions[version], registrar.Import{Plan: plan}))(t)
			if all := must(o.store.ExportRoll(t.Context(), storetest.Admin))(t); len(all) != clubVoters {
				t.Fatalf("after version %d of %v: %d people, %+v", version, order, len(all), report)
			}
		}
	}
}
