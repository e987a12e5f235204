// Command ostrakon runs an organisation's elections, one binary and one data
// directory, and turns STL files into glTF.
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
)

const usage = `Ostrakon runs elections from one binary and one data directory, and turns STL files into glTF.

Usage:
  ostrakon [serve]            serve the data directory; the first run prints a set-up link
  ostrakon demo               serve a sample organisation to try things on
  ostrakon admin create       make an administrator; the password is read from standard input
  ostrakon backup FILE        write a backup, also while the server runs
  ostrakon restore FILE       unpack a backup into an empty data directory
  ostrakon check              check every page and record of the database
  ostrakon roll import FILE   import people onto the electoral roll from a table (CSV)
  ostrakon roll export [FILE] write the electoral roll as a table (CSV)
  ostrakon key export ID      print the recovery sheet of an election's key
  ostrakon key import [FILE]  take a recovery sheet back
  ostrakon convert IN...      turn STL files into glTF
  ostrakon verify BUNDLE      check and count an election again, offline
  ostrakon read-card IMAGE... print what photographs of identity cards say, as JSON
  ostrakon healthcheck        ask a running server whether it is ready
  ostrakon version            tell the version

Every flag can be set in the environment too: -trusted-proxies is
OSTRAKON_TRUSTED_PROXIES. "ostrakon COMMAND -h" lists the flags of a command.
`

// subcommand is one line of the command line.
type subcommand struct {
	name string
	run  func(context.Context, *command.App, []string) error
}

func subcommands() []subcommand {
	return []subcommand{
		{"serve", command.Serve},
		{"demo", command.Demo},
		{"admin create", command.AdminCreate},
		{"backup", command.Backup},
		{"restore", command.Restore},
		{"check", command.Check},
		{"roll import", command.RollImport},
		{"roll export", command.RollExport},
		{"key export", command.KeyExport},
		{"key import", command.KeyImport},
		{"convert", command.Convert},
		{"verify", command.Verify},
		{"read-card", command.ReadCard},
		{"healthcheck", command.Healthcheck},
		{"version", command.Version},
		{"ocr-worker", command.OCRWorker}, // not in the usage: the server starts it
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
	return exitFailure
}

func dispatch(ctx context.Context, a *command.App, args []string) error {
	joined := strings.Join(args, " ") + " "
	for _, c := range subcommands() {
		if strings.HasPrefix(joined, c.name+" ") {
			return c.run(ctx, a, args[strings.Count(c.name, " ")+1:])
		}
	}
	return command.Usagef("there is no command %q; \"ostrakon help\" lists them", strings.Join(args, " "))
}
