package sealing

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/hpke"
	"crypto/mlkem"
	"crypto/mlkem/mlkemtest"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/crypto/chacha20poly1305"
)

// read reads a file of ../shared/vectors, whose README says what each is. OSTRAKON_VECTORS names
// the directory; by default it lies beside the repository.
func read(t *testing.T, file string, value any) {
	t.Helper()
	dir := os.Getenv("OSTRAKON_VECTORS")
	if dir == "" {
		dir = "../../../shared/vectors"
	}
	raw, err := os.ReadFile(filepath.Join(dir, file))
	if os.IsNotExist(err) && os.Getenv("OSTRAKON_VECTORS") == "" {
		t.Skip("the test vectors are not beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, value); err != nil {
		t.Fatal(err)
	}
}

type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

// groups are the test groups of Project Wycheproof, with the members that these tests read.
type groups struct {
	NumberOfTests int
	TestGroups    []struct {
		PublicKey struct{ PK hexBytes }
		Tests     []wycheproof
	}
}

type wycheproof struct {
	TcID    int
	Comment string
	Flags   []string
	Result  string // valid, invalid or acceptable

	Seed, M, Ek, C, K hexBytes // ML-KEM
	Public, Private   hexBytes // X25519
	Shared            hexBytes
	Ikm, Salt, Info   hexBytes // HKDF
	Size              int
	Okm               hexBytes
	Key, Iv, Aad, Msg hexBytes // ChaCha20-Poly1305, Ed25519
	Ct, Tag, Sig      hexBytes
}

// each runs a check for each test of a file. The check gets the public key of the test's group.
func each(t *testing.T, file string, check func(t *testing.T, w wycheproof, key []byte)) {
	t.Helper()
	var all groups
	read(t, file, &all)
	n := 0
	for _, g := range all.TestGroups {
		for _, w := range g.Tests {
			check(t, w, g.PublicKey.PK)
			if n++; t.Failed() {
				t.Fatalf("%s: test %d, %s %v", file, w.TcID, w.Comment, w.Flags)
			}
		}
	}
	if n == 0 || n != all.NumberOfTests {
		t.Errorf("%s: %d tests, want %d", file, n, all.NumberOfTests)
	}
}

// same says that a computation had the outcome that a vector has: bytes, or an error.
func same(t *testing.T, w wycheproof, got []byte, err error, want []byte) {
	t.Helper()
	if valid := w.Result == "valid"; valid != (err == nil) || valid && !bytes.Equal(got, want) {
		t.Errorf("%x, %v; want %x, %s", got, err, want, w.Result)
	}
}

func TestMLKEMOfTheStandardLibrary(t *testing.T) {
	t.Run("keys from seeds", func(t *testing.T) {
		each(t, "mlkem_768_keygen_seed_test.json", func(t *testing.T, w wycheproof, _ []byte) {
			key := must(mlkem.NewDecapsulationKey768(w.Seed))
			same(t, w, key.EncapsulationKey().Bytes(), nil, w.Ek)
		})
	})
	t.Run("encapsulation with given randomness", func(t *testing.T) {
		each(t, "mlkem_768_encaps_test.json", func(t *testing.T, w wycheproof, _ []byte) {
			key, err := mlkem.NewEncapsulationKey768(w.Ek)
			var shared, enc []byte
			if err == nil {
				shared, enc, err = mlkemtest.Encapsulate768(key, w.M)
			}
			same(t, w, shared, err, w.K)
			same(t, w, enc, err, w.C)
			if (CheckPublicKey(append(w.Ek, append([]byte{9}, make([]byte, 31)...)...)) == nil) != (err == nil) {
				t.Error("CheckPublicKey judges otherwise")
			}
		})
	})
	t.Run("decapsulation", func(t *testing.T) {
		each(t, "mlkem_768_test.json", func(t *testing.T, w wycheproof, _ []byte) {
			key, err := mlkem.NewDecapsulationKey768(w.Seed)
			var shared []byte
			if err == nil {
				shared, err = key.Decapsulate(w.C)
			}
			same(t, w, shared, err, w.K)
		})
	})
}

func TestX25519OfTheStandardLibrary(t *testing.T) {
	low := 0
	each(t, "x25519_test.json", func(t *testing.T, w wycheproof, _ []byte) {
		scalar := must(ecdh.X25519().NewPrivateKey(w.Private))
		point := must(ecdh.X25519().NewPublicKey(w.Public))
		shared, err := scalar.ECDH(point)
		if w.Result = "valid"; bytes.Equal(w.Shared, make([]byte, 32)) {
			w.Result = "a point of low order"
			low++
			if CheckPublicKey(append(convene(t, 1, 1, 1, 1).keys[0][:PublicKeySize-pointSize], w.Public...)) == nil {
				t.Error("a key of low order passes")
			}
		}
		same(t, w, shared, err, w.Shared)
	})
	if low == 0 {
		t.Error("no point of low order among the vectors")
	}
}

func TestHKDFOfTheStandardLibrary(t *testing.T) {
	each(t, "hkdf_sha256_test.json", func(t *testing.T, w wycheproof, _ []byte) {
		okm, err := hkdf.Expand(sha256.New, extract(w.Ikm, w.Salt), string(w.Info), w.Size)
		same(t, w, okm, err, w.Okm)
		if err == nil && !bytes.Equal(expand(extract(w.Ikm, w.Salt), string(w.Info), w.Size), w.Okm) {
			t.Error("expand differs")
		}
	})
}

func TestChaCha20Poly1305(t *testing.T) {
	each(t, "chacha20_poly1305_test.json", func(t *testing.T, w wycheproof, _ []byte) {
		if len(w.Iv) != chacha20poly1305.NonceSize {
			return // ours has one length
		}
		aead := must(chacha20poly1305.New(w.Key))
		box := append(w.Ct, w.Tag...)
		plaintext, err := aead.Open(nil, w.Iv, box, w.Aad)
		same(t, w, plaintext, err, w.Msg)
		if err == nil {
			same(t, w, aead.Seal(nil, w.Iv, w.Msg, w.Aad), nil, box)
		}
	})
}

func TestEd25519OfTheStandardLibrary(t *testing.T) {
	each(t, "ed25519_test.json", func(t *testing.T, w wycheproof, key []byte) {
		if ed25519.Verify(key, w.Msg, w.Sig) != (w.Result == "valid") {
			t.Errorf("want %s", w.Result)
		}
	})
}

func TestXWing(t *testing.T) {
	var vectors []struct{ Seed, ESeed, SK, PK, CT, SS hexBytes }
	read(t, "xwing.json", &vectors)
	for i, v := range vectors {
		private := newPrivateKey(v.SK)
		if !bytes.Equal(private.public(), v.PK) || !bytes.Equal(v.SK, v.Seed) {
			t.Errorf("%d: public key %x", i, private.public())
		}
		public := must(parsePublicKey(v.PK))
		enc, shared, err := public.encapsulate(v.ESeed)
		if err != nil || !bytes.Equal(enc, v.CT) || !bytes.Equal(shared, v.SS) {
			t.Errorf("%d: encapsulated %x, %x, %v", i, enc, shared, err)
		}
		shared, lattice, err := private.decapsulate(v.CT)
		if err != nil || !bytes.Equal(shared, v.SS) {
			t.Errorf("%d: decapsulated %x, %v", i, shared, err)
		}
		if !private.encapsulates(v.ESeed, v.CT, lattice) {
			t.Errorf("%d: encapsulates to something else", i)
		}
		for at := range v.ESeed {
			wrong := bytes.Clone(v.ESeed)
			wrong[at] ^= 0x10
			if private.encapsulates(wrong, v.CT, lattice) {
				t.Errorf("%d: encapsulates with another byte %d of eseed", i, at)
			}
		}
	}
	if len(vectors) == 0 {
		t.Error("no vectors")
	}
}

// hpkeVector is an element of hpke_pq.json.
type hpkeVector struct {
	Mode           int
	KEM            int `json:"kem_id"`
	KDF            int `json:"kdf_id"`
	AEAD           int `json:"aead_id"`
	Info           hexBytes
	IkmE, PkRm     hexBytes
	SkRm, Enc      hexBytes
	SharedSecret   hexBytes `json:"shared_secret"`
	SuiteID        hexBytes `json:"suite_id"`
	ExporterSecret hexBytes `json:"exporter_secret"`
	Encryptions    []struct{ Aad, Ct, Pt hexBytes }
	Exports        []struct {
		Context hexBytes `json:"exporter_context"`
		L       int
		Value   hexBytes `json:"exported_value"`
	}
}

func TestHPKE(t *testing.T) {
	var vectors []hpkeVector
	read(t, "hpke_pq.json", &vectors)
	n := 0
	for _, v := range vectors {
		if v.Mode != 0 || v.KEM != 25722 || v.KDF != 1 || v.AEAD != 3 {
			continue
		}
		n++
		public := must(parsePublicKey(v.PkRm))
		enc, shared, err := public.encapsulate(v.IkmE)
		if err != nil || !bytes.Equal(enc, v.Enc) || !bytes.Equal(shared, v.SharedSecret) {
			t.Errorf("encapsulated %x, %x, %v", enc, shared, err)
		}
		private := newPrivateKey(v.SkRm)
		if shared, _, err = private.decapsulate(v.Enc); err != nil || !bytes.Equal(shared, v.SharedSecret) {
			t.Errorf("decapsulated %x, %v", shared, err)
		}
		exporter := exporterOf(shared, scheduleContext(string(v.Info)))
		if !bytes.Equal(exporter, v.ExporterSecret) || suiteID != string(v.SuiteID) {
			t.Errorf("exporter secret %x", exporter)
		}
		for _, e := range v.Exports {
			if got := export(exporter, string(e.Context)); e.L != len(got) || !bytes.Equal(got, e.Value) {
				t.Errorf("exported %x for %x", got, e.Context)
			}
		}
		// Single messages are crypto/hpke's.
		key := must(hpke.NewHybridPrivateKey(private.lattice, private.scalar))
		recipient := must(hpke.NewRecipient(v.Enc, key, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), v.Info))
		for _, e := range v.Encryptions[:2] {
			if got, err := recipient.Open(e.Aad, e.Ct); err != nil || !bytes.Equal(got, e.Pt) {
				t.Errorf("opened %x, %v", got, err)
			}
		}
	}
	if n == 0 {
		t.Error("no vector of our suite")
	}
}
