package store

import (
	"slices"
	"sync"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
)

// epochSize is the fewest leaves that enter the cast log together. Sorted among nine others, the place of a leaf does
// not show when the ballot arrived. As many wait until the close, so that the last epoch is not smaller either.
const epochSize = 10

// pendingLeaves holds, in memory, the leaves on disk before the cast log. A start or Mend finds them in the file.
type pendingLeaves struct {
	extending sync.Mutex // one epoch of the log at a time

	mu sync.Mutex
	of map[ElectionID][]ballotbox.Hash // in the order in which they came
}

// rereadVotes rereads the votes in memory after a commit that failed but may stand.
func (s *Store) rereadVotes(tx *bolt.Tx) error {
	s.activeMu.Lock()
	clear(s.active)
	s.activeChanges++
	s.activeMu.Unlock()
	return s.gatherPending(tx)
}

// replace notes the leaves that were found in the file.
func (p *pendingLeaves) replace(of map[ElectionID][]ballotbox.Hash) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of = of
}

// add notes the leaves of an election's ballots.
func (p *pendingLeaves) add(id ElectionID, leaves []ballotbox.Hash) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of[id] = append(p.of[id], leaves...)
}

// epochs returns, of each election where leaves for two epochs or more wait, all but those that came last.
func (p *pendingLeaves) epochs() map[ElectionID][]ballotbox.Hash {
	p.mu.Lock()
	defer p.mu.Unlock()
	ready := make(map[ElectionID][]ballotbox.Hash)
	for id, leaves := range p.of {
		if n := len(leaves) - epochSize; n >= epochSize {
			ready[id] = slices.Clone(leaves[:n])
		}
	}
	return ready
}

// logged removes the first leaves of an election: they are in the log.
func (p *pendingLeaves) logged(id ElectionID, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of[id] = slices.Clone(p.of[id][min(n, len(p.of[id])):])
}

// forget removes an election, which is closed.
func (p *pendingLeaves) forget(id ElectionID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.of, id)
}

// has reports whether a leaf of an election waits. Ask before the file is read: what does not wait is in the log.
func (p *pendingLeaves) has(id ElectionID, leaf ballotbox.Hash) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Contains(p.of[id], leaf)
}
