package command_test

import (
	"bytes"
	"errors"
	"io/fs"
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

// counting is a closed election of whose three holders two count. Ada has two votes, Grace has one.
type counting struct {
	*store.Store
	id     store.ElectionID
	dir    string
	box    string   // file
	sheets []string // files of the holders' sheets
	keys   []string // their sheets as people type them
}

func newCounting(t *testing.T) counting {
	t.Helper()
	st := storetest.New(t, store.Options{})
	c := counting{Store: st, id: storetest.Election(t, st, "Board 2031", "Ada", "Grace").ID, dir: t.TempDir()}
	c.box = filepath.Join(c.dir, "box.zip")
	secrets := storetest.Sheets(t, st, c.id, 2, 3)
	for n := 1; n <= 3; n++ {
		file := filepath.Join(c.dir, "sheet"+string(rune('0'+n)))
		write(t, file, secrets[n].Sheet())
		c.sheets, c.keys = append(c.sheets, file), append(c.keys, secrets[n].Sheet())
	}
	storetest.Advance(t, st, c.id, store.Active)
	for n, marks := range [][]byte{{1, 0}, {0, 1}, {1, 0}} {
		storetest.CastSealed(t, st, storetest.Voter(t, st, n).ID, c.id, marks...)
	}
	storetest.Advance(t, st, c.id, store.Completed)
	var zipped bytes.Buffer
	box, err := st.BallotBox(t.Context(), c.id)
	if err == nil {
		err = box.Write(&zipped)
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, c.box, zipped.String())
	return c
}

func TestCountAtATable(t *testing.T) {
	c := newCounting(t)
	count, first := runs{command: command.Count}, filepath.Join(c.dir, "first.zip")
	out := must(count.with(t, c.box, "-sheet", c.sheets[0], "-sheet", c.sheets[2], "-out", first))(t)
	for _, line := range []string{
		"Board 2031\n" + string(c.id) + "\n3 ballots; 2 of 3 sheets are needed\n",
		"plurality, 1 to elect: 3 papers, 0 blank, 0 invalid\n",
		"1  Ada            2\n2  Grace          1\n", "\nElected: 1 Ada\n", "\nresult ",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("it does not say %q:\n%s", line, out)
		}
	}
	t.Run("anybody else's sheets give the same", func(t *testing.T) {
		typed := strings.ToLower(sealing.SheetPrefix+c.keys[1]) + "\r\n\n" + strings.Join(strings.Split(c.keys[2], ""), " ") +
			"\n"
		for _, args := range [][]string{{"-sheet", "-"}, nil} {
			run := runs{command: command.Count, stdin: typed}
			out, err := run.with(t, append(args, c.box, "-compare", first)...)
			if err != nil || strings.Count(out, "ok    ") != 3 {
				t.Errorf("%q: %v\n%s", args, err, out)
			}
		}
	})
	t.Run("another count is found", func(t *testing.T) {
		theirs := readCount(t, first)
		theirs.Codes[0][0]++
		var zipped bytes.Buffer
		noError(t, theirs.Write(&zipped))
		second := filepath.Join(c.dir, "second.zip")
		write(t, second, zipped.String())
		out, err := count.with(t, c.box, "-sheet", c.sheets[0], "-sheet", c.sheets[1], "-compare", second)
		var misuse command.UsageError
		if err == nil || errors.As(err, &misuse) || !strings.Contains(out, "ok    counts") ||
			!strings.Contains(out, "FAIL  codes") || !strings.Contains(out, "ok    result") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("the server takes it", func(t *testing.T) {
		theirs := readCount(t, first)
		results, err := c.AcceptCount(t.Context(), storetest.Admin, c.id, theirs)
		if err != nil || slices.Max(results.Questions[0].Outcome.Votes) != 2 ||
			!strings.Contains(results.Seal, "\ncountedBy table\n") {
			t.Errorf("%+v, %v", results, err)
		}
	})
}

func TestCountRefuses(t *testing.T) {
	c := newCounting(t)
	out := filepath.Join(c.dir, "count.zip")
	write(t, filepath.Join(c.dir, "there.zip"), "x")
	write(t, filepath.Join(c.dir, "half.zip"), string(half(t, c.box)))
	write(t, filepath.Join(c.dir, "stranger"), sealing.NewSecret().Sheet())
	write(t, filepath.Join(c.dir, "typo"), c.keys[0][:len(c.keys[0])-1])
	two := []string{"-sheet", c.sheets[0], "-sheet", c.sheets[1]}
	for name, r := range map[string]struct {
		args []string
		says string
	}{
		"nowhere to put the count": {append(two, c.box), "-out"},
		"a file that is there":     {append(two, c.box, "-out", filepath.Join(c.dir, "there.zip")), "exists already"},
		"no box":                   {append(two, filepath.Join(c.dir, "none.zip"), "-out", out), "none.zip"},
		"half a box":               {append(two, filepath.Join(c.dir, "half.zip"), "-out", out), "half.zip"},
		"a box to compare with":    {append(two, c.box, "-compare", c.box), "box.zip"},
		"one sheet":                {append(two[:2:2], c.box, "-out", out), "2 are needed"},
		"one sheet twice":          {append(two[:2:2], "-sheet", c.sheets[0], c.box, "-out", out), "2 are needed"},
		"no sheet":                 {[]string{c.box, "-out", out}, "2 are needed"},
		"a stranger's sheet": {append(two, "-sheet", filepath.Join(c.dir, "stranger"), c.box, "-out", out),
			"stranger: this sheet is not of a holder"},
		"a sheet with a typo":  {append(two, "-sheet", filepath.Join(c.dir, "typo"), c.box, "-out", out), "typo"},
		"a sheet that is lost": {append(two, "-sheet", filepath.Join(c.dir, "lost"), c.box, "-out", out), "lost"},
	} {
		if _, err := (runs{command: command.Count}).with(t, r.args...); err == nil || !strings.Contains(err.Error(), r.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a count: %v", err)
	}
}

func TestKeyNew(t *testing.T) {
	file := filepath.Join(t.TempDir(), "public.txt")
	out, err := runs{command: command.KeyNew}.with(t, file)
	if err != nil || !strings.Contains(out, "public.txt") || strings.Contains(out, "OSTRAKON-PUBLIC:") ||
		!strings.ContainsRune(out, '█') {
		t.Errorf("%v\n%s", err, out)
	}
	raw, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(raw), "OSTRAKON-PUBLIC:") || strings.Count(string(raw), "\n") != 1 ||
		len(raw) != len("OSTRAKON-PUBLIC:")+31*(1216+32)*4/3+1 {
		t.Errorf("the public line has %d bytes, %v", len(raw), err)
	}
	if _, err := (runs{command: command.KeyNew}).with(t, file); err == nil {
		t.Error("the public line of another key is overwritten")
	}
}

// readCount reads a file with a count.
func readCount(t *testing.T, path string) *ballotbox.Count {
	t.Helper()
	raw := must(os.ReadFile(path))(t)
	return must(ballotbox.ReadCount(bytes.NewReader(raw), int64(len(raw))))(t)
}
