package store_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// sample is the ids of a store that has something in every bucket.
type sample struct {
	voter, admin           store.UserID
	draft, active, counted store.ElectionID
	candidate              store.CandidateID // in the draft, with photo
	candidatePhoto, photo  store.PhotoID
	solid                  store.CandidateID // in the draft, with a solid
	member                 store.UserID      // a voter who is on the roll
	entry, unclaimed       store.RollID      // of the member, and of nobody yet
	rolled                 store.ElectionID  // ACTIVE, for the people on the roll
}

// fill makes a sample in a directory and closes the store.
func fill(t *testing.T, dir string) sample {
	t.Helper()
	s := open(t, dir)
	admin := must(s.SetUp(t.Context(),
		store.NewAdmin{Email: "root@example.org", FullName: "Root",
			Settings: store.SettingsChange{Organisation: new("Club")}}))(t)
	member := storetest.Voter(t, s, 9).ID
	all := append(voters(t, s, 2), member)
	u := must(s.SetUserPhoto(t.Context(), all[0], jpeg))(t)
	draft, active := storetest.Election(t, s, "Draft", "Kim", "Lee"), running(t, s, "Ada", "Grace")
	storetest.Hold(t, s, draft.ID, 1, 2)
	c := must(s.SetCandidatePhoto(t.Context(), storetest.Admin, draft.ID, draft.Questions[0].Candidates[0].ID, second))(t)
	solid := setSolid(t, s, draft.Questions[0].Candidates[1], vase)
	for _, v := range all {
		vote(t, s, v, active.Questions[0].Candidates[0])
	}
	done := running(t, s, "Eve", "Mia")
	storetest.Advance(t, s, done.ID, store.Completed)
	must(s.CalculateResults(t.Context(), storetest.Admin, done.ID))(t)
	roll := enrol(t, s, holderLine(9, "Z-1"),
		store.RollLine{Line: 2, FullName: new("Zoë Brandt"), DateOfBirth: new("1990-04-25"), Member: new("Z-1"),
			NewKey: true})
	rolled := storetest.Election(t, s, "Rolled", "Ann", "Bob")
	kind := store.ElectorateRoll
	must(s.UpdateElection(t.Context(), storetest.Admin, rolled.ID, store.ElectionChange{Electorate: &kind}))(t)
	storetest.Advance(t, s, rolled.ID, store.Active)
	if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
		t.Fatal(err)
	}
	return sample{all[0], admin.ID, draft.ID, active.ID, done.ID, c.ID, c.Photo.ID, u.Photo.ID, solid.ID, member,
		roll.Lines[0].Entry, roll.Lines[1].Entry, rolled.ID}
}

// damage is a change to a file behind the store's back, and what Verify must say of it.
type damage struct {
	change func(tx *bolt.Tx) error
	want   string
}

// bucket walks down a path of buckets.
func bucket(tx *bolt.Tx, name string, inner ...string) *bolt.Bucket {
	b := tx.Bucket([]byte(name))
	for _, n := range inner {
		b = b.Bucket([]byte(n))
	}
	return b
}

// put is a damage that writes a value.
func put(want, key, value, name string, inner ...string) damage {
	return damage{func(tx *bolt.Tx) error { return bucket(tx, name, inner...).Put([]byte(key), []byte(value)) }, want}
}

// drop is a damage that deletes a key, the first if it is "".
func drop(want, key, name string, inner ...string) damage {
	return damage{func(tx *bolt.Tx) error {
		b := bucket(tx, name, inner...)
		k := []byte(key)
		if key == "" {
			k, _ = b.Cursor().First()
		}
		if b.Get(k) == nil {
			return fmt.Errorf("%s has no key %q", name, k)
		}
		return b.Delete(k)
	}, want}
}

// swap is a damage that replaces text in a record.
func swap(want, old, new, key, name string) damage {
	return damage{func(tx *bolt.Tx) error {
		b := bucket(tx, name)
		before := b.Get([]byte(key))
		after := bytes.Replace(before, []byte(old), []byte(new), 1)
		if bytes.Equal(before, after) {
			return fmt.Errorf("%s %q has no %q: %s", name, key, old, before)
		}
		return b.Put([]byte(key), after)
	}, want}
}

