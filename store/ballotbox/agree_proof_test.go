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

	"ostrakon/store/ballotbox/proof"
)

// TestVerifiersAgreeOnProofs holds small drawn elections whose count is proved, with weights, groups, printed papers
// and ballots that are not valid. One thing of each is changed: the proof, the ballots that are named invalid, the
// commitments, the counts, the manifest or the seal. Then most are signed anew, so that the proof alone can show the
// change. Verify, verify.py and the page's modules must name the same checks that fail: in 60 elections, and in 2,000
// other ones each time where OSTRAKON_LONG is set.
func TestVerifiersAgreeOnProofs(t *testing.T) {
	n, seed := 60, uint64(36)
	if os.Getenv("OSTRAKON_LONG") != "" {
		n, seed = 2000, rand.Uint64()
	}
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	ways := slices.Concat(proofChanges(), invalidChanges(), committedChanges(), provedCountChanges(), provedFormChanges())
	bundles, how := make([][]byte, n), make([]string, n)
	for i := range n {
		h, way := provedElection(rng), ways[i%len(ways)]
		way.do(h, rng)
		if !way.signed {
			h.reseal(h.signer.signNote)
		}
		bundles[i], how[i] = h.file(), fmt.Sprintf("%s in\n%s\n%s", way.name, h.bundle.Manifest, h.bundle.Counts)
		if failed := failures(said(bundles[i])); way.ends != 0 && (way.ends == well) != (len(failed) == 0) {
			t.Errorf("%s\nof which %q fail", how[i], failed)
		}
	}
	for ballots := 1; ballots <= 4; ballots++ { // all but the first are cast by people that do not exist
		h := open(2, func(m *Manifest) {
			m.Electorate, m.Proof = &Electorate{1, 0, []Class{{1<<29 - 1, 1, nil}}, Hash{}.String()}, true
		})
		h.cast(slices.Repeat([]Opened{paper(1, 2, 0)}, ballots)...)
		bundles, how = append(bundles, h.file()), append(how, fmt.Sprint(ballots, " heavy ballots"))
	}
	if ends := agree(t, bundles, how, judge); ends["proof"] < n/3 || ends[""] < n/len(ways) || len(ends) < 5 {
		t.Errorf("the changes are too much alike: %v", ends)
	}
}

// provedElection is a drawn election of which two ballots of one class count, in a proof.
func provedElection(rng *rand.Rand) *held {
	for {
		h := smallElection(rng, rng.IntN(4) == 0, true)
		if a, b := h.twoAlike(rng); h.manifest.Proof && a != b {
			return h
		}
	}
}

// places are those of the ballots in the log that count in a proof.
func (h *held) places() (places []int) {
	for place, cast := range h.bundle.Leaves {
		if _, found := h.committed[cast.Sealed]; found {
			places = append(places, place)
		}
	}
	return places
}

// twoAlike are the places of two ballots of one class that count; one place if there are none.
func (h *held) twoAlike(rng *rand.Rand) (a, b int) {
	places := h.places()
	rng.Shuffle(len(places), func(i, k int) { places[i], places[k] = places[k], places[i] })
	for i, a := range places {
		for _, b := range places[:i] {
			if h.bundle.Leaves[a].Class == h.bundle.Leaves[b].Class {
				return a, b
			}
		}
	}
	return 0, 0
}

// ending says whether all checks hold after a change; zero where that depends.
type ending int

const (
	well ending = iota + 1
	ill
)

// proofChange changes an election whose count is proved.
type proofChange struct {
	name   string
	ends   ending
	signed bool // it signs what it changes
	do     func(h *held, rng *rand.Rand)
}

