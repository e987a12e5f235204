package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// App holds what a command may use of the process. The result goes to Stdout, everything else to Stderr.
type App struct {
	Env            []string // NAME=value
	SettingsFile   string   // has more of them; "" for none
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	settings       []string       // lines of the file
	examples       []string       // lines that end the help of the command
	describe       func(*flagSet) // takes the flags of a command that is asked for help, in place of printing it
}

// UsageError reports a wrong command line.
type UsageError struct{ error }

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// flagSet holds the flags of a command and the rest of its help.
type flagSet struct {
	*flag.FlagSet
	synopsis string // names the arguments
	more     string // lines below the flags
}

// flags makes the flag set of a command; synopsis names its arguments.
func (a *App) flags(name, synopsis string) *flagSet {
	f := flag.NewFlagSet("ostrakon "+name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return &flagSet{FlagSet: f, synopsis: synopsis}
}

// usage returns the line that shows how the command is called.
func (f *flagSet) usage() string { return strings.TrimSpace(f.Name() + " [flags] " + f.synopsis) }

// help prints the help of a command.
func (a *App) help(f *flagSet) {
	if a.describe != nil {
		a.describe(f)
		return
	}
	fmt.Fprintln(a.Stdout, "Usage:", f.usage())
	f.SetOutput(a.Stdout)
	f.PrintDefaults()
	fmt.Fprint(a.Stdout, f.more)
	if len(a.examples) > 0 {
		fmt.Fprintf(a.Stdout, "\nExamples:\n  %s\n", strings.Join(a.examples, "\n  "))
	}
}

// parse reads the flags. They may stand anywhere among the arguments; the environment sets those that are not there. It
// returns the other arguments, and refuses fewer than least or more than most.
func (a *App) parse(f *flagSet, args []string, least, most int) ([]string, error) {
	if err := a.fromEnvironment(f); err != nil {
		return nil, err
	}
	var others []string
	for {
		err := f.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			a.help(f)
			return nil, err
		}
		if err != nil {
			return nil, UsageError{err}
		}
		if f.NArg() == 0 {
			break
		}
		others, args = append(others, f.Arg(0)), f.Args()[1:]
	}
	switch {
	case len(others) > most:
		return nil, Usagef("%s takes no argument %q", f.Name(), others[most])
	case len(others) < least:
		return nil, Usagef("missing argument; usage: %s", f.usage())
	}
	return others, nil
}

// byteSize is a flag of a number of bytes, such as 512MiB.
type byteSize int64

func (b *byteSize) String() string {
	n, units := int64(*b), byteUnits()
	for n != 0 && n%1024 == 0 && len(units) > 1 {
		n, units = n/1024, units[1:]
	}
	return strconv.FormatInt(n, 10) + units[0]
}

// Set reads a whole number with or without a unit.
func (b *byteSize) Set(text string) error {
	digits := strings.TrimRight(text, "KMGiB")
	unit := slices.Index(byteUnits(), text[len(digits):])
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || unit < 0 && text != digits || n > math.MaxInt64>>(10*max(unit, 0)) {
		return errors.New("must be a size such as 512MiB or 4GiB")
	}
	*b = byteSize(n << (10 * max(unit, 0)))
	return nil
}

// byteUnits are the units of a byteSize, each 1024 of the one before.
func byteUnits() []string { return []string{"B", "KiB", "MiB", "GiB"} }

// dataFlag adds the data directory to a flag set.
func dataFlag(f *flagSet) *string {
	return f.String("data", defaultData, "data `DIRECTORY`; a server may be running on it")
}

const defaultData = "ostrakon-data"

// logger writes text on a terminal, and JSON otherwise.
func (a *App) logger(level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if isTerminal(a.Stderr) {
		return slog.New(slog.NewTextHandler(a.Stderr, options))
	}
	return slog.New(slog.NewJSONHandler(a.Stderr, options))
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
