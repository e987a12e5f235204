package ballotbox

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Notice says that the end of a running election was moved, and why. It is signed as a note.
type Notice struct {
	ElectionID string
	Manifest   Hash
	ClosesAt   string // the new end, as FormatTime writes it
	Reason     string // 1..MaxReason characters on one line
}

// MaxReason bounds the reason of a notice, in characters.
const MaxReason = 500

const noticeTitle = "ostrakon/notice/3"

var errNoticeForm = errors.New("not a notice in the form of version 3")

func (n Notice) text() string {
	return fmt.Sprintf("%s\nelection %s\nmanifest %s\nclosesAt %s\nreason %s\n", noticeTitle, n.ElectionID, n.Manifest, n.ClosesAt, n.Reason)
}

// proper reports whether the time and the reason have their form.
func (n Notice) proper() bool {
	return n.ClosesAt != "" && validTime(n.ClosesAt) && n.Reason != "" && utf8.RuneCountInString(n.Reason) <= MaxReason && !strings.Contains(n.Reason, "\n")
}

// Notice signs a notice. It is an error if the time or the reason has no proper form.
func (s *Signer) Notice(n Notice) ([]byte, error) {
	if !n.proper() {
		return nil, errNoticeForm
	}
	return s.signNote(originOf(n.ElectionID), n.text())
}

// OpenNotice checks a signed notice against a manifest and reads it.
func (m *Manifest) OpenNotice(signed []byte) (Notice, error) {
	text, err := m.openNote(signed)
	if err != nil {
		return Notice{}, err
	}
	fields := noteFields(text)
	n := Notice{ElectionID: fields["election"], ClosesAt: fields["closesAt"], Reason: fields["reason"]}
	if n.Manifest, err = ParseHash(fields["manifest"]); err != nil || !n.proper() || n.text() != text {
		return Notice{}, errNoticeForm
	}
	if n.ElectionID != m.ElectionID || n.Manifest != m.hash {
		return Notice{}, errors.New("it is of another election or manifest")
	}
	return n, nil
}

// noteFields are the lines of a note's text, each a name and a value.
func noteFields(text string) map[string]string {
	fields := make(map[string]string)
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		fields[name] = value
	}
	return fields
}

// noticesFile is notices.json: the signed notices as a list of strings in canonical JSON.
func noticesFile(notices []string) []byte {
	out := []byte{'['}
	for i, n := range notices {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendString(out, n)
	}
	return append(out, ']')
}

// parseNotices reads what noticesFile writes.
func parseNotices(raw []byte) (notices []string, err error) {
	err = parseCanonical(raw, &notices)
	if err == nil && notices == nil {
		err = ErrNotCanonical // null
	}
	return notices, err
}
