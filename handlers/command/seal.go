package command

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// maxAnswers bounds a file with a manifest, with answers or with what a device reveals, in bytes.
const maxAnswers = 4 << 20

const auditSealHelp = `
Someone who votes pressed "Check this device", and the device showed an address: give it here, in quotation marks, or
in a FILE. The ballot is sealed again, without any code of the pages. If it has the number that the device showed, the
device had sealed the choices that are printed. Save the manifest from the bulletin board. The opening certificate is
what the organisers printed when the election opened: with it, the manifest cannot be another one.

This shows nothing about the ballots that are cast: those are sealed anew. It is a sample, and the device cannot know
which ballot will be checked.
`

// AuditSeal seals again what a device reveals of a ballot that is not cast, without a store or a
// network, and prints its number and its choices.
func AuditSeal(_ context.Context, a *App, args []string) error {
	f := a.flags("audit-seal", "ADDRESS|FILE")
	manifest := f.String("manifest", "", "`FILE` with the manifest of the election")
	certificate := f.String("certificate", "", "`FILE` with the opening certificate, the first checkpoint of the election")
	f.more = auditSealHelp
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	m, err := readManifest(*manifest)
	if err != nil {
		return err
	}
	if *certificate != "" {
		if err := checkCertificate(m, *certificate); err != nil {
			return err
		}
	}
	shown, err := readRevealed(rest[0])
	if err != nil {
		return err
	}
	leaf, marks, err := shown.sealAgain(m)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, "%s\n", m.Title)
	for i, part := range m.Split(marks) {
		fmt.Fprintf(a.Stdout, "\n%s\n%s", m.Questions[i].Title, choices(&m.Questions[i], part))
	}
	fmt.Fprintf(a.Stdout, "\nballot number  %s\n%sfor            %s\nmanifest       %s\n",
		leaf.BallotNumber(), classLines(m, shown.Class), shown.Owner, m.Hash())
	if *certificate == "" {
		root := m.OpenLeaf()
		fmt.Fprintf(a.Stdout, "certificate    not compared: its third line must be %s\n",
			base64.StdEncoding.EncodeToString(root[:]))
	} else {
		fmt.Fprintln(a.Stdout, "certificate    of this manifest")
	}
	if err := m.CheckMarks(marks, shown.Class); err != nil {
		return fmt.Errorf("a ballot with these marks is not valid, and would count for nobody: %w", err)
	}
	return nil
}

