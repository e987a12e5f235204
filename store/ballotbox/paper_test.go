package ballotbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/tally"
)

// handOut hands out a printed paper, whose leaf gets a place in the log.
func (h *held) handOut(place int) {
	whose := Whose([NonceSize]byte{byte(place)}, idOf(fmt.Sprint("person ", place)))
	h.bundle.Handed = append(h.bundle.Handed, Handed{place, whose})
}

// printed is an election of three people online, and of five with printed papers, of whom four have put them into the
// urn: with one question of single marks and one of ranks.
func printed(m *Manifest) {
	ranks := question("board", tally.STV, 3)
	ranks.Seats, ranks.Max, ranks.Draw = 2, 3, true
	m.Questions, m.Electorate, m.Papers = append(m.Questions, ranks), rollOf(9, 0), 8
	m.Questions[0].Threshold = moreThan(1, 2, tally.OfCast)
	m.Quorum = &Quorum{Least: []int{2, 3}}
}

// urn holds the election of printed.
func urn() *held {
	h := open(2, printed)
	for _, place := range []int{1, 3, 4, 6, 8} {
		h.handOut(place)
	}
	h.papers.Entered = []Entered{{}, {[]byte{0, 0, 0, 0, 0}}, {[]byte{0, 1, 2, 1, 0}}, {[]byte{0, 1, 2, 0, 1}}}
	h.cast(Opened{Marks: []byte{1, 0, 1, 2, 3}, Class: 1}, Opened{Marks: []byte{0, 1, 2, 1, 0}, Class: 1},
		Opened{Marks: []byte{9, 0, 2, 1, 0}, Class: 1})
	return h
}

func TestPrintedPapersAreCountedWithTheBallots(t *testing.T) {
	h := urn()
	if checks := Verify(h.bundle, Evidence{}); !Valid(checks) {
		t.Fatalf("%+v", checks)
	}
	r := must(ParseResult(h.bundle.Result))
	if r.Turnout != (Turnout{7, 7}) || r.Invalid != 2 || *r.Paper != (PaperTurnout{4, 1}) {
		t.Errorf("%+v, invalid %d, on paper %+v", r.Turnout, r.Invalid, *r.Paper)
	}
	chair := r.Questions[0]
	if !slices.Equal(chair.Votes, []int{1, 3}) || !slices.Equal(chair.Paper.Votes, []int{0, 2}) || chair.Papers != 4 ||
		chair.Blank != 1 || chair.Paper.Papers != 2 || chair.Paper.Blank != 1 || chair.Base != 7 ||
		chair.Quorum.Needed != 6 || !chair.Quorum.Met || chair.Ending != tally.NoMajority {
		t.Errorf("%+v of %+v", chair.Outcome, chair.Paper)
	}
	for _, line := range []string{"\npaper 0 0 lot\n", "\npaper 0 1 invalid\n", "\npaper 1 2 votes 2\n",
		"\npaper 2 1 used "} {
		if !strings.Contains(string(h.bundle.Counts), line) {
			t.Errorf("there is no line %q in\n%s", line, h.bundle.Counts)
		}
	}
}

// With no valid ballot online, whoever types could try papers until the draw suits them: the number thrown decides.
func TestTheNumberThrownDrawsWhereNobodyVotedOnline(t *testing.T) {
	elected := make(map[int]bool)
	for lot := range 40 {
		h := open(2, func(m *Manifest) {
			m.Questions[0].Draw, m.Electorate, m.Papers = true, rollOf(9, 0), 2
		})
		h.papers = PapersIn{[]Entered{{[]byte{0, 1}}, {[]byte{1, 0}}}, lot}
		h.handOut(1)
		h.handOut(2)
		h.cast()
		if checks := Verify(h.bundle, Evidence{}); !Valid(checks) {
			t.Fatalf("%+v", checks)
		}
		elected[must(ParseResult(h.bundle.Result)).Questions[0].Elected[0]] = true
	}
	if len(elected) != 2 {
		t.Errorf("40 numbers elect only %v", elected)
	}
	with, without := urn(), urn()
	with.papers.Lot = 7
	with.recount()
	if !bytes.Equal(with.bundle.Result, without.bundle.Result) {
		t.Error("the number thrown changes a count with ballots online")
	}
}

