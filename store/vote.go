package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/boltfile"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// CastVote seals a ballot and casts it on a voter's own paper, if paper is "", or on that of an entry
// of the roll whose proxy the voter is. It returns when the ballot is on disk. The receipt has the
// code, the pad and the owner too. Every rule is checked on a snapshot first, so that refusals do not
// reach the writer. The writing transaction checks again what can change meanwhile: that the election
// is open, that the voter may still vote, and that the paper is not in the box.
//
// Errors: refusal.NotFound, refusal.NotActive, refusal.NeedsSealing where people hold the keys, refusal.VotingNotOpen,
// refusal.VotingStopped, refusal.VotingWithoutKey, refusal.VotingClosed, refusal.NotVoter, refusal.NotInElectorate,
// refusal.PaperUnavailable, refusal.CandidateElsewhere, refusal.NeedsAnswers, refusal.AnswersIncomplete,
// refusal.MarksInvalid, refusal.AlreadyVoted, refusal.OnPaper, and those of a disk that fails: refusal.StorageFull,
// refusal.StorageFailed. If ctx ends while the vote waits for the disk, or if it is refusal.VoteUnknown, the vote may
// still count.
func (s *Store) CastVote(ctx context.Context, voter UserID, election ElectionID, paper RollID,
	a Answers) (ballotbox.Receipt, error) {
	var none ballotbox.Receipt
	open, err := s.loadActive(ctx, election)
	if err != nil {
		return none, err
	}
	if !open.Custody.Traits().Seals {
		return none, refusal.NeedsSealing
	}
	if err := open.takesVotes(s.now()); err != nil {
		return none, err
	}
	b := &ballot{voter: voter, election: election, box: open.box}
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		b.paper, b.marks, err = open.mayCast(tx, voter, paper, a)
		return err
	})
	if err != nil {
		return none, err
	}
	var pad sealing.Pad
	rand.Read(pad[:])
	rand.Read(b.seed[:])
	b.tag = sealing.TagOf(pad, b.paper.owner())
	b.commitment = open.form.manifest.Commitment(b.seed, b.tag, b.marks, b.paper.class)
	if err := s.castBallot(ctx, b); err != nil {
		return none, err
	}
	r := s.signer.Receipt(string(election), b.leaf)
	r.Code, r.Pad, r.Owner = b.seed.Code(b.tag).String(), pad[:], b.paper.owner()
	return r, nil
}

// castBallot hands a ballot to the queue of votes.
func (s *Store) castBallot(ctx context.Context, b *ballot) error {
	return mayCount(s.votes.cast(ctx, b))
}

// mayCount makes refusal.VoteUnknown of a failure that leaves it open whether a ballot is on the disk.
func mayCount(err error) error {
	if errors.Is(err, refusal.StorageUnknown) && !errors.Is(err, boltfile.ErrNotSaved) {
		err = fmt.Errorf("%w: %w", refusal.VoteUnknown, err)
	}
	return err
}

// SealedBallot is a ballot as the voter's device made it.
type SealedBallot struct {
	Paper  RollID      // "" for the voter's own paper
	Pad    sealing.Pad // shows with the tag that the ballot was made for the owner of the paper
	Tag    sealing.Tag // that the device sealed with
	Sealed []byte      // must not change while the ballot is cast
	Stub   *SealedStub // nil without a poll book

	Commitment ballotbox.Hash // zero without a proof of the count
}

