package ballotbox

import (
	"archive/zip"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"testing"

	"golang.org/x/mod/sumdb/note"
)

// held is an election that was held: its bundle, and what its voters and onlookers keep.
type held struct {
	signer      *Signer
	secret      *Secret
	manifest    *Manifest
	bundle      *Bundle
	receipts    []NamedReceipt    // one a voter
	checkpoints []NamedCheckpoint // one an epoch
	sealed      [][]byte

	bring  Evidence // what goes to the verifier beside the bundle
	zipped []byte   // the bundle's file, when it is not as Write makes it
}

// must returns a value that cannot fail to be made.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// filled is n bytes of one value.
func filled(value byte, n int) []byte { return bytes.Repeat([]byte{value}, n) }

func idOf(name string) string {
	h := sha256.Sum256([]byte(name))
	return Choice(h[:choiceLen]).String()
}

// awkward is text that a careless writer of JSON spoils.
const awkward = "B\u00f6ard \"2026\" <&> \\ / \u2028 \x01\t\n \x7f \U0001f5f3"

// open starts an election of so many candidates. The signing key and the secret are the same each
// time.
func open(tieBreak TieBreak, candidates int) *held { return openFor(nil, tieBreak, candidates) }

// openFor is open for the people of a frozen roll.
func openFor(electorate *Electorate, tieBreak TieBreak, candidates int) *held {
	h := &held{signer: must(NewSigner(filled(1, 32))), secret: must(ParseSecret(filled(2, SecretSize))), bundle: &Bundle{}}
	m := Manifest{ElectionID: idOf("election"), Title: awkward, Method: MethodPlurality, TieBreak: tieBreak, ClosesAt: "2026-05-01T18:00:00Z", Electorate: electorate}
	for i := range candidates {
		m.Candidates = append(m.Candidates, Standing{ID: idOf(fmt.Sprint("candidate ", i)), Name: fmt.Sprint("Candidate ", i, awkward), PhotoSHA256: Hash{byte(i)}.String()})
	}
	var err error
	if h.manifest, h.bundle.Manifest, err = NewManifest(m, h.secret, h.signer); err != nil {
		panic(err)
	}
	return h
}

// hold holds an election in which each candidate gets so many votes, with epochs of ten, counts it
// and makes the bundle.
func hold(tieBreak TieBreak, votes ...int) *held { return holdFor(nil, tieBreak, votes...) }

// holdFor is hold for the people of a frozen roll.
func holdFor(electorate *Electorate, tieBreak TieBreak, votes ...int) *held {
	h := openFor(electorate, tieBreak, len(votes))
	box := must(NewBox(h.manifest))
	for round := range slices.Max(votes) {
		for i, n := range votes {
			if round < n {
				h.cast(box, must(ParseChoice(h.manifest.Candidates[i].ID)))
			}
		}
	}
	for epoch := range slices.Chunk(h.bundle.Leaves, 10) {
		sortLeaves(epoch)
	}
	for n := 10; n < len(h.bundle.Leaves); n += 10 {
		h.checkpoints = append(h.checkpoints, NamedCheckpoint{fmt.Sprintf("c%d.txt", n), h.checkpointAt(n, h.signer.signNote)})
	}
	opener := must(NewOpener(h.manifest, h.secret))
	for _, sealed := range h.sealed {
		choice, code, err := opener.Open(sealed)
		if err != nil {
			panic(err)
		}
		h.bundle.Ballots, h.bundle.Codes = append(h.bundle.Ballots, choice), append(h.bundle.Codes, code)
	}
	h.sort()
	h.recount()
	h.reseal(h.signer.signNote)
	return h
}

// cast casts a ballot as the store does; every other voter's client adds to the code.
func (h *held) cast(box *Box, choice Choice) {
	n := len(h.receipts)
	nonce := ""
	if n%2 == 1 {
		nonce = fmt.Sprint("chosen by client ", n, awkward)
	}
	salt := NewSalt()
	code := NewCode(salt, nonce)
	sealed := must(sealOne(box, choice, code))
	leaf := LeafOf(h.manifest.ElectionID, sealed)
	h.sealed = append(h.sealed, sealed)
	h.bundle.Leaves = append(h.bundle.Leaves, leaf)
	h.receipts = append(h.receipts, NamedReceipt{fmt.Sprintf("r%d.json", n), h.signer.Receipt(h.manifest.ElectionID, leaf, code, salt), nonce})
}

