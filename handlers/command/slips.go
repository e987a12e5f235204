package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ostrakon/store/slip"
	"ostrakon/store/words"
	"ostrakon/web"
)

const slipsHelp = `
PEOPLE.json is the people file that the secretary saves from the server. Run this on a computer without a network that
only the registrar uses. It writes two files into DIRECTORY:

  slips.html        all codes, to print: the slips first, and then the reserve slips on pages of their own
  credentials.json  what the server needs to know of them, without any secret

Each run draws other codes, so the slips and the credentials file of one run belong together.
`

// Slips makes the slips of a poll book, and the credentials file for the server. It needs no store and no network.
func Slips(_ context.Context, a *App, args []string) error {
	f := a.flags("slips", "PEOPLE.json")
	out := f.String("out", ".", "the `DIRECTORY` for both files, which is made if it is not there")
	f.more = slipsHelp
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	raw, err := readLimited(rest[0], slip.MaxSize, "%s is larger than %d bytes", rest[0], slip.MaxSize)
	if err != nil {
		return err
	}
	people, err := slip.ParsePeople(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	if err := os.MkdirAll(*out, 0o700); err != nil {
		return err
	}
	slips, credentials := filepath.Join(*out, "slips.html"), filepath.Join(*out, "credentials.json")
	for _, path := range []string{slips, credentials} {
		if err := mustNotExist(path); err != nil {
			return err
		}
	}
	text, err := words.Lookup("slip")
	if err != nil {
		return err
	}
	codes := slip.NewCodes(len(people.People))
	issued, print := slip.Issue(people, codes), printOf(people, codes, text)
	if err := writeNew(slips, func(f *os.File) error { return print.Write(f) }); err != nil {
		return err
	}
	err = writeNew(credentials, func(f *os.File) error {
		_, err := f.Write(issued.Marshal())
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, `Slips for %d people and elections %d to %d of "%s" are made.

%s
  Print it, cut the slips and hand them out. Put each reserve slip into an
  envelope of its own, write the name on it, close it, and lock all envelopes
  away. Then delete the file: whoever has it can vote for everyone.

%s
  Give it to the secretary, who uploads it. There is no secret in it.
`, len(people.People), people.Numbers[0], people.Numbers[1], people.Title, slips, credentials)
	return nil
}

// printOf returns what is printed for people who have codes.
func printOf(p *slip.People, codes []slip.Codes, text func(language, key string) string) web.Slips {
	address := strings.TrimRight(p.Address, "/")
	print := web.Slips{Organisation: p.Organisation, Title: p.Title, Address: address, KeyNumber: p.ShortKeyNumber(),
		Text: text}
	for i, person := range p.People {
		of := func(c slip.Code) web.Slip {
			link := address + "/#slip=" + c.String() + "&a=" + p.Assembly + "&o=" + person.ID
			if p.KeyNumber != "" {
				link += "&n=" + p.KeyNumber
			}
			return web.Slip{Language: person.Language, Direction: words.Direction(person.Language), Name: person.FullName,
				Member: person.Member, Code: c.String(), Link: link}
		}
		print.Printed = append(print.Printed, of(codes[i].Printed))
		print.Reserve = append(print.Reserve, of(codes[i].Reserve))
	}
	return print
}
