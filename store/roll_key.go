package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/search"
)

// SignInByKey finds the account of the person whose slip or link has a key, as ParseMemberKey returns it. The first use
// of a key makes the account, if the person has none: a voter without e-mail address and password, admitted because
// they are on the roll. The file does not tell when a key was used: the account has only a day, the entry keeps its
// times, and the audit list has no line. Nobody becomes an administrator by a slip: the person gets an account beside
// the administrator's, see part. Where the settings ask for a second fact, what is said must have it. Errors:
// refusal.KeyUnknown, refusal.KeyOfAdmin, refusal.Suspended; refusal.IdentityTaken when another account has the number
// of the entry; refusal.SecondFactWrong, refusal.SecondFactLocked, refusal.SecondFactMissing, and
// refusal.ValidationFailed where nothing was said.
func (s *Store) SignInByKey(ctx context.Context, key string, said SaidFacts) (Account, error) {
	var rec userRecord
	var entry rollRecord
	fact := FactNone
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		if entry, rec, err = s.holderOfKey(tx, key); err == nil {
			fact, err = secondFact(tx)
		}
		return err
	})
	asked := func() bool { return bytes.Equal(entry.AskedMAC, s.memberKeyMAC(key)) }
	isNew := entry.User == "" || !entry.KeyUsed || rec.Role != RoleUser || asked()
	if err != nil || fact == FactNone && !isNew {
		return rec.account(), err
	}
	var wrong error
	err = s.update(ctx, func(tx *bolt.Tx) error {
		if entry, rec, err = s.holderOfKey(tx, key); err != nil {
			return err
		}
		if fact, err = secondFact(tx); err != nil {
			return err
		}
		right, err := s.isRight(fact, entry.RollEntry, said)
		if err != nil {
			return err
		}
		if !right {
			wrong, err = countWrong(tx, fact, entry)
			return err
		}
		next := entry
		next.KeyUsed, next.WrongAnswers = true, 0
		if asked() {
			next.LinkMAC, next.AskedMAC = entry.AskedMAC, nil
		}
		rec, err = s.enter(tx, entry, next, rec)
		return err
	})
	if err == nil && wrong != nil {
		return Account{}, wrong
	}
	return rec.account(), err
}

// enter returns the account with which the person of an entry votes, and makes it if rec is none or an administrator's.
// It writes the entry as next. Errors: refusal.KeyOfAdmin, refusal.IdentityTaken.
func (s *Store) enter(tx *bolt.Tx, entry, next rollRecord, rec userRecord) (userRecord, error) {
	if rec.Role == RoleAdmin {
		if err := part(tx, entry, rec); err != nil {
			return rec, err
		}
	}
	if rec.Role != RoleUser {
		rec = s.voterOnRoll(entry)
		next.User = rec.ID
		if err := userTable.Put(tx, nil, rec); err != nil {
			return rec, err
		}
	}
	return rec, rollTable.Put(tx, &entry, next)
}

// PersonOfKey returns the name of the person whose slip or link has a key, as ParseMemberKey returns it, and the second
// fact that the person gives to sign in. It changes nothing: somebody who looks at a slip that is not theirs makes no
// account. Errors: refusal.KeyUnknown, refusal.Suspended, refusal.SecondFactLocked, refusal.SecondFactMissing.
func (s *Store) PersonOfKey(ctx context.Context, key string) (fullName string, asks SecondFact, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		entry, rec, err := s.holderOfKey(tx, key)
		if err != nil {
			return err
		}
		fullName = entry.FullName
		if rec.Role == RoleUser {
			fullName = rec.FullName
		}
		if asks, err = secondFact(tx); err != nil {
			return err
		}
		return asks.readyFor(entry.RollEntry)
	})
	return fullName, asks, err
}

