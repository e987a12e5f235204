package ballotbox

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Check is one thing that Verify checked.
type Check struct {
	Name string
	Err  error  // nil when it holds
	Says string // in words, what holds
}

// Evidence is what the person who verifies has from other sources than the bundle.
type Evidence struct {
	Receipts    []NamedReceipt
	Checkpoints []NamedCheckpoint // seen earlier, while the election ran
	SigningKey  string            // the installation's key as published elsewhere: base64; "" when unknown
}

// NamedReceipt is a receipt and where it comes from. ClientNonce is what the voter's client added
// to the code, or "".
type NamedReceipt struct {
	Name        string
	Receipt     Receipt
	ClientNonce string
}

// NamedCheckpoint is a signed checkpoint and where it comes from.
type NamedCheckpoint struct {
	Name   string
	Signed []byte
}

// Verify checks a bundle, and the evidence against it. It returns one check for each thing, in
// order. The election is as it should be only if all of them hold (see Valid). If a part cannot be
// read, the checks that need it fail too.
func Verify(b *Bundle, e Evidence) []Check {
	v := &bundleVerifier{b: b}
	v.manifest()
	if v.m == nil {
		return v.checks
	}
	v.signingKey(e.SigningKey)
	v.seal()
	v.checkpoint()
	v.leaves()
	v.ballots()
	v.codes()
	v.result()
	for _, r := range e.Receipts {
		v.receipt(r)
	}
	for _, c := range e.Checkpoints {
		v.earlier(c)
	}
	return v.checks
}

// Valid reports whether every check holds.
func Valid(checks []Check) bool {
	return len(checks) > 0 && !slices.ContainsFunc(checks, func(c Check) bool { return c.Err != nil })
}

type bundleVerifier struct {
	b      *Bundle
	m      *Manifest
	s      Seal
	sealed bool // s can be relied on
	checks []Check
}

func (v *bundleVerifier) note(name, says string, err error) {
	v.checks = append(v.checks, Check{Name: name, Says: says, Err: err})
}

var errNoSeal = errors.New("the seal cannot be read, so there is nothing to compare with")

// sealedAs reports whether a hash is what the seal says.
func (v *bundleVerifier) sealedAs(have, want Hash, what string) error {
	if !v.sealed {
		return errNoSeal
	}
	if have != want {
		return fmt.Errorf("%s is %s, the seal says %s", what, have, want)
	}
	return nil
}

func (v *bundleVerifier) manifest() {
	m, err := ParseManifest(v.b.Manifest)
	if err == nil {
		v.m = m
	}
	title, candidates := "", 0
	if m != nil {
		title, candidates = m.Title, len(m.Candidates)
	}
	v.note("manifest", fmt.Sprintf("%q: %d candidates, frozen when it opened", title, candidates), err)
}

func (v *bundleVerifier) signingKey(known string) {
	var err error
	says := "signed by " + Fingerprint(v.m.SigningKey) + "; compare it with the key the organisation published"
	if known != "" {
		says = "signed by the key you know"
		if known != Fingerprint(v.m.SigningKey) {
			err = fmt.Errorf("the manifest names the key %s, not %s", Fingerprint(v.m.SigningKey), known)
		}
	}
	v.note("signing key", says, err)
}

func (v *bundleVerifier) seal() {
	s, err := v.m.openSeal(v.b.Seal)
	v.s, v.sealed = s, err == nil
	switch {
	case err != nil:
	case s.ElectionID != v.m.ElectionID:
		err = fmt.Errorf("the manifest's election is %s, the seal says %q", v.m.ElectionID, s.ElectionID)
	case s.Manifest != v.m.hash:
		err = fmt.Errorf("the manifest's hash is %s, the seal says %s", v.m.hash, s.Manifest)
	case TieCommitment(s.TieSeed).String() != v.m.TieCommitment:
		err = errors.New("its tie seed is not the one committed to")
	}
	v.note("seal", "its signature is right, it covers this manifest and opens the committed tie seed", err)
}

func (v *bundleVerifier) checkpoint() {
	c, err := v.m.OpenCheckpoint(v.b.Checkpoint)
	if err == nil {
		err = v.sealedAs(c.Root, v.s.Cast.Root, "its root")
	}
	if err == nil && c.Size != v.s.Cast.Size {
		err = fmt.Errorf("its size is %d, the seal says %d", c.Size, v.s.Cast.Size)
	}
	v.note("checkpoint", "its signature is right and it says what the seal says", err)
}

