package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
)

func TestAManifestSaysWithWhichKeys(t *testing.T) {
	h := open(TieDraw, 3)
	m := h.manifest
	if !bytes.Equal(m.PublicKey, h.secret.PublicKey()) || !bytes.Equal(m.SigningKey, h.signer.Public()) ||
		m.TieCommitment != TieCommitment(h.secret.TieSeed()).String() || m.Suite != Suite || m.SealedSize != SealedSize || m.Version != 1 {
		t.Errorf("%+v", m)
	}
	if bytes.Contains(h.bundle.Manifest, []byte(base64.StdEncoding.EncodeToString(h.secret.Bytes())[:20])) {
		t.Error("the secret is in the manifest")
	}
}

func TestAManifestSurvivesItsBytes(t *testing.T) {
	h := open(TieDraw, 3)
	m, err := ParseManifest(h.bundle.Manifest)
	if err != nil || m.Title != awkward || len(m.Candidates) != 3 || m.Candidates[2] != h.manifest.Candidates[2] {
		t.Errorf("%+v, %v", m, err)
	}
	if want := Hash(sha256.Sum256([]byte("ostrakon/manifest/1\x00" + string(h.bundle.Manifest)))); m.hash != want {
		t.Errorf("hash %s, want %s", m.hash, want)
	}
}

func TestNewManifestRefusesWhatCannotBeVotedOn(t *testing.T) {
	h := open(TieStated, 2)
	for name, edit := range map[string]func(*Manifest){
		"no election":       func(m *Manifest) { m.ElectionID = "" },
		"no method":         func(m *Manifest) { m.Method = "" },
		"no rule for ties":  func(m *Manifest) { m.TieBreak = "" },
		"one candidate":     func(m *Manifest) { m.Candidates = m.Candidates[:1] },
		"a candidate twice": func(m *Manifest) { m.Candidates = append(m.Candidates, m.Candidates[0]) },
	} {
		m := *h.manifest
		edit(&m)
		if _, raw, err := NewManifest(m, h.secret, h.signer); err == nil {
			t.Errorf("%s: %s", name, raw)
		}
	}
}

func TestParseManifestNamesWhatIsWrong(t *testing.T) {
	for name, edit := range map[string]func(*Manifest){
		"version":                  func(m *Manifest) { m.Version = 2 },
		"suite":                    func(m *Manifest) { m.Suite = "x" },
		"method":                   func(m *Manifest) { m.Method = "x" },
		"tieBreak":                 func(m *Manifest) { m.TieBreak = "x" },
		"publicKey":                func(m *Manifest) { m.PublicKey = nil },
		"signingKey":               func(m *Manifest) { m.SigningKey = m.SigningKey[1:] },
		"tieSeedCommitment":        func(m *Manifest) { m.TieCommitment = "" },
		"candidates, want":         func(m *Manifest) { m.Candidates = nil },
		"candidate \"ada\"":        func(m *Manifest) { m.Candidates[0].ID = "ada" },
		"is not an election id":    func(m *Manifest) { m.ElectionID = "e\n1" },
		"unknown suite \"MLKEM768": func(m *Manifest) { m.SealedSize-- },
	} {
		m := *open(TieStated, 2).manifest
		edit(&m)
		if _, err := ParseManifest(must(canonical(m))); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ParseManifest([]byte("{}")); !errors.Is(err, ErrNotCanonical) {
		t.Errorf("{}: %v", err)
	}
}

func TestAFingerprintIsTheKeyInBase64(t *testing.T) {
	if got := Fingerprint([]byte{0xff, 0xfe, 0xfd}); got != "//79" {
		t.Error(got)
	}
}
