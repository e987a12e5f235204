package web

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/sealing"
)

// holderAsked is what testdata/shares.js does, and holderSaid what it answers. Bytes are base64.
type holderAsked struct {
	Manifest string `json:"manifest"`
	Log      string `json:"log"` // checkpoint and leaves, as the board lists them
	Records  []byte `json:"records"`
	Number   int    `json:"number"`
	Secret   []byte `json:"secret"`
	CountKey []byte `json:"countKey"`
	Seal     string `json:"seal"`
	Result   string `json:"result"`
}

type holderSaid struct {
	Sealed    []byte `json:"sealed"`
	Signature []byte `json:"signature"`
}

// asHolder runs the modules of a holder's page.
func (e *ended) asHolder(t *testing.T, number int, key []byte, seal, result string) (said holderSaid) {
	t.Helper()
	box, ballots := e.box(t)
	lines := []string{string(box.Checkpoint), e.manifest.OpenLeaf().String()}
	for _, cast := range e.bundle.Leaves {
		lines = append(lines, cast.Leaf(e.manifest.ElectionID).String())
	}
	asked := holderAsked{
		Manifest: string(e.bundle.Manifest), Log: strings.Join(lines, "\n") + "\n", Number: number,
		Secret: e.secrets[number].Bytes(), CountKey: key, Seal: seal, Result: result,
	}
	for _, b := range ballots {
		hash := ballotbox.SealedHash(b.Sealed)
		b.Sealed = append(hash[:], sealing.PartOf(b.Sealed, number)...)
		asked.Records = b.Append(asked.Records)
	}
	noError(t, json.Unmarshal(runScript(t, "shares.js", asked), &said))
	return said
}

// The page of a holder opens, seals and signs what the counting process and the box take.
func TestHoldersCountFromTheirPages(t *testing.T) {
	e := endElection(t, false)
	box, _ := e.box(t)
	at := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	c := must(counter.Start(t.Context(), counter.InProcess, box, func() time.Time { return at }))(t)
	t.Cleanup(c.Kill)
	for _, number := range []int{3, 1} {
		if got, err := c.Give(t.Context(), e.asHolder(t, number, c.Key(), "", "").Sealed); got != number || err != nil {
			t.Fatalf("the shares of holder %d are those of %d, %v", number, got, err)
		}
	}
	count := must(c.Wait(t.Context()))(t)
	for _, number := range []int{3, 1} {
		said := e.asHolder(t, number, c.Key(), ballotbox.NoteText(count.Seal), string(count.Result))
		count.Seal = must(e.manifest.AddSignature(count.Seal, number, said.Signature))(t)
	}
	sealed := must(box.Accept(count, e.bundle.Leaves, e.signer))(t)
	if sealed.Result.Invalid != 2 {
		t.Errorf("%d invalid", sealed.Result.Invalid)
	}
}

// A server that shows a key of its own as that of the counting process gets the shares of the ballots in the log, and
// nothing that opens a ballot of another election or signs.
func TestAForeignKeyInTheCountGetsSharesAlone(t *testing.T) {
	e := endElection(t, false)
	_, ballots := e.box(t)
	thief := sealing.NewSecret()
	said := e.asHolder(t, 2, thief.PublicKey(), "", "")
	got := must(thief.OpenFrom("ostrakon/count/4\x00"+e.manifest.ElectionID, said.Sealed))(t)
	opener := must(must(e.manifest.SealingBox())(t).ShareOpener(2, e.secrets[2]))(t)
	const head = 1 + 64 // number and signature
	want := []byte{}
	for _, b := range ballots {
		want = append(want, opener.Open(sealing.PartOf(b.Sealed, 2))...)
	}
	if len(got) != head+len(want) || got[0] != 2 || !bytes.Equal(got[head:], want) {
		t.Errorf("it gets %d bytes, and not the shares", len(got))
	}
	if bytes.Contains(got, e.secrets[2].Bytes()) || len(said.Signature) != 0 {
		t.Error("it gets the secret of the holder, or a signature under a seal")
	}
}
