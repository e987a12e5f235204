package browser

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A page that meets a fault of the server shows a reference, and the log has it beside the cause.
func TestTheReferenceOfAFaultIsInTheLog(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, "serve", "-data", data)
	s.setUp()
	noError(t, os.MkdirAll(filepath.Join(data, "ostrakon.db.backup", "in the way"), 0o700))
	s.expect("ostrakon.db.backup")
	p := newPage(t, newBrowser(t), s, "administrator", phone)
	p.guard.expect("500 (Internal Server Error)")
	p.visit("/admin#backup")
	p.signIn(adminEmail, password)
	p.fill(p.w("admin.password"), password)
	p.click("button", p.w("machine.backup.submit"))
	before, after, _ := strings.Cut(p.w("shell.problem.reference"), "{id}")
	p.see(before)
	p.judge("a fault")
	var text string
	p.eval(`document.body.innerText`, &text)
	found := regexp.MustCompile(regexp.QuoteMeta(before) + `([A-Z2-7]{16})` +
		regexp.QuoteMeta(after)).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("there is no reference in %q", text)
	}
	for line := range strings.Lines(s.output.String()) {
		if strings.Contains(line, `"request":"`+found[1]+`"`) && strings.Contains(line, "ostrakon.db.backup") {
			return
		}
	}
	t.Errorf("the log has no line of %s with the cause", found[1])
}
