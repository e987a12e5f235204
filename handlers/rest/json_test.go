package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"ostrakon/store/refusal"
)

func TestEscapesOfCharactersAreRead(t *testing.T) {
	for text, want := range map[string]string{
		`\ud83c\udffa`: "🏺", `\uD83C\uDFFA\uD83C\uDFFA!`: "🏺🏺!", `\\ud800`: `\ud800`, `\\\u00e9`: `\é`, `\ufffd`: "\ufffd",
		`\"\/\n`: "\"/\n",
	} {
		var body struct {
			Title string `json:"title"`
		}
		if err := Unmarshal([]byte(`{"title":"`+text+`"}`), &body); err != nil || body.Title != want {
			t.Errorf("%s: %q, %v", text, body.Title, err)
		}
	}
}

// A field of any type names itself when its value does not fit: none is left empty in silence.
func TestValuesThatDoNotFitAreRefused(t *testing.T) {
	var body struct {
		At time.Time `json:"at"`
	}
	var problem *refusal.Problem
	if err := Unmarshal([]byte(`{"at":"soon"}`), &body); !errors.As(err, &problem) ||
		len(problem.Fields()) != 1 || problem.Fields()[0].Name != "at" || problem.Fields()[0].Fault != refusal.NotTime {
		t.Errorf("%+v, error %v", body, err)
	}
}

// UnmarshalJSON lets encoding/json read the same fields, to be compared.
func (o *Optional[T]) UnmarshalJSON(raw []byte) error {
	if o.Set, o.Null = true, string(raw) == "null"; o.Null {
		return nil
	}
	return json.Unmarshal(raw, &o.Value)
}

// fuzzed is a body like that of an election, with each kind of field.
type fuzzed struct{ fields }

type fields struct {
	Title       Optional[string] `json:"title"`
	Description Optional[string] `json:"description"`
	TimeZone    Optional[string] `json:"timeZone"`
	Settings    struct {
		ShuffleCandidates *bool   `json:"shuffleCandidates"`
		Electorate        *string `json:"electorate"`
		MaxProxies        *int    `json:"maxProxies"`
		AutoOpen          *bool   `json:"autoOpen"`
		AutoCount         *bool   `json:"autoCount"`

		Quorum Optional[struct {
			Least []int `json:"least"`
		}] `json:"quorum"`
	} `json:"settings"`
	OpensAt  Optional[time.Time] `json:"opensAt"`
	ClosesAt Optional[time.Time] `json:"closesAt"`
}

// What is taken is what encoding/json takes, and has no member twice and none under another name.
func FuzzReadBody(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` {"title":"A","settings":{"shuffleCandidates":true,"electorate":null}} `, `{"title":"A","title":"B"}`,
		`{"Title":"A"}`,
		`{"settings":{"electorate":"roll","electorate":"open"}}`, `{"settings":null}`, `{"settings":7}`,
		`{"settings":{"quorum":{"least":[1,4]},"maxProxies":3}}`, `{"opensAt":"2031-06-01T08:00:00Z"}`,
		`{"t\u0069tle":"A","title":"B"}`, `{"title":"\ud800"}`, `{"":{}}`, `{"title":[{"a":1,"a":2}]}`, `{"a":`, `[]`, "\xff",
		`{} {}`, `{"title":"A",}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var got fuzzed
		if err := Unmarshal(raw, &got); err != nil {
			return
		}
		var want fuzzed
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		if err := d.Decode(&want); err != nil {
			t.Fatalf("taken, though encoding/json says %v", err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("read as %+v, encoding/json reads %+v", got, want)
		}
		names := map[string]bool{"title": true, "description": true, "settings": true, "timeZone": true, "opensAt": true,
			"closesAt": true}
		nested := map[string]bool{
			"shuffleCandidates": true, "electorate": true, "quorum": true, "quorum.least": true,
			"maxProxies": true, "autoOpen": true, "autoCount": true,
		}
		seen := make(map[string]bool)
		for name := range memberNames(t, raw) {
			if path := strings.TrimPrefix(name, "settings."); seen[name] || !names[name] && (path == name || !nested[path]) {
				t.Errorf("the member %q was taken", name)
			}
			seen[name] = true
		}
	})
}

// memberNames yields the name of each member of an object, and of those in the objects that it
// holds, by their paths. It reads tokens one by one, as no code of the server does.
func memberNames(t *testing.T, raw []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		type level struct {
			path   string
			object bool
			name   string
			value  bool // the next token is a value
		}
		var open []level
		d := json.NewDecoder(bytes.NewReader(raw))
		for {
			token, err := d.Token()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			at := len(open) - 1
			switch v := token.(type) {
			case json.Delim:
				if v == '}' || v == ']' {
					open = open[:at]
					continue
				}
				path := ""
				if at >= 0 {
					path = open[at].name + "."
					open[at].value = false
				}
				open = append(open, level{path: strings.TrimPrefix(path, "."), object: v == '{'})
			case string:
				if open[at].object && !open[at].value {
					open[at].name, open[at].value = open[at].path+v, true
					if !yield(open[at].name) {
						return
					}
					continue
				}
				open[at].value = false
			default:
				open[at].value = false
			}
		}
	}
}
