package ballotbox

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Check is one thing that Verify checked.
type Check struct {
	Name       string
	Err        error  // nil when it holds
	Says       string // in words, what holds
	Uncompared bool   // it is of the signing key, and none was known to compare with
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
	v.notices()
	v.checkpoint()
	v.leaves()
	v.codes()
	v.counts()
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

// Compared reports whether the signing key was compared with a known one. If not, the bundle may
// have been signed by anybody.
func Compared(checks []Check) bool {
	return len(checks) > 0 && !slices.ContainsFunc(checks, func(c Check) bool { return c.Uncompared })
}

type bundleVerifier struct {
	b        *Bundle
	m        *Manifest
	s        Seal
	sealed   bool      // s can be relied on
	leaf     []Hash    // of the cast log
	evidence *evidence // of counts that hold, else nil
	checks   []Check
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
	says := ""
	if err == nil {
		v.m, v.leaf = m, leavesOf(m.ElectionID, v.b.Leaves)
		says = fmt.Sprintf("%q: %d questions with %d options, frozen when it opened", m.Title, len(m.Questions), m.OptionCount())
	}
	v.note("manifest", says, err)
}

func (v *bundleVerifier) signingKey(known string) {
	key := Fingerprint(v.m.SigningKey)
	c := Check{Name: "signing key", Says: "signed by the key you know"}
	switch known {
	case key:
	case "":
		c.Uncompared, c.Says = true, "NOT compared: signed by "+key+"; compare it with the key the organisation published"
	default:
		c.Err = fmt.Errorf("the manifest names the key %s, not %s", key, known)
	}
	v.checks = append(v.checks, c)
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
	}
	v.note("seal", "its signature is right and it covers this manifest", err)
}

func (v *bundleVerifier) notices() {
	err := v.sealedAs(noticesHash(v.b.Notices), v.s.Notices, "the hash of notices.json")
	says, before := "the end was not moved", v.m.ClosesAt
	for i, signed := range v.b.Notices {
		if err != nil {
			break
		}
		var n Notice
		if n, err = v.m.OpenNotice([]byte(signed)); err == nil && n.ClosesAt <= before {
			err = fmt.Errorf("the end is moved from %s to %s", before, n.ClosesAt)
		}
		if err != nil {
			err = fmt.Errorf("notice %d: %w", i+1, err)
		}
		before = n.ClosesAt
		says = fmt.Sprintf("the end was moved to %s: %q", n.ClosesAt, n.Reason)
	}
	v.note("notices", says, err)
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
	err := v.sealedAs(MerkleRoot(v.leaf), v.s.Cast.Root, "the root of the cast log")
	if n := int64(len(v.leaf)); err == nil && n != v.s.Cast.Size {
		err = fmt.Errorf("the number of leaves is %d, the seal says %d", n, v.s.Cast.Size)
	}
	if err == nil {
		err = checkOnce(v.b.Leaves)
	}
	if err == nil {
		err = v.m.checkWeights(v.b.Leaves)
	}
	v.note("cast log", fmt.Sprintf("%d ballots of weight %d were cast, each once", len(v.b.Leaves), weightOf(v.b.Leaves)), err)
}

func (v *bundleVerifier) codes() {
	err := v.sealedAs(rootOfCodes(v.b.Codes), v.s.CodesRoot, "the root of the codes")
	if err == nil && len(v.b.Codes) > len(v.leaf) {
		err = fmt.Errorf("%d codes of %d ballots", len(v.b.Codes), len(v.leaf))
	}
	if err == nil {
		err = sortedCodes(v.b.Codes)
	}
	v.note("codes", fmt.Sprintf("%d ballots were opened, of %d", len(v.b.Codes), len(v.leaf)), err)
}

func (v *bundleVerifier) counts() {
	err := v.sealedAs(countsHash(v.b.Counts), v.s.Counts, "the hash of counts.txt")
	e := &evidence{}
	if err == nil {
		e, err = v.m.parseCounts(v.b.Counts)
	}
	if err == nil {
		err = e.addsUp(v.b.Leaves)
	}
	if closed := len(v.leaf) - len(v.b.Codes); err == nil && closed > e.invalid {
		err = fmt.Errorf("%d ballots did not open, and those that are invalid weigh %d", closed, e.invalid)
	}
	if err == nil {
		v.evidence = e
		v.note("counts", fmt.Sprintf("they add up to the ballots cast, of which %d are invalid", e.invalid), nil)
		return
	}
	v.note("counts", "", err)
}

func (v *bundleVerifier) result() {
	if v.evidence == nil {
		v.note("result", "", errors.New("the counts do not hold, so there is nothing to count"))
		return
	}
	err := v.sealedAs(ResultHash(v.b.Result), v.s.Result, "the hash of result.json")
	if err != nil {
		v.note("result", "", err)
		return
	}
	c, err := Recount(v.m, v.b.Leaves, v.b.Codes, v.b.Counts, v.b.Result)
	switch {
	case err != nil:
		v.note("result", "", err)
	case !bytes.Equal(c.Raw, v.b.Result):
		v.note("result", "", fmt.Errorf("counting gives %.4000s, the bundle says %.4000q", c.Raw, v.b.Result))
	default:
		v.note("result", v.m.words(c.Result), nil)
	}
}

// words describes a result in words.
func (m *Manifest) words(r *Result) string {
	var b strings.Builder
	for i, q := range r.Questions {
		asked := &m.Questions[i]
		how := "counted again, the same"
		if asked.Evidence == EvidenceStages {
			how = "not recounted"
		}
		fmt.Fprintf(&b, "; %q %s: %s", asked.Title, how, q.Ending)
		for _, option := range q.Elected {
			fmt.Fprintf(&b, " %q", asked.Options[option-1].Name)
		}
	}
	return strings.TrimPrefix(b.String(), "; ")
}

func (v *bundleVerifier) receipt(n NamedReceipt) {
	leaf, code, err := n.Receipt.check(v.m, n.ClientNonce)
	switch {
	case err != nil:
	case !slices.Contains(v.leaf, leaf):
		err = errors.New("the signed leaf is not in the cast log: the ballot was left out, this is the proof")
	case !slices.Contains(v.b.Codes, code):
		err = errors.New("its signed code is not among those opened: the ballot was replaced or did not open, this is the proof")
	}
	v.note("receipt "+n.Name, "its ballot is in the cast log and its code among those opened", err)
}

func (v *bundleVerifier) earlier(n NamedCheckpoint) {
	c, err := v.m.OpenCheckpoint(n.Signed)
	switch {
	case err != nil:
	case c.Size > int64(len(v.leaf)):
		err = fmt.Errorf("it is of %d cast ballots, the bundle has only %d: the log was cut", c.Size, len(v.leaf))
	case MerkleRoot(v.leaf[:c.Size]) != c.Root:
		err = fmt.Errorf("at %d ballots the log had another root: it was rewritten, this is the proof", c.Size)
	}
	v.note("checkpoint "+n.Name, fmt.Sprintf("the cast log only grew since it had %d ballots", c.Size), err)
}
