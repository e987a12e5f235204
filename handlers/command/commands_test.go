package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/store"
)

// Every command has examples, whose flags and values it takes.
func TestExamplesParse(t *testing.T) {
	word := regexp.MustCompile(`'[^']*'|[^\s']+`)
	for _, c := range Commands() {
		if len(c.examples) == 0 && c.Does != "" {
			t.Errorf("%s has no example", c.Name)
		}
		for _, example := range c.examples {
			line := regexp.MustCompile(` [<>|] .*`).ReplaceAllString(example, "")
			args := word.FindAllString(line, -1)
			for i, arg := range args {
				args[i] = strings.Trim(arg, "'")
			}
			if args[0] != "ostrakon" || !strings.HasPrefix(line+" ", "ostrakon "+c.Name+" ") {
				t.Errorf("an example of %s runs %s", c.Name, line)
			}
			var stdout bytes.Buffer
			err := Run(t.Context(), &App{Stdout: &stdout, Stderr: io.Discard}, append(args[1:], "-h"))
			if !errors.Is(err, flag.ErrHelp) || !strings.Contains(stdout.String(), "\n  "+example+"\n") {
				t.Errorf("%s: %v, help:\n%s", example, err, stdout.String())
			}
		}
	}
}

// The help of a first word lists what begins with it, and no other command.
func TestHelpOfAFirstWord(t *testing.T) {
	for _, word := range []string{"admin", "key", "roll", "words"} {
		var stdout bytes.Buffer
		if err := Run(t.Context(), &App{Stdout: &stdout}, []string{"help", word}); err != nil {
			t.Error(err)
		}
		for _, c := range Commands() {
			if listed := strings.Contains(stdout.String(), "  ostrakon "+c.Name+" "); listed != c.in(word) {
				t.Errorf("help of %s lists %s: %v", word, c.Name, listed)
			}
		}
	}
}

// The manual page and the completion of each shell name every command and every flag.
func TestManualAndCompletionNameEveryFlag(t *testing.T) {
	at := time.Date(2026, 3, 1, 0, 20, 30, 0, time.FixedZone("", 3600))
	page := string(Manual("v1.2.3-rc.1", at))
	if !strings.HasPrefix(page, `.TH OSTRAKON 1 2026-02-28 "ostrakon v1.2.3-rc.1"`) {
		t.Errorf("it begins with %.60s", page)
	}
	sections := strings.Split(page, "\n.S")
	for _, c := range describe() {
		begin := "S " + troff(c.flags.usage()) + "\n"
		at := slices.IndexFunc(sections, func(s string) bool { return strings.HasPrefix(s, begin) })
		if at < 0 {
			t.Fatalf("the manual page has no %s", begin)
		}
		bash, zsh, fish := scriptOf(t, "bash", c.pattern()), scriptOf(t, "zsh", c.pattern()),
			scriptOf(t, "fish", "__ostrakon_in "+c.Name+"[';]")
		c.eachFlag(func(name, _, _ string) {
			for kind, has := range map[string]bool{
				"manual page": strings.Contains(sections[at], `\fB`+troff("-"+name)+`\fR`),
				"bash":        strings.Contains(strings.ReplaceAll(bash, "'", " "), " -"+name+" "),
				"zsh":         strings.Contains(zsh, "'-"+name+":"),
				"fish":        strings.Contains(fish, " -o "+name+" "),
			} {
				if !has {
					t.Errorf("%s: -%s of %s is missing", kind, name, c.Name)
				}
			}
		})
	}
}

// scriptOf returns the part of a shell's script that belongs to a command.
func scriptOf(t *testing.T, shell, begin string) (part string) {
	t.Helper()
	script := CompletionScript(shell)
	if shell == "fish" {
		for line := range strings.Lines(script) {
			if regexp.MustCompile(begin).MatchString(line) {
				part += line
			}
		}
		return part
	}
	_, part, found := strings.Cut(script, begin)
	part, _, ended := strings.Cut(part, ";;\n")
	if !found || !ended {
		t.Fatalf("%s does not complete %s", shell, begin)
	}
	return part
}

// What depends on the machine is not in the manual page, which is the same wherever a package is made.
func TestManualDoesNotDependOnTheMachine(t *testing.T) {
	one := Manual("v1", time.Unix(0, 0))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(7))
	if !bytes.Equal(Manual("v1", time.Unix(0, 0)), one) {
		t.Error("with seven processors it is another page")
	}
}

