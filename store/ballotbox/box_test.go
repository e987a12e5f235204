package ballotbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/store/sealing"
)

// closed is an election at its close: sealed ballots in a box, and the log that they are in.
type closed struct {
	*held
	ballots []Ballot // in the order of the log
	valid   []Opened // those that must be counted
}

// closeAt is when the count of a test was made.
func closeAt() time.Time { return time.Date(2026, 5, 3, 19, 0, 0, 0, time.UTC) }

// drawn is the pad, the seed and the tag of a ballot, the same each time for the same number.
func drawn(n int) (sealing.Pad, sealing.Seed, sealing.Tag) {
	pad, seed := sealing.Device(sha256.Sum256(fmt.Append(nil, "device ", n)))
	return pad, seed, sealing.TagOf(pad, idOf(fmt.Sprint("owner ", n)))
}

// put seals papers as devices do, or in the custody of the server as that does.
func (c *closed) put(papers ...Opened) {
	box := must(c.manifest.SealingBox())
	seal := box.Seal
	if c.manifest.Custody == CustodyServer {
		seal = must(box.Batch()).Seal
	}
	for _, p := range papers {
		_, seed, tag := drawn(len(c.ballots))
		c.ballots = append(c.ballots, Ballot{p.Class, tag, c.commit(seed, tag, p), must(seal(seed, p.Marks, tag))})
		p.Code = seed.Code(tag)
		c.valid = append(c.valid, p)
	}
}

// box is the box of the election, whose log has the ballots in their order.
func (c *closed) box() (*Box, []Cast) {
	log := make([]Cast, len(c.ballots))
	for i, b := range c.ballots {
		log[i] = b.Cast()
	}
	leaves := append([]Hash{c.manifest.OpenLeaf()}, leavesOf(c.manifest.ElectionID, log)...)
	checkpoint := must(c.signer.Checkpoint(c.manifest.ElectionID, Checkpoint{int64(len(leaves)), MerkleRoot(leaves)}))
	b := &Box{Manifest: c.bundle.Manifest, Checkpoint: checkpoint, Notices: c.bundle.Notices, Exports: 1,
		Ballots: yielded(c.ballots)}
	return b, log
}

// yielded are ballots one after the other.
func yielded(ballots []Ballot) iter.Seq2[Ballot, error] {
	return func(yield func(Ballot, error) bool) {
		for _, b := range ballots {
			if !yield(b, nil) {
				return
			}
		}
	}
}

// closing is an election with so many votes for each candidate, at its close.
func closing(edit func(*Manifest), votes ...int) *closed {
	c := &closed{held: open(len(votes), edit)}
	c.put(votesFor(votes...)...)
	return c
}

// counted counts a box with the secrets of some holders.
func (c *closed) counted(t testing.TB, b *Box, by ...int) *Count {
	t.Helper()
	return must(b.Count(t.Context(), c.bySome(by...), CountedByTable, closeAt(), func(int) {}))
}

// sharesOf are the shares of all ballots of a box for some holders, as their devices open them.
func (c *closed) sharesOf(b *Box, by ...int) map[int][]byte {
	shares := make(map[int][]byte)
	for _, number := range by {
		opener := must(must(c.manifest.SealingBox()).ShareOpener(number, c.secrets[number]))
		shares[number] = []byte{}
		for ballot := range b.Ballots {
			shares[number] = append(shares[number], opener.Open(sealing.PartOf(ballot.Sealed, number))...)
		}
	}
	return shares
}

// countedApart counts a box with the shares of some holders, who then sign the seal.
func (c *closed) countedApart(t testing.TB, b *Box, by ...int) *Count {
	t.Helper()
	count := must(b.CountShares(t.Context(), c.sharesOf(b, by...), closeAt(), func(int) {}))
	for _, number := range by {
		signature := c.secrets[number].Sign([]byte(NoteText(count.Seal)))
		count.Seal = must(c.manifest.AddSignature(count.Seal, number, signature))
	}
	return count
}

