package ballotbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"ostrakon/store/ballotbox/proof"
	"ostrakon/store/sealing"
)

// Count opens the ballots with the secrets of holders, by their numbers, on all cores, counts them and signs the seal
// with each secret. Any threshold of the secrets gives the same counts, codes and result. Where people hold the key
// each ballot is sealed again, see sealing.Box.Opener. progress is told how many ballots were opened, or tried, so far,
// by one goroutine at a time. Errors: fewer secrets than the threshold, sealing.ErrBadSecret, a box that is not the one
// that the installation signed at the close, see Check, and that of ctx.
func (b *Box) Count(ctx context.Context, secrets map[int]*sealing.Secret, by CountedBy, at time.Time,
	progress func(opened int)) (*Count, error) {
	o, err := b.opening(progress)
	if err != nil {
		return nil, err
	}
	if err := o.openers(secrets); err != nil {
		return nil, err
	}
	count, err := o.count(ctx, b, by, at)
	if err == nil {
		count.Seal, err = o.m.signSeal(NoteText(count.Seal), secrets)
	}
	if err != nil {
		return nil, err
	}
	return count, nil
}

// CountShares is Count in a process of the server, with the shares that a threshold of holders opened on their own
// devices. A holder, by number, has one share of sealing.ShareSize bytes for each ballot, in the order of the ballots.
// Nobody has signed the seal yet: see Manifest.AddSignature. Errors: another number of holders or shares; as Count.
func (b *Box) CountShares(ctx context.Context, shares map[int][]byte, at time.Time,
	progress func(opened int)) (*Count, error) {
	o, err := b.opening(progress)
	if err != nil {
		return nil, err
	}
	for number, own := range shares {
		if int64(len(own)) != o.most()*sealing.ShareSize {
			return nil, fmt.Errorf("holder %d has %d bytes of shares for %d ballots", number, len(own), o.most())
		}
	}
	if err := o.combiners(shares); err != nil {
		return nil, err
	}
	return o.count(ctx, b, CountedByServer, at)
}

// opening turns the sealed ballots of a box into counted ones. It keeps no sealed ballot, to save memory.
type opening struct {
	m        *Manifest
	form     *proof.Form // nil where the count is not proved
	workers  []openFunc  // one for each core
	cast     Checkpoint  // the log at the close
	first    *Seal       // of a box that was counted before
	casts    []Cast
	leaves   []Hash
	handed   []Handed
	progress func(opened int)

	mu        sync.Mutex // guards what follows
	done      int
	opened    []Opened
	committed []committed // with a proof: those that count, in any order
}

// opening reads the manifest and the checkpoint of the box.
func (b *Box) opening(progress func(opened int)) (*opening, error) {
	m, err := ParseManifest(b.Manifest)
	if err != nil {
		return nil, err
	}
	cast, err := m.OpenCheckpoint(b.Checkpoint)
	if err != nil {
		return nil, fmt.Errorf("the checkpoint of the box: %w", err)
	}
	first, err := b.sealOf(m, cast)
	if err == nil && len(b.Papers.Entered) > len(b.Handed) {
		err = fmt.Errorf("%d printed papers were entered, and %d handed out", len(b.Papers.Entered), len(b.Handed))
	}
	return &opening{m: m, cast: cast, first: first, handed: b.Handed, progress: progress}, err
}

// most is how many ballots are in the log at the close.
func (o *opening) most() int64 { return o.cast.Size - 1 - int64(len(o.handed)) }

// placed is a ballot with its place in the box, from 0.
type placed struct {
	Ballot
	place int
}

// openFunc opens a ballot in one goroutine.
type openFunc func(placed) (sealing.Seed, []byte, error)

