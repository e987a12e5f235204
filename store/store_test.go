package store_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/boltfile"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

func TestOpenMakesAPrivateDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "data")
	s := storetest.NewIn(t, dir, store.Options{})
	if err := s.Ready(t.Context()); err != nil {
		t.Errorf("not ready: %v", err)
	}
	if len(s.TokenKey()) != 32 || len(s.InstallationID()) != 26 {
		t.Errorf("session key of %d bytes, installation %q", len(s.TokenKey()), s.InstallationID())
	}
	if runtime.GOOS == "windows" {
		return // has no such permissions
	}
	for name, want := range map[string]os.FileMode{
		"": 0o700, store.FileName: 0o600, "keys": 0o700, "keys/identity.key": 0o600, "keys/token.key": 0o600,
	} {
		if fi := must(os.Stat(filepath.Join(dir, name)))(t); fi.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v", fi.Name(), fi.Mode().Perm(), want)
		}
	}
}

func TestReopeningKeepsEverything(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	v := voters(t, s, 2)
	vote(t, s, v[0], e.Questions[0].Candidates[0])
	before, token, id := store.Dump(t, s), s.TokenKey(), s.InstallationID()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = storetest.NewIn(t, dir, store.Options{})
	if after := store.Dump(t, s); !maps.Equal(before, after) {
		t.Errorf("before %q, after %q", before, after)
	}
	if !bytes.Equal(token, s.TokenKey()) || id != s.InstallationID() {
		t.Error("the installation has another session key or id")
	}
	vote(t, s, v[1], e.Questions[0].Candidates[0])
	refused(t, s, refusal.AlreadyVoted, func() error {
		return errOf(s.CastVote(t.Context(), v[0], e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
	})
}

func TestTwoInstallationsDiffer(t *testing.T) {
	one, two := storetest.New(t, store.Options{}), storetest.New(t, store.Options{})
	if bytes.Equal(one.TokenKey(), two.TokenKey()) || one.InstallationID() == two.InstallationID() {
		t.Error("two installations share a secret or an id")
	}
}

func TestADirectoryIsOpenOnce(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	unchanged(t, s, func() {
		if _, err := store.Open(t.Context(), dir, store.Options{}); !errors.Is(err, boltfile.ErrLocked) {
			t.Errorf("opened twice: %v", err)
		}
	})
}

func TestOpenHoldsTheKeysAgainstTheFile(t *testing.T) {
	zeros := make([]byte, 32)
	for name, tc := range map[string]struct {
		file   string
		secret []byte // nil: the file is missing
		want   error
	}{
		"a foreign identity key":  {"identity.key", zeros, store.ErrWrongKey},
		"a cut identity key":      {"identity.key", zeros[:31], keyring.ErrDamaged},
		"an empty identity key":   {"identity.key", zeros[:0], keyring.ErrDamaged},
		"a missing identity key":  {"identity.key", nil, keyring.ErrMissing},
		"an empty session key":    {"token.key", zeros[:0], keyring.ErrDamaged},
		"a session key too long":  {"token.key", append(zeros, 0), keyring.ErrDamaged},
		"another session key":     {"token.key", zeros, nil},
		"a missing session key":   {"token.key", nil, nil},
		"a ballot key of no vote": {"aaaaaaaaaaaaaaaaaaaaaaaaaa.key", zeros, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir)
			token, before := s.TokenKey(), store.Dump(t, s)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "keys", tc.file)
			kept, err := os.ReadFile(path)
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			if tc.secret == nil {
				err = os.Remove(path)
			} else {
				err = os.WriteFile(path, tc.secret, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}

			s, err = store.Open(t.Context(), dir, store.Options{})
			if !errors.Is(err, tc.want) {
				t.Errorf("opened with %v, want %v", err, tc.want)
			}
			if err == nil {
				if changed := tc.file == "token.key"; changed == bytes.Equal(token, s.TokenKey()) || len(s.TokenKey()) != 32 {
					t.Errorf("session key was %x, is %x", token, s.TokenKey())
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			} else if err := os.WriteFile(path, kept, 0o600); err != nil {
				t.Fatal(err)
			}
			if after := store.Dump(t, open(t, dir)); !maps.Equal(before, after) {
				t.Errorf("with the key back the file holds %q, want %q", after, before)
			}
		})
	}
}

func TestOpenCleansUpAfterAnInterruptedCreation(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, store.FileName+".new"), []byte("half a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	storetest.NewIn(t, dir, store.Options{})
	if _, err := os.Stat(filepath.Join(dir, store.FileName+".new")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the half file: %v", err)
	}
}

func TestOpenRefusesWhatIsNoDatabase(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, store.FileName)
	content := bytes.Repeat([]byte("no database "), 1<<12)
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), dir, store.Options{}); err == nil {
		t.Error("opened")
	}
	if !bytes.Equal(content, must(os.ReadFile(file))(t)) {
		t.Error("the file was written to")
	}
	if _, err := store.Open(t.Context(), file, store.Options{}); err == nil {
		t.Error("opened a file as a directory")
	}
}

func TestAfterCloseEveryCallSaysSo(t *testing.T) {
	s := open(t, t.TempDir())
	e := running(t, s, "Ada", "Grace")
	v := voters(t, s, 1)[0]
	for range 2 {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	for name, err := range map[string]error{
		"Ready":    s.Ready(t.Context()),
		"User":     errOf(s.User(t.Context(), v)),
		"Register": errOf(s.Register(t.Context(), storetest.Registration(9))),
		"CastVote": errOf(s.CastVote(t.Context(), v, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID})),
		"Verify":   s.Check(t.Context()),
	} {
		if !errors.Is(err, boltfile.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestACallWhoseContextHasEndedDoesNothing(t *testing.T) {
	s := storetest.New(t, store.Options{})
	v := storetest.Voter(t, s, 1)
	e := running(t, s, "Ada", "Grace")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range map[string]func() error{
		"Ready":    func() error { return s.Ready(ctx) },
		"User":     func() error { return errOf(s.User(ctx, v.ID)) },
		"Register": func() error { return errOf(s.Register(ctx, storetest.Registration(2))) },
		"CastVote": func() error {
			return errOf(s.CastVote(ctx, v.ID, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
		},
		"Verify": func() error { return s.Check(ctx) },
	} {
		t.Run(name, func(t *testing.T) { refused(t, s, context.Canceled, call) })
	}
}

func TestTheTimeZoneIsKept(t *testing.T) {
	s := storetest.New(t, store.Options{})
	zone := func() string { return must(s.Installation(t.Context()))(t).TimeZone }
	if got := zone(); got != "UTC" {
		t.Errorf("at first %q", got)
	}
	change := func(name string) error {
		return errOf(s.ChangeSettings(t.Context(), audit.ByCommand(), store.SettingsChange{TimeZone: &name}))
	}
	if err := change("America/Argentina/ComodRivadavia"); err != nil || zone() != "America/Argentina/ComodRivadavia" {
		t.Errorf("%q, %v", zone(), err)
	}
	for _, name := range []string{"", "Local", "Mars/Utopia", "../../../etc/passwd", "/etc/localtime", "Europe/Zurich\x00",
		strings.Repeat("x", 65)} {
		invalid(t, s, "timeZone", func() error { return change(name) })
	}
	must(s.SetUp(t.Context(), store.NewAdmin{Email: "a@example.org", PasswordHash: "x", FullName: "A"}))(t)
	if got := zone(); got != "America/Argentina/ComodRivadavia" {
		t.Errorf("after a set-up that names none: %q", got)
	}
}