// proofChanges change the bytes of proofs, and what they are proofs of.
func proofChanges() []proofChange {
	const tape = 96 // bytes of a round's commitments to tapes
	region := func(from, to func(sums, head, all int) int) func(h *held, rng *rand.Rand) {
		return func(h *held, rng *rand.Rand) {
			sums := 8 * h.manifest.ProofForm().Totals()
			head, all := proof.Rounds*(sums+tape), len(h.bundle.Proof)
			at := from(sums, head, all)
			changeWord(h.bundle.Proof[at+4*rng.IntN((to(sums, head, all)-at)/4):], rng)
		}
	}
	first := func(sums, head, all int) int { return 0 }
	zeds := func(sums, head, all int) int { return head }
	openings := func(sums, head, all int) int { return head + 8*proof.Rounds }
	return []proofChange{
		{"nothing is changed", well, false, func(*held, *rand.Rand) {}},
		{"a sum of the first round", ill, false, region(first, func(sums, _, _ int) int { return sums })},
		{"a tape of the first round", ill, false, region(func(sums, _, _ int) int { return sums },
			func(sums, _, _ int) int { return sums + tape })},
		{"a word before anything is opened", ill, false, region(first, openings)},
		{"a z", ill, false, region(zeds, openings)},
		{"a word that is opened", ill, false, region(openings, func(_, _, all int) int { return all })},
		{"the first words that are opened", ill, false, region(openings, func(sums, head, all int) int {
			return openings(sums, head, all) + 64 + 96
		})},
		{"the proof has another length", ill, false, func(h *held, rng *rand.Rand) {
			p := h.bundle.Proof
			others := [][]byte{nil, p[:rng.IntN(len(p))], p[:len(p)-4], append(p, 0, 0, 0, 0), append(p, p...)}
			h.bundle.Proof = others[rng.IntN(len(others))]
		}},
		{"hashes change places", ill, false, func(h *held, rng *rand.Rand) {
			opened := h.bundle.Proof[openings(0, proof.Rounds*(8*h.manifest.ProofForm().Totals()+tape), 0):]
			swapped := bytes.Clone(opened)
			a, b := 4*rng.IntN(len(opened)/4-16), 4*rng.IntN(len(opened)/4-16)
			copy(swapped[a:a+32], opened[b:])
			copy(swapped[b:b+32], opened[a:])
			copy(opened, swapped)
			if a == b {
				opened[a] ^= 1
			}
		}},
		{"a byte is changed and nothing signed anew", ill, true, func(h *held, rng *rand.Rand) {
			h.reseal(h.signer.signNote)
			h.bundle.Proof[rng.IntN(len(h.bundle.Proof))] ^= 1 << rng.IntN(8)
		}},
		{"two ballots that are no valid papers add up", ill, false, func(h *held, rng *rand.Rand) {
			a, b := h.twoAlike(rng)
			h.commitTo(a, func(cells []uint32) { cells[0]++ })
			h.commitTo(b, func(cells []uint32) { cells[0] = uint32((uint64(cells[0]) + 1<<31 - 2) % (1<<31 - 1)) })
			h.proveAgain()
		}},
		{"two ballots change places in the proof", ill, false, func(h *held, rng *rand.Rand) {
			a, b := h.twoAlike(rng)
			one, other := h.bundle.Leaves[a].Sealed, h.bundle.Leaves[b].Sealed
			h.committed[one], h.committed[other] = h.committed[other], h.committed[one]
			h.proveAgain()
		}},
	}
}

// changeWord changes a number or a part of a hash to another one, or to the same number written in another way.
func changeWord(word []byte, rng *rand.Rand) {
	n := binary.BigEndian.Uint32(word)
	others := []uint32{n ^ 1<<rng.IntN(32), n + 1<<31 - 1, 1<<31 - 1, 1<<32 - 1, n + 1}
	for n == binary.BigEndian.Uint32(word) {
		binary.BigEndian.PutUint32(word, others[rng.IntN(len(others))])
	}
}

// commitTo has a device commit to other cells.
func (h *held) commitTo(place int, edit func(cells []uint32)) {
	cast := &h.bundle.Leaves[place]
	b := h.committed[cast.Sealed]
	b.Cells = slices.Clone(b.Cells)
	edit(b.Cells)
	h.committed[cast.Sealed], cast.Commitment = b, Hash(proof.Commit(b.Split, b.Cells))
}

