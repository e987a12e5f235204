// Command ostrakon runs an organisation's elections from one binary and one data directory, and
// turns STL, 3MF, OBJ and PLY files into glTF.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"ostrakon/handlers/command"
)

// Exit codes.
const (
	exitDone    = 0
	exitFailure = 1
	exitUsage   = 2

	// exitNotCompared: everything about a bundle holds, but no key was compared.
	exitNotCompared = 3
)

const usage = `Ostrakon runs elections from one binary and one data directory, and turns STL, 3MF, OBJ and PLY files
into glTF.

Usage:
  ostrakon [serve]            serve the data directory; the first start prints a set-up link
  ostrakon demo               serve a sample organisation to try
  ostrakon admin create       create an administrator; the password is read from standard input
  ostrakon backup FILE        write a backup, also while the server runs
  ostrakon restore FILE       unpack a backup into an empty data directory
  ostrakon stats              say how a running server works: votes, disk, backups, e-mail
  ostrakon check              check every page and record of the database
  ostrakon roll import FILE   import people into the electoral roll from a table (CSV)
  ostrakon roll export [FILE] export the electoral roll as a table (CSV)
  ostrakon slips PEOPLE       make the slips of a poll book, offline
  ostrakon key new [FILE]     draw the key of a holder and print their sheet, offline
  ostrakon key export ID      print the key sheet of an election's key
  ostrakon key import [FILE]  restore an election's key from its key sheet
  ostrakon count BOX          count a ballot box with the sheets of its holders, offline
  ostrakon seal               seal a ballot for a program of one's own, offline
  ostrakon audit-seal ADDRESS check what a voter's device sealed, offline
  ostrakon convert IN...      convert STL, 3MF, OBJ and PLY files to glTF
  ostrakon inspect FILE...    tell whether STL, 3MF, OBJ or PLY files are watertight, and what they weigh
  ostrakon verify BUNDLE      check an election and count it again, offline
  ostrakon pages URL          compare the pages that a server serves with those of this binary
  ostrakon witness new NAME   draw the key of a witness
  ostrakon witness URL        watch the elections of a board, and cosign what only grew
  ostrakon tally FILE         count papers from a BLT or JSON file, offline
  ostrakon read-card IMAGE... print what photos of identity cards say, as JSON
  ostrakon healthcheck        ask a running server whether it is ready
  ostrakon version            print the version
  ostrakon licences           print the licences of what others wrote

The environment can set every flag: OSTRAKON_TRUSTED_PROXIES sets
-trusted-proxies. "ostrakon COMMAND -h" lists the flags of a command, with examples.
`

// subcommand is one line of the command line.
type subcommand struct {
	name     string
	run      runFunc
	examples []string // the last lines of its help
}

