// Package po makes files of GNU gettext of the words of a language, as translators have tools for, and takes them back.
//
//	po.go      the format
//	export.go  a language as a file
//	import.go  a file as the files of a language
package po

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxSize is the most bytes of a file that Parse reads.
const MaxSize = 8 << 20

// File is a file of translations into one language.
type File struct {
	Language string
	Forms    int    // how many plural forms the language has
	Rule     string // which of them a number n takes
	Entries  []Entry
}

// Entry is one text.
type Entry struct {
	Key      string   // the context, which makes it one of its own
	Text     string   // in English
	Plural   string   // in English, of a text that depends on a number; else ""
	Said     []string // in the language: the plural forms, or one text
	Comments []string
	Old      bool // it was made from another English text
}

// Write returns the file.
func (f File) Write() []byte {
	var b strings.Builder
	b.WriteString("msgid \"\"\nmsgstr \"\"\n")
	for _, line := range []string{"Project-Id-Version: Ostrakon", "Language: " + f.Language, "MIME-Version: 1.0",
		"Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit",
		fmt.Sprintf("Plural-Forms: nplurals=%d; plural=(%s);", f.Forms, f.Rule)} {
		b.WriteString(quoted(line+"\n") + "\n")
	}
	for _, e := range f.Entries {
		b.WriteString("\n")
		for _, comment := range e.Comments {
			b.WriteString("#. " + comment + "\n")
		}
		if e.Old {
			b.WriteString("#, fuzzy\n")
		}
		b.WriteString("msgctxt " + quoted(e.Key) + "\nmsgid " + quoted(e.Text) + "\n")
		if e.Plural == "" {
			b.WriteString("msgstr " + quoted(strings.Join(e.Said, "")) + "\n")
			continue
		}
		b.WriteString("msgid_plural " + quoted(e.Plural) + "\n")
		for i := range f.Forms {
			said := ""
			if i < len(e.Said) {
				said = e.Said[i]
			}
			fmt.Fprintf(&b, "msgstr[%d] %s\n", i, quoted(said))
		}
	}
	return []byte(b.String())
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`)

// quoted writes a text as the format has it.
func quoted(text string) string { return `"` + escapes.Replace(text) + `"` }

// unquoted reads what quoted wrote.
func unquoted(text string) (string, error) {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return "", fmt.Errorf("no text in quotation marks: %.60s", text)
	}
	text = text[1 : len(text)-1]
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			return "", fmt.Errorf("a quotation mark inside a text: %.60s", text)
		}
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		i++
		if i == len(text) {
			return "", fmt.Errorf("a text ends within an escape: %.60s", text)
		}
		at := strings.IndexByte(`\"ntr`, text[i])
		if at < 0 {
			return "", fmt.Errorf("nothing is known of the escape \\%c", text[i])
		}
		b.WriteByte("\\\"\n\t\r"[at])
	}
	return b.String(), nil
}

// parser reads a file line by line.
type parser struct {
	file  File
	entry Entry
	into  *string // the text that goes on in lines of quotation marks alone
	begun bool    // the entry has a line
}

// Parse reads a file.
func Parse(content []byte) (File, error) {
	if len(content) > MaxSize {
		return File{}, fmt.Errorf("the file has more than %d bytes", MaxSize)
	}
	p := &parser{}
	n := 0
	for line := range strings.Lines(strings.ToValidUTF8(string(content), "\uFFFD")) {
		n++
		if err := p.line(strings.TrimSpace(line)); err != nil {
			return File{}, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := p.end(); err != nil {
		return File{}, fmt.Errorf("line %d: %w", n, err)
	}
	return p.file, nil
}

// line reads a line.
func (p *parser) line(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "":
		return p.end()
	case line[0] == '"':
		if p.into == nil {
			return fmt.Errorf("a text that belongs to nothing")
		}
		text, err := unquoted(line)
		*p.into += text
		return err
	case line[0] == '#':
		if p.begun && p.into != nil { // a comment begins the next entry
			if err := p.end(); err != nil {
				return err
			}
		}
		p.entry.Old = p.entry.Old || strings.HasPrefix(line, "#,") && strings.Contains(line, "fuzzy")
		return nil
	case word == "msgctxt" && p.begun:
		if err := p.end(); err != nil {
			return err
		}
	}
	return p.keyword(word, strings.TrimSpace(rest))
}

// keyword reads a line that begins a text.
func (p *parser) keyword(word, rest string) error {
	p.begun = true
	text, err := unquoted(rest)
	if err != nil {
		return err
	}
	switch word {
	case "msgctxt":
		p.into = &p.entry.Key
	case "msgid":
		p.into = &p.entry.Text
	case "msgid_plural":
		p.into = &p.entry.Plural
	default:
		if word != "msgstr" && word != fmt.Sprintf("msgstr[%d]", len(p.entry.Said)) || len(p.entry.Said) > 9 {
			return fmt.Errorf("nothing is known of %.40q here", word)
		}
		p.entry.Said = append(p.entry.Said, "")
		p.into = &p.entry.Said[len(p.entry.Said)-1]
	}
	*p.into = text
	return nil
}

// end ends an entry.
func (p *parser) end() error {
	e := p.entry
	begun := p.begun
	p.entry, p.into, p.begun = Entry{}, nil, false
	if !begun {
		return nil
	}
	if len(e.Said) == 0 {
		return fmt.Errorf("a text without msgstr")
	}
	if e.Key == "" && e.Text == "" {
		return p.header(e.Said[0])
	}
	p.file.Entries = append(p.file.Entries, e)
	return nil
}

// header reads the head of the file.
func (p *parser) header(text string) error {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch name {
		case "Language":
			p.file.Language = value
		case "Plural-Forms":
			count, rule, _ := strings.Cut(strings.TrimPrefix(value, "nplurals="), "; plural=")
			forms, err := strconv.Atoi(count)
			if err != nil || forms < 1 || forms > 9 {
				return fmt.Errorf("nothing is known of %.60q", value)
			}
			p.file.Forms = forms
			p.file.Rule = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(rule, ";"), "("), ")")
		}
	}
	return nil
}