const (
	someone = "aaaaaaaaaaaaaaaaaaaaaaaaaa" // an id of nobody
	three   = "\x00\x00\x00\x00\x00\x00\x00\x03"
	four    = "\x00\x00\x00\x00\x00\x00\x00\x04"
)

func indexDamages(x sample) map[string]damage {
	all := make(map[string]damage)
	for _, ix := range []string{
		"users_by_email", "users_by_identity", "users_by_name", "users_by_word", "user_words", "voters",
		"roll_by_identity", "roll_by_key", "roll_by_member", "roll_by_user", "roll_by_giver", "roll_by_name", "roll_by_word",
		"roll_words",
		"elections_by_created", "elections_by_status", "assemblies_by_created", "assemblies_by_invitation",
		"candidates_by_question",
	} {
		all[ix+": a line is missing"] = drop("index "+ix+": line ", "", ix)
		all[ix+": a line too many"] = put("index "+ix+`: line "stray" belongs to no record`, "stray", "", ix)
		all[ix+": a line says more"] = damage{func(tx *bolt.Tx) error {
			k, _ := bucket(tx, ix).Cursor().First()
			return bucket(tx, ix).Put(bytes.Clone(k), []byte("else"))
		}, ` says "else"`}
	}
	all["the address of one leads to another"] = put("index users_by_email", "root@example.org", string(x.voter),
		"users_by_email")
	all["active administrators"] = put("total active_admins says 3, the records 1", "active_admins", three, "counters")
	all["active voters"] = put("total active_voters says 4, the records 3", "active_voters", four, "counters")
	all["people on the roll"] = put("total roll says 3, the records 2", "roll", three, "counters")
	all["people of the roll who registered"] = put("total roll_r1 says 3, the records 1", "roll_r1", three, "counters")
	all["people of the roll with a weight"] = put("total roll_weighted says 3, the records 0", "roll_weighted", three,
		"counters")
	all["a voter who is not on the roll"] = put("index voters: line ", string(x.member), "\x01", "voters")
	all["a voter of another entry"] = put("index voters: line ", string(x.member), string(x.unclaimed), "voters")
	all["a total without a number"] = put("total active_voters says 0", "active_voters", "3", "counters")
	return all
}

func recordDamages(x sample) map[string]damage {
	all := map[string]damage{
		"a user's word for the status": swap("total active_voters", `"ACTIVE"`, `"SUSPENDED"`, string(x.voter), "users"),
		"a user gone": drop("election "+string(x.active)+`: "`+string(x.voter)+`" may not vote in it`,
			string(x.voter), "users"),
		"an election gone": drop(`turnout: "`+string(x.active)+`" is not an election`, string(x.active),
			"elections"),
		"a candidate gone": drop("index candidates_by_question: line ", string(x.candidate), "candidates"),
		"a candidate of no election": swap(`of election "`+someone+`", which is not one`,
			string(x.draft), someone, string(x.candidate), "candidates"),
		"results under an unknown election": put(`results: "`+someone+`" is not an election`, someone, "{}", "results"),
		"a turnout of an unknown election":  put(`turnout: "`+someone+`" is not an election`, someone, three, "turnout"),
		"a roll entry gone": drop("roll entry "+string(x.entry)+" does not name them", string(x.entry),
			"roll"),
		"a roll entry of another user": swap("roll entry "+string(x.entry)+": its user "+string(x.admin)+" names \"\"",
			string(x.member), string(x.admin), string(x.entry), "roll"),
		"a user of another roll entry": swap("roll entry "+string(x.entry)+": its user "+string(x.member)+" names ",
			string(x.entry), string(x.unclaimed), string(x.member), "users"),
		"a roll entry with another number": swap("index roll_by_identity: line ", `"identityMac":"`, `"identityMac":"AAAA`,
			string(x.entry), "roll"),
		"a roll entry with another key": swap("index roll_by_key: line ", `"keyMac":"`, `"keyMac":"AAAA`,
			string(x.unclaimed), "roll"),
		"a roll entry under another name": swap("index roll_by_name: line ", "Zoë", "Zia", string(x.unclaimed), "roll"),
		"a roll entry without a weight": swap("roll entry "+string(x.unclaimed)+": its weight is 0", `"weight":1`,
			`"weight":0`, string(x.unclaimed), "roll"),
		"a vote of nobody": swap("roll entry "+string(x.entry)+": giver "+someone+": ", string(x.unclaimed),
			someone, string(x.entry), "roll"),
		"a vote of the holder": swap("roll entry "+string(x.entry)+": giver "+string(x.entry)+" holds votes",
			string(x.unclaimed), string(x.entry), string(x.entry), "roll"),
		"a vote passed on": swap("roll entry "+string(x.unclaimed)+": giver "+string(x.entry)+" holds votes",
			`"weight":1`, `"weight":1,"givers":["`+string(x.entry)+`"]`, string(x.unclaimed), "roll"),
		"a bucket of somebody else": {func(tx *bolt.Tx) error {
			_, err := tx.CreateBucket([]byte("foreign"))
			return err
		}, `bucket "foreign" is not of this schema`},
	}
	for name, id := range map[string]string{
		"users": string(x.voter), "elections": string(x.active), "candidates": string(x.candidate), "photos": string(x.photo),
		"roll": string(x.entry),
	} {
		all[name+": a record cut"] = put(name+`: record "`+id+`": `, id, `{"id":"`, name)
		all[name+": a record of another type"] = put(name+`: record "`+id+`": `, id, `["`+id+`"]`, name)
		all[name+": a record empty"] = put(name+`: record "`+id+`" has the id ""`, id, `{}`, name)
		all[name+": a record by another name"] = swap(name+`: record "`+id+`" has the id "`+someone+`"`, id, someone, id,
			name)
	}
	return all
}

