package command_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers/command"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// disputed is an open election with a proof, of whose three holders two count, and what its voter 0 keeps.
type disputed struct {
	opened
	secrets map[int]*sealing.Secret
	voters  []store.UserID
	owners  []string
	dir     string
	kept    string // file
	leaf    ballotbox.Hash
}

// newDisputed has voter 0 cast what "ostrakon seal -keep" seals. Voter 1 casts an honest ballot, and voter 2 one whose
// commitment is garbage. The changes happen before the close.
func newDisputed(t *testing.T, changes ...func(d *disputed)) disputed {
	t.Helper()
	d := disputed{dir: t.TempDir()}
	d.Store = storetest.New(t, store.Options{})
	var lines []store.RollLine
	for n := range 3 {
		who := storetest.Registration(n)
		lines = append(lines, store.RollLine{Line: n + 1, FullName: &who.FullName, NationalID: &who.Number})
	}
	must(d.ImportRoll(t.Context(), storetest.Admin, lines, func(a, b string) bool { return a == b },
		store.ImportRules{}))(t)
	d.id = storetest.Election(t, d.Store, "Board 2031", "Ada", "Grace", "Joan").ID
	must(d.UpdateElection(t.Context(), storetest.Admin, d.id,
		store.ElectionChange{Electorate: new(store.ElectorateRoll), Proof: new(new(true))}))(t)
	d.secrets = storetest.Hold(t, d.Store, d.id, 2, 3)
	storetest.Advance(t, d.Store, d.id, store.Active)
	raw := must(d.Manifest(t.Context(), d.id))(t)
	d.frozen = must(ballotbox.ParseManifest(raw))(t)
	d.manifest, d.certificate = filepath.Join(d.dir, "manifest.json"), filepath.Join(d.dir, "certificate.txt")
	d.kept = filepath.Join(d.dir, "kept.json")
	write(t, d.manifest, string(raw))
	write(t, d.certificate, string(must(d.Checkpoint(t.Context(), d.id))(t)))
	for n := range 3 {
		r := storetest.Registration(n)
		r.Policy, r.OnRoll = "roll", true
		r.Agrees = func(store.RollEntry) bool { return true }
		voter := must(d.Register(t.Context(), r))(t).ID
		d.voters = append(d.voters, voter)
		d.owners = append(d.owners, must(d.ElectionFor(t.Context(), voter, d.id))(t).Papers[0].Owner)
	}
	d.cast(t, 0, d.seal(t, 0, d.kept))
	d.cast(t, 1, storetest.Seal(t, d.Store, d.id, d.owners[1], 1, 0, 0).On(""))
	garbage := d.seal(t, 2, filepath.Join(d.dir, "garbage.json"))
	garbage.Commitment[0] ^= 1
	d.cast(t, 2, garbage)
	for _, change := range changes {
		change(&d)
	}
	storetest.Advance(t, d.Store, d.id, store.Completed)
	return d
}

// seal seals a vote for Grace with the command, which keeps what the ballot follows from.
func (d *disputed) seal(t *testing.T, voter int, keep string) store.SealedBallot {
	t.Helper()
	out := must(runs{command: command.Seal, stdin: d.answers(t)}.with(t, "-manifest", d.manifest, "-certificate",
		d.certificate, "-owner", d.owners[voter], "-keep", keep))(t)
	var body struct{ Sealed, Pad, Tag, Commitment []byte }
	noError(t, json.Unmarshal([]byte(out), &body))
	return store.SealedBallot{Pad: sealing.Pad(body.Pad), Tag: sealing.Tag(body.Tag), Sealed: body.Sealed,
		Commitment: ballotbox.Hash(body.Commitment)}
}

// answers are those of a vote for Grace.
func (d *disputed) answers(t *testing.T) string {
	t.Helper()
	q := d.frozen.Questions[0]
	of := make(map[string]string)
	for i, option := range q.Options {
		of[option.ID] = []string{"00", "01", "00"}[i]
	}
	return string(must(json.Marshal(map[string]any{"answers": map[string]any{q.ID: of}}))(t))
}

func (d *disputed) cast(t *testing.T, voter int, b store.SealedBallot) {
	t.Helper()
	r := must(d.CastSealed(t.Context(), d.voters[voter], d.id, b))(t)
	if voter == 0 {
		d.leaf = must(ballotbox.ParseHash(r.Leaf))(t)
	}
}

// count has holders 1 and 2 count. Where they lie, holder 2 says that the share of voter 0's ballot does not open.
func (d *disputed) count(t *testing.T, lie bool) *ballotbox.Bundle {
	t.Helper()
	state := must(d.StartCount(t.Context(), storetest.Admin, d.id))(t)
	for number := 1; number <= 2; number++ {
		parts := must(d.CountParts(t.Context(), d.id, number, 0))(t)
		for record := range slices.Chunk(parts, storetest.PartRecord) {
			b, _ := ballotbox.ParseBallot(record)
			cast := ballotbox.Cast{Class: b.Class, Tag: b.Tag, Commitment: b.Commitment, Sealed: ballotbox.Hash(b.Sealed)}
			if lie && number == 2 && cast.Leaf(string(d.id)) == d.leaf {
				record[len(record)-1] ^= 1
			}
		}
		shares := must(storetest.OpenShares(d.frozen, must(d.Checkpoint(t.Context(), d.id))(t), parts, state.CountKey, number,
			d.secrets[number]))(t)
		must(d.GiveShares(t.Context(), d.id, shares))(t)
	}
	for state.State != store.CountSigning {
		if state = must(d.CountState(t.Context(), d.id))(t); state.State == store.CountFailed {
			t.Fatal("the count failed")
		}
	}
	for number := 1; number <= 2; number++ {
		must(d.SignCount(t.Context(), d.id, number, d.secrets[number].Sign([]byte(state.Seal))))(t)
	}
	return must(d.Bundle(t.Context(), d.id))(t)
}

