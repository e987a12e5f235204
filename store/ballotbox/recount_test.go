package ballotbox

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/sealing"
)

// again adds a second count to the bundle, which found the same but for what is edited, signed as the seal is.
func (h *held) again(edit func(*Recount)) {
	r := newRecount(NoteText(h.bundle.Seal), h.bundle.Codes, h.seal(), h.bundle.Codes)
	edit(&r)
	h.addAgain(r.text(), h.enough())
}

func (h *held) addAgain(text string, by map[int]*sealing.Secret) {
	h.bundle.Recounts = append(h.bundle.Recounts, string(h.signedBy(h.signer.signNote, text, by)))
}

// counting again is the box of an election that was counted, as the server hands it out as long as it stays.
func (c *closed) boxAgain(seal []byte, codes []sealing.Code) (*Box, []Cast) {
	b, log := c.box()
	b.Seal, b.Codes = seal, codes
	return b, log
}

// accepted is a count with the installation's signature.
func (c *closed) accepted(t *testing.T, b *Box, count *Count, log []Cast) *Sealed {
	t.Helper()
	sealed, err := b.Accept(count, log, c.signer)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func TestABoxThatStaysIsCountedAgain(t *testing.T) {
	c := closing(nil, 5, 4)
	first, log := c.box()
	count := c.counted(t, first, 1, 2)
	sealed := c.accepted(t, first, count, log)
	for name, counted := range map[string]func(testing.TB, *Box, ...int) *Count{
		"at a table": c.counted, "from the pages": c.countedApart,
	} {
		file := fileOf(t, only(c.boxAgain(sealed.Seal, count.Codes)).Write)
		b := must(readBox(file))
		if _, err := b.Check(); err != nil {
			t.Fatal(err)
		}
		second := counted(t, b, 2, 3)
		if same := must(b.Same(second)); !same || !strings.HasPrefix(string(second.Seal), recountTitle+"\nseal ") {
			t.Errorf("%s: same %v, signed is %s", name, same, second.Seal)
		}
		again := c.accepted(t, b, second, log)
		h := c.published(t, first, count, log)
		h.bundle.Recounts = []string{string(again.Seal)}
		read := must(h.bundle.ReadRecount(again.Seal))
		if want := []string{"Grace", "Mary"}; !read.Same || !slices.Equal(read.Holders, want) || !read.At.Equal(closeAt()) {
			t.Errorf("%s: %+v", name, read)
		}
		if checks := Verify(h.bundle, Evidence{}); !Valid(checks) {
			t.Errorf("%s: %v", name, checks)
		}
	}
}

func TestASecondCountTakesNoOtherBoxThanTheSealNames(t *testing.T) {
	c := closing(nil, 5, 4)
	first, log := c.box()
	count := c.counted(t, first, 1, 2)
	sealed := c.accepted(t, first, count, log)
	other := &closed{held: c.held, ballots: c.ballots[1:], valid: c.valid[1:]}
	for name, b := range map[string]*Box{
		"of other ballots":    only(other.boxAgain(sealed.Seal, count.Codes)),
		"with other codes":    only(c.boxAgain(sealed.Seal, count.Codes[1:])),
		"with codes alone":    only(c.boxAgain(nil, count.Codes)),
		"with half a seal":    only(c.boxAgain(sealed.Seal[:50], count.Codes)),
		"signed by no holder": only(c.boxAgain(must(c.signer.signNote(c.manifest.origin(), sealed.Text)), count.Codes)),
	} {
		secrets := c.bySome(2, 3)
		_, checked := b.Check()
		_, counted := b.Count(t.Context(), secrets, CountedByTable, closeAt(), func(int) {})
		_, apart := b.CountShares(t.Context(), c.sharesOf(b, 2, 3), closeAt(), func(int) {})
		for i, err := range []error{checked, counted, apart, b.Compare(first.Checkpoint)} {
			if err == nil {
				t.Errorf("%s: %d passes", name, i)
			}
		}
	}
	b, _ := c.boxAgain(sealed.Seal, count.Codes)
	elsewhere := c.counted(t, only(other.box()), 2, 3) // as a first count
	for name, wrong := range map[string]*Count{"of another box": elsewhere, "the first count": count} {
		if _, err := b.Accept(wrong, log, c.signer); err == nil {
			t.Errorf("it accepts %s", name)
		}
	}
}

func only[A, B any](a A, _ B) A { return a }

func TestASecondCountThatDiffersSettlesAMissingCode(t *testing.T) {
	c := closing(nil, 5, 4)
	first, log := c.box()
	lie := must(c.manifest.Count(log, c.valid[1:], PapersIn{})) // holders 1 and 2 say that a ballot did not open
	cast := must(c.manifest.OpenCheckpoint(first.Checkpoint))
	leaves := leavesOf(c.manifest.ElectionID, log)
	seal := NewSeal(c.manifest, cast, leaves, lie, first.Notices, nil, first.Exports, CountedByTable, closeAt())
	count := &Count{Counts: lie.Counts, Codes: lie.Codes, Result: lie.Raw,
		Seal: must(c.manifest.signSeal(seal.text(), c.bySome(1, 2)))}
	sealed := c.accepted(t, first, count, log)
	b, _ := c.boxAgain(sealed.Seal, count.Codes)
	second := c.counted(t, b, 2, 3)
	if must(b.Same(second)) {
		t.Error("it says that it is the same")
	}
	again := c.accepted(t, b, second, log)
	h := c.published(t, first, count, log)
	missed := Receipt{ElectionID: c.manifest.ElectionID, Leaf: leaves[0].String(), Code: c.valid[0].Code.String()}
	r := c.signer.Receipt(c.manifest.ElectionID, leaves[0])
	missed.Signature = r.Signature
	says := func() string {
		var failed []string
		for _, check := range Verify(h.bundle, Evidence{Receipts: []NamedReceipt{{Name: "r", Receipt: missed}}}) {
			if check.Err != nil {
				failed = append(failed, check.Name+": "+check.Err.Error())
			}
		}
		return strings.Join(failed, "\n")
	}
	if got := says(); !strings.HasPrefix(got, "receipt r: its code is not among those counted") {
		t.Errorf("before: %s", got)
	}
	h.bundle.Recounts = []string{string(again.Seal)}
	got := says()
	for _, want := range []string{"recounts: COUNTED AGAIN, AND IT DIFFERS", "1 codes are missing", `by ["Grace" "Mary"]`,
		"those who counted again found it: the first count is wrong"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// recountForms are second counts, and whether the check of second counts holds.
func recountForms() map[string]func(*held) bool {
	code := func(n byte) sealing.Code { return sealing.Code(filled(n, sealing.CodeSize)) }
	found := func(codes ...sealing.Code) Hash { return rootOfCodes(codes) }
	edited := func(edit func(*Recount), holds bool) func(*held) bool {
		return func(h *held) bool { h.again(edit); return holds }
	}
	text := func(edit func(string) string) func(*held) bool {
		return func(h *held) bool {
			r := newRecount(NoteText(h.bundle.Seal), h.bundle.Codes, h.seal(), h.bundle.Codes)
			r.Found.CodesRoot = found(slices.Concat([]sealing.Code{code(0), code(0)}, h.bundle.Codes)...)
			r.Missing = []sealing.Code{code(0), code(0)}
			h.addAgain(edit(r.text()), h.enough())
			return false
		}
	}
	swap := func(old, next string) func(*held) bool {
		return text(func(s string) string { return strings.Replace(s, old, next, 1) })
	}
	zero := code(0).String()
	return map[string]func(*held) bool{
		"nobody":                   func(*held) bool { return true },
		"the same":                 edited(func(*Recount) {}, true),
		"the same, at a server":    edited(func(r *Recount) { r.Found.CountedBy = CountedByServer }, true),
		"at another time":          edited(func(r *Recount) { r.Found.CountedAt = "2026-05-09T00:00:00Z" }, true),
		"another result":           edited(func(r *Recount) { r.Found.Result[0]++ }, false),
		"other counts":             edited(func(r *Recount) { r.Found.Counts[0]++ }, false),
		"other codes, not told":    edited(func(r *Recount) { r.Found.CodesRoot[0]++ }, false),
		"another box":              edited(func(r *Recount) { r.Found.Cast.Root[0]++ }, false),
		"another size":             edited(func(r *Recount) { r.Found.Cast.Size++ }, false),
		"other ballots":            edited(func(r *Recount) { r.Found.Ballots[0]++ }, false),
		"other notices":            edited(func(r *Recount) { r.Found.Notices[0]++ }, false),
		"other exports":            edited(func(r *Recount) { r.Found.Exports++ }, false),
		"another manifest":         edited(func(r *Recount) { r.Found.Manifest[0]++ }, false),
		"another election":         edited(func(r *Recount) { r.Found.ElectionID = idOf("another") }, false),
		"another seal":             edited(func(r *Recount) { r.Sealed[0]++ }, false),
		"a code extra, not theirs": edited(func(r *Recount) { r.Extra = []sealing.Code{code(1)} }, false),
		"a code extra and missing": edited(func(r *Recount) {
			r.Missing = []sealing.Code{code(1)}
			r.Extra = r.Missing
		}, false),
		"codes missing":         text(func(s string) string { return s }),
		"a time that is none":   swap("countedAt 2026-05-03", "countedAt 2026-02-31"),
		"counted elsewhere":     swap("countedBy table", "countedBy paper"),
		"another title":         swap("recount/4", "recount/3"),
		"the title of a seal":   swap("recount/4", "seal/4"),
		"no seal":               text(func(s string) string { return s[:19] + s[strings.Index(s, "election"):] }),
		"a space at the end":    swap("missing "+zero+"\n", "missing "+zero+" \n"),
		"a code in small":       swap("missing "+zero, "missing "+strings.ToLower(zero)),
		"extra before missing":  text(func(s string) string { return strings.Replace(s, "missing", "extra", 1) }),
		"another kind":          swap("missing", "missinG"),
		"a line separator":      swap("missing "+zero+"\n", "missing "+zero[1:]+"\u2028\n"),
		"two codes in one line": swap("missing "+zero+"\nmissing ", "missing "+zero+"\u2028missing "),
		"not sorted": func(h *held) bool {
			h.again(func(r *Recount) {
				r.Missing = []sealing.Code{code(255), code(0)}
				r.Found.CodesRoot = found(slices.Concat([]sealing.Code{code(0)}, h.bundle.Codes, []sealing.Code{code(255)})...)
			})
			return false
		},
		"a code not found": func(h *held) bool {
			h.again(func(r *Recount) {
				r.Extra = slices.Clone(h.bundle.Codes[1:2])
				r.Found.CodesRoot = found(slices.Concat(h.bundle.Codes[:1], h.bundle.Codes[2:])...)
			})
			return false
		},
		"the same, and then another": func(h *held) bool {
			h.again(func(*Recount) {})
			h.again(func(r *Recount) { r.Found.Result[0]++ })
			return false
		},
		"signed by one holder": func(h *held) bool {
			h.again(func(*Recount) {})
			text := NoteText([]byte(h.bundle.Recounts[0]))
			h.bundle.Recounts = nil
			h.addAgain(text, h.bySome(1))
			return false
		},
		"not signed by the installation": func(h *held) bool {
			h.again(func(*Recount) {})
			text := NoteText([]byte(h.bundle.Recounts[0]))
			h.bundle.Recounts = []string{string(must(h.manifest.signSeal(text, h.enough())))}
			return false
		},
		"a notice": func(h *held) bool {
			h.notice("2026-06-02T18:00:00Z", "x")
			h.bundle.Recounts = h.bundle.Notices
			return false
		},
		"the seal":  func(h *held) bool { h.bundle.Recounts = []string{string(h.bundle.Seal)}; return false },
		"no note":   func(h *held) bool { h.bundle.Recounts = []string{""}; return false },
		"cancelled": func(h *held) bool { h.again(func(*Recount) {}); h.cancel("x"); return false },
	}
}

func TestVerifiersAgreeOnSecondCounts(t *testing.T) {
	var bundles [][]byte
	var how []string
	for name, make := range recountForms() {
		h := hold(3, 2, 2)
		want := make(h)
		bundles, how = append(bundles, h.file()), append(how, name)
		failed := slices.ContainsFunc(Verify(h.bundle, Evidence{}),
			func(c Check) bool { return c.Name == "recounts" && c.Err != nil })
		if failed == want {
			t.Errorf("%s: the check of second counts fails: %v", name, failed)
		}
	}
	ends := agree(t, bundles, how, judge)
	if ends[""] != 4 {
		t.Errorf("these checks fail: %s", fmt.Sprint(ends))
	}
}
