package browser

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// box is the ballot box of a closed election.
func (s *server) box(token, id string) *ballotbox.Box {
	s.t.Helper()
	raw := s.ask("GET", "/api/admin/elections/"+id+"/box", token, nil)
	return must(ballotbox.ReadBox(bytes.NewReader(raw), int64(len(raw))))(s.t)
}

// upload gives the server a count of a table.
func (s *server) upload(token, id string, count *ballotbox.Count) {
	s.t.Helper()
	var file bytes.Buffer
	noError(s.t, count.Write(&file))
	s.ask("POST", "/api/admin/elections/"+id+"/count/upload", token, file.Bytes())
}

// sharesOf opens the shares of a holder in all ballots of a box.
func sharesOf(t *testing.T, m *ballotbox.Manifest, box *ballotbox.Box, number int, secret *sealing.Secret) []byte {
	t.Helper()
	opener := must(must(m.SealingBox())(t).ShareOpener(number, secret))(t)
	var shares []byte
	for ballot, err := range box.Ballots {
		noError(t, err)
		shares = append(shares, opener.Open(sealing.PartOf(ballot.Sealed, number))...)
	}
	return shares
}

// lied is a count that two holders sign though one of them made the first ballot of the box look as if it did not open.
func lied(t *testing.T, box *ballotbox.Box, secrets map[int]*sealing.Secret) *ballotbox.Count {
	t.Helper()
	m := must(ballotbox.ParseManifest(box.Manifest))(t)
	shares := make(map[int][]byte)
	for number, secret := range secrets {
		shares[number] = sharesOf(t, m, box, number, secret)
	}
	shares[1][0] ^= 1
	count := must(box.CountShares(t.Context(), shares, time.Now().UTC().Truncate(time.Second), func(int) {}))(t)
	text := ballotbox.NoteText(count.Seal)
	count.Seal = []byte(text + "\n")
	for number, secret := range secrets {
		count.Seal = must(m.AddSignature(count.Seal, number, secret.Sign([]byte(text))))(t)
	}
	return count
}

// castForCode casts a ballot as a program does, and answers its receipt.
func (s *server) castForCode(m *ballotbox.Manifest, token string, random byte, marks ...byte) (receipt fields) {
	s.t.Helper()
	var election struct{ Papers []struct{ Owner string } }
	path := "/api/user/elections/" + m.ElectionID
	s.call("GET", path, token, nil, &election)
	owner := election.Papers[0].Owner
	pad, seed := sealing.Device([32]byte{random})
	tag := sealing.TagOf(pad, owner)
	sealed := must(must(m.SealingBox())(s.t).Seal(seed, marks, tag))(s.t)
	text := base64.StdEncoding.EncodeToString
	ballot := fields{"sealed": text(sealed), "pad": text(pad[:]), "tag": text(tag[:])}
	if m.Proof {
		commitment := m.Commitment(seed, tag, marks, 1)
		ballot["commitment"] = text(commitment[:])
	}
	s.call("POST", path+"/ballots", token, ballot, &receipt)
	receipt["code"], receipt["pad"], receipt["owner"] = seed.Code(tag).String(), text(pad[:]), owner
	return receipt
}

// The first count is a lie that two holders signed. Two others count again from their pages, see that it differs, and
// sign. The voter whose ballot the first count left out finds it on the board.
func TestHoldersCountAgainFromThePages(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.draftElection(token, heldTitle, "Sappho", "Alkaios")
	_, secrets := s.holderKeys(token, id)
	s.open(token, id)
	m := must(ballotbox.ParseManifest(s.ask("GET", "/api/board/elections/"+id+"/manifest", "", nil)))(t)
	receipts := make(map[string]fields)
	for i := range 5 {
		voter := s.signIn(s.register("Member"+strings.Repeat("x", i)+" Voter"), password)
		receipt := s.castForCode(m, voter, byte(i+1), byte(i%2), byte(1-i%2))
		receipts[receipt["code"].(string)] = receipt
	}
	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	count := lied(t, s.box(token, id), map[int]*sealing.Secret{1: secrets[1].Derive(*m.Number),
		2: secrets[2].Derive(*m.Number)})
	s.upload(token, id, count)
	for _, code := range count.Codes {
		delete(receipts, code.String())
	}
	if len(receipts) != 1 {
		t.Fatalf("%d ballots are left out", len(receipts))
	}

	chromium := newBrowser(t)
	board := newPage(t, chromium, s, "voter", phone)
	board.visit("/board/" + id)
	for _, left := range receipts {
		checkReceipt(board, left, "notCounted", "board.step.notCounted")
	}
	admin := newPage(t, chromium, s, "administrator", desktop)
	admin.visit("/admin#elections/" + id)
	admin.signIn(adminEmail, password)
	admin.heading(admin.w("holder.again.title"))
	admin.judge("an election that can be counted again")
	admin.click("button", admin.w("holder.again.start"))
	admin.see(admin.w("holder.count.shares", "n", 0, "of", 2))

	var holders []*page
	for n, name := range map[int]string{2: "Kim", 3: "Lee"} {
		holder := newPage(t, chromium, s, name, phone)
		holder.visit("/board#/count/" + id)
		holder.see(holder.w("holder.again.lead"))
		compareBox(holder, secrets[n].Sheet())
		holder.heading(holder.w("holder.count.compare"))
		holder.click("button", holder.w("holder.count.same"))
		holders = append(holders, holder)
	}
	for _, holder := range holders {
		holder.heading(holder.w("holder.count.sign"))
		holder.see(holder.w("holder.again.differs"))
	}
	holders[0].judge("a second count that differs")
	holders[0].look("differs")
	for _, holder := range holders {
		holder.click("button", holder.w("holder.count.sign.send"))
	}
	for _, holder := range holders {
		holder.see(holder.w("holder.count.done"))
	}

	board.reload()
	board.see(board.w("outcome.again.missing", "n", 1))
	board.see("Kim Reed and Lee Marsh")
	board.judge("board with a second count that differs")
	board.look("differs")
	for _, left := range receipts {
		checkReceipt(board, left, "foundAgain", "board.step.foundAgain")
		board.see(board.w("board.verdict.foundAgain"))
		board.judge("a code that a second count found")
		board.look("found again")
		lookFor(board, left["code"].(string), "foundAgain", "board.step.foundAgain")
	}
}
