package browser

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"ostrakon/store/slip"
)

const (
	adaID, boID, cyID = "baaaaaaaaaaaaaaaaaaaaaaaba", "baaaaaaaaaaaaaaaaaaaaaaaca", "baaaaaaaaaaaaaaaaaaaaaaada"

	threePeople = `{"version":4,"assembly":"baaaaaaaaaaaaaaaaaaaaaaaea","title":"Assembly 2031","organisation":"Rowers",
		"address":"https://vote.example","keyNumber":"","numbers":[2,3],"groups":["Nord","Süd"],"people":[
		{"id":"` + adaID + `","fullName":"Ada Quill","member":"7","language":"en","weight":1,"groups":[1,2],
			"proxyFor":["` + cyID + `"]},
		{"id":"` + boID + `","fullName":"Bo Lind","member":"","language":"de","weight":3,"groups":[],"proxyFor":[]},
		{"id":"` + cyID + `","fullName":"Cy Roux","member":"9","language":"fr","weight":1,"groups":[2],"proxyFor":[]}]}`
)

// The registrar's page is saved to a disk and opened from there. It sends nothing, which the guard of the page sees.
// What it makes is what the command makes of the same codes.
func TestRegistrarMakesSlipsWithoutAServer(t *testing.T) {
	disk := t.TempDir()
	file, people := filepath.Join(disk, "registrar.html"), filepath.Join(disk, "people.json")
	noError(t, os.WriteFile(file, startServer(t, "serve").ask("GET", "/registrar.html", "", nil), 0o600))
	noError(t, os.WriteFile(people, []byte(threePeople), 0o600))

	p := newPage(t, newBrowser(t), &server{t: t, origin: "file://"}, "registrar", desktop)
	p.visit(file)
	p.heading(p.w("registrar.title"))
	p.judge("the choice of the file")
	p.file(p.w("registrar.file"), file)
	p.see(p.w("registrar.file.wrong"))
	p.file(p.w("registrar.file"), people)
	p.see(p.w("registrar.people", "title", "Assembly 2031", "n", 3, "first", 2, "last", 3))
	p.click("button", p.w("registrar.make"))
	p.heading(p.w("registrar.made"))
	p.until("all slips are drawn", `document.querySelectorAll(".slip-card").length === 6`)
	p.judge("the slips")
	p.see("Ersatzzettel für einen verlorenen Zugangszettel")
	p.click("button", p.w("registrar.save"))
	credentials := p.saved("credentials.json")

	var typed []string
	p.eval(`[...document.querySelectorAll(".slip-key")].map(({ textContent }) => textContent)`, &typed)
	codes := make([]slip.Codes, len(typed)/2)
	for i := range codes {
		for n, code := range []*slip.Code{&codes[i].Printed, &codes[i].Reserve} {
			var ok bool
			if *code, ok = slip.ParseCode(typed[n*len(codes)+i]); !ok {
				t.Errorf("%q is no code", typed[n*len(codes)+i])
			}
		}
	}
	issued := slip.Issue(must(slip.ParsePeople([]byte(threePeople)))(t), codes).Marshal()
	if _, err := slip.ParseCredentials(credentials); err != nil || !bytes.Equal(credentials, issued) {
		t.Errorf("the credentials are not those of the codes (%v):\n%s", err, credentials)
	}
}