// published is the bundle of an election whose count was accepted.
func (c *closed) published(t testing.TB, b *Box, count *Count, log []Cast) *held {
	t.Helper()
	sealed := must(b.Accept(count, log, c.signer))
	h := *c.held
	h.bundle = &Bundle{
		Manifest: b.Manifest, Seal: sealed.Seal, Notices: b.Notices, Counts: count.Counts, Codes: count.Codes, Leaves: log,
		Result: count.Result, Invalid: count.Invalid, Proof: count.Proof,
	}
	h.recheckpoint(h.signer.signNote)
	return &h
}

func fileOf(t testing.TB, write func(io.Writer) error) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func readBox(file []byte) (*Box, error) { return ReadBox(bytes.NewReader(file), int64(len(file))) }

// Any two of three holders, and the server in its custody, count a box that has been through a file.
func TestABoxIsCountedAndAccepted(t *testing.T) {
	for name, edit := range map[string]func(*Manifest){
		"two of three":             nil,
		"one of one":               func(m *Manifest) { m.Holders, m.Threshold = holders("Ada"), 1 },
		"three of three, and eyes": func(m *Manifest) { m.Threshold = 3; watched(m) },
		"the server":               byServer,
	} {
		t.Run(name, func(t *testing.T) {
			c := closing(edit, 9, 70, 3)
			c.notice("2026-05-02T18:00:00Z", "Snow")
			b, log := c.box()
			b = must(readBox(fileOf(t, b.Write)))
			var progress []int
			count, err := b.Count(t.Context(), c.secrets, CountedByTable, closeAt(),
				func(n int) { progress = append(progress, n) })
			if err != nil {
				t.Fatal(err)
			}
			if len(progress) < 2 || !slices.IsSorted(progress) || progress[len(progress)-1] != 82 {
				t.Errorf("progress %d", progress)
			}
			file := fileOf(t, count.Write)
			again, err := ReadCount(bytes.NewReader(file), int64(len(file)))
			count.Proof = []byte{} // as nothing is read
			if err != nil || !reflect.DeepEqual(again, count) {
				t.Fatalf("a count is read as %+v, %v", again, err)
			}
			h := c.published(t, b, again, log)
			if v := goVerdict(h); len(v.fails) > 0 {
				t.Errorf("%q fail: %s", v.fails, v.says[v.fails[0]])
			}
			if r := must(ParseResult(count.Result)); r.Invalid != 0 || !slices.Equal(r.Questions[0].Votes, []int{9, 70, 3}) {
				t.Errorf("%s", count.Result)
			}
			for _, p := range c.valid {
				if _, found := slices.BinarySearchFunc(count.Codes, p.Code, compareCodes); !found {
					t.Errorf("the code %s is not there", p.Code)
				}
			}
		})
	}
}

func TestABoxOfNobody(t *testing.T) {
	c := closing(nil, 0, 0)
	b, log := c.box()
	b = must(readBox(fileOf(t, b.Write)))
	for _, count := range []*Count{c.counted(t, b, 1, 3), c.countedApart(t, b, 1, 3)} {
		if v := goVerdict(c.published(t, b, count, log)); len(v.fails) > 0 {
			t.Errorf("%q fail: %s", v.fails, v.says[v.fails[0]])
		}
	}
}

// The seal says who counted, but what they found is the same for any of them.
func TestAnyTwoHoldersCountTheSame(t *testing.T) {
	c := closing(func(m *Manifest) { m.Questions[0].Draw = true }, 4, 4, 4)
	b, _ := c.box()
	first := c.counted(t, b, 1, 2)
	for _, by := range [][]int{{1, 3}, {2, 3}, {1, 2, 3}} {
		count := c.counted(t, b, by...)
		if !bytes.Equal(count.Counts, first.Counts) || !bytes.Equal(count.Result, first.Result) ||
			!slices.Equal(count.Codes, first.Codes) {
			t.Errorf("%d count otherwise", by)
		}
		if NoteText(count.Seal) != NoteText(first.Seal) || strings.Count(string(count.Seal), "\n— ") != len(by) {
			t.Errorf("%d seal\n%s\nwant the text of\n%s", by, count.Seal, first.Seal)
		}
	}
}

