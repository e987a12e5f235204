package command

import (
	"errors"
	"flag"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
)

// SettingsFile is where a package for Debian has the settings of the machine, such as OSTRAKON_DATA=/var/lib/ostrakon.
// The service and every command but demo read them, and the environment goes before them.
const SettingsFile = "/etc/default/ostrakon"

// readSettings reads the file of settings, and logs what it and the environment set in vain.
func (a *App) readSettings() (err error) {
	if a.SettingsFile != "" {
		if a.settings, err = linesOf(a.SettingsFile); err != nil {
			return err
		}
	}
	a.warnOfUnknown()
	return nil
}

// linesOf returns the lines of a file of settings, without comments. A file that is not there or that this user may not
// read has none.
func linesOf(path string) (lines []string, err error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		name, value, found := strings.Cut(line, "=")
		if !found {
			return nil, Usagef("%s: %q is not of the form NAME=value", path, line)
		}
		if last := len(value) - 1; last > 0 && value[0] == value[last] && (value[0] == '"' || value[0] == '\'') {
			value = value[1:last]
		}
		lines = append(lines, name+"="+value)
	}
	return lines, nil
}

// env looks up a variable in the environment and in the settings.
func (a *App) env(name string) (value string, ok bool) {
	for _, lines := range [][]string{a.settings, a.Env} {
		for _, line := range lines {
			if set, found := strings.CutPrefix(line, name+"="); found {
				value, ok = set, true
			}
		}
	}
	return value, ok
}

// fromEnvironment sets the flags that the environment or the settings name.
func (a *App) fromEnvironment(f *flagSet) (err error) {
	f.VisitAll(func(fl *flag.Flag) {
		name := variable(fl.Name)
		if value, ok := a.env(name); ok && err == nil {
			if serr := f.Set(fl.Name, value); serr != nil {
				err = Usagef("%s: %w", name, serr)
			}
		}
	})
	return err
}

// variable returns the name of the variable that sets a flag.
func variable(flag string) string {
	return variables + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// variables begins the names of the variables that set flags.
const variables = "OSTRAKON_"

// warnOfUnknown logs the variables that would set a flag if a command had one of that name.
func (a *App) warnOfUnknown() {
	unknown := make(map[string]bool)
	for _, line := range slices.Concat(a.settings, a.Env) {
		if name, _, _ := strings.Cut(line, "="); strings.HasPrefix(name, variables) {
			unknown[name] = true
		}
	}
	if len(unknown) == 0 {
		return
	}
	var known []string
	for _, c := range describe() {
		c.flags.VisitAll(func(f *flag.Flag) { known = append(known, variable(f.Name)) })
	}
	for _, name := range known {
		delete(unknown, name)
	}
	for _, name := range slices.Sorted(maps.Keys(unknown)) {
		says := []any{"variable", name}
		nearest := slices.MinFunc(known, func(a, b string) int { return distance(a, name) - distance(b, name) })
		if distance(nearest, name) <= 2 {
			says = append(says, "perhaps", nearest)
		}
		a.logger(slog.LevelWarn).Warn("no command has a flag of this name", says...)
	}
}