func (o *opening) openers(secrets map[int]*sealing.Secret) error {
	box, err := o.m.SealingBox()
	if err != nil {
		return err
	}
	for range runtime.GOMAXPROCS(0) {
		opener, err := box.Opener(secrets, o.m.Custody.Traits().Sheets)
		if err != nil {
			return err
		}
		o.workers = append(o.workers, func(p placed) (sealing.Seed, []byte, error) { return opener.Open(p.Sealed, p.Tag) })
	}
	return nil
}

// combiners opens ballots with the shares of holders.
func (o *opening) combiners(shares map[int][]byte) error {
	box, err := o.m.SealingBox()
	if err != nil {
		return err
	}
	numbers := slices.Sorted(maps.Keys(shares))
	combiner, err := box.Combiner(numbers)
	if err != nil {
		return err
	}
	for range runtime.GOMAXPROCS(0) {
		o.workers = append(o.workers, func(p placed) (sealing.Seed, []byte, error) {
			own := make([][]byte, len(numbers))
			for i, number := range numbers {
				own[i] = shares[number][p.place*sealing.ShareSize:][:sealing.ShareSize]
			}
			return combiner.Open(p.Sealed, p.Tag, own)
		})
	}
	return nil
}

// count opens the ballots of a box, counts them, and writes the seal, which nobody has signed yet.
func (o *opening) count(ctx context.Context, b *Box, by CountedBy, at time.Time) (*Count, error) {
	m := o.m
	notices, err := m.checkNotices(b.Notices)
	if err != nil {
		return nil, err
	}
	if !isRestored(notices) {
		o.form = m.ProofForm()
	}
	if err := o.open(ctx, b); err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	counted, err := m.Count(o.casts, o.opened, b.Papers)
	if err != nil {
		return nil, err
	}
	if o.form != nil && (o.first == nil || o.first.sameBallots(counted.Counts, counted.Codes)) {
		if err := m.prove(counted, o.casts, o.leaves, o.cast.Root, o.committed); err != nil {
			return nil, err
		}
	}
	log, _ := m.castLog(o.leaves, o.handed)
	seal := NewSeal(m, o.cast, log[1:], counted, b.Notices, b.PollBook, b.Exports, by, at)
	return &Count{Seal: []byte(b.unsigned(seal, counted.Codes) + "\n"), Counts: counted.Counts, Codes: counted.Codes,
		Result: counted.Raw, Invalid: counted.Invalid, Proof: counted.Proof}, nil
}

// open opens the ballots, on all cores.
func (o *opening) open(ctx context.Context, b *Box) error {
	runs := make(chan []placed)
	var wait sync.WaitGroup
	for _, open := range o.workers {
		wait.Go(func() {
			for run := range runs {
				o.openRun(open, run)
			}
		})
	}
	err := o.read(ctx, b, runs)
	close(runs)
	wait.Wait()
	return err
}

// shared is how many ballots are sorted by encapsulation: ballots that share one open faster in a row.
const shared = 1 << 14

