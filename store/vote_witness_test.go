package store_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// witness cosigns checkpoints (C2SP tlog-cosignature, cosignature/v1).
type witness struct {
	ballotbox.Witness
	key ed25519.PrivateKey
}

func newWitness(name string, seed byte) witness {
	key := ed25519.NewKeyFromSeed(append(make([]byte, 31), seed))
	return witness{ballotbox.Witness{Name: name, Key: key.Public().(ed25519.PublicKey)}, key}
}

// cosign adds a line to a checkpoint.
func (w witness) cosign(checkpoint []byte) []byte {
	const at = 1_900_000_000
	signed := ed25519.Sign(w.key, fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at, ballotbox.NoteText(checkpoint)))
	raw := binary.BigEndian.AppendUint32(nil, w.KeyHash())
	raw = append(binary.BigEndian.AppendUint64(raw, at), signed...)
	return fmt.Appendf(checkpoint[:len(checkpoint):len(checkpoint)], "— %s %s\n", w.Name,
		base64.StdEncoding.EncodeToString(raw))
}

func TestWitnessesAreNamedBeforeAnElectionOpens(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	one, two := newWitness("one.example/w", 1), newWitness("two", 2)
	set := func(needed int, all ...ballotbox.Witness) func() error {
		return func() error {
			return errOf(s.SetWitnesses(t.Context(), storetest.Admin, e.ID, ballotbox.Witnesses{Needed: needed, Keys: all}))
		}
	}
	invalid(t, s, "needed", set(0, one.Witness))
	invalid(t, s, "needed", set(2, one.Witness))
	invalid(t, s, "keys", set(1))
	invalid(t, s, "keys", set(1, one.Witness, one.Witness))
	invalid(t, s, "keys", set(1, ballotbox.Witness{Name: "a b", Key: one.Key}))
	invalid(t, s, "keys", set(1, ballotbox.Witness{Name: "a+b", Key: one.Key}))
	invalid(t, s, "keys", set(1, ballotbox.Witness{Name: "low", Key: make([]byte, 32)}))
	invalid(t, s, "keys", set(1, ballotbox.Witness{Name: "none"}))
	// What a manifest would refuse is refused here: the election could not open.
	invalid(t, s, "keys", set(1, ballotbox.Witness{Name: "ostrakon/log", Key: one.Key}))
	invalid(t, s, "keys", set(1, one.Witness, ballotbox.Witness{Name: "another", Key: one.Key}))
	invalid(t, s, "keys", set(1, ballotbox.Witness{Name: "server", Key: must(s.Installation(t.Context()))(t).SigningKey}))
	for _, call := range []func() error{set(2, one.Witness, two.Witness), set(0), set(1, one.Witness, two.Witness)} {
		noError(t, call())
	}
	// Nobody signs as a holder and as a witness, whoever was named first.
	plan := store.HolderPlan{Threshold: 1, Holders: []string{"Zoe"}}
	must(s.SetHolders(t.Context(), storetest.Admin, e.ID, plan))(t)
	token, keys := must(s.InviteHolder(t.Context(), storetest.Admin, e.ID, 1))(t), sealing.NewSecret().AllKeys()
	right := keys[30].SigningKey
	keys[30].SigningKey = two.Key
	invalid(t, s, "keys", func() error { return s.SetHolderKeys(t.Context(), token, keys) })
	keys[30].SigningKey = right
	noError(t, s.SetHolderKeys(t.Context(), token, keys))
	invalid(t, s, "keys", set(1, one.Witness, ballotbox.Witness{Name: "holder", Key: right}))
	storetest.Advance(t, s, e.ID, store.Active)
	refused(t, s, refusal.NotDraft, set(0))
	m := must(ballotbox.ParseManifest(must(s.Manifest(t.Context(), e.ID))(t)))(t)
	if w := m.Witnesses; w == nil || w.Needed != 1 || len(w.Keys) != 2 || w.Keys[1].Name != "two" {
		t.Errorf("the manifest names %+v", w)
	}
}

