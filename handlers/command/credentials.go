package command

import (
	"errors"
	"fmt"
	"path/filepath"

	"ostrakon/store/ballotbox"
	"ostrakon/store/slip"
)

// keptCredentials is the credentials file that a registrar has kept, and its name.
type keptCredentials struct {
	name string
	*slip.Credentials
}

// readCredentials reads a credentials file.
func readCredentials(path string) (keptCredentials, error) {
	raw, err := readLimited(path, slip.MaxSize, "%s is larger than %d bytes", path, slip.MaxSize)
	if err != nil {
		return keptCredentials{}, err
	}
	c, err := slip.ParseCredentials(raw)
	if err != nil {
		return keptCredentials{}, fmt.Errorf("%s: %w", path, err)
	}
	return keptCredentials{filepath.Base(path), c}, nil
}

// check compares the lines of the poll book in a bundle with those of the registrar.
func (k keptCredentials) check(b *ballotbox.Bundle) ballotbox.Check {
	return ballotbox.Check{Name: "credentials", Err: k.compare(b),
		Says: fmt.Sprintf("the poll book has the registrar's %d lines, as in %s", len(k.People), k.name)}
}

// compare finds the first line of the poll book that the registrar did not make, or how many lines are left out.
func (k keptCredentials) compare(b *ballotbox.Bundle) error {
	m, err := ballotbox.ParseManifest(b.Manifest)
	if err != nil {
		return err
	}
	if m.PollBook == nil || m.Electorate == nil || m.Number == nil {
		return errors.New("the election has no poll book")
	}
	at := *m.Number - k.First
	if at < 0 || at >= len(k.Lists) {
		return fmt.Errorf("%s has no list for election %d, only for elections %d to %d", k.name, *m.Number, k.First,
			k.First+len(k.Lists)-1)
	}
	missing := make(map[string]bool)
	for _, line := range k.Lists[at] {
		missing[line.Credential(k.Groups, m.Electorate, m.Groups).String()] = true
	}
	for i, line := range b.Credentials {
		if !missing[line.String()] {
			return fmt.Errorf("line %d of credentials.txt in the bundle is not in the list for election %d of %s: the "+
				"registrar did not make it", i+1, *m.Number, k.name)
		}
		delete(missing, line.String())
	}
	if len(missing) > 0 {
		return fmt.Errorf("of the list for election %d of %s, %d of %d lines are not in the bundle", *m.Number, k.name,
			len(missing), len(k.People))
	}
	return nil
}
