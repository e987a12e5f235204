package password

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// ErrMalformed is returned for a stored string that is not one of ours: another function or
// version, another notation, or numbers outside the bounds of this package.
var ErrMalformed = errors.New("password: malformed hash")

// Bounds of a stored string. Lower ones are those of RFC 9106, section 3.1, and of the PHC format;
// upper ones keep a hostile string from costing more than one slow answer.
const (
	maxEncoded   = 256 // bytes of the whole string
	maxMemoryKiB = 1 << 20
	maxPasses    = 16
	minSalt      = 8 // bytes, as are those below
	maxSalt      = 64
	minTag       = 16
	maxTag       = 64
)

// record is a stored string taken apart.
type record struct {
	params    Params
	salt, tag []byte
}

func (r record) String() string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		r.params.MemoryKiB, r.params.Passes, r.params.Lanes, b64(r.salt), b64(r.tag))
}

// parse reads a stored string. It accepts only what String writes, so that a record has exactly one
// notation. Its errors wrap ErrMalformed and never quote the string: they go to the log.
func parse(encoded string) (record, error) {
	if len(encoded) > maxEncoded {
		return record{}, fmt.Errorf("%w: %d bytes, at most %d", ErrMalformed, len(encoded), maxEncoded)
	}
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 {
		return record{}, fmt.Errorf("%w: %d parts instead of 6", ErrMalformed, len(parts))
	}
	var r record
	p := &r.params
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.MemoryKiB, &p.Passes, &p.Lanes); err != nil {
		return record{}, fmt.Errorf("%w: unreadable parameters", ErrMalformed)
	}
	if err := p.check(); err != nil {
		return record{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	var err error
	if r.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return record{}, fmt.Errorf("%w: salt is not base64", ErrMalformed)
	}
	if r.tag, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil {
		return record{}, fmt.Errorf("%w: tag is not base64", ErrMalformed)
	}
	if n := len(r.salt); n < minSalt || n > maxSalt {
		return record{}, fmt.Errorf("%w: salt of %d bytes", ErrMalformed, n)
	}
	if n := len(r.tag); n < minTag || n > maxTag {
		return record{}, fmt.Errorf("%w: tag of %d bytes", ErrMalformed, n)
	}
	// One comparison refuses other functions and versions, signs, leading zeros, and the line
	// breaks and stray last bits that base64 overlooks.
	if r.String() != encoded {
		return record{}, fmt.Errorf("%w: not in our notation", ErrMalformed)
	}
	return r, nil
}

// check reports whether the parameters are within the bounds of this package.
func (p Params) check() error {
	switch {
	case p.Lanes < 1:
		return errors.New("no lanes")
	case p.Passes < 1 || p.Passes > maxPasses:
		return fmt.Errorf("%d passes, want 1 to %d", p.Passes, maxPasses)
	case p.MemoryKiB < 8*uint32(p.Lanes) || p.MemoryKiB > maxMemoryKiB:
		return fmt.Errorf("%d KiB of memory for %d lanes, want 8 a lane to %d", p.MemoryKiB, p.Lanes, maxMemoryKiB)
	}
	return nil
}
