package browser

import (
	"strings"
	"testing"
)

// A list as a club has it: a title, heads in the third line, a double, a person whose e-mail is wrong, and a total.
const clubTable = `Ruderclub Beispiel;;;;;
;;;;;
Nr.;Vorname;Nachname;Geb.-Datum;E-Mail;
1;Anna;Ammann;17.03.1984;anna@example.org;x
2;Björn;Bärtschi;02.11.1979;bjoern@example.org;
3;Cleo;Haddad;;cleo(at)example.org;
4;Björn;Bärtschi;02.11.1979;bjoern@example.org;
Total;;4 Mitglieder;;;
`

// importClub imports a table from the page of the roll, and answers all questions by one press. It returns the presses.
func importClub(p *page, table, answers string) int {
	p.t.Helper()
	p.visit("/admin#roll/import")
	before := p.spent().presses
	p.file(p.w("roll.import.choose"), written(p.t, "members.csv", []byte(table)))
	p.heading(p.w("roll.import.report"))
	if answers != "" {
		p.click("button", answers)
	}
	p.see(p.w("roll.import.ready"))
	p.click("button", p.w("roll.import.go"))
	p.heading(p.w("roll.import.done"))
	return p.spent().presses - before
}

// The club's own file is imported with one press for all answers, again without a question, and is undone.
func TestImportAClubsListAsItIs(t *testing.T) {
	t.Parallel()
	_, p := newOffice(t)
	all := strings.Join([]string{p.w("roll.ask.all.same"), p.w("roll.ask.all.totals", "n", 1),
		p.w("roll.ask.all.faults", "n", 1)}, " · ")
	if presses := importClub(p, clubTable, all); presses > 4 { // two of them choose the file
		t.Errorf("the import took %d presses", presses)
	}
	p.click("link", p.w("roll.import.toRoll"))
	p.see(p.w("roll.size", "n", 3, "registered", 0, "present", 0))

	// The corrected list, by name alone: Anna has moved, Cleo has left, and nothing is preselected.
	p.visit("/admin#roll/import")
	p.file(p.w("roll.import.choose"), written(t, "next.csv",
		[]byte("Name,Geb.-Datum,E-Mail\nAnna Ammann,17.03.1984,anna@example.com\nBjörn Bärtschi,02.11.1979,\n")))
	p.see(p.w("roll.import.waiting", "n", 2))
	p.judge("questions about people")
	var chosen int
	if p.eval("document.querySelectorAll('.question :checked').length", &chosen); chosen != 0 {
		t.Errorf("%d answers are preselected", chosen)
	}
	p.click("button", p.w("roll.ask.all.same"))
	p.see(p.w("roll.import.ready"))
	p.see("anna@example.com")
	p.choose("checkbox", "Cleo Haddad")
	p.click("button", p.w("roll.import.go"))
	p.heading(p.w("roll.import.done"))
	p.click("link", p.w("roll.import.toRoll"))
	p.see(p.w("roll.size", "n", 2, "registered", 0, "present", 0))
	p.click("button", p.w("roll.undo"))
	p.heading(p.w("roll.undo.title"))
	p.judge("dialog to undo an import")
	p.click("button", p.w("roll.undo"))
	p.see(p.w("roll.undo.done"))
	p.see(p.w("roll.size", "n", 3, "registered", 0, "present", 0))
}

