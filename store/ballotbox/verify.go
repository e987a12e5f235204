package ballotbox

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"ostrakon/store/sealing"
	"ostrakon/store/tally"
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
	Witnesses   []Witness         // whose cosignatures must be there, whomever the manifest names
	Roll        []Elector         // the frozen roll as its organisation exported it; nil when unknown
}

// NamedReceipt is a receipt and where it comes from.
type NamedReceipt struct {
	Name    string
	Receipt Receipt
	Err     error // of ParseReceipt: what Verify says of a file that is no receipt
}

// NamedCheckpoint is a signed checkpoint and where it comes from.
type NamedCheckpoint struct {
	Name   string
	Signed []byte
}

// Verify checks a bundle, and the evidence against it. It returns one check for each thing, in order. The election is
// as it should be only if all of them hold (see Valid). If a part cannot be read, the checks that need it fail too.
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
	v.witnesses(e.Witnesses)
	v.castLog()
	v.pollBook()
	v.codes()
	v.counts()
	v.proof()
	v.result()
	v.recounts()
	v.roll(e.Roll)
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

// Compared reports whether the signing key was compared with a known one: else anybody may have signed.
func Compared(checks []Check) bool {
	return len(checks) > 0 && !slices.ContainsFunc(checks, func(c Check) bool { return c.Uncompared })
}

type bundleVerifier struct {
	b         *Bundle
	m         *Manifest
	s         Seal
	sealed    bool              // s can be relied on
	differs   bool              // it is a second count, of other ballots than the first
	cancelled bool              // there is no seal and no count, but a cancellation
	backupAt  string            // of the backup that was restored first; "" if none was
	leaf      []Hash            // of the ballots
	cast      []Hash            // the log at the close
	misplaced error             // of a paper that was handed out
	shown     *evidence         // what the counts show; nil unless they hold
	found     []sealing.Code    // by second counts that differ, and not among the codes of the seal
	people    map[string]string // names on the roll of the manifest by id; nil when unknown
	checks    []Check
}

func (v *bundleVerifier) note(name, says string, err error) {
	v.checks = append(v.checks, Check{Name: name, Says: says, Err: err})
}

var errNoSeal = errors.New("the seal cannot be read, so there is nothing to compare with")

// sealedAs reports whether a hash is what the seal says, if there is to be one.
func (v *bundleVerifier) sealedAs(have, want Hash, what string) error {
	switch {
	case v.cancelled:
		return nil
	case !v.sealed:
		return errNoSeal
	case have != want:
		return fmt.Errorf("%s is %s, the seal says %s", what, have, want)
	}
	return nil
}

// log are the leaves of the whole log, without the last if that is not known.
func (v *bundleVerifier) log() []Hash {
	log := slices.Clone(v.cast)
	if v.sealed || v.cancelled {
		log = append(log, EndLeaf(NoteText(v.b.end())))
	}
	return log
}

