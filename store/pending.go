package store

import (
	"sync"

	"ostrakon/store/ballotbox"
)

// epochSize is the fewest leaves that enter a running election's cast log together. Sorted among
// nine others, the place of a leaf does not show when the ballot arrived.
const epochSize = 10

// pendingLeaves are the leaves of ballots that are on disk and not in the cast log yet. They are
// kept in memory only; a start finds them in the file.
type pendingLeaves struct {
	mu sync.Mutex
	of map[ElectionID][]ballotbox.Hash
}

// add notes the leaves of an election's ballots.
func (p *pendingLeaves) add(id ElectionID, leaves []ballotbox.Hash) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of[id] = append(p.of[id], leaves...)
}

// removeEpochs removes and returns the leaves of the elections that have enough for an epoch.
func (p *pendingLeaves) removeEpochs() map[ElectionID][]ballotbox.Hash {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := make(map[ElectionID][]ballotbox.Hash)
	for id, leaves := range p.of {
		if len(leaves) >= epochSize {
			taken[id] = leaves
			delete(p.of, id)
		}
	}
	return taken
}
