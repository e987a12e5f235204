package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
)

// verify checks that an election has every vote that was acknowledged, every vote that its voter is told of, and every
// printed paper, each once and with its marks, by the program, and on demand also by verify.py.
func (k *soak) verify(p *poll, key string, python bool) {
	var raw []byte
	k.must("GET", "/api/board/elections/"+p.id+"/bundle", "", nil, &raw)
	b := must(ballotbox.ReadBundle(bytes.NewReader(raw), int64(len(raw))))(k)
	receipts, online := k.receipts(p)
	prove(k.T, b, receipts, func(leaf ballotbox.Hash) (in store.Inclusion, err error) {
		k.must("GET", "/api/board/elections/"+p.id+"/receipts/"+leaf.String(), "", nil, &in)
		return in, nil
	})
	k.compare(p, b, online)
	dir := k.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		noError(k, os.WriteFile(path, content, 0o600))
		return path
	}
	args := []string{file("bundle.zip", raw), "-key", key}
	for i, r := range receipts {
		args = append(args, "-receipt", file(fmt.Sprint(i, ".json"), must(json.Marshal(r.Receipt))(k)))
	}
	run := func(args ...string) {
		if out, err := exec.CommandContext(k.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
			k.Errorf("%s: %.60q: %v\n%s", p.title, args, err, out)
		}
	}
	if _, err := exec.LookPath("python3"); err == nil && python {
		run(append([]string{"python3", "../../store/ballotbox/verify.py"}, args...)...)
	}
	if p.registrar != nil {
		args = append(args, "-credentials", file("credentials.json", p.credentials))
	}
	run(append([]string{program, "verify"}, args...)...)
}

// compare compares a bundle with the marks of the ballots that were cast online, and of the printed papers.
func (k *soak) compare(p *poll, b *ballotbox.Bundle, online [][]byte) {
	var invalid int
	valid := slices.DeleteFunc(slices.Clone(p.papers), func(marks []byte) bool { return marks == nil })
	if len(b.Leaves) != len(online) || len(b.Handed) != len(p.papers) {
		k.Errorf("%s: %d ballots and %d papers, want %d and %d", p.title, len(b.Leaves), len(b.Handed), len(online),
			len(p.papers))
	}
	r := must(ballotbox.ParseResult(b.Result))(k)
	var all, onPaper []int
	for _, q := range r.Questions {
		all = append(all, q.Votes...)
		if q.Paper != nil {
			onPaper = append(onPaper, q.Paper.Votes...)
		}
	}
	if r.Paper != nil {
		invalid = len(p.papers) - len(valid)
		if want := (ballotbox.PaperTurnout{Entered: len(p.papers), Invalid: invalid}); *r.Paper != want {
			k.Errorf("%s: the papers are %+v, want %+v", p.title, *r.Paper, want)
		}
		if want := sum(p.manifest, valid); !slices.Equal(onPaper, want) {
			k.Errorf("%s: on paper %v, want %v", p.title, onPaper, want)
		}
		if people := len(online) + len(p.papers); people != soakMembers {
			k.Errorf("%s: %d people voted online or on paper, want %d", p.title, people, soakMembers)
		}
	}
	if want := sum(p.manifest, append(online, valid...)); r.Invalid != invalid || !slices.Equal(all, want) {
		k.Errorf("%s: votes %v and %d invalid, want %v and %d", p.title, all, r.Invalid, want, invalid)
	}
	if p.registrar != nil && len(b.Stubs) != len(online) {
		k.Errorf("%s: %d stubs for %d ballots", p.title, len(b.Stubs), len(online))
	}
}

// sum adds the marks of valid papers up, for each option of an election.
func sum(m *ballotbox.Manifest, papers [][]byte) []int {
	votes := make([]int, m.OptionCount())
	for _, marks := range papers {
		for i, mark := range marks {
			votes[i] += int(mark)
		}
	}
	return votes
}

// receipts are those of an election, with the marks of all ballots that were cast online.
func (k *soak) receipts(p *poll) (receipts []ballotbox.NamedReceipt, online [][]byte) {
	for i, v := range p.ballots {
		var has struct{ HasVoted bool }
		k.must("GET", "/api/user/elections/"+p.id+"/has-voted", *v.token, nil, &has)
		switch {
		case v.receipt != nil:
			receipts = append(receipts, ballotbox.NamedReceipt{Name: fmt.Sprint("Voter ", i), Receipt: *v.receipt})
			if !has.HasVoted {
				k.Errorf("%s: an acknowledged vote is lost", p.title)
			}
		case v.onPaper:
			if !has.HasVoted {
				k.Errorf("%s: a paper that was handed out is not marked", p.title)
			}
			continue
		case has.HasVoted && !v.unsure:
			k.Errorf("%s: a vote that was refused is there", p.title)
		case has.HasVoted:
			k.note("votes without an answer that count")
		}
		if has.HasVoted {
			online = append(online, v.marks)
		}
	}
	return receipts, online
}
