package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// poll is an election of the soak, and all that devices and sheets know of it.
type poll struct {
	id, title string
	secrets   map[int]*sealing.Secret // of the holders; none where the server keeps the key
	manifest  *ballotbox.Manifest

	mu     sync.Mutex
	papers []paper
}

// paper is what a voter knows of their vote.
type paper struct {
	token   string
	choice  int
	receipt *ballotbox.Receipt // nil unless the vote was acknowledged
	unsure  bool               // an answer was lost: it may have counted
}

// round holds two elections at once, of both custodies, from the draft to the bundle.
func (k *soak) round(n int) {
	k.enter("preparing")
	polls := []*poll{k.prepare(n, false), k.prepare(n, true)}
	k.enter("opening")
	for _, p := range polls {
		k.must("PUT", "/api/admin/elections/"+p.id+"/status", k.admin, map[string]string{"status": "ACTIVE"}, nil)
		var raw json.RawMessage
		k.must("GET", "/api/board/elections/"+p.id+"/manifest", "", nil, &raw)
		var err error
		if p.manifest, err = ballotbox.ParseManifest(raw); err != nil && k.ctx.Err() == nil {
			k.Errorf("%s: %v", p.title, err)
		}
	}
	k.enter("voting")
	invitation := map[string]any{"kind": "invitation", "texts": map[string]any{"en": mailText}}
	k.must("POST", "/api/admin/elections/"+polls[0].id+"/invitations", k.admin, invitation, nil)
	var early, late sync.WaitGroup
	voters := soakVoters
	if k.lasts == 0 {
		voters = 2 * soakLate // a password takes long to check
	}
	for i := range voters {
		group := &early
		if i < soakLate {
			group = &late
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
				k.vote(p, session.Token)
			}
		})
	}
	for i := range soakMembers {
		early.Go(func() { k.vote(polls[0], k.join(polls[0], member(i))) })
	}
	early.Wait()
	k.enter("closing")
	for _, p := range polls {
		late.Go(func() {
			k.rest(rand.N(200 * time.Millisecond))
			k.must("PUT", "/api/admin/elections/"+p.id+"/status", k.admin, map[string]string{"status": "COMPLETED"}, nil)
		})
	}
	late.Wait()
	k.enter("counting")
	k.must("POST", "/api/admin/elections/"+polls[0].id+"/calculate-results", k.admin, nil, nil)
	k.countByHolders(polls[1])
	k.enter("resting")
	k.note("rounds")
	k.measure(n)
	if k.ctx.Err() == nil {
		k.polls = append(k.polls, polls...)
	}
}

