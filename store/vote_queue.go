package store

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/boltfile"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// maxBatch bounds the votes of one transaction.
const maxBatch = 1024

// A disk that hangs gives no error. After stalls the store is not ready; after votePatience a voter hears of it.
const (
	stalls       = 10 * time.Second
	votePatience = 20 * time.Second
)

// voteQueue commits votes in groups. While one transaction waits for the disk, the next votes gather, and all of them
// share the next transaction. A single vote is committed at once. The ballots of a group that the server seals share an
// encapsulation, because that costs more than everything else about a vote. A refused vote gets its answer without an
// error for the transaction, which would roll back the other votes.
type voteQueue struct {
	store   *Store
	waiting chan *castRequest
	done    chan struct{}
	began   atomic.Pointer[time.Time] // when the commit that runs began; nil while none does

	mu     sync.RWMutex // held for reading while sending to waiting, for writing while closing it
	closed bool
}

type castRequest struct {
	ballot  *ballot
	given   bool // it was cast before: nothing was written
	refused error
	answer  chan error // buffered: the committer never waits for a caller
}

func startVoteQueue(s *Store) *voteQueue {
	q := &voteQueue{store: s, waiting: make(chan *castRequest, maxBatch), done: make(chan struct{})}
	go q.run()
	return q
}

// cast hands a ballot to the committer and waits until it is on disk or refused. The ballot has its leaf then. If ctx
// or votePatience ends first, the ballot still belongs to the committer. Errors of that: refusal.StorageUnknown.
func (q *voteQueue) cast(ctx context.Context, b *ballot) error {
	q.store.lately.note(q.store.now())
	req := &castRequest{ballot: b, answer: make(chan error, 1)}
	if err := q.send(ctx, req); err != nil {
		return err
	}
	select {
	case err := <-req.answer:
		return err
	case <-time.After(votePatience):
		return refusal.StorageUnknown
	case <-ctx.Done():
		return ctx.Err()
	}
}

// stalled reports whether the disk has kept a commit waiting for long.
func (q *voteQueue) stalled() bool {
	began := q.began.Load()
	return began != nil && time.Since(*began) > stalls
}

func (q *voteQueue) send(ctx context.Context, req *castRequest) error {
	q.mu.RLock()
	defer q.mu.RUnlock()
	if q.closed {
		return boltfile.ErrClosed
	}
	select {
	case q.waiting <- req:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// stop commits what is waiting and ends the committer.
func (q *voteQueue) stop() {
	q.mu.Lock()
	if !q.closed {
		q.closed = true
		close(q.waiting)
	}
	q.mu.Unlock()
	<-q.done
}

func (q *voteQueue) run() {
	defer close(q.done)
	for first := range q.waiting {
		q.commit(q.gather(first))
	}
}

// gather adds the votes that wait behind the first one.
func (q *voteQueue) gather(first *castRequest) []*castRequest {
	batch := []*castRequest{first}
	for len(batch) < maxBatch {
		select {
		case req, ok := <-q.waiting:
			if !ok {
				return batch
			}
			batch = append(batch, req)
		default:
			return batch
		}
	}
	return batch
}

func (q *voteQueue) commit(batch []*castRequest) {
	sealAll(batch)
	// Votes in the queue are committed even if their callers have gone.
	began := time.Now() // not the clock of records: this is how long the disk takes
	q.began.Store(&began)
	defer q.began.Store(nil)
	put := func(tx *bolt.Tx) error { return q.putAll(tx, batch) }
	err := q.store.update(context.Background(), put)
	if errors.Is(err, boltfile.ErrNotSaved) { // a disk that failed once may have been disturbed for a moment
		err = q.store.update(context.Background(), put)
	}
	if err == nil {
		votes := 0
		for election, leaves := range leavesOf(batch) {
			q.store.pending.add(election, leaves)
			votes += len(leaves)
		}
		q.store.tempo.note(votes, time.Since(began))
	}
	for _, req := range batch {
		if err != nil {
			req.answer <- err
		} else {
			req.answer <- req.refused
		}
	}
}

// leavesOf returns the leaves of the ballots of a batch that were put, in the order in which they came.
func leavesOf(batch []*castRequest) map[ElectionID][]ballotbox.Hash {
	leaves := make(map[ElectionID][]ballotbox.Hash)
	for _, req := range batch {
		if req.refused == nil && !req.given {
			leaves[req.ballot.election] = append(leaves[req.ballot.election], req.ballot.leaf)
		}
	}
	return leaves
}

// sealAll seals the unsealed ballots of a batch, one encapsulation per election, or refuses them with the reason.
func sealAll(batch []*castRequest) {
	type attempt struct {
		sealer *sealing.Batch
		err    error
	}
	sealers := make(map[*sealing.Box]attempt)
	for _, req := range batch {
		b := req.ballot
		if b.box == nil {
			continue
		}
		a, made := sealers[b.box]
		if !made {
			a.sealer, a.err = b.box.Batch()
			sealers[b.box] = a
		}
		if req.refused = a.err; a.err != nil {
			continue
		}
		var sealed []byte
		if sealed, req.refused = a.sealer.Seal(b.seed, b.marks, b.tag); req.refused == nil {
			b.setSealed(sealed)
		}
	}
}

// putAll writes the votes of a batch, reading each election's state once.
func (q *voteQueue) putAll(tx *bolt.Tx, batch []*castRequest) error {
	now := q.store.now()
	states := make(map[ElectionID]error)
	for _, req := range batch {
		if req.refused != nil {
			continue
		}
		if req.ballot.box == nil {
			if req.given, req.refused = req.ballot.lookUp(tx); req.given || req.refused != nil {
				continue
			}
		}
		state, known := states[req.ballot.election]
		if !known {
			var e electionRecord
			if e, state = electionTable.Get(tx, req.ballot.election); state == nil {
				state = e.takesVotes(now)
			}
			states[req.ballot.election] = state
		}
		if req.refused = state; state != nil {
			continue
		}
		var err error
		if req.refused, err = req.ballot.put(tx); err != nil {
			return err
		}
	}
	return nil
}
