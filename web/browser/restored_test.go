package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A backup is restored in the middle of an election: nobody can vote until an administrator has published why and let
// the voting go on. Voters and the board read the reason.
func TestVotingGoesOnAfterARestore(t *testing.T) {
	t.Parallel()
	old, data := t.TempDir(), t.TempDir()
	before := startServer(t, "serve", "-data", old)
	token := before.setUp()
	keys := before.slips(token, "Noor Haddad", "Ben Lind")
	id := before.openElection(token, ballotTitle, "Praxilla", "Korinna")
	backup := filepath.Join(t.TempDir(), "backup.zip")
	noError(t, os.WriteFile(backup, before.ask("POST", "/api/admin/backup", token, fields{"password": password}), 0o600))
	const keysDir = "keys" // is not in the backups that a page makes
	noError(t, os.CopyFS(filepath.Join(data, keysDir), os.DirFS(filepath.Join(old, keysDir))))
	if out, err := exec.Command(have.program, "restore", "-data", data, backup).CombinedOutput(); err != nil {
		t.Fatalf("restore: %v\n%s", err, out)
	}
	s := startServer(t, "serve", "-data", data)
	chromium := newBrowser(t)

	noor := newPage(t, chromium, s, "noor", phone)
	noor.visit("/#key=" + keys["Noor Haddad"])
	noor.heading(noor.w("voter.slip.ask", "name", "Noor Haddad"))
	noor.click("button", noor.w("voter.slip.yes"))
	noor.see(noor.w("shell.stopped"))
	noor.visit("/#elections/" + id)
	noor.see(noor.w("voter.stopped.reason"))
	noor.judge("voting is stopped, voter")

	admin := newPage(t, chromium, s, "administrator", desktop)
	admin.visit("/admin")
	admin.signIn(adminEmail, password)
	ofBand, _, _ := strings.Cut(admin.w("machine.alert.restored_open", "title", ballotTitle), "{backupAt}")
	admin.see(ofBand)
	admin.visit("/admin#elections/" + id)
	admin.heading(ballotTitle)
	admin.see(admin.w("shell.stopped"))
	admin.see(admin.w("paper.stopped"))
	admin.judge("voting is stopped, administrator")
	admin.click("button", admin.w("paper.resume"))
	admin.heading(admin.w("paper.resume.title", "title", ballotTitle))
	admin.judge("let voting go on?")
	admin.click("button", admin.w("paper.resume.yes")) // everyone is told why
	admin.see(admin.w("paper.reason.missing"))
	const reason = "The disk of the server broke."
	admin.fill(admin.w("paper.reason"), reason)
	admin.click("button", admin.w("paper.resume.yes"))
	admin.see(admin.w("paper.resume.done"))

	noor.reload()
	noor.see(reason)
	noor.votes()
	wantBallots(noor, id, 1)

	board := newPage(t, chromium, s, "board", desktop)
	board.visit("/board/" + id)
	board.see(reason)
	board.judge("voting went on, board")
	hall := newPage(t, chromium, s, "hall", device{1280, 720, false})
	hall.visit("/board/" + id + "#hall")
	hall.see(reason)
	hall.doesNotScroll()
	hall.judge("voting went on, hall")

	token = s.signIn(adminEmail, password)
	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", "/api/admin/elections/"+id+"/calculate-results", token, fields{}, &fields{})
	board.reload()
	board.see(board.w("board.bundle.passed"))
	board.until("the check of the notices", `[...document.querySelectorAll("details")].map((node) =>
		{ node.open = true; return node; })
		.some((node) => node.innerText.includes("`+board.w("board.bundle.notices")+`"))`)
	board.judge("voting went on, checked")
}
