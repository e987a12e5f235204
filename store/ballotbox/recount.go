package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"ostrakon/store/sealing"
)

// Recount says what holders found who counted again the box that a seal names. They and the installation sign it as a
// note. The seal stays.
type Recount struct {
	Sealed  Hash           // SHA-256 of the text of the seal
	Found   Seal           // what a seal of this count would say
	Missing []sealing.Code // those found that the seal does not have, sorted
	Extra   []sealing.Code // those of the seal that were not found, sorted
}

const recountTitle = "ostrakon/recount/4"

var errRecountForm = errors.New("not a second count in the form of version 4")

// sameBallots reports whether a seal is of such counts and codes. A second count with others has no proof: the same
// ballots would be in two proofs, which open them together.
func (s Seal) sameBallots(counts []byte, codes []sealing.Code) bool {
	return s.Counts == countsHash(counts) && s.CodesRoot == rootOfCodes(codes)
}

// same reports whether a second count found what a seal says.
func (r Recount) same(s Seal) bool {
	return r.Found.Counts == s.Counts && r.Found.CodesRoot == s.CodesRoot && r.Found.Result == s.Result &&
		(s.Proof == nil || r.Found.Proof != nil && *r.Found.Proof == *s.Proof)
}

func (r Recount) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nseal %s\n%s", recountTitle, r.Sealed, strings.TrimPrefix(r.Found.text(), sealTitle+"\n"))
	for _, c := range r.Missing {
		fmt.Fprintf(&b, "missing %s\n", c)
	}
	for _, c := range r.Extra {
		fmt.Fprintf(&b, "extra %s\n", c)
	}
	return b.String()
}

// newRecount compares a second count with a seal, by its text and its codes.
func newRecount(sealed string, codes []sealing.Code, found Seal, foundCodes []sealing.Code) Recount {
	return Recount{
		Sealed: sha256.Sum256([]byte(sealed)), Found: found,
		Missing: without(foundCodes, codes), Extra: without(codes, foundCodes),
	}
}

// without are the sorted codes that are left when others, also sorted, are taken out, each as often as it is there.
func without(codes, others []sealing.Code) []sealing.Code {
	var left []sealing.Code
	for _, c := range codes {
		for len(others) > 0 && compareCodes(others[0], c) < 0 {
			others = others[1:]
		}
		if len(others) > 0 && others[0] == c {
			others = others[1:]
		} else {
			left = append(left, c)
		}
	}
	return left
}

// openRecount reads a signed second count, and returns the signatures of the holders who counted: at least the
// manifest's threshold.
func (m *Manifest) openRecount(signed []byte) (r Recount, by []note.Signature, err error) {
	text, by, err := m.openByHolders(signed)
	if err != nil {
		return r, nil, err
	}
	lines := strings.SplitAfter(text, "\n")
	for _, kind := range []struct {
		name string
		to   *[]sealing.Code
	}{{"extra", &r.Extra}, {"missing", &r.Missing}} {
		for len(lines) > 1 {
			code, found := strings.CutPrefix(lines[len(lines)-2], kind.name+" ")
			if !found {
				break
			}
			c, err := sealing.ParseCode(strings.TrimSuffix(code, "\n"))
			if err != nil {
				return r, nil, err
			}
			*kind.to, lines = append(*kind.to, c), slices.Delete(lines, len(lines)-2, len(lines)-1)
		}
		slices.Reverse(*kind.to)
		if !slices.IsSortedFunc(*kind.to, compareCodes) {
			return r, nil, errUnsorted
		}
	}
	head, rest, _ := strings.Cut(strings.Join(lines, ""), "\n")
	sealed, rest, _ := strings.Cut(rest, "\n")
	if r.Sealed, err = ParseHash(strings.TrimPrefix(sealed, "seal ")); err == nil {
		r.Found, err = parseSeal(sealTitle + "\n" + rest)
	}
	if err == nil && (head != recountTitle || r.text() != text) {
		err = errRecountForm
	}
	return r, by, err
}

// fits checks that a second count is of the box and the seal of a first one, and that its codes follow from those of
// the seal.
func (r Recount) fits(sealed string, s Seal, codes []sealing.Code) error {
	same := r.Found
	same.Counts, same.CodesRoot, same.Result = s.Counts, s.CodesRoot, s.Result
	same.CountedAt, same.CountedBy = s.CountedAt, s.CountedBy
	if same.Proof != nil && s.Proof != nil {
		same.Proof = s.Proof
	}
	found := slices.Concat(without(codes, r.Extra), r.Missing)
	slices.SortFunc(found, compareCodes)
	switch {
	case r.Sealed != sha256.Sum256([]byte(sealed)) || same.text() != s.text():
		return errors.New("it is of another seal or another box")
	case rootOfCodes(found) != r.Found.CodesRoot || len(without(r.Extra, codes)) > 0:
		return errors.New("its codes do not follow from those of the seal")
	}
	return nil
}

// Recounted says who counted again, when, and what they found.
type Recounted struct {
	Recount
	At      time.Time
	Holders []string // their names
	Same    bool     // as the seal says
}

