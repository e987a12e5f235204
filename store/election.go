package store

import (
	"crypto/sha256"
	"encoding/json"
	"iter"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/boltfile"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// Status is how far an election has come. It only moves forward.
type Status string

// The statuses of an election, in order.
const (
	Draft     Status = "DRAFT"     // being prepared; invisible to voters
	Active    Status = "ACTIVE"    // people vote; the candidates no longer change
	Completed Status = "COMPLETED" // closed; the ballots may be counted
)

// ParseStatus reads a status. Errors: refusal.ValidationFailed for the field status.
func ParseStatus(text string) (Status, error) {
	var faults input.Faults
	if !input.OneOf(&faults, "status", Status(text), Draft, Active, Completed) {
		return "", faults.Err()
	}
	return Status(text), nil
}

// rank is the place of a status in their order. It is a part of keys.
func (st Status) rank() byte {
	switch st {
	case Active:
		return 1
	case Completed:
		return 2
	}
	return 0
}

// ElectionSettings are the choices for a whole election.
type ElectionSettings struct {
	ShuffleCandidates bool           `json:"shuffleCandidates"` // each voter sees the candidates in another order
	AutoOpen          bool           `json:"autoOpen"`          // the server opens it when OpensAt has come
	AutoCount         bool           `json:"autoCount"`         // the server counts it once it is closed
	Electorate        ElectorateKind `json:"electorate"`        // who may vote
	Proof             *bool          `json:"proof,omitempty"`   // its count is proved; nil to decide at the opening
}

// Quorum is the least part of the electorate that has to take part, a numerator and a denominator, and what it counts.
type Quorum struct {
	Least [2]int             `json:"least"`
	Of    ballotbox.QuorumOf `json:"of,omitempty"`
}

// ElectorateKind says who votes in an election.
type ElectorateKind string

// The kinds of electorate.
const (
	ElectorateOpen    ElectorateKind = "open"    // everyone with an active account who was admitted
	ElectorateRoll    ElectorateKind = "roll"    // the people who were on the electoral roll when the election opened
	ElectoratePresent ElectorateKind = "present" // those of them who were present then, and those they represent
)

// freezes reports whether an election of this kind freezes the roll as it opens.
func (k ElectorateKind) freezes() bool { return k == ElectorateRoll || k == ElectoratePresent }

// Turnout says how many of the people who could vote did.
type Turnout struct {
	Ballots    int `json:"ballots"`    // one for each person, also where weights differ
	Electorate int `json:"electorate"` // the frozen roll; without one the active voters, now or at the close
}

// Share is the part of the electorate that voted, 0 to 1; 0 when nobody could vote.
func (t Turnout) Share() float64 {
	if t.Electorate == 0 {
		return 0
	}
	return float64(t.Ballots) / float64(t.Electorate)
}

// Eligibility says whether a voter may cast a vote in an election now and, if not, why.
type Eligibility struct {
	May    bool          `json:"may"`
	Reason Ineligibility `json:"reason,omitempty"`
}

// Ineligibility is the reason why a voter may not vote.
type Ineligibility string

// The reasons. If several apply, the one that lasts longest is given: they are in that order.
const (
	HasVoted        Ineligibility = "already_voted"
	HasPaper        Ineligibility = "on_paper"
	VotingClosed    Ineligibility = "voting_closed"
	NotAdmitted     Ineligibility = "not_admitted"
	NotInElectorate Ineligibility = "not_in_electorate"
	NotPresent      Ineligibility = "not_present"
	ProxyGiven      Ineligibility = "proxy_given"
	VotingStopped   Ineligibility = "voting_stopped"
	KeyMissing      Ineligibility = "key_missing"
	VotingNotOpen   Ineligibility = "voting_not_open"
)

// Election is an election with its questions. A time that is not set, or has not come, is zero.
type Election struct {
	ID          ElectionID       `json:"id"`
	Title       string           `json:"title"`
	Description string           `json:"description,omitempty"`
	Status      Status           `json:"status"`
	Questions   []Question       `json:"questions"` // in the order of the paper; at least one
	Settings    ElectionSettings `json:"settings"`
	Quorum      *Quorum          `json:"quorum,omitempty"`
	MaxProxies  int              `json:"maxProxies,omitempty"` // how many others a person may vote for
	Attendance  *Attendance      `json:"attendance,omitempty"` // of a frozen roll; a DRAFT has it where one alone is read

	Custody ballotbox.Custody `json:"custody"` // who holds the keys that open the ballots
	// how many holders are needed; 0 in the custody of the server
	Threshold int `json:"threshold,omitempty"`
	// in the order of their numbers; without keys until it opens
	Holders    []ballotbox.Holder   `json:"holders,omitempty"`
	AssemblyID AssemblyID           `json:"assembly,omitempty"`  // whose holders have its keys; "" with the server
	Number     int                  `json:"number,omitempty"`    // in the assembly, from the opening on
	Untried    []string             `json:"untried,omitempty"`   // holders who had not tried their sheets as it opened
	Witnesses  *ballotbox.Witnesses `json:"witnesses,omitempty"` // whose cosignatures the last checkpoint needs
	// how many days after the count the sealed ballots stay; 0 with the server's key
	KeepBoxDays int `json:"keepBoxDays,omitempty"`
	// how many papers are printed, each of which somebody may get in the place of the ballot online
	Printed int         `json:"printed,omitempty"`
	Entry   *PaperEntry `json:"entry,omitempty"` // of the printed papers, once somebody has begun it
	// its count is proved, as the opening decided
	Proved bool `json:"proved,omitempty"`

	Announced   string        `json:"announced,omitempty"` // when and where it opens, as invitations from the draft said
	TimeZone    string        `json:"timeZone"`            // IANA name, for pages and documents
	OpensAt     time.Time     `json:"opensAt,omitzero"`    // nobody can vote before it, even if ACTIVE
	ClosesAt    time.Time     `json:"closesAt,omitzero"`   // nobody can vote from then on; the server closes it
	CreatedAt   time.Time     `json:"createdAt"`
	UpdatedAt   time.Time     `json:"updatedAt"`
	ActivatedAt time.Time     `json:"activatedAt,omitzero"`
	CompletedAt time.Time     `json:"completedAt,omitzero"`
	Notices     []Notice      `json:"notices,omitempty"` // oldest first
	Stopped     *Stop         `json:"stopped,omitempty"` // nobody can vote until it is resumed or cancelled
	Cancelled   *Cancellation `json:"cancelled,omitempty"`
	BoxUntil    time.Time     `json:"boxUntil,omitzero"`    // of a counted one: when its sealed ballots go, or went
	RollGoneAt  time.Time     `json:"rollGoneAt,omitzero"`  // when the people of its frozen roll were deleted
	Recounts    []Recount     `json:"recounts,omitempty"`   // oldest first
	Round       *Round        `json:"round,omitempty"`      // of a later round
	NextRounds  []ElectionID  `json:"nextRounds,omitempty"` // the next rounds of its questions
	// backups, and exports of the roll or its electorate, while it was ACTIVE
	Exports int `json:"exports,omitempty"`

	Translations []ballotbox.Translation `json:"translations,omitempty"` // of title and description

	Assembly          *Assembly   `json:"-"` // nil in the custody of the server
	Turnout           Turnout     `json:"-"`
	Weighed           *Weighed    `json:"-"` // where one alone is read, see weigh
	ResultsCalculated bool        `json:"-"`
	KeyMissing        bool        `json:"-"` // the server should have the key and has not, see lacksKey; where one is read
	Previous          *RoundLink  `json:"-"` // the round before
	Next              []RoundLink `json:"-"` // the rounds after, also those in DRAFT
	Tried             bool        `json:"-"` // previewed or rehearsed; in DRAFT as it is now
	HasVoted          bool        `json:"-"` // for a voter: their own paper is in the box
	Eligibility       Eligibility `json:"-"` // for a voter: whether they may cast it
	Papers            []Paper     `json:"-"` // for a voter: their own paper, then those of others
	Proxy             *HeldVote   `json:"-"` // for a voter: who holds their vote; nil for nobody
}

// electionRecord is an election as stored.
type electionRecord struct {
	Election
	Electorate  int    `json:"electorate,omitempty"`  // the number at the close, or of the roll at the opening
	TriedBallot []byte `json:"triedBallot,omitempty"` // hash of the ballot that was tried last, see NoteTrial
}

var electionTable = kv.Table[ElectionID, electionRecord]{
	Bucket: bucketElections, Name: "election", ID: func(e electionRecord) ElectionID { return e.ID },
	Indexes: []kv.Index[electionRecord]{
		{Bucket: bucketElectionsByCreated, Lines: func(e electionRecord) []kv.Line {
			return []kv.Line{{Key: kv.Key(kv.Time(e.CreatedAt), []byte(e.ID))}}
		}},
		{Bucket: bucketElectionsByStatus, Lines: func(e electionRecord) []kv.Line {
			return []kv.Line{{Key: kv.Key([]byte{e.Status.rank()}, kv.Time(e.CreatedAt), []byte(e.ID))}}
		}},
		{Bucket: boltfile.Commits, Lines: func(e electionRecord) []kv.Line { return []kv.Line{e.digest()} }},
	},
}

// digest is the SHA-256 of a record under the id of its election. It tells a record of an older time.
func (rec electionRecord) digest() kv.Line {
	raw, _ := json.Marshal(rec) // PutRecord returns its error
	sum := sha256.Sum256(raw)
	return kv.Line{Key: []byte(rec.ID), Value: sum[:]}
}

// electionsMixed reports whether the record of an election is of another time than its digest.
func electionsMixed(tx *bolt.Tx) bool {
	mixed := false
	for range electionTable.Check(tx, func(error) { mixed = true }) {
	}
	return mixed
}

// checkCustody checks that an election opens and is counted by itself only in a custody that can.
func (e *Election) checkCustody(faults *input.Faults) {
	if e.Custody.Traits().ByItself {
		return
	}
	if e.Settings.AutoOpen {
		faults.Add("autoOpen", refusal.NotByItself, nil)
	}
	if e.Settings.AutoCount {
		faults.Add("autoCount", refusal.NotByItself, nil)
	}
}

// turnout is the number of ballots cast in an election.
func turnout(tx *bolt.Tx, id ElectionID) int {
	return int(kv.Count(tx.Bucket(bucketTurnout), []byte(id)))
}

// draft reads an election, which must be in DRAFT.
func draft(tx *bolt.Tx, id ElectionID) (electionRecord, error) {
	rec, err := electionTable.Get(tx, id)
	if err == nil && rec.Status != Draft {
		err = refusal.NotDraft
	}
	return rec, err
}

// published reads an election that voters may see: one past DRAFT. Errors: refusal.NotFound.
func published(tx *bolt.Tx, id ElectionID) (electionRecord, error) {
	rec, err := electionTable.Get(tx, id)
	if err == nil && rec.Status == Draft {
		err = refusal.Missing(electionTable.Name)
	}
	return rec, err
}

func electionSubject(id ElectionID) audit.Subject {
	return audit.Subject{Kind: "election", ID: string(id)}
}

// electionsIn walks the elections of a status.
func electionsIn(tx *bolt.Tx, status Status) iter.Seq[ElectionID] {
	return func(yield func(ElectionID) bool) {
		for k := range kv.Walk(tx, bucketElectionsByStatus, []byte{status.rank()}) {
			if !yield(kv.LastID[ElectionID](k)) {
				return
			}
		}
	}
}
