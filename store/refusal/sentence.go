package refusal

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// placeholders are the names that a text has in braces.
func placeholders(text string) (names []string) {
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// write puts facts in the place of their names.
func write(text string, facts Facts) string {
	return placeholder.ReplaceAllStringFunc(text, func(name string) string {
		if value, known := facts[name[1:len(name)-1]]; known {
			return written(name[1:len(name)-1], value)
		}
		return name
	})
}

// written writes a fact for people, numbers of some names with a unit. It leaves text as somebody sent it.
func written(name string, value any) string {
	switch value := value.(type) {
	case string:
		return value
	case []string:
		return list(value)
	}
	n, err := strconv.ParseInt(fmt.Sprint(value), 10, 64)
	switch {
	case err != nil:
		return fmt.Sprint(value)
	case name == "retryAfter":
		return duration(n)
	case name == "limit" || name == "size" || name == "maxBytes":
		return size(n)
	}
	return grouped(n)
}

func list(choices []string) string {
	last := len(choices) - 1
	if last < 1 {
		return strings.Join(choices, "")
	}
	return strings.Join(choices[:last], ", ") + " or " + choices[last]
}

func duration(seconds int64) string {
	switch {
	case seconds == 1:
		return "1 second"
	case seconds >= 7200:
		return fmt.Sprintf("%d hours", (seconds+1800)/3600)
	case seconds >= 120:
		return fmt.Sprintf("%d minutes", (seconds+30)/60)
	}
	return fmt.Sprintf("%d seconds", seconds)
}

func size(bytes int64) string {
	if bytes < 64<<10 && bytes%1024 != 0 {
		return grouped(bytes) + " bytes"
	}
	units := []string{"bytes", "KiB", "MiB", "GiB"}
	n := float64(bytes)
	for n >= 1024 && len(units) > 1 {
		n, units = n/1024, units[1:]
	}
	return strconv.FormatFloat(float64(int64(n*10+0.5))/10, 'f', -1, 64) + " " + units[0]
}

// grouped writes a number of five digits or more in groups: a year stays as it is.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	if n < 10_000 && n > -10_000 {
		return digits
	}
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
