package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ostrakon/handlers"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/boltfile"
	"ostrakon/store/durable"
)

// Backup writes a backup, through the server if one runs on the data directory.
func Backup(ctx context.Context, a *App, args []string) error {
	f := a.flags("backup", "FILE.zip")
	data := dataFlag(f)
	withKeys := f.Bool("with-keys", false,
		"include the secret keys: the backup can then open the ballots of running elections")
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	path := rest[0]
	err = writeNew(path, func(f *os.File) error {
		st, err := openExisting(ctx, *data)
		err = withStore(*data, st, err,
			func(c *handlers.Control) error { return c.Backup(ctx, f, *withKeys) },
			func() error { return st.Backup(ctx, audit.ByCommand(), f, *withKeys) })
		if err != nil {
			return err
		}
		return store.ReadBack(f)
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(a.Stdout, "Backup written to", path)
	if *withKeys {
		fmt.Fprintln(a.Stdout, "It contains the keys of this server: keep it as safe as the server itself.")
	} else {
		fmt.Fprintln(a.Stdout, "It does not contain the keys. Keep a copy of the keys directory, or the key sheets, in "+
			"another place.")
	}
	return nil
}

// withStore does what a command asks of a store. If store.Open returned st, it calls here and closes st. What root made
// thereby belongs to the owner of the directory. If err says that a server has the store open, it asks the server.
func withStore(data string, st *store.Store, err error, server func(*handlers.Control) error, here func() error) error {
	if errors.Is(err, boltfile.ErrLocked) {
		return server(handlers.DialControl(data))
	}
	if err != nil {
		return err
	}
	return errors.Join(here(), st.Close(), boltfile.GiveToOwner(data))
}

// openExisting opens a store that must be there: a mistyped directory must not become an empty store.
func openExisting(ctx context.Context, data string) (*store.Store, error) {
	if err := mustExist(data); err != nil {
		return nil, err
	}
	return store.Open(ctx, data, store.Options{Space: SpaceOf})
}

func mustExist(data string) error {
	_, err := os.Stat(filepath.Join(data, store.FileName))
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("only root and the owner can enter %s: %w", data, err)
	case err != nil:
		return fmt.Errorf("there is no database in %s: name its directory with -data, or with OSTRAKON_DATA in the "+
			"environment or in %s: %w", data, SettingsFile, err)
	}
	return nil
}

// writeNew writes a file that must not exist yet.
func writeNew(path string, write func(*os.File) error) error {
	if err := mustNotExist(path); err != nil {
		return err
	}
	return durable.Write(path, write)
}

func mustNotExist(path string) error {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s exists already", path)
	}
	return nil
}

// Restore unpacks a backup into a data directory. It replaces a database that is there only if it is
// asked to, and keeps that one.
func Restore(ctx context.Context, a *App, args []string) (err error) {
	f := a.flags("restore", "FILE.zip")
	data := dataFlag(f)
	force := f.Bool("force", false, "replace the database that is there, and keep it in a directory beside the new one")
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	in, err := os.Open(rest[0])
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	_, missing := os.Stat(*data)
	if err := durable.MakeDir(*data); err != nil {
		return err
	}
	defer func() {
		if err != nil && errors.Is(missing, fs.ErrNotExist) { // nothing stays, unless something is in there
			os.Remove(filepath.Join(*data, "keys"))
			if os.Remove(*data) == nil {
				return
			}
		}
		err = errors.Join(err, boltfile.GiveToOwner(*data)) // also what a failure leaves
	}()
	withKeys, kept := false, ""
	if *force {
		withKeys, kept, err = store.Replace(ctx, *data, in, info.Size(), time.Now())
	} else {
		withKeys, err = store.Restore(ctx, *data, in, info.Size())
	}
	if errors.Is(err, store.ErrOccupied) {
		err = fmt.Errorf("%w; -force replaces it, and keeps it in a directory beside the new one", err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(a.Stdout, "Restored to", *data)
	if kept != "" {
		fmt.Fprintln(a.Stdout, "What was there before is in", kept)
	}
	st, err := openExisting(ctx, *data)
	var open store.Election
	stopped := false
	if err == nil {
		if open, stopped, err = st.Stopped(ctx); err != nil {
			return errors.Join(err, st.Close())
		}
	}
	if err := a.check(ctx, *data, st, err); err != nil {
		return fmt.Errorf("the database is in place; before it can be served: %w", err)
	}
	if stopped {
		fmt.Fprintf(a.Stdout, "“%s” was open when the backup was made, and ballots cast after it are lost. Voting is "+
			"stopped until an administrator lets it go on, or cancels it.\n", open.Title)
	}
	if withKeys {
		fmt.Fprintln(a.Stdout, "The key of sessions is a new one: everyone signs in again. Whoever has the backup cannot "+
			"use its old one.")
	}
	return nil
}

// Check checks every page and record of the database, through the server if one runs on it, and says
// where the audit log ends.
func Check(ctx context.Context, a *App, args []string) error {
	f := a.flags("check", "")
	data := dataFlag(f)
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	if err := mustExist(*data); err != nil {
		return err
	}
	st, err := store.OpenToCheck(ctx, *data)
	return a.check(ctx, *data, st, err)
}

// check checks a store that was opened, or could not be, and says that it is in order, and where its audit log ends.
func (a *App) check(ctx context.Context, data string, st *store.Store, err error) error {
	var head audit.Head
	err = withStore(data, st, err,
		func(c *handlers.Control) (err error) { head, err = c.Check(ctx); return err },
		func() (err error) {
			if err = st.Check(ctx); err == nil {
				head, err = st.AuditHead(ctx)
			}
			return err
		})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Stdout,
		"Every page and record is in order.\nThe audit log ends with record %d, of the hash %s.\n", head.Seq, head.Hash)
	return err
}