func TestABoxBringsItsPrintedPapers(t *testing.T) {
	h := urn()
	b := &Box{Manifest: h.bundle.Manifest, Notices: []string{}, Handed: h.bundle.Handed, Papers: h.papers,
		Ballots: func(func(Ballot, error) bool) {}}
	b.Papers.Lot = 12
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	again := must(ReadBox(bytes.NewReader(file.Bytes()), int64(file.Len())))
	if !slices.Equal(again.Handed, b.Handed) || again.Papers.Lot != 12 ||
		fmt.Sprint(again.Papers.Entered) != "[invalid 0000000000 0001020100 0001020001]" {
		t.Errorf("%v %v", again.Handed, again.Papers)
	}
}

func TestAPrintedPaperHasOneForm(t *testing.T) {
	for _, line := range []string{"", "0", "0g", "0A", "Invalid", "invalid ", "01 "} {
		if p, err := ParseEntered(line); err == nil {
			t.Errorf("%q is %v", line, p)
		}
	}
	for _, line := range []string{"", "1", "0 " + Hash{}.String(), "01 " + Hash{}.String(), "1 " + Hash{}.String() + " ",
		"10000001 " + Hash{}.String(), "1  " + Hash{}.String()} {
		if h, err := ParseHanded(line); err == nil {
			t.Errorf("%q is %v", line, h)
		}
	}
}

// paperTampering spoils an election with printed papers.
func paperTampering() []tampering {
	with := func(change func(*held)) func(*held) {
		return func(h *held) {
			*h = *urn()
			office(change)(h)
		}
	}
	manifest := func(edit func(m map[string]any)) func(*held) {
		return func(h *held) {
			*h = *urn()
			var m map[string]any
			if err := json.Unmarshal(h.bundle.Manifest, &m); err != nil {
				panic(err)
			}
			edit(m)
			h.bundle.Manifest = must(canonical(m))
		}
	}
	line := func(from, to string) func(*held) {
		return with(func(h *held) {
			if !strings.Contains(string(h.bundle.Counts), from) {
				panic(from)
			}
			h.bundle.Counts = []byte(strings.Replace(string(h.bundle.Counts), from, to, 1))
		})
	}
	counts, log := []string{"counts", "result"}, []string{"cast log"}
	return []tampering{
		{"an election with printed papers", with(func(*held) {}), "", nil},
		{"more papers were entered than handed out", with(func(h *held) {
			h.papers.Entered = append(h.papers.Entered, Entered{}, Entered{})
			h.recount()
		}), "6 printed papers were entered, and 5 handed out", counts},
		{"a paper is at a place that is not there", with(func(h *held) { h.bundle.Handed[4].Place = 9 }), "no place 9", log},
		{"papers fall", with(func(h *held) {
			h.bundle.Handed[1], h.bundle.Handed[2] = h.bundle.Handed[2], h.bundle.Handed[1]
		}), "no place 3", log},
		{"a paper is there twice", with(func(h *held) { h.bundle.Handed[1].Whose = h.bundle.Handed[0].Whose }), "twice", log},
		{"more papers than printed", with(func(h *held) {
			for place := range 4 {
				h.handOut(9 + place)
			}
		}), "9 papers were handed out, and 8 were printed", log},
		{"more papers and ballots than people", with(func(h *held) {
			h.handOut(9)
			h.handOut(10)
		}), "3 ballots and 7 papers of 9 people", log},
		{"a paper is left out of the log", func(h *held) {
			*h = *urn()
			h.bundle.Handed = h.bundle.Handed[:4]
		}, "its size is 10", []string{"checkpoint", "cast log"}},
		{"a paper is another's", func(h *held) {
			*h = *urn()
			h.bundle.Handed[2].Whose[0]++
		}, "root", []string{"checkpoint", "cast log"}},
		{"a column is of no papers", line("paper 1 2 votes 2", "paper 1 3 votes 2"), "no papers give", []string{"result"}},
		{"columns that only add up", with(func(h *held) {
			text := strings.Replace(string(h.bundle.Counts), "\n1 1 votes 1", "\n1 3 votes 1", 1)
			h.bundle.Counts = []byte(text)
		}), "no papers give", []string{"result"}},
		{"a question has fewer printed papers", line("paper 2 1 blank", "paper 2 0 blank"), "printed papers", counts},
		{"the lot has two forms", line("paper 0 0 lot", "paper 0 00 lot"), "form", counts},
		{"the lot is too long", line("paper 0 0 lot", "paper 0 1000000000 lot"), "form", counts},
		{"no lot", line("paper 0 0 lot\n", ""), "form", counts},
		{"another lot", line("paper 0 0 lot", "paper 0 5 lot"), "", nil},
		{"printed papers come first", with(func(h *held) {
			at := bytes.Index(h.bundle.Counts, []byte("paper "))
			h.bundle.Counts = slices.Concat(h.bundle.Counts[at:], h.bundle.Counts[:at])
		}), "form", counts},
		{"no printed papers in the counts", with(func(h *held) {
			h.bundle.Counts = h.bundle.Counts[:bytes.Index(h.bundle.Counts, []byte("paper "))]
		}), "form", counts},
		{"counts of papers that were not printed", office(func(h *held) {
			h.bundle.Counts = append(h.bundle.Counts, "paper 0 0 lot\n"...)
		}), "form", counts},
		{"a paper that was not printed", office(func(h *held) { h.handOut(1) }), "0 were printed", log},
		{"no papers printed", manifest(func(m map[string]any) { m["papers"] = 0 }), "canonical", []string{"manifest"}},
		{"too many papers printed", manifest(func(m map[string]any) { m["papers"] = 100_001 }), "printed papers",
			[]string{"manifest"}},
		{"printed papers without a roll", manifest(func(m map[string]any) {
			delete(m, "electorate")
			delete(m, "quorum")
		}), "without an electorate", []string{"manifest"}},
		{"printed papers with weights", manifest(func(m map[string]any) {
			m["electorate"].(map[string]any)["classes"] = []any{map[string]any{"weight": 2, "people": 9}}
		}), "weights or groups", []string{"manifest"}},
		{"printed papers with groups", manifest(func(m map[string]any) { m["groups"] = []any{"North"} }),
			"weights or groups", []string{"manifest"}},
	}
}

