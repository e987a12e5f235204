package ballotbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// ErrNotCanonical means that a JSON text is not in the one form that its value has.
var ErrNotCanonical = errors.New("not canonical JSON")

// canonical writes a value as JSON in the one form of RFC 8785: members sorted by name, no white space, the shortest
// escapes. Numbers are whole, from 0 to 2^52-1. The type's json tags name the members.
func canonical(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return nil, err
	}
	return appendCanonical(nil, tree)
}

// parseCanonical reads JSON in the canonical form of its value: each member is there once, none is unknown.
func parseCanonical(raw []byte, into any) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%w: %w", ErrNotCanonical, err)
	}
	again, err := canonical(into)
	if err == nil && !bytes.Equal(raw, again) {
		err = ErrNotCanonical
	}
	return err
}

func appendCanonical(out []byte, v any) ([]byte, error) {
	var err error
	switch v := v.(type) {
	case nil:
		return append(out, "null"...), nil
	case bool:
		return strconv.AppendBool(out, v), nil
	case json.Number:
		n, err := strconv.ParseUint(string(v), 10, 52)
		if err != nil {
			return nil, fmt.Errorf("%w: %s is not a whole number from 0 to 2^52-1", ErrNotCanonical, v)
		}
		return strconv.AppendUint(out, n, 10), nil
	case string:
		return AppendString(out, v), nil
	case []any:
		out = append(out, '[')
		for i, item := range v {
			if i > 0 {
				out = append(out, ',')
			}
			if out, err = appendCanonical(out, item); err != nil {
				return nil, err
			}
		}
		return append(out, ']'), nil
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names) // member names are ASCII, so bytes sort as RFC 8785 asks
		out = append(out, '{')
		for i, name := range names {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(AppendString(out, name), ':')
			if out, err = appendCanonical(out, v[name]); err != nil {
				return nil, err
			}
		}
		return append(out, '}'), nil
	}
	return nil, fmt.Errorf("%w: %T", ErrNotCanonical, v)
}

// AppendString appends a string with the escapes of RFC 8785, section 3.2.2.2, and no others.
func AppendString(out []byte, s string) []byte {
	const short = "\b\t\n\f\r\"\\"
	const letters = `btnfr"\`
	out = append(out, '"')
	for i := range len(s) {
		c := s[i]
		if at := bytes.IndexByte([]byte(short), c); at >= 0 {
			out = append(out, '\\', letters[at])
		} else if c < 0x20 {
			out = fmt.Appendf(out, `\u%04x`, c)
		} else {
			out = append(out, c)
		}
	}
	return append(out, '"')
}
