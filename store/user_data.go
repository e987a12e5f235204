package store

import (
	"bytes"
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
)

// OwnData is what the file knows about a person with an account, for that person. It has no fingerprint and no hash of
// the password, which only the server can use, and nothing of a ballot, which names nobody.
type OwnData struct {
	Organisation string
	User         User
	Photo        []byte     // the image; nil without one
	Entry        *RollEntry // on the electoral roll; nil for a person who is not on it
	Elections    []OwnElection
	Nominations  []Nomination // of the person
	Proposed     []OwnProposal
	Messages     []Message      // e-mail to the person
	Audit        []audit.Record // without hashes
	More         bool           // a list has only the first mostOwn
}

// OwnElection is an election that has the person on its frozen roll, or in which their paper is in the box.
type OwnElection struct {
	ID          ElectionID
	Title       string
	Status      Status
	ActivatedAt time.Time
	HasVoted    bool
	OnPaper     bool               // they have got a printed paper: then they count as having voted
	OnRoll      *ballotbox.Elector // what the frozen roll says of them; nil without one
	Proxy       *HeldVote          // who holds their vote; nil for nobody
}

// OwnProposal is that the person has proposed somebody for a question.
type OwnProposal struct {
	ElectionID ElectionID `json:"electionId"`
	QuestionID QuestionID `json:"questionId"`
	Wrote      string     `json:"wrote"` // whom, in their words
}

// mostOwn bounds each list of OwnData.
const mostOwn = 1000

// OwnData reads what the file knows about a person. Elections and lines of the audit list come newest first. Errors:
// refusal.NotFound.
func (s *Store) OwnData(ctx context.Context, id UserID) (OwnData, error) {
	var d OwnData
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := userTable.Get(tx, id)
		if err != nil {
			return err
		}
		in, err := installation(tx)
		if err != nil {
			return err
		}
		d = OwnData{Organisation: in.Organisation, User: rec.user()}
		if rec.Photo != nil {
			d.Photo = bytes.Clone(tx.Bucket(bucketPhotoData).Get([]byte(rec.Photo.ID)))
		}
		for _, read := range []func(*bolt.Tx) error{
			d.readEntry, d.readElections, d.readNominations, d.readMessages, d.readAudit,
		} {
			if err := read(tx); err != nil {
				return err
			}
		}
		return nil
	})
	return d, err
}

func (d *OwnData) readEntry(tx *bolt.Tx) error {
	if d.User.RollEntry == "" {
		return nil
	}
	rec, err := rollTable.Get(tx, d.User.RollEntry)
	if err != nil {
		return err
	}
	e, err := rec.entry(tx)
	d.Entry = &e
	return err
}

// scan visits the first lines below a prefix, until it has taken mostOwn of them.
func (d *OwnData) scan(tx *bolt.Tx, sc kv.Scan, visit func(k []byte) (bool, error)) error {
	sc.Limit = mostOwn
	next, err := sc.Run(tx, func(k, _ []byte) (bool, error) { return visit(k) })
	d.More = d.More || next != ""
	return err
}

func (d *OwnData) readElections(tx *bolt.Tx) error {
	newest := kv.Scan{Bucket: bucketElectionsByCreated, Backward: true}
	return d.scan(tx, newest, func(k []byte) (bool, error) {
		id, own := kv.LastID[ElectionID](k), []byte(d.User.ID)
		frozen := frozenRoll(tx, id)
		if frozen != nil {
			own = []byte(d.User.RollEntry)
		}
		onRoll := frozen != nil && frozen.Get(own) != nil
		e := OwnElection{ID: id, HasVoted: isMarked(tx, id, own), OnPaper: isOnPaper(tx, id, own)}
		if !onRoll && !e.HasVoted {
			return false, nil
		}
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return false, err
		}
		e.Title, e.Status, e.ActivatedAt = rec.Title, rec.Status, rec.ActivatedAt
		if onRoll {
			listed, err := elector(frozen, d.User.RollEntry)
			if err != nil {
				return false, err
			}
			e.OnRoll = &listed.Elector
		}
		e.Proxy, err = heldVote(tx, id, d.User.ID)
		d.Elections = append(d.Elections, e)
		return true, err
	})
}

func (d *OwnData) readNominations(tx *bolt.Tx) error {
	person := d.User.RollEntry
	if person == "" {
		return nil
	}
	by := kv.Scan{Bucket: bucketNominationsByPerson, Prefix: []byte(person)}
	return d.scan(tx, by, func(k []byte) (bool, error) {
		n, err := nominationTable.Get(tx, kv.LastID[NominationID](k))
		if n.Person == person {
			d.Nominations = append(d.Nominations, n)
		}
		for _, p := range n.Proposals {
			if p.By == person {
				d.Proposed = append(d.Proposed, OwnProposal{n.ElectionID, n.QuestionID, p.Wrote})
			}
		}
		return true, err
	})
}

func (d *OwnData) readMessages(tx *bolt.Tx) error {
	for _, to := range []string{string(d.User.ID), string(d.User.RollEntry)} {
		if to == "" {
			continue
		}
		by := kv.Scan{Bucket: bucketOutboxByPerson, Prefix: kv.Fixed(to, kv.IDLen)}
		err := d.scan(tx, by, func(k []byte) (bool, error) {
			m, err := messageTable.Get(tx, messageKey(k[len(k)-8:]))
			d.Messages = append(d.Messages, m)
			return true, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *OwnData) readAudit(tx *bolt.Tx) error {
	about := []string{string(d.User.ID)}
	if d.User.RollEntry != "" {
		about = append(about, string(d.User.RollEntry))
	}
	for _, n := range d.Nominations {
		about = append(about, string(n.ID))
	}
	lines, more, err := audit.About(tx, string(d.User.ID), about, mostOwn)
	for i := range lines {
		lines[i].Hash = ""
	}
	d.Audit, d.More = lines, d.More || more
	return err
}