// proveAgain proves the counts as they are.
func (h *held) proveAgain() {
	c := &Counted{Counts: h.bundle.Counts, Codes: h.bundle.Codes}
	if err := h.prove(c); err != nil {
		panic(err)
	}
	h.bundle.Invalid, h.bundle.Proof = c.Invalid, c.Proof
}

// resultAgain makes the result that changed counts give, if they give one.
func (h *held) resultAgain() {
	c, err := h.manifest.Recount(h.bundle.Leaves, h.bundle.Codes, h.bundle.Counts, h.bundle.Result)
	if err == nil {
		h.bundle.Result = c.Raw
	}
}

// callInvalid has the holders count as if a ballot that is valid were not.
func (h *held) callInvalid(rng *rand.Rand) {
	form := h.manifest.ProofForm()
	places := h.places()
	cast := h.bundle.Leaves[places[rng.IntN(len(places))]]
	b := h.committed[cast.Sealed]
	at := slices.IndexFunc(h.opened, func(p Opened) bool {
		return p.Class == cast.Class && h.manifest.CheckMarks(p.Marks, p.Class) == nil &&
			slices.Equal(h.manifest.cells(form, p.Marks), b.Cells)
	})
	h.opened = slices.Delete(h.opened, at, at+1)
	delete(h.committed, cast.Sealed)
	h.recount()
}

// invalidChanges change which ballots are named invalid.
func invalidChanges() []proofChange {
	leaf := func(h *held, place int) Hash { return h.bundle.Leaves[place].Leaf(h.manifest.ElectionID) }
	edit := func(name string, do func(named []Hash, counted Hash, h *held) []Hash) proofChange {
		return proofChange{"invalid: " + name, ill, false, func(h *held, rng *rand.Rand) {
			h.callInvalid(rng) // so that there is one
			places := h.places()
			h.bundle.Invalid = do(h.bundle.Invalid, leaf(h, places[rng.IntN(len(places))]), h)
		}}
	}
	return []proofChange{
		{"a ballot that is valid is named invalid and left out", well, false, (*held).callInvalid},
		{"a ballot is left out, and the proof is that of all", ill, false, func(h *held, rng *rand.Rand) {
			before := h.bundle.Proof
			h.callInvalid(rng)
			h.bundle.Proof = before
		}},
		edit("nobody", func([]Hash, Hash, *held) []Hash { return nil }),
		edit("without the last one", func(named []Hash, _ Hash, _ *held) []Hash { return named[:len(named)-1] }),
		edit("one that counts, too", func(named []Hash, counted Hash, h *held) []Hash {
			named = append(named, counted)
			leaves := leavesOf(h.manifest.ElectionID, h.bundle.Leaves)
			slices.SortFunc(named, func(a, b Hash) int { return slices.Index(leaves, a) - slices.Index(leaves, b) })
			return named
		}),
		edit("one that counts, instead", func(named []Hash, counted Hash, _ *held) []Hash {
			return append(named[:len(named)-1], counted)
		}),
		edit("one twice", func(named []Hash, _ Hash, _ *held) []Hash { return append(named, named[len(named)-1]) }),
		edit("in another order", func(named []Hash, counted Hash, _ *held) []Hash {
			return append([]Hash{counted}, named...)
		}),
		edit("the election", func(named []Hash, _ Hash, h *held) []Hash { return append(named, h.manifest.OpenLeaf()) }),
		edit("nothing in the log", func(named []Hash, _ Hash, _ *held) []Hash { return append(named, Hash{1}) }),
	}
}

