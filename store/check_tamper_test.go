package store_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// poll is the elections of a store whose file is tampered with: 21 voters in each, Ada before Grace
// by 13 to 8, an epoch of ten and one of eleven in the log.
type poll struct {
	dir          string
	closed       store.Election // COMPLETED, to be counted
	other        store.Election // ACTIVE
	counted      store.Election
	countedOther store.Election
	stranger     store.UserID // has not voted
	opener       *sealing.Opener
}

func newPoll(t *testing.T) poll {
	t.Helper()
	p := poll{dir: t.TempDir()}
	s := open(t, p.dir)
	all := voters(t, s, 22)
	p.stranger = all[21]
	made := []*store.Election{&p.closed, &p.other, &p.counted, &p.countedOther}
	for _, e := range made {
		*e = storetest.Election(t, s, "Board", "Ada", "Grace")
		must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[0].ID, jpeg))(t)
		setSolid(t, s, e.Questions[0].Candidates[1], vase)
		*e = storetest.Advance(t, s, e.ID, store.Active)
		for n, v := range all[:21] {
			if vote(t, s, v, e.Questions[0].Candidates[min(n/13, 1)]); n == 19 {
				extend(t, s)
			}
		}
	}
	p.opener = openerOf(t, s, p.dir, p.closed.ID)
	for _, e := range []store.Election{p.closed, p.counted, p.countedOther} {
		storetest.Advance(t, s, e.ID, store.Completed)
	}
	must(s.CalculateResults(t.Context(), storetest.Admin, p.counted.ID))(t)
	must(s.CalculateResults(t.Context(), storetest.Admin, p.countedOther.ID))(t)
	noError(t, errors.Join(s.Check(t.Context()), s.Close()))
	return p
}

// tampering is a change behind the store's back. verify is what Verify says of it; count, what the
// count of the closed election says when it refuses, or "" where the change is none of its
// business.
type tampering struct {
	change        func(tx *bolt.Tx, p poll) error
	verify, count string
}

func TestTamperingWithTheFileIsFound(t *testing.T) {
	p := newPoll(t)
	n := 0
	for kind, all := range map[string]map[string]tampering{
		"box": boxTamperings(), "manifest": manifestTamperings(), "log": logTamperings(), "count": countTamperings(),
	} {
		for name, tc := range all {
			n++
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				noError(t, os.CopyFS(dir, os.DirFS(p.dir)))
				edit(t, dir, func(tx *bolt.Tx) error { return tc.change(tx, p) })
				s := open(t, dir)
				unchanged(t, s, func() {
					if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), tc.verify) {
						t.Errorf("verify says\n%v\nwant %q", err, tc.verify)
					}
				})
				if tc.count == "" {
					return
				}
				unchanged(t, s, func() {
					if _, err := s.CalculateResults(t.Context(), storetest.Admin, p.closed.ID); err == nil ||
						!strings.Contains(err.Error(), tc.count) {
						t.Errorf("the count says\n%v\nwant %q", err, tc.count)
					}
				})
				if _, err := os.Stat(filepath.Join(dir, "keys", string(p.closed.ID)+".key")); err != nil {
					t.Errorf("the key after a count that refused: %v", err)
				}
			})
		}
	}
	if n < 40 {
		t.Errorf("only %d tamperings", n)
	}
}

// nth is the key and value at a place of a bucket, copied.
func nth(b *bolt.Bucket, n int) (k, v []byte) {
	c := b.Cursor()
	k, v = c.First()
	for range n {
		k, v = c.Next()
	}
	return bytes.Clone(k), bytes.Clone(v)
}

// last is the last key and value of a bucket, copied.
func last(b *bolt.Bucket) (k, v []byte) {
	k, v = b.Cursor().Last()
	return bytes.Clone(k), bytes.Clone(v)
}

// number is a number as the file holds it.
func number(n byte) []byte { return []byte{0, 0, 0, 0, 0, 0, 0, n} }

// in is a change to the closed election's bucket of a name.
func in(name string, change func(b *bolt.Bucket, tx *bolt.Tx, p poll) error) func(*bolt.Tx, poll) error {
	return func(tx *bolt.Tx, p poll) error { return change(bucket(tx, name, string(p.closed.ID)), tx, p) }
}

