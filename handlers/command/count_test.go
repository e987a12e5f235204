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
	box    string // file
	saved  string // file with the checkpoint of the close
	signer *ballotbox.Signer
	sheets []string // files of the holders' sheets
	keys   []string // their sheets as people type them
}

func newCounting(t *testing.T) counting {
	t.Helper()
	data := t.TempDir()
	st := storetest.NewIn(t, data, store.Options{})
	c := counting{Store: st, id: storetest.Election(t, st, "Board 2031", "Ada", "Grace").ID, dir: t.TempDir()}
	c.signer = must(ballotbox.NewSigner(must(os.ReadFile(filepath.Join(data, "keys", "signing.key")))(t)))(t)
	c.box, c.saved = filepath.Join(c.dir, "box.zip"), filepath.Join(c.dir, "saved.txt")
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
	c.write(t, c.box, must(st.BallotBox(t.Context(), c.id))(t))
	write(t, c.saved, string(must(st.Checkpoint(t.Context(), c.id))(t)))
	return c
}

// write writes a box to a file.
func (c counting) write(t *testing.T, path string, box *ballotbox.Box) {
	t.Helper()
	var zipped bytes.Buffer
	noError(t, box.Write(&zipped))
	write(t, path, zipped.String())
}

// The operator puts one victim's ballot among ballots of their own, signs the box with the true key, and says later
// that the upload failed.
func TestASheetIsReadForTheBoxOfTheCloseAlone(t *testing.T) {
	c := newCounting(t)
	box := must(c.BallotBox(t.Context(), c.id))(t)
	m := must(ballotbox.ParseManifest(box.Manifest))(t)
	var ballots []ballotbox.Ballot
	for b, err := range box.Ballots {
		noError(t, err)
		ballots = append(ballots, b)
	}
	leaves := []ballotbox.Hash{m.OpenLeaf(), ballots[0].Cast().Leaf(m.ElectionID)}
	for n := 1; n < len(ballots); n++ {
		own := must(storetest.SealFor(m, "o", 0, 1))(t)
		ballots[n].Tag, ballots[n].Sealed = own.Tag, own.Sealed
		leaves = append(leaves, ballots[n].Cast().Leaf(m.ElectionID))
	}
	box.Checkpoint = must(c.signer.Checkpoint(m.ElectionID,
		ballotbox.Checkpoint{Size: int64(len(leaves)), Root: ballotbox.MerkleRoot(leaves)}))(t)
	box.Ballots = func(yield func(ballotbox.Ballot, error) bool) {
		for _, b := range ballots {
			if !yield(b, nil) {
				return
			}
		}
	}
	forged, fits := filepath.Join(c.dir, "forged.zip"), filepath.Join(c.dir, "fits.txt")
	c.write(t, forged, box)
	write(t, fits, string(box.Checkpoint))
	run := func(args ...string) error {
		_, err := runs{command: command.Count}.with(t, append(args, forged, "-sheet", c.sheets[0], "-sheet", c.sheets[1],
			"-out", filepath.Join(t.TempDir(), "count.zip"))...)
		return err
	}
	noError(t, run("-checkpoint", fits)) // nothing in the box itself gives it away
	for says, args := range map[string][]string{
		"other ballots are in the box": {"-checkpoint", c.saved}, "-checkpoint is missing": nil,
		"not a checkpoint": {"-checkpoint", c.sheets[2]}, "nowhere.txt": {"-checkpoint", "nowhere.txt"},
	} {
		if err := run(args...); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestCountAtATable(t *testing.T) {
	c := newCounting(t)
	count, first := runs{command: command.Count}, filepath.Join(c.dir, "first.zip")
	out := must(count.with(t, c.box, "-checkpoint", c.saved, "-sheet", c.sheets[0], "-sheet", c.sheets[2],
		"-out", first))(t)
	for _, line := range []string{
		"Board 2031\n" + string(c.id) + "\nmanifest    ", "\nkey number  ", "\nroot        ",
		"\n3 ballots; 2 of 3 sheets are needed\nThe box is that of the checkpoint.",
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
			out, err := run.with(t, append(args, c.box, "-checkpoint", c.saved, "-compare", first)...)
			if err != nil || strings.Count(out, "ok    ") != 3 {
				t.Errorf("%q: %v\n%s", args, err, out)
			}
		}
	})
	t.Run("another count is found", func(t *testing.T) {
		theirs := readCount(t, first)
		theirs.Codes[0][0]++
		theirs.Proof = []byte{1}
		var zipped bytes.Buffer
		noError(t, theirs.Write(&zipped))
		second := filepath.Join(c.dir, "second.zip")
		write(t, second, zipped.String())
		out, err := count.with(t, c.box, "-checkpoint", c.saved, "-sheet", c.sheets[0], "-sheet", c.sheets[1],
			"-compare", second)
		var misuse command.UsageError
		if err == nil || errors.As(err, &misuse) || !strings.Contains(out, "ok    counts") ||
			!strings.Contains(out, "FAIL  codes") || !strings.Contains(out, "ok    result") ||
			!strings.Contains(out, "FAIL  proof") {
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
	t.Run("others count the box again", func(t *testing.T) {
		c.write(t, c.box, must(c.BallotBox(t.Context(), c.id))(t))
		again := filepath.Join(c.dir, "again.zip")
		out := must(count.with(t, c.box, "-checkpoint", c.saved, "-sheet", c.sheets[1], "-sheet", c.sheets[2],
			"-out", again))(t)
		for _, line := range []string{"\nThis box was counted before", "\nThis is THE SAME as the seal"} {
			if !strings.Contains(out, line) {
				t.Errorf("it does not say %q:\n%s", line, out)
			}
		}
		must(c.AcceptCount(t.Context(), storetest.Admin, c.id, readCount(t, again)))(t)
		if e := must(c.Election(t.Context(), c.id))(t); len(e.Recounts) != 1 || !e.Recounts[0].Same {
			t.Errorf("second counts: %+v", e.Recounts)
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
	two := []string{"-checkpoint", c.saved, "-sheet", c.sheets[0], "-sheet", c.sheets[1]}
	for name, r := range map[string]struct {
		args []string
		says string
	}{
		"nowhere to put the count": {append(two, c.box), "-out"},
		"a file that is there":     {append(two, c.box, "-out", filepath.Join(c.dir, "there.zip")), "exists already"},
		"no box":                   {append(two, filepath.Join(c.dir, "none.zip"), "-out", out), "none.zip"},
		"half a box":               {append(two, filepath.Join(c.dir, "half.zip"), "-out", out), "half.zip"},
		"a box to compare with":    {append(two, c.box, "-compare", c.box), "box.zip"},
		"one sheet":                {append(two[:4:4], c.box, "-out", out), "2 are needed"},
		"one sheet twice":          {append(two[:4:4], "-sheet", c.sheets[0], c.box, "-out", out), "2 are needed"},
		"no sheet":                 {append(two[:2:2], c.box, "-out", out), "2 are needed"},
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
