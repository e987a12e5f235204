package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Command is a command of the program.
type Command struct {
	Name     string // one or two words
	Does     string // in a line; "" if the server starts the command and people do not
	run      runFunc
	examples []string // the last lines of its help
}

// runFunc carries out a command with its arguments.
type runFunc func(ctx context.Context, a *App, args []string) error

// Commands returns every command, in the order of the help.
func Commands() []Command {
	return []Command{
		{"serve", "serve the data directory; the first start prints a set-up link", hidden(Serve), []string{
			"ostrakon serve -data /srv/club",
			"ostrakon serve -lan -tls",
			"ostrakon serve -acme vote.example.org -backup-dir /mnt/backups",
		}},
		{"demo", "serve a sample organisation to try", hidden(Demo), []string{
			"ostrakon demo", "ostrakon demo -lan -data /tmp/demo",
		}},
		{"admin create", "create an administrator; the password is read from standard input", AdminCreate, []string{
			"ostrakon admin create -email bea@example.org -name 'Bea Ode'",
			"ostrakon admin create -email bea@example.org -name 'Bea Ode' < password.txt",
		}},
		{"backup", "write a backup, also while the server runs", Backup, []string{
			"ostrakon backup monday.zip", "ostrakon backup -data /srv/club -with-keys /mnt/stick/monday.zip",
		}},
		{"restore", "unpack a backup into an empty data directory", Restore, []string{
			"ostrakon restore monday.zip -data /srv/club", "ostrakon restore monday.zip -data /srv/club -force",
		}},
		{"stats", "say how a running server works: votes, disk, backups, e-mail", Stats, []string{
			"ostrakon stats", "ostrakon stats -data /srv/club -json",
		}},
		{"check", "check every page and record of the database", Check, []string{"ostrakon check -data /srv/club"}},
		{"roll import", "import people into the electoral roll from a table (CSV, XLSX)", RollImport, []string{
			"ostrakon roll import members.xlsx -dry-run",
			"ostrakon roll import members.csv -dates dmy -skip-unknown",
			"ostrakon roll import members.csv -member-keys keys.csv",
		}},
		{"roll export", "export the electoral roll as a table (CSV)", RollExport, []string{
			"ostrakon roll export members.csv", "ostrakon roll export > members.csv",
		}},
		{"slips", "make the slips of a poll book, offline", hidden(Slips), []string{
			"ostrakon slips slips-people.json", "ostrakon slips slips-people.json -out /mnt/stick/assembly",
		}},
		{"key new", "draw the key of a holder and print their sheet, offline", hidden(KeyNew), []string{
			"ostrakon key new public.txt", "ostrakon key new /mnt/stick/public.txt | lp",
		}},
		{"key export", "print the key sheet of an election's key", hidden(KeyExport), []string{
			"ostrakon key export $ELECTION -data /srv/club | lp",
		}},
		{"key import", "restore an election's key from its key sheet", hidden(KeyImport), []string{
			"ostrakon key import", "ostrakon key import sheet.txt -data /srv/club",
		}},
		{"count", "count a ballot box with the sheets of its holders, offline", hidden(Count), []string{
			"ostrakon count box.zip -checkpoint saved.txt -out count.zip",
			"ostrakon count box.zip -checkpoint saved.txt -sheet ada.txt -sheet bo.txt -out count.zip",
			"ostrakon count box.zip -checkpoint saved.txt -sheet cy.txt -out second.zip -compare count.zip",
		}},
		{"seal", "seal a ballot for a program of one's own, offline", hidden(Seal), []string{
			"ostrakon seal -manifest manifest.json -owner $OWNER < vote.json > ballot.json",
			"ostrakon seal -manifest manifest.json -owner $OWNER -keep kept.json < vote.json > ballot.json",
		}},
		{"audit-seal", "check what a voter's device sealed, offline", hidden(AuditSeal), []string{
			"ostrakon audit-seal address.txt -manifest manifest.json -certificate certificate.txt",
		}},
		{"convert", "convert STL, 3MF, OBJ and PLY files to glTF", Convert, []string{
			"ostrakon convert part.stl",
			"ostrakon convert models -o web -level compact -up z",
			"ostrakon convert part.3mf -o part.glb -thumbnail 512",
			"ostrakon convert - -o - -method custom-glb < part.stl > part.glb",
		}},
		{"inspect", "tell whether STL, 3MF, OBJ or PLY files are watertight, and what they weigh", Inspect, []string{
			"ostrakon inspect part.stl", "ostrakon inspect -material PLA -json models",
		}},
		{"verify", "check an election and count it again, offline", Verify, []string{
			"ostrakon verify bundle.zip",
			"ostrakon verify bundle.zip -key $KEY",
			"ostrakon verify bundle.zip -receipt receipt.json -checkpoint saved.txt -key $KEY",
			"ostrakon verify bundle.zip -dispute kept.json -key $KEY",
		}},
		{"pages", "compare the pages that a server serves with those of this binary", Pages, []string{
			"ostrakon pages https://vote.example.org",
		}},
		{"witness new", "draw the key of a witness", WitnessNew, []string{
			"ostrakon witness new example.org/witness witness.key",
		}},
		{"witness", "watch the elections of a board, and cosign what only grew", Witness, []string{
			"ostrakon witness https://vote.example.org -key witness.key",
			"ostrakon witness https://vote.example.org -key witness.key -once",
		}},
		{"tally", "count papers from a BLT or JSON file, offline", Tally, []string{
			"ostrakon tally board.blt",
			"ostrakon tally board.blt -method schulze -seats 1",
			"ostrakon tally board.blt -lot 3,1,2 -json",
		}},
		{"read-card", "print what photos of identity cards say, as JSON", ReadCard, []string{
			"ostrakon read-card card.jpg", "ostrakon read-card -national-id es-dni -v card.jpg",
		}},
		{"words export", "write the texts of a language into a file for its translator", WordsExport, []string{
			"ostrakon words export -lang it -o it.po",
		}},
		{"words import", "take the texts of a language from the file of its translator", WordsImport, []string{
			"ostrakon words import it.po",
		}},
		{"words mark", "say that translated texts still fit the English ones", WordsMark, []string{
			"ostrakon words mark -lang it voter.back voter.board",
		}},
		{"healthcheck", "ask a running server whether it is ready", Healthcheck, []string{
			"ostrakon healthcheck", "ostrakon healthcheck -addr 127.0.0.1:8443",
		}},
		{"completion", "print the script by which a shell completes commands and flags", Completion, []string{
			"ostrakon completion bash > /etc/bash_completion.d/ostrakon",
		}},
		{"version", "print the version", Version, []string{"ostrakon version"}},
		{"licences", "print the licences of what others wrote", Licences, []string{"ostrakon licences"}},
		{"ocr-worker", "", OCRWorker, nil},
		{"convert-worker", "", ConvertWorker, nil},
		{"count-worker", "", hidden(CountWorker), nil},
		{"hash-worker", "", hidden(HashWorker), nil},
	}
}

