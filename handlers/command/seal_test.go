package command_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/handlers/command"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// opened is an open election of whose three holders two count, with its manifest and opening certificate.
type opened struct {
	*store.Store
	id                    store.ElectionID
	manifest, certificate string // files
	frozen                *ballotbox.Manifest
	box                   *sealing.Box
}

func newOpened(t *testing.T) opened {
	t.Helper()
	st, dir := storetest.New(t, store.Options{}), t.TempDir()
	o := opened{Store: st, id: storetest.Election(t, st, "Board 2031", "Ada", "Grace", "Joan").ID}
	storetest.Hold(t, st, o.id, 2, 3)
	storetest.Advance(t, st, o.id, store.Active)
	raw := must(st.Manifest(t.Context(), o.id))(t)
	first := must(st.Checkpoint(t.Context(), o.id))(t)
	o.manifest, o.certificate = filepath.Join(dir, "manifest.json"), filepath.Join(dir, "certificate.txt")
	write(t, o.manifest, string(raw))
	write(t, o.certificate, string(first))
	o.frozen = must(ballotbox.ParseManifest(raw))(t)
	o.box = must(o.frozen.SealingBox())(t)
	return o
}

// device is what an honest device draws and seals for somebody.
type device struct {
	random [32]byte
	marks  []byte
	owner  string
}

func (o opened) number(t *testing.T, d device) string {
	t.Helper()
	pad, seed := sealing.Device(d.random)
	tag := sealing.TagOf(pad, d.owner)
	sealed := must(o.box.Seal(seed, d.marks, tag))(t)
	return ballotbox.Ballot{Class: 1, Tag: tag, Sealed: sealed}.Cast().Leaf(string(o.id)).BallotNumber()
}

// address is what the device reveals.
func (o opened) address(t *testing.T, d device) string {
	t.Helper()
	var digits strings.Builder
	for _, mark := range d.marks {
		fmt.Fprintf(&digits, "%02d", mark)
	}
	raw, err := json.Marshal(map[string]any{"election": o.id, "random": d.random[:], "marks": digits.String(), "class": 1,
		"owner": d.owner})
	if err != nil {
		t.Fatal(err)
	}
	return "http://club.example/board#/check/" + base64.RawURLEncoding.EncodeToString(raw)
}

const somebody, somebodyElse = "m5zq2k7xw4t3n6yhc2v7rjb4ae", "h2w6r4ty7kq3zx5mcnv2bjd6ae"

func TestAuditSealMakesTheBallotAgain(t *testing.T) {
	o := newOpened(t)
	d := device{marks: []byte{0, 1, 0}, owner: somebody}
	audit := runs{command: command.AuditSeal}
	out := must(audit.with(t, o.address(t, d), "-manifest", o.manifest, "-certificate", o.certificate))(t)
	for _, line := range []string{"Board 2031\n", "  Grace\n", "ballot number  " + o.number(t, d) + "\n",
		"for            " + somebody + "\n", "of this manifest\n"} {
		if !strings.Contains(out, line) {
			t.Errorf("it does not say %q:\n%s", line, out)
		}
	}
	file := filepath.Join(t.TempDir(), "shown.txt")
	write(t, file, o.address(t, d)+"\n")
	if again, err := audit.with(t, file, "-manifest", o.manifest, "-certificate", o.certificate); err != nil ||
		again != out {
		t.Errorf("from a file: %v\n%s", err, again)
	}
	other := newOpened(t)
	for name, args := range map[string][]string{
		"another certificate":        {o.address(t, d), "-manifest", o.manifest, "-certificate", other.certificate},
		"another manifest":           {o.address(t, d), "-manifest", other.manifest},
		"another of the certificate": {other.address(t, d), "-manifest", other.manifest, "-certificate", o.certificate},
		"no manifest":                {o.address(t, d)},
		"half an address":            {o.address(t, d)[:120], "-manifest", o.manifest},
		"marks that are not valid": {o.address(t, device{marks: []byte{1, 1, 0}, owner: somebody}), "-manifest",
			o.manifest},
		"too few marks": {o.address(t, device{marks: []byte{1}, owner: somebody}), "-manifest", o.manifest},
		"nobody": {o.address(t, device{marks: []byte{1, 0, 0}, owner: "nobody"}), "-manifest",
			o.manifest},
	} {
		if out, err := audit.with(t, args...); err == nil {
			t.Errorf("%s:\n%s", name, out)
		}
	}
}