// Mother and daughter have one name. One press answers for all others, and leaves the two for an answer of their own.
// Where such pairs are mistakes of the list, a second press says so of all.
func TestOnePressJoinsNobodyWhoWasBornOnAnotherDay(t *testing.T) {
	t.Parallel()
	_, p := newOffice(t)
	importClub(p, "Name,Geb.-Datum,E-Mail\nAnna Ammann,17.03.1984,anna@example.org\n"+
		"Ben Lee,02.11.1979,ben@example.org\n", "")
	p.visit("/admin#roll/import")
	p.file(p.w("roll.import.choose"), written(t, "next.csv",
		[]byte("Name,Geb.-Datum,E-Mail\nAnna Ammann,01.05.1951,anna@example.org\nBen Lee,02.11.1979,ben@example.com\n")))
	p.see(p.w("roll.import.waiting", "n", 2))
	p.click("button", p.w("roll.ask.all.same"))
	p.see(p.w("roll.import.waiting", "n", 1))
	p.judge("a namesake of another birthday")
	p.seeNot(p.w("roll.ask.all.same"))
	p.click("button", p.w("roll.ask.all.otherDay", "n", 1))
	p.see(p.w("roll.import.ready"))
	p.choose("radio", p.w("roll.ask.another"))
	p.see(p.w("roll.import.ready"))
	p.click("button", p.w("roll.import.go"))
	p.heading(p.w("roll.import.done"))
	p.click("link", p.w("roll.import.toRoll"))
	p.see(p.w("roll.size", "n", 3, "registered", 0, "present", 0))
}

// A column is read as something else, and the report follows.
func TestReadAColumnAsSomethingElse(t *testing.T) {
	t.Parallel()
	_, p := newOffice(t)
	p.visit("/admin#roll/import")
	p.file(p.w("roll.import.choose"), written(t, "odd.csv", []byte("Wer,Kontakt\nAnna Ammann,anna@example.org\n")))
	p.see(p.w("roll.import.noName"))
	p.judge("a table without a known head")
	p.pick("Wer", p.w("roll.field.fullName"))
	p.pick("Kontakt", p.w("roll.field.email"))
	p.see(p.w("roll.import.ready"))
	p.click("button", p.w("roll.import.go"))
	p.heading(p.w("roll.import.done"))
}

// A roll that another server saved is read without its ids. Nobody of it is called known while all lines are left out.
func TestARollOfAnotherServerIsReadWithoutItsIds(t *testing.T) {
	t.Parallel()
	_, p := newOffice(t)
	saved := written(t, "saved.csv", []byte("id,full_name\naaaaaaaaaaaaaaaaaaaaaaaaaa,Anna Ammann\n"))
	p.visit("/admin#roll/import")
	p.file(p.w("roll.import.choose"), saved)
	p.see(p.w("roll.import.allOrNothing", "n", 1))
	p.see("If the table comes from another server, skip this column")
	p.click("button", p.w("roll.import.leaveOut.all", "n", 1))
	p.see(p.w("roll.import.ready"))
	p.until("nothing to import", `document.querySelector(".import-bar button").disabled`)
	p.visit("/admin#roll/import")
	p.file(p.w("roll.import.choose"), saved)
	p.see(p.w("roll.import.allOrNothing", "n", 1))
	p.pick("id", p.w("roll.import.mapping.skipped"))
	p.see(p.w("roll.import.ready"))
	p.click("button", p.w("roll.import.go"))
	p.heading(p.w("roll.import.done"))
}

// Who has the name of somebody on the roll is added only when the secretary says that it is another person.
func TestAddAPersonOfAKnownName(t *testing.T) {
	t.Parallel()
	_, p := newOffice(t)
	add := func() {
		t.Helper()
		p.visit("/admin#roll/new")
		p.fill(p.w("roll.person.name"), "Ada Okafor")
		p.click("button", p.w("roll.person.new.submit"))
	}
	add()
	p.heading(p.w("roll.title"))
	for _, answer := range []string{"roll.same.open", "roll.same.another"} {
		p.guard.expect("400 (Bad Request)")
		add()
		p.heading(p.w("roll.same.title"))
		p.judge("dialog about a known name")
		p.click("button", p.w(answer))
		p.heading(map[string]string{"roll.same.open": "Ada Okafor", "roll.same.another": p.w("roll.title")}[answer])
	}
	p.see(p.w("roll.size", "n", 2, "registered", 0, "present", 0))
}
