package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

func TestAManifestSaysWithWhichKeys(t *testing.T) {
	h := open(3, nil)
	m := h.manifest
	if !bytes.Equal(m.Holders[2].PublicKey, h.secrets[3].PublicKey()) ||
		!bytes.Equal(m.Holders[2].SigningKey, h.secrets[3].SigningKey()) ||
		!bytes.Equal(m.SigningKey, h.signer.Public()) || m.Suite != Suite || m.SealedSize != 65+1168*3+3 || m.Version != 4 ||
		m.OptionCount() != 3 {
		t.Errorf("%+v", m)
	}
	for number, s := range h.secrets {
		if bytes.Contains(h.bundle.Manifest, []byte(base64.StdEncoding.EncodeToString(s.Bytes())[:20])) {
			t.Errorf("the secret of holder %d is in the manifest", number)
		}
	}
}

func TestAManifestSurvivesItsBytes(t *testing.T) {
	h := open(3, nil)
	m, err := ParseManifest(h.bundle.Manifest)
	if err != nil || m.Title != awkward || !reflect.DeepEqual(m.Questions, h.manifest.Questions) {
		t.Errorf("%+v, %v", m, err)
	}
	if want := Hash(sha256.Sum256([]byte("ostrakon/manifest/4\x00" + string(h.bundle.Manifest)))); m.Hash() != want {
		t.Errorf("hash %s, want %s", m.Hash(), want)
	}
}

