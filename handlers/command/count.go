package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"ostrakon/handlers/worker"
	"ostrakon/store/ballotbox"
	"ostrakon/store/ballotfile"
	"ostrakon/store/counter"
	"ostrakon/store/sealing"
)

// CountWorker counts the election that the server sends. People do not call it: the server starts it for one count.
func CountWorker(ctx context.Context, a *App, args []string) error {
	if _, err := a.parse(a.flags("count-worker", ""), args, 0, 0); err != nil {
		return err
	}
	if err := worker.Isolate(worker.Needs{}); err != nil {
		return err
	}
	return counter.Serve(ctx, a.Stdin, a.Stdout)
}

const countHelp = `
BOX is the ballot box that an administrator saved from the server when the election had closed. Count it on a computer
without a network: it learns what was chosen, and the server knows who voted.

Whoever runs the server could hand you another box, to learn what its ballots say. So the manifest, the key number, the
root and the number of ballots are printed first: compare them with the screen of the hall. Where people hold the keys,
-checkpoint is required: give the FILE that a member saved when voting had closed, on the page of the election on
the board ("Save this checkpoint") or on the screen of the hall, and not one that comes with the box. Another box is
refused before any sheet is read, and so is a checkpoint that too few of the named witnesses have cosigned. Sheets are
given to one box only.

The sheets of as many holders are needed as the election asks for, each in a FILE as "ostrakon key new" prints it.
Standard input has one on each line; without -sheet, you type them, and they are not shown. Any holders' sheets give the
same counts, codes and result: -compare says whether another table's are the same.

A box that was counted before, and that the server still keeps, has the seal of the first count. Then this is a second
count: only the box whose root that seal names is taken. The seal stays, and the board publishes whether you found the
same.
`

// Count counts a ballot box without a store or a network, prints the result and writes the count for
// the server. It is an error if it is not the one that it is compared with.
func Count(ctx context.Context, a *App, args []string) error {
	f := a.flags("count", "BOX.zip")
	var sheets repeated
	f.Var(&sheets, "sheet", "`FILE` with a holder's sheet, - for standard input; can be repeated")
	checkpoint := f.String("checkpoint", "", "`FILE` with the checkpoint that a member saved at the close")
	out := f.String("out", "", "write the count to a new `FILE`, for an administrator to upload")
	other := f.String("compare", "", "`FILE` with the count of another table")
	f.more = countHelp
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	if *out == "" && *other == "" {
		return Usagef("say where the count goes: -out count.zip")
	}
	if *out != "" {
		if err := mustNotExist(*out); err != nil {
			return err
		}
	}
	var theirs *ballotbox.Count
	if *other != "" {
		if theirs, err = readZip(*other, ballotbox.ReadCount); err != nil {
			return err
		}
	}
	file, err := os.Open(rest[0])
	if err != nil {
		return err
	}
	defer file.Close()
	t, err := newTable(a, file)
	if err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	if err := t.compareBox(*checkpoint); err != nil {
		return err
	}
	if err := t.gather(sheets); err != nil {
		return err
	}
	count, err := t.count(ctx)
	if err != nil {
		return err
	}
	if *out != "" {
		if err := writeNew(*out, func(f *os.File) error { return count.Write(f) }); err != nil {
			return err
		}
		fmt.Fprintf(a.Stdout, "The count is in %s. Give it to an administrator. Keep the sheets until the last election of "+
			"the assembly is counted and its ballot box is deleted, and then destroy them.\n", *out)
	}
	if theirs != nil {
		return a.compare(count, theirs)
	}
	return nil
}

// readZip reads a file with one of ballotbox's readers.
func readZip[T any](path string, read func(io.ReaderAt, int64) (T, error)) (T, error) {
	var none T
	f, err := os.Open(path)
	if err != nil {
		return none, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return none, err
	}
	content, err := read(f, info.Size())
	if err != nil {
		return none, fmt.Errorf("%s: %w", path, err)
	}
	return content, nil
}

// table is where a box is counted.
type table struct {
	*App
	box      *ballotbox.Box
	manifest *ballotbox.Manifest
	ballots  int
	secrets  map[int]*sealing.Secret // by the numbers of their holders
}

func newTable(a *App, file *os.File) (*table, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	t := &table{App: a, secrets: make(map[int]*sealing.Secret)}
	if t.box, err = ballotbox.ReadBox(file, info.Size()); err != nil {
		return nil, err
	}
	if t.manifest, err = ballotbox.ParseManifest(t.box.Manifest); err != nil {
		return nil, err
	}
	closed, err := t.box.Check()
	if err != nil {
		return nil, err
	}
	t.ballots = int(closed.Size) - 1
	t.describe(closed)
	return t, nil
}

// describe prints what people compare before they use a sheet.
func (t *table) describe(closed ballotbox.Checkpoint) {
	m := t.manifest
	fmt.Fprintf(t.Stdout, "%s\n%s\nmanifest    %s\n", m.Title, m.ElectionID, inGroups(m.Hash()))
	if m.Number != nil {
		fmt.Fprintf(t.Stdout, "key number  %s\n", m.KeyNumber().Short())
	}
	fmt.Fprintf(t.Stdout, "root        %s\n%d ballots; %d of %d sheets are needed\n", inGroups(closed.Root), t.ballots,
		m.Threshold, len(m.Holders))
	if len(t.box.Seal) > 0 {
		fmt.Fprintln(t.Stdout, "This box was counted before, and its seal names this root. You count it again.")
	}
}

// inGroups writes a hash as the screen of the hall shows it.
func inGroups(h ballotbox.Hash) string {
	var groups []string
	for group := range slices.Chunk([]byte(h.String()), 8) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, " ")
}

