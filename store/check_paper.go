package store

import (
	"encoding/binary"

	"ostrakon/store/ballotbox"
)

// papers checks that the printed papers that were entered are of a closed election that has some, with marks that a
// paper can have, and that an entry that is finished is the same twice.
func (c *boxChecker) papers(e electionRecord, m *ballotbox.Manifest) {
	b := c.tx.Bucket(bucketPaperEntry).Bucket([]byte(e.ID))
	if b == nil {
		return
	}
	if e.Status != Completed || m.Papers == 0 || e.Entry == nil {
		c.reportf("election %s has entries of printed papers, and nobody can have made them", e.ID)
		return
	}
	err := b.ForEach(func(k, marks []byte) error {
		switch {
		case len(k) != 5 || k[0] >= Rounds || e.Entry.Clerks[k[0]] == "":
			c.reportf("election %s: %x is no entry of a printed paper that somebody has begun", e.ID, k)
		case len(marks) > 0 && m.CheckMarks(marks, 1) != nil:
			c.reportf("election %s: printed paper %d has marks that no paper has", e.ID, binary.BigEndian.Uint32(k[1:]))
		}
		return nil
	})
	if err != nil {
		c.report(err)
	}
	if n := len(differing(c.tx, e.ID)); n > 0 && !e.Entry.Finished.IsZero() {
		c.reportf("election %s: %d printed papers differ, and their entry is finished", e.ID, n)
	}
}