// read hands the ballots to the workers, and notes their leaves.
func (o *opening) read(ctx context.Context, b *Box, runs chan<- []placed) error {
	window := readAtOnce
	if o.m.Custody.Traits().Seals {
		window = shared
	}
	var ballots []placed
	hand := func() error {
		slices.SortFunc(ballots, func(a, b placed) int { return bytes.Compare(encapsulation(a), encapsulation(b)) })
		for run := range slices.Chunk(ballots, readAtOnce) {
			select {
			case runs <- run:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		ballots = nil
		return nil
	}
	for ballot, err := range b.Ballots {
		if err == nil {
			err = o.add(ballot)
		}
		if ballots = append(ballots, placed{ballot, len(o.casts) - 1}); err == nil && len(ballots) == window {
			err = hand()
		}
		if err != nil {
			return err
		}
	}
	return hand()
}

// encapsulation begins with the first encapsulation of a sealed ballot, after the ballot's salt.
func encapsulation(b placed) []byte { return b.Sealed[16:] }

// add notes the leaf of the next ballot.
func (o *opening) add(b Ballot) error {
	if o.m.weight(b.Class) == 0 || len(b.Sealed) != o.m.SealedSize {
		return fmt.Errorf("ballot %d has the class %d and %d bytes, want %d", len(o.casts)+1, b.Class, len(b.Sealed),
			o.m.SealedSize)
	}
	if int64(len(o.casts)) == o.most() {
		return fmt.Errorf("there are more ballots in the box than the %d in the log", o.most())
	}
	cast := b.Cast()
	o.casts, o.leaves = append(o.casts, cast), append(o.leaves, cast.Leaf(o.m.ElectionID))
	return nil
}

// openRun opens some ballots. What does not open, or has committed to something else, is left out.
func (o *opening) openRun(open openFunc, run []placed) {
	opened := make([]Opened, 0, len(run))
	var proved []committed
	for _, b := range run {
		seed, marks, err := open(b)
		if err != nil {
			continue
		}
		if o.form != nil {
			c, right := o.commits(b, seed, marks)
			if !right {
				continue
			}
			proved = append(proved, c)
		}
		opened = append(opened, Opened{marks, b.Class, seed.Code(b.Tag)})
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.opened, o.committed, o.done = append(o.opened, opened...), append(o.committed, proved...), o.done+len(run)
	o.progress(o.done)
}

// ErrCount means that a count is not that of the box, or not signed by enough holders.
var ErrCount = errors.New("this is not a count of this election that can be accepted")

// CountFault is an ErrCount that names the check that failed, as Verify does, or "file" or "exports".
type CountFault struct {
	Check string
	Err   error
}

func (f *CountFault) Error() string   { return fmt.Sprintf("%v: %s: %v", ErrCount, f.Check, f.Err) }
func (f *CountFault) Unwrap() []error { return []error{ErrCount, f.Err} }

// Sealed is a count that was accepted.
type Sealed struct {
	Seal   []byte // signed by the installation and the holders, as the bundle has it
	Text   string // of the seal: the end of the log, see EndLeaf
	Result *Result
}

// Accept checks a count as a verifier does: signed by a threshold of holders, of this box and log,
// with evidence that gives the result. Then it adds the installation's signature. log are the
// ballots in the order of the log. It needs no Ballots. Errors: *CountFault.
func (b *Box) Accept(c *Count, log []Cast, signer *Signer) (*Sealed, error) {
	v := &bundleVerifier{b: &Bundle{Manifest: b.Manifest, Notices: b.Notices, Counts: c.Counts, Codes: c.Codes,
		Leaves: log, Result: c.Result, Invalid: c.Invalid, Proof: c.Proof, Handed: b.Handed}}
	if v.manifest(); v.m == nil {
		return nil, &CountFault{"manifest", v.checks[0].Err}
	}
	var err error
	if v.b.Seal, err = v.m.addInstallation(c.Seal, signer); err != nil {
		return nil, &CountFault{"seal", err}
	}
	if len(b.Seal) > 0 {
		v.again(b)
	} else {
		v.seal()
	}
	v.notices()
	v.castLog()
	v.codes()
	v.counts()
	v.proof()
	v.result()
	for _, check := range v.checks {
		if check.Err != nil {
			return nil, &CountFault{check.Name, check.Err}
		}
	}
	if v.s.Exports != b.Exports {
		return nil, &CountFault{"exports", fmt.Errorf("the seal says %d, the box %d", v.s.Exports, b.Exports)}
	}
	if b.PollBook != nil && *v.s.PollBook != *b.PollBook {
		return nil, &CountFault{"poll book", fmt.Errorf("the seal says %s, the box %s", v.s.PollBook, b.PollBook)}
	}
	result, err := ParseResult(c.Result)
	if err != nil {
		return nil, &CountFault{"result", err}
	}
	if err := b.checkPaper(v.m, c, result); err != nil {
		return nil, &CountFault{"papers", err}
	}
	return &Sealed{Seal: v.b.Seal, Text: NoteText(v.b.Seal), Result: result}, nil
}