// part separates the account of an administrator from their entry of the roll, so that the person votes by a slip with
// an account of its own, which has no rights. What let the administrator's account vote goes, so that it does not vote
// too when its role changes. Errors: refusal.KeyOfAdmin while that account has a vote in an ACTIVE election.
func part(tx *bolt.Tx, entry rollRecord, admin userRecord) error {
	for id := range electionsIn(tx, Active) {
		if isMarked(tx, id, []byte(admin.ID)) { // where the roll is frozen, the mark is that of the entry
			return refusal.KeyOfAdmin
		}
	}
	next := admin
	next.RollEntry, next.Admission = "", nil
	if bytes.Equal(next.IdentityMAC, entry.IdentityMAC) {
		next.Identity, next.IdentityMAC = nil, nil
	}
	return userTable.Put(tx, &admin, next)
}

// holderOfKey finds the entry that a key belongs to, and its account if it has one.
func (s *Store) holderOfKey(tx *bolt.Tx, key string) (entry rollRecord, rec userRecord, err error) {
	entry, err = rollTable.By(tx, bucketRollByKey, s.memberKeyMAC(key))
	if errors.Is(err, refusal.NotFound) {
		err = refusal.KeyUnknown
	}
	if err == nil {
		rec, err = accountOf(tx, entry)
	}
	return entry, rec, err
}

// accountOf reads the account of the person of an entry; the zero record if they have none. Errors: refusal.Suspended.
func accountOf(tx *bolt.Tx, entry rollRecord) (rec userRecord, err error) {
	if entry.User == "" {
		return rec, nil
	}
	if rec, err = userTable.Get(tx, entry.User); err == nil && rec.Status != UserActive {
		err = refusal.Suspended
	}
	return rec, err
}

// voterOnRoll makes the account of a person with a key. It claims their number, so that nobody else can.
func (s *Store) voterOnRoll(entry rollRecord) userRecord {
	day := s.clock().Truncate(24 * time.Hour) // the moment would tell when they came
	return userRecord{
		User: User{
			ID: kv.NewID[UserID](), FullName: entry.FullName, DateOfBirth: entry.DateOfBirth, Role: RoleUser, Status: UserActive,
			Identity: entry.Identity, RollEntry: entry.ID, CreatedAt: day, UpdatedAt: day,
			Admission: &Admission{Policy: PolicyRoll, Checks: []AdmissionCheck{{CheckRoll, true}}, At: day},
		},
		IdentityMAC: entry.IdentityMAC,
	}
}

// KeysFor says who gets new member keys. The zero value is nobody.
type KeysFor struct {
	Which WhichKeys
	IDs   []RollID // of the entries, for KeysOfEntries
}

// WhichKeys is a group of people on the roll.
type WhichKeys string

// The groups.
const (
	KeysMissing   WhichKeys = "none"    // those in the state KeyNone
	KeysUnused    WhichKeys = "unused"  // those in the state KeyUnused
	KeysNoEmail   WhichKeys = "noEmail" // those in the state KeyNone to whom no e-mail can be sent
	KeysOfEntries WhichKeys = "entries" // those who are named
)

// maxKeyed is how many entries can be named to get new keys.
const maxKeyed = 2000

// KeyedEntry is an entry of the roll with its new member key, as printed.
type KeyedEntry struct {
	Entry RollEntry
	Key   string
}

// NewKeys issues member keys in place of earlier ones, all or none, and lists the entries by name. It returns the keys
// only once. Errors: refusal.ValidationFailed for more than maxKeyed ids, refusal.NotFound for an unknown one.
func (s *Store) NewKeys(ctx context.Context, by audit.Actor, whom KeysFor) ([]KeyedEntry, error) {
	if len(whom.IDs) > maxKeyed {
		return nil, refusal.Invalid("entries", refusal.ListTooLong, refusal.Facts{"max": maxKeyed})
	}
	var out []KeyedEntry
	err := s.update(ctx, func(tx *bolt.Tx) error {
		all, err := whom.entries(tx)
		if err != nil || len(all) == 0 {
			return err
		}
		out = make([]KeyedEntry, len(all))
		for i, rec := range all {
			if out[i].Entry, out[i].Key, err = s.replaceKey(tx, rec); err != nil {
				return err
			}
		}
		return s.audit(tx, by, "roll.keys_issued", rollSubject(""), map[string]string{"issued": strconv.Itoa(len(all))})
	})
	return out, err
}