// A server that is told other papers than the box has refuses the count.
func TestACountOfOtherPrintedPapersIsRefused(t *testing.T) {
	h := urn()
	result := must(ParseResult(h.bundle.Result))
	count := &Count{Counts: h.bundle.Counts, Codes: h.bundle.Codes}
	for name, papers := range map[string][]Entered{
		"":               h.papers.Entered,
		"one fewer":      h.papers.Entered[1:],
		"another choice": append(slices.Clone(h.papers.Entered[:3]), Entered{[]byte{1, 0, 2, 0, 1}}),
		"one invalid":    append(slices.Clone(h.papers.Entered[:3]), Entered{}),
	} {
		err := (&Box{Papers: PapersIn{Entered: papers}}).checkPaper(h.manifest, count, result)
		if (err == nil) != (name == "") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// Holders count a box with printed papers at a table and on their devices: the same bytes, which the server accepts
// with these papers alone, and whose bundle verifies.
func TestHoldersCountABoxWithPrintedPapers(t *testing.T) {
	c := closing(func(m *Manifest) { m.Electorate, m.Papers = rollOf(9, 0), 4 }, 2, 1)
	c.handOut(1)
	c.handOut(4)
	b, log := c.box()
	b.Handed, b.Papers.Entered = c.bundle.Handed, []Entered{{[]byte{0, 1}}, {[]byte{0, 1}}}
	leaves, _ := c.manifest.castLog(leavesOf(c.manifest.ElectionID, log), b.Handed)
	b.Checkpoint = must(c.signer.Checkpoint(c.manifest.ElectionID, Checkpoint{int64(len(leaves)), MerkleRoot(leaves)}))
	b = must(readBox(fileOf(t, b.Write)))
	if _, err := b.Check(); err != nil {
		t.Fatal(err)
	}
	table, apart := c.counted(t, b, 1, 2), c.countedApart(t, b, 2, 3)
	if !bytes.Equal(table.Counts, apart.Counts) || !bytes.Equal(table.Result, apart.Result) {
		t.Errorf("%s\n%s", table.Counts, apart.Counts)
	}
	h := c.published(t, b, table, log)
	h.bundle.Handed = b.Handed
	h.recheckpoint(h.signer.signNote)
	if checks := Verify(h.bundle, Evidence{}); !Valid(checks) {
		t.Errorf("%+v", checks)
	}
	if votes := must(ParseResult(table.Result)).Questions[0].Votes; !slices.Equal(votes, []int{2, 3}) {
		t.Errorf("votes %v", votes)
	}
	b.Papers.Entered = append(b.Papers.Entered, Entered{}, Entered{})
	if _, err := b.Check(); err == nil {
		t.Error("there are more papers in the box than were handed out")
	}
	b.Papers.Entered = []Entered{{[]byte{1, 0}}, {[]byte{0, 1}}}
	if _, err := b.Accept(table, log, c.signer); err == nil {
		t.Error("a count of other printed papers is accepted")
	}
}
