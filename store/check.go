package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/boltfile"

	bolt "go.etcd.io/bbolt"
)

// Check follows all pages of the file. Then it decodes every record, compares every index, total, reference and hash of
// the audit list, each cast log with its checkpoints, and each counted election as an outsider would. It returns all
// faults, joined, or nil. It opens no ballot.
func (s *Store) Check(ctx context.Context) error {
	c := &checker{store: s, seenPhotos: make(map[PhotoID]photoRecord), onRoll: make(map[UserID]RollID)}
	err := boltfile.Survive(func() error { return s.view(ctx, func(tx *bolt.Tx) error { return c.check(ctx, tx) }) })
	return errors.Join(err, errors.Join(c.all...))
}

// check checks all parts of a snapshot.
func (c *checker) check(ctx context.Context, tx *bolt.Tx) error {
	if err := boltfile.CheckPages(ctx, tx); err != nil {
		return err
	}
	if err := boltfile.CheckCommit(tx); err != nil {
		c.report(err)
	}
	c.tx = tx
	for _, part := range []func(){
		c.schema, c.users, c.roll, func() { c.elections(ctx) }, c.hands, c.photos,
		func() { checkOutbox(tx, c.report) }, c.resets, func() { audit.Check(tx, c.report) },
	} {
		if err := ctx.Err(); err != nil {
			return err
		}
		part()
	}
	return nil
}

// checker checks the records of a store.
type checker struct {
	findings
	tx         *bolt.Tx
	store      *Store
	seenPhotos map[PhotoID]photoRecord // photos, as users, candidates and the installation refer to them
	onRoll     map[UserID]RollID       // users and the entry of the roll that they name
}

func (c *checker) schema() {
	version, err := schemaVersion(c.tx)
	if err != nil {
		c.report(err)
	}
	if current := firstSchema + len(migrations()); version != current {
		c.reportf("meta: schema %d, want %d", version, current)
	}
	known := make(map[string]bool)
	for _, name := range buckets() {
		known[string(name)] = true
	}
	err = c.tx.ForEach(func(name []byte, _ *bolt.Bucket) error {
		if !known[string(name)] {
			c.reportf("bucket %q is not of this schema", name)
		}
		return nil
	})
	if err != nil {
		c.report(err)
	}
	in, err := installation(c.tx)
	if err != nil {
		c.reportf("settings: installation: %w", err)
	}
	if in.Logo != nil {
		c.seenPhotos[in.Logo.ID] = photoRecord{*in.Logo, PhotoOwner{Installation: true}}
	}
}

func (c *checker) users() {
	for u := range userTable.Check(c.tx, c.report) {
		if u.RollEntry != "" {
			c.onRoll[u.ID] = u.RollEntry
		}
		if u.Photo != nil {
			c.seenPhotos[u.Photo.ID] = photoRecord{*u.Photo, PhotoOwner{User: u.ID}}
		}
	}
}

// resets checks that links to choose a password belong to people.
func (c *checker) resets() {
	for r := range resetTable.Check(c.tx, c.report) {
		if !userTable.Has(c.tx, r.User) {
			c.reportf("a link to choose a password is for %q, who is nobody", r.User)
		}
	}
}

// roll checks the electoral roll, and that users and entries name each other.
func (c *checker) roll() {
	for r := range rollTable.Check(c.tx, c.report) {
		if r.User != "" && c.onRoll[r.User] != r.ID {
			c.reportf("roll entry %s: its user %s names %q", r.ID, r.User, c.onRoll[r.User])
		}
		delete(c.onRoll, r.User)
		c.givers(r)
	}
	for user, entry := range c.onRoll {
		c.reportf("user %s: roll entry %s does not name them", user, entry)
	}
}

// givers checks that those who gave a person their vote are others on the roll, and hold no vote but their own.
func (c *checker) givers(r rollRecord) {
	if r.Weight < 1 || r.Weight > ballotbox.MaxWeight {
		c.reportf("roll entry %s: its weight is %v", r.ID, r.Weight)
	}
	for _, id := range r.Givers {
		giver, err := rollTable.Get(c.tx, id)
		if err != nil {
			c.reportf("roll entry %s: giver %s: %w", r.ID, id, err)
		}
		if id == r.ID || len(giver.Givers) > 0 {
			c.reportf("roll entry %s: giver %s holds votes of others", r.ID, id)
		}
	}
}

