package ballotbox

import (
	"errors"
	"strings"
	"testing"
)

func TestCanonicalWritesTheOneFormOfAValue(t *testing.T) {
	for name, c := range map[string]struct {
		value any
		want  string
	}{
		"members sorted, also inside": {map[string]any{"b": 1, "a": map[string]any{"d": 2, "c": 3}, "B": 0},
			`{"B":0,"a":{"c":3,"d":2},"b":1}`},
		"arrays in their order":         {[]any{3, "x", nil, true, false, []any{}}, `[3,"x",null,true,false,[]]`},
		"nothing in an object":          {map[string]any{}, `{}`},
		"the string of RFC 8785, 3.2.3": {"\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/", `"€$\u000f\nA'B\"\\\\\"/"`},
		"short escapes":                 {"\b\t\n\f\r", `"\b\t\n\f\r"`},
		"other control characters":      {"\x00\x1f\x0b", `"\u0000\u001f\u000b"`},
		"no escape where none is due": {"<>&/\u2028\u2029\x7f\u0080é\U0001f5f3",
			"\"<>&/\u2028\u2029\x7f\u0080é\U0001f5f3\""},
		"numbers":         {[]any{0, int64(1<<52 - 1), 1}, `[0,4503599627370495,1]`},
		"bytes as base64": {[]byte{0xff, 0xfe}, `"//4="`},
	} {
		got, err := canonical(c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v\nwant %s", name, got, err, c.want)
		}
	}
}

func TestCanonicalRefusesNumbersThatAreNotSmallAndWhole(t *testing.T) {
	for _, v := range []any{-1, 0.5, 1e30, int64(1 << 52), int64(1 << 60)} {
		if got, err := canonical(v); !errors.Is(err, ErrNotCanonical) {
			t.Errorf("%v is written as %s", v, got)
		}
	}
}

func TestParseCanonicalTakesNothingElse(t *testing.T) {
	type inner struct {
		Text string `json:"text"`
	}
	type value struct {
		Many []inner `json:"many"`
		N    int     `json:"n"`
	}
	const right = `{"many":[{"text":"é<\n"}],"n":1}`
	var v value
	if err := parseCanonical([]byte(right), &v); err != nil || v.N != 1 || v.Many[0].Text != "é<\n" {
		t.Fatalf("%s: %+v, %v", right, v, err)
	}
	for _, wrong := range []string{
		"", "null", "[]", `"x"`, right + "\n", " " + right, right + right,
		strings.Replace(right, `:`, `: `, 1),
		strings.Replace(right, `"n":1`, `"n":1,"n":1`, 1),
		strings.Replace(right, `"n":1`, `"n":1,"o":1`, 1),
		strings.Replace(right, `"n":1`, `"N":1`, 1),
		strings.Replace(right, `"n":1`, `"n":01`, 1),
		strings.Replace(right, `"n":1`, `"n":1.0`, 1),
		strings.Replace(right, `"n":1`, `"n":1e0`, 1),
		strings.Replace(right, `"n":1`, `"n":-0`, 1),
		strings.Replace(right, `"n":1`, `"n":"1"`, 1),
		strings.Replace(right, `"n":1`, `"n":null`, 1),
		strings.Replace(right, `,"n":1`, ``, 1),
		`{"n":1,"many":[{"text":"é<\n"}]}`,
		strings.Replace(right, `é`, `\u00e9`, 1),
		strings.Replace(right, `<`, `\u003c`, 1),
		strings.Replace(right, `\n`, `\u000a`, 1),
		strings.Replace(right, `é`, "\xc3", 1),
		strings.Replace(right, `é`, `\udc00`, 1),
		strings.Replace(right, `"é<\n"`, `null`, 1),
		strings.Replace(right, `{"text":"é<\n"}`, `null`, 1),
	} {
		var v value
		if err := parseCanonical([]byte(wrong), &v); !errors.Is(err, ErrNotCanonical) {
			t.Errorf("%s is taken: %+v, %v", wrong, v, err)
		}
	}
}