// committedChanges change commitments and classes of ballots.
func committedChanges() []proofChange {
	return []proofChange{
		{"a commitment is changed", ill, false, func(h *held, rng *rand.Rand) {
			h.bundle.Leaves[rng.IntN(len(h.bundle.Leaves))].Commitment[rng.IntN(32)] ^= 1 << rng.IntN(8)
		}},
		{"a commitment is changed, and the count proved anew", ill, false, func(h *held, rng *rand.Rand) {
			place, _ := h.twoAlike(rng)
			h.bundle.Leaves[place].Commitment[rng.IntN(32)] ^= 1 << rng.IntN(8)
			h.proveAgain()
		}},
		{"two commitments change places", ill, false, func(h *held, rng *rand.Rand) {
			a, b := h.twoAlike(rng)
			one, other := &h.bundle.Leaves[a], &h.bundle.Leaves[b]
			one.Commitment, other.Commitment = other.Commitment, one.Commitment
			h.proveAgain()
		}},
		{"a ballot has no commitment", ill, false, func(h *held, rng *rand.Rand) {
			h.bundle.Leaves[rng.IntN(len(h.bundle.Leaves))].Commitment = Hash{}
			h.proveAgain()
		}},
		{"a ballot is there twice", ill, false, func(h *held, rng *rand.Rand) {
			h.bundle.Leaves = append(h.bundle.Leaves, h.bundle.Leaves[rng.IntN(len(h.bundle.Leaves))])
		}},
		{"a ballot is of another class", ill, false, func(h *held, rng *rand.Rand) {
			class := &h.bundle.Leaves[rng.IntN(len(h.bundle.Leaves))].Class
			*class = []int{*class%len(h.manifest.classes()) + 1, len(h.manifest.classes()) + 1, MaxClasses}[rng.IntN(3)]
			if len(h.manifest.classes()) == 1 {
				*class = 2
			}
		}},
		{"ballots are in another order", ill, false, func(h *held, rng *rand.Rand) {
			a, b := h.twoAlike(rng)
			h.bundle.Leaves[a], h.bundle.Leaves[b] = h.bundle.Leaves[b], h.bundle.Leaves[a]
		}},
	}
}

// provedCountChanges change what is counted.
func provedCountChanges() []proofChange {
	// edit changes the number in one of the lines of a question that is proved, and in another one if there is one.
	edit := func(name string, change func(one, other int) (int, int), keys ...string) proofChange {
		return proofChange{"counts: " + name, ill, false, func(h *held, rng *rand.Rand) {
			h.editCounts(rng, keys, change)
			h.resultAgain()
		}}
	}
	trade := func(one, other int) (int, int) { return one + 1, max(0, other-1) }
	more := func(n int) func(one, other int) (int, int) {
		return func(one, other int) (int, int) { return one + n, other }
	}
	return []proofChange{
		edit("a vote is moved", trade, "votes ", "against "),
		edit("a person is moved", trade, "people ", "votes ", "against "),
		edit("a blank paper is none", trade, "papers", "blank"),
		edit("a vote more", more(1), "votes ", "against "),
		edit("the same modulo 2^31 - 1", more(1<<31-1), "votes ", "against "),
		edit("the same modulo 2^32", more(1<<32), "votes ", "against "),
		edit("much", more(1<<51), "votes ", "against ", "blank"),
		{"counts: anything", 0, false, (*held).changeCounts},
	}
}

// editCounts changes two numbers of a question that is proved, in lines whose keys begin in one of some ways.
func (h *held) editCounts(rng *rand.Rand, keys []string, change func(one, other int) (int, int)) {
	lines := strings.Split(string(h.bundle.Counts), "\n")
	var found []int
	for i, line := range lines {
		number, rest, _ := strings.Cut(line, " ")
		_, key, _ := strings.Cut(rest, " ")
		q, err := strconv.Atoi(number)
		if err == nil && q > 0 && h.manifest.Questions[q-1].IsProvable() &&
			slices.ContainsFunc(keys, func(start string) bool { return strings.HasPrefix(key, start) }) {
			found = append(found, i)
		}
	}
	rng.Shuffle(len(found), func(i, k int) { found[i], found[k] = found[k], found[i] })
	number := func(i int) (q string, n int, key string) {
		words := strings.SplitN(lines[i], " ", 3)
		return words[0], must(strconv.Atoi(words[1])), words[2]
	}
	a, one, keyA := number(found[0])
	b, other, keyB := number(found[1])
	one, other = change(one, other)
	lines[found[0]] = fmt.Sprintf("%s %d %s", a, one, keyA)
	lines[found[1]] = fmt.Sprintf("%s %d %s", b, other, keyB)
	h.bundle.Counts = []byte(strings.Join(lines, "\n"))
}