// sealedAnew is a fresh sealed ballot of the closed election.
func sealedAnew(tx *bolt.Tx, p poll) forged {
	m, err := ballotbox.ParseManifest(bytes.Clone(bucket(tx, "manifests").Get([]byte(p.closed.ID))))
	if err != nil {
		panic(err)
	}
	box, err := m.SealingBox()
	if err != nil {
		panic(err)
	}
	var random [32]byte
	rand.Read(random[:])
	pad, seed := sealing.Device(random)
	tag := sealing.TagOf(pad, string(p.stranger))
	sealed, err := box.Seal(seed, []byte{0, 1}, tag)
	if err != nil {
		panic(err)
	}
	b := ballotbox.Ballot{Class: 1, Tag: tag, Sealed: sealed}
	leaf, hash := b.Cast().Leaf(string(p.closed.ID)), ballotbox.SealedHash(sealed)
	return forged{leaf[:], hash[:], b.Append(nil)}
}

// forged is a ballot as the file keeps it: its leaf, its key and its value.
type forged struct{ leaf, key, value []byte }

func boxTamperings() map[string]tampering {
	notNamed, changed, missing := "bytes or another hash", "was changed", "is in the cast log and not in the box"
	return map[string]tampering{
		"a ballot dropped": {in("sealed", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, _ := nth(b, 3)
			return b.Delete(k)
		}), "21 voters, 20 sealed ballots", "20 sealed ballots, 0 printed papers, 21 voters marked"},
		"a ballot dropped with a mark and the turnout": {in("sealed", func(b *bolt.Bucket, tx *bolt.Tx, p poll) error {
			k, _ := nth(b, 3)
			voted := bucket(tx, "voted", string(p.closed.ID))
			voter, _ := nth(voted, 0)
			return errors.Join(b.Delete(k), voted.Delete(voter), bucket(tx, "turnout").Put([]byte(p.closed.ID), number(20)))
		}), missing, "21 ballots in the cast log"},
		"a ballot added": {in("sealed", func(b *bolt.Bucket, tx *bolt.Tx, p poll) error {
			f := sealedAnew(tx, p)
			return b.Put(f.key, f.value)
		}), "21 voters, 22 sealed ballots", "22 sealed ballots, 0 printed papers, 21 voters marked"},
		"a ballot added with a mark and the turnout": {in("sealed", func(b *bolt.Bucket, tx *bolt.Tx, p poll) error {
			f := sealedAnew(tx, p)
			return errors.Join(b.Put(f.key, f.value),
				bucket(tx, "voted", string(p.closed.ID)).Put([]byte(p.stranger), []byte{1}),
				bucket(tx, "turnout").Put([]byte(p.closed.ID), number(22)))
		}), "21 leaves in its log after the first, and a turnout of 22", "21 ballots in the cast log"},
		"a ballot in the place of another": {in("sealed", func(b *bolt.Bucket, tx *bolt.Tx, p poll) error {
			f := sealedAnew(tx, p)
			k, _ := nth(b, 0)
			return errors.Join(b.Delete(k), b.Put(f.key, f.value))
		}), missing, missing},
		"a ballot under the hash of another": {in("sealed", func(b *bolt.Bucket, tx *bolt.Tx, p poll) error {
			k, _ := nth(b, 0)
			return b.Put(k, sealedAnew(tx, p).value)
		}), notNamed, changed},
		"a ballot of another class": {in("sealed", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, v := nth(b, 0)
			v[1] = 2
			return b.Put(k, v)
		}), missing, missing},
		"a ballot under the tag of another": {in("sealed", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, v := nth(b, 0)
			_, other := nth(b, 1)
			copy(v[2:34], other[2:34])
			return b.Put(k, v)
		}), missing, missing},
		"two ballots swapped": {in("sealed", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, v := nth(b, 0)
			k2, v2 := nth(b, 1)
			return errors.Join(b.Put(k, v2), b.Put(k2, v))
		}), notNamed, changed},
		"a ballot replayed": {in("sealed", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			_, v := nth(b, 0)
			k2, _ := nth(b, 1)
			return b.Put(k2, v)
		}), notNamed, changed},
		"a ballot of another election replayed": {in("sealed", func(b *bolt.Bucket, tx *bolt.Tx, p poll) error {
			_, v := nth(bucket(tx, "sealed", string(p.other.ID)), 0)
			k, _ := nth(b, 0)
			hash := ballotbox.SealedHash(v[ballotbox.BallotHead:])
			return errors.Join(b.Delete(k), b.Put(hash[:], v))
		}), missing, missing},
		"a byte of a ballot changed": {in("sealed", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, v := nth(b, 0)
			v[len(v)-1] ^= 1
			return b.Put(k, v)
		}), notNamed, changed},
		"a ballot cut": {in("sealed", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, v := nth(b, 0)
			return b.Put(k, v[:100])
		}), "has 34 bytes", changed},
		"all ballots dropped": {func(tx *bolt.Tx, p poll) error {
			return bucket(tx, "sealed").DeleteBucket([]byte(p.closed.ID))
		}, "is COMPLETED and has no bucket in sealed", "has no ballot box"},
		"a mark dropped": {in("voted", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, _ := nth(b, 0)
			return b.Delete(k)
		}), "20 voters, turnout 21", "20 voters marked"},
		"a mark added": {in("voted", func(b *bolt.Bucket, _ *bolt.Tx, p poll) error {
			return b.Put([]byte(p.stranger), []byte{1})
		}), "22 voters, turnout 21", "22 voters marked"},
		"a mark given to another": {in("voted", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, _ := nth(b, 0)
			return errors.Join(b.Delete(k), b.Put([]byte(someone), []byte{1}))
		}), `"` + someone + `" may not vote in it`, ""},
		"another turnout": {func(tx *bolt.Tx, p poll) error {
			return bucket(tx, "turnout").Put([]byte(p.closed.ID), number(20))
		}, "21 voters, turnout 20", "turnout 20"},
	}
}