func photoDamages(x sample) map[string]damage {
	return map[string]damage{
		"a photo's bytes changed": put("photo "+string(x.photo)+": its bytes do not match", string(x.photo), "other",
			"photo_data"),
		"a photo's bytes gone": drop("photo "+string(x.candidatePhoto)+": its bytes do not match",
			string(x.candidatePhoto), "photo_data"),
		"bytes of no photo": put("photo_data holds 4 images for 3 photos", someone, "bytes", "photo_data"),
		"a photo gone":      drop("photo "+string(x.photo)+" of ", string(x.photo), "photos"),
		"a photo of another person": swap("photo "+string(x.photo)+" of ", `"owner":{"user":"`+string(x.voter),
			`"owner":{"user":"`+string(x.admin), string(x.photo), "photos"),
		"a photo nobody has": swap("photo "+string(x.candidatePhoto)+" of ", string(x.candidatePhoto), string(x.photo),
			string(x.candidate), "candidates"),
		"a solid's bytes changed": put("candidate "+string(x.solid)+": the bytes of the solid do not match",
			string(x.solid), "other", "solids"),
		"a solid's bytes gone": drop("candidate "+string(x.solid)+": the bytes of the solid do not match",
			string(x.solid), "solids"),
		"a solid nobody has": put("solids holds 2 for 1 candidates with one", someone, "bytes", "solids"),
		"a solid without a picture": swap("candidate "+string(x.solid)+" has a solid without a still picture", `"photo":{`,
			`"other":{`, string(x.solid), "candidates"),
	}
}