func (c *checker) elections(ctx context.Context) {
	boxes := boxChecker{findings: &c.findings, tx: c.tx, store: c.store}
	byID := make(map[ElectionID]electionRecord)
	for e := range electionTable.Check(c.tx, c.report) {
		byID[e.ID] = e
		if ctx.Err() != nil {
			return
		}
		if len(e.Questions) == 0 {
			c.reportf("election %s has no question", e.ID)
			continue
		}
		boxes.check(e)
	}
	owned := append(slices.Concat(boxBuckets(), pollBuckets()), bucketElectorates, bucketElectorsByName, bucketManifests,
		bucketTurnout, bucketCounted, bucketResults, bucketPaperEntry)
	for _, b := range owned {
		c.owned(b, byID)
	}

	c.assemblies(byID)
	c.slips()

	c.nominations(byID)
	solids := 0
	for r := range candidateTable.Check(c.tx, c.report) {
		e, ok := byID[r.ElectionID]
		if _, err := e.place(r.QuestionID); !ok || err != nil || r.QuestionID == "" {
			c.reportf("candidate %s belongs to question %q of election %q, which is not one", r.ID, r.QuestionID, r.ElectionID)
		}
		if r.Photo != nil {
			c.seenPhotos[r.Photo.ID] = photoRecord{*r.Photo, PhotoOwner{Candidate: r.ID}}
		}
		if r.Solid != nil {
			solids++
			c.solid(r)
		}
	}
	if have := c.tx.Bucket(bucketSolids).Stats().KeyN; have != solids {
		c.reportf("solids holds %d for %d candidates with one", have, solids)
	}
}

// nominations checks that nominations, and the elections that take them, belong together.
func (c *checker) nominations(elections map[ElectionID]electionRecord) {
	for call := range callTable.Check(c.tx, c.report) {
		if _, ok := elections[call.Election]; !ok {
			c.reportf("nominations are open for %q, which is not an election", call.Election)
		}
	}
	for n := range nominationTable.Check(c.tx, c.report) {
		e, ok := elections[n.ElectionID]
		if _, err := e.place(n.QuestionID); !ok || err != nil || !callTable.Has(c.tx, n.ElectionID) {
			c.reportf("nomination %s is for question %q of election %q, which takes none", n.ID, n.QuestionID, n.ElectionID)
		}
		if e.Status == Draft && n.Person != "" && !rollTable.Has(c.tx, n.Person) {
			c.reportf("nomination %s is of %q, who is not on the roll", n.ID, n.Person)
		}
		if n.Photo != nil {
			c.seenPhotos[n.Photo.ID] = photoRecord{*n.Photo, PhotoOwner{Nomination: n.ID}}
		}
	}
}

// solid checks that a candidate's solid is there, with its still picture.
func (c *checker) solid(r Candidate) {
	glb := c.tx.Bucket(bucketSolids).Get([]byte(r.ID))
	if sum := sha256.Sum256(glb); len(glb) != r.Solid.Size || hex.EncodeToString(sum[:]) != r.Solid.SHA256 {
		c.reportf("candidate %s: the bytes of the solid do not match their SHA-256", r.ID)
	}
	if r.Photo == nil {
		c.reportf("candidate %s has a solid without a still picture", r.ID)
	}
}

// owned checks that every key of a bucket is an election.
func (c *checker) owned(bucket []byte, elections map[ElectionID]electionRecord) {
	err := c.tx.Bucket(bucket).ForEach(func(k, _ []byte) error {
		if _, ok := elections[ElectionID(k)]; !ok {
			c.reportf("%s: %q is not an election", bucket, k)
		}
		return nil
	})
	if err != nil {
		c.report(err)
	}
}

func (c *checker) photos() {
	data := c.tx.Bucket(bucketPhotoData)
	stored := 0
	for p := range photoTable.Check(c.tx, c.report) {
		stored++
		if seen, ok := c.seenPhotos[p.ID]; !ok || seen.Owner != p.Owner || seen.SHA256 != p.SHA256 {
			c.reportf("photo %s of %v (%s) is referred to by %v (%s)", p.ID, p.Owner, p.SHA256, seen.Owner, seen.SHA256)
		}
		delete(c.seenPhotos, p.ID)
		if sum := sha256.Sum256(data.Get([]byte(p.ID))); hex.EncodeToString(sum[:]) != p.SHA256 {
			c.reportf("photo %s: its bytes do not match their SHA-256", p.ID)
		}
	}
	for id, p := range c.seenPhotos {
		c.reportf("photo %s of %v is missing", id, p.Owner)
	}
	if have := data.Stats().KeyN; have != stored {
		c.reportf("photo_data holds %d images for %d photos", have, stored)
	}
}
