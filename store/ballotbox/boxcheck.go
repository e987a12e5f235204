package ballotbox

import (
	"errors"
	"fmt"
	"slices"
)

// Check reads a whole box and checks that its checkpoint is signed, and that its ballots are those of the log at that
// checkpoint. Count finds the same, but only after it has opened the ballots.
func (b *Box) Check() (Checkpoint, error) {
	o, err := b.opening(nil)
	if err != nil {
		return Checkpoint{}, err
	}
	for ballot, err := range b.Ballots {
		if err == nil {
			err = o.add(ballot)
		}
		if err != nil {
			return o.cast, err
		}
	}
	return o.cast, o.check()
}

// check checks that all ballots that were added are those of the log at its close, in its order.
func (o *opening) check() error {
	log, misplaced := o.m.castLog(o.leaves, o.handed)
	root := MerkleRoot(log)
	switch {
	case int64(len(o.casts)) != o.most():
		return fmt.Errorf("there are %d ballots in the box, and %d leaves in the log, of which %d are not "+
			"ballots", len(o.casts), o.cast.Size, 1+len(o.handed))
	case root != o.cast.Root:
		return fmt.Errorf("the ballots in the box lead to the root %s, and the log at the close had %s", root, o.cast.Root)
	}
	return errors.Join(misplaced, checkOnce(o.casts), o.m.checkClasses(o.casts),
		o.m.checkCommitments(o.casts), o.m.checkHanded(len(o.casts), o.handed))
}

// Compare checks that a checkpoint, which somebody saved when the election closed, is that of the box. As many of the
// manifest's witnesses as it asks for must have cosigned the saved copy or that in the box: both have the same text.
func (b *Box) Compare(saved []byte) error {
	o, err := b.opening(nil)
	if err != nil {
		return err
	}
	theirs, cosigned, err := o.m.OpenCosigned(saved)
	switch {
	case err != nil:
		return fmt.Errorf("not a checkpoint of the election in this box: %w", err)
	case theirs.Size != o.cast.Size:
		return fmt.Errorf("the box has %d ballots, and this checkpoint is of %d: give the one from the close, or refuse "+
			"the box", o.most(), theirs.Size-1)
	case theirs.Root != o.cast.Root:
		return fmt.Errorf("the box has the root %s, and this checkpoint %s: other ballots are in the box than in the log "+
			"at the close", o.cast.Root, theirs.Root)
	case o.m.Witnesses == nil:
		return nil
	}
	_, others, err := o.m.OpenCosigned(b.Checkpoint)
	if err != nil {
		return fmt.Errorf("the checkpoint of the box: %w", err)
	}
	names := append(cosigned, others...)
	slices.Sort(names)
	if n := len(slices.Compact(names)); n < o.m.Witnesses.Needed {
		return fmt.Errorf("%d witnesses have cosigned the checkpoint, and %d are needed: save it again when they have", n,
			o.m.Witnesses.Needed)
	}
	return nil
}