func (v *bundleVerifier) leaves() {
	err := v.sealedAs(MerkleRoot(v.b.Leaves), v.s.Cast.Root, "the root of the cast log")
	if err == nil {
		err = v.asManyAsCast(len(v.b.Leaves), "leaves")
	}
	if err == nil {
		err = firstRepeated(slices.SortedFunc(slices.Values(v.b.Leaves), func(a, b Hash) int { return bytes.Compare(a[:], b[:]) }))
	}
	if e := v.m.Electorate; err == nil && e != nil && len(v.b.Leaves) > e.Size {
		err = fmt.Errorf("there are %d ballots of an electorate of %d people", len(v.b.Leaves), e.Size)
	}
	v.note("cast log", fmt.Sprintf("%d ballots were cast, each once", len(v.b.Leaves)), err)
}

// asManyAsCast reports whether a number is that of the ballots cast.
func (v *bundleVerifier) asManyAsCast(n int, what string) error {
	if int64(n) != v.s.Cast.Size {
		return fmt.Errorf("the number of %s is %d, the seal says %d", what, n, v.s.Cast.Size)
	}
	return nil
}

func firstRepeated[T interface {
	comparable
	fmt.Stringer
}](sorted []T) error {
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			return fmt.Errorf("%s is there twice", sorted[i])
		}
	}
	return nil
}

func (v *bundleVerifier) ballots() {
	err := v.sealedAs(rootOfBallots(v.b.Ballots), v.s.BallotsRoot, "the root of the ballots")
	if err == nil {
		err = v.asManyAsCast(len(v.b.Ballots), "ballots")
	}
	if err == nil && !slices.IsSortedFunc(v.b.Ballots, func(a, b Choice) int { return bytes.Compare(a[:], b[:]) }) {
		err = errors.New("they are not sorted, so their order may reveal something")
	}
	v.note("ballots", fmt.Sprintf("%d ballots were opened, as many as were cast", len(v.b.Ballots)), err)
}

func (v *bundleVerifier) codes() {
	err := v.sealedAs(rootOfCodes(v.b.Codes), v.s.CodesRoot, "the root of the codes")
	if err == nil {
		err = v.asManyAsCast(len(v.b.Codes), "codes")
	}
	if err == nil && !slices.IsSortedFunc(v.b.Codes, func(a, b Code) int { return bytes.Compare(a[:], b[:]) }) {
		err = errors.New("they are not sorted, so their order may reveal something")
	}
	if err == nil {
		err = firstRepeated(v.b.Codes)
	}
	v.note("codes", fmt.Sprintf("%d voters' codes, no two alike", len(v.b.Codes)), err)
}

func (v *bundleVerifier) result() {
	if !v.sealed {
		v.note("result", "", errNoSeal)
		return
	}
	r, raw, err := Count(v.m, v.b.Ballots, v.s.TieSeed)
	if err == nil && !bytes.Equal(raw, v.b.Result) {
		err = fmt.Errorf("counting the ballots gives %s, the bundle says %.4000q", raw, v.b.Result)
	}
	if err == nil {
		err = v.sealedAs(ResultHash(raw), v.s.Result, "the result's hash")
	}
	v.note("result", v.words(r), err)
}

// words describes a result in words.
func (v *bundleVerifier) words(r *Result) string {
	if r == nil {
		return ""
	}
	names := make(map[string]string)
	for _, c := range v.m.Candidates {
		names[c.ID] = c.Name
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "counted again, byte for byte the same: %s.", r.Outcome)
	for _, c := range r.Candidates {
		fmt.Fprintf(&b, " %q %d", names[c.CandidateID], c.Votes)
		if c.Winner {
			b.WriteString(" (winner)")
		}
		b.WriteByte(';')
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte(";"))) + "."
}

func (v *bundleVerifier) receipt(n NamedReceipt) {
	leaf, code, err := n.Receipt.check(v.m, n.ClientNonce)
	switch {
	case err != nil:
	case !slices.Contains(v.b.Leaves, leaf):
		err = errors.New("the signed leaf is not in the cast log: the ballot was left out, this is the proof")
	case !slices.Contains(v.b.Codes, code):
		err = errors.New("its signed code is not among those counted: the ballot was replaced, this is the proof")
	}
	v.note("receipt "+n.Name, "its ballot is in the cast log and its code among those counted", err)
}

func (v *bundleVerifier) earlier(n NamedCheckpoint) {
	c, err := v.m.OpenCheckpoint(n.Signed)
	switch {
	case err != nil:
	case c.Size > int64(len(v.b.Leaves)):
		err = fmt.Errorf("it is of %d cast ballots, the bundle has only %d: the log was cut", c.Size, len(v.b.Leaves))
	case MerkleRoot(v.b.Leaves[:c.Size]) != c.Root:
		err = fmt.Errorf("at %d ballots the log had another root: it was rewritten, this is the proof", c.Size)
	}
	v.note("checkpoint "+n.Name, fmt.Sprintf("the cast log only grew since it had %d ballots", c.Size), err)
}
