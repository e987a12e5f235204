package browser

import (
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
)

// Somebody looks for a ballot on the board: while the election is open, when it is closed, and when it is counted; by
// the saved receipt, by its ballot number and by its code. The server does not learn which ballot it is. Somebody else
// watches the log all the time.
func TestFindABallotOnTheBoard(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	receipt := s.vote(id, s.signIn(s.register("Ada Voter"), password))
	s.vote(id, s.signIn(s.register("Dora The Voter"), password))
	leaf, code := receipt["leaf"].(string), receipt["code"].(string)
	chromium := newBrowser(t)
	p := newPage(t, chromium, s, "somebody", phone)

	p.guard.expect("404 (Not Found) " + s.origin + "/api/board/elections/" + id + "/leaves") // the log is empty
	p.visit("/board/" + id + "#receipt=" + leaf)
	p.heading(p.w("board.verdict.pending.title"))
	p.seeNot(p.w("board.step.waiting"))
	p.unfold("board.check.details")
	p.see(p.w("board.step.waiting"))

	watcher := newWatcher(t, chromium, s, id)
	watcher.see(watcher.w("board.watch.first", "n", 1))
	watcher.see(watcher.w("board.watch.well"))
	watcher.judge("watcher, first look")
	for n := range 18 { // twenty wait, and ten of them are written
		s.vote(id, s.signIn(s.register("Member"+strings.Repeat("x", n)+" Of The Crowd"), password))
	}
	watcher.wait("11 entries of the log", func() bool {
		var page struct{ Items []struct{ Size int } }
		s.call("GET", "/api/board/elections/"+id+"/checkpoints", "", nil, &page)
		return page.Items[0].Size == 11
	})
	afterAMinute(watcher, watcher.w("board.watch.grown", "n", 11))
	// One look has no network, and the next sees that nothing was lost.
	watcher.guard.expect("net::ERR_INTERNET_DISCONNECTED")
	watcher.connection(true, 0)
	afterAMinute(watcher, watcher.w("board.watch.failed", "reason", watcher.w("shell.problem.unreachable")))
	watcher.judge("watcher without a network")
	watcher.connection(false, 0)
	afterAMinute(watcher, watcher.w("board.watch.same", "n", 11))
	watcher.seeNot(watcher.w("board.watch.alarm"))

	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	p.visit("/board/" + id + "#receipt=" + leaf)
	p.heading(p.w("board.verdict.inBox.title"))
	p.see(p.w("board.verdict.inBox"))
	afterAMinute(watcher, watcher.w("board.watch.grown", "n", 21))
	watcher.seeNot(watcher.w("board.watch.ended"))
	lookFor(p, strings.Repeat("0", 64), "absentNumber", "board.step.missing")
	checkReceipt(p, receipt, "inBox", "board.step.path")
	lookFor(p, code, "pending", "board.step.uncounted")
	p.judge("board, a code before the count")

	s.call("POST", "/api/admin/elections/"+id+"/calculate-results", token, fields{}, &fields{})
	afterAMinute(watcher, watcher.w("board.watch.grown", "n", 22))
	watcher.see(watcher.w("board.watch.ended"))
	watcher.judge("watcher, after the seal")
	watcher.look("after the seal")
	watcher.reload()
	watcher.see(watcher.w("board.watch.same", "n", 22))
	watcher.see(watcher.w("board.watch.ended"))
	contradict(watcher, id)
	watcher.visit("/board#/count/" + id)
	watcher.see(watcher.w("holder.server"))
	watcher.judge("no sheets, the server holds the key")

	p.visit("/board/" + id)
	checkReceipt(p, receipt, "counted", "board.step.counted")
	lookFor(p, code[1:]+code[:1], "absentCode", "board.step.notCounted")
	p.seeNot(p.w("board.step.counted"))
	p.judge("board, a wrong code after the count")
	lookFor(p, strings.ToLower(code[:4]+" "+code[4:]), "counted", "board.step.counted")
	p.seeNot(p.w("board.step.notCounted"))
	p.judge("board, a code after the count")
	p.look("a code after the count")
	asTyped := strings.NewReplacer("O", "0", "B", "8", "I", "1", "L", "1") // as eyes take them for each other
	lookFor(p, asTyped.Replace(code), "counted", "board.step.counted")
	number := base32.StdEncoding.EncodeToString(must(hex.DecodeString(leaf))(t))
	lookFor(p, asTyped.Replace(number[:4]+"."+number[4:10]), "inBox", "board.step.path")
	p.look("the beginning of a number")
	lookFor(p, strings.Repeat("0", 64), "absentNumber", "board.step.missing")
	lookFor(p, leaf, "inBox", "board.step.path")
	p.see(p.w("board.verdict.inBox.counted"))
	p.fill(p.w("board.check.label"), "11111111")
	p.click("button", p.w("board.check.run"))
	p.see(p.w("board.check.noneSo"))
	p.fill(p.w("board.check.label"), "a receipt!")
	p.click("button", p.w("board.check.run"))
	p.see(p.w("board.fault.none"))
	p.seeNot(p.w("board.verdict.inBox.title")) // what was said of another receipt

	p.guard.mu.Lock()
	defer p.guard.mu.Unlock()
	for _, request := range p.guard.requests {
		if strings.Contains(request.URL, leaf) || strings.Contains(request.URL, code) || request.Method != "GET" {
			t.Errorf("the page told the server what it looks for: %s %s", request.Method, request.URL)
		}
	}
}

// vote casts a ballot for the first candidate, and answers the receipt.
func (s *server) vote(id, token string) (receipt fields) {
	s.t.Helper()
	var candidates struct{ Items []struct{ ID string } }
	s.call("GET", "/api/user/elections/"+id+"/candidates", token, nil, &candidates)
	s.call("POST", "/api/user/elections/"+id+"/vote", token, fields{"candidateId": candidates.Items[0].ID}, &receipt)
	return receipt
}

// lookFor checks what somebody types, and sees the answer and, in the details, a step.
func lookFor(p *page, typed, verdict, step string) {
	p.t.Helper()
	p.fill(p.w("board.check.label"), typed)
	p.click("button", p.w("board.check.run"))
	answered(p, verdict, step)
}

// answered sees the answer of a check and, only in its details, a step.
func answered(p *page, verdict, step string) {
	p.t.Helper()
	p.heading(p.w("board.verdict." + verdict + ".title"))
	p.seeNot(p.w(step))
	p.unfold("board.check.details")
	p.see(p.w(step))
}

// checkReceipt checks a saved receipt.
func checkReceipt(p *page, receipt fields, verdict, step string) {
	p.t.Helper()
	raw := must(json.Marshal(receipt))(p.t)
	p.file(p.w("board.check.file"), written(p.t, "receipt.json", raw))
	answered(p, verdict, step)
}