// A shell that is installed completes words with its script.
func TestShellsComplete(t *testing.T) {
	dir := t.TempDir()
	for shell, line := range map[string]string{
		"bash": `source "$0"; COMP_CWORD=$(($# - 1)) COMP_WORDS=("$@"); _ostrakon; printf '%s\n' "${COMPREPLY[@]}"`,
		"zsh": `compdef() { :; }; source "$0"; words=("$@") CURRENT=$#; _files() { :; }; ` +
			`_describe() { printf '%s\n' ${(M)${(@)entries%%:*}:#$words[CURRENT]*}; }; _ostrakon`,
		"fish": `source $argv[1]; complete -C "$argv[2..]" | string replace -r '\t.*' ''; true`,
	} {
		program, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("there is no %s here", shell)
			continue
		}
		script := filepath.Join(dir, shell)
		if err := os.WriteFile(script, []byte(CompletionScript(shell)), 0o600); err != nil {
			t.Fatal(err)
		}
		for typed, want := range map[string]string{
			"ostrakon ro":                       "roll",
			"ostrakon roll ex":                  "export",
			"ostrakon backup x.zip -wi":         "-with-keys",
			"ostrakon witness new x y -su":      "",
			"ostrakon witness https://x -su":    "-submit",
			"ostrakon roll import x.csv -skip-": "-skip-unknown",
		} {
			out, err := exec.CommandContext(t.Context(), program,
				append([]string{"-c", line, script}, strings.Fields(typed)...)...).CombinedOutput()
			if got := strings.TrimSpace(string(out)); err != nil || got != want {
				t.Errorf("%s completes %q to %q, want %q: %v", shell, typed, got, want, err)
			}
		}
	}
}

// A file of settings sets flags, except those of demo. The environment goes before the file.
func TestSettingsFile(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	file := filepath.Join(t.TempDir(), "settings")
	settings := "# a comment\n\n; another\nOSTRAKON_DATA=\"" + data + "\"\nOSTRAKON_LAN=true\n" +
		" OSTRAKON_TIME_ZONE='Europe/Nowhere'\n"
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command, env, want string
	}{
		{"check", "", "no database in " + data + ": "},
		{"check", "OSTRAKON_DATA=elsewhere", "no database in elsewhere: "},
		{"check -data given", "OSTRAKON_DATA=elsewhere", "no database in given: "},
		{"serve", "", `-time-zone: "Europe/Nowhere"`},
		{"demo -temp-ttl 0s", "", "-temp-ttl: must be"},
	} {
		a := &App{Env: []string{c.env}, SettingsFile: file, Stdout: io.Discard, Stderr: io.Discard}
		if err := Run(t.Context(), a, strings.Fields(c.command)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: %v, want %s", c.command, c.env, err, c.want)
		}
	}
	if err := os.WriteFile(file, []byte("OSTRAKON_LAN\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var misuse UsageError
	if err := Run(t.Context(), &App{SettingsFile: file}, []string{"check"}); !errors.As(err, &misuse) ||
		!strings.Contains(err.Error(), `"OSTRAKON_LAN" is not of the form NAME=value`) {
		t.Errorf("a line without a value: %v", err)
	}
}

// A variable that sets no flag is told, with the one that was probably meant.
func TestMisspeltVariablesAreTold(t *testing.T) {
	for line, want := range map[string]string{
		"OSTRAKON_ADRR=:80":     `"variable":"OSTRAKON_ADRR","perhaps":"OSTRAKON_ADDR"`,
		"OSTRAKON_NUMBERS=1":    `"variable":"OSTRAKON_NUMBERS"}`,
		"OSTRAKON_ADDR=:80":     "",
		"OSTRAKON_MAX_STL=1MiB": "",
		"PATH=/bin":             "",
	} {
		var log bytes.Buffer
		a := &App{Env: []string{line}, Stdout: io.Discard, Stderr: &log}
		if err := Run(t.Context(), a, []string{"version"}); err != nil {
			t.Error(err)
		}
		if got := log.String(); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// A server that is stopped answers nothing, and stats gives up.
func TestStatsOfAServerThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, store.FileName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ln, err := handlers.ListenControl(data)
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close() // the system takes connections, and nobody reads them
	err = Stats(t.Context(), &App{Stdout: io.Discard}, []string{"-data", data})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "no server answers") {
		t.Errorf("error %v", err)
	}
}