func (v *bundleVerifier) manifest() {
	m, err := ParseManifest(v.b.Manifest)
	says := ""
	if err == nil {
		v.m, v.leaf = m, leavesOf(m.ElectionID, v.b.Leaves)
		v.cast, v.misplaced = m.castLog(v.leaf, v.b.Handed)
		says = fmt.Sprintf("%q: %d questions with %d options, and %d of %d holders to open the ballots", m.Title,
			len(m.Questions), m.OptionCount(), m.Threshold, len(m.Holders))
		if m.Number != nil {
			says += fmt.Sprintf("; keys %d of key number %s", *m.Number, m.KeyNumber().Short())
		}
		if m.IsRehearsal() {
			says += ". This was a rehearsal: it decides nothing."
		}
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
	if len(v.b.Seal) == 0 {
		v.cancellation()
		return
	}
	s, holders, err := v.m.openSeal(v.b.Seal)
	v.s, v.sealed = s, err == nil
	if err == nil {
		err = v.m.sealedBy(s)
	}
	says := fmt.Sprintf("signed by %d of %d holders, and it covers this manifest; counted at %s by %s, sealed ballots "+
		"left the server %d times before", holders, len(v.m.Holders), s.CountedAt, s.CountedBy, s.Exports)
	v.note("seal", says, err)
}

// cancellation takes the place of the seal.
func (v *bundleVerifier) cancellation() {
	reason, err := "", errors.New("there is neither a seal nor a cancellation")
	if len(v.b.Notices) > 0 {
		reason, err = v.m.OpenCancellation(v.b.end())
	}
	v.cancelled = err == nil
	v.note("seal", fmt.Sprintf("cancelled, so that there is no count: %q", reason), err)
}

func (v *bundleVerifier) notices() {
	err := v.sealedAs(noticesHash(v.b.Notices), v.s.Notices, "the hash of notices.json")
	signed := v.b.Notices
	if v.cancelled {
		signed = signed[:len(signed)-1]
	}
	var read []Notice
	if err == nil {
		read, err = v.m.checkNotices(signed)
	}
	for _, n := range read {
		v.backupAt = cmp.Or(v.backupAt, n.BackupAt)
	}
	v.note("notices", sayNotices(read), err)
}

func (v *bundleVerifier) checkpoint() {
	c, err := v.m.OpenCheckpoint(v.b.Checkpoint)
	log := v.log()
	switch {
	case err != nil:
	case !v.sealed && !v.cancelled:
		err = errNoSeal
	case c.Size != int64(len(log)):
		err = fmt.Errorf("its size is %d, the log has %d", c.Size, len(log))
	case c.Root != MerkleRoot(log):
		err = fmt.Errorf("its root is %s, that of the log %s", c.Root, MerkleRoot(log))
	}
	v.note("checkpoint", "its signature is right and it covers manifest, ballots and end", err)
}

// witnesses checks that enough witnesses of the manifest, and only right ones, cosigned a signed checkpoint.
func (v *bundleVerifier) witnesses(given []Witness) {
	named := v.m.Witnesses
	if named == nil && len(given) == 0 {
		v.note("witnesses", "none are named", nil)
		return
	}
	_, by, err := v.m.openCosigned(v.b.Checkpoint, v.m.cosigners(given...)...)
	cosigned := func(w Witness) bool {
		return slices.ContainsFunc(by, func(s note.Signature) bool { return isOf(s, cosigner{w}) })
	}
	names := make([]string, 0, len(by))
	for _, s := range by {
		names = append(names, s.Name)
	}
	if err == nil && named != nil {
		n := 0
		for _, w := range named.Keys {
			if cosigned(w) {
				n++
			}
		}
		if n < named.Needed {
			err = fmt.Errorf("%d of its witnesses have cosigned the checkpoint, %d are needed", n, named.Needed)
		}
	}
	for _, w := range given {
		if err == nil && !cosigned(w) {
			err = fmt.Errorf("%s has not cosigned the checkpoint", w.Name)
		}
	}
	v.note("witnesses", "the checkpoint is cosigned by "+strings.Join(names, ", "), err)
}

func (v *bundleVerifier) castLog() {
	err := v.sealedAs(MerkleRoot(v.cast), v.s.Cast.Root, "the root of the cast log")
	if n := int64(len(v.cast)); err == nil && v.sealed && n != v.s.Cast.Size {
		err = fmt.Errorf("the number of leaves is %d, the seal says %d", n, v.s.Cast.Size)
	}
	if err == nil {
		err = v.sealedAs(ballotsHash(v.cast[1:]), v.s.Ballots, "the hash of the ballots")
	}
	if err == nil {
		err = v.misplaced
	}
	if err == nil {
		err = checkOnce(v.b.Leaves)
	}
	if err == nil {
		err = v.m.checkClasses(v.b.Leaves)
	}
	if err == nil {
		err = v.m.checkCommitments(v.b.Leaves)
	}
	if err == nil {
		err = v.m.checkHanded(len(v.leaf), v.b.Handed)
	}
	says := fmt.Sprintf("%d ballots of weight %v were cast, each once", len(v.leaf), v.m.Votes(v.m.weightOf(v.b.Leaves)))
	if v.m.Papers > 0 {
		says += fmt.Sprintf("; of %d printed papers %d were handed out", v.m.Papers, len(v.b.Handed))
	}
	v.note("cast log", says, err)
}

// noCount checks that a file of a count is empty where the election was cancelled.
func (v *bundleVerifier) noCount(name string, size int) {
	var err error
	if size > 0 {
		err = errors.New("the election was cancelled, and there is a count")
	}
	v.note(name, "the election was cancelled", err)
}

func (v *bundleVerifier) codes() {
	if v.cancelled {
		v.noCount("codes", len(v.b.Codes))
		return
	}
	err := v.sealedAs(rootOfCodes(v.b.Codes), v.s.CodesRoot, "the root of the codes")
	if err == nil && len(v.b.Codes) > len(v.leaf) {
		err = fmt.Errorf("%d codes of %d ballots", len(v.b.Codes), len(v.leaf))
	}
	if err == nil && !slices.IsSortedFunc(v.b.Codes, compareCodes) {
		err = errUnsorted
	}
	v.note("codes", fmt.Sprintf("%d valid ballots, of %d", len(v.b.Codes), len(v.leaf)), err)
}

func (v *bundleVerifier) counts() {
	if v.cancelled {
		v.noCount("counts", len(v.b.Counts))
		return
	}
	err := v.sealedAs(countsHash(v.b.Counts), v.s.Counts, "the hash of counts.txt")
	var e *evidence
	if err == nil {
		e, err = v.m.parseCounts(v.b.Counts, len(v.b.Codes))
	}
	if err == nil {
		err = e.addsUp(v.m, v.b.Leaves, len(v.b.Codes))
	}
	if err == nil && e.paper != nil {
		err = e.paper.addsUp(len(v.b.Handed))
	}
	all := v.m.classes()
	closed, most := len(v.leaf)-len(v.b.Codes), all[len(all)-1].Weight
	if err == nil && (e.invalid < closed || e.invalid > most*closed) {
		err = fmt.Errorf("%d ballots have no code, and those that are invalid weigh %d", closed, e.invalid)
	}
	invalid := 0
	if err == nil {
		v.shown, invalid = e, e.invalid
	}
	says := fmt.Sprintf("they add up to the ballots cast; those that are invalid weigh %v", v.m.Votes(invalid))
	if err == nil && e.paper != nil {
		says += fmt.Sprintf("; %d printed papers were entered", e.paper.entered())
	}
	v.note("counts", says, err)
}

func (v *bundleVerifier) result() {
	if v.cancelled {
		v.noCount("result", len(v.b.Result))
		return
	}
	c, err := v.recount()
	says := ""
	if err == nil {
		says = v.m.words(c.Result)
	}
	v.note("result", says, err)
}

// recount counts again what the counts show, and compares the result.
func (v *bundleVerifier) recount() (*Counted, error) {
	if v.shown == nil {
		return nil, errors.New("the counts do not hold, so there is nothing to count")
	}
	if err := v.sealedAs(ResultHash(v.b.Result), v.s.Result, "the hash of result.json"); err != nil {
		return nil, err
	}
	c, err := v.m.Recount(v.b.Leaves, v.b.Codes, v.b.Counts, v.b.Result)
	if err == nil && !bytes.Equal(c.Raw, v.b.Result) {
		err = fmt.Errorf("counting gives %.4000s, the bundle says %.4000q", c.Raw, v.b.Result)
	}
	return c, err
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
		fmt.Fprintf(&b, "; %q %s: %s", asked.Title, how, asked.words(q.Outcome))
	}
	return strings.TrimPrefix(b.String(), "; ")
}

