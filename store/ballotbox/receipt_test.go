package ballotbox

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/sealing"
)

func TestIDsHaveOneForm(t *testing.T) {
	id := "u6t2pj5hu6t2pj5hu6t2pj5hu4"
	if err := ParseID(id); err != nil {
		t.Error(err)
	}
	for _, wrong := range []string{"", id[1:], id + "a", strings.ToUpper(id), id[:25] + "5", id + "\n",
		id[:10] + "\r" + id[10:], id + "======"} {
		if err := ParseID(wrong); err == nil {
			t.Errorf("%q is an id", wrong)
		}
	}
}

func TestHashesHaveOneForm(t *testing.T) {
	h := Hash(filled(0xab, 32))
	if got, err := ParseHash(h.String()); err != nil || got != h {
		t.Errorf("%s is read as %s, %v", h, got, err)
	}
	for _, wrong := range []string{"", h.String()[1:], h.String() + "00", strings.ToUpper(h.String()),
		" " + h.String()[1:]} {
		if _, err := ParseHash(wrong); err == nil {
			t.Errorf("%q is a hash", wrong)
		}
	}
}

func TestALeafNamesASealedBallotOfAnElection(t *testing.T) {
	sealed, tag := filled(5, 1200), sealing.Tag(filled(6, 32))
	content := sha256.Sum256(sealed)
	b := Ballot{258, tag, Hash(filled(7, 32)), sealed}
	leaf := b.Cast().Leaf("e")
	if want := Hash(sha256.Sum256([]byte("\x00ostrakon/cast/4\x00e\x01\x02" + string(tag[:]) + string(content[:]) +
		string(b.Commitment[:])))); leaf != want {
		t.Errorf("%s, want %s", leaf, want)
	}
	for _, other := range []Hash{
		b.Cast().Leaf("f"), Ballot{257, tag, b.Commitment, sealed}.Cast().Leaf("e"),
		Ballot{258, sealing.Tag{}, b.Commitment, sealed}.Cast().Leaf("e"), Ballot{258, tag, Hash{}, sealed}.Cast().Leaf("e"),
		Ballot{258, tag, b.Commitment, sealed[1:]}.Cast().Leaf("e"),
	} {
		if other == leaf {
			t.Error("two ballots have one leaf")
		}
	}
}

func TestTheLogBeginsWithTheManifestAndEndsWithTheSeal(t *testing.T) {
	h := open(2, nil)
	hash := h.manifest.Hash()
	if want := Hash(sha256.Sum256([]byte("\x00ostrakon/open/4\x00" + string(hash[:])))); h.manifest.OpenLeaf() != want {
		t.Errorf("%s, want %s", h.manifest.OpenLeaf(), want)
	}
	text := sha256.Sum256([]byte("a\n\nb\n"))
	if want := Hash(sha256.Sum256([]byte("\x00ostrakon/end/4\x00" + string(text[:])))); EndLeaf(
		NoteText([]byte("a\n\nb\n\n— x y\n"))) != want {
		t.Errorf("the end leaf is not %s", want)
	}
}

func TestLinesOfLeavesHaveOneForm(t *testing.T) {
	hash := Hash(filled(0xab, 32))
	for _, c := range []Cast{{1, sealing.Tag{1}, hash, Hash{}}, {20, sealing.Tag{}, hash, hash},
		{1000, sealing.Tag(hash), hash, Hash{1}}} {
		if got, err := ParseCast(c.String()); err != nil || got != c {
			t.Errorf("%s is read as %s, %v", c, got, err)
		}
	}
	h := hash.String()
	t2 := h + " " + h
	for _, wrong := range []string{
		"", t2, "1", "1 ", "1 " + h, "1 " + h + " ", "0 " + t2, "01 " + t2, "+1 " + t2, "-1 " + t2, "1001 " + t2, "1  " + t2,
		" 1 " + t2, "1 " + t2 + " ", "1\t" + t2,
		"1 " + strings.ToUpper(t2), "1e1 " + t2, "1 " + h + "  " + h,
		"1 " + t2 + " " + Hash{}.String(), "1 " + t2 + " " + t2, "1 " + t2 + " " + h[1:], "1 " + h + h,
		"1 " + h[1:] + " " + h,
	} {
		if _, err := ParseCast(wrong); err == nil {
			t.Errorf("%q is a line", wrong)
		}
	}
}

