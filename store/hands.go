package store

import (
	"context"
	"reflect"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// The limits of a show of hands.
const (
	maxHands       = 1_000_000 // of one answer
	maxTellers     = 5
	maxCorrections = 20
	earliestHands  = "2000-01-01"
)

// Hands records a motion that people in the hall decided by raising their hands: its text, its counts and its tellers.
type Hands struct {
	Day       string          `json:"day"` // of the meeting, such as 2026-05-01
	Title     string          `json:"title"`
	Text      string          `json:"text,omitempty"`
	For       int             `json:"for"`
	Against   int             `json:"against"`
	Abstain   int             `json:"abstain"`
	Present   int             `json:"present,omitempty"` // votes in the hall, with proxies; 0 if nobody noted them
	Tellers   []string        `json:"tellers"`
	Threshold tally.Threshold `json:"threshold"`         // of the electorate: of those present
	Casting   CastingVote     `json:"casting,omitempty"` // "" without one
}

// CastingVote is how the chair decides where as many vote for a motion as against it.
type CastingVote string

// The casting votes.
const (
	CastingFor     CastingVote = "for"
	CastingAgainst CastingVote = "against"
)

// ShowOfHands is a motion that was decided by a show of hands. There is no ballot of it, so nobody can check it later.
type ShowOfHands struct {
	ID HandsID `json:"id"`
	Hands
	RecordedAt  time.Time         `json:"recordedAt"`
	Corrections []HandsCorrection `json:"corrections,omitempty"` // the oldest first
	Withdrawn   *HandsWithdrawal  `json:"withdrawn,omitempty"`   // nil while it counts
}

// HandsCorrection keeps the earlier state of a show of hands, and who replaced it, when, and for which reason.
type HandsCorrection struct {
	Was    Hands     `json:"was"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// HandsWithdrawal says why a show of hands does not count.
type HandsWithdrawal struct {
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

var handsTable = kv.Table[HandsID, ShowOfHands]{
	Bucket: bucketHands, Name: "hands", ID: func(h ShowOfHands) HandsID { return h.ID },
	Indexes: []kv.Index[ShowOfHands]{
		{Bucket: bucketHandsByDay, Lines: func(h ShowOfHands) []kv.Line {
			return []kv.Line{{Key: kv.Key([]byte(h.Day), kv.Time(h.RecordedAt), []byte(h.ID))}}
		}},
	},
}

// Version names what a show of hands says.
func (h ShowOfHands) Version() string { return versionOf(h) }

// Outcome counts the hands as a motion is counted. A casting vote is one vote more.
func (h Hands) Outcome() (tally.Outcome, error) {
	votes := []int{h.For, h.Against, h.Abstain}
	present := h.Present
	switch h.Casting {
	case CastingFor:
		votes[0], present = votes[0]+1, present+1
	case CastingAgainst:
		votes[1], present = votes[1]+1, present+1
	}
	cast := votes[0] + votes[1] + votes[2]
	return h.rules().Count(tally.Evidence{Papers: cast, Votes: votes}, nil, tally.Base{Cast: cast, Electorate: present})
}

func (h Hands) rules() tally.Rules {
	return tally.Rules{Method: tally.Motion, Options: 3, Seats: 1, Min: 1, Max: 1, Threshold: &h.Threshold}
}

// check normalises what is recorded, and notes what is wrong. today is the day by the clocks of the organisation.
func (h *Hands) check(faults *input.Faults, today string) {
	if _, err := time.Parse(time.DateOnly, h.Day); err != nil {
		faults.Add("day", refusal.NotDate, nil)
	} else if h.Day < earliestHands || h.Day > today {
		faults.Add("day", refusal.DateOutOfRange, refusal.Facts{"min": earliestHands})
	}
	faults.Line("title", &h.Title, 1, maxTitle)
	faults.Text("text", &h.Text, 0, maxDescription)
	for _, n := range []struct {
		field string
		is    int
	}{{"for", h.For}, {"against", h.Against}, {"abstain", h.Abstain}} {
		if n.is < 0 || n.is > maxHands {
			faults.Add(n.field, refusal.NotInteger, refusal.Facts{"min": 0, "max": maxHands})
		}
	}
	h.checkPresent(faults)
	h.Tellers = slices.Clone(h.Tellers)
	for i := range h.Tellers {
		faults.Name("tellers", &h.Tellers[i], 1, maxName)
	}
	switch {
	case len(h.Tellers) == 0:
		faults.Add("tellers", refusal.Required, nil)
	case len(h.Tellers) > maxTellers:
		faults.Add("tellers", refusal.ListTooLong, refusal.Facts{"max": maxTellers})
	}
	if h.Threshold.Of == "" {
		h.Threshold = tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}
	}
	if h.rules().Check() != nil {
		faults.Add("threshold", refusal.ThresholdUnfit, refusal.Facts{"method": string(tally.Motion)})
	}
	if h.Casting != "" && input.OneOf(faults, "casting", h.Casting, CastingFor, CastingAgainst) &&
		(h.For != h.Against || h.For == 0) {
		faults.Add("casting", refusal.NoCastingVote, nil)
	}
}

// checkPresent checks that as many votes were present as were counted, if anybody noted them or the threshold needs
// them.
func (h *Hands) checkPresent(faults *input.Faults) {
	counted := h.For + h.Against + h.Abstain
	switch {
	case h.Present == 0 && h.Threshold.Of == tally.OfElectorate:
		faults.Add("present", refusal.Required, nil)
	case h.Present != 0 && (h.Present < counted || h.Present > 3*maxHands):
		faults.Add("present", refusal.NotInteger, refusal.Facts{"min": max(counted, 1), "max": 3 * maxHands})
	}
}

// today is the day by the clocks of the organisation.
func (s *Store) today(tx *bolt.Tx) (string, error) {
	in, err := installation(tx)
	return in.Day(s.clock()), err
}

// RecordHands records a show of hands. Without a threshold, more than half of those for and against pass it. Errors:
// refusal.ValidationFailed.
func (s *Store) RecordHands(ctx context.Context, by audit.Actor, h Hands) (ShowOfHands, error) {
	var made ShowOfHands
	err := s.update(ctx, func(tx *bolt.Tx) error {
		today, err := s.today(tx)
		if err != nil {
			return err
		}
		var faults input.Faults
		h.check(&faults, today)
		if err := faults.Err(); err != nil {
			return err
		}
		made = ShowOfHands{ID: kv.NewID[HandsID](), Hands: h, RecordedAt: s.clock()}
		if err := handsTable.Put(tx, nil, made); err != nil {
			return err
		}
		return s.auditHands(tx, by, "hands.recorded", made, "")
	})
	return made, err
}

// CorrectHands changes what a show of hands says, for a reason. What it said before stays with it. Errors:
// refusal.NotFound, refusal.HandsWithdrawn, refusal.HandsCorrected, refusal.ValidationFailed.
func (s *Store) CorrectHands(ctx context.Context, by audit.Actor, id HandsID, h Hands, reason string) (ShowOfHands,
	error) {
	return s.changeHands(ctx, by, id, "hands.corrected", reason, func(tx *bolt.Tx, rec *ShowOfHands,
		because string, faults *input.Faults) error {
		today, err := s.today(tx)
		if err != nil {
			return err
		}
		if h.check(faults, today); reflect.DeepEqual(h, rec.Hands) {
			return nil
		}
		if len(rec.Corrections) == maxCorrections {
			return refusal.HandsCorrected.With(refusal.Facts{"max": maxCorrections})
		}
		rec.Corrections = append(slices.Clone(rec.Corrections), HandsCorrection{rec.Hands, because, s.clock()})
		rec.Hands = h
		return nil
	})
}

// WithdrawHands says, for a reason, that a show of hands does not count: it was recorded twice, or there was none. It
// stays in the list. Errors: refusal.NotFound, refusal.HandsWithdrawn, refusal.ValidationFailed.
func (s *Store) WithdrawHands(ctx context.Context, by audit.Actor, id HandsID, reason string) (ShowOfHands, error) {
	return s.changeHands(ctx, by, id, "hands.withdrawn", reason, func(_ *bolt.Tx, rec *ShowOfHands,
		because string, _ *input.Faults) error {
		rec.Withdrawn = &HandsWithdrawal{because, s.clock()}
		return nil
	})
}

// changeHands changes a show of hands that counts, for a reason of up to 500 characters on one line.
func (s *Store) changeHands(ctx context.Context, by audit.Actor, id HandsID, action, reason string,
	change func(tx *bolt.Tx, rec *ShowOfHands, because string, faults *input.Faults) error) (ShowOfHands, error) {
	var next ShowOfHands
	var faults input.Faults
	faults.Line("reason", &reason, 1, ballotbox.MaxReason)
	wrong := faults
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := handsTable.Get(tx, id)
		if err != nil {
			return err
		}
		if previous.Withdrawn != nil {
			return refusal.HandsWithdrawn
		}
		next, faults = previous, slices.Clone(wrong)
		if err := change(tx, &next, reason, &faults); err != nil {
			return err
		}
		if err := faults.Err(); err != nil || reflect.DeepEqual(previous, next) {
			return err
		}
		if err := handsTable.Put(tx, &previous, next); err != nil {
			return err
		}
		return s.auditHands(tx, by, action, next, reason)
	})
	return next, err
}

// auditHands notes what was done with a show of hands.
func (s *Store) auditHands(tx *bolt.Tx, by audit.Actor, action string, h ShowOfHands, reason string) error {
	detail := map[string]string{"title": h.Title}
	if reason != "" {
		detail["reason"] = reason
	}
	return s.audit(tx, by, action, audit.Subject{Kind: handsTable.Name, ID: string(h.ID)}, detail)
}

// ShowOfHands reads a show of hands. Errors: refusal.NotFound.
func (s *Store) ShowOfHands(ctx context.Context, id HandsID) (h ShowOfHands, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		h, err = handsTable.Get(tx, id)
		return err
	})
	return h, err
}

// ShowsOfHands lists the shows of hands of a day, or of all days for "": the newest day first, and of a day the one
// that was recorded last. Errors: refusal.ValidationFailed.
func (s *Store) ShowsOfHands(ctx context.Context, day string, p Page) (List[ShowOfHands], error) {
	var out List[ShowOfHands]
	if _, err := time.Parse(time.DateOnly, day); err != nil && day != "" {
		return out, refusal.Invalid("day", refusal.NotDate, nil)
	}
	sc, err := p.Scan(bucketHandsByDay, []byte(day), len(time.DateOnly)+8+kv.IDLen)
	if err != nil {
		return out, err
	}
	sc.Backward = !p.Reverse
	err = s.view(ctx, func(tx *bolt.Tx) error {
		out.Items = nil
		out.Next, err = sc.Run(tx, func(k, _ []byte) (bool, error) {
			h, err := handsTable.Get(tx, kv.LastID[HandsID](k))
			out.Items = append(out.Items, h)
			return true, err
		})
		return err
	})
	return out, err
}

// hands checks that each show of hands, and what it said before, is one that could be recorded.
func (c *checker) hands() {
	for h := range handsTable.Check(c.tx, c.report) {
		said := []Hands{h.Hands}
		for _, correction := range h.Corrections {
			said = append(said, correction.Was)
		}
		for _, one := range said {
			var faults input.Faults
			one.check(&faults, one.Day)
			if err := faults.Err(); err != nil {
				c.reportf("show of hands %s: %w", h.ID, err)
			} else if _, err := one.Outcome(); err != nil {
				c.reportf("show of hands %s: %w", h.ID, err)
			}
		}
	}
}
