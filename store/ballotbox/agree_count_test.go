package ballotbox

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// recounter is judge without the arithmetic of signatures, which takes longer than a small count.
const recounter = "import os, sys\nsys.path.insert(0, os.getcwd())\nimport verify as unsigned\nunsigned.is_signed = " +
	"lambda *_: True\n" + judge

// TestCountsAgree holds small drawn elections of up to three questions, full of ties, with weights,
// blank and invalid papers, rolls, quorums and thresholds. All verifiers must count the same bytes
// of result.json. In a third of them counts.txt is changed, and all must count or refuse the same:
// 300 elections, and 10,000 other ones each time where OSTRAKON_LONG is set.
func TestCountsAgree(t *testing.T) {
	n, seed := 300, uint64(4)
	if os.Getenv("OSTRAKON_LONG") != "" {
		n, seed = 10000, rand.Uint64()
	}
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	drawn, printing := n, rand.New(rand.NewPCG(seed, 1)) // those of a fifth more have printed papers
	n += n / 5
	bundles, how := make([][]byte, n), make([]string, n)
	unchanged, seen := 0, make(map[string]int)
	for i := range n {
		if i == drawn {
			rng = printing
		}
		h := smallElection(rng, i >= drawn, false)
		if rng.IntN(3) == 0 {
			h.changeCounts(rng)
		} else {
			unchanged++
		}
		r := must(ParseResult(h.bundle.Result))
		seen["invalid"] += min(1, r.Invalid)
		for _, q := range r.Questions {
			seen[string(q.Ending)]++
			if len(q.Elected) > 0 {
				seen[string(q.Ending)+" for some"]++
			}
			seen["decided "+string(q.Decided)]++
			seen["blank"] += min(1, q.Blank)
			if by := q.ByPeople; by != nil {
				weights := q.Votes[0] >= q.Needed && q.Votes[0] != q.Votes[1]
				seen[fmt.Sprintf("by people %t, by weights %t", by.Met, weights)]++
			}
			if s := q.Succession; s != nil {
				seen["succession"]++
				seen["moved"] += len(s.Moved)
				for _, next := range s.Next {
					seen[fmt.Sprintf("next %d", min(2, len(next)))]++
				}
			}
			for _, d := range q.Draws {
				seen["drawn "+d.For]++
			}
		}
		h.reseal(h.signer.signNote)
		bundles[i], how[i] = h.file(), fmt.Sprintf("%s\n%s", h.bundle.Manifest, h.bundle.Counts)
	}
	ends := agree(t, bundles, how, recounter)
	if ends[""] < unchanged {
		t.Errorf("%d of %d elections hold, though only %d are changed", ends[""], n, n-unchanged)
	}
	if ends[""] == unchanged || ends["result"] < n/50 || ends["counts result"] < n/50 {
		t.Errorf("the changes are too much alike: %v", ends)
	}
	t.Logf("seen: %v", seen)
	for _, want := range []string{
		"elected", "tie", "no_majority", "passed", "rejected", "no_votes", "no_quorum", "drawn seat", "drawn surplus",
		"drawn exclusion", "drawn finalist", "drawn winner", "decided yes", "blank", "invalid", "no_majority for some",
		"vacant", "vacant for some", "succession", "moved", "next 0", "next 1", "next 2",
		"by people true, by weights true", "by people true, by weights false", "by people false, by weights true",
	} {
		if seen[want] == 0 {
			t.Errorf("no election with %s", want)
		}
	}
}

