package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

const completionHelp = `
The packages for Debian have these scripts. Elsewhere, load the one of your shell where it starts:

  bash   source <(ostrakon completion bash)
  zsh    source <(ostrakon completion zsh)
  fish   ostrakon completion fish | source
`

// Completion prints the script by which a shell completes commands and flags.
func Completion(_ context.Context, a *App, args []string) error {
	f := a.flags("completion", "bash|zsh|fish")
	f.more = completionHelp
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	script := CompletionScript(rest[0])
	if script == "" {
		return Usagef("there is no completion for %q: choose bash, zsh or fish", rest[0])
	}
	_, err = io.WriteString(a.Stdout, script)
	return err
}

// CompletionScript returns the script of a shell, or "" if the shell is not known.
func CompletionScript(shell string) string {
	switch shell {
	case "bash":
		return completeBash(describe())
	case "zsh":
		return completeZsh(describe())
	case "fish":
		return completeFish(describe())
	}
	return ""
}

// firstWords returns what may stand behind "ostrakon": each word once, with what it does.
func firstWords(all []described) (words, does []string) {
	for _, c := range all {
		word, second, _ := strings.Cut(c.Name, " ")
		if len(words) > 0 && words[len(words)-1] == word {
			does[len(does)-1] += "; " + second
			continue
		}
		words, does = append(words, word), append(does, c.Does)
		if second != "" {
			does[len(does)-1] = second
		}
	}
	return words, does
}

// secondWords returns what may follow a first word.
func secondWords(all []described, word string) (words []string) {
	for _, c := range all {
		if second, ok := strings.CutPrefix(c.Name, word+" "); ok {
			words = append(words, second)
		}
	}
	return words
}

// eachFlag calls do for the flags of a command.
func (c described) eachFlag(do func(name, value, does string)) {
	c.flags.VisitAll(func(f *flag.Flag) {
		value, does := flag.UnquoteUsage(f)
		do(f.Name, value, does)
	})
}

// pattern returns the words of a command as a pattern of two words of the shell.
func (c described) pattern() string {
	if first, second, two := strings.Cut(c.Name, " "); two {
		return first + `\ ` + second
	}
	return c.Name + `\ *`
}

func completeBash(all []described) string {
	var out strings.Builder
	first, _ := firstWords(all)
	fmt.Fprint(&out, `# Completion of ostrakon for bash.
_ostrakon() {
	local words=''
	if [[ ${COMP_WORDS[COMP_CWORD]} == -* ]]; then
		case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in
`)
	for _, c := range all {
		var flags []string
		c.eachFlag(func(name, _, _ string) { flags = append(flags, "-"+name) })
		also := ""
		if c.Name == "serve" {
			also = "|-*" // a flag without a command
		}
		fmt.Fprintf(&out, "\t\t%s%s) words='%s' ;;\n", c.pattern(), also, strings.Join(append(flags, "-h"), " "))
	}
	fmt.Fprintf(&out, `		esac
	elif ((COMP_CWORD == 1)); then
		words='help %s'
	elif ((COMP_CWORD == 2)); then
		case ${COMP_WORDS[1]} in
		help) words='%[1]s' ;;
`, strings.Join(first, " "))
	for _, word := range first {
		if second := secondWords(all, word); len(second) > 0 {
			fmt.Fprintf(&out, "\t\t%s) words='%s' ;;\n", word, strings.Join(second, " "))
		}
	}
	fmt.Fprint(&out, `		esac
	fi
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _ostrakon ostrakon
`)
	return out.String()
}

func completeZsh(all []described) string {
	var out strings.Builder
	entry := func(word, does string) {
		fmt.Fprintf(&out, " \\\n\t\t\t%s", quoted(strings.ReplaceAll(word, ":", `\:`)+":"+does))
	}
	fmt.Fprint(&out, `#compdef ostrakon
_ostrakon() {
	local -a entries
	if [[ $words[CURRENT] == -* ]]; then
		case "$words[2] $words[3]" in
`)
	for _, c := range all {
		also := ""
		if c.Name == "serve" {
			also = "|-*" // a flag without a command
		}
		fmt.Fprintf(&out, "\t\t(%s%s) entries=(", c.pattern(), also)
		c.eachFlag(func(name, _, does string) { entry("-"+name, does) })
		fmt.Fprint(&out, ") ;;\n")
	}
	fmt.Fprint(&out, `		esac
		_describe -o flag entries
		return
	fi
	case $CURRENT:$words[2] in
	(2:*) entries=(`)
	words, does := firstWords(all)
	for i, word := range words {
		entry(word, does[i])
	}
	fmt.Fprint(&out, ") ;;\n")
	for _, word := range words {
		if second := secondWords(all, word); len(second) > 0 {
			fmt.Fprintf(&out, "\t(3:%s) entries=(%s) ;;\n", word, strings.Join(second, " "))
		}
	}
	fmt.Fprint(&out, `	esac
	_describe command entries || _files
}
if [[ $funcstack[1] == _ostrakon ]]; then _ostrakon "$@"; else compdef _ostrakon ostrakon; fi
`)
	return out.String()
}

func completeFish(all []described) string {
	var out strings.Builder
	fmt.Fprint(&out, `# Completion of ostrakon for fish.
function __ostrakon_in
	string match -q -- "$argv *" (string join ' ' -- (commandline -opc)[2..] '')
end
complete -c ostrakon -f -n __fish_use_subcommand
`)
	words, does := firstWords(all)
	for i, word := range words {
		fmt.Fprintf(&out, "complete -c ostrakon -n __fish_use_subcommand -a %s -d %s\n", word, quoted(does[i]))
		if second := secondWords(all, word); len(second) > 0 {
			fmt.Fprintf(&out, "complete -c ostrakon -n 'test (commandline -opc | count) -eq 2; and __ostrakon_in %s' -a '%s'\n",
				word, strings.Join(second, " "))
		}
	}
	for _, c := range all {
		in := "__ostrakon_in " + c.Name
		for _, second := range secondWords(all, c.Name) {
			in += "; and not __ostrakon_in " + c.Name + " " + second
		}
		c.eachFlag(func(name, value, does string) {
			takes := ""
			if value != "" {
				takes = " -r" // a flag with a value
			}
			fmt.Fprintf(&out, "complete -c ostrakon -n '%s' -o %s%s -d %s\n", in, name, takes, quoted(does))
		})
	}
	return out.String()
}

// quoted writes a text in the single quotes of zsh and of fish.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