func sortLeaves(leaves []Hash) {
	slices.SortFunc(leaves, func(a, b Hash) int { return bytes.Compare(a[:], b[:]) })
}

// sort sorts the ballots and the codes.
func (h *held) sort() {
	slices.SortFunc(h.bundle.Ballots, func(a, b Choice) int { return bytes.Compare(a[:], b[:]) })
	slices.SortFunc(h.bundle.Codes, func(a, b Code) int { return bytes.Compare(a[:], b[:]) })
}

// recount makes the result that the manifest and the ballots of the bundle give.
func (h *held) recount() {
	var err error
	if _, h.bundle.Result, err = Count(h.manifest, h.bundle.Ballots, h.secret.TieSeed()); err != nil {
		panic(err)
	}
}

// signing signs a note's text under an origin.
type signing func(origin, text string) ([]byte, error)

// pretending signs with a wrong key and names the right one.
func pretending(public []byte) signing {
	return func(origin, text string) ([]byte, error) {
		wrong := ed25519.NewKeyFromSeed(filled(9, 32))
		return note.Sign(&note.Note{Text: text}, noteSigner{must(verifier(origin, public)), wrong})
	}
}

func (h *held) checkpointAt(n int, sign signing) []byte {
	c := Checkpoint{int64(n), MerkleRoot(h.bundle.Leaves[:n])}
	return must(sign(h.manifest.origin(), c.text(h.manifest.origin())))
}

// seal is the seal that the parts of the bundle give.
func (h *held) seal() Seal {
	cast := Checkpoint{int64(len(h.bundle.Leaves)), MerkleRoot(h.bundle.Leaves)}
	return NewSeal(h.manifest, cast, h.bundle.Ballots, h.bundle.Codes, h.bundle.Result, h.secret.TieSeed())
}

// reseal makes the checkpoint and the seal that the other parts of the bundle give.
func (h *held) reseal(sign signing) {
	h.bundle.Checkpoint = h.checkpointAt(len(h.bundle.Leaves), sign)
	h.bundle.Seal = must(sign(h.manifest.origin(), h.seal().text()))
}

// remanifest edits the manifest and writes it as it should be written.
func (h *held) remanifest(edit func(*Manifest)) {
	m := *h.manifest
	m.Candidates = slices.Clone(m.Candidates)
	edit(&m)
	h.bundle.Manifest = must(canonical(m))
	m.hash = ManifestHash(h.bundle.Manifest)
	h.manifest = &m
}

// bringAll brings all that voters, onlookers and the organisation kept.
func (h *held) bringAll() {
	h.bring = Evidence{Receipts: h.receipts, Checkpoints: h.checkpoints, SigningKey: Fingerprint(h.signer.Public())}
}

// entry is one file in a zip.
type entry struct{ name, content string }

func unzip(zipped []byte) []entry {
	z := must(zip.NewReader(bytes.NewReader(zipped), int64(len(zipped))))
	var entries []entry
	for _, f := range z.File {
		entries = append(entries, entry{f.Name, string(must(io.ReadAll(must(f.Open()))))})
	}
	return entries
}

func zipOf(entries []entry) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		must(io.WriteString(must(z.Create(e.name)), e.content))
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// file is the bundle as a file.
func (h *held) file() []byte {
	if h.zipped != nil {
		return h.zipped
	}
	var out bytes.Buffer
	if err := h.bundle.Write(&out); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// rewrite changes a file of the bundle as text.
func (h *held) rewrite(name string, edit func(string) string) {
	entries := unzip(h.file())
	i := slices.IndexFunc(entries, func(e entry) bool { return e.name == name })
	entries[i].content = edit(entries[i].content)
	h.zipped = zipOf(entries)
}

func read(file []byte) (*Bundle, error) {
	return ReadBundle(bytes.NewReader(file), int64(len(file)))
}

func TestAnHonestElectionIsReproducible(t *testing.T) {
	a := hold(TieStated, 3, 2)
	if !bytes.Equal(a.file(), a.file()) {
		t.Error("the same bundle gives other bytes the second time")
	}
}

// sealOne seals a ballot with an encapsulation of its own.
func sealOne(b *Box, choice Choice, code Code) ([]byte, error) {
	s, err := b.Sealer()
	if err != nil {
		return nil, err
	}
	return s.Seal(choice, code)
}