// smallElection is an election of up to three drawn questions and 30 papers, or 7 where its count is to be proved and
// can be. Nothing is sealed.
func smallElection(rng *rand.Rand, printed, toProve bool) *held {
	h := open(2, func(m *Manifest) {
		byServer(m) // one holder signs: signatures take longer than a small count
		m.Questions = nil
		for i := range 1 + rng.IntN(3) {
			m.Questions = append(m.Questions, drawnQuestion(rng, fmt.Sprint(i)))
		}
		ofElectorate := slices.ContainsFunc(m.Questions,
			func(q Question) bool {
				return q.PeopleThreshold != nil || q.Threshold != nil && q.Threshold.Of == tally.OfElectorate
			})
		if ofElectorate || rng.IntN(2) == 0 {
			m.Electorate = &Electorate{Classes: []Class{{1, 30 + rng.IntN(9), nil}, {2 + rng.IntN(998), 30, nil}},
				RollHash: Hash{}.String()}
			m.Electorate.Size = m.Electorate.Classes[0].People + 30
			m.Electorate.WeightDecimals = m.Electorate.Size % (MaxDecimals + 1)
		}
		if printed {
			m.Electorate, m.Papers = rollOf(70, 0), 40
			for i := range m.Questions {
				m.Questions[i].PeopleThreshold = nil
			}
		} else if m.Electorate != nil && rng.IntN(2) == 0 {
			drawGroups(rng, m)
		}
		if m.Electorate != nil && rng.IntN(3) == 0 {
			of := []QuorumOf{QuorumOfPeople, QuorumOfWeights, QuorumOfBoth}[m.Electorate.Size%3]
			m.Quorum = &Quorum{[]int{1, 1 + rng.IntN(9)}, of}
		}
		m.Proof = toProve && m.CanProve() == nil
	})
	most := 30
	if h.manifest.Proof {
		most = 7
	}
	var papers [][]byte
	for range rng.IntN(most + 1) {
		seed := sealing.Seed(binary.BigEndian.AppendUint64(make([]byte, 24), rng.Uint64()))
		class := 1 + rng.IntN(len(h.manifest.classes()))
		tag := sealing.TagOf(sealing.Pad{}, string(seed[:]))
		opens := rng.IntN(20) > 0
		p := Opened{Class: class, Code: seed.Code(tag)}
		if opens {
			p.Marks = h.drawnPaper(rng, papers, class)
			papers, h.opened = append(papers, p.Marks), append(h.opened, p)
		}
		h.bundle.Leaves = append(h.bundle.Leaves, Cast{class, tag, SealedHash(seed[:]), h.commit(seed, tag, p)})
	}
	if h.manifest.Papers > 0 {
		h.drawPapers(rng, papers)
	}
	h.recount()
	return h
}

// drawPapers hands out printed papers, and enters most of them.
func (h *held) drawPapers(rng *rand.Rand, others [][]byte) {
	n := rng.IntN(15)
	places := rng.Perm(len(h.bundle.Leaves) + n)[:n]
	slices.Sort(places)
	for _, place := range places {
		h.handOut(place + 1)
	}
	for range rng.IntN(n + 1) {
		others = append(others, h.drawnPaper(rng, others, 1))
		h.papers.Entered = append(h.papers.Entered, Entered{others[len(others)-1]})
	}
	h.papers.Lot = rng.IntN(2) * rng.IntN(MaxLot)
}

