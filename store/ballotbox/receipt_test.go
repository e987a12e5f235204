package ballotbox

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
)

func TestACodeFollowsFromSaltAndNonceAlone(t *testing.T) {
	salt := Salt(filled(3, 16))
	code := NewCode(salt, "nonce")
	want := sha256.Sum256([]byte("ostrakon/code/3\x00" + string(salt[:]) + "nonce"))
	if code != Code(want[:10]) {
		t.Errorf("%x, want %x", code, want[:10])
	}
	for name, other := range map[string]Code{
		"another salt":  NewCode(Salt(filled(4, 16)), "nonce"),
		"another nonce": NewCode(salt, "nonce2"),
		"no nonce":      NewCode(salt, ""),
	} {
		if other == code {
			t.Errorf("%s gives the same code", name)
		}
	}
	if one, two := NewSalt(), NewSalt(); one == two {
		t.Error("two salts are the same")
	}
}

func TestCodesHaveOneForm(t *testing.T) {
	code := NewCode(NewSalt(), "")
	text := code.String()
	if got, err := ParseCode(text); err != nil || got != code || len(text) != 16 {
		t.Errorf("%s is read as %s, %v", text, got, err)
	}
	for _, wrong := range []string{"", text[1:], text + "A", strings.ToLower("A" + text[1:]), text + "\r", "\n" + text, text[:8] + "\n" + text[8:], text + "====", "0" + text[1:], text[:14] + "=="} {
		if _, err := ParseCode(wrong); err == nil {
			t.Errorf("%q is a code", wrong)
		}
	}
}

func TestIDsHaveOneForm(t *testing.T) {
	id := "u6t2pj5hu6t2pj5hu6t2pj5hu4"
	if err := ParseID(id); err != nil {
		t.Error(err)
	}
	for _, wrong := range []string{"", id[1:], id + "a", strings.ToUpper(id), id[:25] + "5", id + "\n", id[:10] + "\r" + id[10:], id + "======"} {
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
	for _, wrong := range []string{"", h.String()[1:], h.String() + "00", strings.ToUpper(h.String()), " " + h.String()[1:]} {
		if _, err := ParseHash(wrong); err == nil {
			t.Errorf("%q is a hash", wrong)
		}
	}
}

func TestALeafNamesASealedBallotOfAnElection(t *testing.T) {
	sealed := filled(5, 1200)
	content := sha256.Sum256(sealed)
	leaf := LeafOf("e", 258, sealed)
	if want := Hash(sha256.Sum256([]byte("\x00ostrakon/cast/3\x00e\x00\x00\x01\x02" + string(content[:])))); leaf != want {
		t.Errorf("%s, want %s", leaf, want)
	}
	if LeafOf("f", 258, sealed) == leaf || LeafOf("e", 258, sealed[1:]) == leaf || LeafOf("e", 257, sealed) == leaf {
		t.Error("two ballots have one leaf")
	}
}

func TestLinesOfLeavesHaveOneForm(t *testing.T) {
	hash := Hash(filled(0xab, 32))
	for _, c := range []Cast{{1, hash}, {20, hash}, {1000, hash}} {
		if got, err := ParseCast(c.String()); err != nil || got != c {
			t.Errorf("%s is read as %s, %v", c, got, err)
		}
	}
	h := hash.String()
	for _, wrong := range []string{"", h, "1", "1 ", "0 " + h, "01 " + h, "+1 " + h, "-1 " + h, "1001 " + h, "1  " + h, " 1 " + h, "1 " + h + " ", "1\t" + h, "1 " + strings.ToUpper(h), "1e1 " + h} {
		if _, err := ParseCast(wrong); err == nil {
			t.Errorf("%q is a line", wrong)
		}
	}
}

func TestAReceiptIsASignedPromise(t *testing.T) {
	h := open(2, nil)
	leaf, code, salt := Hash{1}, NewCode(Salt{2}, "n"), Salt{2}
	r := h.signer.Receipt(h.manifest.ElectionID, leaf, code, salt)
	message := "ostrakon/receipt/3\x00" + h.manifest.ElectionID + string(leaf[:]) + string(code[:])
	if !ed25519.Verify(h.signer.Public(), []byte(message), must(base64.StdEncoding.DecodeString(r.Signature))) {
		t.Error("the signature does not cover the election, the leaf and the code")
	}
	if got, same, err := r.check(h.manifest, "n"); err != nil || got != leaf || same != code {
		t.Errorf("%s, %v", got, err)
	}
	for name, edit := range map[string]func(*Receipt){
		"another leaf":                        func(r *Receipt) { r.Leaf = Hash{2}.String() },
		"no leaf":                             func(r *Receipt) { r.Leaf = "" },
		"another election":                    func(r *Receipt) { r.ElectionID = idOf("another") },
		"another's signature":                 func(r *Receipt) { r.Signature = other().Receipt(r.ElectionID, leaf, code, salt).Signature },
		"no signature":                        func(r *Receipt) { r.Signature = "" },
		"a signature with a line end":         func(r *Receipt) { r.Signature += "\n" },
		"a signature in base64's other forms": func(r *Receipt) { r.Signature = r.Signature[:85] + string(r.Signature[85]+1) + "==" },
	} {
		wrong := r
		edit(&wrong)
		if _, _, err := wrong.check(h.manifest, "n"); err == nil {
			t.Errorf("%s: the receipt holds", name)
		}
	}
}

func TestReceiptsHaveOneSize(t *testing.T) {
	s := must(NewSigner(filled(1, 32)))
	size := 0
	for n := range 20 {
		salt := NewSalt()
		raw := must(json.Marshal(s.Receipt(idOf("election"), Hash{byte(n)}, NewCode(salt, strings.Repeat("n", n)), salt)))
		if size == 0 {
			size = len(raw)
		}
		if len(raw) != size {
			t.Errorf("%d bytes, the first had %d: %s", len(raw), size, raw)
		}
	}
}
