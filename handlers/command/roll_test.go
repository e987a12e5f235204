package command_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/handlers/command"
	"ostrakon/store"
	"ostrakon/store/audit"
)

const (
	rollTable = "full_name;national_id;member;weight;proxy_for\nAda Okafor;AB 123 456;M-1;3;M-2\nTomas Lind;;M-2\n"
	wrongRoll = "full_name,national_id\nAda Okafor,AB 123 456\nTomas Lind,!\n"
)

// newData makes a data directory without a server.
func newData(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	st := must(store.Open(t.Context(), dir, store.Options{}))(t)
	noError(t, st.Close())
	return dir
}

// people is the roll of a data directory, by name.
func people(t *testing.T, data string) map[string]store.RollEntry {
	t.Helper()
	st := must(store.Open(t.Context(), data, store.Options{}))(t)
	defer st.Close()
	all := must(st.ExportRoll(t.Context(), audit.ByCommand()))(t)
	named := make(map[string]store.RollEntry)
	for _, e := range all {
		named[e.FullName] = e
	}
	return named
}

func TestRollImport(t *testing.T) {
	data, dir := newData(t), t.TempDir()
	table, keys := filepath.Join(dir, "roll.csv"), filepath.Join(dir, "keys.csv")
	write(t, table, rollTable)
	importing := runs{command: command.RollImport}
	t.Run("a dry run changes nothing and makes no file", func(t *testing.T) {
		out, err := importing.with(t, table, "-data", data, "-dry-run", "-member-keys", keys)
		if err != nil || !strings.Contains(out, "2 added, 0 updated, 0 unchanged, 0 refused") ||
			!strings.Contains(out, "dry run") {
			t.Errorf("%v\n%s", err, out)
		}
		if _, err := os.Stat(keys); !errors.Is(err, fs.ErrNotExist) || len(people(t, data)) != 0 {
			t.Errorf("keys: %v, roll: %v", err, people(t, data))
		}
	})
	t.Run("one line without a name, and nobody is imported", func(t *testing.T) {
		nameless := filepath.Join(dir, "nameless.csv")
		write(t, nameless, strings.Replace(rollTable, "Tomas Lind", "", 1))
		out, err := importing.with(t, nameless, "-data", data)
		if err == nil || !strings.Contains(out, "line 3, fullName: ") || len(people(t, data)) != 0 {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("the keys are in a file that only its owner reads", func(t *testing.T) {
		out, err := importing.with(t, table, "-data", data, "-member-keys", keys)
		if err != nil || !strings.Contains(out, "2 added") {
			t.Fatalf("%v\n%s", err, out)
		}
		raw := must(os.ReadFile(keys))(t)
		rows, err := csv.NewReader(bytes.NewReader(raw)).ReadAll()
		if err != nil || len(rows) != 2 || rows[1][1] != "Tomas Lind" || rows[1][2] != "M-2" {
			t.Fatalf("%v\n%s", err, raw)
		}
		if _, ok := store.ParseMemberKey(rows[1][3]); !ok || strings.Contains(out, rows[1][3]) {
			t.Errorf("key %q in\n%s", rows[1][3], out)
		}
		if info, err := os.Stat(keys); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		on := people(t, data)
		if e := on["Tomas Lind"]; string(e.ID) != rows[1][0] || !e.HasKey || on["Ada Okafor"].Identity.LastFour != "3456" {
			t.Errorf("%+v", on)
		}
	})
	t.Run("a file of keys is never written over", func(t *testing.T) {
		before := people(t, data)
		_, err := importing.with(t, table, "-data", data, "-member-keys", keys)
		if err == nil || !strings.Contains(err.Error(), "exists already") {
			t.Errorf("error %v", err)
		}
		if after := people(t, data); !after["Tomas Lind"].UpdatedAt.Equal(before["Tomas Lind"].UpdatedAt) {
			t.Error("the roll changed")
		}
	})
	t.Run("the keys alone go to standard output", func(t *testing.T) {
		out := must(importing.with(t, table, "-data", data, "-member-keys", "-"))(t)
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[1]) != 4 {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// onWrite calls itself with what is written.
type onWrite func(p []byte)

func (w onWrite) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}

func TestRollImportSaysThatItIsDoneWhereItsKeysAreLost(t *testing.T) {
	data, dir := newData(t), t.TempDir()
	table, keys := filepath.Join(dir, "roll.csv"), filepath.Join(dir, "keys.csv")
	write(t, table, rollTable)
	inTheWay := onWrite(func([]byte) { os.Mkdir(keys, 0o700) }) // the report comes before the file of keys gets its name
	err := command.RollImport(t.Context(), &command.App{Stdout: inTheWay, Stderr: io.Discard},
		[]string{table, "-data", data, "-member-keys", keys})
	if err == nil || !strings.Contains(err.Error(), "roll is imported") || !strings.Contains(err.Error(), "keys.csv") ||
		len(people(t, data)) != 2 {
		t.Errorf("error %v, roll %v", err, people(t, data))
	}
}

func TestRollImportRefuses(t *testing.T) {
	data, dir := newData(t), t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		write(t, path, content)
		return path
	}
	keys := filepath.Join(dir, "keys.csv")
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"lines that are wrong": {[]string{file("wrong.csv", wrongRoll), "-member-keys", keys},
			"nothing was imported"},
		"them in a dry run too": {[]string{file("wrong.csv", wrongRoll), "-dry-run"}, "nothing was imported"},
		"a vote of nobody": {[]string{file("proxy.csv",
			"full_name,national_id,proxy_for\nAda Okafor,AB 123 456,M-9\n")}, "nothing was imported"},
		"what is not a roll":       {[]string{file("other.csv", "full_name,shoe_size\nEmil,44\n")}, "shoe_size"},
		"a file that is not there": {[]string{filepath.Join(dir, "none.csv")}, "none.csv"},
		"a file of 4 MiB": {[]string{file("large.csv", "full_name\n"+strings.Repeat("A", 4<<20))},
			"import it in parts"},
		"a directory for the keys": {[]string{file("roll.csv", rollTable), "-member-keys",
			filepath.Join(dir, "nowhere", "keys.csv")}, "nowhere"},
		"a kind that it does not know": {[]string{file("roll.csv", rollTable), "-national-id", "xx-none"}, "-national-id"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := runs{command: command.RollImport}.with(t, append(c.args, "-data", data)...)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v", err)
			}
			if _, err := os.Stat(keys); !errors.Is(err, fs.ErrNotExist) || len(people(t, data)) != 0 {
				t.Errorf("keys: %v, roll: %v", err, people(t, data))
			}
		})
	}
	t.Run("a name twice", func(t *testing.T) {
		out, err := runs{command: command.RollImport}.with(t,
			file("roll.csv", "full_name\nAda Okafor\nOkafor Ada\n60 members\n"), "-data", data)
		if err == nil || !strings.Contains(out, "line 3, Okafor Ada: perhaps the same person as in line 2") ||
			!strings.Contains(out, "line 4, 60 members: this looks like a total") || len(people(t, data)) != 0 {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("a directory without a database", func(t *testing.T) {
		nowhere := filepath.Join(dir, "mistyped")
		if _, err := (runs{command: command.RollImport}).with(t, file("roll.csv", rollTable), "-data",
			nowhere); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error %v", err)
		}
		if _, err := os.Stat(nowhere); !errors.Is(err, fs.ErrNotExist) {
			t.Error("it was made")
		}
	})
}

func TestRollExport(t *testing.T) {
	data, dir := newData(t), t.TempDir()
	table, out := filepath.Join(dir, "roll.csv"), filepath.Join(dir, "out.csv")
	write(t, table, rollTable)
	must((runs{command: command.RollImport}).with(t, table, "-data", data, "-member-keys", "-"))(t)
	shown, err := runs{command: command.RollExport}.with(t, "-data", data)
	if err != nil || !strings.Contains(shown, "Ada Okafor,,,M-1,3456,false,false,3,M-2,,,,,false,false\n") ||
		!strings.Contains(shown, "Tomas Lind,,,M-2,,true,false,1,,,,,,false,false\n") {
		t.Errorf("%v\n%s", err, shown)
	}
	if _, err := (runs{command: command.RollExport}).with(t, out, "-data", data); err != nil {
		t.Error(err)
	}
	if raw, err := os.ReadFile(out); err != nil || string(raw) != shown {
		t.Errorf("%v\n%s", err, raw)
	}
	again, err := runs{command: command.RollImport}.with(t, out, "-data", data)
	if err != nil || !strings.Contains(again, "0 added, 0 updated, 2 unchanged, 0 refused") {
		t.Errorf("what was exported is imported: %v\n%s", err, again)
	}
	if _, err := (runs{command: command.RollExport}).with(t, out, "-data", data); err == nil ||
		!strings.Contains(err.Error(), "exists already") {
		t.Errorf("error %v", err)
	}
}