// drawnQuestion draws the rules of a question. Few have as many options as make a draw too long to
// recount.
func drawnQuestion(rng *rand.Rand, name string) Question {
	methods := append(tally.Methods(), tally.STV, tally.STAR, tally.STAR, tally.STAR, tally.STAR, // their ties need a draw
		tally.Motion, tally.Motion) // and these have two votes
	options := 2 + rng.IntN(6)
	if rng.IntN(30) == 0 {
		options = 2 + rng.IntN(30)
	}
	method := methods[rng.IntN(len(methods))]
	if method.Traits().Alone && rng.IntN(3) == 0 {
		options = 1
	}
	q := question(name, method, options)
	q.Draw, q.Max = rng.IntN(2) == 0, 1+rng.IntN(options)
	q.Min = rng.IntN(min(q.Max, 2) + 1)
	traits := q.Method.Traits()
	if traits.Marks == tally.ByLists {
		return drawnLists(rng, name, q.Method)
	}
	if traits.Several {
		q.Seats = 1 + rng.IntN(options)
	}
	if q.Last = !traits.Answers && options > 1 && rng.IntN(3) == 0; q.Last {
		q.Seats = min(q.Seats, options-1)
	}
	switch {
	case traits.Answers:
		q.Options, q.Min, q.Max, q.Draw = q.Options[:min(3, len(q.Options))], 1, 1, false
		for len(q.Options) < 3 {
			q.Options = append(q.Options, Option{ID: idOf(name + "abstain")})
		}
		for i, answer := range []string{"yes", "no", "abstain"} {
			q.Options[i].Name = answer
		}
	case traits.Marks == tally.Stars:
		q.Min, q.Max = rng.IntN(2), options
	case traits.Marks == tally.YesNo:
		q.Max = options
	case traits.Marks == tally.Amounts:
		q.Each = 1 + rng.IntN(3)
		q.Max = q.Each + rng.IntN(min(q.Each*options, 99)-q.Each+1)
		q.Min = rng.IntN(min(q.Max, 2) + 1)
	}
	if traits.Draw == tally.Must {
		q.Draw = true
	}
	if traits.By == tally.ByTransfers && rng.IntN(6) == 0 {
		q.Evidence = EvidenceStages
	}
	q.Threshold = drawnThreshold(rng, &q)
	if traits.Answers && rng.IntN(4) > 0 {
		q.PeopleThreshold = drawnThreshold(rng, &q)
	}
	q.KeepThreshold = q.Threshold != nil && !traits.Answers && rng.IntN(2) == 0
	if traits.Order && rng.IntN(2) == 0 {
		drawQuotas(rng, &q)
	}
	return q
}

// drawQuotas gives options kinds, and kinds quotas that fit.
func drawQuotas(rng *rand.Rand, q *Question) {
	kinds := []string{"", "women", "Nörd <&>", "other"}[:2+rng.IntN(3)]
	for i := range q.Options {
		if !q.Last || i < len(q.Options)-1 {
			q.Options[i].Kind = kinds[rng.IntN(len(kinds))]
		}
	}
	for {
		q.Quotas = nil
		for _, kind := range kinds[1:] {
			if least, most := rng.IntN(q.Seats+1), rng.IntN(q.Seats+1); least+most > 0 && rng.IntN(4) > 0 {
				q.Quotas = append(q.Quotas, tally.KindQuota{Kind: kind, Least: least, Most: most})
			}
		}
		if q.Rules().Check() == nil {
			return
		}
	}
}

// drawnThreshold draws a threshold for a question that may have one.
func drawnThreshold(rng *rand.Rand, q *Question) *tally.Threshold {
	use := q.Method.Traits().Threshold
	if use == tally.Never || use == tally.May && rng.IntN(2) == 0 {
		return nil
	}
	d := 1 + rng.IntN(6)
	of := []tally.Basis{tally.OfDecided, tally.OfCast, tally.OfElectorate}[rng.IntN(3)]
	if d > 1 && rng.IntN(2) == 0 {
		return moreThan(1+rng.IntN(d-1), d, of)
	}
	return &tally.Threshold{Least: []int{1 + rng.IntN(d), d}, Of: of}
}

// drawGroups gives an election up to three groups, classes of people who are in some, and questions for some.
func drawGroups(rng *rand.Rand, m *Manifest) {
	m.Groups = []string{"North", "South", "Ünder <&>"}[:1+rng.IntN(3)]
	some := func() (numbers []int) {
		for n := range m.Groups {
			if rng.IntN(2) == 0 {
				numbers = append(numbers, n+1)
			}
		}
		return numbers
	}
	for i := range m.Questions {
		m.Questions[i].Groups = some()
	}
	e := m.Electorate
	for range 1 + rng.IntN(5) {
		c := Class{1 + rng.IntN(3), 30, some()}
		if e.Number(e.Weight(c.Weight), c.Groups) == 0 {
			e.Classes, e.Size = append(e.Classes, c), e.Size+c.People
			slices.SortFunc(e.Classes, compareClasses)
		}
	}
}

