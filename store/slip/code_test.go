package slip

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata anew")

// vector is a code with all that it gives in one assembly. Bytes are hexadecimal.
type vector struct {
	Code      string        `json:"code"`
	Assembly  string        `json:"assembly"`
	Key       string        `json:"key"`
	Login     string        `json:"login"`
	LoginHash string        `json:"loginHash"`
	Votes     []signingSeed `json:"votes"`
}

type signingSeed struct {
	Number int    `json:"number"`
	Owner  string `json:"owner"`
	Seed   string `json:"seed"`
	Public string `json:"public"`
}

// codeOf returns the code of a name: the same code each time.
func codeOf(name string) (c Code) {
	sum := sha256.Sum256([]byte(name))
	for i := range c {
		c[i] = alphabet[sum[i]%32]
	}
	return c
}

// idOf returns an id, the higher the larger the number is.
func idOf(number int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	id := []byte(strings.Repeat("a", 26))
	for i := 24; number > 0; i, number = i-1, number/26 { // digits stand below letters, and above them in base32
		id[i] = letters[number%26]
	}
	return string(id)
}

func vectorOf(name, assembly string) vector {
	code := codeOf(name)
	key := code.Key(assembly)
	hash := LoginHash(key.Login())
	v := vector{Code: code.String(), Assembly: assembly, Key: hex.EncodeToString(key[:]), Login: key.Login(),
		LoginHash: hex.EncodeToString(hash[:])}
	for _, number := range []int{1, 2, 30} {
		private := key.Vote(number, idOf(number))
		v.Votes = append(v.Votes, signingSeed{number, idOf(number), hex.EncodeToString(private.Seed()),
			hex.EncodeToString(private[32:])})
	}
	return v
}

// golden compares a file in testdata with what is made now.
func golden(t *testing.T, name string, now []byte) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, now, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(kept, now) {
		t.Errorf("%s differs from what is made now (%v)", path, err)
	}
}

func TestKeysOfACodeStayTheSame(t *testing.T) {
	var vectors []vector
	for _, name := range []string{"a", "b", "c", "d"} {
		vectors = append(vectors, vectorOf(name, idOf(len(name)+int(name[0]))))
	}
	now, err := json.MarshalIndent(vectors, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "codes.json", append(now, '\n'))
}

func TestACodeIsReadAsPeopleTypeIt(t *testing.T) {
	code := codeOf("x")
	printed := code.String()
	looksAlike := strings.NewReplacer("1", "l", "0", "o").Replace(strings.ToLower(printed))
	for _, typed := range []string{printed, looksAlike, strings.ReplaceAll(printed, "-", ""), " " + printed + "\t"} {
		if got, ok := ParseCode(typed); !ok || got != code {
			t.Errorf("%q is read as %q, %v", typed, got, ok)
		}
	}
	for _, typed := range []string{"", printed[1:], printed + "0", strings.Repeat("-", 100), "UUUU-UUUU-UUUU-UUUU"} {
		if got, ok := ParseCode(typed); ok {
			t.Errorf("%q is read as %q", typed, got)
		}
	}
}

func TestACodeIsNoMemberKey(t *testing.T) {
	for range 1000 {
		code := NewCode()
		symbols, ok := Symbols(code.String())
		if !ok || Check(symbols[:drawn]) == symbols[drawn:] {
			t.Fatalf("%s is a member key", code)
		}
		if _, ok := ParseCode(symbols[:drawn] + Check(symbols[:drawn])); ok {
			t.Fatalf("the member key with the symbols of %s is a code", code)
		}
	}
}

func TestALoginIsAMemberKey(t *testing.T) {
	login := codeOf("x").Key(idOf(1)).Login()
	symbols, ok := Symbols(login)
	if !ok || symbols != login || Check(login[:drawn]) != login[drawn:] {
		t.Errorf("%q is no member key", login)
	}
}

func TestCodesDiffer(t *testing.T) {
	seen := map[Code]bool{}
	for _, codes := range NewCodes(1000) {
		if seen[codes.Printed] || seen[codes.Reserve] || codes.Printed == codes.Reserve {
			t.Fatalf("%v is drawn twice", codes)
		}
		seen[codes.Printed], seen[codes.Reserve] = true, true
	}
}
