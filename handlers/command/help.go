package command

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
)

// described is a command with its flags.
type described struct {
	Command
	flags *flagSet
}

// describe returns the commands that people call.
func describe() (all []described) {
	for _, c := range Commands() {
		if c.Does == "" {
			continue
		}
		a := &App{describe: func(f *flagSet) { all = append(all, described{c, f}) }}
		_ = c.run(context.Background(), a, []string{"-h"}) // it is always flag.ErrHelp
	}
	return all
}

// printUsage prints the help of all commands, or of those with a first word.
func (a *App) printUsage(word string) error {
	if word == "" {
		fmt.Fprint(a.Stdout, "Ostrakon runs elections from one binary and one data directory, and turns STL, 3MF, OBJ and "+
			"PLY files\ninto glTF.\n\n")
	}
	fmt.Fprintln(a.Stdout, "Usage:")
	table := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	for _, c := range describe() {
		if word == "" || c.in(word) {
			fmt.Fprintf(table, "  %s\t%s\n", strings.TrimSpace(c.flags.Name()+" "+c.flags.synopsis), c.Does)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprint(a.Stdout, `
"ostrakon" alone is "ostrakon serve". "ostrakon COMMAND -h" lists the flags of a command, with examples. The environment
can set every flag: OSTRAKON_TRUSTED_PROXIES sets -trusted-proxies.
`)
	return err
}
