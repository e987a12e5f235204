package browser

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// workbook is a table as XLSX (ISO/IEC 29500), its text in the cells themselves.
func workbook(t *testing.T, lines ...[]string) []byte {
	t.Helper()
	var sheet strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&sheet, `<row r="%d">`, i+1)
		for j, cell := range line {
			fmt.Fprintf(&sheet, `<c r="%c%d" t="inlineStr"><is><t>`, 'A'+j, i+1)
			_ = xml.EscapeText(&sheet, []byte(cell))
			sheet.WriteString("</t></is></c>")
		}
		sheet.WriteString("</row>")
	}
	const (
		main     = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
		relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		packaged = "http://schemas.openxmlformats.org/package/2006/"
		office   = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	)
	var book bytes.Buffer
	z := zip.NewWriter(&book)
	for _, file := range []struct{ name, content string }{
		{"[Content_Types].xml", `<Types xmlns="` + packaged +
			`content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + office +
			`sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="` + office +
			`worksheet+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + packaged + `relationships"><Relationship Id="rId1" Type="` + relation +
			`/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="` + main + `" xmlns:r="` + relation +
			`"><sheets><sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels",
			`<Relationships xmlns="` + packaged + `relationships"><Relationship Id="rId1" Type="` + relation +
				`/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/worksheets/sheet1.xml", `<worksheet xmlns="` + main + `"><sheetData>` + sheet.String() +
			`</sheetData></worksheet>`},
	} {
		w, err := z.Create(file.name)
		if err == nil {
			_, err = w.Write([]byte(file.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	noError(t, z.Close())
	return book.Bytes()
}

// judgeBoth finds no fault with what is shown on a phone and on a desktop.
func (p *page) judgeBoth(state string) {
	p.t.Helper()
	for _, on := range []device{phone, desktop} {
		p.resize(on)
		p.judgeIn(fmt.Sprintf("%s, %d pixels wide", state, on.width), "light")
	}
}

// savesSlips makes and saves the slips of everybody on the roll, and answers the name, key and address on each.
func (p *page) savesSlips(people int) (shown [][3]string) {
	p.t.Helper()
	p.click("link", p.w("admin.nav.roll"))
	p.click("link", p.w("roll.slips"))
	p.click("button", p.w("roll.slips.make"))
	p.heading(p.w("roll.slips.made", "n", people))
	p.click("button", p.w("roll.slips.save")) // once all are drawn
	p.see(p.w("roll.slips.saved"))
	p.eval(`[...document.querySelectorAll(".slip-card")].map((slip) => [".slip-name", ".slip-key", ".slip-address"]`+
		`.map((part) => slip.querySelector(part).textContent))`, &shown)
	return shown
}

// printed prints the page on paper of a size in inches, and returns the PDF.
func (p *page) printed(width, height float64) (paper []byte) {
	p.t.Helper()
	p.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		paper, _, err = cdppage.PrintToPDF().WithPreferCSSPageSize(true).WithPaperWidth(width).WithPaperHeight(height).Do(ctx)
		return err
	}))
	return paper
}

// pagesIn is how many pages a PDF has.
func pagesIn(paper []byte) int { return len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(paper, -1)) }

// sheets is how many pages of A4 come out of the printer.
func (p *page) sheets() int {
	p.t.Helper()
	return pagesIn(p.printed(8.27, 11.69))
}

// A secretary brings the members onto the roll from the tables there are, corrects one, ticks who is there, and prints
// slips and letters. Slips are not lost by a click.
func TestRollFromTablesToSlips(t *testing.T) {
	t.Parallel()
	chromium, p := newOffice(t)
	token := p.server.signIn(adminEmail, password)
	p.server.draftElection(token, ballotTitle, "Praxilla", "Korinna")
	p.click("link", p.w("admin.nav.roll"))
	p.see(p.w("roll.none"))

	p.click("link", p.w("roll.import"))
	p.file(p.w("roll.import.choose"),
		written(t, "members.csv", []byte("Name;Shoe size;Geburtsdatum\nAda Okafor;38;03/04/80\nBen Lind;44;\n")))
	p.see("Shoe size")
	p.see("03/04/80")
	p.see(p.w("roll.import.allOrNothing", "n", 1))
	p.click("button", p.w("roll.import.dates.choose"))
	p.until("the choice of the order has the focus", `document.activeElement?.name === "dates"`)
	p.pick(p.w("roll.import.dates"), p.w("roll.import.dates.dmy"))
	p.see(p.w("roll.import.ready"))
	p.click("button", p.w("roll.import.go"))
	p.heading(p.w("roll.import.done"))
	p.click("link", p.w("roll.import.toRoll"))
	p.click("link", p.w("roll.import"))
	lines := [][]string{{"First name", "Last name", "Member", "E-mail", "Address", "Language"}}
	for i := range 10 {
		lines = append(lines, []string{"Noor", fmt.Sprintf("Haddad-%c", 'A'+i), fmt.Sprintf("M-%d", i), "noor@example.org",
			"1 Potters Row, Reading", "de"})
	}
	p.file(p.w("roll.import.choose"), written(t, "members.xlsx", workbook(t, lines...)))
	p.see(p.w("roll.import.ready"))
	p.see("Noor Haddad-J")
	p.see(p.w("roll.import.group.added", "n", 10))
	p.judgeBoth("a workbook")
	p.click("button", p.w("roll.import.go"))
	p.heading(p.w("roll.import.done"))
	p.click("link", p.w("roll.import.toRoll"))
	p.see(p.w("roll.size", "n", 12, "registered", 0, "present", 0))

	p.click("link", "Ada Okafor")
	p.heading("Ada Okafor")
	p.fill(p.w("roll.person.name"), "Ada Okafor-Lind")
	p.click("button", p.w("admin.save"))
	p.see(p.w("roll.person.saved", "name", "Ada Okafor-Lind"))
	p.choose("checkbox", p.w("roll.present.of", "name", "Ada Okafor-Lind"))
	p.see(p.w("roll.size", "n", 12, "registered", 0, "present", 1))
	p.judgeBoth("roll")
	p.click("link", p.w("roll.filter.present"))
	p.see(p.w("admin.people.shown", "n", 1))

	key := p.makeSlips()
	ben := newPage(t, chromium, p.server, "ben", phone)
	ben.visit("/#key=" + key) // what the code on the slip says
	ben.heading(ben.w("voter.slip.ask", "name", "Ben Lind"))
	ben.click("button", ben.w("voter.slip.yes"))
	ben.see(ben.w("voter.elections.current.none"))
	p.reload()
	p.see(p.w("roll.size", "n", 12, "registered", 1, "present", 1))
}

// makeSlips goes on from the roll of twelve people: the address first, then the keys, and no way out without them. It
// answers the key of one of them.
func (p *page) makeSlips() (key string) {
	p.t.Helper()
	p.click("link", p.w("roll.slips"))
	p.heading(p.w("roll.slips.title"))
	p.click("button", p.w("roll.slips.make")) // without an address
	p.see(p.w("roll.slips.address.other.wrong"))
	p.fill(p.w("roll.slips.address.other.label"), "vote.example.org")
	p.click("button", p.w("roll.slips.make"))
	p.heading(p.w("roll.slips.made", "n", 12))
	p.find(exactly(readWords(p.t, "de").of("slip.qr", "name", "Noor Haddad-J")), "the code of a slip", "image", "img")
	p.until("all slips are drawn", `document.querySelectorAll(".slip-card").length === 12`)
	p.until("slips in the language of their people",
		`document.querySelectorAll(".slip-card[lang=de]").length === 10 && document`+
			`.querySelectorAll(".slip-card[lang=en]").length === 2`)
	p.until("the address, and the election",
		`document.querySelector(".slip-card").innerText.includes("https://vote.example.org") &&
		document.querySelector(".slip-card").innerText.includes(`+fmt.Sprintf("%q", ballotTitle)+`)`)
	p.judgeBoth("slips")
	p.eval(`[...document.querySelectorAll(".slip-card")].find((slip) => slip.innerText.includes("Ben Lind"))`+
		`.querySelector(".slip-key").innerText`, &key)

	p.click("link", p.w("admin.nav.elections"))
	p.heading(p.w("roll.slips.leave.title"))
	p.judge("leaving the slips")
	p.click("button", p.w("shell.cancel"))
	p.until("the dialog to close", `!document.querySelector("dialog")`)
	var pressed bool
	p.eval("history.go(-2), true", &pressed) // past the address that the link left
	p.heading(p.w("roll.slips.leave.title"))
	p.click("button", p.w("shell.cancel"))
	p.heading(p.w("roll.slips.made", "n", 12))
	if sheets := p.sheets(); sheets != 2 {
		p.t.Errorf("12 slips take %d pages, want 2", sheets)
	}

	p.choose("radio", p.w("roll.slips.layout.letters"))
	p.until("all letters are drawn", `document.querySelectorAll(".letter").length === 12`)
	p.judgeBoth("letters")
	p.click("DisclosureTriangle", "German")
	p.run(chromedp.SendKeys(`textarea[name="text.de"]`, kb.End+"Mit Gruß vom Verein", chromedp.ByQuery))
	p.until("the German letters have the text of the club", `[...document.querySelectorAll(".letter")]
		.every(({ lang, innerText }) =>
		innerText.includes("Mit Gruß vom Verein") === (lang === "de")) && document.querySelectorAll(".letter").length === 12`)
	if sheets := p.sheets(); sheets != 12 {
		p.t.Errorf("12 letters take %d pages", sheets)
	}
	p.click("button", p.w("roll.slips.save"))
	p.see(p.w("roll.slips.saved"))
	if file := string(p.saved("slips.html")); !strings.Contains(file, "1 Potters Row, Reading") ||
		strings.Count(file, "#key=") > 0 {
		p.t.Error("the file of the letters is not what was shown")
	}
	p.click("link", p.w("roll.import.toRoll"))
	p.heading(p.w("roll.title"))
	return key
}