// hidden hides the memory of a command with secrets before the command reads anything.
func hidden(run runFunc) runFunc {
	return func(ctx context.Context, a *App, args []string) error {
		if a.describe == nil {
			if err := HideMemory(); err != nil {
				return err
			}
		}
		return run(ctx, a, args)
	}
}

// Run carries out a command line. Without a command, that is serve.
func Run(ctx context.Context, a *App, args []string) error {
	switch {
	case len(args) > 0 && isHelp(args[0]):
		if len(args) == 1 {
			return a.printUsage("")
		}
		args = append(args[1:], "-h")
	case len(args) > 0 && (args[0] == "-version" || args[0] == "--version"):
		args = append([]string{"version"}, args[1:]...)
	case len(args) == 0 || strings.HasPrefix(args[0], "-"):
		args = append([]string{"serve"}, args...)
	}
	joined := strings.Join(args, " ") + " "
	for _, c := range Commands() {
		if strings.HasPrefix(joined, c.Name+" ") {
			a.examples = c.examples
			if c.Does != "" {
				if err := a.readSettings(); err != nil {
					return err
				}
			}
			return c.run(ctx, a, args[strings.Count(c.Name, " ")+1:])
		}
	}
	if last := len(args) - 1; isHelp(args[last]) {
		if args = args[:last]; last == 1 && slices.ContainsFunc(Commands(), func(c Command) bool { return c.in(args[0]) }) {
			return a.printUsage(args[0])
		}
	}
	hint := ""
	if name := nearest(args); name != "" {
		hint = fmt.Sprintf("did you mean %q? ", name)
	}
	return Usagef("unknown command %q; %s\"ostrakon help\" lists all commands", strings.Join(args, " "), hint)
}

// in reports whether a word is the first of the two of a command's name.
func (c Command) in(word string) bool { return strings.HasPrefix(c.Name, word+" ") }

func isHelp(arg string) bool {
	return arg == "help" || arg == "-h" || arg == "-help" || arg == "--help"
}

// nearest returns the command that was probably meant: one whose first word was typed, or one that is a
// slip of the keyboard away; "" if there is none.
func nearest(args []string) string {
	best, least := "", 4
	for _, c := range Commands() {
		words := strings.Count(c.Name, " ") + 1
		slips := distance(strings.Join(args[:min(words, len(args))], " "), c.Name)
		if c.in(args[0]) {
			slips = min(slips, 3)
		} else if slips > 2 {
			continue
		}
		if slips < least {
			best, least = c.Name, slips
		}
	}
	return best
}

// distance is how many letters have to be put in, left out or exchanged to make one word of another.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			if a[i] != b[j] {
				diagonal = 1 + min(diagonal, above, row[j])
			}
			row[j+1], diagonal = diagonal, above
		}
	}
	return row[len(b)]
}
