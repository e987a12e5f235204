package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ostrakon/store/ballotbox"
	"ostrakon/store/counter"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// A holder's page reads its parts of the ballots, gives the shares that it opened, and signs the seal.

// PartsAtOnce is how many ballots CountParts reads at most.
const PartsAtOnce = 1000

// CountParts reads what a holder, by number, needs of up to PartsAtOnce ballots from place from on, in the order of
// the cast log, while a count waits for shares. For each ballot it is the binary form of ballotbox.Ballot with, for the
// sealed bytes, their SHA-256 (32) and sealing.PartOf. Errors: refusal.NotFound, also for the number of no holder,
// refusal.NoCount.
func (s *Store) CountParts(ctx context.Context, id ElectionID, holder, from int) (parts []byte, err error) {
	state, run, err := s.waitingCount(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case run == nil || state.State != CountWaiting:
		return nil, refusal.NoCount
	case holder < 1 || holder > len(run.manifest.Holders):
		return nil, refusal.Missing("holder")
	}
	from = min(from, len(run.log))
	ballots, err := s.readBallots(ctx, id, run.log[from:min(from+PartsAtOnce, len(run.log))])
	for _, b := range ballots {
		hash := ballotbox.SealedHash(b.Sealed)
		b.Sealed = append(hash[:], sealing.PartOf(b.Sealed, holder)...)
		parts = b.Append(parts)
	}
	return parts, err
}

// waitingCount is the state of a count and the count itself, nil if there is none. Errors: refusal.NotFound.
func (s *Store) waitingCount(ctx context.Context, id ElectionID) (CountState, *countRun, error) {
	state, err := s.CountState(ctx, id)
	return state, s.counts.of(id), err
}

// GiveShares hands a holder's shares of all ballots to the process that counts. They are sealed to the CountKey by
// counter.SealShares or a page, so that this process cannot read them. Shares that are not needed any more change
// nothing. Errors: refusal.NotFound, refusal.NoCount when no process was started, or it failed, refusal.SharesWrong.
func (s *Store) GiveShares(ctx context.Context, id ElectionID, sealed []byte) (CountState, error) {
	state, run, err := s.waitingCount(ctx, id)
	switch {
	case err != nil:
		return CountState{}, err
	case run == nil || state.State == CountFailed:
		return CountState{}, refusal.NoCount
	case state.State != CountWaiting:
		return state, nil
	}
	switch _, err := run.Give(ctx, sealed); {
	case errors.Is(err, counter.ErrWrong):
		return CountState{}, refusal.SharesWrong
	case ctx.Err() != nil:
		return CountState{}, ctx.Err()
	} // whatever else happened, the state says
	return s.CountState(ctx, id)
}

// SignCount takes the signature of a holder, by number, under the text of the seal. With those of enough holders the
// count is written. A signature that is not needed any more changes nothing. Errors: refusal.NotFound, refusal.NoCount
// when no seal waits for signatures, refusal.SignatureWrong; those of AcceptCount.
func (s *Store) SignCount(ctx context.Context, id ElectionID, holder int, signature []byte) (CountState, error) {
	state, run, err := s.waitingCount(ctx, id)
	switch {
	case err != nil:
		return CountState{}, err
	case run == nil || state.State != CountSigning && state.State != CountDone:
		return CountState{}, refusal.NoCount
	case state.State == CountDone:
		return state, nil
	}
	last, err := run.sign(holder, signature)
	if err != nil {
		return CountState{}, err
	}
	if last {
		select {
		case <-run.ended:
		case <-ctx.Done():
			return CountState{}, ctx.Err()
		}
	}
	return s.CountState(ctx, id)
}

// sign adds the signature of a holder. last means that now enough have signed.
func (r *countRun) sign(holder int, signature []byte) (last bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.signed) == r.manifest.Threshold || slices.Contains(r.signed, holder) {
		return false, nil
	}
	seal, err := r.manifest.AddSignature(r.count.Seal, holder, signature)
	if err != nil {
		return false, fmt.Errorf("%w: %w", refusal.SignatureWrong, err)
	}
	r.count.Seal, r.signed = seal, append(r.signed, holder)
	slices.Sort(r.signed)
	if last = len(r.signed) == r.manifest.Threshold; last {
		close(r.enough)
	}
	return last, nil
}
