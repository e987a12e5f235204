package ballotbox

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestASheetSurvivesPrintingAndTyping(t *testing.T) {
	s := must(NewSecret())
	line := SheetLine(idOf("election"), s)
	if strings.Trim(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:-") != "" {
		t.Errorf("%s does not fit the alphanumeric mode of a QR code", line)
	}
	for name, typed := range map[string]string{
		"as it is":               line,
		"in lower case":          strings.ToLower(line),
		"in groups and lines":    strings.ReplaceAll(line[:60], "A", " A") + "\r\n\t" + line[60:],
		"in the midst of a text": "Keep this sheet.\n" + line + "\nSigned: the committee",
	} {
		election, got, err := ParseSheet(typed)
		if err != nil || election != idOf("election") || !bytes.Equal(got.Bytes(), s.Bytes()) {
			t.Errorf("%s: %s, %v", name, election, err)
		}
	}
}

func TestASheetWithAMistakeIsRefused(t *testing.T) {
	line := SheetLine(idOf("election"), must(NewSecret()))
	for at := len(sheetMark) + 1; at < len(line)-1; at++ { // two bits of the last character are spare
		wrong := []byte(line)
		if wrong[at]++; wrong[at] == 'Z'+1 {
			wrong[at] = '2'
		}
		if _, _, err := ParseSheet(string(wrong)); !errors.Is(err, ErrSheet) {
			t.Errorf("character %d: %v", at, err)
		}
	}
	for _, wrong := range []string{"", sheetMark, line[:len(line)-1], line[1:], strings.Replace(line, strings.ToUpper(idOf("election")), "", 1),
		strings.Replace(line, strings.ToUpper(idOf("election")), strings.ToUpper(idOf("another")), 1)} {
		if _, _, err := ParseSheet(wrong); !errors.Is(err, ErrSheet) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