// text is a change to a record's text.
func text(name string, of func(poll) string, old, new string) func(*bolt.Tx, poll) error {
	return func(tx *bolt.Tx, p poll) error { return swap("", old, new, of(p), name).change(tx) }
}

func closedID(p poll) string { return string(p.closed.ID) }

func countedID(p poll) string { return string(p.counted.ID) }

func manifestTamperings() map[string]tampering {
	notFirst := "it does not begin with the manifest"
	frozen, photo := "its candidates or the hashes of their photos and solids are not those of its manifest",
		sha256.Sum256(jpeg.Data)
	foreign := base64.StdEncoding.EncodeToString(ed25519.NewKeyFromSeed(make([]byte, 32))[32:])
	// A photo is in three places of the file; the manifest's hash is the fourth.
	photoID := func(tx *bolt.Tx, p poll) (store.Candidate, []byte) {
		id := []byte(p.closed.Questions[0].Candidates[0].ID)
		var c store.Candidate
		if err := json.Unmarshal(bucket(tx, "candidates").Get(id), &c); err != nil {
			panic(err)
		}
		return c, []byte(c.Photo.ID)
	}
	other := sha256.Sum256([]byte("another face"))
	everywhere := func(tx *bolt.Tx, p poll, names ...string) error {
		c, id := photoID(tx, p)
		err := bucket(tx, "photo_data").Put(id, []byte("another face"))
		for name, key := range map[string]string{"photos": string(id), "candidates": string(c.ID)} {
			for _, n := range names {
				if n == name {
					err = errors.Join(err, swap("", hex.EncodeToString(photo[:]), hex.EncodeToString(other[:]), key, name).change(tx))
				}
			}
		}
		return err
	}
	return map[string]tampering{
		"another title": {text("manifests", closedID, `"title":"Board"`, `"title":"Bored"`), frozen,
			notFirst},
		"candidates' names":    {text("manifests", closedID, `"name":"Ada"`, `"name":"Eve"`), frozen, notFirst},
		"another way with tie": {text("manifests", closedID, `"draw":false`, `"draw":true`), frozen, notFirst},
		"another photo's hash": {text("manifests", closedID, hex.EncodeToString(photo[:]),
			hex.EncodeToString(other[:])), frozen, notFirst},
		"another solid's hash":          {text("manifests", closedID, hashOf(vase), hashOf(second.Data)), frozen, notFirst},
		"another title in the election": {text("elections", closedID, `"title":"Board"`, `"title":"Bored"`), frozen, ""},
		"another name of a candidate": {func(tx *bolt.Tx, p poll) error {
			return swap("", `"name":"Ada"`, `"name":"Eve"`, string(p.closed.Questions[0].Candidates[0].ID),
				"candidates").change(tx)
		}, frozen, ""},
		"another form": {text("manifests", closedID, `{`, `{ `), "not canonical JSON", "not canonical JSON"},
		"gone": {func(tx *bolt.Tx, p poll) error {
			return bucket(tx, "manifests").Delete([]byte(p.closed.ID))
		}, "has no manifest that can be read", "not_found"},
		"that of another election": {func(tx *bolt.Tx, p poll) error {
			return bucket(tx, "manifests").Put([]byte(p.closed.ID), bytes.Clone(bucket(tx, "manifests").Get([]byte(p.other.ID))))
		}, "it is of election", "it is not signed by the key of the manifest"},
		"another key to seal to": {func(tx *bolt.Tx, p poll) error {
			b := bucket(tx, "manifests")
			own, err := ballotbox.ParseManifest(bytes.Clone(b.Get([]byte(p.closed.ID))))
			if err != nil {
				return err
			}
			other, err := ballotbox.ParseManifest(bytes.Clone(b.Get([]byte(p.other.ID))))
			if err != nil {
				return err
			}
			encoded := base64.StdEncoding.EncodeToString
			return swap("", encoded(own.Holders[0].PublicKey), encoded(other.Holders[0].PublicKey), string(p.closed.ID),
				"manifests").change(tx)
		}, "it does not begin with the manifest", notFirst},
		"another key that signs": {func(tx *bolt.Tx, p poll) error {
			m, err := ballotbox.ParseManifest(bytes.Clone(bucket(tx, "manifests").Get([]byte(p.closed.ID))))
			if err != nil {
				return err
			}
			return swap("", base64.StdEncoding.EncodeToString(m.SigningKey), foreign, string(p.closed.ID),
				"manifests").change(tx)
		}, "names another signing key", "it is not signed by the key of the manifest"},
		"a photo's bytes": {func(tx *bolt.Tx, p poll) error { return everywhere(tx, p) },
			"its bytes do not match their SHA-256", ""},
		"a photo's bytes and hash": {func(tx *bolt.Tx, p poll) error {
			return everywhere(tx, p, "photos")
		}, "is referred to by", ""},
		"a photo everywhere but in the manifest": {func(tx *bolt.Tx, p poll) error {
			return everywhere(tx, p, "photos", "candidates")
		}, frozen, ""},
	}
}

