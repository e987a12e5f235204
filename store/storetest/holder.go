package storetest

import (
	"fmt"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/sealing"
)

// PartRecord is the length of what the server hands out of one ballot to a holder, before which are class, tag,
// commitment and hash.
const PartRecord = partHead + sealing.PartSize

const partHead = ballotbox.BallotHead + len(ballotbox.Hash{})

// OpenShares opens the shares of a holder, by number, in the server's parts of all ballots, and seals them to the key
// of a count, as on the device of the holder.
func OpenShares(m *ballotbox.Manifest, checkpoint, parts, key []byte, number int,
	secret *sealing.Secret) ([]byte, error) {
	cast, err := m.OpenCheckpoint(checkpoint)
	if err != nil {
		return nil, err
	}
	box, err := m.SealingBox()
	if err != nil {
		return nil, err
	}
	opener, err := box.ShareOpener(number, secret)
	if err != nil {
		return nil, err
	}
	if len(parts) != PartRecord*int(cast.Size-1) {
		return nil, fmt.Errorf("%d bytes of parts for %d ballots", len(parts), cast.Size-1)
	}
	var shares []byte
	for ; len(parts) > 0; parts = parts[PartRecord:] {
		shares = append(shares, opener.Open(parts[partHead:PartRecord])...)
	}
	return counter.SealShares(key, m.ElectionID, cast, number, secret, shares)
}

// Shares makes the sealed shares of a holder for the count of an election that waits for them.
func Shares(tb testing.TB, s *store.Store, id store.ElectionID, number int, secret *sealing.Secret) []byte {
	tb.Helper()
	must := func(raw []byte, err error) []byte {
		if err != nil {
			tb.Fatal(err)
		}
		return raw
	}
	m, err := ballotbox.ParseManifest(must(s.Manifest(tb.Context(), id)))
	if err != nil {
		tb.Fatal(err)
	}
	state, err := s.CountState(tb.Context(), id)
	if err != nil {
		tb.Fatal(err)
	}
	var parts []byte
	for from := 0; from < state.Ballots; from += store.PartsAtOnce {
		parts = append(parts, must(s.CountParts(tb.Context(), id, number, from))...)
	}
	log, err := s.Checkpoints(tb.Context(), id, store.Page{Limit: 2})
	checkpoint := must([]byte(log.Items[0].Signed), err)
	if state.Again { // after that of the end
		checkpoint = []byte(log.Items[1].Signed)
	}
	return must(OpenShares(m, checkpoint, parts, state.CountKey, number, secret))
}

// CountWith counts a closed election with the shares and signatures of holders, by their numbers.
func CountWith(tb testing.TB, s *store.Store, id store.ElectionID, secrets map[int]*sealing.Secret) {
	tb.Helper()
	state, err := s.StartCount(tb.Context(), Admin, id)
	for number, secret := range secrets {
		if err == nil {
			_, err = s.GiveShares(tb.Context(), id, Shares(tb, s, id, number, secret))
		}
	}
	for err == nil && state.State != store.CountSigning {
		if state, err = s.CountState(tb.Context(), id); state.State == store.CountFailed {
			tb.Fatal("the count failed")
		}
	}
	for number, secret := range secrets {
		if err == nil {
			_, err = s.SignCount(tb.Context(), id, number, secret.Sign([]byte(state.Seal)))
		}
	}
	if err != nil {
		tb.Fatal(err)
	}
}