// provedFormChanges change whether there is a proof, and the files in any way.
func provedFormChanges() []proofChange {
	manifest := func(h *held, edit func(*Manifest)) {
		h.remanifest(edit)
		h.resultAgain()
	}
	unproved := func(h *held) { // counts it without a proof
		manifest(h, func(m *Manifest) { m.Proof = false })
		h.recount()
	}
	restored := func(h *held) { h.resumed("2026-05-02T18:00:00Z", "the disk broke") }
	seal := func(name string, edit func(text, line string) string) proofChange {
		return proofChange{"seal: " + name, ill, true, func(h *held, _ *rand.Rand) {
			h.reseal(h.signer.signNote)
			line := fmt.Sprintf("proof %s\n", proofHash(h.bundle.Invalid, h.bundle.Proof))
			h.bundle.Seal = h.signedBy(h.signer.signNote, edit(h.seal().text(), line), h.enough())
			h.recheckpoint(h.signer.signNote)
		}}
	}
	return []proofChange{
		{"counted without a proof", well, false, func(h *held, _ *rand.Rand) {
			for i := range h.bundle.Leaves {
				h.bundle.Leaves[i].Commitment = Hash{}
			}
			unproved(h)
		}},
		{"counted without a proof of what is committed", ill, false, func(h *held, _ *rand.Rand) { unproved(h) }},
		{"the manifest has no proof any more", ill, false, func(h *held, _ *rand.Rand) {
			manifest(h, func(m *Manifest) { m.Proof = false })
		}},
		{"a backup was restored, and the proof stays", ill, false, func(h *held, _ *rand.Rand) { restored(h) }},
		{"a backup was restored, and there is no proof", well, false, func(h *held, _ *rand.Rand) {
			restored(h)
			h.bundle.Invalid, h.bundle.Proof = nil, nil
		}},
		{"the manifest has a proof, and the bundle none", ill, false, func(h *held, _ *rand.Rand) {
			unproved(h)
			manifest(h, func(m *Manifest) { m.Proof = true })
		}},
		{"the manifest is another", ill, false, func(h *held, _ *rand.Rand) {
			manifest(h, func(m *Manifest) { m.Title = "Another" })
		}},
		{"the end was moved after the proof", well, false, func(h *held, _ *rand.Rand) {
			h.notice("2027-01-01T00:00:00Z", "x")
		}},
		seal("no proof", func(text, line string) string { return strings.Replace(text, line, "", 1) }),
		seal("another proof", func(text, line string) string {
			return strings.Replace(text, line, "proof "+Hash{1}.String()+"\n", 1)
		}),
		seal("a proof twice", func(text, line string) string { return strings.Replace(text, line, line+line, 1) }),
		{"cancelled", well, false, func(h *held, _ *rand.Rand) { h.cancel("x") }},
		{"cancelled, with a proof", ill, false, func(h *held, _ *rand.Rand) {
			shown := h.bundle.Proof
			h.cancel("x")
			h.bundle.Proof = shown
		}},
		{"cancelled, with invalid ballots", ill, false, func(h *held, _ *rand.Rand) {
			h.cancel("x")
			h.bundle.Invalid = []Hash{h.bundle.Leaves[0].Leaf(h.manifest.ElectionID)}
		}},
		{"lines of a file are changed", 0, true, func(h *held, rng *rand.Rand) {
			h.reseal(h.signer.signNote)
			c := &alteration{rng: rng, h: h, files: make(map[string][]byte)}
			for _, f := range h.bundle.files() {
				c.names, c.files[f.name] = append(c.names, f.name), contentOf(f)
			}
			name := []string{"invalid.txt", "proof.bin", "leaves.txt", "counts.txt", "codes.txt", "seal.txt"}[rng.IntN(6)]
			c.files[name] = c.changeLines(c.files[name])
			c.signAnew()
			h.zipped = c.file()
		}},
	}
}