// drawnPaper draws the marks of a paper of a class, rarely invalid ones. Some mirror the marks of others, so that there
// are ties.
func (h *held) drawnPaper(rng *rand.Rand, others [][]byte, class int) []byte {
	var marks []byte
	people, _ := h.manifest.Class(class)
	blank := rng.IntN(25) > 0
	for i := range h.manifest.Questions {
		q := &h.manifest.Questions[i]
		if blank && !q.IsFor(people) {
			marks = append(marks, make([]byte, len(q.Options))...)
			continue
		}
		part := drawnMarks(rng, q.Rules())
		if len(others) > 0 && rng.IntN(3) == 0 {
			mirrored := slices.Clone(h.manifest.Split(others[rng.IntN(len(others))])[i])
			slices.Reverse(mirrored)
			if q.Rules().Valid(mirrored) == tally.NoFault {
				part = mirrored
			}
		}
		marks = append(marks, part...)
	}
	if rng.IntN(25) == 0 {
		marks[rng.IntN(len(marks))] ^= 1
	}
	return marks
}

// drawnMarks draws the marks of a valid paper.
func drawnMarks(rng *rand.Rand, r tally.Rules) []byte {
	if r.Lists != nil {
		return drawnListMarks(rng, r)
	}
	for {
		marks := make([]byte, r.Options)
		traits := r.Method.Traits()
		n := r.Min + rng.IntN(r.Max-r.Min+1)
		if traits.Marks == tally.Amounts {
			for ; n > 0; n-- {
				i := rng.IntN(r.Options)
				for int(marks[i]) == r.Each {
					i = (i + 1) % r.Options
				}
				marks[i]++
			}
		}
		order := rng.Perm(r.Options)[:n]
		if traits.Marks == tally.Stars && len(order) > 0 {
			order = rng.Perm(r.Options)
		}
		for i, option := range order {
			switch {
			case traits.Equal:
				marks[option] = byte(1 + rng.IntN(len(order)))
			case traits.Marks == tally.Ranks:
				marks[option] = byte(i + 1)
			case traits.Marks == tally.Stars:
				marks[option] = byte(1 + rng.IntN(6))
			case traits.Marks == tally.YesNo:
				marks[option] = byte(1 + rng.IntN(3))
			default:
				marks[option] = 1
			}
		}
		if r.Valid(marks) == tally.NoFault {
			return marks
		}
	}
}

// changeCounts changes the evidence, and makes the result that it gives, if it gives one.
func (h *held) changeCounts(rng *rand.Rand) {
	lines := bytes.SplitAfter(h.bundle.Counts, []byte("\n"))
	lines = lines[:len(lines)-1]
	add := func(i, n int) {
		words := strings.SplitN(string(lines[i]), " ", 3)
		words[1] = strconv.Itoa(max(0, must(strconv.Atoi(words[1]))+n))
		lines[i] = []byte(strings.Join(words, " "))
	}
	i := rng.IntN(len(lines))
	switch rng.IntN(4) {
	case 0, 1: // within a question if that is possible
		add(i, 1)
		add(min(max(0, i+1-2*rng.IntN(2)), len(lines)-1), -1)
	case 2:
		add(i, 1-2*rng.IntN(2))
	default:
		lines = bytes.SplitAfter((&alteration{rng: rng}).changeLines(h.bundle.Counts), []byte("\n"))
	}
	h.bundle.Counts = bytes.Join(lines, nil)
	if c, err := h.manifest.Recount(h.bundle.Leaves, h.bundle.Codes, h.bundle.Counts, h.bundle.Result); err == nil {
		h.bundle.Result = c.Raw
	}
}
