package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"ostrakon/store/ballotbox"
)

// fileList is a flag that can be repeated.
type fileList []string

func (l *fileList) String() string { return fmt.Sprint(*l) }

// Set adds a file.
func (l *fileList) Set(path string) error {
	*l = append(*l, path)
	return nil
}

// maxEvidence bounds a receipt or checkpoint file, in bytes.
const maxEvidence = 1 << 20

// ErrNotCompared means that everything holds, but that no signing key was known to compare with:
// the bundle may be a stranger's.
var ErrNotCompared = errors.New("everything holds, but no key was compared: give the one that the organisation published with -key")

// Verify checks a bundle without a store or a network. It prints the hashes of the bundle, and a
// line for each check. It is an error if a check fails. Errors: ErrNotCompared.
func Verify(_ context.Context, a *App, args []string) error {
	f := a.flags("verify", "BUNDLE.zip")
	var receipts, checkpoints fileList
	f.Var(&receipts, "receipt", "`FILE` with a receipt whose ballot must be in the election; can be repeated")
	f.Var(&checkpoints, "checkpoint", "`FILE` with a checkpoint saved while the election ran; can be repeated")
	key := f.String("key", "", "signing `KEY` that the organisation published, in base64")
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
	e.SigningKey = *key
	b, err := readBundle(rest[0])
	checks := []ballotbox.Check{{Name: "bundle", Says: "every file is there and can be read", Err: err}}
	if err == nil {
		digests, err := b.Digests()
		if err != nil {
			return err
		}
		fmt.Fprintln(a.Stdout, digests)
		checks = append(checks, ballotbox.Verify(b, e)...)
	}
	for _, c := range checks {
		if c.Err == nil {
			fmt.Fprintf(a.Stdout, "ok    %s: %s\n", c.Name, c.Says)
		} else {
			fmt.Fprintf(a.Stdout, "FAIL  %s: %v\n", c.Name, c.Err)
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

func readBundle(path string) (*ballotbox.Bundle, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return ballotbox.ReadBundle(f, info.Size())
}

// evidence reads the receipts and checkpoints that a voter has.
func evidence(receipts, checkpoints fileList) (e ballotbox.Evidence, err error) {
	for _, path := range receipts {
		raw, err := readSmall(path)
		if err != nil {
			return e, err
		}
		var r struct {
			ballotbox.Receipt
			ClientNonce string `json:"clientNonce"`
		}
		if err := json.Unmarshal(raw, &r); err != nil {
			return e, fmt.Errorf("%s is not a receipt: %w", path, err)
		}
		e.Receipts = append(e.Receipts, ballotbox.NamedReceipt{Name: path, Receipt: r.Receipt, ClientNonce: r.ClientNonce})
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

func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxEvidence+1))
	if err == nil && len(raw) > maxEvidence {
		err = fmt.Errorf("%s is larger than a receipt or checkpoint can be", path)
	}
	return raw, err
}

// given reports whether a flag was set, to any value.
func given(f *flag.FlagSet, name string) bool {
	found := false
	f.Visit(func(fl *flag.Flag) { found = found || fl.Name == name })
	return found
}
