package command_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/handlers/command"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/slip"
	"ostrakon/store/storetest"
)

// A server that runs a poll book of its own lines is found by the registrar, and by no other check.
func TestVerifyComparesThePollBookWithTheRegistrarsFile(t *testing.T) {
	st := storetest.New(t, store.Options{})
	for name, weight := range map[string]ballotbox.Weight{"Ada Okafor": 1, "Noor Haddad": 1, "Ben Lind": 3} {
		line := store.RollLine{FullName: new(name), Weight: new(weight * ballotbox.Vote)}
		_, err := st.AddRollEntry(t.Context(), storetest.Admin, line, func(string, string) bool { return false })
		noError(t, err)
	}
	id := storetest.Election(t, st, "Board 2031", "Ada", "Grace").ID
	must(st.UpdateElection(t.Context(), storetest.Admin, id,
		store.ElectionChange{Electorate: new(store.ElectorateRoll)}))(t)
	storetest.Hold(t, st, id, 2, 3)
	_, own := storetest.MakeSlips(t, st, id)
	_, other := storetest.MakeSlips(t, st, id)
	must(st.PutSlips(t.Context(), storetest.Admin, id, own))(t)
	storetest.Advance(t, st, id, store.Active)
	must(st.CancelElection(t.Context(), storetest.Admin, id, "The hall is closed"))(t)
	bundle := must(st.Bundle(t.Context(), id))(t)
	var zipped bytes.Buffer
	noError(t, bundle.Write(&zipped))
	dir := t.TempDir()
	file := filepath.Join(dir, "bundle.zip")
	write(t, file, zipped.String())
	key := ballotbox.Fingerprint(must(ballotbox.ParseManifest(bundle.Manifest))(t).SigningKey)

	changed := func(change func(c *slip.Credentials)) []byte {
		c := must(slip.ParseCredentials(own.Marshal()))(t)
		change(c)
		return c.Marshal()
	}
	foreign := "line 1 of credentials.txt in the bundle is not in the list for election 1 of credentials.json"
	for name, c := range map[string]struct {
		kept []byte
		says string
	}{
		"the file that was uploaded": {own.Marshal(), "ok    credentials: the poll book has the registrar's 3 lines"},
		"the slips of another day":   {other.Marshal(), "FAIL  credentials: " + foreign},
		"one changed key": {changed(func(c *slip.Credentials) { c.Lists[0][0].Keys[1][31] ^= 1 }),
			"FAIL  credentials: " + foreign},
		"somebody left out of the poll book": {changed(func(c *slip.Credentials) {
			c.People = append(c.People, slip.Login{ID: strings.Repeat("z", 25) + "a"})
			c.People[3].Reserve[0] = 1
			for n := range c.Lists {
				last := byte(n)
				c.Lists[n] = append(c.Lists[n],
					slip.Line{Weight: ballotbox.Vote, Keys: [][32]byte{{255, 255, last}, {255, 255, last, 1}}})
			}
		}), "FAIL  credentials: of the list for election 1 of credentials.json, 1 of 4 lines are not in the bundle"},
		"one changed weight": {changed(func(c *slip.Credentials) { c.Lists[0][0].Weight += 2 }),
			"FAIL  credentials: " + foreign},
		"lists of later elections": {changed(func(c *slip.Credentials) { c.First = 4 }),
			"FAIL  credentials: credentials.json has no list for election 1, only for elections 4 to 6"},
	} {
		kept := filepath.Join(t.TempDir(), "credentials.json")
		write(t, kept, string(c.kept))
		out, err := runs{command: command.Verify}.with(t, file, "-key", key, "-credentials", kept)
		if !strings.Contains(out, c.says) || strings.Count(out, "FAIL") != strings.Count(c.says, "FAIL") ||
			(err != nil) != strings.HasPrefix(c.says, "FAIL") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	hall := newHall(t)
	kept := filepath.Join(dir, "credentials.json")
	write(t, kept, string(own.Marshal()))
	out, _ := runs{command: command.Verify}.with(t, hall.bundle, "-credentials", kept)
	if !strings.Contains(out, "FAIL  credentials: the election has no poll book\n") {
		t.Errorf("an election without a poll book:\n%s", out)
	}
	write(t, kept, "{}")
	if _, err := (runs{command: command.Verify}).with(t, file, "-credentials", kept); err == nil ||
		!strings.HasSuffix(err.Error(), "credentials.json: this is no credentials file: byte 1 is not as it must be") {
		t.Errorf("a file that is none: %v", err)
	}
}
