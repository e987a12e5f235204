package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/refusal"
)

// versionOf returns a hash of what a record says. Nothing of it is stored.
func versionOf(parts ...any) string {
	raw, err := json.Marshal(parts)
	if err != nil {
		panic(err) // records are stored as JSON
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:12])
}

// Version identifies the contents of an election and its paper. Votes, exports, trials and the presence of people do
// not change the version.
func (e Election) Version() string {
	e.UpdatedAt, e.Exports, e.Attendance = time.Time{}, 0, nil
	parts := []any{e}
	for _, q := range e.Questions {
		parts = append(parts, q.Version())
	}
	return versionOf(parts...)
}

// Version names what a question and its candidates say.
func (q Question) Version() string {
	parts := []any{q}
	for _, c := range q.Candidates {
		parts = append(parts, c.Version())
	}
	return versionOf(parts...)
}

// Version names what is said of a candidate. The order among the candidates leaves it.
func (c Candidate) Version() string {
	c.Position = 0
	return versionOf(c)
}

// version names what the roll says of a person. Being present, registering, and using a key, rightly or not, leave it.
func (r rollRecord) version(shown RollEntry) string {
	shown.Version, shown.UpdatedAt, shown.User, shown.Proxies, shown.KeptBy = "", time.Time{}, "", nil, nil
	shown.Present, shown.HasKey, shown.KeyUsed, shown.Blocked, shown.WrongAnswers = false, false, false, false, 0
	return versionOf(shown, r.IdentityMAC, r.SecondMAC)
}

// Version names what the settings say.
func (set Settings) Version() string { return versionOf(set) }

// Expected is the record that a change is about, and the versions of which it must have one. The record is the
// innermost that is named, or the settings if none is.
type Expected struct {
	By        audit.Actor // who makes the change
	Election  ElectionID
	Question  QuestionID
	Candidate CandidateID

	Nomination NominationID
	Hands      HandsID
	Entry      RollID
	Versions   []string
}

type expectedKey struct{}

// Expect returns a context in which a use case changes nothing unless the record has an expected version: with it, the
// use case returns refusal.ChangedMeanwhile too. The versions are compared in the transaction that makes the change.
func Expect(ctx context.Context, x Expected) context.Context {
	return context.WithValue(ctx, expectedKey{}, x)
}

// checkExpected compares the version that the caller of a use case expects with that of the record.
func checkExpected(ctx context.Context, tx *bolt.Tx) error {
	x, asked := ctx.Value(expectedKey{}).(Expected)
	if !asked {
		return nil
	}
	now, err := x.read(tx)
	if err != nil || slices.Contains(x.Versions, now.version) {
		return err
	}
	return now.refusal(tx, x.By)
}

// CheckExpected checks what a use case with this context checks. Errors: refusal.NotFound, refusal.ChangedMeanwhile.
func (s *Store) CheckExpected(ctx context.Context) error {
	return s.view(ctx, func(tx *bolt.Tx) error { return checkExpected(ctx, tx) })
}

// versioned is a record as it stands, and where the audit list has its changes.
type versioned struct {
	version string
	changes audit.Filter
	actions []string  // that change such a record; nil for all that are not in passing
	since   time.Time // when it was changed, if the record says so
}

func (x Expected) read(tx *bolt.Tx) (versioned, error) {
	switch {
	case x.Candidate != "":
		c, err := candidateTable.Get(tx, x.Candidate)
		return versioned{version: c.Version(), changes: audit.Filter{Subject: string(c.ID)}}, err
	case x.Nomination != "":
		n, err := nominationTable.Get(tx, x.Nomination)
		return versioned{version: n.Version(), changes: audit.Filter{Subject: string(n.ID)}}, err
	case x.Hands != "":
		h, err := handsTable.Get(tx, x.Hands)
		return versioned{version: h.Version(), changes: audit.Filter{Subject: string(h.ID)}}, err
	case x.Entry != "":
		rec, err := rollTable.Get(tx, x.Entry)
		if err != nil {
			return versioned{}, err
		}
		e, err := rec.entry(tx)
		return versioned{e.Version, audit.Filter{Subject: string(e.ID)}, []string{"roll.added", "roll.changed"},
			e.UpdatedAt}, err
	case x.Election == "":
		rec, err := installation(tx)
		return versioned{version: rec.Settings.Version(), changes: audit.Filter{Kind: "installation"},
			actions: []string{"settings.changed"}}, err
	}
	rec, err := electionTable.Get(tx, x.Election)
	if err != nil {
		return versioned{}, err
	}
	found := versioned{changes: audit.Filter{Subject: string(rec.ID)}}
	if err := errors.Join(rec.readCandidates(tx), rec.readAssembly(tx)); err != nil || x.Question == "" {
		found.version = rec.Election.Version()
		return found, err
	}
	at, err := rec.place(x.Question)
	if err != nil {
		return found, err
	}
	found.version = rec.Questions[at].Version()
	return found, nil
}

// inPassing lists what is noted about an election without changing it.
func inPassing() []string {
	return []string{"election.previewed", "election.rehearsed", "election.invited", "election.holder_invited",
		"election.voters_exported", "election.electorate_exported", "election.people_exported", "election.slips_put",
		"election.slips_dropped"}
}

// sameChange bounds how much earlier than its audit line a record notes the time of one change.
const sameChange = time.Second

// refusal says who made the last change, as far as the audit list tells. An import names no entry.
func (v versioned) refusal(tx *bolt.Tx, by audit.Actor) error {
	unknown := refusal.ChangedBySomebody
	if !v.since.IsZero() {
		unknown = unknown.With(refusal.Facts{"at": v.since.Format(time.RFC3339)})
	}
	lines, err := audit.List(tx, v.changes, Page{Limit: 100})
	if err != nil {
		return err
	}
	at := slices.IndexFunc(lines.Items, func(r audit.Record) bool {
		return slices.Contains(v.actions, r.Action) || v.actions == nil && !slices.Contains(inPassing(), r.Action)
	})
	if at < 0 || v.since.After(lines.Items[at].At.Add(sameChange)) {
		return unknown
	}
	last := lines.Items[at]
	facts := refusal.Facts{"at": last.At.Format(time.RFC3339)}
	if last.Actor == by {
		return refusal.ChangedBySelf.With(facts)
	}
	who, err := userTable.Get(tx, UserID(last.Actor.ID))
	if err != nil { // a command, the server itself, or somebody whose account is gone
		return refusal.ChangedBySomebody.With(facts)
	}
	facts["name"] = who.FullName
	return refusal.ChangedMeanwhile.With(facts)
}