// ReadRecount reads a signed second count of a bundle's seal. It is an error if it is not of this seal, or not signed.
func (b *Bundle) ReadRecount(signed []byte) (Recounted, error) {
	var c Recounted
	m, err := ParseManifest(b.Manifest)
	if err != nil {
		return c, err
	}
	s, _, err := m.openSeal(b.Seal)
	if err != nil {
		return c, err
	}
	return m.readRecount(signed, NoteText(b.Seal), s, b.Codes)
}

func (m *Manifest) readRecount(signed []byte, sealed string, s Seal, codes []sealing.Code) (Recounted, error) {
	r, by, err := m.openRecount(signed)
	if err == nil {
		err = r.fits(sealed, s, codes)
	}
	c := Recounted{Recount: r, Same: r.same(s)}
	if err == nil {
		c.At, err = time.Parse(timeForm, r.Found.CountedAt)
	}
	for i, h := range m.Holders {
		if slices.ContainsFunc(by, func(sig note.Signature) bool { return sig.Name == m.holderName(i+1) }) {
			c.Holders = append(c.Holders, h.Name)
		}
	}
	return c, err
}

// ErrDiffers means that holders who counted again found something else than the seal says.
var ErrDiffers = errors.New("COUNTED AGAIN, AND IT DIFFERS")

// recounts checks the second counts. One that differs fails: then the seal or the second count is wrong.
func (v *bundleVerifier) recounts() {
	if v.cancelled {
		v.noCount("recounts", len(v.b.Recounts))
		return
	}
	var err error
	if !v.sealed {
		err = errNoSeal
	}
	says := []string{}
	for i, signed := range v.b.Recounts {
		if err != nil {
			break
		}
		c, wrong := v.m.readRecount([]byte(signed), NoteText(v.b.Seal), v.s, v.b.Codes)
		said := fmt.Sprintf("counted again at %s by %s, by %q", c.Found.CountedAt, c.Found.CountedBy, c.Holders)
		switch {
		case wrong != nil:
			err = fmt.Errorf("second count %d: %w", i+1, wrong)
		case !c.Same:
			v.found = append(v.found, c.Missing...)
			err = fmt.Errorf("%w: %s: %d codes are missing in the seal's, %d were not found; its result is %s", ErrDiffers, said,
				len(c.Missing), len(c.Extra), c.Found.Result)
		}
		says = append(says, said+": the same")
	}
	if len(says) == 0 {
		says = append(says, "nobody has counted again")
	}
	v.note("recounts", strings.Join(says, "; "), err)
}

// sealOf reads the seal of a box that was counted before, and checks that it names the box with this checkpoint. It
// returns nil for a box that was not counted.
func (b *Box) sealOf(m *Manifest, cast Checkpoint) (*Seal, error) {
	if len(b.Seal) == 0 {
		if len(b.Codes) > 0 {
			return nil, errors.New("there are codes in the box, and no seal")
		}
		return nil, nil
	}
	s, _, err := m.openSeal(b.Seal)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the seal in the box: %w", err)
	case s.ElectionID != m.ElectionID || s.Manifest != m.hash:
		return nil, errors.New("the seal in the box is of another election or manifest")
	case s.Cast != cast:
		return nil, fmt.Errorf("the seal names the root %s, and the box has %s: it is not the box that was counted",
			s.Cast.Root, cast.Root)
	case rootOfCodes(b.Codes) != s.CodesRoot || !slices.IsSortedFunc(b.Codes, compareCodes):
		return nil, errors.New("the codes in the box are not those of the seal")
	}
	return &s, nil
}

// unsigned returns the text that holders sign after a count of the box: that of a seal or, if the box has a seal
// already, that of a second count.
func (b *Box) unsigned(s Seal, codes []sealing.Code) string {
	if len(b.Seal) == 0 {
		return s.text()
	}
	return newRecount(NoteText(b.Seal), b.Codes, s, codes).text()
}

// again takes the place of the seal where a count of a box that was counted before is accepted.
func (v *bundleVerifier) again(b *Box) {
	r, _, err := v.m.openRecount(v.b.Seal)
	v.s, v.sealed = r.Found, err == nil
	if err == nil {
		var first Seal
		if first, _, err = v.m.openSeal(b.Seal); err == nil {
			err = r.fits(NoteText(b.Seal), first, b.Codes)
			v.differs = !first.sameBallots(v.b.Counts, v.b.Codes)
		}
	}
	if err == nil && !bytes.Equal([]byte(r.text()), []byte(b.unsigned(r.Found, v.b.Codes))) {
		err = errors.New("it does not say how its codes differ from those of the seal")
	}
	v.note("seal", "", err)
}

// Same reports whether a count of a box that was counted before found what its seal says.
func (b *Box) Same(c *Count) (bool, error) {
	m, err := ParseManifest(b.Manifest)
	if err != nil {
		return false, err
	}
	s, _, err := m.openSeal(b.Seal)
	proof := proofHash(c.Invalid, c.Proof)
	found := Seal{Counts: countsHash(c.Counts), CodesRoot: rootOfCodes(c.Codes), Result: ResultHash(c.Result),
		Proof: &proof}
	return Recount{Found: found}.same(s), err
}
