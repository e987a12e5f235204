package command

import (
	"errors"
	"fmt"
	"path/filepath"

	"ostrakon/store/ballotbox"
	"ostrakon/store/slip"
)

// registrars is the credentials file that a registrar has kept, and its name.
type registrars struct {
	name string
	*slip.Credentials
}

// readCredentials reads a credentials file.
func readCredentials(path string) (registrars, error) {
	raw, err := readLimited(path, slip.MaxSize, "%s is larger than %d bytes", path, slip.MaxSize)
	if err != nil {
		return registrars{}, err
	}
	c, err := slip.ParseCredentials(raw)
	if err != nil {
		return registrars{}, fmt.Errorf("%s: %w", path, err)
	}
	return registrars{filepath.Base(path), c}, nil
}

// check compares the lines of the poll book in a bundle with those of the registrar.
func (r registrars) check(b *ballotbox.Bundle) ballotbox.Check {
	return ballotbox.Check{Name: "credentials", Err: r.compare(b),
		Says: fmt.Sprintf("the poll book has the registrar's %d lines, as in %s", len(r.People), r.name)}
}

// compare finds the first line of the poll book that the registrar did not make, or how many lines are left out.
func (r registrars) compare(b *ballotbox.Bundle) error {
	m, err := ballotbox.ParseManifest(b.Manifest)
	if err != nil {
		return err
	}
	if m.PollBook == nil || m.Electorate == nil || m.Number == nil {
		return errors.New("the election has no poll book")
	}
	at := *m.Number - r.First
	if at < 0 || at >= len(r.Lists) {
		return fmt.Errorf("%s has no list for election %d, only for elections %d to %d", r.name, *m.Number, r.First,
			r.First+len(r.Lists)-1)
	}
	missing := make(map[string]bool)
	for _, line := range r.Lists[at] {
		c := ballotbox.Credential{Class: m.Electorate.Number(ballotbox.Class{Weight: line.Weight})}
		for _, key := range line.Keys {
			c.Keys = append(c.Keys, key)
		}
		missing[c.String()] = true
	}
	for i, line := range b.Credentials {
		if !missing[line.String()] {
			return fmt.Errorf("line %d of credentials.txt in the bundle is not in the list for election %d of %s: the "+
				"registrar did not make it", i+1, *m.Number, r.name)
		}
		delete(missing, line.String())
	}
	if len(missing) > 0 {
		return fmt.Errorf("of the list for election %d of %s, %d of %d lines are not in the bundle", *m.Number, r.name,
			len(missing), len(r.People))
	}
	return nil
}
