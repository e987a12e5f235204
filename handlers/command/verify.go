package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"

	"ostrakon/handlers/registrar"
	"ostrakon/store/ballotbox"
)

// repeated is a flag that can be given several times.
type repeated []string

func (r *repeated) String() string { return fmt.Sprint(*r) }

// Set adds a value.
func (r *repeated) Set(value string) error {
	*r = append(*r, value)
	return nil
}

// maxEvidence bounds a receipt or checkpoint file, in bytes.
const maxEvidence = 1 << 20

// ErrNotCompared means that everything holds, but that no signing key was known to compare with:
// the bundle may be a stranger's.
var ErrNotCompared = errors.New("everything holds, but no key was compared: give the one that the organisation " +
	"published with -key")

// ErrNotRead means that a file is not there or cannot be read, so that nothing was checked.
var ErrNotRead = errors.New("nothing was checked")

// Verify checks a bundle without a store or a network. It prints the hashes of the bundle, and a
// line for each check. It is an error if a check fails. Errors: ErrNotCompared, ErrNotRead.
func Verify(_ context.Context, a *App, args []string) error {
	err := a.verify(args)
	if file, unread := errors.AsType[*fs.PathError](err); unread {
		return fmt.Errorf("%w: %s: %w", ErrNotRead, file.Path, file.Err)
	}
	return err
}

// verify is Verify with errors of files as they are.
func (a *App) verify(args []string) error {
	f := a.flags("verify", "BUNDLE.zip")
	var receipts, checkpoints, witnesses repeated
	f.Var(&receipts, "receipt", "`FILE` with a receipt whose ballot must be in the election; can be repeated")
	f.Var(&checkpoints, "checkpoint", "`FILE` with a checkpoint saved while the election ran; can be repeated")
	roll := f.String("roll", "", "`FILE` with the frozen roll that the organisation exported, which names the owners "+
		"of receipts")
	credentials := f.String("credentials", "", "credentials `FILE` of the registrar, whose lines the poll book must have")
	dispute := f.String("dispute", "", "`FILE` of \"ostrakon seal -keep\": shows whether a ballot that the count calls "+
		"invalid was valid")
	key := f.String("key", "", "signing `KEY` that the organisation published, in base64")
	f.Var(&witnesses, "witness", "verifier `KEY` of a witness who must have signed the last checkpoint, NAME+HASH+KEY; "+
		"can be repeated")
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	if given(f, "key") && *key == "" {
		return Usagef("-key is empty: leave it out if you do not know the key")
	}
	e, err := evidence(receipts, checkpoints)
	if err != nil {
		return err
	}
	if *roll != "" {
		if e.Roll, err = readRoll(*roll); err != nil {
			return err
		}
	}
	var made keptCredentials
	if *credentials != "" {
		if made, err = readCredentials(*credentials); err != nil {
			return err
		}
	}
	var kept revealed
	if *dispute != "" {
		if kept, err = readRevealed(*dispute); err != nil {
			return fmt.Errorf("%s: %w", *dispute, err)
		}
	}
	e.SigningKey = *key
	for _, text := range witnesses {
		w, err := ballotbox.ParseWitness(text)
		if err != nil {
			return UsageError{fmt.Errorf("-witness: %w", err)}
		}
		e.Witnesses = append(e.Witnesses, w)
	}
	b, err := readZip(rest[0], ballotbox.ReadBundle)
	if _, unread := errors.AsType[*fs.PathError](err); unread {
		return err
	}
	checks := []ballotbox.Check{{Name: "bundle", Says: "every file is there and can be read", Err: err}}
	if err == nil {
		digests, err := b.Digests()
		if err != nil {
			return err
		}
		fmt.Fprintln(a.Stdout, digests)
		checks = append(checks, ballotbox.Verify(b, e)...)
		if made.Credentials != nil {
			checks = append(checks, made.check(b))
		}
		if *dispute != "" {
			checks = append(checks, kept.dispute(b, checks))
		}
	}
	return reportChecks(a.Stdout, checks)
}

// reportChecks prints a line for each check. It is an error if one fails. Errors: ErrNotCompared.
func reportChecks(w io.Writer, checks []ballotbox.Check) error {
	for _, c := range checks {
		if c.Err == nil {
			fmt.Fprintf(w, "ok    %s: %s\n", c.Name, c.Says)
		} else {
			fmt.Fprintf(w, "FAIL  %s: %v\n", c.Name, c.Err)
		}
	}
	if !ballotbox.Valid(checks) {
		return errors.New("the bundle failed a check")
	}
	if !ballotbox.Compared(checks) {
		return ErrNotCompared
	}
	return nil
}

// evidence reads the receipts and checkpoints that a voter has.
func evidence(receipts, checkpoints repeated) (e ballotbox.Evidence, err error) {
	for _, path := range receipts {
		raw, err := readSmall(path)
		if err != nil {
			return e, err
		}
		r, err := ballotbox.ParseReceipt(raw)
		e.Receipts = append(e.Receipts, ballotbox.NamedReceipt{Name: path, Receipt: r, Err: err})
	}
	for _, path := range checkpoints {
		raw, err := readSmall(path)
		if err != nil {
			return e, err
		}
		if !bytes.HasPrefix(raw, []byte(ballotbox.OriginPrefix)) {
			return e, fmt.Errorf("%s is not a checkpoint: its first line does not begin with %q", path, ballotbox.OriginPrefix)
		}
		e.Checkpoints = append(e.Checkpoints, ballotbox.NamedCheckpoint{Name: path, Signed: raw})
	}
	return e, nil
}

func readRoll(path string) ([]ballotbox.Elector, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	electors, err := registrar.ReadElectorate(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return electors, nil
}

func readSmall(path string) ([]byte, error) {
	return readLimited(path, maxEvidence, "%s is larger than a receipt or checkpoint can be", path)
}

// readLimited reads a file of at most so many bytes; tooLarge is the error of a larger file.
func readLimited(path string, most int64, tooLarge string, args ...any) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(raw)) > most {
		err = fmt.Errorf(tooLarge, args...)
	}
	return raw, err
}

// given reports whether a flag was set, to any value.
func given(f *flagSet, name string) bool {
	found := false
	f.Visit(func(fl *flag.Flag) { found = found || fl.Name == name })
	return found
}
