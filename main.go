// Command ostrakon runs an organisation's elections from one binary and one data directory, and
// turns STL, 3MF, OBJ and PLY files into glTF.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
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

	// exitNotRead: a file to verify is not there or cannot be read, and nothing was checked.
	exitNotRead = 4
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal drains; with the handler gone, a second one ends the process.
	context.AfterFunc(ctx, stop)
	a := &command.App{Env: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	if runtime.GOOS == "linux" {
		a.SettingsFile = command.SettingsFile // other systems have no package
	}
	os.Exit(run(ctx, a, os.Args[1:]))
}

// run carries out a command line and returns the exit code.
func run(ctx context.Context, a *command.App, args []string) int {
	err := command.Run(ctx, a, args)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return exitDone
	}
	fmt.Fprintln(a.Stderr, "ostrakon:", err)
	var misuse command.UsageError
	switch {
	case errors.As(err, &misuse):
		return exitUsage
	case errors.Is(err, command.ErrNotCompared):
		return exitNotCompared
	case errors.Is(err, command.ErrNotRead):
		return exitNotRead
	}
	return exitFailure
}