func ballotDamages(x sample) map[string]damage {
	active, draft, counted := string(x.active), string(x.draft), string(x.counted)
	size := sealing.Size(1, 2)
	boxed := string(ballotbox.Ballot{Class: 1, Sealed: []byte(strings.Repeat("x", size))}.Append(nil))
	place := strings.Repeat("p", 32)
	box := func(name, election string) func(tx *bolt.Tx) error {
		return func(tx *bolt.Tx) error {
			_, err := bucket(tx, name).CreateBucket([]byte(election))
			return err
		}
	}
	return map[string]damage{
		"a ballot dropped":       drop("election "+active+": 3 voters, 2 sealed ballots", "", "sealed", active),
		"a ballot added":         put("election "+active+": 3 voters, 4 sealed ballots", place, boxed, "sealed", active),
		"a voter's mark dropped": drop("election "+active+": 2 voters, turnout 3", string(x.voter), "voted", active),
		"a voter's mark added": put("election "+active+": 4 voters, turnout 3", string(x.admin), "\x01", "voted",
			active),
		"a mark of nobody": put(`"`+someone+`" may not vote in it`, someone, "\x01", "voted", active),
		"more than a mark": put(`"`+string(x.voter)+`" may not vote in it, or has more`, string(x.voter),
			"\x01at noon", "voted", active),
		"a ballot too long":           put(fmt.Sprintf("has %d bytes", size+1), place, boxed+"x", "sealed", active),
		"a ballot of no bytes":        put("has 0 bytes", place, "", "sealed", active),
		"a ballot under a voter's id": put("election "+active+": sealed ballot ", string(x.voter), boxed, "sealed", active),
		"another turnout":             put("election "+active+": 3 voters, turnout 4", active, four, "turnout"),
		"a DRAFT with a box":          {box("sealed", draft), "election " + draft + " is a DRAFT and has a bucket in sealed"},
		"a DRAFT with voters":         {box("voted", draft), "election " + draft + " is a DRAFT and has a bucket in voted"},
		"a DRAFT with a turnout": put("election "+draft+" is a DRAFT and has a line in turnout", draft, three,
			"turnout"),
		"a box of no election":  {box("sealed", someone), `sealed: "` + someone + `" is not an election`},
		"voters of no election": {box("voted", someone), `voted: "` + someone + `" is not an election`},
		"an ACTIVE election without a box": {func(tx *bolt.Tx) error {
			return bucket(tx, "sealed").DeleteBucket([]byte(active))
		}, "election " + active + " is ACTIVE and has no bucket in sealed"},
		"results of an ACTIVE election": {func(tx *bolt.Tx) error {
			rec := bucket(tx, "elections").Get([]byte(counted))
			return bucket(tx, "elections").Put([]byte(counted), bytes.Replace(rec, []byte(`"COMPLETED"`), []byte(`"ACTIVE"`), 1))
		}, "election " + counted + " is ACTIVE and has results"},
		"results changed":      swap("results of "+counted+": ", `"no_votes"`, `"elected"`, counted, "results"),
		"results that are cut": put("results of "+counted+": ", counted, `{"outcome":`, "results"),
		"results of another election": {func(tx *bolt.Tx) error {
			return bucket(tx, "results").Put([]byte(active), bytes.Clone(bucket(tx, "results").Get([]byte(counted))))
		}, "election " + active + " is ACTIVE and has results"},
	}
}

// electorateDamages are changes to who may vote in an election whose roll is frozen.
func electorateDamages(x sample) map[string]damage {
	rolled, entry := string(x.rolled), string(x.entry)
	frozen := "election " + rolled + ": its frozen roll is "
	inBox := func(want string, change func(electorates *bolt.Bucket) error) damage {
		return damage{func(tx *bolt.Tx) error { return change(bucket(tx, "electorates")) }, want}
	}
	listed := func(want string, change func(list *bolt.Bucket, first []byte) error) damage {
		return damage{func(tx *bolt.Tx) error {
			list := bucket(tx, "electors_by_name", rolled)
			first, _ := list.Cursor().First()
			return change(list, bytes.Clone(first))
		}, want}
	}
	renamed := damage{func(tx *bolt.Tx) error {
		b := bucket(tx, "electorates", rolled)
		return b.Put([]byte(x.unclaimed), bytes.Replace(b.Get([]byte(x.unclaimed)), []byte("Zoë"), []byte("Zia"), 1))
	}, frozen}
	return map[string]damage{
		"an elector gone": drop(frozen, entry, "electorates", rolled),
		"an elector added": put(frozen, someone, `{"id":"`+someone+`","fullName":"Mallory"}`, "electorates",
			rolled),
		"an elector renamed": renamed,
		"an elector by another name": put("election "+rolled+`: elector "`+entry+`": it has the id `+someone, entry,
			`{"id":"`+someone+`"}`, "electorates", rolled),
		"an elector cut": put("election "+rolled+`: elector "`+entry+`": `, entry, `{"id":"`, "electorates",
			rolled),
		"the frozen roll gone": inBox("election "+rolled+": there is a frozen roll or a word of one",
			func(b *bolt.Bucket) error { return b.DeleteBucket([]byte(rolled)) }),
		"a frozen roll of an open election": inBox("election "+string(x.active)+": there is a frozen roll or a word of one",
			func(b *bolt.Bucket) error {
				_, err := b.CreateBucket([]byte(x.active))
				return err
			}),
		"an elector who is not listed": listed(`" is not in the list by name`, (*bolt.Bucket).Delete),
		"an elector listed with other words": listed(`" is not in the list by name, or with other words`,
			func(list *bolt.Bucket, first []byte) error { return list.Put(first, []byte(" mallory")) }),
		"an elector listed twice": listed("people, the list by name ",
			func(list *bolt.Bucket, first []byte) error { return list.Put(append(first, 'x'), nil) }),
		"no list by name": {func(tx *bolt.Tx) error {
			return bucket(tx, "electors_by_name").DeleteBucket([]byte(rolled))
		}, "election " + rolled + ": there is a frozen roll or a list of it by name"},
		"a frozen roll of no election": inBox(`electorates: "`+someone+`" is not an election`, func(b *bolt.Bucket) error {
			_, err := b.CreateBucket([]byte(someone))
			return err
		}),
	}
}

