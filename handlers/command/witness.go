package command

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/witness"
)

// WitnessNew draws the key of a witness. It keeps the secret in a file, and prints the verifier key.
func WitnessNew(_ context.Context, a *App, args []string) error {
	f := a.flags("witness new", "NAME FILE")
	f.more = `
NAME is one that no other witness has, such as example.org/witness. Give the verifier key that this prints to the people
who run the election: they name it in the draft. Keep FILE on the computer of the witness.
`
	rest, err := a.parse(f, args, 2, 2)
	if err != nil {
		return err
	}
	key, err := witness.NewKey(rest[0])
	if err != nil {
		return UsageError{err}
	}
	err = writeNew(rest[1], func(f *os.File) error {
		_, err := f.WriteString(key.Secret() + "\n")
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.Stdout, key.Witness)
	return err
}

const witnessHelp = `
Run this on another computer than the server's: it remembers every log of the board at URL, and cosigns those that only
grow. What contradicts an earlier log is an alarm: it is not cosigned, the proof is kept in the state directory, and the
exit code is 1. It runs until it is interrupted. With -submit, another witness (C2SP tlog-witness) cosigns.
`

// Witness watches the elections of a board, and cosigns the checkpoints of those whose manifests name it.
func Witness(ctx context.Context, a *App, args []string) error {
	f := a.flags("witness", "URL")
	f.more = witnessHelp
	keyFile := f.String("key", "", "`FILE` with the key of this witness, from \"ostrakon witness new\"")
	submit := f.String("submit", "", "`URL` of a C2SP witness that cosigns instead")
	state := f.String("state", "ostrakon-witness", "`DIRECTORY` in which to remember; for one process at a time")
	every := f.Duration("every", time.Minute, "`TIME` between two looks")
	once := f.Bool("once", false, "look once and end, for cron")
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	if (*keyFile == "") == (*submit == "") {
		return Usagef("witness needs either -key or -submit")
	}
	if *every < time.Second {
		return Usagef("-every must be a second or more")
	}
	w := &watch{app: a, dir: witness.Dir(*state), told: make(map[string]bool)}
	if w.board, err = newBoardClient(rest[0]); err != nil {
		return UsageError{err}
	}
	if *submit != "" {
		if w.cosign, err = submitTo(*submit, w.board); err != nil {
			return UsageError{err}
		}
	} else {
		key, err := readWitnessKey(*keyFile)
		if err != nil {
			return err
		}
		w.cosign = cosignWith(key)
	}
	if err := w.dir.Open(); err != nil {
		return err
	}
	return w.run(ctx, *every, *once)
}

func readWitnessKey(path string) (*witness.Key, error) {
	raw, err := readSmall(path)
	if err != nil {
		return nil, err
	}
	key, err := witness.ParseKey(strings.TrimSpace(string(raw)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// cosigner cosigns a checkpoint that only grew. By are the witnesses of the manifest who have done so
// already. It returns the note to send to the board, nil if there is nothing to do.
type cosigner func(ctx context.Context, m *ballotbox.Manifest, checkpoint []byte, by []string) ([]byte, error)

// cosignWith cosigns where the manifest names the key.
func cosignWith(key *witness.Key) cosigner {
	return func(_ context.Context, m *ballotbox.Manifest, checkpoint []byte, by []string) ([]byte, error) {
		named := slices.ContainsFunc(m.Witnesses.Keys,
			func(w ballotbox.Witness) bool { return w.String() == key.Witness.String() })
		if !named || slices.Contains(by, key.Name) {
			return nil, nil
		}
		return key.Cosign(checkpoint, time.Now()), nil
	}
}

// watch is a witness at work.
type watch struct {
	app    *App
	board  *boardClient
	dir    witness.Dir
	cosign cosigner
	alarms int
	told   map[string]bool // alarms
}

// run looks again and again. It is an error if there was an alarm or, if it looks once, if it could not look.
func (w *watch) run(ctx context.Context, every time.Duration, once bool) error {
	for {
		err := w.look(ctx)
		switch {
		case once && err != nil:
			return errors.Join(err, w.outcome())
		case once || ctx.Err() != nil:
			return w.outcome()
		case err != nil:
			fmt.Fprintln(w.app.Stderr, err)
		}
		select {
		case <-ctx.Done():
			return w.outcome()
		case <-time.After(every):
		}
	}
}

func (w *watch) outcome() error {
	if w.alarms > 0 {
		return errors.New("the board has contradicted itself: show the proof to everyone who takes part")
	}
	return nil
}

// look looks at every election of the board once.
func (w *watch) look(ctx context.Context) error {
	shown, err := w.board.elections(ctx)
	if err != nil {
		return err
	}
	ids, err := w.dir.Elections()
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !slices.ContainsFunc(shown, func(e shownElection) bool { return e.ID == id }) {
			w.alarm("gone-"+id, fmt.Sprintf("ALARM (gone): election %s was on the board, and is not any more", id))
		}
	}
	var faults []error
	for _, e := range shown {
		err := w.lookAt(ctx, e)
		var alarm *witness.Alarm
		if !errors.As(err, &alarm) {
			faults = append(faults, err)
			continue
		}
		path, _, err := w.dir.Keep(alarm)
		faults = append(faults, err)
		w.alarm(path, fmt.Sprintf("%v\nBoth sides are kept in %s", alarm, path))
	}
	return errors.Join(faults...)
}

// alarm tells of an alarm, each once.
func (w *watch) alarm(name, words string) {
	w.alarms++
	if !w.told[name] {
		w.told[name] = true
		fmt.Fprintf(w.app.Stderr, "\n*** %s\n\n", words)
	}
}

// lookAt looks at one election, remembers what it saw, and then cosigns it.
func (w *watch) lookAt(ctx context.Context, e shownElection) error {
	before, err := w.dir.Load(e.ID)
	if err != nil {
		return err
	}
	now := witness.Sight{Ended: e.ResultsCalculated || e.Cancelled != nil}
	if now.Manifest, now.Checkpoint, err = w.board.shown(ctx, e.ID); err != nil {
		return err
	}
	now, err = before.Next(e.ID, now,
		func(from, to int64) ([]string, error) { return w.board.consistency(ctx, e.ID, from, to) })
	if err != nil {
		return err
	}
	if err := w.dir.Save(e.ID, now); err != nil {
		return err
	}
	m, err := ballotbox.ParseManifest(now.Manifest)
	if err != nil {
		return err
	}
	c, err := m.OpenCheckpoint(now.Checkpoint)
	if err != nil {
		return err
	}
	if ballotbox.NoteText(before.Checkpoint) != ballotbox.NoteText(now.Checkpoint) {
		fmt.Fprintf(w.app.Stdout, "election %s: %d leaves, only grew\n", e.ID, c.Size)
	}
	return w.send(ctx, m, c, now.Checkpoint)
}

// send cosigns a checkpoint and gives the cosignature to the board.
func (w *watch) send(ctx context.Context, m *ballotbox.Manifest, c ballotbox.Checkpoint, checkpoint []byte) error {
	if m.Witnesses == nil {
		return nil
	}
	_, by, err := m.OpenCosigned(checkpoint)
	if err != nil {
		return fmt.Errorf("cosignatures of election %s: %w", m.ElectionID, err)
	}
	note, err := w.cosign(ctx, m, checkpoint, by)
	if err != nil || note == nil {
		return err
	}
	to := w.board.election(m.ElectionID, "cosignatures")
	if _, err := w.board.ask(ctx, http.MethodPost, to, note, maxNote); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.app.Stdout, "election %s: %d leaves, cosigned\n", m.ElectionID, c.Size)
	return err
}
