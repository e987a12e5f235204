package web

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/sealing"
	"ostrakon/store/slip"
)

// derivation is a code with all that it gives in one assembly, as in the test vectors of package slip.
type derivation struct {
	Code      string `json:"code"`
	Assembly  string `json:"assembly"`
	Key       string `json:"key"`
	Login     string `json:"login"`
	LoginHash string `json:"loginHash"`
	Votes     []vote `json:"votes"`
}

type vote struct {
	Number int    `json:"number"`
	Owner  string `json:"owner"`
	Seed   string `json:"seed"`
	Public string `json:"public"`
}

// typedCode is what somebody types, and whether it is a code.
type typedCode struct {
	Typed string `json:"typed"`
	OK    bool   `json:"ok"`
}

// signedStub is a stub with all that it is made of.
type signedStub struct {
	Random   string `json:"random"`
	Leaf     string `json:"leaf"`
	Election string `json:"election"`
	Manifest string `json:"manifest"`
	Seed     string `json:"seed"`
	Pad      string `json:"pad"`
	Bound    string `json:"bound"`
	Stub     string `json:"stub"`
}

func TestPageDerivesKeysOfSlips(t *testing.T) {
	var asked struct {
		Codes []derivation `json:"codes"`
		Typed []typedCode  `json:"typed"`
		Stubs []signedStub `json:"stubs"`
	}
	raw := must(os.ReadFile("../store/slip/testdata/codes.json"))(t)
	if err := json.Unmarshal(raw, &asked.Codes); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		asked.Codes = append(asked.Codes, derive(slip.NewCode()))
	}
	for range 200 {
		code := slip.NewCode().String()
		for _, typed := range []string{code, "\t" + code + "\u00a0", code[1:], code + "0", "ß" + code[2:],
			code[1:] + code[:1], strings.ReplaceAll(code, "-", "–"), slip.Draw() + "7"} {
			_, ok := slip.ParseCode(typed)
			asked.Typed = append(asked.Typed, typedCode{typed, ok})
		}
	}
	for range 8 {
		asked.Stubs = append(asked.Stubs, stubOf())
	}
	runScript(t, "pollbook.js", asked)
}

func derive(code slip.Code) derivation {
	const assembly, owner = "abcdefghijklmnopqrstuvwxya", "bbcdefghijklmnopqrstuvwxya"
	key := code.Key(assembly)
	hash := slip.LoginHash(key.Login())
	private := key.Vote(7, owner)
	return derivation{code.String(), assembly, hex.EncodeToString(key[:]), key.Login(), hex.EncodeToString(hash[:]),
		[]vote{{7, owner, hex.EncodeToString(private.Seed()), hex.EncodeToString(private[32:])}}}
}

func stubOf() signedStub {
	const election = "cbcdefghijklmnopqrstuvwxya"
	var random, leaf, manifest [32]byte
	for _, bytes := range [][]byte{random[:], leaf[:], manifest[:]} {
		rand.Read(bytes)
	}
	_, private, _ := ed25519.GenerateKey(nil)
	pad := sealing.StubPad(random)
	bound := sha256.Sum256(slices.Concat([]byte("ostrakon/bound/4\x00"), pad[:], leaf[:]))
	stub := ed25519.Sign(private, slices.Concat([]byte("ostrakon/stub/4\x00"+election), manifest[:], bound[:]))
	return signedStub{hex.EncodeToString(random[:]), hex.EncodeToString(leaf[:]), election,
		hex.EncodeToString(manifest[:]), hex.EncodeToString(private.Seed()), hex.EncodeToString(pad[:]),
		hex.EncodeToString(bound[:]), hex.EncodeToString(stub)}
}
