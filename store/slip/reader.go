package slip

import (
	"bytes"
	"encoding/base64"
	"encoding/json"

	"ostrakon/store/ballotbox"
)

// reader reads the one form of a file from its start. After the first thing that is not as it must be, all it reads is
// empty.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) fail() { r.failed = true }

// take passes over a text, which must follow.
func (r *reader) take(text string) {
	if !r.has(text) {
		r.fail()
	}
}

// has passes over a text if it follows.
func (r *reader) has(text string) bool {
	if r.failed || len(r.rest) < len(text) || string(r.rest[:len(text)]) != text {
		return false
	}
	r.rest = r.rest[len(text):]
	return true
}

// list reads a list of at least one item.
func (r *reader) list(item func()) {
	r.take("[")
	for item(); r.has(","); {
		item()
	}
	r.take("]")
}

// listOrNone reads a list of any number of items.
func (r *reader) listOrNone(item func()) {
	if !r.has("[]") {
		r.list(item)
	}
}

// number reads a whole number from 1 to a limit.
func (r *reader) number(limit int) int {
	n, digits := 0, 0
	for !r.failed && digits < len(r.rest) && r.rest[digits] >= '0' && r.rest[digits] <= '9' && n <= limit {
		n, digits = 10*n+int(r.rest[digits]-'0'), digits+1
	}
	if n < 1 || n > limit || r.rest[0] == '0' {
		r.fail()
		return 0
	}
	r.rest = r.rest[digits:]
	return n
}

// text reads a text of so many characters, none of which JSON would escape.
func (r *reader) text(length int) string {
	r.take(`"`)
	if r.failed || len(r.rest) < length {
		r.fail()
		return ""
	}
	text := string(r.rest[:length])
	r.rest = r.rest[length:]
	r.take(`"`)
	return text
}

// name reads a text in its one form.
func (r *reader) name() (name string) {
	end := 1
	for end < len(r.rest) && r.rest[end] != '"' {
		if r.rest[end] == '\\' {
			end++
		}
		end++
	}
	if r.failed || end >= len(r.rest) || json.Unmarshal(r.rest[:end+1], &name) != nil ||
		!bytes.Equal(ballotbox.AppendString(nil, name), r.rest[:end+1]) {
		r.fail()
		return ""
	}
	r.rest = r.rest[end+1:]
	return name
}

func (r *reader) id() string {
	id := r.text(26)
	if ballotbox.ParseID(id) != nil {
		r.fail()
	}
	return id
}

func (r *reader) bytes() (raw [32]byte) {
	const length = 44
	text := r.text(length)
	decoded, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || len(decoded) != len(raw) || len(text) != length {
		r.fail()
		return raw
	}
	return [32]byte(decoded)
}

func (r *reader) person() (p Login) {
	r.take("[")
	p.ID = r.id()
	r.take(",")
	p.Printed = r.bytes()
	r.take(",")
	p.Reserve = r.bytes()
	r.take("]")
	return p
}

func (r *reader) lines(groups int) (lines []Line) {
	r.list(func() {
		r.take("[")
		line := Line{Weight: ballotbox.Weight(r.number(int(ballotbox.MaxWeight)))}
		r.take(",")
		r.listOrNone(func() { line.Groups = append(line.Groups, r.number(groups)) })
		for r.has(",") {
			line.Keys = append(line.Keys, r.bytes())
		}
		r.take("]")
		lines = append(lines, line)
	})
	return lines
}
