package sealing

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// FuzzOpen: whatever the bytes, they are unreadable or those of a ballot sealed again, for each pair
// of holders alike.
func FuzzOpen(f *testing.F) {
	c := convene(f, 1, 3, 2, 4)
	v := c.draft(source(1))
	sealed := c.seal(f, v)
	f.Add(sealed, v.tag[:])
	for _, tampering := range c.tampers() {
		f.Add(tampering.do(c, v, bytes.Clone(sealed)), v.tag[:])
	}
	openers := []*Opener{c.with(f, true, 1, 2), c.with(f, true, 1, 3), c.with(f, true, 2, 3)}
	f.Fuzz(func(t *testing.T, raw, tag []byte) {
		var tagged Tag
		copy(tagged[:], tag)
		opened := 0
		for _, o := range openers {
			seed, marks, err := o.Open(raw, tagged)
			if err == nil {
				opened++
				if again, err := c.Seal(seed, marks, tagged); err != nil || !bytes.Equal(again, raw) {
					t.Error("sealed again it has other bytes")
				}
			} else if !errors.Is(err, ErrUnreadable) {
				t.Error(err)
			}
		}
		if opened != 0 && opened != len(openers) {
			t.Errorf("%d of %d pairs open it", opened, len(openers))
		}
	})
}

// FuzzParseSheet: a text is no sheet, or has the characters of the sheet of the secret read, in order.
func FuzzParseSheet(f *testing.F) {
	sheet := SheetPrefix + must(ParseSecret(bytesOf(source(1), SecretSize))).Sheet()
	for _, text := range []string{sheet, strings.ToLower(sheet), sheet[13:], sheet[:40] + " \n-" + sheet[40:], sheet + "A",
		""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSheet(text)
		if err != nil {
			if !errors.Is(err, ErrSheet) || s != nil {
				t.Errorf("%v, %v", s, err)
			}
			return
		}
		key := strings.NewReplacer("-", "", " ", "").Replace(strings.Join(strings.Fields(strings.ToUpper(text)), ""))
		if !strings.HasSuffix(key, s.Sheet()) {
			t.Errorf("%q is read as %s", text, s.Sheet())
		}
	})
}