// A page that cheats shows the number of the ballot that it would have cast, and must then reveal something that gives
// this number and what the voter chose. Each of 300 ballots that it reveals in its favour gives another number, or
// other choices.
func TestAPageThatCheatsIsCaught(t *testing.T) {
	o := newOpened(t)
	draw := rand.NewChaCha8([32]byte{7})
	caught := func(t *testing.T, shown string, reveals device, chosen string) bool {
		t.Helper()
		out, err := runs{command: command.AuditSeal}.with(t, o.address(t, reveals), "-manifest", o.manifest)
		return err != nil || !strings.Contains(out, shown) || !strings.Contains(out, chosen) ||
			!strings.Contains(out, somebody)
	}
	honest := func(random [32]byte) device { return device{random, []byte{1, 0, 0}, somebody} }
	counts := make(map[string]int)
	pages := 100
	if testing.Short() {
		pages = 20
	}
	for range pages {
		var random, fixed [32]byte
		draw.Read(random[:])
		if caught(t, o.number(t, honest(random)), honest(random), "  Ada\n") {
			t.Fatal("an honest page is caught")
		}
		flipped := device{random, []byte{0, 1, 0}, somebody}
		if caught(t, o.number(t, flipped), honest(random), "  Ada\n") && caught(t, o.number(t, flipped), flipped, "  Ada\n") {
			counts["a mark is flipped"]++
		}
		// The seed is one that it has used before, for other marks: what is revealed gives its own ballot alone.
		if used := honest(fixed); caught(t, o.number(t, device{fixed, []byte{0, 0, 1}, somebody}), used, "  Ada\n") &&
			caught(t, o.number(t, used), honest(random), "  Ada\n") {
			counts["a seed is used again"]++
		}
		// Both voters are shown the ballot of one of them.
		theirs := device{random, []byte{1, 0, 0}, somebodyElse}
		if caught(t, o.number(t, theirs), honest(random), "  Ada\n") && caught(t, o.number(t, theirs), theirs, "  Ada\n") {
			counts["two voters have one ballot"]++
		}
	}
	for _, cheat := range []string{"a mark is flipped", "a seed is used again", "two voters have one ballot"} {
		if counts[cheat] != pages {
			t.Errorf("%s: caught %d times of %d", cheat, counts[cheat], pages)
		}
	}
}

func TestSealForAProgram(t *testing.T) {
	o := newOpened(t)
	voter := storetest.Voter(t, o.Store, 1).ID
	q := o.frozen.Questions[0]
	answers := func(marks ...string) string {
		of := make(map[string]string)
		for i, option := range q.Options {
			of[option.ID] = marks[i]
		}
		raw := must(json.Marshal(map[string]any{"answers": map[string]any{q.ID: of}}))(t)
		return string(raw)
	}
	out, err := runs{command: command.Seal, stdin: answers("00", "01", "00")}.with(t, "-manifest", o.manifest,
		"-certificate", o.certificate, "-owner", string(voter))
	if err != nil {
		t.Fatal(err)
	}
	var body struct{ Sealed, Pad, Tag []byte }
	d := json.NewDecoder(bytes.NewReader([]byte(out)))
	d.DisallowUnknownFields()
	noError(t, d.Decode(&body))
	sent := store.SealedBallot{Pad: sealing.Pad(body.Pad), Tag: sealing.Tag(body.Tag), Sealed: body.Sealed}
	if _, err := o.CastSealed(t.Context(), voter, o.id, sent); err != nil {
		t.Errorf("the ballot is refused: %v", err)
	}
	for name, stdin := range map[string]string{
		"two marks": answers("01", "01", "00"), "one digit": answers("1", "00", "00"), "no answers": "{}", "no JSON": "01",
		"another field": `{"paper":"x"}`, "another question": strings.Replace(answers("01", "00", "00"), q.ID, somebody, 1),
	} {
		run := runs{command: command.Seal, stdin: stdin}
		if out, err := run.with(t, "-manifest", o.manifest, "-certificate", o.certificate, "-owner", somebody); err == nil ||
			out != "" {
			t.Errorf("%s: %v %s", name, err, out)
		}
	}
	run := runs{command: command.Seal, stdin: answers("01", "00", "00")}
	if _, err := run.with(t, "-manifest", o.manifest, "-certificate", o.certificate); err == nil {
		t.Error("a ballot for nobody")
	}
	for name, args := range map[string][]string{
		"without a certificate":     {"-manifest", o.manifest},
		"with another certificate":  {"-manifest", o.manifest, "-certificate", newOpened(t).certificate},
		"for keys of somebody else": {"-manifest", newOpened(t).manifest, "-certificate", o.certificate},
		"that could show nothing":   {"-manifest", o.manifest, "-certificate", o.certificate, "-keep", "kept.json"},
	} {
		if out, err := run.with(t, append(args, "-owner", string(voter))...); err == nil || out != "" {
			t.Errorf("a ballot is sealed %s: %s", name, out)
		}
	}
}
