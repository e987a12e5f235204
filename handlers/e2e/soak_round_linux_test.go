package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// poll is an election of the soak, and all that devices, sheets and slips know of it.
type poll struct {
	id, title   string
	sheets      map[int]*sealing.Secret // of the holders; none where the server keeps the key
	registrar   *storetest.Registrar    // nil without a poll book
	credentials []byte                  // the file of the registrar
	manifest    *ballotbox.Manifest

	mu      sync.Mutex
	ballots []ballot
	papers  [][]byte // the marks of printed papers that were handed out; nil for an invalid one
}

// secret is that of a holder for this election of the assembly.
func (p *poll) secret(number int) *sealing.Secret { return p.sheets[number].Derive(*p.manifest.Number) }

func (p *poll) path() string { return "/api/admin/elections/" + p.id }

// ballot holds what a voter keeps of their vote.
type ballot struct {
	token   *string // of the newest session
	marks   []byte
	receipt *ballotbox.Receipt // nil unless the vote was acknowledged
	unsure  bool               // an answer was lost: it may have counted
	onPaper bool               // the voter has got a printed paper instead
}

// round holds four elections at once, from the draft to the bundle: with the key at the server, with holders, with a
// poll book and groups, and with printed papers.
func (k *soak) round(n int) {
	k.enter("preparing")
	open, held := k.draft(n, "by the server", nil), k.draft(n, "by holders", nil)
	k.hold(held)
	booked, printed := k.draftForGroups(n, held), k.draft(n, "on paper", map[string]any{
		"settings": map[string]any{"electorate": store.ElectorateRoll, "printedPapers": soakMembers}})
	polls := []*poll{open, held, booked, printed}
	k.roll.Lock()
	k.issueSlips(booked)
	k.enter("opening")
	for _, p := range polls {
		k.open(p)
	}
	k.roll.Unlock()
	k.enter("voting")
	invitation := map[string]any{"kind": "invitation", "texts": map[string]any{"en": mailText}}
	k.must("POST", open.path()+"/invitations", k.admin, invitation, nil)
	var early, late sync.WaitGroup
	k.voteWithPasswords(&early, &late, open, held)
	for i := range soakMembers {
		early.Go(func() { k.voteAsMember(i, open, booked, printed) })
	}
	early.Wait()
	k.enter("closing")
	for _, p := range polls {
		late.Go(func() {
			k.rest(rand.N(200 * time.Millisecond))
			k.must("PUT", p.path()+"/status", k.admin, map[string]string{"status": "COMPLETED"}, nil)
		})
	}
	late.Wait()
	k.enter("typing")
	k.typePapers(printed)
	k.enter("counting")
	for _, p := range polls {
		if p.sheets != nil {
			k.countByHolders(p)
		} else {
			k.must("POST", p.path()+"/calculate-results", k.admin, nil, nil)
		}
	}
	k.enter("resting")
	k.note("rounds")
	k.measure(n)
	if k.ctx.Err() == nil {
		k.polls = append(k.polls, polls...)
	}
}

// voteWithPasswords has voters sign in and vote, the late ones after all early ones.
func (k *soak) voteWithPasswords(early, late *sync.WaitGroup, polls ...*poll) {
	voters := soakVoters
	if k.lasts == 0 {
		voters = 2 * soakLate // a password takes long to check
	}
	for i := range voters {
		group := early
		if i < soakLate {
			group = late
		}
		group.Go(func() {
			if i >= soakLate {
				k.rest(rand.N(max(time.Second, min(10*time.Second, k.lasts/30))))
			}
			var session struct{ Token string }
			person := map[string]string{"email": storetest.Registration(i).Email, "password": killPassword}
			k.must("POST", "/api/auth/login", "", person, &session)
			if i < soakLate {
				early.Wait()
			}
			for _, p := range polls {
				k.vote(p, &session.Token)
			}
		})
	}
}

// draft makes an election in DRAFT with a title and the members in more.
func (k *soak) draft(n int, kind string, more map[string]any) *poll {
	p := &poll{title: fmt.Sprintf("Round %d, %s", n, kind)}
	body := map[string]any{"title": p.title}
	maps.Copy(body, more)
	var made struct{ ID string }
	k.must("POST", "/api/admin/elections", k.admin, body, &made)
	p.id = made.ID
	for _, name := range []string{"Ada", "Grace", "Mary"} {
		k.must("POST", p.path()+"/candidates", k.admin, map[string]any{"name": name}, nil)
	}
	return p
}

// hold gives the key of a draft to three holders in a new assembly, two of whom can count.
func (k *soak) hold(p *poll) {
	names := []map[string]string{{"name": "Noor"}, {"name": "Tomas"}, {"name": "Zoe"}}
	k.must("PUT", p.path()+"/holders", k.admin, map[string]any{"threshold": 2, "holders": names, "newAssembly": true}, nil)
	p.sheets = make(map[int]*sealing.Secret)
	for number := 1; number <= len(names); number++ {
		var invitation struct{ Token string }
		k.must("POST", fmt.Sprintf("%s/holders/%d/invitation", p.path(), number), k.admin, nil, &invitation)
		sheet := sealing.NewSecret()
		k.must("POST", "/api/board/invitations/key", "",
			map[string]any{"token": invitation.Token, "keys": sealing.FormatKeys(sheet.AllKeys())}, nil)
		p.sheets[number] = sheet
	}
}