func auditDamages() map[string]damage {
	line := func(n byte) string { return "\x00\x00\x00\x00\x00\x00\x00" + string(rune(n)) }
	broken := func(n byte) string {
		return fmt.Sprintf("audit: record %q is not what was written after the one before it", line(n))
	}
	rewrite := func(want string, change func(audit *bolt.Bucket) error) damage {
		return damage{func(tx *bolt.Tx) error { return change(bucket(tx, "audit")) }, want}
	}
	// swapped exchanges two records and renumbers them.
	swapped := func(audit *bolt.Bucket) error {
		third, fourth := audit.Get([]byte(line(3))), audit.Get([]byte(line(4)))
		return errors.Join(
			audit.Put([]byte(line(3)), bytes.Replace(fourth, []byte(`"seq":4`), []byte(`"seq":3`), 1)),
			audit.Put([]byte(line(4)), bytes.Replace(third, []byte(`"seq":3`), []byte(`"seq":4`), 1)))
	}
	// forged changes a record and gives it the hash that fits.
	forged := func(audit *bolt.Bucket) error {
		hashOf := regexp.MustCompile(`,"hash":"([0-9a-f]{64})"}$`)
		before, err := hex.DecodeString(string(hashOf.FindSubmatch(audit.Get([]byte(line(2))))[1]))
		if err != nil {
			return err
		}
		bare := hashOf.ReplaceAll(audit.Get([]byte(line(3))), []byte("}"))
		bare = bytes.Replace(bare, []byte(`"at":"20`), []byte(`"at":"19`), 1)
		sum := sha256.Sum256(slices.Concat([]byte("ostrakon/audit/4\x00"), before, bare))
		return audit.Put([]byte(line(3)), fmt.Appendf(bare[:len(bare)-1], `,"hash":"%x"}`, sum))
	}
	// closed drops a record and moves all others up, with the numbers that fit.
	closed := func(audit *bolt.Bucket) error {
		for n := byte(3); ; n++ {
			next := audit.Get([]byte(line(n + 1)))
			if next == nil {
				return errors.Join(audit.Delete([]byte(line(n))), audit.SetSequence(uint64(n-1)))
			}
			moved := bytes.Replace(next, fmt.Appendf(nil, `"seq":%d`, n+1), fmt.Appendf(nil, `"seq":%d`, n), 1)
			if err := audit.Put([]byte(line(n)), moved); err != nil {
				return err
			}
		}
	}
	return map[string]damage{
		"the first line dropped":           drop("audit: line 2 is where 1 should be", line(1), "audit"),
		"a line dropped":                   drop("audit: line 4 is where 3 should be", line(3), "audit"),
		"a line dropped, by hashes":        drop(broken(4), line(3), "audit"),
		"a line dropped, and a gap closed": rewrite(broken(3), closed),
		"a line cut": put(`audit: record "\x00\x00\x00\x00\x00\x00\x00\x03": `, line(3), `{"seq":`,
			"audit"),
		"a line renumbered": swap("audit: record ", `"seq":3`, `"seq":5`, line(3), "audit"),
		"a time changed":    swap(broken(3), `"at":"20`, `"at":"19`, line(3), "audit"),
		"a time changed in the last": rewrite("is not what was written after the one before it",
			func(audit *bolt.Bucket) error {
				k, last := audit.Cursor().Last()
				return audit.Put(bytes.Clone(k), bytes.Replace(last, []byte(`"at":"20`), []byte(`"at":"19`), 1))
			}),
		"an action changed":       swap(broken(2), `"action":"user.`, `"action":"user.x`, line(2), "audit"),
		"white space put in":      swap(broken(3), `,"action"`, `, "action"`, line(3), "audit"),
		"a line with a hash anew": rewrite(broken(4), forged),
		"a hash taken away":       swap(broken(3), `,"hash"`, `,"hush"`, line(3), "audit"),
		"two lines swapped":       rewrite(broken(3), swapped),
		"a line added at the end": put("audit: line 127 is where ", line(127), `{"seq":127}`, "audit"),
		"the last line dropped": {func(tx *bolt.Tx) error {
			k, _ := bucket(tx, "audit").Cursor().Last()
			return bucket(tx, "audit").Delete(bytes.Clone(k))
		}, "were written"},
	}
}

