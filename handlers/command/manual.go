package command

import (
	"bytes"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Manual writes the page for man(1) of a version that was made at a time.
func Manual(version string, at time.Time) []byte {
	var page bytes.Buffer
	fmt.Fprintf(&page, `.TH OSTRAKON 1 %s "ostrakon %s"
.SH NAME
ostrakon \- run an organisation's elections, and turn STL, 3MF, OBJ and PLY files into glTF
.SH SYNOPSIS
.B ostrakon
[\fICOMMAND\fR] [\fIFLAGS\fR] [\fIARGUMENTS\fR]
.SH DESCRIPTION
Without a command,
.B ostrakon
serves the data directory. Flags may stand before, between and after the arguments.
.SH COMMANDS
`, at.UTC().Format(time.DateOnly), version)
	for _, c := range describe() {
		fmt.Fprintf(&page, ".SS %s\n", troff(c.flags.usage()))
		fmt.Fprintf(&page, "%s.\n", troff(strings.ToUpper(c.Does[:1])+c.Does[1:]))
		c.flags.VisitAll(func(f *flag.Flag) {
			value, does := flag.UnquoteUsage(f)
			fmt.Fprintf(&page, ".TP\n\\fB%s\\fR \\fI%s\\fR\n%s", troff("-"+f.Name), troff(value), troff(does))
			if !slices.Contains([]string{"", "0", "0B", "false"}, f.DefValue) {
				fmt.Fprintf(&page, " (default %s)", troff(f.DefValue))
			}
			fmt.Fprintln(&page)
		})
		if c.flags.more != "" {
			fmt.Fprintf(&page, ".PP\n.nf%s.fi\n", troff(c.flags.more))
		}
		fmt.Fprintf(&page, ".PP\nExamples:\n.PP\n.nf\n.RS\n%s\n.RE\n.fi\n", troff(strings.Join(c.examples, "\n")))
	}
	fmt.Fprint(&page, `.SH ENVIRONMENT
A variable sets every flag that is not given: OSTRAKON_TRUSTED_PROXIES sets \fB\-trusted\-proxies\fR.
.SH EXIT STATUS
0 when done, 1 on failure, 2 on wrong usage. For \fBverify\fR, 1 if a check failed, 3 if all checks hold but no key was
compared, 4 if a file cannot be read.
.SH FILES
.TP
.I `+SettingsFile+`
variables of the service, which every command but \fBdemo\fR reads too
.TP
.I /var/lib/ostrakon
data directory of the service
.SH SEE ALSO
/usr/share/doc/ostrakon
`)
	return page.Bytes()
}

// troff writes a text so that troff prints it as it is.
func troff(text string) string {
	var out strings.Builder
	for line := range strings.Lines(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)) {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			out.WriteString(`\&`)
		}
		out.WriteString(line)
	}
	return out.String()
}