// compareBox compares the box with the checkpoint of a file, which must be given if holders count.
func (t *table) compareBox(file string) error {
	switch {
	case file == "" && t.manifest.Custody.Traits().Sheets:
		return Usagef("-checkpoint is missing: without one that a member saved at the close, this may be another box than " +
			"the one that was closed, made to learn what its ballots say")
	case file == "":
		return nil
	}
	saved, err := readSmall(file)
	if err == nil {
		err = t.box.Compare(saved)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	_, err = fmt.Fprintln(t.Stdout, "The box is that of the checkpoint. Give the sheets to no other box.")
	return err
}

// gather reads the sheets, from files or as they are typed.
func (t *table) gather(files []string) error {
	switch {
	case len(files) == 0 && isTerminal(t.Stdin):
		return t.ask()
	case len(files) == 0:
		files = []string{"-"}
	}
	for _, path := range files {
		if err := t.readSheets(path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if have := len(t.secrets); have < t.manifest.Threshold {
		return fmt.Errorf("the sheets of %d holders are here, and %d are needed", have, t.manifest.Threshold)
	}
	return nil
}

// ask has sheets typed until there are enough.
func (t *table) ask() error {
	for len(t.secrets) < t.manifest.Threshold {
		typed, err := t.readHidden("Sheet of a holder, 56 characters (not shown): ")
		if err != nil {
			return err
		}
		if err := t.try(typed); err != nil {
			fmt.Fprintln(t.Stderr, err)
		}
	}
	return nil
}

// readSheets reads the sheet of a file, or one from each line of standard input.
func (t *table) readSheets(path string) error {
	in := t.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxSheetFile))
	if err != nil {
		return err
	}
	if path != "-" {
		return t.try(string(text))
	}
	for line := range strings.Lines(string(text)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := t.try(line); err != nil {
			return err
		}
	}
	return nil
}

// try keeps the secret of a sheet if it is a holder's.
func (t *table) try(text string) error {
	secret, err := parseSheet(text)
	if err != nil {
		return err
	}
	var found *sealing.Secret
	at := slices.IndexFunc(t.manifest.Holders, func(h ballotbox.Holder) bool {
		found = secret.Find(h.PublicKey)
		return found != nil
	})
	if at < 0 {
		return errors.New("this sheet is not of a holder of this election")
	}
	t.secrets[at+1] = found
	fmt.Fprintf(t.Stderr, "The sheet of %s is right.\n", t.manifest.Holders[at].Name)
	return nil
}

// count counts, shows how far it is, and prints the result.
func (t *table) count(ctx context.Context) (*ballotbox.Count, error) {
	bar := newProgressBar(t.Stderr, t.manifest.Title)
	progress := func(int) {}
	if show := bar.progress(); show != nil {
		progress = func(opened int) { show("opening", float64(opened)/float64(t.ballots)) }
	}
	count, err := t.box.Count(ctx, t.secrets, ballotbox.CountedByTable, time.Now(), progress)
	bar.clear()
	if err != nil {
		return nil, err
	}
	result, err := ballotbox.ParseResult(count.Result)
	if err != nil {
		return nil, err
	}
	for i, r := range result.Questions {
		q := &t.manifest.Questions[i]
		c := counted{Title: q.Title, Method: q.Method, Seats: q.Seats, Quotas: q.Quotas, Invalid: result.Invalid,
			Outcome: r.Outcome}
		for i, o := range q.Options {
			c.Candidates = append(c.Candidates, ballotfile.Candidate{Number: i + 1, Name: o.Name, Kind: o.Kind})
		}
		fmt.Fprintf(t.Stdout, "\n%s", c.report())
	}
	if _, err = fmt.Fprintf(t.Stdout, "\nresult %s\n", ballotbox.ResultHash(count.Result)); err != nil {
		return nil, err
	}
	return count, t.sayWhetherSame(count)
}

// sayWhetherSame says of a second count whether it found what the seal of the first says.
func (t *table) sayWhetherSame(count *ballotbox.Count) error {
	if len(t.box.Seal) == 0 {
		return nil
	}
	same, err := t.box.Same(count)
	if err != nil {
		return err
	}
	words := "This is THE SAME as the seal of the first count says."
	if !same {
		words = "This DIFFERS from the seal of the first count. Upload it: the board publishes that it differs."
	}
	_, err = fmt.Fprintln(t.Stdout, words)
	return err
}

// compare prints whether two counts have the same counts, codes, result and, where there is one, proof. Their seals
// differ: they have the time, and the signatures of those who counted.
func (a *App) compare(ours, theirs *ballotbox.Count) error {
	type part struct {
		name string
		same bool
	}
	parts := []part{
		{"counts", bytes.Equal(ours.Counts, theirs.Counts)},
		{"codes", slices.Equal(ours.Codes, theirs.Codes)},
		{"result", bytes.Equal(ours.Result, theirs.Result)},
	}
	if len(ours.Proof)+len(theirs.Proof) > 0 {
		parts = append(parts, part{"proof", bytes.Equal(ours.Proof, theirs.Proof) &&
			slices.Equal(ours.Invalid, theirs.Invalid)})
	}
	same := true
	for _, part := range parts {
		if part.same {
			fmt.Fprintf(a.Stdout, "ok    %s: the same bytes\n", part.name)
		} else {
			fmt.Fprintf(a.Stdout, "FAIL  %s: not the same bytes\n", part.name)
			same = false
		}
	}
	if !same {
		return errors.New("the two counts differ")
	}
	return nil
}