func readManifest(path string) (*ballotbox.Manifest, error) {
	if path == "" {
		return nil, Usagef("-manifest is missing: save the manifest of the election from the bulletin board")
	}
	raw, err := readAnswersFile(path)
	if err != nil {
		return nil, err
	}
	m, err := ballotbox.ParseManifest(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func readAnswersFile(path string) ([]byte, error) {
	return readLimited(path, maxAnswers, "%s is larger than %d bytes", path, maxAnswers)
}

// checkCertificate checks that a file is the opening certificate of a manifest: a checkpoint of one
// entry, the manifest's.
func checkCertificate(m *ballotbox.Manifest, path string) error {
	raw, err := readAnswersFile(path)
	if err != nil {
		return err
	}
	c, err := m.OpenCheckpoint(raw)
	if err != nil {
		return fmt.Errorf("%s: not the opening certificate of this manifest: %w", path, err)
	}
	if c.Size != 1 || c.Root != m.OpenLeaf() {
		return fmt.Errorf("%s: not the opening certificate of this manifest: the manifest is another one, or this is a "+
			"later checkpoint", path)
	}
	return nil
}

// revealed holds all that a ballot follows from, as a device shows it of one that is not cast, and as seal -keep keeps
// it. Its members stand as in canonical JSON.
type revealed struct {
	Class    int    `json:"class"` // in the manifest
	Election string `json:"election"`
	Marks    string `json:"marks"` // two digits each
	Owner    string `json:"owner"`
	Random   []byte `json:"random"`
}

// classLines says what a ballot of a class counts as, and the groups of its person.
func classLines(m *ballotbox.Manifest, class int) string {
	c, _ := m.Class(class)
	lines := fmt.Sprintf("weight         %v\n", m.Votes(c.Weight))
	for _, group := range c.Groups {
		lines += fmt.Sprintf("group          %s\n", m.Groups[group-1])
	}
	return lines
}

// revealedPath precedes the revealed data in an address.
const revealedPath = "#/check/"

// readRevealed reads what a device shows: an address, or a file with an address or its JSON.
func readRevealed(from string) (r revealed, err error) {
	text := from
	if !strings.Contains(from, revealedPath) {
		raw, err := readAnswersFile(from)
		if err != nil {
			return r, err
		}
		text = string(raw)
	}
	raw := []byte(text)
	if _, encoded, address := strings.Cut(text, revealedPath); address {
		if raw, err = base64.RawURLEncoding.Strict().DecodeString(strings.TrimSpace(encoded)); err != nil {
			return r, errors.New("the address is not whole")
		}
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, fmt.Errorf("not what a device shows to be checked: %w", err)
	}
	return r, nil
}

// sealAgain makes the ballot as the device should have, and returns its leaf and its marks.
func (r revealed) sealAgain(m *ballotbox.Manifest) (leaf ballotbox.Hash, marks []byte, err error) {
	switch {
	case r.Election != m.ElectionID:
		return leaf, nil, fmt.Errorf("the ballot is of election %s, and the manifest of %s", r.Election, m.ElectionID)
	case len(r.Random) != 32:
		return leaf, nil, fmt.Errorf("%d random bytes, want 32", len(r.Random))
	case ballotbox.ParseID(r.Owner) != nil:
		return leaf, nil, fmt.Errorf("%q is not the id of a person", r.Owner)
	}
	if _, found := m.Class(r.Class); !found {
		return leaf, nil, fmt.Errorf("no paper of this election has the class %d", r.Class)
	}
	for digits := range slices.Chunk([]byte(r.Marks), 2) {
		mark, ok := readMark(string(digits))
		if !ok {
			return leaf, nil, fmt.Errorf("%q is not a mark", digits)
		}
		marks = append(marks, mark)
	}
	ballot, err := sealFor(m, [32]byte(r.Random), marks, r.Owner, r.Class)
	if err != nil {
		return leaf, nil, err
	}
	return ballot.Cast().Leaf(m.ElectionID), marks, nil
}

// deviceBallot is a sealed ballot, with what its voter keeps of it.
type deviceBallot struct {
	ballotbox.Ballot
	pad  sealing.Pad
	code sealing.Code
}

// sealFor seals and commits the marks of a paper of a class, as the device of its owner does.
func sealFor(m *ballotbox.Manifest, random [32]byte, marks []byte, owner string, class int) (deviceBallot, error) {
	box, err := m.SealingBox()
	if err != nil {
		return deviceBallot{}, err
	}
	pad, seed := sealing.Device(random)
	tag := sealing.TagOf(pad, owner)
	b := ballotbox.Ballot{Class: class, Tag: tag, Commitment: m.Commitment(seed, tag, marks, class)}
	b.Sealed, err = box.Seal(seed, marks, tag)
	return deviceBallot{b, pad, seed.Code(tag)}, err
}

// readMark reads a mark of two digits.
func readMark(text string) (mark byte, ok bool) {
	if len(text) != 2 || text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9' {
		return 0, false
	}
	return (text[0]-'0')*10 + text[1] - '0', true
}

// choices are the marks of a question in words, a line each.
func choices(q *ballotbox.Question, marks []byte) string {
	if q.Rules().Blank(marks) {
		return "  blank\n"
	}
	var lines strings.Builder
	kind := q.Method.Traits().Marks
	for _, i := range byMark(marks, kind == tally.Ranks) {
		name := q.Options[i].Name
		switch {
		case kind == tally.Ranks:
			fmt.Fprintf(&lines, "  %d. %s\n", marks[i], name)
		case kind == tally.YesNo:
			fmt.Fprintf(&lines, "  %s: %s\n", name, ballotbox.MotionOptions()[marks[i]-1])
		case kind == tally.Stars:
			fmt.Fprintf(&lines, "  %s: %d of 5 stars\n", name, int(marks[i])-1)
		case kind == tally.Amounts:
			fmt.Fprintf(&lines, "  %s: %d\n", name, marks[i])
		case marks[i] == 1:
			fmt.Fprintf(&lines, "  %s\n", name)
		default:
			fmt.Fprintf(&lines, "  %s: mark %d\n", name, marks[i])
		}
	}
	return lines.String()
}

// byMark are the places of the options that have a mark, in the order of their ranks.
func byMark(marks []byte, ranked bool) []int {
	var places []int
	for i, mark := range marks {
		if mark > 0 {
			places = append(places, i)
		}
	}
	if ranked {
		slices.SortStableFunc(places, func(a, b int) int { return int(marks[a]) - int(marks[b]) })
	}
	return places
}

const sealHelp = `
Standard input has the answers as POST …/vote takes them: {"answers":{QUESTION:{CANDIDATE:"01",…},…}}, with a mark of
two digits for every candidate. Standard output has the body of POST /api/user/elections/{id}/ballots. Keep it until you
have the receipt: if no answer comes, send it again. The ballot number and the code are printed as messages; to check
the count with "ostrakon verify -receipt", add code, pad and owner to the receipt. Where the count is proved, -keep
keeps what "ostrakon verify -dispute" needs if your ballot is called invalid.

The manifest comes from the server, which could show you one with keys of its own and read your vote. Where people hold
the keys, save the opening certificate that the organisers handed out, and give it with -certificate: the manifest must
be that of the certificate. Compare the key number that is printed with the one in the hall, on your slip or on the
board.
`

// Seal seals a ballot for people who vote with a program of their own, without a store or a network.
func Seal(_ context.Context, a *App, args []string) error {
	f := a.flags("seal", "")
	manifest := f.String("manifest", "", "`FILE` with the manifest of the election")
	certificate := f.String("certificate", "", "`FILE` with the opening certificate; required where people hold the keys")
	owner := f.String("owner", "", "`ID` of the person whose paper it is: owner in the papers of the election")
	class := f.Int("class", 1, "`NUMBER` of the paper's class: class in the papers of the election")
	keep := f.String("keep", "", "new `FILE` for what the ballot follows from, for \"ostrakon verify -dispute\"; "+
		"who has it can show how you voted")
	f.more = sealHelp
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	if ballotbox.ParseID(*owner) != nil {
		return Usagef("-owner %q is not the id of a person", *owner)
	}
	m, err := readManifest(*manifest)
	if err != nil {
		return err
	}
	if *certificate != "" {
		if err := checkCertificate(m, *certificate); err != nil {
			return err
		}
	} else if m.Custody.Traits().Sheets {
		return Usagef("-certificate is missing: without it the manifest may have keys that the server made for you alone")
	}
	if *keep != "" && !m.Proof {
		return Usagef("-keep shows nothing in this election: its count is not proved")
	}
	if _, found := m.Class(*class); !found {
		return Usagef("-class %d: no paper of this election has this class", *class)
	}
	marks, err := readAnswers(a.Stdin, m, *class)
	if err != nil {
		return err
	}
	var random [32]byte
	rand.Read(random[:])
	ballot, err := sealFor(m, random, marks, *owner, *class)
	if err != nil {
		return err
	}
	if *keep != "" {
		if err := (revealed{*class, m.ElectionID, markDigits(marks), *owner, random[:]}).write(*keep); err != nil {
			return err
		}
		fmt.Fprintf(a.Stderr, "warning        whoever has %s can show how you voted: keep it secret, and delete it after "+
			"the count\n", *keep)
	}
	leaf := ballot.Cast().Leaf(m.ElectionID)
	fmt.Fprintf(a.Stderr, "ballot number  %s\ncode           %s\n", leaf.BallotNumber(), ballot.code)
	if m.Number != nil {
		fmt.Fprintf(a.Stderr, "key number     %s\n", m.KeyNumber().Short())
	}
	var commitment []byte
	if m.Proof {
		commitment = ballot.Commitment[:]
	}
	return json.NewEncoder(a.Stdout).Encode(struct {
		Sealed     []byte `json:"sealed"`
		Pad        []byte `json:"pad"`
		Tag        []byte `json:"tag"`
		Commitment []byte `json:"commitment,omitempty"`
	}{ballot.Sealed, ballot.pad[:], ballot.Tag[:], commitment})
}

// readAnswers reads answers into the marks of a paper of a class, and checks them by its rules.
func readAnswers(from io.Reader, m *ballotbox.Manifest, class int) ([]byte, error) {
	var in struct {
		Answers map[string]map[string]string `json:"answers"`
	}
	d := json.NewDecoder(io.LimitReader(from, maxAnswers))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return nil, fmt.Errorf("the answers cannot be read: %w", err)
	}
	if len(in.Answers) != len(m.Questions) {
		return nil, fmt.Errorf("answers to %d questions, want %d", len(in.Answers), len(m.Questions))
	}
	var marks []byte
	for _, q := range m.Questions {
		answer := in.Answers[q.ID]
		if len(answer) != len(q.Options) {
			return nil, fmt.Errorf("question %s: marks for %d options, want %d", q.ID, len(answer), len(q.Options))
		}
		for _, o := range q.Options {
			mark, ok := readMark(answer[o.ID])
			if !ok {
				return nil, fmt.Errorf("option %s has no mark of two digits", o.ID)
			}
			marks = append(marks, mark)
		}
	}
	return marks, m.CheckMarks(marks, class)
}
