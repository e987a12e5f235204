package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/skip2/go-qrcode"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
)

// The keys are files next to the database, so these commands need no lock and work while the server
// runs.

// KeyExport prints the recovery sheet of an election's key.
func KeyExport(_ context.Context, a *App, args []string) error {
	f := a.flags("key export", "ELECTION-ID")
	data := dataFlag(f)
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	id, err := store.ParseID[store.ElectionID](rest[0])
	if err != nil {
		return Usagef("%q is not the id of an election", rest[0])
	}
	ring, err := openRing(*data)
	if err != nil {
		return err
	}
	defer ring.Close()
	raw, err := ring.Get(string(id), ballotbox.SecretSize)
	if err != nil {
		return fmt.Errorf("the election has not opened yet, or is counted already: %w", err)
	}
	defer clear(raw)
	secret, err := ballotbox.ParseSecret(raw)
	if err != nil {
		return err
	}
	return a.printSheet(string(id), secret)
}

func openRing(data string) (*keyring.Ring, error) {
	dir := filepath.Join(data, "keys")
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("there are no keys in %s: %w", data, err)
	}
	return keyring.Open(dir)
}

// sheetWidth is how many characters of the key fit on a line of the sheet.
const sheetWidth = 48

func (a *App) printSheet(id string, secret *ballotbox.Secret) error {
	line := ballotbox.SheetLine(id, secret)
	code, err := qrcode.New(line, qrcode.Medium)
	if err != nil {
		return err
	}
	var text strings.Builder
	for rest := line; rest != ""; {
		n := min(sheetWidth, len(rest))
		fmt.Fprintf(&text, "  %s\n", rest[:n])
		rest = rest[n:]
	}
	_, err = fmt.Fprintf(a.Stdout, `RECOVERY SHEET OF AN ELECTION

Election    %s

Whoever has this sheet and a copy of the database can open every ballot of this
election until it is counted. Print it, keep it locked away, and destroy it
after the count. If the server's key is lost before the count, type this into
"ostrakon key import", or scan it and pipe in the text:

%s
%s`, id, text.String(), code.ToSmallString(false))
	return err
}

// KeyImport restores a key from a recovery sheet, which it reads from a file or standard input.
func KeyImport(_ context.Context, a *App, args []string) error {
	f := a.flags("key import", "[FILE]")
	data := dataFlag(f)
	rest, err := a.parse(f, args, 0, 1)
	if err != nil {
		return err
	}
	in := a.Stdin
	if len(rest) == 1 {
		file, err := os.Open(rest[0])
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	} else if isTerminal(in) {
		fmt.Fprintln(a.Stderr, "Type the key, OSTRAKON-KEY:…, then end the input (Ctrl-D):")
	}
	text, err := io.ReadAll(io.LimitReader(in, 1<<20))
	if err != nil {
		return err
	}
	id, secret, err := ballotbox.ParseSheet(string(text))
	if err != nil {
		return err
	}
	ring, err := openRing(*data)
	if err != nil {
		return err
	}
	defer ring.Close()
	kept := secret.Bytes()
	defer clear(kept)
	err = ring.Adopt(id+".key", kept)
	if errors.Is(err, keyring.ErrDifferent) {
		return fmt.Errorf("%w: if the sheet is right, that file is wrong: move it out of %s and import again", err, filepath.Join(*data, "keys"))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, "The key of election %s is in place.\n", id)
	return nil
}
