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

		People      string      `json:"people"` // a file
		Drawn       [][2]string `json:"drawn"`  // the codes of each person
		Credentials string      `json:"credentials"`
		Damaged     []string    `json:"damaged"` // people files
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
	raw = must(os.ReadFile("../store/slip/testdata/people.json"))(t)
	asked.People = string(raw)
	people := must(slip.ParsePeople(raw))(t)
	codes := slip.NewCodes(len(people.People))
	for _, c := range codes {
		asked.Drawn = append(asked.Drawn, [2]string{c.Printed.String(), c.Reserve.String()})
	}
	asked.Credentials = string(slip.Issue(people, codes).Marshal())
	asked.Damaged = damaged(t, asked.People)
	runScript(t, "pollbook.js", asked)
}

// damaged returns people files that Go refuses.
func damaged(t *testing.T, file string) (all []string) {
	t.Helper()
	for _, way := range [][2]string{
		{`"version":4`, `"version":3`}, {`"title":`, `"secret":1,"title":`}, {`https:`, `javascript:`}, {`"keyNumber":""`,
			`"keyNumber":"AB"`}, {`[2,4]`, `[0,4]`}, {`[2,4]`, `[4,2]`}, {`[2,4]`, `[2,31]`}, {`"people":[`, `"people":[{},`},
		{`"weight":1,`, `"weight":0,`}, {`"weight":1,`, `"weight":1000001,`}, {`"weight":1,`, `"weight":"1",`},
		{`"weight":1,`, `"weight":0.00001,`}, {`"weight":1,`, `"weight":1.00005,`},
		{`"Nord"`, `""`}, {`"Nord"`, `"West"`}, {`"Nord"`, `"N;d"`}, {`"Nord"`, `7`}, {`"groups":[1]`, `"groups":[4]`},
		{`"groups":[1]`, `"groups":[0]`}, {`"groups":[1]`, `"groups":[1,1]`}, {`"groups":[1]`, `"groups":1`},
		{`"proxyFor":["`, `"proxyFor":["x`}, {`"fullName":"Person A"`, `"fullName":""`}, {`}]}`, ``},
	} {
		changed := strings.Replace(file, way[0], way[1], 1)
		if _, err := slip.ParsePeople([]byte(changed)); err == nil || changed == file {
			t.Errorf("%s instead of %s is no damage", way[1], way[0])
		}
		all = append(all, changed)
	}
	return all
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