// prepare makes an election in DRAFT.
func (k *soak) prepare(n int, byHolders bool) *poll {
	p := &poll{title: fmt.Sprintf("Round %d, by holders: %v", n, byHolders)}
	var made struct{ ID string }
	k.must("POST", "/api/admin/elections", k.admin, map[string]any{"title": p.title}, &made)
	p.id = made.ID
	path := "/api/admin/elections/" + p.id
	for _, name := range []string{"Ada", "Grace", "Mary"} {
		k.must("POST", path+"/candidates", k.admin, map[string]any{"name": name}, nil)
	}
	if !byHolders {
		return p
	}
	names := []map[string]string{{"name": "Noor"}, {"name": "Tomas"}, {"name": "Zoe"}}
	k.must("PUT", path+"/holders", k.admin, map[string]any{"threshold": 2, "holders": names, "newAssembly": true}, nil)
	p.secrets = make(map[int]*sealing.Secret)
	for number := 1; number <= len(names); number++ {
		var invitation struct{ Token string }
		k.must("POST", fmt.Sprintf("%s/holders/%d/invitation", path, number), k.admin, nil, &invitation)
		sheet := sealing.NewSecret()
		k.must("POST", "/api/board/invitations/key", "",
			map[string]any{"token": invitation.Token, "keys": sealing.FormatKeys(sheet.AllKeys())}, nil)
		p.secrets[number] = sheet.Derive(1)
	}
	return p
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

// vote casts a vote, sealed by the server or here, and tries to vote once more.
func (k *soak) vote(p *poll, token string) {
	w := paper{token: token, choice: rand.IntN(3)}
	var receipt, device ballotbox.Receipt
	cast := func(choice int, into any) (refused string, unsure bool) {
		way, body := "/vote", any(map[string]string{"candidateId": p.manifest.Questions[0].Options[choice].ID})
		if p.secrets != nil {
			sealed, tag := k.seal(p, token, choice, &device)
			way, body = "/ballots", map[string][]byte{"sealed": sealed, "pad": device.Pad, "tag": tag}
		}
		return k.ask("POST", "/api/user/elections/"+p.id+way, token, body, into)
	}
	if k.ctx.Err() != nil {
		return
	}
	refused := ""
	if refused, w.unsure = cast(w.choice, &receipt); refused == "" {
		if p.secrets != nil {
			receipt.Code, receipt.Pad, receipt.Owner = device.Code, device.Pad, device.Owner
		}
		w.receipt = &receipt
		k.note("votes acknowledged")
		if again, _ := cast((w.choice+1)%3, nil); again == "" {
			k.Errorf("%s: somebody voted twice", p.title)
		}
	} else {
		k.note("votes refused: " + refused)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.papers = append(p.papers, w)
}

// seal seals a ballot as the device of a voter, and notes what the device adds to the receipt.
func (k *soak) seal(p *poll, token string, choice int, device *ballotbox.Receipt) (sealed, tag []byte) {
	var mine struct {
		Papers []struct{ Owner string }
	}
	k.must("GET", "/api/user/elections/"+p.id, token, nil, &mine)
	if len(mine.Papers) != 1 {
		if k.ctx.Err() == nil {
			k.Errorf("%s: a voter has the papers %v", p.title, mine.Papers)
		}
		return nil, nil
	}
	marks := make([]byte, len(p.manifest.Questions[0].Options))
	marks[choice] = 1
	b, err := storetest.SealFor(p.manifest, mine.Papers[0].Owner, marks...)
	if err != nil {
		k.Error(err)
	}
	device.Code, device.Pad, device.Owner = b.Seed.Code(b.Tag).String(), b.Pad[:], mine.Papers[0].Owner
	return b.Sealed, b.Tag[:]
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
				shares, err := storetest.OpenShares(p.manifest, checkpoint, parts, state.CountKey, number, p.secrets[number])
				if err != nil {
					k.Log(err) // the count broke off meanwhile
					continue
				}
				k.ask("POST", "/api/board"+path+"/shares", "", form{"application/octet-stream", shares}, nil)
			}
		case store.CountSigning:
			for _, number := range holders {
				signed := map[string]any{"holder": number, "signature": p.secrets[number].Sign([]byte(state.Seal))}
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

// verify checks that an election has every vote that was acknowledged and every one that its voter
// is told of, each once and for whom it was cast, by the program, and for one also by verify.py.
func (k *soak) verify(p *poll, key string, python bool) {
	var raw []byte
	k.must("GET", "/api/board/elections/"+p.id+"/bundle", "", nil, &raw)
	b, err := ballotbox.ReadBundle(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		k.Fatalf("%s: %v", p.title, err)
	}
	dir, want := k.TempDir(), make([]int, 3)
	receipts, counted := k.receipts(p, want)
	prove(k.T, b, receipts, func(leaf ballotbox.Hash) (in store.Inclusion, err error) {
		k.must("GET", "/api/board/elections/"+p.id+"/receipts/"+leaf.String(), "", nil, &in)
		return in, nil
	})
	result, err := ballotbox.ParseResult(b.Result)
	if err != nil || result.Invalid != 0 || !slices.Equal(result.Questions[0].Votes, want) || len(b.Leaves) != counted {
		k.Errorf("%s: %d ballots, result %+v, %v; want %d ballots, %v", p.title, len(b.Leaves), result, err, counted, want)
	}
	args := []string{filepath.Join(dir, "bundle.zip"), "-key", key}
	must := func(err error) {
		if err != nil {
			k.Fatal(err)
		}
	}
	must(os.WriteFile(args[0], raw, 0o600))
	for i, r := range receipts {
		file := filepath.Join(dir, fmt.Sprint(i, ".json"))
		text, err := json.Marshal(r.Receipt)
		must(err)
		must(os.WriteFile(file, text, 0o600))
		args = append(args, "-receipt", file)
	}
	if out, err := exec.CommandContext(k.Context(), program,
		append([]string{"verify"}, args...)...).CombinedOutput(); err != nil {
		k.Errorf("%s: verify: %v\n%s", p.title, err, out)
	}
	if _, err := exec.LookPath("python3"); err == nil && python {
		args = append([]string{"../../store/ballotbox/verify.py"}, args...)
		if out, err := exec.CommandContext(k.Context(), "python3", args...).CombinedOutput(); err != nil {
			k.Errorf("%s: verify.py: %v\n%s", p.title, err, out)
		}
	}
}

// receipts are those of an election. It adds up the votes by candidate, and how many there are.
func (k *soak) receipts(p *poll, votes []int) (receipts []ballotbox.NamedReceipt, counted int) {
	for i, w := range p.papers {
		var has struct{ HasVoted bool }
		k.must("GET", "/api/user/elections/"+p.id+"/has-voted", w.token, nil, &has)
		switch {
		case w.receipt != nil:
			receipts = append(receipts, ballotbox.NamedReceipt{Name: fmt.Sprint("Voter ", i), Receipt: *w.receipt})
			if !has.HasVoted {
				k.Errorf("%s: an acknowledged vote is lost", p.title)
			}
		case has.HasVoted && !w.unsure:
			k.Errorf("%s: a vote that was refused is there", p.title)
		case has.HasVoted:
			k.note("votes without an answer that count")
		}
		if has.HasVoted {
			votes[w.choice]++
			counted++
		}
	}
	return receipts, counted
}