// dispute runs the command with a bundle and a kept file.
func (d *disputed) dispute(t *testing.T, b *ballotbox.Bundle, kept string) (string, error) {
	t.Helper()
	var zipped bytes.Buffer
	noError(t, b.Write(&zipped))
	file := filepath.Join(d.dir, "bundle.zip")
	write(t, file, zipped.String())
	return runs{command: command.Verify}.with(t, file, "-dispute", kept, "-key",
		ballotbox.Fingerprint(d.frozen.SigningKey))
}

func TestAVoterShowsThatAValidBallotWasCalledInvalid(t *testing.T) {
	d := newDisputed(t)
	b := d.count(t, true)
	if len(b.Invalid) != 2 || !slices.Contains(b.Invalid, d.leaf) {
		t.Fatalf("%d ballots are named invalid", len(b.Invalid))
	}
	out, err := d.dispute(t, b, d.kept)
	if err == nil || strings.Count(out, "FAIL") != 1 || !strings.Contains(out, "FAIL  dispute: the ballot "+
		d.leaf.BallotNumber()+" is in the log, and it is valid") || !strings.Contains(out, "the holders of the keys") {
		t.Errorf("%v\n%s", err, out)
	}
	run := runs{command: command.Seal, stdin: d.answers(t)}
	if out, err := run.with(t, "-manifest", d.manifest, "-certificate", d.certificate, "-owner", d.owners[0], "-keep",
		d.kept); err == nil || out != "" {
		t.Errorf("what was kept is overwritten: %v\n%s", err, out)
	}
	if info := must(os.Stat(d.kept))(t); info.Mode().Perm() != 0o600 {
		t.Errorf("others may read what is kept: %v", info.Mode())
	}
}

// A voter who casts garbage, or changes the bundle, cannot show that the holders lied about it.
func TestNobodyFramesTheHolders(t *testing.T) {
	d := newDisputed(t)
	b := d.count(t, false)
	if len(b.Invalid) != 1 {
		t.Fatalf("%d ballots are named invalid", len(b.Invalid))
	}
	counted := "\nok    dispute: the kept ballot, number " + d.leaf.BallotNumber() + ", is in the log and was counted\n"
	if out, err := d.dispute(t, b, d.kept); err != nil || !strings.Contains(out, counted) {
		t.Errorf("%v\n%s", err, out)
	}
	shows := func(name string, b *ballotbox.Bundle, kept, says string) {
		t.Helper()
		out, err := d.dispute(t, b, kept)
		if err == nil || !strings.Contains(out, "FAIL  dispute: it shows nothing") || !strings.Contains(out, says) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	garbage := filepath.Join(d.dir, "garbage.json")
	shows("what the garbage was made from", b, garbage, "which is not in the log")
	honest := string(must(os.ReadFile(d.kept))(t))
	for name, edit := range map[string]*strings.Replacer{
		"other marks":   strings.NewReplacer(`"000100"`, `"010000"`),
		"invalid marks": strings.NewReplacer(`"000100"`, `"010100"`),
		"another owner": strings.NewReplacer(d.owners[0], d.owners[2]),
		"no election":   strings.NewReplacer(string(d.id), somebody),
	} {
		file := filepath.Join(t.TempDir(), "edited.json")
		if edited := edit.Replace(honest); edited == honest {
			t.Fatalf("%s: nothing is edited", name)
		} else {
			write(t, file, edited)
		}
		shows(name, b, file, "")
	}
	forged := *b
	forged.Invalid = append(slices.Clone(b.Invalid), d.leaf)
	shows("another list of those that are invalid", &forged, d.kept, "the bundle itself fails a check")
}

// Nothing is proved after a backup was restored, so the bundle names no ballot that does not count.
func TestADisputeShowsNothingAfterARestore(t *testing.T) {
	d := newDisputed(t, func(d *disputed) {
		var backup bytes.Buffer
		noError(t, d.Backup(t.Context(), storetest.Admin, &backup, true))
		dir := t.TempDir()
		must(store.Restore(t.Context(), dir, bytes.NewReader(backup.Bytes()), int64(backup.Len())))(t)
		d.Store = storetest.NewIn(t, dir, store.Options{})
		must(d.ResumeElection(t.Context(), storetest.Admin, d.id, "The disk broke."))(t)
	})
	b := d.count(t, true)
	out, err := d.dispute(t, b, d.kept)
	if err == nil || !strings.Contains(out, "FAIL  dispute: it shows nothing: the count of this election is not proved") {
		t.Errorf("%v\n%s", err, out)
	}
}