func TestAReceiptIsASignedPromise(t *testing.T) {
	h := open(2, nil)
	leaf := Hash{1}
	r := h.signer.Receipt(h.manifest.ElectionID, leaf)
	message := "ostrakon/receipt/4\x00" + h.manifest.ElectionID + string(leaf[:])
	if !ed25519.Verify(h.signer.Public(), []byte(message), must(base64.StdEncoding.DecodeString(r.Signature))) {
		t.Error("the signature does not cover the election and the leaf")
	}
	holds := func(r Receipt) bool {
		got, signature, err := r.check(h.manifest)
		return err == nil && promised(h.manifest, got, signature)
	}
	if !holds(r) {
		t.Error("the receipt does not hold")
	}
	for name, edit := range map[string]func(*Receipt){
		"another leaf":     func(r *Receipt) { r.Leaf = Hash{2}.String() },
		"no leaf":          func(r *Receipt) { r.Leaf = "" },
		"another election": func(r *Receipt) { r.ElectionID = idOf("another") },
		"another's signature": func(
			r *Receipt) {
			r.Signature = other().Receipt(r.ElectionID, leaf).Signature
		},
		"no signature":                func(r *Receipt) { r.Signature = "" },
		"a signature with a line end": func(r *Receipt) { r.Signature += "\n" },
		"a signature in base64's other forms": func(r *Receipt) {
			r.Signature = r.Signature[:85] + string(r.Signature[85]+1) +
				"=="
		},
	} {
		wrong := r
		edit(&wrong)
		if holds(wrong) {
			t.Errorf("%s: the receipt holds", name)
		}
	}
}

// A voter who asks again is given the same bytes, so that a lost answer is nothing to worry about.
func TestAReceiptIsTheSameEachTime(t *testing.T) {
	s := must(NewSigner(filled(1, 32)))
	first := must(json.Marshal(s.Receipt(idOf("election"), Hash{1})))
	if again := must(json.Marshal(s.Receipt(idOf("election"), Hash{1}))); string(again) != string(first) {
		t.Errorf("%s\nand then\n%s", first, again)
	}
	if other := must(json.Marshal(s.Receipt(idOf("election"), Hash{2}))); len(other) != len(first) {
		t.Errorf("%s\nand\n%s\nhave two sizes", first, other)
	}
}

// TestTheRollNamesTheOwnersOfReceipts brings the frozen roll to Verify and verify.py. No other place gives a name.
func TestTheRollNamesTheOwnersOfReceipts(t *testing.T) {
	const name = "=Bea, \"B.\" 'Berg"
	var electors []Elector
	for n := range 4 {
		electors = append(electors,
			Elector{ID: idOf(fmt.Sprint("owner ", n)), FullName: fmt.Sprint("Voter ", n), Weight: Vote})
	}
	electors[1].FullName, electors[2].FullName = name, "＝Voter | 2"
	slices.SortFunc(electors, func(a, b Elector) int { return strings.Compare(a.ID, b.ID) })
	h := holdWith(func(m *Manifest) {
		hasher := NewRollHasher(nil)
		for _, e := range electors {
			hasher.Add(e)
		}
		m.Electorate = new(hasher.Electorate())
	}, 2, 2)
	own, renamed := h.receipts[1], slices.Clone(electors)
	renamed[0].FullName = "Somebody Else"
	for _, test := range []struct {
		roll        []Elector
		says, fails string
	}{
		{nil, "cast for " + idOf("owner 1") + ", and", ""},
		{electors, "cast for", ""},
		{renamed, "cast for " + idOf("owner 1") + ", and", "roll"},
		{electors[:3], "cast for " + idOf("owner 1") + ", and", "roll"},
	} {
		dir, arguments := save(t, h), []string{"bundle.zip", "-receipt", "r1.json"}
		files := map[string][]byte{"r1.json": must(json.Marshal(own.Receipt))}
		if test.roll != nil {
			guard := strings.NewReplacer("=", "'=", "＝", "'＝")
			rows := [][]string{{"id", "full_name", "date_of_birth", "member", "weight", "proxy_for", "groups"}}
			for _, e := range test.roll {
				rows = append(rows, []string{e.ID, guard.Replace(e.FullName), "", "", "1", "", ""})
			}
			var table bytes.Buffer
			_ = csv.NewWriter(&table).WriteAll(rows) // a buffer takes everything
			files["roll.csv"], arguments = table.Bytes(), append(arguments, "-roll", "roll.csv")
		}
		for name, content := range files {
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		h.bring = Evidence{Receipts: []NamedReceipt{own}, Roll: test.roll}
		verdicts := map[string]verdict{"Verify": goVerdict(h)}
		if interpreter, found := python(t); found {
			out, status := runPython(t, interpreter, dir, arguments...)
			verdicts["verify.py"] = parseVerdict(t, out, status)
		}
		for verifier, v := range verdicts {
			says := v.says["receipt r1.json"]
			named := strings.Contains(says, "Bea, ")
			if !strings.Contains(says, test.says) || named != (test.fails == "" && test.roll != nil) ||
				strings.Join(v.fails, ",") != test.fails {
				t.Errorf("%s, with a roll of %d: %q, fails %q", verifier, len(test.roll), says, v.fails)
			}
		}
	}
}