// CastSealed casts a ballot that was sealed on the voter's device, on the paper that CastVote would cast it on. A
// ballot with a tag that does not follow from the pad and the owner of the paper would open for nobody, so it gets no
// receipt. Only the tag is kept. The same ballot on the same paper gets the same receipt again, whatever has happened
// since: its answer may have been lost. What is inside is judged when it is counted.
//
// Errors: refusal.BallotTag for a tag of another pad or owner, refusal.BallotCopied for sealed bytes that were cast on
// another paper, refusal.BallotSize, refusal.ValidationFailed for a commitment that is missing or of no use, and those
// of CastVote that are not about answers. If ctx ends while the vote waits
// for the disk, the vote may still count.
func (s *Store) CastSealed(ctx context.Context, voter UserID, election ElectionID,
	sent SealedBallot) (ballotbox.Receipt, error) {
	var none ballotbox.Receipt
	open, ended := s.loadActive(ctx, election)
	if ended != nil && !errors.Is(ended, refusal.NotActive) && !errors.Is(ended, refusal.VotingWithoutKey) {
		return none, ended
	}
	if ended == nil && len(sent.Sealed) != open.size {
		return none, refusal.BallotSize.With(refusal.Facts{"bytes": len(sent.Sealed), "want": open.size})
	}
	b := &ballot{voter: voter, election: election}
	given := false
	err := s.view(ctx, func(tx *bolt.Tx) (refused error) {
		var unknown error
		if b.paper, unknown = findPaper(tx, election, voter, sent.Paper); unknown == nil {
			if refused = b.take(tx, sent, open); refused != nil {
				return refused
			}
			if given, refused = b.lookUp(tx); given || refused != nil {
				return refused
			}
		}
		if ended != nil {
			return ended
		}
		if _, refused = paperOf(tx, election, voter, sent.Paper); refused == nil {
			refused = usedBy(tx, election, b.paper.mark)
		}
		return refused
	})
	if err == nil && given { // perhaps by a commit whose sync is not over
		err = mayCount(s.file.ViewSynced(func(tx *bolt.Tx) (err error) {
			given, err = b.lookUp(tx)
			return err
		}))
	}
	// The clock is for the writing transaction: this ballot may be in the queue already.
	if err == nil && !given {
		err = s.castBallot(ctx, b)
	}
	if err != nil {
		return none, err
	}
	r := s.signer.Receipt(string(election), b.leaf)
	r.Line = b.stub.Line
	return r, nil
}

// activeElection is what casting needs of an ACTIVE election. loadActive caches it, forgetActive drops it.
type activeElection struct {
	Election
	box      *sealing.Box
	size     int // of a sealed ballot, in bytes
	form     ballotForm
	manifest ballotbox.Hash
}

// loadActive reads an ACTIVE election, or returns it if it was read before. It may have closed meanwhile: the
// transaction that writes a vote checks the status again. Errors: refusal.NotFound, refusal.NotActive,
// refusal.VotingWithoutKey.
func (s *Store) loadActive(ctx context.Context, id ElectionID) (*activeElection, error) {
	s.activeMu.RLock()
	open, changes := s.active[id], s.activeChanges
	s.activeMu.RUnlock()
	if open != nil {
		return open, nil
	}
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		if open, err = readActiveElection(tx, id); err == nil && s.lacksKey(tx, &open.Election) {
			err = refusal.VotingWithoutKey
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	s.activeMu.Lock()
	if changes == s.activeChanges { // otherwise it may be out of date already
		s.active[id] = open
	}
	s.activeMu.Unlock()
	return open, nil
}

func readActiveElection(tx *bolt.Tx, id ElectionID) (*activeElection, error) {
	rec, err := electionTable.Get(tx, id)
	if err != nil {
		return nil, err
	}
	switch rec.Status {
	case Draft:
		return nil, refusal.Missing(electionTable.Name)
	case Completed:
		return nil, refusal.NotActive
	}
	m, _, err := getManifest(tx, id)
	if err != nil {
		return nil, err
	}
	box, err := m.SealingBox()
	return &activeElection{Election: rec.Election, box: box, size: m.SealedSize, form: newBallotForm(m),
		manifest: m.Hash()}, err
}

// forgetActive drops an election that is no longer ACTIVE, or has another end.
func (s *Store) forgetActive(id ElectionID) {
	s.activeMu.Lock()
	delete(s.active, id)
	s.activeChanges++
	s.activeMu.Unlock()
}

// Voting reports whether votes come in numbers: many people tried to cast one within the last minute.
func (s *Store) Voting() bool { return s.lately.many(s.now()) }

// rush remembers when the last votes came.
type rush struct {
	came [manyVotes]atomic.Int64 // in nanoseconds since 1970; 0: not yet
	next atomic.Uint64           // place in came
}

// manyVotes in a minute are so many that other work steps back. One now and then does not wait for it noticeably.
const manyVotes = 16

func (r *rush) note(at time.Time) { r.came[(r.next.Add(1)-1)%manyVotes].Store(at.UnixNano()) }

func (r *rush) many(now time.Time) bool {
	oldest := r.came[r.next.Load()%manyVotes].Load()
	return oldest != 0 && now.Before(time.Unix(0, oldest).Add(time.Minute))
}

// mayCast checks the rules for this voter, this paper and these answers.
func (e *activeElection) mayCast(tx *bolt.Tx, voter UserID, entry RollID, a Answers) (castable, []byte, error) {
	paper, err := paperOf(tx, e.ID, voter, entry)
	if err != nil {
		return paper, nil, err
	}
	marks, err := e.form.marks(a, paper.class)
	if err == nil {
		err = usedBy(tx, e.ID, paper.mark)
	}
	return paper, marks, err
}