func TestVerifyNamesEveryKindOfDamage(t *testing.T) {
	whole := t.TempDir()
	x := fill(t, whole)
	for kind, damages := range map[string]map[string]damage{
		"index": indexDamages(x), "record": recordDamages(x), "photo": photoDamages(x), "ballot": ballotDamages(x),
		"electorate": electorateDamages(x), "audit": auditDamages(),
	} {
		for name, d := range damages {
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
					t.Fatal(err)
				}
				edit(t, dir, d.change)
				s := open(t, dir)
				unchanged(t, s, func() {
					if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), d.want) {
						t.Errorf("verify says\n%v\nwant %q", err, d.want)
					}
				})
			})
		}
	}
}

func TestVerifyTellsAllThatIsWrong(t *testing.T) {
	dir := t.TempDir()
	x := fill(t, dir)
	faults := []damage{
		put("total active_admins", "active_admins", three, "counters"),
		put("photo "+string(x.photo), string(x.photo), "other", "photo_data"),
		drop("audit: line 2", "\x00\x00\x00\x00\x00\x00\x00\x01", "audit"),
	}
	for _, d := range faults {
		edit(t, dir, d.change)
	}
	s := open(t, dir)
	err := s.Check(t.Context())
	for _, d := range faults {
		if err == nil || !strings.Contains(err.Error(), d.want) {
			t.Errorf("verify says\n%v\nwant %q too", err, d.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Check(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("verify that nobody waits for: %v", err)
	}
}

// An election that was closed is not opened again unseen by the record and the index lines of a time before the close.
func TestARecordOfAnOlderTimeIsTold(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	noError(t, s.Close())
	older := make(map[string]map[string][]byte)
	parts := []string{"elections", "elections_by_status", "elections_by_created"}
	edit(t, dir, func(tx *bolt.Tx) error {
		for _, name := range parts {
			older[name] = make(map[string][]byte)
			c := bucket(tx, name).Cursor()
			for k, v := c.First(); k != nil; k, v = c.Next() {
				older[name][string(k)] = bytes.Clone(v)
			}
		}
		return nil
	})
	s = open(t, dir)
	storetest.Advance(t, s, e.ID, store.Completed)
	if noError(t, s.Check(t.Context())); s.State().Mixed {
		t.Error("a whole file is said to be mixed")
	}
	noError(t, s.Close())
	edit(t, dir, func(tx *bolt.Tx) error {
		var err error
		for _, name := range parts {
			err = errors.Join(err, tx.DeleteBucket([]byte(name)))
			b, failed := tx.CreateBucket([]byte(name))
			err = errors.Join(err, failed)
			for k, v := range older[name] {
				err = errors.Join(err, b.Put([]byte(k), v))
			}
		}
		return err
	})
	s = open(t, dir)
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "index commits: line") {
		t.Errorf("check says %v", err)
	}
	if !s.State().Mixed {
		t.Error("no notice at the start")
	}
}