func TestWitnessesCosignEveryCheckpoint(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	one, two, stranger := newWitness("one.example/w", 1), newWitness("two", 2), newWitness("three", 3)
	both := ballotbox.Witnesses{Needed: 2, Keys: []ballotbox.Witness{one.Witness, two.Witness}}
	must(s.SetWitnesses(t.Context(), storetest.Admin, e.ID, both))(t)
	storetest.Advance(t, s, e.ID, store.Active)
	read := func() []byte { return must(s.Checkpoint(t.Context(), e.ID))(t) }
	add := func(id store.ElectionID, note []byte) func() error {
		return func() error { return s.AddCosignature(t.Context(), id, note) }
	}
	opened := read()
	for n, v := range voters(t, s, 20) {
		vote(t, s, v, e.Questions[0].Candidates[n%2])
	}
	extend(t, s)
	for name, note := range map[string][]byte{
		"nothing":              nil,
		"only the server":      read(),
		"a stranger":           stranger.cosign(read()),
		"another text":         one.cosign([]byte(strings.Replace(string(read()), "\n11\n", "\n12\n", 1))),
		"a wrong line":         two.cosign(witness{one.Witness, two.key}.cosign(read())),
		"unsigned":             one.cosign([]byte(ballotbox.NoteText(read()) + "\n")),
		"by another's own key": witness{one.Witness, two.key}.cosign(read()),
	} {
		t.Log(name)
		refused(t, s, refusal.CosignatureRefused, add(e.ID, note))
	}
	refused(t, s, refusal.NotFound, add(someone, one.cosign(read())))
	cosigned := func(note []byte, want string) {
		t.Helper()
		m := must(ballotbox.ParseManifest(must(s.Manifest(t.Context(), e.ID))(t)))(t)
		if _, names, err := m.OpenCosigned(note); err != nil || strings.Join(names, " ") != want {
			t.Errorf("cosigned by %q, %v, want %s", names, err, want)
		}
	}
	for _, note := range [][]byte{two.cosign(opened), two.cosign(read()), stranger.cosign(one.cosign(read()))} {
		noError(t, add(e.ID, note)())
	}
	unchanged(t, s, func() {
		if err := add(e.ID, one.cosign(read()))(); err != nil {
			t.Errorf("the same witness again: %v", err)
		}
	})
	cosigned(read(), "one.example/w two")
	older := must(s.Checkpoints(t.Context(), e.ID, store.Page{}))(t)
	cosigned([]byte(older.Items[1].Signed), "two")

	storetest.Advance(t, s, e.ID, store.Completed)
	must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	witnesses := func() error {
		for _, c := range ballotbox.Verify(must(s.Bundle(t.Context(), e.ID))(t), ballotbox.Evidence{}) {
			if c.Name == "witnesses" {
				return c.Err
			}
		}
		return nil
	}
	if witnesses() == nil {
		t.Error("the bundle holds before its last checkpoint is cosigned")
	}
	for _, w := range []witness{one, two} {
		noError(t, add(e.ID, w.cosign(read()))())
	}
	holds(t, must(s.Bundle(t.Context(), e.ID))(t), ballotbox.Evidence{})
}

func TestALogProvesThatItOnlyGrows(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	roots := map[int64]ballotbox.Hash{1: checkpoint(t, s, e.ID).Root}
	for n, v := range voters(t, s, 50) {
		vote(t, s, v, e.Questions[0].Candidates[n%2])
		extend(t, s)
		c := checkpoint(t, s, e.ID)
		roots[c.Size] = c.Root
	}
	count(t, s, e.ID)
	c := checkpoint(t, s, e.ID)
	roots[c.Size] = c.Root
	if c.Size != 52 || len(roots) < 5 {
		t.Fatalf("a log of %d with %d checkpoints", c.Size, len(roots))
	}
	for from, old := range roots {
		for to, root := range roots {
			prove := func() ([]string, error) { return s.Consistency(t.Context(), e.ID, from, to) }
			if from > to {
				invalid(t, s, "from", func() error { return errOf(prove()) })
				continue
			}
			var proof tlog.TreeProof
			for _, text := range must(prove())(t) {
				proof = append(proof, tlog.Hash(must(base64.StdEncoding.DecodeString(text))(t)))
			}
			if err := tlog.CheckTree(proof, to, tlog.Hash(root), from, tlog.Hash(old)); err != nil {
				t.Errorf("from %d to %d: %v", from, to, err)
			}
		}
	}
	for field, sizes := range map[string][2]int64{"from": {0, 1}, "to": {1, 53}} {
		invalid(t, s, field, func() error { return errOf(s.Consistency(t.Context(), e.ID, sizes[0], sizes[1])) })
	}
	refused(t, s, refusal.NotFound, func() error { return errOf(s.Consistency(t.Context(), someone, 1, 1)) })
}
