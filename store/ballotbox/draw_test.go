package ballotbox

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"ostrakon/store/sealing"
)

// TestNobodySteersTheDraw lets an attacker choose the keys of all holders and the seeds of own
// ballots: of several tries, the one that elects the favourite by what is known before the count.
// Then the honest ballots open. Among k who are tied the favourite must win 1 in k times: 200 times,
// and 10,000 other times where OSTRAKON_LONG is set. The bound is six standard deviations, which
// chance exceeds once in 500 million runs.
func TestNobodySteersTheDraw(t *testing.T) {
	n, seed := 200, uint64(1)
	if os.Getenv("OSTRAKON_LONG") != "" {
		n, seed = 10_000, rand.Uint64()
	}
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	const k, tries = 4, 10
	known, won := 0, 0
	for range n {
		ballot := func(option int) Opened {
			seed := sealing.Seed(binary.BigEndian.AppendUint64(make([]byte, 24), rng.Uint64()))
			return Opened{paper(1, k, option).Marks, 1, seed.Code(sealing.Tag{})}
		}
		elects := func(m *Manifest, opened []Opened) bool {
			c := must(m.Count(slices.Repeat([]Cast{{Class: 1}}, len(opened)), opened, PapersIn{}))
			return slices.Equal(c.Result.Questions[0].Elected, []int{1})
		}
		var m *Manifest
		var own []Opened
		for range tries {
			m = open(k, func(m *Manifest) {
				m.Questions[0].Draw, m.Threshold, m.Holders = true, 1, []Holder{keyOfChance(rng)}
			}).manifest
			own = nil
			for option := range k {
				own = append(own, ballot(option))
			}
			if elects(m, own) {
				known++
				break
			}
		}
		all := own
		for option := range k {
			all = append(all, ballot(option))
		}
		if elects(m, all) {
			won++
		}
	}
	if expected := float64(n) / k; math.Abs(float64(won)-expected) > 6*math.Sqrt(expected*(1-1./k)) {
		t.Errorf("the favourite wins %d of %d draws among %d", won, n, k)
	}
	if known < n*8/10 { // 1 - (3/4)^10 is 0.94: so well tries would steer a draw that could be known
		t.Errorf("the attacker finds only %d of %d draws that would elect the favourite", known, n)
	}
}

// keyOfChance is a holder whose key the attacker drew.
func keyOfChance(rng *rand.Rand) Holder {
	raw := make([]byte, sealing.SecretSize)
	binary.BigEndian.PutUint64(raw, rng.Uint64())
	s := must(sealing.ParseSecret(raw))
	return holderFor("Mallory", s, keyIndex)
}
