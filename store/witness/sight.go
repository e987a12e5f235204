package witness

import (
	"bytes"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/ballotbox"
)

// Sight is what a board shows of an election at one moment.
type Sight struct {
	Manifest   []byte `json:"manifest"`   // canonical JSON
	Checkpoint []byte `json:"checkpoint"` // a signed note
	// Ended: the board reported the election counted or cancelled before it gave the checkpoint: the log is complete.
	Ended bool `json:"ended"`
}

// Kind is what an alarm is about.
type Kind string

// Kinds of alarms.
const (
	Fork           Kind = "fork"            // two logs, of which none is the beginning of the other
	Shrunk         Kind = "shrunk"          // a log that is shorter than it was
	SecondManifest Kind = "second manifest" // another manifest, or a log that does not begin with the manifest
	SecondSeal     Kind = "second seal"     // a log that has changed or grown after its end
)

// Alarm says that a board contradicts itself. Both sides are signed, so others can check it.
type Alarm struct {
	Kind     Kind
	Election string
	Was      Sight // what the witness saw before; without a checkpoint if it had seen none
	Now      Sight
}

// Error says what happened, in words for the people who run a witness.
func (a *Alarm) Error() string {
	what := map[Kind]string{
		Fork: "its server shows a log that does not continue the one it showed before",
		Shrunk: "its server shows a log that is shorter than before; it may have gone back to an old backup, or " +
			"hide ballots",
		SecondManifest: "its server shows another manifest than before, or a log that does not begin with the manifest",
		SecondSeal:     "its log has changed after its end, so there may be a second count",
	}
	return fmt.Sprintf("ALARM (%s) in election %s: %s", a.Kind, a.Election, what[a.Kind])
}

// maxProof bounds the hashes of a consistency proof: a log has at most 2^62 leaves.
const maxProof = 64

// Prove asks the board for a consistency proof in base64 (RFC 6962, section 2.1.2). An error means no answer.
type Prove func(from, to int64) ([]string, error)

// Next compares a board with the Sight before, zero at first, and returns what to save before cosigning it. Errors:
// *Alarm, never to be cosigned; others for a board that does not answer or is not signed.
func (s Sight) Next(election string, now Sight, prove Prove) (Sight, error) {
	m, err := ballotbox.ParseManifest(now.Manifest)
	if err != nil {
		return s, fmt.Errorf("manifest of election %s: %w", election, err)
	}
	if m.ElectionID != election {
		return s, fmt.Errorf("election %s has the manifest of %s", election, m.ElectionID)
	}
	alarm := func(kind Kind) (Sight, error) { return s, &Alarm{kind, election, s, now} }
	if s.Manifest != nil && !bytes.Equal(s.Manifest, now.Manifest) {
		return alarm(SecondManifest)
	}
	to, err := m.OpenCheckpoint(now.Checkpoint)
	if err != nil {
		return s, fmt.Errorf("checkpoint of election %s: %w", election, err)
	}
	from, otherwise := ballotbox.Checkpoint{Size: 1, Root: m.OpenLeaf()}, SecondManifest
	if s.Checkpoint != nil {
		if from, err = m.OpenCheckpoint(s.Checkpoint); err != nil {
			return s, fmt.Errorf("the checkpoint that was kept of election %s: %w", election, err)
		}
		otherwise = Fork
	}
	switch {
	case to.Size < from.Size && s.Checkpoint != nil:
		return alarm(Shrunk)
	case to.Size < from.Size: // a log without its first leaf
		return alarm(SecondManifest)
	case s.Ended && to != from:
		return alarm(SecondSeal)
	}
	if err := grew(from, to, prove); errors.Is(err, errNotGrown) {
		return alarm(otherwise)
	} else if err != nil {
		return s, fmt.Errorf("consistency proof of election %s: %w", election, err)
	}
	now.Ended = now.Ended || s.Ended
	return now, nil
}

var errNotGrown = errors.New("no right proof that the log only grew")

// grew checks that a log of one checkpoint begins with that of another. Errors: errNotGrown; that of prove.
func grew(from, to ballotbox.Checkpoint, prove Prove) error {
	if from.Size == to.Size {
		if from != to {
			return errNotGrown
		}
		return nil
	}
	texts, err := prove(from.Size, to.Size)
	if err != nil {
		return err
	}
	if len(texts) > maxProof {
		return errNotGrown
	}
	var proof tlog.TreeProof
	for _, text := range texts {
		h, err := tlog.ParseHash(text)
		if err != nil {
			return errNotGrown
		}
		proof = append(proof, h)
	}
	if tlog.CheckTree(proof, to.Size, tlog.Hash(to.Root), from.Size, tlog.Hash(from.Root)) != nil {
		return errNotGrown
	}
	return nil
}
