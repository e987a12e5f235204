package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/registrar"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/words"
)

// rollImportHelp explains the tables of the roll.
func rollImportHelp() string {
	var columns, emptied []string
	for _, f := range store.RollFields() {
		if f.Name != "" {
			columns = append(columns, f.Column)
		}
		if f.Empties {
			emptied = append(emptied, f.Column)
		}
	}
	return `
FILE is CSV or XLSX. The first line of the table names the columns, in any language of the pages. Only a name is needed:
full_name, or first_name and last_name. These are the columns:

  ` + strings.Join(columns, " ") + `

member is your own reference. weight is a number up to 1,000,000 with at most four decimals. proxy_for lists the
references of the people who gave this person their vote, divided by semicolons.
language is one of ` + strings.Join(words.Codes(), ", ") + `.
The address has one column, or street, postcode and city. present is yes or no.

Commas, semicolons or tabs separate the cells of CSV; a cell that has one of them in it goes in quotation marks. All
lines are imported or, if one has a problem, none. A table that “roll export” wrote can be imported again. In these
columns, an empty cell empties the field, and a weight becomes 1: ` + strings.Join(emptied, " ") + `.
A table without a column leaves the field as it is. The kinds of number must be those that the server uses; while it
runs, it goes by its own.
`
}

// RollImport imports people into the electoral roll, through the server if one runs on the data
// directory. Member keys go where the user says and nowhere else.
func RollImport(ctx context.Context, a *App, args []string) error {
	f := a.flags("roll import", "FILE")
	data := dataFlag(f)
	var how registrar.Import
	f.BoolVar(&how.DryRun, "dry-run", false, "check the table and change nothing")
	f.BoolVar(&how.SkipUnknown, "skip-unknown", false, "leave columns out whose names are not known")
	f.Func("dates", "the order of dates that can be two: dmy, mdy or ymd", func(text string) error {
		if how.Dates = registrar.DateOrder(text); !slices.Contains(registrar.DateOrders(), how.Dates) {
			return errors.New("choose dmy, mdy or ymd")
		}
		return nil
	})
	keyFile := f.String("member-keys", "",
		"give everyone without an identity number a member key, and write the keys to a new `FILE`; - is standard output")
	var k kinds
	k.flags(f, "")
	f.more = rollImportHelp()
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	rules := registrar.Rules{}
	if rules.NationalID, rules.VoterID, err = k.schemes(); err != nil {
		return UsageError{err}
	}
	how.MemberKeys = *keyFile != ""
	table, err := readLimited(rest[0], registrar.MaxRollBytes, "%s is larger than %d bytes: import it in parts", rest[0],
		registrar.MaxRollBytes)
	if err != nil {
		return err
	}
	out := a.Stdout
	if *keyFile == "-" {
		out = a.Stderr
	}
	imported := false
	run := func(keys io.Writer) error {
		report, err := importRoll(ctx, *data, rules, table, how)
		if err != nil {
			return err
		}
		if err := printReport(out, report); err != nil || how.DryRun {
			return err
		}
		imported = true
		return writeKeys(keys, report)
	}
	switch {
	case *keyFile == "" || how.DryRun:
		return run(io.Discard)
	case *keyFile == "-":
		err = run(a.Stdout)
	default: // the file is made first: if it cannot be written, nothing is imported
		err = writeNew(*keyFile, func(f *os.File) error { return run(f) })
	}
	if err != nil && imported {
		return fmt.Errorf("the electoral roll is imported, but its member keys could not be written; "+
			"an administrator can issue new ones: %w", err)
	}
	return err
}

// importRoll imports into the data directory, through the server if one runs on it.
func importRoll(
	ctx context.Context, data string, rules registrar.Rules, table []byte, how registrar.Import,
) (report handlers.RollReport, err error) {
	st, err := openExisting(ctx, data)
	err = withStore(data, st, err,
		func(c *handlers.Control) (err error) { report, err = c.ImportRoll(ctx, table, how); return err },
		func() (err error) {
			report, err = handlers.ImportRoll(ctx, registrar.New(st, rules, time.Now), table, how)
			return err
		})
	return report, err
}

// printReport prints what is wrong with the lines and how many there are. It is an error if some were refused, or ask.
func printReport(out io.Writer, report handlers.RollReport) error {
	for _, l := range report.Lines {
		for _, e := range l.Errors {
			fmt.Fprintf(out, "line %d, %s: %s\n", l.Line, e.Field, e.Message)
		}
		if l.Question != "" {
			fmt.Fprintf(out, "line %d, %s: %s\n", l.Line, l.FullName, askedBy(l))
		}
		if l.OtherName {
			fmt.Fprintf(out, "line %d: the account with this number has another name, so it was not linked to this person\n",
				l.Line)
		}
	}
	if len(report.Skipped) > 0 {
		fmt.Fprintf(out, "columns left out: %s\n", strings.Join(report.Skipped, ", "))
	}
	fmt.Fprintf(out, "%d added, %d updated, %d unchanged, %d refused\n",
		report.Added, report.Updated, report.Unchanged, report.Refused)
	switch {
	case report.Refused > 0:
		return errors.New("nothing was imported: correct these lines and try again")
	case report.Asked > 0:
		return errors.New("nothing was imported: take these lines out, give them the id or the member reference of the " +
			"person, or import the table in the browser, which asks")
	case report.DryRun:
		fmt.Fprintln(out, "Nothing was imported: this was a dry run.")
	default:
		fmt.Fprintln(out, "The electoral roll is imported.")
	}
	return nil
}

// askedBy says in words what a line asks.
func askedBy(l handlers.RollLine) string {
	if l.Question == store.AskTotal {
		return "this looks like a total, and not like a person"
	}
	if of := l.Candidates[0]; of.EntryID == "" {
		return fmt.Sprintf("perhaps the same person as in line %d", of.Line)
	}
	return "perhaps the same person as on the electoral roll: " + l.Candidates[0].FullName
}

// writeKeys writes the member keys of an import as a table.
func writeKeys(w io.Writer, report handlers.RollReport) error {
	rows := [][]string{{"id", "full_name", "member", "member_key"}}
	for _, l := range report.Lines {
		if l.MemberKey != "" {
			rows = append(rows, []string{string(l.EntryID), l.FullName, l.Member, l.MemberKey})
		}
	}
	return registrar.WriteTable(w, rows)
}

// RollExport writes the electoral roll as a table, through the server if one runs on the data directory.
func RollExport(ctx context.Context, a *App, args []string) error {
	f := a.flags("roll export", "[FILE.csv]")
	data := dataFlag(f)
	rest, err := a.parse(f, args, 0, 1)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return exportRoll(ctx, *data, a.Stdout)
	}
	if err := writeNew(rest[0], func(f *os.File) error { return exportRoll(ctx, *data, f) }); err != nil {
		return err
	}
	fmt.Fprintln(a.Stdout, "Electoral roll written to", rest[0])
	return nil
}

func exportRoll(ctx context.Context, data string, w io.Writer) error {
	st, err := openExisting(ctx, data)
	return withStore(data, st, err,
		func(c *handlers.Control) error { return c.ExportRoll(ctx, w) },
		func() error {
			all, err := st.ExportRoll(ctx, audit.ByCommand())
			if err != nil {
				return err
			}
			return registrar.WriteTable(w, registrar.RollTable(all))
		})
}
