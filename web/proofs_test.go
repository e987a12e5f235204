package web

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// runScript runs a script of testdata on Node.js, with vectors on its standard input. Without
// Node.js it leaves the test out, but in continuous integration the test fails.
func runScript(t *testing.T, script string, vectors any) (output []byte) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is not installed")
		}
		t.Skipf("node is not installed: %s was left out", script)
	}
	input := must(json.Marshal(vectors))(t)
	path := filepath.Join("testdata", script)
	if _, err := os.Stat(path); err != nil { // so that go test runs again when it changes
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), node, path)
	command.Stdin = bytes.NewReader(input)
	output, err = command.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", script, err, output)
	}
	return output
}

// hashed is bytes and their hash, both hexadecimal.
type hashed struct {
	Bytes  string `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func TestPageHashesAsGoDoes(t *testing.T) {
	var vectors []hashed
	for n := range 300 { // past the ends of several blocks
		content := bytes.Repeat([]byte{byte(n), 0xff, 0x80}, n)[:n]
		sum := sha256.Sum256(content)
		vectors = append(vectors, hashed{hex.EncodeToString(content), hex.EncodeToString(sum[:])})
	}
	runScript(t, "sha256.js", vectors)
}

// logTree is a log of some size: its leaves and its root.
type logTree struct {
	Leaves []string `json:"leaves"`
	Root   string   `json:"root"`
}

func TestPageMakesTreesAsGoDoes(t *testing.T) {
	var vectors []logTree
	for size := range 40 {
		var stored []tlog.Hash
		read := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
			hashes := make([]tlog.Hash, len(indexes))
			for i, at := range indexes {
				hashes[i] = stored[at]
			}
			return hashes, nil
		})
		made := logTree{Leaves: []string{}}
		for n := range size {
			record := fmt.Appendf(nil, "record %d", n)
			leaf := tlog.RecordHash(record)
			hashes := must(tlog.StoredHashesForRecordHash(int64(n), leaf, read))(t)
			stored = append(stored, hashes...)
			made.Leaves = append(made.Leaves, hex.EncodeToString(leaf[:]))
		}
		root := must(tlog.TreeHash(int64(size), read))(t)
		made.Root = hex.EncodeToString(root[:])
		vectors = append(vectors, made)
	}
	runScript(t, "merkle.js", vectors)
}

// signedBy is a note and a receipt's promise under one key, the note with a witness's line, and seeds,
// each with its public key and its signature of the first bytes of the promise.
type signedBy struct {
	Seeds     [][3]string `json:"seeds"`
	Key       string      `json:"key"`
	Name      string      `json:"name"`
	Note      string      `json:"note"`
	Size      int         `json:"size"`
	Root      string      `json:"root"`
	Promise   string      `json:"promise"`
	Signature string      `json:"signature"`
	Witness   string      `json:"witness"`
	Cosigned  string      `json:"cosigned"`
}

// fixedSigner signs notes under a name with a key.
type fixedSigner struct {
	note.Verifier
	key ed25519.PrivateKey
}

func (s fixedSigner) Sign(text []byte) ([]byte, error) { return ed25519.Sign(s.key, text), nil }

// cosignature is a witness's line of a checkpoint (C2SP tlog-cosignature, cosignature/v1).
func cosignature(name string, key ed25519.PrivateKey, text string) string {
	hash := sha256.Sum256(append([]byte(name+"\n\x04"), key.Public().(ed25519.PublicKey)...))
	const at = 1767225600
	line := binary.BigEndian.AppendUint64(hash[:4], at)
	line = append(line, ed25519.Sign(key, fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at, text))...)
	return fmt.Sprintf("— %s %s\n", name, base64.StdEncoding.EncodeToString(line))
}

func TestPageChecksSignaturesOfTheServer(t *testing.T) {
	const election = "h2w6r4ty7kq3zx5mcnv2bjd6ae"
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	public := key.Public().(ed25519.PublicKey)
	name := "ostrakon/" + election
	encoded := must(note.NewEd25519VerifierKey(name, public))(t)
	verifier := must(note.NewVerifier(encoded))(t)
	root := sha256.Sum256([]byte("root"))
	text := fmt.Sprintf("%s\n%d\n%s\n", name, 40, base64.StdEncoding.EncodeToString(root[:]))
	signed := must(note.Sign(&note.Note{Text: text}, fixedSigner{verifier, key}))(t)
	leaf := sha256.Sum256([]byte("leaf"))
	promise := append([]byte("ostrakon/receipt/4\x00"+election), leaf[:]...)
	witness := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{8}, ed25519.SeedSize))
	var seeds [][3]string
	for n := range 20 {
		seed := sha256.Sum256([]byte{byte(n)})
		key := ed25519.NewKeyFromSeed(seed[:])
		public, signed := key.Public().(ed25519.PublicKey), ed25519.Sign(key, promise[:n])
		seeds = append(seeds, [3]string{
			hex.EncodeToString(seed[:]), hex.EncodeToString(public), hex.EncodeToString(signed),
		})
	}
	runScript(t, "note.js", signedBy{
		Seeds:    seeds,
		Witness:  base64.StdEncoding.EncodeToString(witness.Public().(ed25519.PublicKey)),
		Cosigned: string(signed) + cosignature("witness.example/w", witness, text),
		Key:      base64.StdEncoding.EncodeToString(public), Name: name, Note: string(signed), Size: 40,
		Root:    hex.EncodeToString(root[:]),
		Promise: hex.EncodeToString(promise), Signature: base64.StdEncoding.EncodeToString(ed25519.Sign(key, promise)),
	})
}