// open opens an election.
func (k *soak) open(p *poll) {
	k.must("PUT", p.path()+"/status", k.admin, map[string]string{"status": "ACTIVE"}, nil)
	var raw json.RawMessage
	k.must("GET", "/api/board/elections/"+p.id+"/manifest", "", nil, &raw)
	var err error
	if p.manifest, err = ballotbox.ParseManifest(raw); err != nil && k.ctx.Err() == nil {
		k.Errorf("%s: %v", p.title, err)
	}
}

// ownPaper is the paper of a voter in an election, as the server names it.
type ownPaper struct {
	Owner string
	Class int
}

// vote casts a vote, sealed by the server or here, and tries to vote once more.
func (k *soak) vote(p *poll, token *string) {
	var mine struct{ Papers []ownPaper }
	k.must("GET", "/api/user/elections/"+p.id, *token, nil, &mine)
	if k.ctx.Err() != nil {
		return
	}
	if len(mine.Papers) != 1 {
		k.Errorf("%s: a voter has the papers %v", p.title, mine.Papers)
		return
	}
	own := mine.Papers[0]
	b := ballot{token: token, marks: p.draw(own.Class)}
	cast := func(marks []byte) (receipt ballotbox.Receipt, refused string, unsure bool) {
		way, body := "/vote", any(map[string]string{"candidateId": p.optionOf(marks)})
		if p.sheets != nil {
			way, body = "/ballots", k.seal(p, own, marks, &receipt)
		}
		refused, unsure = k.ask("POST", "/api/user/elections/"+p.id+way, *token, body, &receipt)
		return receipt, refused, unsure
	}
	receipt, refused, unsure := cast(b.marks)
	b.unsure, b.onPaper = unsure, refused == "on_paper"
	if refused == "" {
		b.receipt = &receipt
		k.note("votes acknowledged")
		if _, again, _ := cast(p.draw(own.Class)); again == "" {
			k.Errorf("%s: somebody voted twice", p.title)
		}
	} else {
		k.note("votes refused: " + refused)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ballots = append(p.ballots, b)
}

// optionOf is the id of the option that is marked in the first question.
func (p *poll) optionOf(marks []byte) string {
	return p.manifest.Questions[0].Options[bytes.IndexByte(marks, 1)].ID
}

// draw draws the marks of a valid ballot of a class: one in each question that its voter is asked.
func (p *poll) draw(class int) (marks []byte) {
	of, _ := p.manifest.Class(class)
	for i := range p.manifest.Questions {
		q := &p.manifest.Questions[i]
		answers := make([]byte, len(q.Options))
		if q.IsFor(of) {
			answers[rand.IntN(len(answers))] = 1
		}
		marks = append(marks, answers...)
	}
	return marks
}

// seal seals a ballot as the device of a voter, and notes what the device adds to the receipt.
func (k *soak) seal(p *poll, own ownPaper, marks []byte, receipt *ballotbox.Receipt) map[string][]byte {
	b, err := p.sealed(own, marks)
	if err != nil {
		k.Error(err)
	}
	receipt.Code, receipt.Pad = b.Seed.Code(b.Tag).String(), b.Pad[:]
	body := map[string][]byte{"sealed": b.Sealed, "pad": b.Pad[:], "tag": b.Tag[:]}
	if b.Stub == nil {
		receipt.Owner = own.Owner
		return body
	}
	receipt.StubPad = b.Stub.Pad[:]
	body["stubPad"], body["voteKey"], body["stub"] = b.Stub.Pad[:], b.Stub.Key[:], b.Stub.Signature[:]
	return body
}

// sealed is a sealed ballot, with a stub signed by the printed slip of its owner where there is a poll book.
func (p *poll) sealed(own ownPaper, marks []byte) (storetest.Sealed, error) {
	if p.registrar == nil {
		return storetest.SealFor(p.manifest, own.Owner, marks...)
	}
	key := p.registrar.Codes[store.RollID(own.Owner)].Printed.Key(p.registrar.Assembly)
	return storetest.SignFor(p.manifest, key.Vote(*p.manifest.Number, own.Owner), own.Class, marks...)
}

// countByHolders counts an election with the shares and signatures of two holders, however often that has to begin
// again.
func (k *soak) countByHolders(p *poll) {
	path, holders := "/elections/"+p.id+"/count", []int{1, 3}
	for began := time.Now(); k.ctx.Err() == nil; k.rest(50 * time.Millisecond) {
		var state store.CountState
		k.ask("GET", "/api/board"+path, "", nil, &state)
		switch state.State {
		case store.CountDone:
			return
		case store.CountWaiting:
			for _, number := range holders {
				if slices.Contains(state.Given, number) {
					continue
				}
				var parts, checkpoint []byte
				k.ask("GET", fmt.Sprintf("/api/board%s/parts?from=0&holder=%d", path, number), "", nil, &parts)
				k.ask("GET", "/api/board/elections/"+p.id+"/checkpoint", "", nil, &checkpoint)
				shares, err := storetest.OpenShares(p.manifest, checkpoint, parts, state.CountKey, number, p.secret(number))
				if err != nil {
					k.Log(err) // the count broke off meanwhile
					continue
				}
				k.ask("POST", "/api/board"+path+"/shares", "", form{"application/octet-stream", shares}, nil)
			}
		case store.CountSigning:
			for _, number := range holders {
				signed := map[string]any{"holder": number, "signature": p.secret(number).Sign([]byte(state.Seal))}
				k.ask("POST", "/api/board"+path+"/signatures", "", signed, nil)
			}
		case store.CountNone, store.CountFailed:
			k.ask("POST", "/api/admin"+path, k.admin, nil, nil)
		}
		if time.Since(began) > patience {
			k.Errorf("%s is not counted: %+v", p.title, state)
			return
		}
	}
}