func logTamperings() map[string]tampering {
	notTree, noRoot, unsigned := "its tree does not follow from its leaves",
		"does not lead to the root of its last checkpoint", "it is not signed by the key of the manifest"
	fewer := "it has not as many leaves as its checkpoint says"
	leafAt := func(n int64) []byte { return number(byte(tlog.StoredHashIndex(0, n))) }
	return map[string]tampering{
		"a leaf dropped": {in("log_leaves", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, _ := nth(b, 0)
			return b.Delete(k)
		}), fewer, ""},
		"a leaf added": {in("log_leaves", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			return b.Put(bytes.Repeat([]byte{7}, 32), number(22))
		}), fewer, ""},
		"a leaf outside the log": {in("log_leaves", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, _ := nth(b, 0)
			return b.Put(k, number(22))
		}), "a leaf has no place in it", ""},
		"two leaves that claim a place": {in("log_leaves", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			return b.Put(bytes.Repeat([]byte{7}, 32), number(3))
		}), fewer, ""},
		"two leaves that changed places": {in("log_leaves", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, v := nth(b, 0)
			k2, v2 := nth(b, 1)
			return errors.Join(b.Put(k, v2), b.Put(k2, v))
		}), notTree, ""},
		"two leaves that changed places in the tree": {in("log_tree", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			one, two := bytes.Clone(b.Get(leafAt(0))), bytes.Clone(b.Get(leafAt(1)))
			return errors.Join(b.Put(leafAt(0), two), b.Put(leafAt(1), one))
		}), notTree, noRoot},
		"a leaf changed in the tree": {in("log_tree", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			return b.Put(leafAt(4), bytes.Repeat([]byte{7}, 32))
		}), notTree, noRoot},
		"a leaf changed everywhere, its ballot too": {in("log_leaves", func(b *bolt.Bucket, tx *bolt.Tx, p poll) error {
			k, place := nth(b, 0)
			f := sealedAnew(tx, p)
			sealed, tree := bucket(tx, "sealed", string(p.closed.ID)), bucket(tx, "log_tree", string(p.closed.ID))
			gone, _ := nth(sealed, 0)
			return errors.Join(b.Delete(k), b.Put(f.leaf, place), sealed.Delete(gone), sealed.Put(f.key, f.value),
				tree.Put(leafAt(int64(place[7])), f.leaf))
		}), notTree, noRoot},
		"a hash of the tree changed": {in("log_tree", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			return b.Put(number(2), bytes.Repeat([]byte{7}, 32))
		}), notTree, ""},
		"a hash of the tree dropped": {in("log_tree", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, _ := last(b)
			return b.Delete(k)
		}), "its tree is incomplete", "is missing"},
		"a hash too many in the tree": {in("log_tree", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			return b.Put(number(100), bytes.Repeat([]byte{7}, 32))
		}), notTree, ""},
		"the last epoch cut off": {in("checkpoints", func(b *bolt.Bucket, tx *bolt.Tx, p poll) error {
			k, _ := last(b)
			err := b.Delete(k)
			leaves, tree := bucket(tx, "log_leaves", string(p.closed.ID)), bucket(tx, "log_tree", string(p.closed.ID))
			var after [][]byte
			err = errors.Join(err, leaves.ForEach(func(k, place []byte) error {
				if place[7] >= 11 {
					after = append(after, bytes.Clone(k))
				}
				return nil
			}))
			for _, k := range after {
				err = errors.Join(err, leaves.Delete(k))
			}
			for n := tlog.StoredHashCount(11); n < tlog.StoredHashCount(22); n++ {
				err = errors.Join(err, tree.Delete(number(byte(n))))
			}
			return err
		}), "is COMPLETED with 10 leaves in its log after the first, and a turnout of 21", "10 ballots in the cast log"},
		"a checkpoint of another election": {in("checkpoints", func(b *bolt.Bucket, tx *bolt.Tx, p poll) error {
			k, _ := last(b)
			_, foreign := last(bucket(tx, "checkpoints", string(p.counted.ID)))
			return b.Put(k, foreign)
		}), unsigned, unsigned},
		"a checkpoint that nobody signed": {in("checkpoints", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, v := last(b)
			text, _, _ := bytes.Cut(v, []byte("\n\n"))
			return b.Put(k, append(bytes.Clone(text), "\n\n"...))
		}), unsigned, unsigned},
		"a checkpoint of another root": {in("checkpoints", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			k, v := last(b)
			at := bytes.Index(v, []byte("\n22\n")) + 4
			v[at] ^= 1
			return b.Put(k, v)
		}), unsigned, unsigned},
		"a checkpoint at another size": {in("checkpoints", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			_, v := nth(b, 0)
			return b.Put(number(12), v)
		}), "is of size 1,", ""},
		"a checkpoint of more leaves than memory holds": {in("checkpoints", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			_, v := last(b)
			return b.Put([]byte{0, 0, 0, 0x33, 0, 0, 0, 1}, v)
		}), fewer, "is missing"},
		"a checkpoint without a size": {in("checkpoints", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			_, v := last(b)
			return b.Put([]byte{0x80}, v)
		}), "has no size", "has no size"},
		"the last checkpoint replaced by an earlier one": {in("checkpoints", func(b *bolt.Bucket, _ *bolt.Tx, _ poll) error {
			_, early := nth(b, 0)
			k, _ := last(b)
			return b.Put(k, early)
		}), "is of size 1,", "0 ballots in the cast log"},
	}
}