func TestParseManifestNamesWhatIsWrong(t *testing.T) {
	for name, edit := range wrongManifests() {
		h := open(2, nil)
		h.remanifest(edit)
		says, _, _ := strings.Cut(name, ": ")
		if _, err := ParseManifest(h.bundle.Manifest); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ParseManifest([]byte("{}")); !errors.Is(err, ErrNotCanonical) {
		t.Errorf("{}: %v", err)
	}
}

func TestNewManifestRefusesWhatCannotBeVotedOn(t *testing.T) {
	h := open(2, nil)
	m := *h.manifest
	m.Questions = nil
	if _, raw, err := NewManifest(m, h.signer); err == nil {
		t.Errorf("no question: %s", raw)
	}
	m.Questions, m.Holders = h.manifest.Questions, slices.Clone(m.Holders)
	m.Holders[1].PublicKey = filled(0xff, sealing.PublicKeySize) // of the right size, but no key
	if _, raw, err := NewManifest(m, h.signer); err == nil {
		t.Errorf("a key that is none: %s", raw)
	}
}

// wrongManifests are manifests that no verifier takes, by what this one says of them.
func wrongManifests() map[string]func(*Manifest) {
	first := func(edit func(*Question)) func(*Manifest) {
		return func(m *Manifest) { edit(&m.Questions[0]) }
	}
	ways := map[string]func(*Manifest){
		"version":                    func(m *Manifest) { m.Version = 2 },
		"is not an election id":      func(m *Manifest) { m.ElectionID = "e\n1" },
		"suite":                      func(m *Manifest) { m.Suite = "none" },
		"signingKey":                 func(m *Manifest) { m.SigningKey = nil },
		"ballots of":                 func(m *Manifest) { m.SealedSize++ },
		"not both times: a day":      func(m *Manifest) { m.OpensAt = "2026-02-29T00:00:00Z" },
		"not both times: a fraction": func(m *Manifest) { m.ClosesAt = "2026-05-01T18:00:00.5Z" },
		"not both times: a zone":     func(m *Manifest) { m.ClosesAt = "2026-05-01T18:00:00+00:00" },
		"not both times: words":      func(m *Manifest) { m.ClosesAt = "soon" },
		"0 questions":                func(m *Manifest) { m.Questions, m.SealedSize = []Question{}, sealing.Size(3, 0) },
		"questions, want": func(
			m *Manifest) {
			m.Questions = slices.Repeat(m.Questions, 41)
			m.SealedSize = sealing.Size(3, 82)
		},
		"question 2: the id": func(
			m *Manifest) {
			m.Questions = slices.Repeat(m.Questions, 2)
			m.SealedSize = sealing.Size(3, 4)
		},
		"is not an id: question":       first(func(q *Question) { q.ID = "chair" }),
		"is there twice: a question's": first(func(q *Question) { q.Options[1].ID = q.ID }),
		"is there twice":               first(func(q *Question) { q.Options[1].ID = q.Options[0].ID }),
		"is not an id: option":         first(func(q *Question) { q.Options[1].ID = "ada" }),
		"is not an id: spare bits":     first(func(q *Question) { q.Options[1].ID = strings.Repeat("a", 25) + "b" }),
		"options: 1": func(m *Manifest) {
			m.Questions[0].Options, m.SealedSize = m.Questions[0].Options[:1], sealing.Size(3, 1)
		},
		"method":          first(func(q *Question) { q.Method = "borda" }),
		"seats":           first(func(q *Question) { q.Seats = 3 }),
		"seats: 0":        first(func(q *Question) { q.Seats = 0 }),
		"min":             first(func(q *Question) { q.Min = 2 }),
		"max":             first(func(q *Question) { q.Max = 3 }),
		"max: 0":          first(func(q *Question) { q.Max = 0 }),
		"draw":            first(func(q *Question) { q.Method = tally.IRV }),
		"threshold: half": first(func(q *Question) { q.Threshold = &tally.Threshold{Of: tally.OfCast} }),
		"threshold: both": first(func(q *Question) {
			q.Threshold = &tally.Threshold{More: []int{1, 2}, Least: []int{1, 2}, Of: tally.OfCast}
		}),
		"threshold: more than all": first(func(q *Question) { q.Threshold = moreThan(1, 1, tally.OfCast) }),
		"threshold: of 101":        first(func(q *Question) { q.Threshold = moreThan(1, 101, tally.OfCast) }),
		"threshold: of what":       first(func(q *Question) { q.Threshold = moreThan(1, 2, "members") }),
		"threshold: three numbers": first(
			func(q *Question) { q.Threshold = &tally.Threshold{More: []int{1, 2, 3}, Of: tally.OfCast} }),
		"without an electorate: threshold": first(func(q *Question) { q.Threshold = moreThan(1, 2, tally.OfElectorate) }),
		"keepThreshold: nothing":           first(func(q *Question) { q.KeepThreshold = true }),
		"a threshold of people without an electorate": func(m *Manifest) {
			byOwners(m)
			m.Questions, m.Electorate, m.SealedSize = m.Questions[1:], nil, m.SealedSize+1
		},
		"printed papers with a threshold of people": func(m *Manifest) {
			byOwners(m)
			m.Questions, m.Electorate, m.Papers, m.SealedSize = m.Questions[1:], rollOf(9, 0), 9, m.SealedSize+1
		},
		"evidence":       first(func(q *Question) { q.Evidence = EvidenceStages }),
		"evidence: none": first(func(q *Question) { q.Evidence = "" }),
		"photoSha256":    first(func(q *Question) { q.Options[0].PhotoSHA256 = "none" }),
		"solidSha256":    first(func(q *Question) { q.Options[0].SolidSHA256 = "none" }),
		"options of a motion": first(
			func(q *Question) { q.Method, q.Min, q.Threshold = tally.Motion, 1, moreThan(1, 2, tally.OfCast) }),
	}
	for name, key := range weakKeys() {
		ways["signingKey: "+name] = func(m *Manifest) { m.SigningKey = key }
	}
	maps.Copy(ways, wrongElectorates())
	maps.Copy(ways, wrongGroups())
	maps.Copy(ways, wrongHolders())
	maps.Copy(ways, wrongWitnesses())
	return ways
}

func wrongHolders() map[string]func(*Manifest) {
	second := func(edit func(*Holder)) func(*Manifest) {
		return func(m *Manifest) {
			m.Holders = slices.Clone(m.Holders)
			edit(&m.Holders[1])
		}
	}
	sized := func(names ...string) func(*Manifest) {
		return func(m *Manifest) {
			m.Holders, m.SealedSize = holders(names...), sealing.Size(len(names), m.OptionCount())
			m.Threshold = min(m.Threshold, len(names))
		}
	}
	served := func(edit func(*Manifest)) func(*Manifest) {
		return func(m *Manifest) {
			byServer(m)
			m.SealedSize = sealing.Size(1, m.OptionCount())
			edit(m)
		}
	}
	ways := map[string]func(*Manifest){
		"unknown custody":                func(m *Manifest) { m.Custody = "trustees" },
		"unknown custody \"\"":           func(m *Manifest) { m.Custody = "" },
		"0 holders":                      sized(),
		"10 holders":                     sized("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"),
		"a threshold of 0":               func(m *Manifest) { m.Threshold = 0 },
		"a threshold of 4 of 3":          func(m *Manifest) { m.Threshold = 4 },
		"in the custody of the server":   func(m *Manifest) { m.Custody = CustodyServer },
		"in the custody of the server: ": func(m *Manifest) { sized("laptop")(m); m.Custody = CustodyServer },
		"a name of 0":                    second(func(h *Holder) { h.Name = "" }),
		"a name of 101":                  second(func(h *Holder) { h.Name = strings.Repeat("é", 101) }),
		"publicKey has 0":                second(func(h *Holder) { h.PublicKey = []byte{} }),
		"publicKey has 1215":             second(func(h *Holder) { h.PublicKey = h.PublicKey[1:] }),
		"a publicKey that is": func(
			m *Manifest) {
			second(func(h *Holder) { h.PublicKey = m.Holders[0].PublicKey })(m)
		},
		"a signingKey that is": func(
			m *Manifest) {
			second(func(h *Holder) { h.SigningKey = m.Holders[0].SigningKey })(m)
		},
		"a signingKey that: office": func(m *Manifest) { second(func(h *Holder) { h.SigningKey = m.SigningKey })(m) },
		"no number":                 func(m *Manifest) { m.Number = nil },
		"no number from 0: 31":      func(m *Manifest) { m.Number = number(sealing.Numbers) },
		"not those for number 8":    func(m *Manifest) { m.Number = number(keyIndex + 1) },
		"root has 0":                second(func(h *Holder) { h.Root = nil }),
		"root has 33":               second(func(h *Holder) { h.Root = filled(1, 33) }),
		"under its root: another's": func(m *Manifest) { second(func(h *Holder) { h.Root = m.Holders[0].Root })(m) },
		"under its root: no path":   second(func(h *Holder) { h.Path = nil }),
		"under its root: short":     second(func(h *Holder) { h.Path = h.Path[:4] }),
		"under its root: long":      second(func(h *Holder) { h.Path = append(slices.Clone(h.Path), h.Root) }),
		"under its root: a key":     second(func(h *Holder) { h.PublicKey = secret(9).PublicKey() }),
		"a hash of 31": second(func(h *Holder) {
			h.Path = append([][]byte{filled(1, 31)}, h.Path[1:]...)
		}),
		"a box that is kept for 3654":     func(m *Manifest) { m.KeepBoxDays = 3654 },
		"a box that is kept for 1":        served(func(m *Manifest) { m.KeepBoxDays = 1 }),
		"no number, root or path: number": served(func(m *Manifest) { m.Number = number(1) }),
		"no number, root or path: root":   served(func(m *Manifest) { m.Holders[0].Root = filled(1, 32) }),
		"no number, root or path: path":   served(func(m *Manifest) { m.Holders[0].Path = [][]byte{filled(1, 32)} }),
	}
	for name, key := range weakKeys() {
		ways["signingKey: of a holder: "+name] = second(func(h *Holder) { h.SigningKey = key })
	}
	return ways
}

func wrongWitnesses() map[string]func(*Manifest) {
	watch := func(edit func(*Witnesses)) func(*Manifest) {
		return func(m *Manifest) {
			watched(m)
			edit(m.Witnesses)
		}
	}
	ways := map[string]func(*Manifest){
		"0 of 3 witnesses": watch(func(w *Witnesses) { w.Needed = 0 }),
		"4 of 3 witnesses": watch(func(w *Witnesses) { w.Needed = 4 }),
		"1 of 0 witnesses": watch(func(w *Witnesses) { w.Needed, w.Keys = 1, []Witness{} }),
		"1 of 10 witnesses": watch(func(w *Witnesses) {
			w.Needed, w.Keys = 1, nil
			for n := range 10 {
				w.Keys = append(w.Keys, witness(n))
			}
		}),
		"its name: twice":             watch(func(w *Witnesses) { w.Keys[1].Name = w.Keys[0].Name }),
		"a signingKey that":           watch(func(w *Witnesses) { w.Keys[1].Key = w.Keys[0].Key }),
		"a signingKey that: a holder": func(m *Manifest) { watched(m); m.Witnesses.Keys[1].Key = m.Holders[0].SigningKey },
		"a signingKey that: office":   func(m *Manifest) { watched(m); m.Witnesses.Keys[1].Key = m.SigningKey },
	}
	for _, name := range []string{"", "a b", "a+b", "é", "a\x7f", "a\n", strings.Repeat("a", 101), "ostrakon/x"} {
		ways["its name: "+name] = watch(func(w *Witnesses) { w.Keys[1].Name = name })
	}
	for name, key := range weakKeys() {
		ways["signingKey: of a witness: "+name] = watch(func(w *Witnesses) { w.Keys[1].Key = key })
	}
	return ways
}

func wrongElectorates() map[string]func(*Manifest) {
	roll := func(edit func(*Electorate)) func(*Manifest) {
		return func(m *Manifest) {
			m.Electorate = rollOf(12, 3)
			edit(m.Electorate)
		}
	}
	return map[string]func(*Manifest){
		"a quorum without": func(m *Manifest) { m.Quorum = &Quorum{Least: []int{1, 4}} },
		"a quorum of":      func(m *Manifest) { m.Electorate, m.Quorum = rollOf(12, 3), &Quorum{Least: []int{5, 4}} },
		"a quorum of [":    func(m *Manifest) { m.Electorate, m.Quorum = rollOf(12, 3), &Quorum{Least: []int{0, 4}} },
		"a quorum of \"members": func(m *Manifest) {
			m.Electorate, m.Quorum = rollOf(12, 3), &Quorum{[]int{1, 4}, "members"}
		},
		"a quorum of [1":     func(m *Manifest) { m.Electorate, m.Quorum = rollOf(12, 3), &Quorum{Least: []int{1}} },
		"an electorate of 0": roll(func(e *Electorate) { e.Size, e.Classes = 0, []Class{} }),
		"an electorate of 10000001": roll(
			func(e *Electorate) { e.Size, e.Classes = MaxElectorate+1, []Class{{1, MaxElectorate + 1, nil}} }),
		"an electorate of 15":                          roll(func(e *Electorate) { e.RollHash = "none" }),
		"the classes are":                              roll(func(e *Electorate) { e.Size++ }),
		"of weight 3 in the groups [], after weight 3": roll(func(e *Electorate) { e.Classes[0].Weight = 3 }),
		"of weight 0":                                  roll(func(e *Electorate) { e.Classes[0].Weight = 0 }),
		"of weight 10000000001":                        roll(func(e *Electorate) { e.Classes[1].Weight = MaxTotal + 1 }),
		"weights with 5 decimals":                      roll(func(e *Electorate) { e.WeightDecimals = MaxDecimals + 1 }),
		"has 0 people": roll(func(e *Electorate) {
			e.Classes, e.Size = []Class{{1, 0, nil}, {3, 15, nil}}, 15
		}),
		"of 1001 classes": roll(func(e *Electorate) {
			e.Classes, e.Size = []Class{}, 1001
			for n := range e.Size {
				e.Classes = append(e.Classes, Class{n + 1, 1, nil})
			}
		}),
		"with 10000000001 votes": roll(
			func(e *Electorate) { e.Size, e.Classes = 10_001, []Class{{1, 1, nil}, {1_000_000, 10_000, nil}} }),
	}
}

func TestTimesHaveOneForm(t *testing.T) {
	at := time.Date(2026, 5, 1, 20, 0, 0, 999, time.FixedZone("", 7200))
	if got := FormatTime(at); got != "2026-05-01T18:00:00Z" || !validTime(got) || FormatTime(time.Time{}) != "" {
		t.Errorf("%s, and %q for no time", got, FormatTime(time.Time{}))
	}
}

func TestCheckMarksNamesTheQuestion(t *testing.T) {
	m := open(2, func(m *Manifest) {
		q := question("board", tally.IRV, 3)
		q.Max, q.Draw = 3, true
		m.Questions = append(m.Questions, q)
	}).manifest
	for _, c := range []struct {
		marks []byte
		want  string
	}{
		{[]byte{1, 0, 1, 2, 3}, ""}, {[]byte{0, 0, 0, 0, 0}, ""}, {[]byte{1, 1, 1, 2, 3}, "question 1: too_many"},
		{[]byte{1, 0, 1, 3, 0}, "question 2: gap"}, {[]byte{0, 1, 1, 1, 0}, "question 2: repeat"},
		{[]byte{0, 1, 4, 1, 0}, "question 2: mark"},
		{[]byte{1, 0, 1, 2}, "question 1: mark"}, {[]byte{1, 0, 1, 2, 3, 0}, "question 1: mark"}, {nil, "question 1: mark"},
	} {
		got := ""
		if err := m.CheckMarks(c.marks, 1); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.marks, got, c.want)
		}
	}
	if parts := m.Split([]byte{1, 2, 3, 4, 5}); !reflect.DeepEqual(parts, [][]byte{{1, 2}, {3, 4, 5}}) {
		t.Errorf("split into %v", parts)
	}
}

func TestAFingerprintIsTheKeyInBase64(t *testing.T) {
	if got := Fingerprint([]byte{0xff, 0xfe, 0xfd}); got != "//79" {
		t.Error(got)
	}
}
