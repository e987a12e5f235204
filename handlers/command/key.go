package command

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"rsc.io/qr"

	"ostrakon/handlers"
	"ostrakon/store"
	"ostrakon/store/keyring"
	"ostrakon/store/sealing"
)

const keyNewHelp = `
Run this on a computer without a network, and print what it shows, or write it down. The public line goes to the page
that your invitation opens. It is long, so it is written into FILE, to carry it on a stick.
`

// KeyNew draws the key of a holder and prints their sheet, and the public line for the page.
func KeyNew(_ context.Context, a *App, args []string) error {
	f := a.flags("key new", "FILE")
	f.more = keyNewHelp
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	secret := sealing.NewSecret()
	err = writeNew(rest[0], func(f *os.File) error {
		public := base64.StdEncoding.EncodeToString(sealing.FormatKeys(secret.AllKeys()))
		_, err := f.WriteString(publicPrefix + public + "\n")
		return err
	})
	if err != nil {
		return err
	}
	err = a.printSheet(secret, `SHEET OF A KEY HOLDER

With the sheets of as many holders as an election of the assembly asks for, its
ballots can be opened. Nobody else can open them, and nobody can make this sheet
again. Keep it locked away until the last election of the assembly is counted,
and then destroy it.
`)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, "\nPublic line, for the page that your invitation opens: in %s\n", rest[0])
	return a.confirmSheet(secret)
}

// publicPrefix begins the line with the public halves of a holder for all numbers: base64, as sealing.FormatKeys has
// them.
const publicPrefix = "OSTRAKON-PUBLIC:"

// confirmSheet has a holder type the sheet back, if there is a terminal to type on.
func (a *App) confirmSheet(secret *sealing.Secret) error {
	for isTerminal(a.Stdin) {
		typed, err := a.readHidden("Enter the key of the sheet, to be sure of what you wrote (not shown): ")
		if err != nil {
			return err
		}
		again, err := parseSheet(typed)
		if err == nil && again.Sheet() == secret.Sheet() {
			fmt.Fprintln(a.Stderr, "The sheet is right.")
			return nil
		}
		fmt.Fprintln(a.Stderr, "This is not the key: compare it with the sheet, character by character.")
	}
	return nil
}

// KeyExport prints the key sheet of an election whose key the server has.
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
	// The keys are files next to the database, so this needs no lock and works while the server runs.
	dir := filepath.Join(*data, "keys")
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("there are no keys in %s: %w", *data, err)
	}
	ring, err := keyring.Open(dir)
	if err != nil {
		return err
	}
	defer ring.Close()
	raw, err := ring.Get(string(id), sealing.SecretSize)
	if err != nil {
		return fmt.Errorf("the election has not opened yet, is counted already, or its holders have the keys: %w", err)
	}
	defer clear(raw)
	secret, err := sealing.ParseSecret(raw)
	if err != nil {
		return err
	}
	return a.printSheet(secret, fmt.Sprintf(`RECOVERY SHEET OF AN ELECTION

Election    %s

Whoever has this sheet and a copy of the database can open every ballot of this
election until it is counted. Print it, keep it locked away, and destroy it
after the count. If the server's key is lost before the count, type this into
"ostrakon key import", or scan it and pipe in the text.
`, id))
}

const (
	sheetChars = 56
	sheetGroup = 4 // characters
	sheetLine  = 7 // groups on a line

	// maxSheetFile bounds a file with sheets, in bytes.
	maxSheetFile = 1 << 20
)

// printSheet prints a key in groups of four and as a QR code, below a text.
func (a *App) printSheet(secret *sealing.Secret, text string) error {
	code, err := qr.Encode(sealing.SheetPrefix+secret.Sheet(), qr.M)
	if err != nil {
		return err
	}
	var groups strings.Builder
	n := 0
	for group := range slices.Chunk([]byte(secret.Sheet()), sheetGroup) {
		if n%sheetLine == 0 {
			groups.WriteString("\n ")
		}
		fmt.Fprintf(&groups, " %s", group)
		n++
	}
	_, err = fmt.Fprintf(a.Stdout, "%s\n  %s%s\n\n%s", text, sealing.SheetPrefix, groups.String(), halfBlocks(code, false))
	return err
}

// parseSheet reads a key from what somebody typed, or from a printed sheet with all that stands on
// it. Errors: sealing.ErrSheet.
func parseSheet(text string) (*sealing.Secret, error) {
	_, key, printed := strings.Cut(strings.ToUpper(text), sealing.SheetPrefix)
	if !printed {
		return sealing.ParseSheet(text)
	}
	var chars []rune
	for _, r := range key {
		if len(chars) == sheetChars {
			break
		}
		if r != '-' && !unicode.IsSpace(r) {
			chars = append(chars, r)
		}
	}
	return sealing.ParseSheet(string(chars))
}

// KeyImport restores the key of an election from its key sheet, which it reads from a file or
// standard input, through the server if one runs on the data directory.
func KeyImport(ctx context.Context, a *App, args []string) error {
	f := a.flags("key import", "[FILE]")
	data := dataFlag(f)
	rest, err := a.parse(f, args, 0, 1)
	if err != nil {
		return err
	}
	text, err := a.readKey(rest)
	if err != nil {
		return err
	}
	secret, err := parseSheet(text)
	if err != nil {
		return err
	}
	id, err := importKey(ctx, *data, secret)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, "The key of election %s is in place.\n", id)
	return nil
}

// readKey reads a key sheet from the file of the arguments, or from standard input.
func (a *App) readKey(files []string) (string, error) {
	in := a.Stdin
	if len(files) == 1 {
		file, err := os.Open(files[0])
		if err != nil {
			return "", err
		}
		defer file.Close()
		in = file
	} else if isTerminal(in) {
		return a.readHidden("Key of the sheet, 56 characters (not shown): ")
	}
	text, err := io.ReadAll(io.LimitReader(in, maxSheetFile))
	return string(text), err
}

func importKey(ctx context.Context, data string, secret *sealing.Secret) (id store.ElectionID, err error) {
	st, err := openExisting(ctx, data)
	err = withStore(data, st, err,
		func(c *handlers.Control) (err error) { id, err = c.ImportKey(ctx, secret); return err },
		func() (err error) { id, err = st.ImportKey(ctx, secret); return err })
	return id, err
}
