package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"ostrakon/store"
	"ostrakon/store/slip"
	"ostrakon/store/storetest"
)

// soakMember is a person on the roll who votes with links, slips and printed papers.
type soakMember struct {
	entry store.RollID
	token string // of the newest session: new slips end earlier ones
}

// soakGroups are the groups of the members, by turns.
var soakGroups = []string{"North", "South"}

// draftForGroups makes a draft with a question for everybody and one for each group, in the assembly of another one.
func (k *soak) draftForGroups(n int, of *poll) *poll {
	p := k.draft(n, "with a poll book", map[string]any{"held": true,
		"settings": map[string]any{"electorate": store.ElectorateRoll}})
	p.sheets = of.sheets
	for _, group := range soakGroups {
		k.must("POST", p.path()+"/questions", k.admin,
			map[string]any{"title": "For the " + group, "method": "motion", "groups": []string{group}}, nil)
	}
	return p
}

// issueSlips makes slips for everybody on the roll, who loses earlier ones by it.
func (k *soak) issueSlips(p *poll) {
	var raw []byte
	k.must("GET", p.path()+"/slips", k.admin, nil, &raw)
	people, err := slip.ParsePeople(raw)
	if err != nil {
		if k.ctx.Err() == nil {
			k.Errorf("%s: %v", p.title, err)
		}
		return
	}
	registrar, credentials := storetest.IssueFor(people, 2)
	p.registrar, p.credentials = registrar, credentials.Marshal()
	k.must("PUT", p.path()+"/slips", k.admin, form{"application/octet-stream", p.credentials}, nil)
}

// voteAsMember has a member vote after the link of an e-mail, and then after the slip: with a stub, and online or on
// paper.
func (k *soak) voteAsMember(i int, open, booked, printed *poll) {
	m := &k.members[i]
	m.token = k.join(open, member(i))
	k.vote(open, &m.token)
	if booked.registrar == nil { // the work ends
		return
	}
	var session struct{ Token string }
	k.must("POST", "/api/auth/key", "", map[string]string{"key": booked.registrar.Login(m.entry)}, &session)
	m.token = session.Token
	k.note("sign-ins by slip")
	k.vote(booked, &m.token)
	online, paper := func() { k.vote(printed, &m.token) }, func() { k.handOut(printed, m.entry) }
	switch i % 3 {
	case 0:
		online()
		paper()
	case 1:
		paper()
		online()
	case 2:
		var both sync.WaitGroup
		both.Go(online)
		both.Go(paper)
		both.Wait()
	}
}

// join signs a member in with the last link that they got for an election.
func (k *soak) join(p *poll, name string) string {
	for k.ctx.Err() == nil {
		link := ""
		for _, m := range k.smtp.Messages() {
			if m.Subject() == p.title && m.To == strings.ToLower(name)+"@example.org" {
				link = m.Link()
			}
		}
		_, printed, _ := strings.Cut(link, "/#key=")
		var session struct{ Token string }
		if printed != "" {
			if refused, _ := k.ask("POST", "/api/auth/key", "", map[string]string{"key": printed}, &session); refused == "" {
				k.note("sign-ins by link")
				return session.Token
			}
		}
		k.rest(200 * time.Millisecond) // a later message has another link
	}
	return ""
}

// handOut hands a printed paper out, unless the person has voted online.
func (k *soak) handOut(p *poll, entry store.RollID) {
	refused, _ := k.ask("POST", p.path()+"/papers/handed", k.admin, map[string]any{"entryId": entry}, nil)
	switch refused {
	case "", "on_paper": // the answer to an earlier attempt was lost
		marks := p.draw(1)
		if rand.IntN(soakMembers) == 0 {
			marks = nil
		}
		p.mu.Lock()
		p.papers = append(p.papers, marks)
		p.mu.Unlock()
		k.note("papers handed out")
	case "already_voted":
	default:
		if k.ctx.Err() == nil {
			k.Errorf("%s: handing out a paper: %s", p.title, refused)
		}
	}
}

// typePapers has two people type all papers at once, and ends the entry.
func (k *soak) typePapers(p *poll) {
	var clerks sync.WaitGroup
	for entry := 1; entry <= store.Rounds; entry++ {
		clerks.Go(func() {
			path := fmt.Sprintf("%s/papers/entries/%d", p.path(), entry)
			k.must("PUT", path, k.admin, map[string]string{"clerk": fmt.Sprint("Clerk ", entry)}, nil)
			for i, marks := range p.papers {
				body := map[string]any{"invalid": true}
				if marks != nil {
					body = map[string]any{"marks": numbers(marks)}
				}
				k.must("PUT", fmt.Sprintf("%s/%d", path, i+1), k.admin, body, nil)
			}
		})
	}
	clerks.Wait()
	k.must("POST", p.path()+"/papers/finish", k.admin, nil, nil)
}

// numbers are marks as JSON has them for printed papers: bytes would be base64.
func numbers(marks []byte) (all []int) {
	for _, m := range marks {
		all = append(all, int(m))
	}
	return all
}
