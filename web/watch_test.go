package web

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// grownProof is a proof that a log of one size begins with that of another.
type grownProof struct {
	From     int      `json:"from"`
	To       int      `json:"to"`
	FromRoot string   `json:"fromRoot"`
	ToRoot   string   `json:"toRoot"`
	Proof    []string `json:"proof"`
}

// boardSight is what a board shows.
type boardSight struct {
	Manifest   string `json:"manifest"`
	Checkpoint string `json:"checkpoint"`
	Ended      bool   `json:"ended"`
}

// sightCase is what a board showed, what it shows now with the proof of it, and what the page says.
type sightCase struct {
	Name   string         `json:"name"`
	Before *boardSight    `json:"before"`
	Now    boardSight     `json:"now"`
	Proof  []string       `json:"proof"`
	Want   map[string]any `json:"want"`
}

// watchedLog is a log whose server signs all that a test wants.
type watchedLog struct {
	signer *ballotbox.Signer
	raw    []byte
	stored []tlog.Hash
	size   int64
}

const watchedID = "eaaaaaaaaaaaaaaaaaaaaaaaaa"

func newWatchedLog(t *testing.T, title string, leaves ...string) *watchedLog {
	t.Helper()
	signer := must(ballotbox.NewSigner(bytes.Repeat([]byte{1}, 32)))(t)
	secret := must(sealing.ParseSecret(bytes.Repeat([]byte{2}, sealing.SecretSize)))(t)
	m, raw, err := ballotbox.NewManifest(ballotbox.Manifest{
		ElectionID: watchedID, Title: title, TimeZone: "UTC", Custody: ballotbox.CustodyServer, Threshold: 1,
		Questions: []ballotbox.Question{{
			ID: "qaaaaaaaaaaaaaaaaaaaaaaaaa", Title: "Chair",
			QuestionRules: ballotbox.QuestionRules{Method: tally.Plurality, Seats: 1, Max: 1,
				Evidence: ballotbox.EvidencePapers},
			Options: []ballotbox.Option{{ID: "aaaaaaaaaaaaaaaaaaaaaaaaaa", Name: "Noor"},
				{ID: "baaaaaaaaaaaaaaaaaaaaaaaaa", Name: "Tomas"}},
		}},
		Holders: []ballotbox.Holder{{Name: "server", PublicKey: secret.PublicKey(), SigningKey: secret.SigningKey()}},
	}, signer)
	if err != nil {
		t.Fatal(err)
	}
	hashes := []ballotbox.Hash{m.OpenLeaf()}
	for _, text := range leaves {
		hashes = append(hashes, ballotbox.EndLeaf(text))
	}
	l := &watchedLog{signer: signer, raw: raw}
	for _, leaf := range hashes {
		more := must(tlog.StoredHashesForRecordHash(l.size, tlog.Hash(leaf), tlog.HashReaderFunc(l.read)))(t)
		l.stored = append(l.stored, more...)
		l.size++
	}
	return l
}

func (l *watchedLog) read(at []int64) ([]tlog.Hash, error) {
	var hashes []tlog.Hash
	for _, i := range at {
		hashes = append(hashes, l.stored[i])
	}
	return hashes, nil
}

func (l *watchedLog) root(t *testing.T, size int64) tlog.Hash {
	t.Helper()
	return must(tlog.TreeHash(size, tlog.HashReaderFunc(l.read)))(t)
}

func (l *watchedLog) sight(t *testing.T, ended bool) *boardSight {
	t.Helper()
	signed, err := l.signer.Checkpoint(watchedID,
		ballotbox.Checkpoint{Size: l.size, Root: ballotbox.Hash(l.root(t, l.size))})
	if err != nil {
		t.Fatal(err)
	}
	return &boardSight{string(l.raw), string(signed), ended}
}

// The page that watches finds what "ostrakon witness" finds, and no more.
func TestPageWatchesALogAsAWitnessDoes(t *testing.T) {
	var names []string
	for n := range 40 {
		names = append(names, fmt.Sprint("ballot ", n))
	}
	whole := newWatchedLog(t, "Board", names...)
	var proofs []grownProof
	for to := int64(1); to <= whole.size; to++ {
		for from := int64(1); from <= to; from++ {
			tree := must(tlog.ProveTree(to, from, tlog.HashReaderFunc(whole.read)))(t)
			old, now := whole.root(t, from), whole.root(t, to)
			p := grownProof{int(from), int(to), hex.EncodeToString(old[:]), hex.EncodeToString(now[:]), []string{}}
			for _, h := range tree {
				p.Proof = append(p.Proof, hex.EncodeToString(h[:]))
			}
			proofs = append(proofs, p)
		}
	}
	var sights []sightCase
	add := func(name string, before, now *watchedLog, ended bool, want map[string]any) {
		c := sightCase{Name: name, Now: *now.sight(t, ended), Proof: []string{}, Want: want}
		from := int64(1)
		if before != nil {
			from, c.Before = before.size, before.sight(t, ended)
		}
		if from < now.size {
			proof := must(ballotbox.ConsistencyProof(from, now.size, now.read))(t)
			c.Proof = proof
		}
		sights = append(sights, c)
	}
	alarm := func(kind string) map[string]any { return map[string]any{"alarm": kind} }
	grew := func(size, grown int) map[string]any { return map[string]any{"size": size, "grown": grown} }
	log := func(more ...string) *watchedLog { return newWatchedLog(t, "Board", append(names[:11:11], more...)...) }
	add("the opening", nil, newWatchedLog(t, "Board"), false, grew(1, 0))
	add("a first look", nil, log(), false, grew(12, 0))
	add("nothing new", log(), log(), false, grew(12, 0))
	add("growth", log(), whole, false, grew(41, 29))
	add("nothing new after the end", log("seal"), log("seal"), true, grew(13, 0))
	add("a fork of the same size", log("a"), log("b"), false, alarm("fork"))
	add("a fork that has grown", log("a"), log("b", "c"), false, alarm("fork"))
	add("a shorter log", log("a"), log(), false, alarm("shrunk"))
	add("a second manifest", log(), newWatchedLog(t, "Another", names...), false, alarm("manifest"))
	add("a second seal", log("seal"), log("other seal"), true, alarm("seal"))
	add("a second seal after the first", log("seal"), log("seal", "other seal"), true, alarm("seal"))
	other := newWatchedLog(t, "Another", names...)
	other.raw = whole.raw
	add("a log of a second manifest", nil, other, false, alarm("manifest"))
	runScript(t, "watch.js", map[string]any{"proofs": proofs, "sights": sights})
}