// entries reads the entries of a group, each once, by name.
func (f KeysFor) entries(tx *bolt.Tx) (all []rollRecord, err error) {
	if f.Which == KeysOfEntries {
		slices.Sort(f.IDs)
		for _, id := range slices.Compact(f.IDs) {
			rec, err := rollTable.Get(tx, id)
			if err != nil {
				return nil, err
			}
			all = append(all, rec)
		}
	} else {
		err = tx.Bucket(bucketRoll).ForEach(func(k, raw []byte) error {
			rec, err := kv.DecodeRecord[rollRecord](k, raw)
			if err != nil {
				return err
			}
			wanted := f.Which == WhichKeys(rec.keyState())
			if f.Which == KeysNoEmail && rec.keyState() == KeyNone {
				to, err := rec.recipient(tx)
				if err != nil {
					return err
				}
				wanted = to.email == ""
			}
			if wanted {
				all = append(all, rec)
			}
			return nil
		})
	}
	slices.SortFunc(all, func(a, b rollRecord) int {
		return cmp.Or(cmp.Compare(search.Fold(a.sortName()), search.Fold(b.sortName())), cmp.Compare(a.ID, b.ID))
	})
	return all, err
}

// NewMemberKey replaces the member key of an entry. It returns the key only once. Errors: refusal.NotFound.
func (s *Store) NewMemberKey(ctx context.Context, by audit.Actor, id RollID) (e RollEntry, printed string, err error) {
	err = s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := rollTable.Get(tx, id)
		if err != nil {
			return err
		}
		if e, printed, err = s.replaceKey(tx, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "roll.key_issued", rollSubject(id), nil)
	})
	return e, printed, err
}

// replaceKey gives an entry another key. If the old one was used, it ends the sessions, and what the provider calls the
// person: both may be a finder's.
func (s *Store) replaceKey(tx *bolt.Tx, previous rollRecord) (RollEntry, string, error) {
	if previous.KeyUsed && previous.User != "" {
		if err := endSessions(tx, previous.User); err != nil {
			return RollEntry{}, "", err
		}
	}
	rec, printed := previous, newMemberKey()
	s.giveKey(&rec, printed)
	rec.SubjectMAC = nil
	rec.UpdatedAt = s.clock()
	if err := rollTable.Put(tx, &previous, rec); err != nil {
		return RollEntry{}, "", err
	}
	e, err := rec.entry(tx)
	return e, printed, err
}

// giveKey gives an entry a member key, in place of another.
func (s *Store) giveKey(rec *rollRecord, printed string) {
	k, _ := ParseMemberKey(printed)
	rec.KeyMAC, rec.HasKey, rec.KeyUsed = s.memberKeyMAC(k), true, false
}

// NewLinkKey issues the key of the link that an entry gets by e-mail, in place of the last one. The key on the person's
// slip stays as it is. The key is returned only this once. Errors: refusal.NotFound.
func (s *Store) NewLinkKey(ctx context.Context, id RollID) (string, error) {
	return s.newLinkKey(ctx, id, func(rec *rollRecord, mac []byte) { rec.LinkMAC, rec.AskedMAC = mac, nil })
}

func (s *Store) newLinkKey(ctx context.Context, id RollID, keep func(*rollRecord, []byte)) (string, error) {
	printed := newMemberKey()
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := rollTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec := previous
		k, _ := ParseMemberKey(printed)
		keep(&rec, s.memberKeyMAC(k))
		return rollTable.Put(tx, &previous, rec)
	})
	return printed, err
}
