package command_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ostrakon/handlers/command"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// hall is a data directory without a server, with an election in each status.
type hall struct {
	data                   string
	draft, active, counted store.ElectionID
	bundle                 string // file of counted's bundle
	receipt                string // file of a receipt of counted
	signingKey             string
}

func newHall(t *testing.T) hall {
	t.Helper()
	dir := t.TempDir()
	h := hall{data: filepath.Join(dir, "data"), bundle: filepath.Join(dir, "bundle.zip"),
		receipt: filepath.Join(dir, "receipt.json")}
	st := must(store.Open(t.Context(), h.data, store.Options{}))(t)
	voter := storetest.Voter(t, st, 1)
	h.draft = storetest.Election(t, st, "Draft", "Noor", "Tomas").ID
	h.active = storetest.Advance(t, st, storetest.Election(t, st, "Active", "Noor", "Tomas").ID, store.Active).ID
	e := storetest.Election(t, st, "Counted", "Noor", "Tomas")
	h.counted = e.ID
	storetest.Advance(t, st, e.ID, store.Active)
	receipt := must(st.CastVote(t.Context(), voter.ID, e.ID, "",
		store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))(t)
	storetest.Advance(t, st, e.ID, store.Completed)
	must(st.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	bundle := must(st.Bundle(t.Context(), e.ID))(t)
	manifest := must(ballotbox.ParseManifest(bundle.Manifest))(t)
	h.signingKey = ballotbox.Fingerprint(manifest.SigningKey)
	var zipped bytes.Buffer
	noError(t, errors.Join(bundle.Write(&zipped), st.Close()))
	write(t, h.bundle, zipped.String())
	raw := must(json.Marshal(receipt))(t)
	write(t, h.receipt, string(raw))
	return h
}

func write(t *testing.T, path, content string) {
	t.Helper()
	noError(t, os.WriteFile(path, []byte(content), 0o600))
}

// keyOf is the bytes of an election's key file.
func (h hall) keyOf(t *testing.T, id store.ElectionID) []byte {
	t.Helper()
	return must(os.ReadFile(h.keyFile(id)))(t)
}

func (h hall) keyFile(id store.ElectionID) string {
	return filepath.Join(h.data, "keys", string(id)+".key")
}

// runs is a command and its input.
type runs struct {
	command func(context.Context, *command.App, []string) error
	stdin   string
	env     []string
}

// with runs the command and returns what it wrote to standard output.
func (r runs) with(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := r.command(t.Context(), &command.App{Env: r.env, Stdin: strings.NewReader(r.stdin), Stdout: &stdout,
		Stderr: &stderr}, args)
	return stdout.String(), err
}

func TestFlagsStandBeforeBetweenAndAfterArguments(t *testing.T) {
	h := newHall(t)
	for _, args := range [][]string{
		{"-receipt", h.receipt, "-key", h.signingKey, h.bundle}, {h.bundle, "-receipt", h.receipt, "-key=" + h.signingKey},
		{"-key", h.signingKey, h.bundle, "-receipt", h.receipt},
		{"-receipt=" + h.receipt, "-key", h.signingKey, "--", h.bundle},
	} {
		out, err := runs{command: command.Verify}.with(t, args...)
		if err != nil || !strings.Contains(out, "ok    receipt") || !strings.Contains(out, "the key you know") ||
			strings.Contains(out, "FAIL") {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
	}
	t.Run("and in the environment, unless they are given", func(t *testing.T) {
		env := []string{"OSTRAKON_DATA=" + filepath.Join(h.data, "nowhere")}
		if _, err := (runs{command: command.Check, env: env}).with(t); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error %v", err)
		}
		if _, err := (runs{command: command.Check, env: env}).with(t, "-data", h.data); err != nil {
			t.Error(err)
		}
	})
}

func TestArgumentsAreCounted(t *testing.T) {
	for name, c := range map[string]struct {
		runs runs
		args []string
		says string
	}{
		"backup of no file": {runs{command: command.Backup}, nil,
			"missing argument; usage: ostrakon backup [flags] FILE.zip"},
		"backup of two files": {runs{command: command.Backup}, []string{"a.zip", "b.zip"}, `takes no argument "b.zip"`},
		"restore of no file": {runs{command: command.Restore}, []string{"-data", "x"},
			"missing argument; usage: ostrakon restore [flags] FILE.zip"},
		"verify of no bundle": {runs{command: command.Verify}, []string{"-key", "x"},
			"missing argument; usage: ostrakon verify [flags] BUNDLE.zip"},
		"verify of two":      {runs{command: command.Verify}, []string{"a.zip", "b.zip"}, `"b.zip"`},
		"check of something": {runs{command: command.Check}, []string{"ostrakon.db"}, `"ostrakon.db"`},
		"export of no election": {runs{command: command.KeyExport}, nil,
			"missing argument; usage: ostrakon key export [flags] ELECTION-ID"},
		"export of what is none": {runs{command: command.KeyExport}, []string{"Board"}, `"Board" is not the id`},
		"import of two sheets":   {runs{command: command.KeyImport}, []string{"a", "b"}, `"b"`},
		"a flag without a value": {runs{command: command.Verify}, []string{"a.zip", "-receipt"}, "-receipt"},
		"a flag that is none":    {runs{command: command.Backup}, []string{"a.zip", "-everything"}, "-everything"},
	} {
		var misuse command.UsageError
		if _, err := c.runs.with(t, c.args...); !errors.As(err, &misuse) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestServeNamesTheFirstFlagThatIsWrong(t *testing.T) {
	for range 10 {
		_, err := runs{command: command.Serve}.with(t, "-data", t.TempDir(), "-convert-queue", "0", "-convert-workers", "0",
			"-temp-ttl", "0")
		if err == nil || !strings.Contains(err.Error(), "-temp-ttl") {
			t.Errorf("error %v", err)
		}
	}
}

func TestDemoThatIsStoppedSaysWhatToDo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	data := filepath.Join(t.TempDir(), "demo")
	err := command.Demo(ctx, &command.App{Stdout: io.Discard, Stderr: io.Discard},
		[]string{"-data", data, "-addr", "127.0.0.1:0", "-ocr", "off"})
	if err == nil || !strings.Contains(err.Error(), "delete "+data) || strings.Contains(err.Error(), "context") {
		t.Errorf("error %v", err)
	}
}

func TestVerifyNamesWhatDoesNotHold(t *testing.T) {
	h := newHall(t)
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		write(t, path, content)
		return path
	}
	const rollHeads = "id,full_name,date_of_birth,member,weight,proxy_for,groups\n"
	receipt := must(os.ReadFile(h.receipt))(t)
	verify := runs{command: command.Verify}
	for name, c := range map[string]struct {
		args []string
		says string // of the line that fails
	}{
		"another key": {[]string{h.bundle, "-key", "AAAA"},
			"FAIL  signing key: the manifest names the key " + h.signingKey},
		"a receipt of another": {[]string{h.bundle, "-receipt",
			file("other.json", strings.Replace(string(receipt), `"owner":"`, `"owner":"a`, 1))}, "FAIL  receipt"},
		"an empty receipt":    {[]string{h.bundle, "-receipt", file("empty.json", "{}")}, "FAIL  receipt"},
		"a text":              {[]string{h.bundle, "-receipt", file("text.json", "my receipt")}, "FAIL  receipt"},
		"a receipt cut off":   {[]string{h.bundle, "-receipt", file("cut.json", string(receipt[:50]))}, "FAIL  receipt"},
		"a roll of no people": {[]string{h.bundle, "-roll", file("roll.csv", rollHeads)}, "FAIL  roll"},
		"a checkpoint of no one": {[]string{h.bundle, "-checkpoint", file("old.txt", "ostrakon/x\n1\nAAAA\n")},
			"FAIL  checkpoint"},
		"no bundle":        {[]string{h.receipt}, "FAIL  bundle"},
		"a bundle cut off": {[]string{file("half.zip", string(half(t, h.bundle)))}, "FAIL  bundle"},
	} {
		out, err := verify.with(t, c.args...)
		if err == nil || !strings.Contains(out, c.says) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	t.Run("and a file that is no evidence", func(t *testing.T) {
		for name, path := range map[string]string{
			"missing":   filepath.Join(dir, "none.json"),
			"too large": file("large.json", strings.Repeat(" ", 1<<20)+string(receipt)), "a directory": dir,
		} {
			if out, err := verify.with(t, h.bundle, "-receipt", path); err == nil || !strings.Contains(err.Error(), path) ||
				out != "" {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
		for name, text := range map[string]string{"heads.csv": "full_name\n", "weight.csv": rollHeads + "a,Bea,,,x,,\n",
			"short.csv": rollHeads + "a,Bea\n"} {
			if _, err := verify.with(t, h.bundle, "-roll", file(name, text)); err == nil ||
				!strings.Contains(err.Error(), name+": not a frozen roll: ") {
				t.Errorf("%s in place of a roll: %v", name, err)
			}
		}
		problem := file("refused.txt", `{"code":"checkpoint_pending","status":404}`)
		if _, err := verify.with(t, h.bundle, "-checkpoint", problem); err == nil ||
			!strings.Contains(err.Error(), "refused.txt is not a checkpoint") {
			t.Errorf("a refusal in place of a checkpoint: %v", err)
		}
		if _, err := verify.with(t, h.bundle, "-checkpoint", filepath.Join(dir, "none.txt")); !errors.Is(err,
			fs.ErrNotExist) {
			t.Errorf("checkpoint: %v", err)
		}
	})
}

func TestVerifySaysWhetherAKeyWasCompared(t *testing.T) {
	h := newHall(t)
	digests := regexp.MustCompile(`^sha256 [0-9a-f]{64} manifest [0-9a-f]{64} seal [0-9a-f]{64}\n`)
	for _, c := range []struct {
		args []string
		says string
		want error
	}{
		{[]string{h.bundle}, "ok    signing key: NOT compared", command.ErrNotCompared},
		{[]string{h.bundle, "-receipt", h.receipt}, "ok    signing key: NOT compared", command.ErrNotCompared},
		{[]string{h.bundle, "-key", h.signingKey}, "ok    signing key: ", nil},
	} {
		out, err := runs{command: command.Verify}.with(t, c.args...)
		if !errors.Is(err, c.want) || !strings.Contains(out, c.says) || !digests.MatchString(out) {
			t.Errorf("%q: %v\n%s", c.args[1:], err, out)
		}
	}
	raw := must(os.ReadFile(h.bundle))(t)
	out, _ := runs{command: command.Verify}.with(t, h.bundle)
	if want := fmt.Sprintf("sha256 %x ", sha256.Sum256(raw)); !strings.HasPrefix(out, want) {
		t.Errorf("the first line is not that of the file, %s\n%s", want, out)
	}
	// A check that fails is worse than a key that is not known.
	if _, err := (runs{command: command.Verify}).with(t, h.bundle, "-receipt", h.bundle); err == nil ||
		errors.Is(err, command.ErrNotCompared) {
		t.Errorf("a receipt that is none, and no key: %v", err)
	}
}

// half is the first half of a file.
func half(t *testing.T, path string) []byte {
	t.Helper()
	raw := must(os.ReadFile(path))(t)
	return raw[:len(raw)/2]
}

func TestBackupAndRestore(t *testing.T) {
	h := newHall(t)
	dir := t.TempDir()
	whole, other := filepath.Join(dir, "whole.zip"), filepath.Join(dir, "other")
	if out, err := (runs{command: command.Backup}).with(t, whole, "-with-keys", "-data", h.data); err != nil ||
		!strings.Contains(out, "contains the keys") {
		t.Fatalf("%v %s", err, out)
	}
	if out, err := (runs{command: command.Restore}).with(t, whole, "-data", other); err != nil ||
		!strings.Contains(out, "in order") || !strings.Contains(out, "everyone signs in again") ||
		!strings.Contains(out, "Voting is stopped") {
		t.Fatalf("%v %s", err, out)
	}
	if got := (hall{data: other}).keyOf(t, h.active); !bytes.Equal(got, h.keyOf(t, h.active)) {
		t.Error("the key of the running election is another")
	}
	t.Run("not over a file that is there", func(t *testing.T) {
		before, _ := os.ReadFile(whole)
		if _, err := (runs{command: command.Backup}).with(t, whole, "-data", h.data); err == nil ||
			!strings.Contains(err.Error(), "exists already") {
			t.Errorf("error %v", err)
		}
		if after, _ := os.ReadFile(whole); !bytes.Equal(before, after) {
			t.Error("the file changed")
		}
	})
	t.Run("not into a directory that has a database", func(t *testing.T) {
		before, _ := os.ReadFile(filepath.Join(h.data, store.FileName))
		if _, err := (runs{command: command.Restore}).with(t, whole, "-data", h.data); !errors.Is(err, store.ErrOccupied) {
			t.Errorf("error %v", err)
		}
		if after, _ := os.ReadFile(filepath.Join(h.data, store.FileName)); !bytes.Equal(before, after) {
			t.Error("the database changed")
		}
	})
	t.Run("by force over a database, which is kept", func(t *testing.T) {
		if out, err := (runs{command: command.Restore}).with(t, whole, "-force", "-data", other); err != nil ||
			!strings.Contains(out, "What was there before is in") {
			t.Errorf("%v %s", err, out)
		}
	})
	t.Run("not over another key", func(t *testing.T) {
		third := hall{data: filepath.Join(dir, "third")}
		noError(t, os.MkdirAll(filepath.Join(third.data, "keys"), 0o700))
		write(t, third.keyFile(h.active), "another secret")
		if _, err := (runs{command: command.Restore}).with(t, whole, "-data", third.data); !errors.Is(err,
			keyring.ErrDifferent) {
			t.Errorf("error %v", err)
		}
		if _, err := os.Stat(filepath.Join(third.data, store.FileName)); !errors.Is(err, fs.ErrNotExist) {
			t.Error("the database is there all the same")
		}
	})
	t.Run("not half a backup", func(t *testing.T) {
		write(t, filepath.Join(dir, "half.zip"), string(half(t, whole)))
		empty := filepath.Join(dir, "empty")
		if _, err := (runs{command: command.Restore}).with(t, filepath.Join(dir, "half.zip"), "-data", empty); !errors.Is(err,
			store.ErrBackup) {
			t.Errorf("error %v", err)
		}
		if _, err := os.Stat(filepath.Join(empty, store.FileName)); !errors.Is(err, fs.ErrNotExist) {
			t.Error("a database is there")
		}
	})
	t.Run("nothing is left of a backup that fails", func(t *testing.T) {
		into := t.TempDir()
		for _, data := range []string{filepath.Join(dir, "nowhere"), into} {
			if _, err := (runs{command: command.Backup}).with(t, filepath.Join(into, "b.zip"), "-data", data); err == nil {
				t.Error("there was nothing to back up")
			}
		}
		if left, err := os.ReadDir(into); err != nil || len(left) != 0 {
			t.Errorf("left: %v, %v", left, err)
		}
	})
}

func TestCheckFindsDamage(t *testing.T) {
	h := newHall(t)
	if out, err := (runs{command: command.Check}).with(t, "-data", h.data); err != nil ||
		!strings.Contains(out, "in order") {
		t.Fatalf("%v %s", err, out)
	}
	nowhere := filepath.Join(t.TempDir(), "mistyped")
	if _, err := (runs{command: command.Check}).with(t, "-data", nowhere); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no database: %v", err)
	}
	if _, err := os.Stat(nowhere); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("checking makes a database: %v", err)
	}
	noError(t, os.Remove(filepath.Join(h.data, "keys", "identity.key")))
	if out, err := (runs{command: command.Check}).with(t, "-data", h.data); err == nil ||
		strings.Contains(out, "in order") {
		t.Errorf("without the identity key: %v %s", err, out)
	}
}

func TestRecoverySheet(t *testing.T) {
	h := newHall(t)
	export, secret := runs{command: command.KeyExport}, h.keyOf(t, h.active)
	sheet := must(export.with(t, string(h.active), "-data", h.data))(t)
	at := strings.Index(sheet, "OSTRAKON-KEY:")
	if at < 0 || !strings.ContainsRune(sheet, '█') {
		t.Fatalf("no key and code:\n%s", sheet)
	}
	restore := func(t *testing.T, r runs, args ...string) {
		t.Helper()
		noError(t, os.Remove(h.keyFile(h.active)))
		out, err := r.with(t, append(args, "-data", h.data)...)
		if err != nil || !strings.Contains(out, string(h.active)) || !bytes.Equal(h.keyOf(t, h.active), secret) {
			t.Errorf("%v %s", err, out)
		}
	}
	file := filepath.Join(t.TempDir(), "sheet.txt")
	write(t, file, sheet)
	t.Run("is taken back from a file", func(t *testing.T) { restore(t, runs{command: command.KeyImport}, file) })
	t.Run("from standard input", func(t *testing.T) { restore(t, runs{command: command.KeyImport, stdin: sheet}) })
	t.Run("in lower case, typed over many lines", func(t *testing.T) {
		key, _, _ := strings.Cut(sheet[at:], "\n\n")
		typed := strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(key), "")), "7", "7\r\n ")
		restore(t, runs{command: command.KeyImport, stdin: typed})
	})
	t.Run("again is no harm", func(t *testing.T) {
		if _, err := (runs{command: command.KeyImport, stdin: sheet}).with(t, "-data", h.data); err != nil {
			t.Error(err)
		}
	})
	t.Run("over another key says what to do", func(t *testing.T) {
		write(t, h.keyFile(h.active), "another secret")
		_, err := runs{command: command.KeyImport, stdin: sheet}.with(t, "-data", h.data)
		if !errors.Is(err, keyring.ErrDifferent) || !strings.Contains(err.Error(), "move it out of the keys directory") {
			t.Errorf("error %v", err)
		}
		if string(h.keyOf(t, h.active)) != "another secret" {
			t.Error("the other key is gone")
		}
		write(t, h.keyFile(h.active), string(secret))
	})
	t.Run("mistyped is refused", func(t *testing.T) {
		noError(t, os.Remove(h.keyFile(h.active)))
		swapped := []byte(sheet)
		mark := at + len("OSTRAKON-KEY:") + 31
		swapped[mark] = map[bool]byte{true: 'B', false: 'A'}[swapped[mark] == 'A']
		for name, text := range map[string]string{
			"a wrong letter": string(swapped), "an end missing": sheet[:at+80], "nothing": "",
			"no sheet": "the key of the board",
		} {
			if _, err := (runs{command: command.KeyImport, stdin: text}).with(t, "-data", h.data); !errors.Is(err,
				sealing.ErrSheet) {
				t.Errorf("%s: error %v", name, err)
			}
		}
		if _, err := (runs{command: command.KeyImport, stdin: sealing.NewSecret().Sheet()}).with(t, "-data",
			h.data); !errors.Is(err, store.ErrNoElection) {
			t.Errorf("the key of no election: %v", err)
		}
		if left, _ := filepath.Glob(filepath.Join(h.data, "keys", "*")); len(left) != 3 {
			t.Errorf("keys: %v", left)
		}
	})
	t.Run("there is none without a key", func(t *testing.T) {
		for name, id := range map[string]store.ElectionID{"DRAFT": h.draft, "counted": h.counted} {
			if _, err := export.with(t, string(id), "-data", h.data); !errors.Is(err, keyring.ErrMissing) {
				t.Errorf("%s: error %v", name, err)
			}
		}
		if _, err := export.with(t, string(h.active), "-data", t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("no data directory: %v", err)
		}
	})
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