// words names the elected options, and then the tied ones or the reason why seats are empty.
func (q *Question) words(o tally.Outcome) string {
	names := func(numbers []int) string {
		var all []string
		for _, n := range numbers {
			all = append(all, strconv.Quote(q.Options[n-1].Name))
		}
		return strings.Join(all, ", ")
	}
	var said []string
	if len(o.Elected) > 0 {
		said = append(said, "elected: "+names(o.Elected))
	}
	switch left := q.Seats - len(o.Elected); {
	case o.Ending == tally.Tied && left == 1:
		said = append(said, "tied for 1 seat: "+names(o.Tied))
	case o.Ending == tally.Tied:
		said = append(said, fmt.Sprintf("tied for %d seats: %s", left, names(o.Tied)))
	case o.Ending != tally.Elected:
		said = append(said, string(o.Ending))
	}
	return strings.Join(said, "; ")
}

// roll checks the hash of a roll that was brought along.
func (v *bundleVerifier) roll(given []Elector) {
	if given == nil {
		return
	}
	h, people := NewRollHasher(v.m.Groups), make(map[string]string)
	for _, e := range given {
		h.Add(e)
		people[e.ID] = e.FullName
	}
	var err error
	if have := h.Electorate().RollHash; v.m.Electorate == nil {
		err = errors.New("the manifest has no electorate")
	} else if have != v.m.Electorate.RollHash {
		err = fmt.Errorf("its hash is %s, the manifest says %s", have, v.m.Electorate.RollHash)
	} else {
		v.people = people
	}
	v.note("roll", fmt.Sprintf("it is the roll of the manifest, with %d people", len(given)), err)
}

// orRestored is the fault of a checkpoint of another log, unless a restored backup may have lost its ballots.
func (v *bundleVerifier) orRestored(shown string) string {
	if v.backupAt == "" {
		return shown
	}
	return fmt.Sprintf("a backup of %s was restored since, or the log was rewritten", v.backupAt)
}

func (v *bundleVerifier) earlier(n NamedCheckpoint) {
	c, err := v.m.OpenCheckpoint(n.Signed)
	log := v.log()
	switch {
	case err != nil:
	case c.Size < 1:
		err = errors.New("it is of no leaf, not even that of the manifest")
	case c.Size > int64(len(log)):
		err = fmt.Errorf("it is of %d leaves, the log has only %d: %s", c.Size, len(log), v.orRestored("it was cut"))
	case MerkleRoot(log[:c.Size]) != c.Root:
		err = fmt.Errorf("at %d leaves the log had another root: %s", c.Size,
			v.orRestored("it was rewritten, this is the proof"))
	}
	v.note("checkpoint "+n.Name, fmt.Sprintf("the log only grew since it had %d leaves", c.Size), err)
}
