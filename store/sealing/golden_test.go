package sealing

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/ballots.json anew")

// golden is a ballot with all that leads to it. Bytes are hexadecimal.
type golden struct {
	Secrets   []string `json:"secrets"`
	Threshold int      `json:"threshold"`
	Election  string   `json:"election"`
	Manifest  string   `json:"manifest"`
	Random    string   `json:"random"` // what the device draws
	Owner     string   `json:"owner"`
	Marks     string   `json:"marks"`

	Sheets      []string `json:"sheets"`
	PublicKeys  []string `json:"publicKeys"` // their SHA-256
	SigningKeys []string `json:"signingKeys"`
	Pad         string   `json:"pad"`
	Seed        string   `json:"seed"`
	Tag         string   `json:"tag"`
	Code        string   `json:"code"`
	Size        int      `json:"size"`
	Sealed      string   `json:"sealed"` // its SHA-256
}

func sumOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

func goldenOf(t *testing.T, seed uint64, holders, threshold, marks int) golden {
	c, r, hash := convene(t, seed, holders, threshold, marks), source(seed+100), manifest()
	random, owner := bytesOf(r, 32), "zyxwvutsrqponmlkjihgfedcba"
	pad, drawn := Device([32]byte(random))
	v := vote{drawn, bytesOf(r, marks), TagOf(pad, owner)}
	sealed := c.seal(t, v)
	g := golden{
		Threshold: threshold, Election: election, Manifest: hex.EncodeToString(hash[:]), Random: hex.EncodeToString(random),
		Owner: owner, Marks: hex.EncodeToString(v.marks), Pad: hex.EncodeToString(pad[:]), Seed: hex.EncodeToString(drawn[:]),
		Tag: hex.EncodeToString(v.tag[:]), Code: drawn.Code(v.tag).String(), Size: len(sealed), Sealed: sumOf(sealed),
	}
	for _, s := range c.secrets {
		g.Secrets = append(g.Secrets, hex.EncodeToString(s.Bytes()))
		g.Sheets = append(g.Sheets, s.Sheet())
		g.PublicKeys = append(g.PublicKeys, sumOf(s.PublicKey()))
		g.SigningKeys = append(g.SigningKeys, hex.EncodeToString(s.SigningKey()))
	}
	return g
}

// The file is for other programs, too. It changes only with the format.
func TestTheFormatStaysTheSame(t *testing.T) {
	raw := must(json.MarshalIndent([]golden{
		goldenOf(t, 1, 1, 1, 2), goldenOf(t, 2, 3, 2, 10), goldenOf(t, 3, 5, 5, 1), goldenOf(t, 4, 9, 4, 400),
	}, "", "  "))
	raw = append(raw, '\n')
	const name = "testdata/ballots.json"
	if *update {
		if err := os.WriteFile(name, raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || !bytes.Equal(raw, want) {
		t.Errorf("ballots are sealed otherwise than %s says (%v)", name, err)
	}
}
