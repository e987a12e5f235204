package store

import (
	"iter"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// Status is where an election stands. It only ever moves forward.
type Status string

// The statuses of an election, in order.
const (
	Draft     Status = "DRAFT"     // being prepared; invisible to voters
	Active    Status = "ACTIVE"    // votes are taken; nothing about the candidates changes
	Completed Status = "COMPLETED" // closed; ballots may be counted
)

// ParseStatus reads a status. Errors: refusal.ValidationFailed for the field status.
func ParseStatus(text string) (Status, error) {
	var v validation
	if !oneOf(&v, "status", Status(text), Draft, Active, Completed) {
		return "", v.err()
	}
	return Status(text), nil
}

// rank orders the statuses, for the legal transitions and as a key part.
func (st Status) rank() byte {
	switch st {
	case Active:
		return 1
	case Completed:
		return 2
	}
	return 0
}

// ElectionSettings are the choices of an election beside its counting method.
type ElectionSettings struct {
	ShuffleCandidates bool               `json:"shuffleCandidates"` // each voter sees the candidates in an order of their own
	TieBreak          ballotbox.TieBreak `json:"tieBreak"`          // what happens when candidates share the first place; "" means it is stated
	Electorate        ElectorateKind     `json:"electorate"`        // who may vote; "" means it is open
}

// Turnout says how many of those who could vote did.
type Turnout struct {
	Ballots    int `json:"ballots"`
	Electorate int `json:"electorate"` // active voters now; those at the close once COMPLETED; the frozen roll where there is one
}

// Share is ballots by electorate, 0 to 1; 0 when nobody could vote.
func (t Turnout) Share() float64 {
	if t.Electorate == 0 {
		return 0
	}
	return float64(t.Ballots) / float64(t.Electorate)
}

// Election is an election with its candidates. Times that have not come are zero.
type Election struct {
	ID          ElectionID       `json:"id"`
	Title       string           `json:"title"`
	Description string           `json:"description,omitempty"`
	Status      Status           `json:"status"`
	Method      string           `json:"method"`
	Settings    ElectionSettings `json:"settings"`
	OpensAt     time.Time        `json:"opensAt,omitzero"`  // no vote before it, even if ACTIVE
	ClosesAt    time.Time        `json:"closesAt,omitzero"` // no vote from then on; the server completes the election
	CreatedAt   time.Time        `json:"createdAt"`
	UpdatedAt   time.Time        `json:"updatedAt"`
	ActivatedAt time.Time        `json:"activatedAt,omitzero"`
	CompletedAt time.Time        `json:"completedAt,omitzero"`

	Candidates        []Candidate `json:"-"`
	Turnout           Turnout     `json:"-"`
	ResultsCalculated bool        `json:"-"`
	HasVoted          bool        `json:"-"` // for a voter
	Eligibility       Eligibility `json:"-"` // for a voter
}

// electionRecord is an election as stored.
type electionRecord struct {
	Election
	Electorate int `json:"electorate,omitempty"` // frozen at the close; where a roll says who votes, when it opened
}

var electionTable = kv.Table[ElectionID, electionRecord]{
	Bucket: bucketElections,
	ID:     func(e electionRecord) ElectionID { return e.ID },
	Indexes: []kv.Index[electionRecord]{
		{Bucket: bucketElectionsByCreated, Lines: func(e electionRecord) []kv.Line {
			return []kv.Line{{Key: kv.Key(kv.Time(e.CreatedAt), []byte(e.ID))}}
		}},
		{Bucket: bucketElectionsByStatus, Lines: func(e electionRecord) []kv.Line {
			return []kv.Line{{Key: kv.Key([]byte{e.Status.rank()}, kv.Time(e.CreatedAt), []byte(e.ID))}}
		}},
	},
}

// turnout is the number of ballots cast in an election.
func turnout(tx *bolt.Tx, id ElectionID) int {
	return int(kv.Count(tx.Bucket(bucketTurnout), []byte(id)))
}

// draft reads an election that must be in DRAFT.
func draft(tx *bolt.Tx, id ElectionID) (electionRecord, error) {
	rec, err := electionTable.Get(tx, id)
	if err == nil && rec.Status != Draft {
		err = refusal.NotDraft
	}
	return rec, err
}

func electionSubject(id ElectionID) Subject { return Subject{Kind: "election", ID: string(id)} }

// ElectorateKind says who votes in an election.
type ElectorateKind string

// The kinds of electorate.
const (
	ElectorateOpen ElectorateKind = "open" // everybody with an active account that was admitted
	ElectorateRoll ElectorateKind = "roll" // the people on the electoral roll as it stood when the election opened
)

// Eligibility says whether a voter may cast a vote in an election now and, if not, why.
type Eligibility struct {
	May    bool          `json:"may"`
	Reason Ineligibility `json:"reason,omitempty"`
}

// Ineligibility is the reason why a voter may not vote.
type Ineligibility string

// The reasons. Where several hold, the first of them is given: it is the one that lasts.
const (
	HasVoted        Ineligibility = "already_voted"
	VotingClosed    Ineligibility = "voting_closed"
	NotAdmitted     Ineligibility = "not_admitted"
	NotInElectorate Ineligibility = "not_in_electorate"
	VotingNotOpen   Ineligibility = "voting_not_open"
)

// activeElections walks the elections that are ACTIVE.
func activeElections(tx *bolt.Tx) iter.Seq[ElectionID] {
	return func(yield func(ElectionID) bool) {
		for k := range kv.Walk(tx, bucketElectionsByStatus, []byte{Active.rank()}) {
			if !yield(kv.LastID[ElectionID](k)) {
				return
			}
		}
	}
}