func TestABoxIsNotCountedWithoutItsHolders(t *testing.T) {
	c := closing(nil, 2, 1)
	b, _ := c.box()
	stranger := sealing.NewSecret()
	for name, secrets := range map[string]map[int]*sealing.Secret{
		"nobody":                    {},
		"one holder":                c.bySome(2),
		"a holder and a stranger":   {1: c.secrets[1], 2: stranger},
		"holders in another order":  {1: c.secrets[2], 2: c.secrets[1]},
		"two holders and one more":  {1: c.secrets[1], 2: c.secrets[2], 4: c.secrets[3]},
		"one holder in two persons": {1: c.secrets[1], 2: c.secrets[1]},
	} {
		count, err := b.Count(t.Context(), secrets, CountedByTable, closeAt(), func(int) {})
		if err == nil || count != nil {
			t.Errorf("%s can count: %+v", name, count)
		}
		if len(secrets) > 1 && !errors.Is(err, sealing.ErrBadSecret) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSharesThatAreMissingCountNothing(t *testing.T) {
	c := closing(nil, 2, 1)
	b, _ := c.box()
	good := c.sharesOf(b, 1, 2, 3)
	for name, shares := range map[string]map[int][]byte{
		"nobody's":               nil,
		"one holder's":           {2: good[2]},
		"three holders' of two":  good,
		"a stranger's":           {1: good[1], 4: good[3]},
		"those of fewer ballots": {1: good[1], 2: good[2][sealing.ShareSize:]},
		"a part of a share":      {1: good[1], 2: good[2][1:]},
	} {
		count, err := b.CountShares(t.Context(), shares, closeAt(), func(int) {})
		if err == nil {
			t.Errorf("%s count %+v", name, count)
		}
	}
	all := b.Ballots
	b.Ballots = func(yield func(Ballot, error) bool) {
		all(yield)
		all(yield)
	}
	if _, err := b.CountShares(t.Context(), c.sharesOf(&Box{Ballots: all}, 1, 2), closeAt(), func(int) {}); err == nil {
		t.Error("more ballots than there are shares are counted")
	}
}

// A holder can spoil ballots, and is found by any others.
func TestAHolderWhoSendsWrongSharesSpoilsBallotsForTheirCountAlone(t *testing.T) {
	c := closing(nil, 2, 1)
	b, _ := c.box()
	shares := c.sharesOf(b, 1, 2)
	shares[2][40] ^= 1 // of the second ballot
	spoilt := must(b.CountShares(t.Context(), shares, closeAt(), func(int) {}))
	if r := must(ParseResult(spoilt.Result)); r.Invalid != 1 || len(spoilt.Codes) != 2 {
		t.Errorf("%s", spoilt.Result)
	}
	if r := must(ParseResult(c.countedApart(t, b, 1, 3).Result)); r.Invalid != 0 {
		t.Errorf("others count %d invalid", r.Invalid)
	}
}

func TestOnlyTheHolderSignsForThemselves(t *testing.T) {
	c := closing(nil, 2, 1)
	b, log := c.box()
	count := must(b.CountShares(t.Context(), c.sharesOf(b, 1, 3), closeAt(), func(int) {}))
	text := []byte(NoteText(count.Seal))
	for name, sign := range map[string]func() ([]byte, error){
		"another holder": func() ([]byte, error) { return c.manifest.AddSignature(count.Seal, 1, c.secrets[3].Sign(text)) },
		"another text": func() ([]byte, error) {
			return c.manifest.AddSignature(count.Seal, 1, c.secrets[1].Sign(text[1:]))
		},
		"nobody":   func() ([]byte, error) { return c.manifest.AddSignature(count.Seal, 4, c.secrets[1].Sign(text)) },
		"number 0": func() ([]byte, error) { return c.manifest.AddSignature(count.Seal, 0, c.secrets[1].Sign(text)) },
		"nothing":  func() ([]byte, error) { return c.manifest.AddSignature(count.Seal, 1, nil) },
	} {
		if seal, err := sign(); err == nil {
			t.Errorf("%s signs:\n%s", name, seal)
		}
	}
	if _, err := b.Accept(count, log, c.signer); err == nil {
		t.Error("a seal that nobody signed is accepted")
	}
	for range 2 { // the same holder, twice
		count.Seal = must(c.manifest.AddSignature(count.Seal, 3, c.secrets[3].Sign(text)))
	}
	if _, err := b.Accept(count, log, c.signer); err == nil {
		t.Error("one holder is two")
	}
}

func TestACountCanBeStopped(t *testing.T) {
	c := closing(nil, 90, 90)
	b, _ := c.box()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := b.Count(ctx, c.secrets, CountedByTable, closeAt(), func(int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// What the installation did not sign at the close is not counted.
func TestABoxThatWasChangedIsNotCounted(t *testing.T) {
	for name, change := range map[string]func(c *closed, b *Box, ballots []Ballot) []Ballot{
		"a ballot is missing":     func(_ *closed, _ *Box, all []Ballot) []Ballot { return all[1:] },
		"a ballot is there twice": func(_ *closed, _ *Box, all []Ballot) []Ballot { return slices.Insert(all, 1, all[0]) },
		"ballots are swapped": func(_ *closed, _ *Box, all []Ballot) []Ballot {
			all[0], all[1] = all[1],
				all[0]
			return all
		},
		"a ballot of its own": func(c *closed, _ *Box, all []Ballot) []Ballot {
			all[0] = closing(nil, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1).ballots[0]
			return all
		},
		"a class of 0": func(_ *closed, _ *Box, all []Ballot) []Ballot { all[2].Class = 0; return all },
		"a class of 2": func(_ *closed, _ *Box, all []Ballot) []Ballot { all[2].Class = 2; return all },
		"a short ballot": func(_ *closed, _ *Box,
			all []Ballot) []Ballot {
			all[2].Sealed = all[2].Sealed[1:]
			return all
		},
		"another key's checkpoint": func(c *closed, b *Box, all []Ballot) []Ballot {
			b.Checkpoint = must(other().Checkpoint(c.manifest.ElectionID, Checkpoint{int64(len(all) + 1), Hash{}}))
			return all
		},
		"a checkpoint with the end": func(c *closed, b *Box, all []Ballot) []Ballot {
			b.Checkpoint = must(c.signer.Checkpoint(c.manifest.ElectionID, Checkpoint{int64(len(all) + 2), Hash{}}))
			return all
		},
		"another manifest": func(c *closed, b *Box, all []Ballot) []Ballot {
			c.remanifest(func(m *Manifest) { m.SigningKey = other().Public() })
			b.Manifest = c.bundle.Manifest
			return all
		},
		"no manifest": func(_ *closed, b *Box, all []Ballot) []Ballot { b.Manifest = nil; return all },
		"a stranger's notice": func(c *closed, b *Box, all []Ballot) []Ballot {
			b.Notices = []string{string(must(
				other().Notice(Notice{ElectionID: c.manifest.ElectionID, Manifest: c.manifest.hash,
					ClosesAt: "2026-05-02T18:00:00Z", Reason: "x"})))}
			return all
		},
	} {
		c := closing(nil, 5, 4)
		b, _ := c.box()
		var all []Ballot
		for ballot := range b.Ballots {
			all = append(all, ballot)
		}
		b.Ballots = yielded(change(c, b, all))
		if count, err := b.Count(t.Context(), c.secrets, CountedByTable, closeAt(), func(int) {}); err == nil {
			t.Errorf("%s: counted\n%s", name, count.Seal)
		}
	}
	c := closing(nil, 5, 4)
	b, _ := c.box()
	broken := errors.New("the disk is broken")
	b.Ballots = func(yield func(Ballot, error) bool) { yield(Ballot{}, broken) }
	if _, err := b.Count(t.Context(), c.secrets, CountedByTable, closeAt(), func(int) {}); !errors.Is(err, broken) {
		t.Error(err)
	}
	if err := b.Write(io.Discard); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestABoxHasOneForm(t *testing.T) {
	c := closing(nil, 70, 3)
	c.notice("2026-05-02T18:00:00Z", "It snows — “again”")
	b, _ := c.box()
	file := fileOf(t, b.Write)
	got, err := readBox(file)
	if err != nil || !bytes.Equal(got.Manifest, b.Manifest) || !bytes.Equal(got.Checkpoint, b.Checkpoint) ||
		!slices.Equal(got.Notices, b.Notices) || got.Exports != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	if again := fileOf(t, got.Write); !bytes.Equal(again, file) {
		t.Error("written again it has other bytes")
	}
	for at := 0; at < len(file); at += 1 + len(file)/4000 {
		changed := bytes.Clone(file)
		changed[at] ^= 1 << (at % 8)
		if _, err := readBox(changed); !errors.Is(err, ErrBox) {
			t.Fatalf("byte %d is changed: %v", at, err)
		}
	}
	entries := []entry{{"box.json", ""}, {"manifest.json", string(b.Manifest)}, {"checkpoint.txt", string(b.Checkpoint)},
		{"notices.json", "[]"}, {"seal.txt", ""}, {"codes.txt", ""}, {"handed.txt", ""}, {"papers.txt", ""},
		{"ballots.bin", ""}}
	head := fmt.Sprintf(`{"electionId":"%s","exports":0,"version":4}`, c.manifest.ElectionID)
	for text, proper := range map[string]bool{
		head: true, head + "\n": false, strings.Replace(head, "4}", "3}", 1): false,
		strings.Replace(head, c.manifest.ElectionID, idOf("another"), 1): false,
		strings.Replace(head, "0", "-1", 1):                              false, "": false, "{}": false,
	} {
		entries[0].content = text
		if _, err := readBox(form(entries)); (err == nil) != proper {
			t.Errorf("box.json %q: %v", text, err)
		}
	}
	entries[0].content, entries[8].content = head, strings.Repeat("x", BallotHead+c.manifest.SealedSize-1)
	if _, err := readBox(form(entries)); !errors.Is(err, ErrBox) {
		t.Errorf("a part of a ballot: %v", err)
	}
}

func TestBallotsInTheFileHaveTheirForm(t *testing.T) {
	c := closing(nil, 1, 0)
	b, _ := c.box()
	file := fileOf(t, b.Write)
	record := slices.Concat([]byte{0, 1}, c.ballots[0].Tag[:], make([]byte, 32), c.ballots[0].Sealed)
	if !bytes.Contains(file, append([]byte("ballots.bin"), record...)) {
		t.Error("ballots.bin is not class, tag, commitment and sealed ballot")
	}
}

// wrongCount is a count that was changed, and the check that finds it.
type wrongCount struct {
	check  string
	change func(*Count)
}

// wrongCounts are ways to change a count of an election.
func wrongCounts(t *testing.T, c *closed, log []Cast) map[string]wrongCount {
	another := closing(nil, 1, 2, 9)
	anotherBox, _ := another.box()
	reseal := func(count *Count, edit func(*Seal), by ...int) {
		s := must(parseSeal(NoteText(count.Seal)))
		edit(&s)
		count.Seal = must(c.manifest.signSeal(s.text(), c.bySome(by...)))
	}
	move := func(count *Count) { // a vote, and all that follows
		count.Counts = bytes.Replace(bytes.Replace(count.Counts, []byte("1 5 votes"), []byte("1 4 votes"), 1),
			[]byte("1 4 votes 2"), []byte("1 5 votes 2"), 1)
		count.Result = must(c.manifest.Recount(log, count.Codes, count.Counts, nil)).Raw
	}
	return map[string]wrongCount{
		"a count of another box": {"cast log", func(count *Count) { *count = *another.counted(t, anotherBox, 1, 3) }},
		"counts that are changed": {"counts",
			func(count *Count) { count.Counts = bytes.Replace(count.Counts, []byte("5"), []byte("6"), 1) }},
		"a result that is changed": {"result",
			func(count *Count) { count.Result = bytes.Replace(count.Result, []byte("[1]"), []byte("[2]"), 1) }},
		"a code that is changed": {"codes", func(count *Count) { count.Codes[0][0] ^= 1 }},
		"a code that is missing": {"codes", func(count *Count) { count.Codes = count.Codes[1:] }},
		"nothing":                {"seal", func(count *Count) { *count = Count{} }},
		"no signature":           {"seal", func(count *Count) { count.Seal = []byte(NoteText(count.Seal)) }},
		"one signature":          {"seal", func(count *Count) { reseal(count, func(*Seal) {}, 2) }},
		"one signature twice": {"seal", func(count *Count) {
			reseal(count, func(*Seal) {}, 2)
			count.Seal = append(count.Seal, lineOf(count.Seal, 0)...)
		}},
		"a signature by the signing key": {"seal",
			func(count *Count) { count.Seal = must(c.signer.signNote(c.manifest.origin(), NoteText(count.Seal))) }},
		"a moved vote, not signed": {"counts", func(count *Count) { move(count) }},
		"a moved vote, signed by one holder": {"seal", func(count *Count) {
			move(count)
			reseal(count, func(s *Seal) { s.Counts = countsHash(count.Counts) }, 1)
		}},
		"a result that does not follow": {"result", func(count *Count) {
			count.Result = bytes.Replace(count.Result, []byte("[1]"), []byte("[2]"), 1)
			reseal(count, func(s *Seal) { s.Result = ResultHash(count.Result) }, 1, 2, 3)
		}},
		"a ballot that is not in the log": {"cast log",
			func(count *Count) { reseal(count, func(s *Seal) { s.Ballots = Hash{} }, 1, 2, 3) }},
		"another log": {"cast log",
			func(count *Count) { reseal(count, func(s *Seal) { s.Cast.Root = Hash{} }, 1, 2, 3) }},
		"another number of ballots": {"cast log",
			func(count *Count) { reseal(count, func(s *Seal) { s.Cast.Size++ }, 1, 2, 3) }},
		"other notices": {"notices",
			func(count *Count) { reseal(count, func(s *Seal) { s.Notices = Hash{} }, 1, 2, 3) }},
		"another manifest": {"seal",
			func(count *Count) { reseal(count, func(s *Seal) { s.Manifest = Hash{} }, 1, 2, 3) }},
		"another election": {"seal",
			func(count *Count) { reseal(count, func(s *Seal) { s.ElectionID = idOf("another") }, 1, 2, 3) }},
		"no time": {"seal",
			func(count *Count) { reseal(count, func(s *Seal) { s.CountedAt = "" }, 1, 2, 3) }},
		"fewer exports than there were": {"exports",
			func(count *Count) { reseal(count, func(s *Seal) { s.Exports = 0 }, 1, 2, 3) }},
	}
}

// Each part of a count is checked when it comes back from a table.
func TestACountThatDoesNotFollowIsRefused(t *testing.T) {
	c := closing(nil, 5, 4, 3)
	b, log := c.box()
	good := c.counted(t, b, 1, 3)
	for name, way := range wrongCounts(t, c, log) {
		count := &Count{Seal: bytes.Clone(good.Seal), Counts: bytes.Clone(good.Counts), Codes: slices.Clone(good.Codes),
			Result: bytes.Clone(good.Result)}
		way.change(count)
		sealed, err := b.Accept(count, log, c.signer)
		fault := (*CountFault)(nil)
		if sealed != nil || !errors.Is(err, ErrCount) || !errors.As(err, &fault) || fault.Check != way.check {
			t.Errorf("%s: %v, want the check %q to fail", name, err, way.check)
		}
	}
	if _, err := b.Accept(good, log, c.signer); err != nil {
		t.Error(err)
	}
	if _, err := ReadCount(strings.NewReader("PK"), 2); !errors.Is(err, ErrCount) {
		t.Error(err)
	}
}

// Who signs twice, or adds lines of strangers, changes nothing about the seal that is published.
func TestTheSealHasLinesInOneOrder(t *testing.T) {
	c := closing(nil, 2, 1)
	b, log := c.box()
	count := c.counted(t, b, 1, 2, 3)
	want := must(b.Accept(count, log, c.signer))
	stranger := must(other().signNote("stranger.example", want.Text))
	count.Seal = []byte(want.Text + "\n" + lineOf(stranger, 0) + lineOf(count.Seal, 2) + lineOf(count.Seal, 1) +
		lineOf(count.Seal, 2) + lineOf(count.Seal, 0))
	got, err := b.Accept(count, log, c.signer)
	if err != nil || !bytes.Equal(got.Seal, want.Seal) {
		t.Errorf("%v\n%s\nwant\n%s", err, got.Seal, want.Seal)
	}
}
