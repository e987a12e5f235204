package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// proofHash returns the hash by which a seal names a proof of the count: that of "ostrakon/proof/4\0" ‖
// SHA-256(invalid.txt) ‖ SHA-256(proof.bin).
func proofHash(invalid []Hash, proof []byte) Hash {
	named, shown := sha256.Sum256(linesOf(invalid)), sha256.Sum256(proof)
	return hashOf("ostrakon/proof/4\x00", slices.Concat(named[:], shown[:]))
}

// proof checks the proof of the count: that the totals follow from the ballots that are not named as invalid.
func (v *bundleVerifier) proof() {
	b, vouch := v.b, fmt.Sprintf("%d of %d holders vouch for", v.m.Threshold, len(v.m.Holders))
	if v.cancelled {
		v.noCount("proof", len(b.Invalid)+len(b.Proof))
		return
	}
	if !v.m.Proof || v.backupAt != "" || v.differs {
		why, err := "", error(nil)
		if v.m.Proof {
			why = ", since a backup was restored"
			err = v.sealedProof()
		}
		if len(b.Invalid)+len(b.Proof) > 0 {
			err = errors.New("there is to be no proof of the count, and the bundle has one")
		}
		v.note("proof", "none"+why+": "+vouch+" the count", err)
		return
	}
	var proved, vouched []string
	for i := range v.m.Questions {
		to := &vouched
		if v.m.Questions[i].IsProvable() {
			to = &proved
		}
		*to = append(*to, strconv.Quote(v.m.Questions[i].Title))
	}
	if n := len(b.Invalid); n > 0 {
		vouched = append(vouched, fmt.Sprintf("the %d ballots called invalid", n))
	}
	if v.m.Papers > 0 {
		vouched = append(vouched, "the printed papers")
	}
	says := fmt.Sprintf("anyone can check the totals of %d ballots for %s", len(b.Codes), strings.Join(proved, ", "))
	if len(vouched) > 0 {
		says += "; " + vouch + " " + strings.Join(vouched, ", ")
	}
	v.note("proof", says, v.proved())
}

// proved checks a proof that must be there.
func (v *bundleVerifier) proved() error {
	b := v.b
	switch {
	case v.shown == nil:
		return errors.New("the counts do not hold, so there is nothing to prove")
	case len(b.Leaves)-len(b.Invalid) != len(b.Codes):
		return fmt.Errorf("%d of %d ballots are named invalid, and there are %d codes", len(b.Invalid), len(b.Leaves),
			len(b.Codes))
	}
	if err := v.sealedProof(); err != nil {
		return err
	}
	s, err := v.m.statement(v.shown, b.Leaves, v.leaf, b.Invalid, MerkleRoot(v.cast))
	if err != nil {
		return err
	}
	return v.m.ProofForm().Check(bytes.NewReader(b.Proof), int64(len(b.Proof)), s)
}

// sealedProof compares the proof with the seal, which names one where the manifest has one.
func (v *bundleVerifier) sealedProof() error {
	if v.s.Proof == nil {
		return errors.New("the seal names no proof")
	}
	return v.sealedAs(proofHash(v.b.Invalid, v.b.Proof), *v.s.Proof, "the hash of the proof")
}