func countTamperings() map[string]tampering {
	counted := func(key string, change func(value []byte, other []byte) []byte) func(*bolt.Tx, poll) error {
		return func(tx *bolt.Tx, p poll) error {
			b, other := bucket(tx, "counted", string(p.counted.ID)), bucket(tx, "counted", string(p.countedOther.ID))
			return b.Put([]byte(key), change(bytes.Clone(b.Get([]byte(key))), bytes.Clone(other.Get([]byte(key)))))
		}
	}
	told := ": they are not what was sealed"
	return map[string]tampering{
		"a leaf changed": {counted("leaves", func(v, _ []byte) []byte { v[8] ^= 1; return v }),
			"cast log: the root of the cast log is", ""},
		"a class changed": {counted("leaves", func(v, _ []byte) []byte { v[1] = 2; return v }),
			"cast log: the root of the cast log is", ""},
		"a leaf dropped": {counted("leaves", func(v, _ []byte) []byte { return v[98:] }),
			"cast log: the root of the cast log is", ""},
		"half a leaf added": {counted("leaves", func(v, _ []byte) []byte { return append(v, v[:8]...) }),
			"are incomplete", ""},
		"a vote more counted": {counted("counts",
			func(v, _ []byte) []byte {
				return bytes.Replace(v, []byte("8 votes"), []byte("9 votes"),
					1)
			}), "counts: the hash of counts.txt is", ""},
		"an invalid ballot": {counted("counts",
			func(v, _ []byte) []byte {
				return bytes.Replace(v, []byte("0 0 invalid"), []byte("0 1 invalid"),
					1)
			}), "counts: the hash of counts.txt is", ""},
		"a code changed": {counted("codes", func(v, _ []byte) []byte { v[4] ^= 1; return v }),
			"codes: the root of the codes is", ""},
		"a code twice": {counted("codes", func(v, _ []byte) []byte { copy(v, v[10:20]); return v }),
			"codes: the root of the codes is", ""},
		"a proof added": {counted("proof", func([]byte, []byte) []byte { return []byte{1} }),
			"proof: there is to be no proof of the count", ""},
		"half an invalid leaf added": {counted("invalid", func([]byte, []byte) []byte { return make([]byte, 16) }),
			"are incomplete", ""},
		"codes of another": {counted("codes", func(_, other []byte) []byte { return other }),
			"codes: the root of the codes is", ""},
		"another result": {counted("result",
			func(v, _ []byte) []byte {
				return bytes.Replace(v, []byte(`"papers":21`), []byte(`"papers":20`),
					1)
			}), "result: the hash of result.json is", ""},
		"the seal of another": {counted("seal", func(_, other []byte) []byte { return other }),
			"seal: it is not signed by the key of the manifest", ""},
		"a seal of another sum": {counted("seal",
			func(v, _ []byte) []byte {
				return bytes.Replace(v, []byte("castSize 22"), []byte("castSize 21"),
					1)
			}), "seal: it is not signed by the key of the manifest", ""},
		"a seal that is gone": {counted("seal", func([]byte, []byte) []byte { return nil }),
			"seal: there is neither a seal nor a cancellation", ""},
		"more votes told":      {text("results", countedID, `"votes":[13,8]`, `"votes":[13,9]`), told, ""},
		"another winner told":  {text("results", countedID, `"elected":[1]`, `"elected":[2]`), told, ""},
		"another name told":    {text("results", countedID, `"name":"Ada"`, `"name":"Eve"`), told, ""},
		"other blanks told":    {text("results", countedID, `"blank":0`, `"blank":1`), told, ""},
		"another turnout told": {text("results", countedID, `"electorate":22`, `"electorate":21`), told, ""},
		"another title told":   {text("results", countedID, `"title":"Board"`, `"title":"Bored"`), told, ""},
		"another seal told":    {text("results", countedID, `castSize 22`, `castSize 23`), told, ""},
		"another hash told":    {text("results", countedID, `"resultHash":"`, `"resultHash":"0`), told, ""},
		"results gone": {func(tx *bolt.Tx,
			p poll) error {
			return bucket(tx, "results").Delete([]byte(p.counted.ID))
		}, "has no bucket in sealed", ""},
		"the count gone": {func(tx *bolt.Tx, p poll) error {
			return bucket(tx, "counted").DeleteBucket([]byte(p.counted.ID))
		}, "has ended and has no published ballots", ""},
		"sealed ballots that came back": {func(tx *bolt.Tx, p poll) error {
			_, err := bucket(tx, "sealed").CreateBucket([]byte(p.counted.ID))
			return err
		}, "is counted or cancelled and still holds sealed ballots", ""},
	}
}

// Whoever can write the file and has the election's public key can make ballots, but not a voter's
// leaf; the opener of the test shows that those which were refused would have opened.
func TestARefusedBallotWouldHaveOpened(t *testing.T) {
	p := newPoll(t)
	edit(t, p.dir, func(tx *bolt.Tx) error {
		f := sealedAnew(tx, p)
		if _, marks, err := p.opener.Open(f.value[ballotbox.BallotHead:], sealing.Tag(f.value[2:])); err != nil ||
			!bytes.Equal(marks, []byte{0, 1}) {
			t.Errorf("opened %v, %v", marks, err)
		}
		return nil
	})
}

func TestACountedElectionWithoutItsResultsIsNotCountedAgain(t *testing.T) {
	p := newPoll(t)
	edit(t, p.dir, func(tx *bolt.Tx) error { return bucket(tx, "results").Delete([]byte(p.counted.ID)) })
	s := open(t, p.dir)
	refused(t, s, refusal.BallotsUnreadable,
		func() error { return errOf(s.CalculateResults(t.Context(), storetest.Admin, p.counted.ID)) })
}