func subcommands() []subcommand {
	return []subcommand{
		{"serve", hidden(command.Serve), []string{
			"ostrakon serve -data /srv/club",
			"ostrakon serve -lan -tls",
			"ostrakon serve -acme vote.example.org -backup-dir /mnt/backups",
		}},
		{"demo", hidden(command.Demo), []string{"ostrakon demo", "ostrakon demo -lan -data /tmp/demo"}},
		{"admin create", command.AdminCreate, []string{
			"ostrakon admin create -email bea@example.org -name 'Bea Ode'",
			"ostrakon admin create -email bea@example.org -name 'Bea Ode' < password.txt",
		}},
		{"backup", command.Backup, []string{
			"ostrakon backup monday.zip", "ostrakon backup -data /srv/club -with-keys /mnt/stick/monday.zip",
		}},
		{"restore", command.Restore, []string{
			"ostrakon restore monday.zip -data /srv/club", "ostrakon restore monday.zip -data /srv/club -force",
		}},
		{"stats", command.Stats, []string{"ostrakon stats", "ostrakon stats -data /srv/club -json"}},
		{"check", command.Check, []string{"ostrakon check -data /srv/club"}},
		{"roll import", command.RollImport, []string{
			"ostrakon roll import members.xlsx -dry-run",
			"ostrakon roll import members.csv -dates dmy -skip-unknown",
			"ostrakon roll import members.csv -member-keys keys.csv",
		}},
		{"roll export", command.RollExport, []string{
			"ostrakon roll export members.csv", "ostrakon roll export > members.csv",
		}},
		{"slips", hidden(command.Slips), []string{
			"ostrakon slips slips-people.json", "ostrakon slips slips-people.json -out /mnt/stick/assembly",
		}},
		{"key new", hidden(command.KeyNew), []string{"ostrakon key new", "ostrakon key new /mnt/stick/public.txt | lp"}},
		{"key export", hidden(command.KeyExport), []string{"ostrakon key export $ELECTION -data /srv/club | lp"}},
		{"key import", hidden(command.KeyImport), []string{
			"ostrakon key import", "ostrakon key import sheet.txt -data /srv/club",
		}},
		{"count", hidden(command.Count), []string{
			"ostrakon count box.zip -checkpoint saved.txt -out count.zip",
			"ostrakon count box.zip -checkpoint saved.txt -sheet ada.txt -sheet bo.txt -out count.zip",
			"ostrakon count box.zip -checkpoint saved.txt -sheet cy.txt -out second.zip -compare count.zip",
		}},
		{"seal", hidden(command.Seal), []string{
			"ostrakon seal -manifest manifest.json -owner $OWNER < vote.json > ballot.json",
		}},
		{"audit-seal", hidden(command.AuditSeal), []string{
			"ostrakon audit-seal address.txt -manifest manifest.json -certificate certificate.txt",
		}},
		{"convert", command.Convert, []string{
			"ostrakon convert part.stl",
			"ostrakon convert models -o web -level compact -up z",
			"ostrakon convert part.3mf -o part.glb -thumbnail 512",
			"ostrakon convert - -o - -method custom-glb < part.stl > part.glb",
		}},
		{"inspect", command.Inspect, []string{
			"ostrakon inspect part.stl", "ostrakon inspect -material PLA -json models",
		}},
		{"verify", command.Verify, []string{
			"ostrakon verify bundle.zip",
			"ostrakon verify bundle.zip -key $KEY",
			"ostrakon verify bundle.zip -receipt receipt.json -checkpoint saved.txt -key $KEY",
		}},
		{"pages", command.Pages, []string{"ostrakon pages https://vote.example.org"}},
		{"words export", command.WordsExport, []string{"ostrakon words export -lang it -o it.po"}},
		{"words import", command.WordsImport, []string{"ostrakon words import it.po"}},
		{"words mark", command.WordsMark, []string{"ostrakon words mark -lang it voter.back voter.board"}},
		{"witness new", command.WitnessNew, []string{"ostrakon witness new example.org/witness witness.key"}},
		{"witness", command.Witness, []string{
			"ostrakon witness https://vote.example.org -key witness.key",
			"ostrakon witness https://vote.example.org -key witness.key -once",
		}},
		{"tally", command.Tally, []string{
			"ostrakon tally board.blt",
			"ostrakon tally board.blt -method schulze -seats 1",
			"ostrakon tally board.blt -lot 3,1,2 -json",
		}},
		{"read-card", command.ReadCard, []string{
			"ostrakon read-card card.jpg", "ostrakon read-card -national-id es-dni -v card.jpg",
		}},
		{"healthcheck", command.Healthcheck, []string{"ostrakon healthcheck", "ostrakon healthcheck -addr 127.0.0.1:8443"}},
		{"version", command.Version, []string{"ostrakon version"}},
		{"licences", command.Licences, []string{"ostrakon licences"}},
		// The server starts these three; they are not in the usage.
		{"ocr-worker", command.OCRWorker, nil},
		{"convert-worker", command.ConvertWorker, nil},
		{"count-worker", hidden(command.CountWorker), nil},
	}
}

// runFunc carries out a command with its arguments.
type runFunc func(ctx context.Context, a *command.App, args []string) error

// hidden hides the memory of a command with secrets before the command reads anything.
func hidden(run runFunc) runFunc {
	return func(ctx context.Context, a *command.App, args []string) error {
		if err := command.HideMemory(); err != nil {
			return err
		}
		return run(ctx, a, args)
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal drains; with the handler gone, a second one ends the process.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

// run carries out a command line and returns the exit code.
func run(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	switch {
	case len(args) > 0 && (args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help"):
		fmt.Fprint(stdout, usage)
		return exitDone
	case len(args) == 0 || strings.HasPrefix(args[0], "-"):
		args = append([]string{"serve"}, args...)
	}
	err := dispatch(ctx, &command.App{Env: env, Stdin: stdin, Stdout: stdout, Stderr: stderr}, args)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return exitDone
	}
	fmt.Fprintln(stderr, "ostrakon:", err)
	var misuse command.UsageError
	if errors.As(err, &misuse) {
		return exitUsage
	}
	if errors.Is(err, command.ErrNotCompared) {
		return exitNotCompared
	}
	return exitFailure
}

func dispatch(ctx context.Context, a *command.App, args []string) error {
	joined := strings.Join(args, " ") + " "
	for _, c := range subcommands() {
		if strings.HasPrefix(joined, c.name+" ") {
			a.Examples = c.examples
			return c.run(ctx, a, args[strings.Count(c.name, " ")+1:])
		}
	}
	hint := ""
	if name := nearest(args); name != "" {
		hint = fmt.Sprintf("did you mean %q? ", name)
	}
	return command.Usagef("unknown command %q; %s\"ostrakon help\" lists all commands", strings.Join(args, " "), hint)
}

// nearest is the command that was probably meant: one whose first word was typed, or one that is a
// slip of the keyboard away; "" if there is none.
func nearest(args []string) string {
	best, least := "", 4
	for _, c := range subcommands() {
		words := strings.Count(c.name, " ") + 1
		slips := distance(strings.Join(args[:min(words, len(args))], " "), c.name)
		if strings.HasPrefix(c.name, args[0]+" ") {
			slips = min(slips, 3)
		} else if slips > 2 {
			continue
		}
		if slips < least {
			best, least = c.name, slips
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
