package web

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"ostrakon/store/words"
)

// inlined matches the inline elements of a page, and captures the text.
var inlined = regexp.MustCompile(`(?s)<(style|script type="module")>(.*?)</(?:style|script)>`)

func TestTheRegistrarsPageHoldsAllThatItNeeds(t *testing.T) {
	site := mustNew(t)
	response := ask(t, site, "GET", "/registrar.html")
	wantStatus(t, response, http.StatusOK)
	wantHeader(t, response, "Content-Type", "text/html; charset=utf-8")
	wantHeader(t, response, "Content-Disposition", "attachment")
	page := body(t, response)
	elements := inlined.FindAllStringSubmatch(page, -1)
	if len(elements) != 2 {
		t.Fatalf("%d inline elements, want the stylesheet and the modules", len(elements))
	}
	for _, element := range elements {
		if hash := sourceHash(element[2]); !strings.Contains(page, "-src '"+hash+"'") {
			t.Errorf("the policy does not name the text of <%s>, %s", element[1], hash)
		}
		page = strings.Replace(page, element[2], "", 1)
	}
	if !strings.Contains(page, `content="default-src 'none'; script-src`) {
		t.Error("the policy lets the page load what it does not name")
	}
	mustNotMatch(t, page, `\b(?:src|href)=|\$\{`, "something from outside")
	script := elements[1][2]
	for _, words := range []string{`"registrar.lead"`, "Diese Seite sendet nichts", "Esta página no envía nada"} {
		if !strings.Contains(script, words) {
			t.Errorf("the page has no %s", words)
		}
	}
	mustNotMatch(t, script, `^\s*"(?:admin|board|voter|roll)\.`, "texts of another page")
	mustNotMatch(t, script, `\bimport\(|^import `, "a module from outside")
	again := body(t, ask(t, site, "GET", "/registrar.html"))
	if wantHash := newFile([]byte(again), "", "").hash; !strings.Contains(response.Header.Get("ETag"), wantHash) {
		t.Errorf("the page is another one when it is asked for again")
	}
}

func TestAPageInOneFileDoesNotEndEarly(t *testing.T) {
	for name, change := range map[string]map[string]string{
		"style":  {"style/a.css": "p::after { content: '</style>' }"},
		"module": {"app.js": "import \"./gone.js\";\n"},
	} {
		b := builder{site: &Site{}, sources: map[string][]byte{"page.html": []byte("${inside app.js a}"),
			"style/a.css": nil, "app.js": []byte("console.log(1);\n")}}
		if _, err := b.saved("page.html"); err != nil {
			t.Fatalf("the page as it is: %v", err)
		}
		for file, content := range change {
			b.sources[file] = []byte(content)
		}
		if _, err := b.saved("page.html"); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestSlipsArePrintedInTheLanguageOfEach(t *testing.T) {
	page := Slips{Organisation: "Club", Title: "Assembly <1>", Address: "https://vote.example", KeyNumber: "ABCD EFGH",
		Text: must(words.Lookup("slip"))(t)}
	for _, language := range append(words.Codes(), "xx") {
		direction := words.Direction(language)
		page.Printed = append(page.Printed, Slip{Language: language, Direction: direction, Name: "Ada & Bo", Member: "7",
			Code: "AAAA", Link: "x"})
		page.Reserve = append(page.Reserve, Slip{Language: language, Direction: direction, Name: "Ada & Bo",
			Code: "BBBB", Link: "y"})
	}
	var out bytes.Buffer
	noError(t, page.Write(&out))
	html := out.String()
	for _, language := range words.Codes() {
		texts := catalogue(t, language, "slip")
		for _, key := range []string{"slip.at", "slip.code", "slip.keyNumber", "slip.reserve"} {
			if !strings.Contains(html, texts[key]["other"]) {
				t.Errorf("%s: the page does not say %s", language, key)
			}
		}
	}
	people := len(words.Codes()) + 1
	for text, times := range map[string]int{`class="slip-card"`: 2 * people, "AAAA": people, "BBBB": people,
		"Assembly &lt;1&gt;":              2*people + 1,
		`class="slip-name">Ada &amp; Bo<`: 2 * people, `dir="rtl"`: 2, "Member 7": 2, "ZgotmplZ": 0} {
		if got := strings.Count(html, text); got != times {
			t.Errorf("%s is there %d times, want %d", text, got, times)
		}
	}
}
