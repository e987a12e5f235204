package web

import (
	"math/rand/v2"
	"testing"
)

// What a voter presses makes marks that the count takes, in a request of one length.
func TestMarksOfAVoter(t *testing.T) {
	seed := rand.Uint32()
	t.Logf("seed %d", seed)
	runScript(t, "paper.js", map[string]uint32{"seed": seed})
}
