package ballotbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Notice says what happened to a running election, and why: its end was moved, or it went on after a backup of it was
// restored. It is signed as a note, and has one of the two times, as FormatTime writes them.
type Notice struct {
	ElectionID string
	Manifest   Hash
	ClosesAt   string // the new end
	BackupAt   string // when the backup was made: ballots that were cast after it may be lost
	Reason     string // 1..MaxReason characters on one line
}

// MaxReason bounds the reason of a notice, in characters.
const MaxReason = 500

const (
	noticeTitle  = "ostrakon/notice/4"
	resumedTitle = "ostrakon/resumed/4"
)

var errNoticeForm = errors.New("not a notice in the form of version 4")

func (n Notice) text() string {
	title, name, at := noticeTitle, "closesAt", n.ClosesAt
	if n.BackupAt != "" {
		title, name, at = resumedTitle, "backupAt", n.BackupAt
	}
	return fmt.Sprintf("%s\nelection %s\nmanifest %s\n%s %s\nreason %s\n", title, n.ElectionID, n.Manifest, name, at,
		n.Reason)
}

// proper reports whether there is one time, and whether it and the reason have their form.
func (n Notice) proper() bool {
	return (n.ClosesAt == "") != (n.BackupAt == "") && validTime(n.ClosesAt) && validTime(n.BackupAt) &&
		properReason(n.Reason)
}

func properReason(reason string) bool {
	return reason != "" && utf8.RuneCountInString(reason) <= MaxReason && !strings.Contains(reason, "\n")
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
	text, _, err := m.openNote(signed)
	if err != nil {
		return Notice{}, err
	}
	fields := noteFields(text)
	n := Notice{ElectionID: fields["election"], ClosesAt: fields["closesAt"], BackupAt: fields["backupAt"],
		Reason: fields["reason"]}
	if n.Manifest, err = ParseHash(fields["manifest"]); err != nil || !n.proper() || n.text() != text {
		return Notice{}, errNoticeForm
	}
	if n.ElectionID != m.ElectionID || n.Manifest != m.hash {
		return Notice{}, errors.New("it is of another election or manifest")
	}
	return n, nil
}

const cancelledTitle = "ostrakon/cancelled/4"

var errCancellationForm = errors.New("not a cancellation in the form of version 4")

func cancellationText(election string, manifest Hash, reason string) string {
	return fmt.Sprintf("%s\nelection %s\nmanifest %s\nreason %s\n", cancelledTitle, election, manifest, reason)
}

// Cancellation signs that a running election was ended without a count, and why: 1..MaxReason characters on one line.
// It is the last of an election's notices, and its text ends the log. It is an error if the reason has no proper form.
func (s *Signer) Cancellation(election string, manifest Hash, reason string) ([]byte, error) {
	if !properReason(reason) {
		return nil, errCancellationForm
	}
	return s.signNote(originOf(election), cancellationText(election, manifest, reason))
}

// OpenCancellation checks a signed cancellation against a manifest and reads its reason.
func (m *Manifest) OpenCancellation(signed []byte) (reason string, err error) {
	text, _, err := m.openNote(signed)
	if err != nil {
		return "", err
	}
	reason = noteFields(text)["reason"]
	if !properReason(reason) || cancellationText(m.ElectionID, m.hash, reason) != text {
		return "", fmt.Errorf("%w, or of another election or manifest", errCancellationForm)
	}
	return reason, nil
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

// checkNotices reads notices, oldest first. Each that moves the end moves it to a later time.
func (m *Manifest) checkNotices(notices []string) ([]Notice, error) {
	read, end := make([]Notice, 0, len(notices)), m.ClosesAt
	for i, signed := range notices {
		n, err := m.OpenNotice([]byte(signed))
		if err == nil && n.ClosesAt != "" {
			if n.ClosesAt <= end {
				err = fmt.Errorf("the end is moved from %s to %s", end, n.ClosesAt)
			}
			end = n.ClosesAt
		}
		if err != nil {
			return nil, fmt.Errorf("notice %d: %w", i+1, err)
		}
		read = append(read, n)
	}
	return read, nil
}

// isRestored reports whether voting went on after a backup was restored. Then nothing proves the count: its ballots may
// have been counted before the backup was restored, and a second proof about them would open them.
func isRestored(notices []Notice) bool {
	return slices.ContainsFunc(notices, func(n Notice) bool { return n.BackupAt != "" })
}

// sayNotices says in words what notices do.
func sayNotices(notices []Notice) string {
	if len(notices) == 0 {
		return "there are none"
	}
	var says []string
	for _, n := range notices {
		if n.ClosesAt != "" {
			says = append(says, fmt.Sprintf("the end was moved to %s: %q", n.ClosesAt, n.Reason))
		} else {
			says = append(says, fmt.Sprintf("a backup of %s was restored, and ballots cast after it may be lost: %q", n.BackupAt,
				n.Reason))
		}
	}
	return strings.Join(says, "; ")
}

// notesFile is notices.json or recounts.json: the signed notes as a list of strings in canonical JSON.
func notesFile(notices []string) []byte {
	out := []byte{'['}
	for i, n := range notices {
		if i > 0 {
			out = append(out, ',')
		}
		out = AppendString(out, n)
	}
	return append(out, ']')
}

// parseNotes reads what notesFile writes.
func parseNotes(raw []byte) (notices []string, err error) {
	err = parseCanonical(raw, &notices)
	if err == nil && notices == nil {
		err = ErrNotCanonical // null
	}
	return notices, err
}
